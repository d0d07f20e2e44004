"""Completions and cursor contexts, compared with recordings of the reference's language server."""

from __future__ import annotations

import gzip
import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from features.checking import page_of
from refrakt.features.completion import complete
from refrakt.features.cursor_context import cursor_context_at
from refrakt.features.enclosing_tags import EnclosingScope
from refrakt.project.site import SiteContext
from rules.checking import all_runes

ORACLE = Path(__file__).resolve().parent.parent.parent.parent / "shared" / "oracle"

pytestmark = pytest.mark.recorded

INTERNAL = frozenset(
    {
        *("accordion-item", "budget-category", "budget-line-item", "conversation-message", "error", "form-field"),
        *("note", "reveal-step", "tab"),
    }
)
"""Runes that only other runes make. The reference's own list of runes leaves them out, its language server does not."""

EVERYTHING = "*"

LEFT_OUT: dict[str, tuple[set[str], str]] = {
    "attr-existing": ({"hint"}, "an attribute belongs here, and a second name would make the tag unreadable"),
    "shortcut-attr": ({"xref"}, "an attribute belongs here, and a second name would make the tag unreadable"),
    "value-single-quote": ({"hint"}, "a value is being typed; ours come with the quotes Markdoc knows"),
    "after-self-close-slash": ({"icon"}, "nothing but the end of the tag may follow the slash"),
    "value-spaces": ({EVERYTHING}, "Markdoc reads no tag with spaces around its `=`"),
    "in-fence": ({EVERYTHING}, "a sample in a fence, which the site shows as it is"),
    "in-annotation": ({EVERYTHING}, "an annotation has no name: one would make it unreadable"),
    "variable": ({EVERYTHING}, "behind `$` stands a variable; ours are offered"),
}
"""Completions that only the reference offers, by case, with reasons."""

BETTER: dict[str, tuple[set[str], str]] = {
    "attr-existing": ({"tint", "width"}, "attributes that are not set yet"),
    "shortcut-attr": ({"label", "type"}, "attributes that are not set yet"),
    "value-single-quote": ({"note", "warning"}, "the values, put into double quotes"),
    "variable": ({"page", "frontmatter"}, "variables"),
    "close-percent-in-attr": ({"/hint"}, "a percent sign in a value hides no tag"),
    "after-closed-tag": ({"/hint"}, "the closing tag of what has just been opened"),
    "partial-attr": ({"file", "variables"}, "Markdoc's own tags have attributes, too"),
    "if-tag": ({"if"}, "Markdoc's own tags"),
    "if-attr": ({"$page", "equals"}, "what a condition is made of"),
}
"""What we offer where the reference offers nothing, or nothing sensible."""


class Recorded(SiteContext):
    """The site of the recordings: every package, and these partials."""

    def _partials(self) -> frozenset[str]:
        return frozenset({"banner.md", "header.md", "nested/foot.md"})


@cache
def site() -> SiteContext:
    return Recorded(None, Path("/"), None, all_runes())


@cache
def recorded(name: str) -> Any:
    path = ORACLE / "lsp" / name
    if not path.exists():
        return []
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return json.load(file)


def completions() -> list[dict[str, Any]]:
    result = recorded("patched-all-plugins.json.gz")
    return list(result["completions"]) if result else []


def contexts() -> list[dict[str, Any]]:
    return list(recorded("tag-context-unit.json.gz"))


def offset_of(text: str, position: dict[str, int]) -> int:
    """An offset in characters. The recordings count units of UTF-16."""
    lines = text.split("\n")
    before = lines[position["line"]].encode("utf-16-le")[: 2 * position["character"]].decode("utf-16-le")
    return sum(len(line) + 1 for line in lines[: position["line"]]) + len(before)


def test_all_cases_are_there() -> None:
    assert len(completions()) == 54
    assert len(contexts()) == 33
    names = {each["name"] for each in completions()}
    assert {*LEFT_OUT, *BETTER} <= names


@pytest.mark.parametrize("case", completions(), ids=lambda case: case["name"])
def test_completions_of_the_reference_are_offered(case: dict[str, Any]) -> None:
    result = case["result"] or []
    items = result["items"] if isinstance(result, dict) else result
    theirs = {each["label"] for each in items}
    labels = {each.label for each in complete(page_of(case["text"], site()), offset_of(**expected_context(case))).items}
    ours = {each.removeprefix("/") for each in labels}
    allowed, _ = LEFT_OUT.get(case["name"], (set(), ""))
    missing = theirs - ours - INTERNAL
    assert EVERYTHING in allowed or missing == allowed, sorted(missing)
    assert EVERYTHING not in allowed or missing, "nothing is missing any more"
    more, _ = BETTER.get(case["name"], (set(), ""))
    assert more <= labels


def expected_context(case: dict[str, Any]) -> dict[str, Any]:
    return {"text": case["text"], "position": case["position"]}


# What a cursor is taken for ---------------------------------------------------------------------------------------------

OTHERWISE: dict[str, tuple[dict[str, Any], str]] = {
    '{% hint type="note"': ({"kind": "nothing"}, "no attribute may begin before a space"),
    "{% hint a=1 b": ({"existingAttributes": ["a"]}, "a number is an attribute that is set"),
    "{% hint a=[1, ": ({"attribute": "a"}, "the cursor is in a list, where a value belongs"),
    "{% hint a='x": ({"attribute": "a", "kind": "value"}, "the cursor is in a string, if one of the wrong quotes"),
    "{% a_b": ({"tagName": "a_b", "kind": "name"}, "an underscore is part of a name"),
    '{% hint type = "': ({"attribute": "primary"}, "Markdoc reads no tag with spaces around its `=`"),
    '{% hint a="%} ': ({"attribute": "a", "kind": "value"}, "a string goes on behind a `%}` in it"),
    "{% 1a": ({"tagName": "1a", "kind": "name"}, "a name may begin with a digit"),
    "# H {% #id ": ({"existingAttributes": ["id"]}, "an id is an attribute that is set"),
}
"""Cursors with another context here, with the reason."""


def context_of(text: str) -> dict[str, Any] | None:
    """The cursor context at the end of a text, in the form of the recordings."""
    context = cursor_context_at(page_of(text, site()).document, len(text))
    if context.tag is None:
        return None
    kind = context.kind
    result: dict[str, Any] = {"tagName": context.name, "isClosing": kind == "closing"}
    name = context.text[: context.offset - context.span.start]
    if kind == "value":
        result["attribute"] = {"name": context.attribute, "inValue": True, "valuePrefix": name}
    elif kind == "attribute" and name:
        result["attribute"] = {"name": name, "inValue": False, "valuePrefix": ""}
    start = context.span.start - context.tag.base
    set_before = [each for each in context.tag.syntax.attributes if each.complete and each.value[1] < start]
    result["existingAttributes"] = [each.annotation.name for each in set_before]
    result["kind"] = kind
    return result


@pytest.mark.parametrize("case", contexts(), ids=lambda case: case["text"])
def test_cursor_contexts_match_the_reference(case: dict[str, Any]) -> None:
    text = case["text"]
    ours = context_of(text)
    if text in OTHERWISE:
        assert ours is not None
        for key, value in OTHERWISE[text][0].items():
            assert (ours[key]["name"] if key == "attribute" else ours[key]) == value
    kind = ours.pop("kind", None) if ours is not None else None
    assert (ours != case["context"]) == (text in OTHERWISE), kind
    document = page_of(text, site()).document
    tag = cursor_context_at(document, len(text)).tag
    if tag is not None and case["context"] is not None:
        assert [*reversed(EnclosingScope(document, tag).unclosed)] == case["unclosed"]
