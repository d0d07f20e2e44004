"""Changing files without breaking them.

A new file never takes the place of another, a changed one is replaced in one step, and nothing is written where a link leads
out of the folder it should be in, or over what somebody has not saved yet.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from refrakt.plugins import Changes, Disk, FileEdit, Files, Range, RefraktError, Replacement

if TYPE_CHECKING:
    from collections.abc import Iterator

Outcome = Literal["created", "extended", "preserved", "skipped"]
_INDENT = re.compile(r"\{\r?\n([ \t]+)")


@contextmanager
def _told(path: Path) -> Iterator[None]:
    """What the system refuses is told like everything else a user can cause."""
    try:
        yield
    except OSError as error:
        message = f"{path} cannot be written: {error.strerror}"
        raise RefraktError("TOOL_FAILED", message, "Check who may write there.", exit_code=1) from error


def unsaved(paths: Iterable[Path], files: Files) -> None:
    """Refuse if one of these files is open with changes that are not on disk."""
    opened = {path.resolve(): path for path in files.open_paths()}
    for path in paths:
        buffer = opened.get(path.resolve())
        if buffer is not None and files.read(buffer).text != _on_disk(path):
            raise RefraktError("VALIDATION_ERROR", f"{path.name} has unsaved changes", "Save it first.", exit_code=1)


def _on_disk(path: Path) -> str | None:
    try:
        return path.read_bytes().decode("utf-8-sig")
    except (OSError, UnicodeDecodeError):
        return None


def make_folder(path: Path, within: Path) -> bool:
    """Make a folder with those above it; False if it was there."""
    with _told(path):
        if path.is_dir():
            _stays(path, within)
            return False
        path.mkdir(parents=True)
        return True


def create(path: Path, text: str, within: Path) -> bool:
    """Make a file; False if there is one."""
    _stays(path.parent, within)
    try:
        _create(path, text)
    except RefraktError as trouble:
        if trouble.code != "ALREADY_EXISTS":
            raise
        return False
    return True


def _create(path: Path, text: str) -> None:
    Disk().apply(Changes(created=((str(path), text),)))


def _stays(folder: Path, within: Path) -> None:
    if not folder.resolve().is_relative_to(within.resolve()):
        raise RefraktError("INVALID_ARGS", f"{folder} leads out of {within}", "Put a folder in the place of the link.")


def append(path: Path, text: str) -> None:
    """Add a paragraph to a file, which is made if it is not there. The file keeps its line ends."""
    if not path.exists():
        _create(path, text)
        return
    before = Disk().read(path).text
    end = "\r\n" if "\r\n" in before else "\n"
    gap = "" if not before else (end if before.endswith("\n") else end * 2)
    _replace(path, before, before + gap + text.replace("\n", end))


def extend_json(path: Path, keys: Sequence[str], value: Any) -> Outcome:
    """Add a member to the object in a file, below the objects that `keys` names. What stands there already is kept."""
    if not path.exists():
        _create(path, json.dumps(_nested(keys, value), indent=2, ensure_ascii=False) + "\n")
        return "created"
    try:
        text = Disk().read(path).text
        whole = json.loads(text)
    except (RefraktError, ValueError, RecursionError):
        return "skipped"
    inner = whole
    for depth, key in enumerate(keys):
        if not isinstance(inner, dict):
            return "skipped"
        if key not in inner:
            inner[key] = _nested(keys[depth + 1 :], value)
            _replace(path, text, _like(text, keys[: depth + 1], inner[key], whole))
            return "extended"
        inner = inner[key]
    return "preserved"


def _nested(keys: Sequence[str], value: Any) -> Any:
    for key in reversed(keys):
        value = {key: value}
    return value


def _like(text: str, keys: Sequence[str], added: Any, whole: Any) -> str:
    """The text of a JSON file with a member added: at the end of the outermost object, where every other byte can stay."""
    sniffed = _INDENT.search(text)
    indent = sniffed[1] if sniffed else "  "
    if len(keys) > 1:
        return json.dumps(whole, indent=indent, ensure_ascii=False) + "\n"
    head, _, tail = text.rpartition("}")
    member = f"{json.dumps(keys[0])}: {json.dumps(added, indent=indent, ensure_ascii=False)}"
    lines = "\n".join(indent + line for line in member.split("\n"))
    comma = "" if head.rstrip().endswith("{") else ","
    made = f"{head.rstrip()}{comma}\n{lines}\n}}{tail}"
    return made.replace("\r\n", "\n").replace("\n", "\r\n") if "\r\n" in text else made


def _replace(path: Path, text: str, new: str) -> None:
    """Put another text in the place of the one a file has, in one step."""
    edit = FileEdit(str(path), text, (Replacement(Range(0, len(text)), new),))
    Disk().apply(Changes(edits=(edit,)))
