"""`plan update`: change an entity.

Sets attributes, ticks criteria, says what became of it; all of it in one step, or nothing. What was not asked for stays as it
was written, to the byte, and what is so already is no change.
"""

from __future__ import annotations

import argparse
import datetime
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from refrakt.plugins import Changes, Command, CommandContext, RefraktError, Replacement, typed_path
from refrakt_plan.folder import confined, inside, plan_folder
from refrakt_plan.schemas import DIR, FLAG, TEXT, about, record, shape, some
from refrakt_plan.shell import Json, Words, answer

if TYPE_CHECKING:
    from refrakt_plan.entity import Criterion, Entity

_ABOUT = "Change one entity: set status and other attributes, tick criteria, resolve it."
_NAMED = ("status", "priority", "severity", "complexity", "assignee", "milestone", "supersedes", "pr", "released-in")
"""The attributes that an agent finds in the schema; the others are `attrs`."""
_REMOVED = "(removed)"
_SHOWN = 5
"""How many criteria a refusal names."""


@dataclass(frozen=True, slots=True)
class UpdateOptions:
    id: str
    attributes: Mapping[str, str] = field(default_factory=dict)
    """An empty value takes the attribute away."""
    check: str | Sequence[str] = ()
    """A part of the line of the box to tick, or one for each of several boxes."""
    uncheck: str | Sequence[str] = ()
    resolve: str | None = None


def run_update(options: UpdateOptions, folder: Path, context: CommandContext) -> Json:
    """Change an entity and tell what was changed. Nothing is written where anything is refused."""
    from refrakt_plan.changing.editing import edited
    from refrakt_plan.changing.locking import locked
    from refrakt_plan.lookup import entity_of
    from refrakt_plan.reading.scanner import scan

    both = ((options.check, True), (options.uncheck, False))
    boxes = [(texts, checked) for texts, checked in both if texts or isinstance(texts, str)]
    if not (options.attributes or boxes or options.resolve is not None):
        hint = "Give a status or another attribute, criteria to check or uncheck, or a resolution."
        raise RefraktError("INVALID_ARGS", "No changes specified", hint, exit_code=1)
    # Between reading and writing nobody else may write, or one of the two changes would be lost.
    with locked(folder):
        entity = entity_of(scan(folder, context.files), options.id)
        update = _Update(entity)
        update.set(options.attributes)
        for texts, checked in boxes:
            update.tick(texts, checked=checked)
        if options.resolve is not None:
            update.resolve(options.resolve)
        result: Json = {"file": entity.file, "type": entity.kind.name, "changes": update.changes}
        if not all(isinstance(texts, str) for texts, _ in boxes):
            result["unmatched"] = update.unmatched
        if update.edits:
            applied = context.files.apply(Changes(edits=(edited(entity, update.edits, context.cwd),)), folder)
            if applied.unsaved:
                result["unsaved"] = True
    return result


class _Update:
    """The changes of one entity, as they come together."""

    def __init__(self, entity: Entity) -> None:
        self._entity = entity
        self._ticked: list[Criterion] = []
        self.edits: list[Replacement] = []
        self.changes: list[dict[str, str]] = []
        self.unmatched: list[str] = []
        """The texts that no box, or more than one, was found for."""

    def set(self, attributes: Mapping[str, str]) -> None:
        from refrakt_plan.changing.editing import check_value, set_attributes, to_change

        for name, value in attributes.items():
            check_value(self._entity.kind, name, value)
        for name, value in to_change(self._entity, attributes).items():
            old = self._entity.attributes.get(name, "")
            self.changes.append({"field": name, "old": old, "new": value or _REMOVED})
        self.edits += set_attributes(self._entity, attributes)

    def tick(self, texts: str | Sequence[str], *, checked: bool) -> None:
        """Tick or clear a box for each text. One alone is refused if it does not find its box; of a list it is told."""
        from refrakt_plan.changing.editing import tick

        for text in [texts] if isinstance(texts, str) else dict.fromkeys(texts):
            fitting = self._fitting(text, checked=checked)
            if len(fitting) == 1:
                (box,) = fitting
                self._ticked.append(box)
                before, after = f"[ ] {box.text}", f"[x] {box.text}"
                self._note(tick(box, checked), "criterion", *((before, after) if checked else (after, before)))
            elif isinstance(texts, str):
                raise self._unfitting(text, checked=checked)
            else:
                self.unmatched.append(text)

    def resolve(self, text: str) -> None:
        from refrakt_plan.changing.editing import resolution

        today = datetime.datetime.now(datetime.UTC).date()
        old, new = ("(appended)", "updated") if self._entity.resolution else ("", "added")
        self._note(resolution(self._entity, text, today), "resolution", old, new)

    def _note(self, edit: Replacement | None, field: str, old: str, new: str) -> None:
        if edit is not None:
            self.edits.append(edit)
            self.changes.append({"field": field, "old": old, "new": new})

    def _fitting(self, text: str, *, checked: bool) -> list[Criterion]:
        """The boxes still to be ticked, or cleared, whose lines hold a text; if one says nothing else, only that."""
        source = self._entity.source
        boxes = [each for each in self._entity.criteria if each.checked != checked and each not in self._ticked]
        found = [each for each in boxes if text and text in source[each.place.start : each.place.end]]
        exact = [each for each in found if each.text == text.strip()]
        return exact if len(exact) == 1 else found

    def _unfitting(self, text: str, *, checked: bool) -> RefraktError:
        from refrakt.plugins.prose import quoted_names
        from refrakt_plan.changing.editing import refused

        state, other = ("unchecked", "checked") if checked else ("checked", "unchecked")
        found = self._fitting(text, checked=checked)
        if found:
            lines = quoted_names([each.text for each in found], _SHOWN)
            message = f'Ambiguous: {len(found)} {state} criteria match "{text}"'
            return refused(message, "Give more of one of them.", f"they are: {lines}")
        hint, detail = "Give a part of its line as it is written.", ""
        if self._fitting(text, checked=not checked):
            hint = f"It is {other} already."
        elif open_ones := [each.text for each in self._entity.criteria if each.checked != checked]:
            detail = f"the {state} ones are: {quoted_names(open_ones, _SHOWN)}"
        return refused(f'No {state} criterion matching "{text}"', hint, detail)


# The command line ---------------------------------------------------------------------------------------------------


def handle(words: list[str]) -> int:
    parser = Words("update", _ABOUT)
    parser.add_argument("id", metavar="ID", help="its id; the name of a milestone")
    parser.add_argument("--check", metavar="TEXT", action="append", default=[], help="tick the box with this text")
    parser.add_argument("--uncheck", metavar="TEXT", action="append", default=[], help="clear the box with this text")
    parser.add_argument("--resolve", metavar="TEXT", help="say what became of it")
    parser.add_argument("--resolve-file", metavar="FILE", help="the same, from a file")
    parser.add_attributes(words, "set `{}`; an empty value removes it")
    return answer(parser, words, _from_words, _as_text)


def _from_words(given: argparse.Namespace, context: CommandContext) -> Json:
    text = given.resolve
    if given.resolve_file is not None:
        text = _text_of(typed_path(given.resolve_file), context)
    check, uncheck = (each[0] if len(each) == 1 else each for each in (given.check, given.uncheck))
    options = UpdateOptions(given.id, given.attributes, check, uncheck, text)
    return run_update(options, plan_folder(context.cwd, context.config, given.dir), context)


def _text_of(path: Path, context: CommandContext) -> str:
    try:
        regular = path.is_file()
    except ValueError:
        regular = False
    if not regular:
        raise RefraktError("NOT_FOUND", f"There is no file {str(path)!r}", "Give a file with the resolution.")
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
        yield "  It waits in the editor to be saved."


# The tool -----------------------------------------------------------------------------------------------------------


def call(given: Mapping[str, Any], context: CommandContext) -> Json:
    text = given.get("resolve")
    if "resolveFile" in given:
        text = _text_of(confined(context.cwd, context.cwd / given["resolveFile"]), context)
    options = UpdateOptions(given["id"], _attributes(given), given.get("check", ()), given.get("uncheck", ()), text)
    return run_update(options, inside(context.cwd, context.config, given.get("dir")), context)


def _attributes(given: Mapping[str, Any]) -> dict[str, str]:
    named = {name: value for name, value in given.items() if name in _NAMED}
    others = given.get("attrs", {})
    for name in named.keys() & others.keys():
        if named[name] != others[name]:
            message = f'{name} is "{named[name]}" and, in attrs, "{others[name]}"'
            raise RefraktError("INVALID_ARGS", message, f"Give {name} once.")
    return {**named, **others}


_BOXES = {"anyOf": [TEXT, some(TEXT)]}
_ANSWER = record(file=TEXT, type=TEXT, changes=some(record(field=TEXT, old=TEXT, new=TEXT)))

COMMAND = Command(
    "update",
    _ABOUT,
    handle,
    input_schema=shape(
        {
            "id": TEXT,
            "dir": DIR,
            **dict.fromkeys(_NAMED, TEXT),
            "check": about(_BOXES, "A part of the line of each criterion to tick."),
            "uncheck": _BOXES,
            "resolve": about(TEXT, "What became of it, in Markdoc; for work and bugs."),
            "resolveFile": TEXT,
            "attrs": {
                "type": "object",
                "additionalProperties": TEXT,
                "description": "Other attributes. An empty value removes one.",
            },
        },
        ["id"],
    ),
    output_schema={**_ANSWER, "properties": {**_ANSWER["properties"], "unmatched": some(TEXT), "unsaved": FLAG}},
    mcp_handler=call,
)
