"""Additions to the files of a project: a file, a paragraph at the end of a file, a member of a JSON object.

Nothing is written here. Each function returns changes, so that all of them can be applied together or not at all, by the editor
if it has a file open, and without overwriting a file.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Literal

from refrakt.plugins import FileEdit, ProjectFiles, RefraktError, Span, TextEdit, WorkspaceEdit

Outcome = Literal["created", "extended", "preserved", "skipped"]
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_INDENT = re.compile(r"\{\r?\n([ \t]+)")


def refuse_control_characters(name: str) -> None:
    """Refuse control characters in a name that becomes part of a text: they could end its line or control a terminal."""
    if _CONTROL.search(name):
        raise RefraktError("INVALID_ARGS", f"{name!r} contains a control character", "Use another folder.")


def merge_changes(changes: Iterable[WorkspaceEdit]) -> WorkspaceEdit:
    """Changes of different files as one."""
    parts = list(changes)
    return WorkspaceEdit(
        tuple(edit for each in parts for edit in each.edits),
        tuple(new for each in parts for new in each.created),
    )


def file_exists(path: Path, files: ProjectFiles) -> bool:
    """Whether a file exists on disk or as an unsaved buffer."""
    # `Path.resolve` raises its own exception for a cycle of links.
    return os.path.lexists(path) or os.path.realpath(path) in map(os.path.realpath, files.open_paths())


def new_file(path: Path, text: str) -> WorkspaceEdit:
    return WorkspaceEdit(created=((str(path), text),))


def append_paragraph(path: Path, text: str, files: ProjectFiles) -> WorkspaceEdit:
    """A paragraph at the end of a file, which is created if it does not exist. The file keeps its line endings."""
    if not file_exists(path, files):
        return new_file(path, text)
    before = files.read(path)
    end = "\r\n" if "\r\n" in before.text else "\n"
    gap = "" if not before.text else (end if before.text.endswith("\n") else end * 2)
    at = len(before.text)
    added = TextEdit(Span(at, at), gap + text.replace("\n", end))
    return WorkspaceEdit((FileEdit(str(path), before.text, (added,), before.version),))


def add_json_member(path: Path, keys: Sequence[str], value: Any, files: ProjectFiles) -> tuple[Outcome, WorkspaceEdit]:
    """A member of the JSON object in a file, below the objects that `keys` names. An existing member is kept."""
    if not file_exists(path, files):
        return "created", new_file(path, json.dumps(_nested(keys, value), indent=2, ensure_ascii=False) + "\n")
    try:
        before = files.read(path)
        inner = whole = json.loads(before.text)
    except (RefraktError, ValueError, RecursionError):
        return "skipped", WorkspaceEdit()
    for depth, key in enumerate(keys):
        if not isinstance(inner, dict):
            return "skipped", WorkspaceEdit()
        if key not in inner:
            inner[key] = _nested(keys[depth + 1 :], value)
            added = _added(before.text, keys[: depth + 1], inner[key], whole)
            return "extended", WorkspaceEdit((FileEdit(str(path), before.text, (added,), before.version),))
        inner = inner[key]
    return "preserved", WorkspaceEdit()


def _nested(keys: Sequence[str], value: Any) -> Any:
    for key in reversed(keys):
        value = {key: value}
    return value


def _added(text: str, keys: Sequence[str], value: Any, whole: Any) -> TextEdit:
    """A member at the end of its object, without other changes if possible; otherwise the whole file is rewritten."""
    first_indent = _INDENT.search(text)
    indent = first_indent[1] if first_indent else "  "
    end = "\r\n" if "\r\n" in text else "\n"
    close = _closing_brace(text, keys[:-1])
    if close is not None:
        start = len(text[:close].rstrip())
        member = f"{json.dumps(keys[-1])}: {json.dumps(value, indent=indent, ensure_ascii=False)}"
        lines = [indent * len(keys) + line for line in member.split("\n")]
        comma = "" if text[start - 1] == "{" else ","
        added = end.join([comma, *lines, indent * (len(keys) - 1)])
        try:
            if json.loads(text[:start] + added + text[close:]) == whole:
                return TextEdit(Span(start, close), added)
        except ValueError:
            pass
    written = json.dumps(whole, indent=indent, ensure_ascii=False) + "\n"
    return TextEdit(Span(0, len(text)), written.replace("\n", end))


def _closing_brace(text: str, keys: Sequence[str]) -> int | None:
    """The offset of the closing brace of the object at `keys`. None if the YAML reader does not find the object."""
    from refrakt.plugins import yaml

    if not keys:
        return text.rindex("}")
    node = yaml.read(text).root
    for key in keys:
        node = node.get(key) if node is not None else None
    return yaml.node_range(node).end - 1 if node is not None else None
