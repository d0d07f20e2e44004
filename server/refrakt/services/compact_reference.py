"""The reference for agents: every rune in as few characters as possible."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from refrakt.features.catalogue_rune import quoted_rune
from refrakt.features.rune_reference import package_of, type_name
from refrakt.runes.builtin_tags import EXTRA, MARKDOC
from refrakt.runes.content_model import Conditional, ContentModel, Delimited, Field, Sections, Split
from refrakt.runes.content_model import FieldSequence as SequenceModel
from refrakt.runes.rune import Attribute, Preset, Rune
from refrakt.runes.universal_attributes import UNIVERSAL

_TEMPLATE = "template"
LONGEST_SENTENCE = 60
"""How long a rune's sentence may be in the compact form."""

_LEGEND = """\
One rune per line: name (aliases) <parents>: what it is | attributes | content.
Attributes: ! required, # number, ? true or false, =a,b allowed values, +set: the shared set, no * : no universal ones.
Content: fields in order, ? optional, * any number, + one or more; [a] [b] parts with --- between them; a: b is b under each a;
template: shown for each thing found, with variables such as $item.
Write {% name a="x" n=2 on=true %}…{% /name %}, or {% name /%} where the content is -. Values always follow a =.
"""


def compact(runes: Sequence[Rune]) -> str:
    """All runes, one line each; what they share is written once."""
    runes = [quoted_rune(rune) for rune in runes]
    universal = any(rune.universal for rune in runes)
    presets = {rune.preset.name: rune.preset for rune in runes if rune.preset is not None}
    lines = [_LEGEND.rstrip()]
    if universal:
        lines.append(f"* universal: {' '.join(map(_short, UNIVERSAL))}")
    lines += [f"+{_preset_name(each)}: {' '.join(map(_short, each.attributes))}" for each in presets.values()]
    package = None
    for rune in runes:
        if package_of(rune) != package:
            package = package_of(rune)
            lines.append(f"\n# {package}")
        lines.append(_line(rune))
    if universal:
        tags = ", ".join(sorted((*MARKDOC.runes, *EXTRA.runes)))
        lines.append(f"\n# Markdoc's own tags\n{tags}")
    return "\n".join(lines) + "\n"


def _line(rune: Rune) -> str:
    others = [alias for alias in rune.aliases if alias != rune.name]
    aliases = f" ({' '.join(others)})" if others else ""
    parents = f" <{' '.join(rune.parents)}>" if rune.parents else ""
    shared = {each.name for each in UNIVERSAL} if rune.universal else set()
    parts = [_short(each) for each in rune.attributes if each.name not in shared and not each.deprecated]
    parts += [f"+{_preset_name(rune.preset)}"] if rune.preset is not None else []
    parts += ["no *"] if not rune.universal else []
    attributes = f" | {' '.join(parts)}" if parts else " |"
    content = _TEMPLATE if rune.deferred else _content(rune.content)
    return f"{rune.name}{aliases}{parents}: {_clipped(rune.about)}{attributes} | {content}"


def _clipped(sentence: str) -> str:
    if len(sentence) <= LONGEST_SENTENCE:
        return sentence
    end = '"' if sentence.startswith('"') else ""  # a quoted one stays so
    return sentence[: LONGEST_SENTENCE - 1].rsplit(" ", 1)[0].rstrip("\\") + "…" + end


def _preset_name(preset: Preset) -> str:
    return preset.name.replace(" ", "-")


def _short(attribute: Attribute) -> str:
    kind = {"number": "#", "boolean": "?"}.get(type_name(attribute), "")
    shown = (str(each) for each in attribute.values)
    values = "=" + ",".join(f'"{each}"' if " " in each and not each.startswith('"') else each for each in shown)
    values = values if attribute.values else ""
    return f"{'!' if attribute.required else ''}{attribute.name}{kind}{values}"


def _content(content: ContentModel | None) -> str:
    """A content model in a few signs."""
    if content is None:
        return "any"
    if isinstance(content, Conditional):
        forms = [*(model for _, model in content.when), content.default]
        return " or ".join(dict.fromkeys(_content(each) for each in forms))
    if isinstance(content, SequenceModel):
        return _sequence(content.fields)
    if isinstance(content, Delimited):
        zones = (
            [_sequence(content.each.fields), "…"]
            if content.each
            else [_sequence(zone.fields) for zone in content.zones]
        )
        return " ".join(f"[{zone}]" for zone in zones)
    if isinstance(content, Sections):
        before = f"{_sequence(content.preamble)}, " if content.preamble else ""
        known = f" ({'; '.join(each.name for each in content.known)})" if content.known else ""
        inside = f": {_sequence(content.body.fields)}" if content.body is not None and content.body.fields else ""
        return f"{before}{content.heading}+{known}{inside}"
    if isinstance(content, Split):
        return f"heading{'' if content.level == 'first' else f':{content.level}'}+: any"
    items, count = (content.needs, "+") if content.needs else (content.takes, "*")
    return f"({items}){count}" if "|" in items else items + count


def _sequence(fields: Iterable[Field]) -> str:
    return ", ".join(_field(each) for each in fields) or "-"


def _field(field: Field) -> str:
    match = field.match.removesuffix(":unordered") if field.match == "list:unordered" else field.match
    count = ("*" if field.optional else "+") if field.greedy else "?" if field.optional else ""
    return f"({match}){count}" if count and "|" in match else match + count
