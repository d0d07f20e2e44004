"""Everything that runs git.

A plan may be in an untrusted repository. Whatever its files and settings contain, git never runs a program that the repository
chooses, never uses another repository than the one around the plan, and writes nothing but the index, on request.

- `command` finds git and runs it.
- `discovery` finds the repository of a folder, without git's own search.
- `objects` reads blobs, `staging` stages files.
"""

from refrakt_plan.git.command import GitError, git_output, missing_blobs
from refrakt_plan.git.discovery import repository
from refrakt_plan.git.objects import GitObjects
from refrakt_plan.git.work_tree import Repository

__all__ = ["GitError", "GitObjects", "Repository", "git_output", "missing_blobs", "repository"]
