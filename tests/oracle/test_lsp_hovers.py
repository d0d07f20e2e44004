"""Hovers, compared with recordings of the reference's language server.

The words are ours; the facts must be there: which rune it is and what else it is called, its attributes and what they take, what is
required. Where we tell something else, the reason is written down.
"""

from __future__ import annotations

import gzip
import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from refrakt.features.hover import hover_at
from refrakt.features.page_context import PageContext
from refrakt.hosts.lsp.position_encoding import PositionEncoder
from refrakt.markdoc.document import parse
from refrakt.project.site import SiteContext
from refrakt.runes.rune import Rune
from refrakt.runes.universal_attributes import UNIVERSAL
from rules.checking import all_runes

ORACLE = Path(__file__).resolve().parent.parent.parent.parent / "shared" / "oracle"
RECORDED = ORACLE / "lsp" / "patched-all-plugins.json.gz"

pytestmark = pytest.mark.recorded

MORE = {
    "attr-value": "the attribute, and what the value is",
    "unclosed": "the rune, although the tag has no end yet",
    "partial": "Markdoc's own tags are explained, too",
    "if": "Markdoc's own tags are explained, too",
    "percent-in-attr": "a `%}` in a string does not end the tag",
}
"""Cases in which only we have a hover."""
LESS = {"fence": "a sample in a code block is no rune of the page"}
"""Cases in which we have no hover, with reasons."""
OTHERWISE = {
    ("custom-type", "any"): "we know what the attribute takes",
    ("grid", "any"): "we know what the attribute takes",
}
"""Types that the reference does not have."""

_ATTRIBUTE = re.compile(r"^- `(?P<name>[^`]+)`(?P<required> \*\(required\)\*)? — (?P<takes>.*)$", re.MULTILINE)
_VALUE = re.compile(r"`\"([^\"]+)\"`")
_SHARED = {each.name for each in UNIVERSAL}


def cases() -> list[dict[str, Any]]:
    if not RECORDED.is_file():
        return []
    with gzip.open(RECORDED, "rt", encoding="utf-8") as file:
        found: list[dict[str, Any]] = json.load(file)["hovers"]
    return found


@cache
def site() -> SiteContext:
    return SiteContext(None, Path("/"), None, all_runes())


def hover_of(case: dict[str, Any]) -> str | None:
    document = parse(case["text"], site().options)
    offset = PositionEncoder("utf-16").offset(document, case["position"]["line"], case["position"]["character"])
    found = hover_at(PageContext(document, site()), offset)
    return found.markdown if found is not None else None


def test_all_recordings_exist() -> None:
    names = [case["name"] for case in cases()]
    assert len(names) == 35
    assert {*MORE, *LESS} <= {*names}


@pytest.mark.parametrize("case", cases(), ids=lambda case: case["name"])
def test_hover_includes_what_the_reference_shows(case: dict[str, Any]) -> None:
    theirs: str | None = case["result"]["contents"]["value"] if case["result"] is not None else None
    ours = hover_of(case)
    if case["name"] in LESS:
        assert ours is None
    elif theirs is None:
        assert (ours is not None) == (case["name"] in MORE)
    else:
        assert ours is not None
        (_check_rune if theirs.startswith("### ") else _check_attribute)(case["name"], theirs, ours)


def _check_rune(case: str, theirs: str, ours: str) -> None:
    name = theirs.partition("\n")[0].removeprefix("### ")
    rune = all_runes().get(name)
    assert rune is not None
    assert ours.startswith(f"**{name}** (")
    assert f"): {rune.about}." in ours
    if aliases := re.search(r"^\*Aliases: (.*)\*$", theirs, re.MULTILINE):
        assert all(alias in ours for alias in aliases[1].split(", "))
    if kind := re.search(r"\*\*SEO type:\*\* `(.*)`", theirs):
        assert f"`{kind[1]}`" in ours
    for attribute in _ATTRIBUTE.finditer(theirs):
        _check_listed(case, rune, attribute, ours)


def _check_listed(case: str, rune: Rune, attribute: re.Match[str], ours: str) -> None:
    """Each attribute in a line of its own; shared ones by name, or all of them together: details are in their own hovers."""
    name = attribute["name"]
    if name.startswith("__"):
        return  # for the reference's own use
    known = rune.every_attribute.get(name)
    assert known is not None
    if known.deprecated:
        return  # it must not be used in new pages
    if rune.universal and name in _SHARED:
        assert "The universal attributes" in ours
        return
    if known not in rune.attributes:
        assert f"`{name}`" in ours
        return
    begin = "- The unnamed value (" if name == "primary" else f"- `{name}` ("
    line = next(each for each in ours.split("\n") if each.startswith(begin))
    assert all(f"`{value}`" in line for value in _VALUE.findall(attribute["takes"]))
    assert ("required" in line) == (attribute["required"] is not None)
    if "any" not in attribute["takes"] or (case, "any") not in OTHERWISE:
        kinds = re.findall(r"`(string|number|boolean)`", attribute["takes"])
        assert all(kind in line for kind in kinds) or known.values
    if default := re.search(r"\(default:? `?\"?([^`\")]*)", attribute["takes"]):
        assert default[1] in line


def _check_attribute(case: str, theirs: str, ours: str) -> None:
    name = re.match(r"\*\*(.+?)\*\* on", theirs)
    assert name is not None
    assert ours.startswith(f"**{name[1]}**: ")
    assert all(f"`{value}`" in ours for value in _VALUE.findall(theirs))
    assert ("**Required:** yes" in theirs) <= ("required" in ours)
    kinds = re.findall(r"\*\*Type:\*\* `(string|number|boolean)`", theirs)
    assert all(f"**{name[1]}**: {kind}" in ours for kind in kinds)
