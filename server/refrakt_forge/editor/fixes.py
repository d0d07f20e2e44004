"""Fixes of problems in definitions and configuration.

A fix is safe only if there is one thing that can be meant: a number that is a version without its quotes, a value in another case,
an item that is listed twice. A name that is only similar needs a person.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from refrakt.plugins import Fix, Span, TextEdit
from refrakt_forge.definitions.agent import MOST_TOKENS
from refrakt_forge.documents.problem import DefinitionProblem
from refrakt_forge.documents.source_node import SourceNode
from refrakt_forge.editor.request import FileRequest
from refrakt_forge.names import parse_reference
from refrakt_forge.versions import EXACT

SuggestedFix = tuple[str, Fix]
_SHORT_VERSION = re.compile(r"(0|[1-9][0-9]{0,8})(?:\.(0|[1-9][0-9]{0,8}))?")
_BETWEEN_ITEMS = re.compile(r"[ \t\r]*\n[ \t]*-[ \t]+|[ \t]*,[ \t]*")
_PLAIN_NAME = re.compile("(?!(?:true|false|null)$)[a-z][a-z0-9-]*")
"""A name that YAML reads as a text without quotes."""
_FLAGS = {"yes": "true", "on": "true", "true": "true", "no": "false", "off": "false", "false": "false"}
_REFERENCES = ("W307", "W308", "W310")
_VERSIONS = ("E104", "E204")
_NUMBERS = {"E108": (0, 1), "E109": (1, MOST_TOKENS)}
_EMPTY_VALUES = {"tools": "[]", "parameters": "{}"}


def fix_of(problem: DefinitionProblem, request: FileRequest) -> SuggestedFix | None:
    """What to do about a problem, and the edits for it; None if only the writer can know."""
    root = request.document.root
    if root is None:
        return None
    node = _node(root, problem.field)
    if problem.code in ("W303", "W401", "W501"):
        return _renamed_key(problem, request, root)
    if node is None or node.value is None:
        return _added_key(problem, request, root)
    for make in _MAKERS:
        found = make(problem, request, node)
        if found is not None:
            return found
    return None


def _node(root: SourceNode, field: str) -> SourceNode | None:
    """The value of a dotted path. Keys with dots in them are not found."""
    path = tuple(int(each) if each.isdecimal() else each for each in field.split(".")) if field else ()
    return root.get(*path) if path else None


def _replaced(
    request: FileRequest, node: SourceNode, new: str, applicability: str, title: str | None = None
) -> SuggestedFix:
    """A value replaced by a text, in the same quotes."""
    written = request.document.text[node.span.start : node.span.end]
    quote = '"' if request.document.format == "json" else written[:1] if written[:1] in ("'", '"') else ""
    edit = TextEdit(node.span, f"{quote}{new}{quote}")
    return title or f"Replace with `{new}`", Fix((edit,), applicability)  # type: ignore[arg-type]


def _version(problem: DefinitionProblem, request: FileRequest, node: SourceNode) -> SuggestedFix | None:
    """`1.0` is a number and lacks a part; written as a text, it is a version."""
    if problem.code not in _VERSIONS:
        return None
    written = request.document.text[node.span.start : node.span.end]
    text = node.value if isinstance(node.value, str) else written
    found = _SHORT_VERSION.fullmatch(text.removeprefix("v"))
    version = f"{found[1]}.{found[2] or 0}.0" if found else text.removeprefix("v")
    if EXACT.fullmatch(version) is None:
        return None
    if isinstance(node.value, str):
        return _replaced(request, node, version, "unsafe")
    return f'Write "{version}"', Fix((TextEdit(node.span, f'"{version}"'),))


def _flag(problem: DefinitionProblem, request: FileRequest, node: SourceNode) -> SuggestedFix | None:
    """`yes` is a text in YAML 1.2."""
    value = _FLAGS.get(node.value.lower()) if isinstance(node.value, str) else None
    if value is None or not problem.message.endswith("must be true or false"):
        return None
    return f"Write `{value}`", Fix((TextEdit(node.span, value),))


def _number(problem: DefinitionProblem, request: FileRequest, node: SourceNode) -> SuggestedFix | None:
    """A number in quotes is a text."""
    if problem.code not in _NUMBERS or not isinstance(node.value, str):
        return None
    least, most = _NUMBERS[problem.code]
    try:
        value = json.loads(node.value)
    except ValueError:
        return None
    if not isinstance(value, int | float) or isinstance(value, bool) or not least <= value <= most:
        return None
    return "Remove the quotes", Fix((TextEdit(node.span, node.value.strip()),))


def _duplicate(problem: DefinitionProblem, request: FileRequest, node: SourceNode) -> SuggestedFix | None:
    if problem.code != "W312":
        return None
    name, _, number = problem.field.rpartition(".")
    above = _node(request.document.root, name) if request.document.root is not None else None
    if above is None or int(number) < 1:
        return None
    span = Span(above.items[int(number) - 1].span.end, node.span.end)
    between = request.document.text[span.start : node.span.start]
    # A comment or an anchor between the two would be lost.
    return ("Remove it", Fix((TextEdit(span, ""),))) if _BETWEEN_ITEMS.fullmatch(between) else None


def _reference(problem: DefinitionProblem, request: FileRequest, node: SourceNode) -> SuggestedFix | None:
    """A similar name keeps the version range of the reference; an installed version replaces it."""
    if problem.code not in _REFERENCES or not problem.candidates or not isinstance(node.value, str):
        return None
    best, written = problem.candidates[0], parse_reference(node.value)
    if "@" in best:
        _, _, version = best.partition("@")
        return _replaced(request, node, f"{written.qualified_name}@{version}", "unsafe")
    return _replaced(request, node, node.value.replace(written.name, best, 1), "unsafe", f"Replace with `{best}`")


def _choice(problem: DefinitionProblem, request: FileRequest, node: SourceNode) -> SuggestedFix | None:
    if not problem.candidates or problem.code == "W305" or not isinstance(node.value, str):
        # A name in kebab case would differ from the path.
        return None
    best = problem.candidates[0]
    same = best.lower() == node.value.strip().lower() and not problem.is_warning
    if not same and len(problem.candidates) > 1:
        return None
    return _replaced(request, node, best, "safe" if same else "unsafe")


def _secure_url(problem: DefinitionProblem, request: FileRequest, node: SourceNode) -> SuggestedFix | None:
    if problem.code != "W317" or not isinstance(node.value, str):
        return None
    return _replaced(request, node, node.value.replace("http:", "https:", 1), "unsafe", "Use https")


_MAKERS: tuple[Callable[[DefinitionProblem, FileRequest, SourceNode], SuggestedFix | None], ...] = (
    _version,
    _flag,
    _number,
    _duplicate,
    _reference,
    _secure_url,
    _choice,
)


# Keys -----------------------------------------------------------------------------------------------------------------


def _renamed_key(problem: DefinitionProblem, request: FileRequest, root: SourceNode) -> SuggestedFix | None:
    """A misspelt key. It is certain only if nothing but case and separators differ."""
    if not problem.candidates or problem.key is None or "." in problem.candidates[0]:
        return None
    best, text = problem.candidates[0], request.document.text
    above, _, name = problem.field.rpartition(".")
    parent = _node(root, above) if above else root
    if parent is None or best in parent.members or name not in parent.members:
        return None
    written = text[problem.key.start : problem.key.end]
    quote = written[:1] if written[:1] in ("'", '"') else ""
    same = len(problem.candidates) == 1 and _plain(best) == _plain(name)
    edit = TextEdit(problem.key, f"{quote}{best}{quote}")
    return f"Rename to `{best}`", Fix((edit,), "safe" if same else "unsafe")


def _plain(key: str) -> str:
    return key.replace("_", "").replace("-", "").lower()


def _added_key(problem: DefinitionProblem, request: FileRequest, root: SourceNode) -> SuggestedFix | None:
    """A missing top-level key of a definition, where its value is known."""
    kind = request.role.kind
    field = problem.field
    if kind is None or problem.is_warning or field in root.members:
        return None
    known = request.definition
    value: str | None = _EMPTY_VALUES.get(field)
    if field == "type":
        value = kind
    elif field == "name" and known is not None:
        value = known.name if _PLAIN_NAME.fullmatch(known.name) else json.dumps(known.name)
    text = request.document.text
    at = _first_line(text, root)
    if value is None or at is None:
        return None
    certain = field in ("type", "name")
    line_end = "\r\n" if "\r\n" in text else "\n"
    edit = TextEdit(Span(at, at), f"{field}: {value}{line_end}")
    return f"Add `{field}: {value}`", Fix((edit,), "safe" if certain else "unsafe")


def _first_line(text: str, root: SourceNode) -> int | None:
    """The start of the line of the first key; None if it is not the start of a line."""
    first = min((each.key.start for each in root.members.values()), default=None)
    if first is None or text[:first].rpartition("\n")[2] or text.startswith(("{", "\ufeff"), root.span.start):
        return None
    return first
