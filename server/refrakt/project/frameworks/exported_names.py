"""Which files import a name, so that renaming an export of a schema breaks nothing.

Imports are searched in the text of all source files, whatever module they name: one too many only refuses a rename.
"""

from __future__ import annotations

import re
from pathlib import Path

from refrakt.project.frameworks.site_files import SiteFiles

_CLAUSE = re.compile(r"\b(?:import|export)\b[^;\"'(){}]*+\{([^{}]*+)\}\s*+from\b")
_DESTRUCTURED = re.compile(r"\{([^{}]*+)\}\s*+=\s*+(?:await\s++)?(?:require|import)\b")
_NAMESPACE = re.compile(
    r"\bimport\s++\*\s*+as\s++([\w$]++)|\b(?:const|let|var)\s++([\w$]++)\s*+=\s*+(?:await\s++)?(?:require|import)\s*+\("
    r"|\bimport\s++([\w$]++)"
)
_WORD = re.compile(r"[\w$-]++")
_MEMBER = re.compile(r"(?<![\w$.])([\w$]++)(?:\s*+\??\.\s*+([\w$]++)|(?:\?\.)?\[\s*+[\"'`]([^\"'`\n]{1,200}+)[\"'`])")
"""A member of a variable: `tags.callout`, `tags["side-note"]`."""


def importing_file(root: Path, module: str, name: str) -> str | None:
    """A source file other than the module that imports a name, or gets it from a namespace; None if no file does."""
    files = SiteFiles(root)
    for path in files.code(""):
        text = files.searched(path) if path != module else ""
        if name in text and _imports(text, name):
            return path
    return None


def _imports(text: str, name: str) -> bool:
    clauses = (*_CLAUSE.finditer(text), *_DESTRUCTURED.finditer(text))
    if any(name in _WORD.findall(each[1]) for each in clauses):
        return True
    spaces = {each[1] or each[2] or each[3] for each in _NAMESPACE.finditer(text)}
    members = ((each[1], each[2] or each[3]) for each in _MEMBER.finditer(text))
    return any(member == name and space in spaces for space, member in members)
