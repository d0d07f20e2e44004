"""Changing an entity without touching anything else in its file.

Every change is a replacement at the place where the reader found something, so quotes, line ends, indentation and everything a
person wrote around it stay as they are. Before a file is written its new text is read again: what would not come back as it was
asked for, or would cost the entity its id, is refused.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from refrakt.plugins import FileEdit, Range, RefraktError, Replacement, Text
from refrakt.plugins.markdoc import Span, TagSyntax, parse
from refrakt_plan.entity import AttributePlace, Criterion, Entity
from refrakt_plan.folder import shown
from refrakt_plan.reading.outline import OPTIONS
from refrakt_plan.reading.page import read_entity
from refrakt_plan.vocabulary import PULL_REQUEST, RELEASE, SCALES, UNSETTABLE, EntityType, listed

_LINE_END = re.compile(r"\r\n|\n|\r")
_BLANK = " \t\r\n"
_BLANK_LINES = re.compile(r"\A(?:[ \t]*\n)+")
_UNWRITABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]|%\}")
_UNPRINTABLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")


def refused(message: str, hint: str, detail: str = "") -> RefraktError:
    """What to say about a change that cannot be made."""
    return RefraktError("VALIDATION_ERROR", message, hint, exit_code=1, detail=detail)


# Values -------------------------------------------------------------------------------------------------------------


def check_value(kind: EntityType, name: str, value: str) -> None:
    """Refuse a value that this type cannot have. An empty one stands for none, which every attribute can have."""
    if name == kind.key:
        raise refused(f'"{name}" of a {kind.name} cannot be set', "Others refer to it; rename it in the editor.")
    if name in UNSETTABLE:
        raise refused(f'"{name}" of a {kind.name} cannot be set', "It is told by git.")
    if name not in kind.settable:
        known = (kind.key, *kind.settable)
        message = f'Unknown attribute "{name}" for {kind.name} rune. Valid: {", ".join(known)}'
        raise refused(message, _nearest(name, kind.settable) or f"`refrakt reference {kind.name}` explains them.")
    if not value:
        return
    if _UNWRITABLE.search(value):
        message = f"The value of {name} holds a line end, a control character or `%}}`"
        raise refused(message, "Give it on one line, without them.")
    scale = SCALES.get(name)
    values = tuple(kind.statuses) if name == "status" else scale.values if scale else None
    if values is not None and value not in values:
        message = f'Invalid {name} "{value}" for {kind.name} rune. Valid: {", ".join(values)}'
        raise refused(message, _nearest(value, values) or "Give one of these, or nothing to remove it.")
    if name == "pr" and not (listed(value) and all(map(PULL_REQUEST.fullmatch, listed(value)))):
        message = f'Invalid pr "{value}" for {kind.name} rune. Valid: org/repo#number'
        raise refused(message, "Several have commas between them.")
    if name == "released-in" and not RELEASE.fullmatch(value):
        raise refused(f'Invalid released-in "{value}" for {kind.name} rune. Valid: v1.2.3', "Give one version.")


def _nearest(word: str, names: Iterable[str]) -> str:
    from refrakt.plugins.words import nearest

    close = nearest(word, names)
    return f'Did you mean "{close[0]}"?' if close else ""


# The opening tag ----------------------------------------------------------------------------------------------------


def to_change(entity: Entity, values: Mapping[str, str]) -> dict[str, str]:
    """Those of some values that an entity does not have yet. An empty one stands for none."""
    return {name: value for name, value in values.items() if entity.attributes.get(name) != (value or None)}


def set_attributes(entity: Entity, values: Mapping[str, str]) -> list[Replacement]:
    """Give attributes values, or, with empty ones, take them away. Nothing for those that are so already.

    Of an attribute that stands there twice the last one counts; both are taken away.
    """
    asked = to_change(entity, values)
    if not asked:
        return []
    text = entity.source[entity.tag.start : entity.tag.end]
    syntax, places = _attributes(text, entity)
    end = len(text.removesuffix("%}").removesuffix("/" if syntax.kind == "void" else "").rstrip(_BLANK))
    changes = _removals(text, [place for name, place in places if asked.get(name) == ""])
    for name, value in asked.items():
        escaped = value.replace("\\", "\\\\").replace('"', '\\"')
        standing = [place.value for each, place in places if each == name]
        if value and standing:
            changes.append(Replacement(standing[-1], f'"{escaped}"'))
        elif value:
            changes.append(Replacement(Range(end, end), f' {name}="{escaped}"'))
    changes.sort(key=lambda each: each.place)
    wanted = {name: value for name, value in {**entity.attributes, **asked}.items() if value or name not in asked}
    found = read_entity(entity.file, entity.path, Text(FileEdit(entity.file, text, tuple(changes)).changed))
    if found is None or found.attributes != wanted:
        raise refused(f"{', '.join(asked)} cannot be written into the tag of {entity.file}", "Change it by hand.")
    at = entity.tag.start
    return [Replacement(Range(place.start + at, place.end + at), new) for place, new in changes]


def _attributes(text: str, entity: Entity) -> tuple[TagSyntax, list[tuple[str, AttributePlace]]]:
    """A tag on its own, and the attributes that are named in it, each with its place."""
    document = parse(text, OPTIONS)
    syntax = document.tree.children[0].open
    if syntax is None or syntax.kind not in ("open", "void"):
        reason = f": {syntax.fault.message}" if syntax and syntax.fault else ""
        raise refused(f"The opening tag of {entity.file} cannot be read{reason}", "Mend it first.")
    return syntax, [
        (
            each.annotation.name,
            AttributePlace(*(Range(*document.offsets(Span(*place, syntax.block))) for place in (each.key, each.value))),
        )
        for each in syntax.attributes
        if each.form == "named"
    ]


def _removals(text: str, places: Iterable[AttributePlace]) -> list[Replacement]:
    """Take these out of a tag, and whatever line of it would be left empty.

    The last goes first, so that each is looked at as the others leave it.
    """
    gone: list[Range] = []
    for each in sorted(places, key=lambda each: each.key, reverse=True):
        start, end = _with_space(text, Range(each.key.start, each.value.end))
        text = text[:start] + text[end:]
        while gone and end > gone[-1].start:
            end += gone[-1].end - gone[-1].start
            gone.pop()
        gone.append(Range(start, end))
    return [Replacement(each, "") for each in gone]


def _with_space(text: str, place: Range) -> Range:
    start = _line_start(text, place.start)
    follows = place.end + len(text[place.end :]) - len(text[place.end :].lstrip(" \t"))
    begins_line = text[start - 1] in "\r\n"
    if begins_line and not text.startswith(("\r", "\n", "%}", "/%}"), follows):
        # What follows on the line keeps it, with its indentation.
        return Range(place.start, follows)
    if begins_line:
        start -= 2 if text.endswith("\r\n", 0, start) else 1
    return Range(start, place.end)


# Criteria and the resolution ----------------------------------------------------------------------------------------


def tick(criterion: Criterion, checked: bool) -> Replacement | None:
    """Tick a box, or clear it. None where it is so already."""
    return None if criterion.checked == checked else Replacement(criterion.mark, "x" if checked else " ")


def resolution(entity: Entity, text: str, day: datetime.date) -> Replacement:
    """Say what became of it, at the end of the entity or of the resolution that it has."""
    if not entity.kind.is_task:
        raise refused(f"A {entity.kind.name} has no resolution", "Only work and bugs have one.")
    told = _resolved(entity, text)
    source, section = entity.source, entity.resolution
    end = section.place.end if section else entity.content.end
    at = end if end == len(source) else _line_start(source, end)
    before = source[entity.content.start : at]
    line_ends = len(_LINE_END.findall(before[len(before.rstrip(_BLANK)) :]))
    first = _LINE_END.search(source)
    line_end = first[0] if first else "\n"
    gap = line_end * max(0, 2 - line_ends)
    lines = ["", f"Completed: {day.isoformat()}", "", *told.split("\n")]
    after = line_end * 2 if at < len(source) else line_end if line_ends else ""
    begun, added = (
        Replacement(Range(at, at), gap + line_end.join([head, *lines]) + after) for head in ("## Resolution", "---")
    )
    # A heading shows whether this is a place in the entity itself, and not in a code block that is left open.
    found = _read_again(entity, (begun,)).resolution
    if found is None or at + len(gap) != (found.place.end if section else found.place.start):
        raise refused(f"{entity.file} has no place for a resolution", "Close what is left open before its end.")
    return added if section else begun


def _resolved(entity: Entity, text: str) -> str:
    """The words of a resolution, if they are some and do not reach out of it."""
    told = _BLANK_LINES.sub("", _LINE_END.sub("\n", text)).rstrip()
    if not told:
        raise refused("The resolution is empty", "Say what was done.")
    if _UNPRINTABLE.search(told):
        raise refused("The resolution holds a control character", "Leave it out.")
    name = entity.kind.name
    document = parse(f"{{% {name} %}}\n\n{told}\n\n{{% /{name} %}}\n", OPTIONS)
    trouble = next((each for each in document.problems if each.level in ("error", "critical")), None)
    if trouble is not None:
        raise refused(f"The resolution breaks the entity: {trouble.message}", "Put samples of tags into code.")
    if entity.source[entity.tag.start : entity.tag.end].endswith("/%}"):
        message = f"{entity.file} has no place for a resolution: its tag ends with `/%}}`"
        raise refused(message, f"End it with `%}}`, and the text with `{{% /{name} %}}`.")
    return told


def _line_start(text: str, at: int) -> int:
    """Where the white space begins that stands before something on its line."""
    return len(text[:at].rstrip(" \t"))


# The file -----------------------------------------------------------------------------------------------------------


def edited(entity: Entity, replacements: Iterable[Replacement], root: Path) -> FileEdit:
    """The edit of the entity's file, if its new text still holds this entity. Insertions at one place keep their order."""
    ordered: list[Replacement] = []
    for each in sorted(replacements, key=lambda each: each.place):
        last = ordered[-1] if ordered else None
        if last is not None and each.place == last.place and each.place.start == each.place.end:
            ordered[-1] = Replacement(last.place, last.new + each.new)
        elif last is not None and each.place.start < last.place.end:
            raise refused(f"Two changes of {entity.file} are at the same place", "Make one after the other.")
        else:
            ordered.append(each)
    _read_again(entity, ordered)
    return FileEdit(shown(root, entity.path), entity.source, tuple(ordered), entity.version)


def _read_again(entity: Entity, ordered: Sequence[Replacement]) -> Entity:
    """The entity as the changed file has it: the same one, with the tag that was asked for, and as far as it went before."""
    text = FileEdit(entity.file, entity.source, tuple(ordered)).changed
    found = read_entity(entity.file, entity.path, Text(text, entity.version))
    tag = Range(_moved(entity.tag.start, ordered), _moved(entity.tag.end, ordered))
    end = entity.content.end
    wanted = (
        entity.kind,
        entity.id,
        tag,
        _moved(end, ordered) + sum(len(new) for at, new in ordered if at == (end, end)),
    )
    if found is None or (found.kind, found.id, found.tag, found.content.end) != wanted:
        raise refused(f"{entity.file} would not be read as {entity.id} any more", "Change it by hand.")
    return found


def _moved(offset: int, ordered: Sequence[Replacement]) -> int:
    """Where a place is after the changes before it."""
    return offset + sum(len(new) - (place.end - place.start) for place, new in ordered if place.start < offset)
