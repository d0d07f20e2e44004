"""The fields of a form, from its lists, quotes and headings.

An item of a list is a field. A quote before a list is the question of a choice, any other quote is help. A heading starts a group,
the last paragraph in bold is the button.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from refrakt.markdoc.tree import Node
from refrakt.runes.output.child_runes import child_tag

FIELD = "form-field"

_TYPES = {
    "email": "email e-mail",
    "tel": "phone telephone mobile cell",
    "url": "website url homepage link",
    "date": "date birthday dob",
    "number": "number amount quantity age count",
    "password": "password pin passcode",
    "textarea": "message comments description feedback notes bio about",
    "file": "file upload attachment resume document cv",
}
"""Words in the name of a field that tell its type; the first match counts."""

_MODIFIERS = re.compile(r"(.(?:.*\))?[^()\n]*+)\s*+\(([^)]++)\)\s*+")
_OPTIONAL = re.compile(r"\boptional\b", re.IGNORECASE)
_PLACEHOLDER = re.compile(r"""placeholder:\s*["']?([^"',]+)["']?""", re.IGNORECASE)
_CHOICE_MODIFIER = re.compile(r"(?<!\s)\s*+\((multiple|radio|optional)\)", re.IGNORECASE)
_SELECT_ALL = re.compile("select all", re.IGNORECASE)
_MOST_RADIO_BUTTONS = 4


def form_fields(nodes: Sequence[Node]) -> Iterator[Node]:
    """The body of a form as tags; anything else, such as other runes, stays as it is."""
    button = next((node for node in reversed(nodes) if _is_bold(node)), None)
    quote: Node | None = None
    for node in nodes:
        if node.type == "list" and quote is not None:
            yield _choice(quote, node)
            quote = None
            continue
        if quote is not None:
            yield _field("help", _text(quote), quote)
            quote = None
        match node.type:
            case "blockquote":
                quote = node
            case "list":
                yield from (_input(item) for item in node.children if item.type == "item")
            case "heading":
                yield _field("group", _text(node), node)
            case "hr":
                yield _field("separator", "", node)
            case "paragraph":
                yield _field("submit" if node is button else "description", _text(node), node)
            case _:
                yield node
    if quote is not None:
        yield _field("help", _text(quote), quote)


def _field(
    kind: str, name: str, origin: Node, required: bool = False, placeholder: str = "", options: str = ""
) -> Node:
    values = {"name": name, "fieldType": kind, "required": required, "placeholder": placeholder, "options": options}
    return child_tag(FIELD, values, (), origin)


def _input(item: Node) -> Node:
    """A field, written `Name (optional, placeholder: text)`."""
    text = _text(item)
    found = _MODIFIERS.fullmatch(text)
    if found is None:
        return _field(_type(text.strip()), text.strip(), item, required=True)
    name, modifiers = found[1].strip(), found[2]
    placeholder = _PLACEHOLDER.search(modifiers)
    return _field(
        _type(name),
        name,
        item,
        required=_OPTIONAL.search(modifiers) is None,
        placeholder=placeholder[1].strip() if placeholder else "",
    )


def _type(name: str) -> str:
    lower = name.lower()
    return next((kind for kind, words in _TYPES.items() if any(word in lower for word in words.split())), "text")


def _choice(quote: Node, options: Node) -> Node:
    """A question with its answers: several may be chosen, or one by radio buttons or, if there are many, in a menu."""
    question = _text(quote)
    modifiers = {found.lower() for found in _CHOICE_MODIFIER.findall(question)}
    texts = [_text(item) for item in options.children if item.type == "item"]
    if "multiple" in modifiers or _SELECT_ALL.search(question):
        kind = "checkbox"
    else:
        kind = "radio" if "radio" in modifiers or len(texts) <= _MOST_RADIO_BUTTONS else "select"
    name = _CHOICE_MODIFIER.sub("", question).strip()
    return _field(kind, name, quote, required="optional" not in modifiers, options=",".join(texts))


def _is_bold(node: Node) -> bool:
    """Whether all text of a paragraph is bold."""
    if node.type != "paragraph":
        return False
    bold = "".join(_text(each) for each in node.walk() if each.type == "strong").strip()
    return bool(bold) and bold == _text(node).strip()


def _text(node: Node) -> str:
    texts = [each.attributes.get("content") for each in node.walk() if each.type == "text"]
    return "".join(text for text in texts if isinstance(text, str))
