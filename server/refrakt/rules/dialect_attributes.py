"""Attributes as other dialects write them: `title="x"`, `open`, `columns={3}`, `.wide`, `#intro`, `"x"`.

They are read into the values that Markdoc writes, so that a rule can write the tag in Markdoc's form.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from refrakt.runes.rune import Attribute, Rune
from refrakt.runes.synonyms import attribute_synonyms, respelled, value_synonyms

_ATTRIBUTE = re.compile(
    r"""[\s,]*(?:
        (?P<short>[.#][\w-]+)
      | (?P<name>[A-Za-z_:@][\w:@-]*)(?:\s*=\s*(?P<value>"[^"]*"|'[^']*'|\{[^{}]*\}|\[[^\][]*\]|[^\s"'<>={}\[\],]+))?
      | (?P<positional>"[^"]*"|'[^']*'|\d+(?:\.\d+)?(?![\w.]))
    )""",
    re.VERBOSE,
)
_LITERAL = re.compile(r"true|false|null|-?\d+(?:\.\d+)?")
_STRING = re.compile(r"""\s*(?:"([^"\\]*)"|'([^'\\]*)'|`([^`\\$]*)`)\s*""")
_SIMPLE_LIST = re.compile(r"""\[[\s\w",.-]*\]""")
_REPEATED = ("value", "key")
"""Attributes that say the same again, as `value` beside the `label` of a tab."""
_HTML_NAMES = {"classname": "class", "htmlfor": "for"}
TITLE_ATTRIBUTES = ("title", "summary", "label", "name", "caption")
"""Attributes that take the title of an admonition."""


class ForeignAttributes(NamedTuple):
    """Attributes of another dialect in Markdoc's form."""

    named: tuple[tuple[str, str], ...] = ()
    """Names, and values as Markdoc writes them."""
    shorthands: tuple[str, ...] = ()
    """`.class` and `#id`."""
    positional: tuple[str, ...] = ()
    end: int = 0
    """Where reading stopped."""
    exact: bool = True
    """Whether every value has a Markdoc form: expressions have none."""


def read_attributes(text: str, start: int = 0, end: int | None = None) -> ForeignAttributes:
    """The attributes from an offset on, up to what is not an attribute."""
    stop = len(text) if end is None else end
    named: list[tuple[str, str]] = []
    shorthands: list[str] = []
    positional: list[str] = []
    exact = True
    at = start
    while (found := _ATTRIBUTE.match(text, at, stop)) is not None:
        at = found.end()
        if found["short"]:
            shorthands.append(found["short"])
        elif found["positional"]:
            positional.append(quoted(found["positional"].strip("\"'")))
        else:
            value = markdoc_value(found["value"]) if found["value"] is not None else "true"
            exact = exact and value is not None
            named.append((found["name"], value or found["value"]))
    return ForeignAttributes(tuple(named), tuple(shorthands), tuple(positional), at, exact)


def markdoc_value(written: str) -> str | None:
    """A value in Markdoc's form; None for an expression."""
    string = _STRING.fullmatch(written[1:-1] if written.startswith("{") else written)
    if string is not None:
        return quoted(next(each for each in string.groups() if each is not None))
    if written.startswith("{"):
        inner = written[1:-1].strip()
        return inner if _LITERAL.fullmatch(inner) or _SIMPLE_LIST.fullmatch(inner) else None
    if written.startswith(("[", '"', "'")):
        return written if _SIMPLE_LIST.fullmatch(written) else None
    return written if _LITERAL.fullmatch(written) else quoted(written)


def quoted(text: str) -> str:
    """A string in Markdoc's form."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def attributes_for(rune: Rune, found: ForeignAttributes, title: str) -> tuple[str, bool]:
    """The attributes of a tag as Markdoc writes them, each with a space before it, and whether the rune has all of them."""
    known = rune.every_attribute
    by_letters = {_letters(name): name for name in known}
    pieces: list[str] = []
    names: set[str] = set()
    exact = found.exact
    for value in _unnamed(found, title):
        taker = "primary" if "primary" in known else next((each for each in TITLE_ATTRIBUTES if each in known), None)
        if taker is None or taker in names:
            exact = False
            continue
        names.add(taker)
        pieces.append(value if taker == "primary" else f"{taker}={value}")
    for name, value in found.named:
        own = name if name in known else by_letters.get(_HTML_NAMES.get(name.lower(), _letters(name)), name)
        if own not in known:
            own, value = _synonymous(rune, name, value)
        if own not in known and name in _REPEATED and len(found.named) > 1:
            continue
        exact = exact and (own in known or rune.open) and own not in names
        names.add(own)
        pieces.append(f"{own}={_as_declared(rune, own, value)}")
    pieces += found.shorthands
    return "".join(f" {each}" for each in pieces), exact


def _synonymous(rune: Rune, name: str, value: str) -> tuple[str, str]:
    """The attribute and the value of a rune that other tools call so; a word alone may be a value: `{{< hint info >}}`."""
    known = rune.every_attribute
    if value == "true":
        for each in rune.attributes:
            meant = meant_value(each, name)
            if meant is not None:
                return each.name, quoted(meant)
    for other in attribute_synonyms(name, (each.name for each in rune.attributes if not each.deprecated)):
        declared = known[other]
        if not declared.values or meant_value(declared, value.strip('"')) is not None:
            return other, value
    return name, value


def meant_value(attribute: Attribute, value: str) -> str | None:
    """The value of an attribute that another tool writes so; None if it lists no such value."""
    texts = [each for each in attribute.values if isinstance(each, str)]
    if value in texts:
        return value
    same = respelled(value, texts)
    if same is not None:
        return same
    near = value_synonyms(value, texts)
    return near[0] if len(near) == 1 else None


def _unnamed(found: ForeignAttributes, title: str) -> Iterator[str]:
    yield from found.positional
    if title:
        yield quoted(title)


def _as_declared(rune: Rune, name: str, value: str) -> str:
    """A number or a flag in quotes, without them, if the rune declares it so: HTML has only strings."""
    declared = rune.every_attribute.get(name)
    inner = value[1:-1]
    if declared is None or not value.startswith('"'):
        return value
    if declared.values and inner not in declared.values:
        meant = meant_value(declared, inner)
        return quoted(meant) if meant is not None else value
    if (declared.type == "Number" and re.fullmatch(r"-?\d+(?:\.\d+)?", inner)) or (
        declared.type == "Boolean" and inner in ("true", "false")
    ):
        return inner
    return value


def _letters(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.lower())
