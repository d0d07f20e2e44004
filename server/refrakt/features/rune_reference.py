"""The reference documentation of runes, for `refrakt reference`, hover and completion.

Which runes are listed is decided here for all of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from refrakt.features.catalogue_rune import quoted_attribute, quoted_rune
from refrakt.features.markdown_escape import code_span
from refrakt.markdoc.format.values import format_value
from refrakt.markdoc.values import UNDEFINED
from refrakt.runes.builtin_tags import MARKDOC
from refrakt.runes.content_model import Conditional, ContentModel, Custom, Delimited, Field, Sections, Split
from refrakt.runes.content_model import FieldSequence as SequenceModel
from refrakt.runes.match_expressions import describe_match
from refrakt.runes.packages import bundled
from refrakt.runes.rune import Attribute, Rune
from refrakt.runes.universal_attributes import UNIVERSAL
from refrakt.runes.vocabulary import Vocabulary

CORE = "core"


def is_builtin_tag(rune: Rune, vocabulary: Vocabulary) -> bool:
    """Whether this is one of Markdoc's own tags. A site without refrakt runes offers only those."""
    return vocabulary.refrakt and rune.category == "Markdoc"


def writable_runes(vocabulary: Vocabulary) -> list[Rune]:
    """The runes an author may write, core first: all but internal ones."""
    return [rune for rune in vocabulary if not rune.internal]


def listed_runes(vocabulary: Vocabulary) -> list[Rune]:
    """The runes of the reference: writable ones without Markdoc's own tags."""
    return [rune for rune in writable_runes(vocabulary) if not is_builtin_tag(rune, vocabulary)]


def package_of(rune: Rune) -> str:
    """The package of a rune as the reference names it: `core` for core."""
    return CORE if rune.package == bundled(CORE).name else rune.package or MARKDOC.name


def type_name(attribute: Attribute) -> str:
    """`string`, `number or boolean`; `SpaceSeparatedList` keeps its name from Markdoc schemas."""
    types = (attribute.type,) if isinstance(attribute.type, str) else attribute.type
    return " or ".join(each if each == "SpaceSeparatedList" else each.lower() for each in types)


def reference_markdown(runes: Sequence[Rune]) -> str:
    """The reference of some runes."""
    runes = [quoted_rune(rune) for rune in runes]
    parts = ["\n".join(_rune_section(rune)) for rune in runes]
    if len(runes) > 1 and any(rune.universal for rune in runes):
        table = "\n".join(_table(UNIVERSAL))
        parts.append(f"## Universal attributes\n\nMost runes accept these in addition to their own.\n\n{table}\n")
    elif runes and runes[0].universal:
        names = ", ".join(f"`{each.name}`" for each in UNIVERSAL)
        parts.append(f"It also accepts the universal attributes: {names}.\n")
    return "\n".join(parts)


def rune_summary(rune: Rune) -> str:
    """A rune for a small window: no headings and no tables, one line for each attribute."""
    package = f" ({package_of(quoted_rune(rune))})" if rune.package or not rune.catalogued else ""
    rune = quoted_rune(rune)
    about = f": {rune.about}." if rune.about else ""
    lines = [f"**{rune.name}**{package}{about}", "", *_facts(rune)]
    if rune.schema_type:
        lines.append(f"- Schema.org type: `{rune.schema_type}`")
    if rune.component:
        lines.append(f"- Component: {code_span(rune.component)}")
    if origin := _definition(rune):
        lines.append(origin)
    for each in _own_attributes(rune):
        if not each.deprecated:
            takes = ", ".join(f"`{value}`" for value in each.values) or type_name(each)
            about = f": {each.about}" if each.about else ""
            usual = f", default `{format_value(each.default)}`" if _has_default(each) else ""
            lines.append(f"- {_attribute_label(each)} ({takes}{', required' if each.required else ''}{usual}){about}")
    if rune.preset is not None:
        names = ", ".join(f"`{each.name}`" for each in rune.preset.attributes if not each.deprecated)
        lines.append(f"- Of the {rune.preset.name}: {names}")
    if rune.universal:
        lines.append("- The universal attributes")
    return "\n".join([*lines, "", *_sample(rune, "markdoc")]).rstrip() + "\n"


def _definition(rune: Rune) -> str:
    """Where a project defines a tag."""
    return "" if rune.location is None else f"- Defined in {code_span(f'{rune.location.path}:{rune.location.line}')}"


def _attribute_label(attribute: Attribute) -> str:
    """The name an attribute is written with, if any."""
    return "The unnamed value" if attribute.name == "primary" else f"`{attribute.name}`"


def _has_default(attribute: Attribute) -> bool:
    return attribute.default is not UNDEFINED and attribute.default not in (None, "")


def _own_attributes(rune: Rune) -> list[Attribute]:
    """The attributes without universal ones."""
    shared = {each.name for each in UNIVERSAL} if rune.universal else set()
    return [each for each in rune.attributes if each.name not in shared]


def _facts(rune: Rune) -> Iterator[str]:
    if rune.aliases:
        yield f"- Aliases: {', '.join(rune.aliases)}"
    if rune.parents:
        yield f"- Allowed in: {', '.join(rune.parents)}"
    is_empty = rune.self_closing and rune.content is None
    yield f"- Content: {'none, self-closing' if is_empty else describe_content(rune)}"


def _sample(rune: Rune, language: str) -> Iterator[str]:
    if rune.sample:
        fence = "`" * max(3, 1 + max(map(len, re.findall("`+", rune.sample)), default=0))
        yield f"{fence}{language}"
        yield rune.sample.rstrip("\n")
        yield fence
        yield ""


def _rune_section(rune: Rune) -> Iterator[str]:
    yield f"## {rune.name}"
    yield ""
    if rune.about:
        yield f"{rune.about}."
        yield ""
    yield _definition(rune) or f"- Package: {package_of(rune)}"
    yield from _facts(rune)
    if not rune.universal:
        yield "- No universal attributes"
    yield ""
    own = _own_attributes(rune)
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
        text = "; ".join(note for note in notes if note).replace("|", "\\|")
        yield f"| `{each.name}` | {type_name(each)}{values} | {text} |"


def describe_content(rune: Rune) -> str:
    """What a rune expects between its tags, in words."""
    return (
        "a template, rendered for each matching entity" if rune.deferred else "; ".join(_content_phrases(rune.content))
    )


def _content_phrases(content: ContentModel | None) -> Iterator[str]:
    """A content model in words."""
    if content is None:
        yield "anything"
    elif isinstance(content, Conditional):
        forms = [*(model for _, model in content.when), content.default]
        yield ", or ".join(dict.fromkeys("; ".join(_content_phrases(each)) for each in forms))
    elif isinstance(content, SequenceModel):
        yield from _field_phrases(content.fields)
    elif isinstance(content, Delimited):
        if content.each is not None:
            yield f"parts separated by `---` lines, each with {', '.join(_field_phrases(content.each.fields))}"
        for zone in content.zones:
            yield f"{zone.name}: {', '.join(_field_phrases(zone.fields))}"
        if len(content.zones) > 1:
            yield "separated by `---` lines"
    elif isinstance(content, Sections):
        if content.preamble:
            yield from _field_phrases(content.preamble)
        yield f"sections that begin with {describe_match(content.heading)}"
        if content.known:
            yield "known sections are " + ", ".join(each.name for each in content.known)
    elif isinstance(content, Split):
        yield f"sections that begin with {'a heading' if content.level == 'first' else f'a level {content.level} heading'}"
    elif isinstance(content, Custom):
        yield describe_match(content.needs or content.takes)


def _field_phrases(fields: Iterable[Field]) -> Iterator[str]:
    is_empty = True
    for each in fields:
        is_empty = False
        many = ", any number" if each.greedy and each.match != "any" else ""
        optional = " (optional)" if each.optional and each.match != "any" else ""
        yield f"{describe_match(each.match)}{many}{optional}"
    if is_empty:
        yield "nothing"


def attribute_text(rune: Rune, attribute: Attribute) -> str:
    """The documentation of an attribute."""
    origin, attribute = _origin(rune, attribute), quoted_attribute(rune, attribute)
    lines = [
        f"**{_attribute_label(attribute).strip('`')}**: {type_name(attribute)}{', required' if attribute.required else ''}",
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
        return "A universal attribute of most runes"
    if rune.preset is not None and attribute in rune.preset.attributes:
        return f"Of the {rune.preset.name}, which `{rune.name}` shares with other runes"
    return f"Of `{rune.name}`"
