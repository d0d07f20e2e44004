"""The workflow of GitHub Actions that checks a project."""

from __future__ import annotations

import json
import os
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from urllib.parse import unquote, urlsplit

from refrakt.errors import RefraktError
from refrakt.untrusted import LONGEST, word

WORKFLOW = ".github/workflows/refrakt.yml"
_DEFAULT = "./tools/refrakt"

_TEXT = """\
name: refrakt
on: [push, pull_request]
permissions:
  contents: read

jobs:
  check:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-python@v5
        with:
          python-version: "3.12"
COMMENT      - run: pip install SOURCE
      - run: refrakt check --format github
"""
_COMMENT = """\
      # The folder of refrakt in this repository, such as a git submodule. Change it to where yours is.
"""


def check_workflow(root: Path) -> str:
    """The text of the workflow for a project. INVALID_ARGS if its folder is not the top of its repository."""
    top = next((each for each in (root, *root.parents) if os.path.lexists(each / ".git")), root)
    if top != root:
        message = f"GitHub runs the workflows of {word(str(top), LONGEST)}, and the project is below it"
        raise RefraktError("INVALID_ARGS", message, "Add the check to a workflow there; the manual has an example.")
    source = _source(root)
    comment = "" if source is not None else _COMMENT
    return _TEXT.replace("COMMENT", comment).replace("SOURCE", source or _DEFAULT)


def _source(root: Path) -> str | None:
    """Where this refrakt was installed from: a git repository, or a folder of the project. None if a workflow cannot use it."""
    try:
        recorded = json.loads(distribution("refrakt").read_text("direct_url.json") or "{}")
    except (PackageNotFoundError, ValueError):
        return None
    url, git = recorded.get("url", ""), recorded.get("vcs_info", {})
    if git.get("vcs") == "git" and git.get("commit_id") and urlsplit(url).scheme == "https":
        return json.dumps(f"refrakt @ git+{url}@{git['commit_id']}")
    folder = Path(unquote(urlsplit(url).path))
    if "dir_info" in recorded and folder.is_relative_to(root):
        return f"./{folder.relative_to(root).as_posix()}"
    return None
