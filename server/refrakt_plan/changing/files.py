"""Adding to what a project has: a file, a paragraph at the end of one, a member of a JSON object.

Nothing is written here. Everything is told as changes, so that all of it can be made together, or nothing: by the editor where it
has a file open, and never in the place of what somebody else has put there.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Literal

from refrakt.plugins import Changes, FileEdit, Files, Range, RefraktError, Replacement

Outcome = Literal["created", "extended", "preserved", "skipped"]
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_INDENT = re.compile(r"\{\r?\n([ \t]+)")


def refuse_control_characters(name: str) -> None:
    """A name that is put into a text must not end its line, nor say anything to a terminal."""
    if _CONTROL.search(name):
        raise RefraktError("INVALID_ARGS", f"{name!r} has control characters in its name", "Give another folder.")


def together(changes: Iterable[Changes]) -> Changes:
    """Changes of different files as one."""
    all_of_them = list(changes)
    return Changes(
        tuple(edit for each in all_of_them for edit in each.edits),
        tuple(new for each in all_of_them for new in each.created),
    )


def is_there(path: Path, files: Files) -> bool:
    """Whether there is a file, on disk or in an editor that has not saved it yet."""
    # `Path.resolve` raises an exception of its own at a circle of links.
    return os.path.lexists(path) or os.path.realpath(path) in map(os.path.realpath, files.open_paths())


def new_file(path: Path, text: str) -> Changes:
    return Changes(created=((str(path), text),))


def new_paragraph(path: Path, text: str, files: Files) -> Changes:
    """A paragraph at the end of a file, which is made if it is not there. The file keeps its line ends."""
    if not is_there(path, files):
        return new_file(path, text)
    before = files.read(path)
    end = "\r\n" if "\r\n" in before.text else "\n"
    gap = "" if not before.text else (end if before.text.endswith("\n") else end * 2)
    at = len(before.text)
    added = Replacement(Range(at, at), gap + text.replace("\n", end))
    return Changes((FileEdit(str(path), before.text, (added,), before.version),))


def new_member(path: Path, keys: Sequence[str], value: Any, files: Files) -> tuple[Outcome, Changes]:
    """A member of the object in a file, below the objects that `keys` names. What stands there already is kept."""
    if not is_there(path, files):
        return "created", new_file(path, json.dumps(_nested(keys, value), indent=2, ensure_ascii=False) + "\n")
    try:
        before = files.read(path)
        inner = whole = json.loads(before.text)
    except (RefraktError, ValueError, RecursionError):
        return "skipped", Changes()
    for depth, key in enumerate(keys):
        if not isinstance(inner, dict):
            return "skipped", Changes()
        if key not in inner:
            inner[key] = _nested(keys[depth + 1 :], value)
            added = _added(before.text, keys[: depth + 1], inner[key], whole)
            return "extended", Changes((FileEdit(str(path), before.text, (added,), before.version),))
        inner = inner[key]
    return "preserved", Changes()


def _nested(keys: Sequence[str], value: Any) -> Any:
    for key in reversed(keys):
        value = {key: value}
    return value


def _added(text: str, keys: Sequence[str], value: Any, whole: Any) -> Replacement:
    """A member at the end of its object, where every other byte can stay; if need be, the whole written anew."""
    sniffed = _INDENT.search(text)
    indent = sniffed[1] if sniffed else "  "
    end = "\r\n" if "\r\n" in text else "\n"
    close = _close(text, keys[:-1])
    if close is not None:
        start = len(text[:close].rstrip())
        member = f"{json.dumps(keys[-1])}: {json.dumps(value, indent=indent, ensure_ascii=False)}"
        lines = [indent * len(keys) + line for line in member.split("\n")]
        comma = "" if text[start - 1] == "{" else ","
        added = end.join([comma, *lines, indent * (len(keys) - 1)])
        try:
            if json.loads(text[:start] + added + text[close:]) == whole:
                return Replacement(Range(start, close), added)
        except ValueError:
            pass
    written = json.dumps(whole, indent=indent, ensure_ascii=False) + "\n"
    return Replacement(Range(0, len(text)), written.replace("\n", end))


def _close(text: str, keys: Sequence[str]) -> int | None:
    """Where the object that `keys` leads to is closed. None where that is not as plain as in JSON it should be."""
    from refrakt.plugins import yaml

    if not keys:
        return text.rindex("}")
    node = yaml.read(text).root
    for key in keys:
        node = node.get(key) if node is not None else None
    return yaml.place(node).end - 1 if node is not None else None
