"""The checks of a plan, one module each, found automatically.

`issues` returns all issues of a plan, `issues_of` those of one entity. Each issue has an exact range and, if possible, a fix.
"""

from refrakt_plan.checks.issue import PlanProblem, ProblemType
from refrakt_plan.checks.runner import issues, issues_of

__all__ = ["PlanProblem", "ProblemType", "issues", "issues_of"]
