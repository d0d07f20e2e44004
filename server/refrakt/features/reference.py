"""What a writer is told about a rune: the pages of the reference, which an editor shows too.

Which runes are listed is said here once, for `refrakt reference` and for completion alike.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from refrakt.markdoc.format.value import format_value
from refrakt.markdoc.values import UNDEFINED
from refrakt.runes.builtin import MARKDOC
from refrakt.runes.content import Conditional, Content, Custom, Delimited, Field, Sections, Split
from refrakt.runes.content import Sequence as SequenceModel
from refrakt.runes.matching import describe
from refrakt.runes.model import Attribute, Rune
from refrakt.runes.packages import bundled
from refrakt.runes.universal import UNIVERSAL
from refrakt.runes.vocabulary import Vocabulary

from .foreign_rune import as_shown, attribute_as_shown

CORE = "core"


def is_markdocs_own(rune: Rune, words: Vocabulary) -> bool:
    """Whether this is a tag that every Markdoc page has. Where there are no others, they are what a site offers."""
    return words.refrakt and rune.category == "Markdoc"


def written(words: Vocabulary) -> list[Rune]:
    """The runes a writer may write, core's first: all but those that only other runes make."""
    return [rune for rune in words if not rune.internal]


def listed(words: Vocabulary) -> list[Rune]:
    """The runes the reference is about: those a writer may write, without Markdoc's own tags."""
    return [rune for rune in written(words) if not is_markdocs_own(rune, words)]


def plugin_of(rune: Rune) -> str:
    """The package a rune is from, as the reference names it: core is `core`."""
    return CORE if rune.package == bundled(CORE).name else rune.package or MARKDOC.name


def type_name(attribute: Attribute) -> str:
    """`string`, `number or boolean`; a list of words keeps the name Markdoc schemas give it."""
    types = (attribute.type,) if isinstance(attribute.type, str) else attribute.type
    return " or ".join(each if each == "SpaceSeparatedList" else each.lower() for each in types)


def markdown(runes: Sequence[Rune]) -> str:
    """A page about runes."""
    runes = [as_shown(rune) for rune in runes]
    parts = ["\n".join(_page(rune)) for rune in runes]
    if len(runes) > 1 and any(rune.universal for rune in runes):
        table = "\n".join(_table(UNIVERSAL))
        parts.append(f"## Universal attributes\n\nMost runes take these besides their own.\n\n{table}\n")
    elif runes and runes[0].universal:
        names = ", ".join(f"`{each.name}`" for each in UNIVERSAL)
        parts.append(f"It takes the universal attributes too: {names}.\n")
    return "\n".join(parts)


def brief(rune: Rune) -> str:
    """A rune for a small window: no headings and no tables, and of its attributes a line each."""
    rune = as_shown(rune)
    lines = [f"**{rune.name}** ({plugin_of(rune)}): {rune.about}.", "", *_facts(rune)]
    if rune.schema_type:
        lines.append(f"- Tells search engines that it is a `{rune.schema_type}`")
    for each in _own(rune):
        if not each.deprecated:
            takes = ", ".join(f"`{value}`" for value in each.values) or type_name(each)
            about = f": {each.about}" if each.about else ""
            usual = f", default `{format_value(each.default)}`" if _has_default(each) else ""
            lines.append(f"- {_called(each)} ({takes}{', required' if each.required else ''}{usual}){about}")
    if rune.preset is not None:
        names = ", ".join(f"`{each.name}`" for each in rune.preset.attributes if not each.deprecated)
        lines.append(f"- Of the {rune.preset.name}: {names}")
    if rune.universal:
        lines.append("- The universal attributes")
    return "\n".join([*lines, "", *_sample(rune, "markdoc")]).rstrip() + "\n"


def _called(attribute: Attribute) -> str:
    """An attribute by the name it is written with, if it is."""
    return "The value without a name" if attribute.name == "primary" else f"`{attribute.name}`"


def _has_default(attribute: Attribute) -> bool:
    return attribute.default is not UNDEFINED and attribute.default not in (None, "")


def _own(rune: Rune) -> list[Attribute]:
    """The attributes that are not shared with every rune."""
    shared = {each.name for each in UNIVERSAL} if rune.universal else set()
    return [each for each in rune.attributes if each.name not in shared]


def _facts(rune: Rune) -> Iterator[str]:
    if rune.aliases:
        yield f"- Also called: {', '.join(rune.aliases)}"
    if rune.parents:
        yield f"- Stands in: {', '.join(rune.parents)}"
    yield f"- Content: {content_told(rune)}"


def _sample(rune: Rune, language: str) -> Iterator[str]:
    if rune.sample:
        fence = "`" * max(3, 1 + max(map(len, re.findall("`+", rune.sample)), default=0))
        yield f"{fence}{language}"
        yield rune.sample.rstrip("\n")
        yield fence
        yield ""


def _page(rune: Rune) -> Iterator[str]:
    yield f"## {rune.name}"
    yield ""
    yield f"{rune.about}."
    yield ""
    yield f"- Package: {plugin_of(rune)}"
    yield from _facts(rune)
    if not rune.universal:
        yield "- Takes no universal attributes"
    yield ""
    own = _own(rune)
    if own:
        yield from _table(own)
        yield ""
    if rune.preset is not None:
        yield f"Of the {rune.preset.name}:"
        yield ""
        yield from _table(rune.preset.attributes)
        yield ""
    yield from _sample(rune, "markdoc {% process=false %}")


def _table(attributes: Iterable[Attribute]) -> Iterator[str]:
    yield "| attribute | type | about |"
    yield "| --- | --- | --- |"
    for each in attributes:
        values = ": " + ", ".join(f"`{value}`" for value in each.values) if each.values else ""
        notes = [each.about] + ["required"] * each.required
        notes += [f"deprecated, use `{each.deprecated}`"] if each.deprecated else []
        told = "; ".join(note for note in notes if note).replace("|", "\\|")
        yield f"| `{each.name}` | {type_name(each)}{values} | {told} |"


def content_told(rune: Rune) -> str:
    """What a rune expects between its tags, in words."""
    return "a template, shown for each thing found" if rune.deferred else "; ".join(_told(rune.content))


def _told(content: Content | None) -> Iterator[str]:
    """A content model in words."""
    if content is None:
        yield "anything"
    elif isinstance(content, Conditional):
        forms = [*(model for _, model in content.when), content.default]
        yield ", or ".join(dict.fromkeys("; ".join(_told(each)) for each in forms))
    elif isinstance(content, SequenceModel):
        yield from _fields_told(content.fields)
    elif isinstance(content, Delimited):
        if content.each is not None:
            yield f"parts with a `---` line between them, each with {', '.join(_fields_told(content.each.fields))}"
        for zone in content.zones:
            yield f"{zone.name}: {', '.join(_fields_told(zone.fields))}"
        if len(content.zones) > 1:
            yield "a `---` line between each two"
    elif isinstance(content, Sections):
        if content.preamble:
            yield from _fields_told(content.preamble)
        yield f"sections that begin with {describe(content.heading)}"
        if content.known:
            yield "known sections are " + ", ".join(each.name for each in content.known)
    elif isinstance(content, Split):
        yield f"sections that begin with {'a heading' if content.level == 'first' else f'a level {content.level} heading'}"
    elif isinstance(content, Custom):
        yield describe(content.needs or content.takes)


def _fields_told(fields: Iterable[Field]) -> Iterator[str]:
    nothing = True
    for each in fields:
        nothing = False
        many = ", any number" if each.greedy and each.match != "any" else ""
        optional = " (optional)" if each.optional and each.match != "any" else ""
        yield f"{describe(each.match)}{many}{optional}"
    if nothing:
        yield "nothing"


def attribute_text(rune: Rune, attribute: Attribute) -> str:
    """What an attribute of a rune is for and what it takes."""
    origin, attribute = _origin(rune, attribute), attribute_as_shown(rune, attribute)
    lines = [
        f"**{_called(attribute).strip('`')}**: {type_name(attribute)}{', required' if attribute.required else ''}",
        "",
    ]
    lines += [f"{attribute.about}.", ""] if attribute.about else []
    if attribute.values:
        lines.append(f"- One of: {', '.join(f'`{value}`' for value in attribute.values)}")
    if attribute.pattern:
        lines.append(f"- Must match `{attribute.pattern}`")
    if _has_default(attribute):
        lines.append(f"- Default: `{attribute.default}`")
    if attribute.deprecated:
        lines.append(f"- Deprecated: use `{attribute.deprecated}`")
    lines.append(f"- {origin}")
    return "\n".join(lines) + "\n"


def _origin(rune: Rune, attribute: Attribute) -> str:
    if rune.universal and attribute in UNIVERSAL:
        return "A universal attribute, which most runes take"
    if rune.preset is not None and attribute in rune.preset.attributes:
        return f"Of the {rune.preset.name}, which `{rune.name}` shares with other runes"
    return f"Of `{rune.name}`"
