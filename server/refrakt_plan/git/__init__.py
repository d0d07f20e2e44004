"""Everything that runs git.

A plan may lie in a repository that nobody has looked at yet. Whatever its files and settings say, git never runs a program of the
repository's choosing, never uses another repository than the one around the plan, and writes nothing but the index, on request.

- `command` finds git and runs it.
- `discovery` finds the repository around a folder, without git's own search.
- `objects` reads contents, `index` stages files.
"""

from .command import NoHistory, missing_contents, output
from .discovery import repository
from .objects import Objects
from .work_tree import Repository

__all__ = ["NoHistory", "Objects", "Repository", "missing_contents", "output", "repository"]
