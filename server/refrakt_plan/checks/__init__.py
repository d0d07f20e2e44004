"""What can be wrong with a plan: one module for each check, found by being here.

`issues` tells everything about a plan, `issues_of` what concerns one file of it. Each issue has its exact place, and where a
machine can mend it, the change that does.
"""

from refrakt_plan.checks.issue import Issue, IssueType
from refrakt_plan.checks.run import issues, issues_of

__all__ = ["Issue", "IssueType", "issues", "issues_of"]
