"""`plan update`: change an entity.

Sets attributes, checks criteria, adds a resolution; all in one step, or nothing. The rest of the file stays the same byte for byte,
and a value that is already set is not a change.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from refrakt.plugins import Command, CommandContext, RefraktError, TextEdit, WorkspaceEdit, option, path_argument
from refrakt_plan.command_line import SETTABLE, Json, PlanInput, folder_of, terminal_text
from refrakt_plan.plan_folder import require_inside
from refrakt_plan.schemas import FLAG, TEXT, record, some

if TYPE_CHECKING:
    from refrakt_plan.entity import Criterion, Entity

_NAMED = ("status", "priority", "severity", "complexity", "assignee", "milestone", "supersedes", "pr", "released-in")
"""The attributes that are arguments of the tool; the others are in `attrs`."""
_REMOVED = "(removed)"
_SHOWN = 5
"""Most criteria that an error lists."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UpdateInput(PlanInput):
    id: str = option(positional=True, described=False)
    """id of the entity; a milestone's name"""
    check: str | list[str] = option(default_factory=list, metavar="TEXT")
    """part of the line of a criterion to check; a list for several"""
    uncheck: str | list[str] = option(default_factory=list, metavar="TEXT", described=False)
    """part of the line of a criterion to uncheck"""
    resolve: str | None = option(None, metavar="TEXT")
    """resolution in Markdoc, for work and bugs"""
    resolve_file: str | None = option(None, metavar="FILE", described=False)
    """file with the resolution"""
    attrs: dict[str, str] = option(
        default_factory=dict, members=_NAMED, options=SETTABLE, option_help="set `{name}`; an empty value removes it"
    )
    """other attributes; an empty value removes one"""


def run_update(options: UpdateInput, folder: Path, context: CommandContext) -> Json:
    """Change an entity and return the changes; writes nothing if anything is invalid."""
    from refrakt_plan.editing.entity_edits import entity_file_edit
    from refrakt_plan.editing.plan_lock import write_lock
    from refrakt_plan.entity_lookup import find_only_entity
    from refrakt_plan.scanner.plan_scanner import scan

    both = ((options.check, True), (options.uncheck, False))
    boxes = [(texts, checked) for texts, checked in both if texts or isinstance(texts, str)]
    resolution = _resolution(options, context)
    if not (options.attrs or boxes or resolution is not None):
        hint = "Pass a status or another attribute, criteria to check or uncheck, or a resolution."
        raise RefraktError("INVALID_ARGS", "No changes specified", hint, exit_code=1)
    # Another write between reading and writing would be lost.
    with write_lock(folder):
        entity = find_only_entity(scan(folder, context.files), options.id)
        update = _EntityUpdate(entity)
        update.set(options.attrs)
        for texts, checked in boxes:
            update.tick(texts, checked=checked)
        if resolution is not None:
            update.resolve(resolution)
        result: Json = {"file": entity.file, "type": entity.kind.name, "changes": update.changes}
        if not all(isinstance(texts, str) for texts, _ in boxes):
            result["unmatched"] = update.unmatched
        if update.edits:
            applied = context.files.apply(
                WorkspaceEdit(edits=(entity_file_edit(entity, update.edits, context.cwd),)), folder
            )
            if applied.unsaved:
                result["unsaved"] = True
    return result


class _EntityUpdate:
    """Collects the changes of an entity."""

    def __init__(self, entity: Entity) -> None:
        self._entity = entity
        self._ticked: list[Criterion] = []
        self.edits: list[TextEdit] = []
        self.changes: list[dict[str, str]] = []
        self.unmatched: list[str] = []
        """Texts that match no criterion, or several."""

    def set(self, attributes: Mapping[str, str]) -> None:
        from refrakt_plan.editing.entity_edits import changed_attributes, check_value, set_attributes

        for name, value in attributes.items():
            check_value(self._entity.kind, name, value)
        for name, value in changed_attributes(self._entity, attributes).items():
            old = self._entity.attributes.get(name, "")
            self.changes.append({"field": name, "old": old, "new": value or _REMOVED})
        self.edits += set_attributes(self._entity, attributes)

    def tick(self, texts: str | Sequence[str], *, checked: bool) -> None:
        """Check or uncheck a criterion for each text. A single text must match; of a list, texts without a match are collected."""
        from refrakt_plan.editing.entity_edits import set_checked

        for text in [texts] if isinstance(texts, str) else dict.fromkeys(texts):
            matching = self._matching(text, checked=checked)
            if len(matching) == 1:
                (box,) = matching
                self._ticked.append(box)
                before, after = f"[ ] {box.text}", f"[x] {box.text}"
                self._note(set_checked(box, checked), "criterion", *((before, after) if checked else (after, before)))
            elif isinstance(texts, str):
                raise self._mismatch(text, checked=checked)
            else:
                self.unmatched.append(text)

    def resolve(self, text: str) -> None:
        from refrakt_plan.editing.entity_edits import add_resolution

        today = datetime.datetime.now(datetime.UTC).date()
        old, new = ("(appended)", "updated") if self._entity.resolution else ("", "added")
        self._note(add_resolution(self._entity, text, today), "resolution", old, new)

    def _note(self, edit: TextEdit | None, field: str, old: str, new: str) -> None:
        if edit is not None:
            self.edits.append(edit)
            self.changes.append({"field": field, "old": old, "new": new})

    def _matching(self, text: str, *, checked: bool) -> list[Criterion]:
        """The criteria still to change whose lines contain a text; only the exact match if there is one."""
        source = self._entity.source
        boxes = [each for each in self._entity.criteria if each.checked != checked and each not in self._ticked]
        found = [each for each in boxes if text and text in source[each.range.start : each.range.end]]
        exact = [each for each in found if each.text == text.strip()]
        return exact if len(exact) == 1 else found

    def _mismatch(self, text: str, *, checked: bool) -> RefraktError:
        from refrakt.plugins.message_quoting import quoted_names
        from refrakt_plan.editing.entity_edits import validation_error

        state, other = ("unchecked", "checked") if checked else ("checked", "unchecked")
        found = self._matching(text, checked=checked)
        if found:
            lines = quoted_names([each.text for each in found], _SHOWN)
            message = f'Ambiguous: {len(found)} {state} criteria match "{text}"'
            return validation_error(message, "Pass a longer part of its line.", f"matching: {lines}")
        hint, detail = "Pass a part of its line, verbatim.", ""
        if self._matching(text, checked=not checked):
            hint = f"It is already {other}."
        elif open_ones := [each.text for each in self._entity.criteria if each.checked != checked]:
            detail = f"{state} criteria: {quoted_names(open_ones, _SHOWN)}"
        return validation_error(f'No {state} criterion matching "{text}"', hint, detail)


def _resolution(options: UpdateInput, context: CommandContext) -> str | None:
    if options.resolve_file is None:
        return options.resolve
    if context.shell:
        return _text_of(path_argument(options.resolve_file), context)
    return _text_of(require_inside(context.cwd, context.cwd / options.resolve_file), context)


def _text_of(path: Path, context: CommandContext) -> str:
    try:
        regular = path.is_file()
    except ValueError:
        regular = False
    if not regular:
        raise RefraktError("NOT_FOUND", f"no file at {str(path)!r}", "Pass a file with the resolution.")
    return context.files.read(path).text


def _as_text(result: Json) -> str:
    return "\n".join(_lines(result))


def _lines(result: Json) -> Iterator[str]:
    if not result["changes"]:
        yield f"{result['file']}: nothing to change"
    else:
        yield result["file"]
    for each in result["changes"]:
        if each["field"] == "criterion":
            yield f"  {each['new']}"
        elif each["field"] == "resolution":
            yield f"  resolution {each['new']}"
        else:
            yield f"  {each['field']}: {each['old'] or '(none)'} → {each['new']}"
    for text in result.get("unmatched", ()):
        yield f"  no single criterion matches: {text}"
    if result.get("unsaved"):
        yield "  not saved yet: the file is open in an editor"


COMMAND = Command(
    "update",
    "Change an entity: set status and other attributes, check criteria, resolve it.",
    input=UpdateInput,
    run=lambda query, context: run_update(query, folder_of(query, context), context),
    text=terminal_text(_as_text),
    output_schema=record(
        {"unmatched": some(TEXT), "unsaved": FLAG},
        file=TEXT,
        type=TEXT,
        changes=some(record(field=TEXT, old=TEXT, new=TEXT)),
    ),
    destructive=True,
)
