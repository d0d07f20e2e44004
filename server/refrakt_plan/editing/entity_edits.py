"""Edits an entity without touching anything else in its file.

Every edit replaces a range that the reader reported, so quotes, line endings, indentation and surrounding text stay as they are.
Before a file is written, the new text is read again: an edit that would not give the requested values, or would lose the entity's
id, is refused.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from refrakt.plugins import FileEdit, RefraktError, Span, Text, TextEdit
from refrakt.plugins.markdoc import TagSyntax, parse
from refrakt_plan.entity import AttributeRanges, Criterion, Entity
from refrakt_plan.plan_folder import display_path
from refrakt_plan.scanner.entity_reader import read_entity
from refrakt_plan.scanner.outline import PARSE_OPTIONS
from refrakt_plan.vocabulary import PULL_REQUEST, READ_ONLY_ATTRIBUTES, RELEASE, SCALES, EntityType, split_list

_LINE_END = re.compile(r"\r\n|\n|\r")
_BLANK = " \t\r\n"
_BLANK_LINES = re.compile(r"\A(?:[ \t]*\n)+")
_UNWRITABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]|%\}")
_UNPRINTABLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")


def validation_error(message: str, hint: str, detail: str = "") -> RefraktError:
    """The error for an edit that cannot be made."""
    return RefraktError("VALIDATION_ERROR", message, hint, exit_code=1, detail=detail)


# Values -------------------------------------------------------------------------------------------------------------


def check_value(kind: EntityType, name: str, value: str) -> None:
    """Refuse a value that this type does not allow. An empty value removes the attribute, which is always allowed."""
    if name == kind.key:
        raise validation_error(
            f'"{name}" of a {kind.name} cannot be set', "Other entities refer to it; rename it in the editor."
        )
    if name in READ_ONLY_ATTRIBUTES:
        raise validation_error(f'"{name}" of a {kind.name} cannot be set', "It comes from git.")
    if name not in kind.settable:
        valid = (kind.key, *kind.settable)
        message = f'Unknown attribute "{name}" for {kind.name} rune. Valid: {", ".join(valid)}'
        raise validation_error(
            message,
            _nearest(name, kind.settable) or f"`{{command:refrakt.reference}} {kind.name}` explains them.",
        )
    if not value:
        return
    if _UNWRITABLE.search(value):
        message = f"the value of `{name}` contains a line end, a control character or `%}}`"
        raise validation_error(message, "Write it on one line, without them.")
    scale = SCALES.get(name)
    values = tuple(kind.statuses) if name == "status" else scale.values if scale else None
    if values is not None and value not in values:
        message = f'Invalid {name} "{value}" for {kind.name} rune. Valid: {", ".join(values)}'
        raise validation_error(message, _nearest(value, values) or "Use one of these, or an empty value to remove it.")
    if name == "pr" and not (split_list(value) and all(map(PULL_REQUEST.fullmatch, split_list(value)))):
        message = f'Invalid pr "{value}" for {kind.name} rune. Valid: org/repo#number'
        raise validation_error(message, "Separate several with commas.")
    if name == "released-in" and not RELEASE.fullmatch(value):
        message = f'Invalid released-in "{value}" for {kind.name} rune. Valid: v1.2.3'
        raise validation_error(message, "Use one version.")


def _nearest(name: str, names: Iterable[str]) -> str:
    from refrakt.plugins.name_suggestion import nearest

    close = nearest(name, names)
    return f'Did you mean "{close[0]}"?' if close else ""


# The opening tag ----------------------------------------------------------------------------------------------------


def changed_attributes(entity: Entity, values: Mapping[str, str]) -> dict[str, str]:
    """The values that the entity does not have yet. An empty one removes the attribute."""
    return {name: value for name, value in values.items() if entity.attributes.get(name) != (value or None)}


def set_attributes(entity: Entity, values: Mapping[str, str]) -> list[TextEdit]:
    """Set attributes; an empty value removes one. Empty if the entity has these values already.

    Of an attribute that occurs twice the last one counts; both are removed.
    """
    wanted = changed_attributes(entity, values)
    if not wanted:
        return []
    text = entity.source[entity.tag.start : entity.tag.end]
    syntax, attributes = _attributes(text, entity)
    end = len(text.removesuffix("%}").removesuffix("/" if syntax.kind == "void" else "").rstrip(_BLANK))
    changes = _removals(text, [ranges for name, ranges in attributes if wanted.get(name) == ""])
    for name, value in wanted.items():
        escaped = value.replace("\\", "\\\\").replace('"', '\\"')
        existing = [ranges.value for each, ranges in attributes if each == name]
        if value and existing:
            changes.append(TextEdit(existing[-1], f'"{escaped}"'))
        elif value:
            changes.append(TextEdit(Span(end, end), f' {name}="{escaped}"'))
    changes.sort(key=lambda each: each.span)
    expected = {name: value for name, value in {**entity.attributes, **wanted}.items() if value or name not in wanted}
    found = read_entity(entity.file, entity.path, Text(FileEdit(entity.file, text, tuple(changes)).changed))
    if found is None or found.attributes != expected:
        message = f"{', '.join(wanted)} cannot be written into the tag of {entity.file}"
        raise validation_error(message, "Edit the file by hand.")
    at = entity.tag.start
    return [TextEdit(Span(span.start + at, span.end + at), new) for span, new in changes]


def _attributes(text: str, entity: Entity) -> tuple[TagSyntax, list[tuple[str, AttributeRanges]]]:
    """The syntax of a tag, and its named attributes with their ranges."""
    document = parse(text, PARSE_OPTIONS)
    syntax = document.tree.children[0].open
    if syntax is None or syntax.kind not in ("open", "void"):
        reason = f": {syntax.error.message}" if syntax and syntax.error else ""
        raise validation_error(f"the opening tag of {entity.file} cannot be read{reason}", "Fix the tag first.")
    return syntax, [
        (
            each.annotation.name,
            AttributeRanges(*(Span(*document.offsets(Span(*span, syntax.block))) for span in (each.key, each.value))),
        )
        for each in syntax.attributes
        if each.form == "named"
    ]


def _removals(text: str, attributes: Iterable[AttributeRanges]) -> list[TextEdit]:
    """Remove attributes from a tag, and the lines that would be left empty.

    The last goes first, so that each is removed from the text that the others leave.
    """
    gone: list[Span] = []
    for each in sorted(attributes, key=lambda each: each.key, reverse=True):
        start, end = _with_whitespace(text, Span(each.key.start, each.value.end)).bounds
        text = text[:start] + text[end:]
        while gone and end > gone[-1].start:
            end += gone[-1].end - gone[-1].start
            gone.pop()
        gone.append(Span(start, end))
    return [TextEdit(each, "") for each in gone]


def _with_whitespace(text: str, attribute: Span) -> Span:
    start = _line_start(text, attribute.start)
    follows = attribute.end + len(text[attribute.end :]) - len(text[attribute.end :].lstrip(" \t"))
    begins_line = text[start - 1] in "\r\n"
    if begins_line and not text.startswith(("\r", "\n", "%}", "/%}"), follows):
        # The next attribute keeps the line and its indentation.
        return Span(attribute.start, follows)
    if begins_line:
        start -= 2 if text.endswith("\r\n", 0, start) else 1
    return Span(start, attribute.end)


# Criteria and the resolution ----------------------------------------------------------------------------------------


def set_checked(criterion: Criterion, checked: bool) -> TextEdit | None:
    """Check or uncheck a box. None if it has this state already."""
    return None if criterion.checked == checked else TextEdit(criterion.mark, "x" if checked else " ")


def add_resolution(entity: Entity, text: str, day: datetime.date) -> TextEdit:
    """Add a resolution at the end of the entity, or at the end of its `Resolution` section."""
    if not entity.kind.is_task:
        raise validation_error(f"a {entity.kind.name} has no resolution", "Only work and bugs have one.")
    body = _checked_resolution(entity, text)
    source, section = entity.source, entity.resolution
    end = section.range.end if section else entity.content.end
    at = end if end == len(source) else _line_start(source, end)
    before = source[entity.content.start : at]
    line_ends = len(_LINE_END.findall(before[len(before.rstrip(_BLANK)) :]))
    first = _LINE_END.search(source)
    line_end = first[0] if first else "\n"
    gap = line_end * max(0, 2 - line_ends)
    lines = ["", f"Completed: {day.isoformat()}", "", *body.split("\n")]
    after = line_end * 2 if at < len(source) else line_end if line_ends else ""
    new_section, appended = (
        TextEdit(Span(at, at), gap + line_end.join([head, *lines]) + after) for head in ("## Resolution", "---")
    )
    # Inserting a heading shows whether this offset belongs to the entity itself and not to an unclosed code block.
    found = _reread(entity, (new_section,)).resolution
    if found is None or at + len(gap) != (found.range.end if section else found.range.start):
        message = f"a resolution cannot be added to {entity.file}"
        raise validation_error(message, "Close what is left open before its end.")
    return appended if section else new_section


def _checked_resolution(entity: Entity, text: str) -> str:
    """The text of a resolution, if it is not empty and stays inside the entity."""
    body = _BLANK_LINES.sub("", _LINE_END.sub("\n", text)).rstrip()
    if not body:
        raise validation_error("the resolution is empty", "Describe what was done.")
    if _UNPRINTABLE.search(body):
        raise validation_error("the resolution contains a control character", "Leave it out.")
    name = entity.kind.name
    document = parse(f"{{% {name} %}}\n\n{body}\n\n{{% /{name} %}}\n", PARSE_OPTIONS)
    problem = next((each for each in document.problems if each.level in ("error", "critical")), None)
    if problem is not None:
        message = f"the resolution breaks the entity: {problem.message}"
        raise validation_error(message, "Put sample tags into code.")
    if entity.source[entity.tag.start : entity.tag.end].endswith("/%}"):
        message = f"a resolution cannot be added to {entity.file}: its tag ends with `/%}}`"
        raise validation_error(message, f"End the tag with `%}}`, and the text with `{{% /{name} %}}`.")
    return body


def _line_start(text: str, at: int) -> int:
    """Where the white space before an offset begins, on the same line."""
    return len(text[:at].rstrip(" \t"))


# The file -----------------------------------------------------------------------------------------------------------


def entity_file_edit(entity: Entity, replacements: Iterable[TextEdit], root: Path) -> FileEdit:
    """The edit of the entity's file, if its new text still holds this entity. Insertions at one offset keep their order."""
    ordered: list[TextEdit] = []
    for each in sorted(replacements, key=lambda each: each.span):
        last = ordered[-1] if ordered else None
        if last is not None and each.span == last.span and each.span.start == each.span.end:
            ordered[-1] = TextEdit(last.span, last.new + each.new)
        elif last is not None and each.span.start < last.span.end:
            message = f"two edits of {entity.file} overlap"
            raise validation_error(message, "Apply one after the other.")
        else:
            ordered.append(each)
    _reread(entity, ordered)
    return FileEdit(display_path(root, entity.path), entity.source, tuple(ordered), entity.version)


def _reread(entity: Entity, ordered: Sequence[TextEdit]) -> Entity:
    """The entity read from the edited text. Refused unless it is the same entity, with the same extent."""
    text = FileEdit(entity.file, entity.source, tuple(ordered)).changed
    found = read_entity(entity.file, entity.path, Text(text, entity.version))
    tag = Span(_shifted(entity.tag.start, ordered), _shifted(entity.tag.end, ordered))
    end = entity.content.end
    expected = (
        entity.kind,
        entity.id,
        tag,
        _shifted(end, ordered) + sum(len(new) for at, new in ordered if at.bounds == (end, end)),
    )
    if found is None or (found.kind, found.id, found.tag, found.content.end) != expected:
        raise validation_error(f"{entity.file} would no longer be read as {entity.id}", "Edit the file by hand.")
    return found


def _shifted(offset: int, ordered: Sequence[TextEdit]) -> int:
    """An offset after the edits before it."""
    return offset + sum(len(new) - (span.end - span.start) for span, new in ordered if span.start < offset)
