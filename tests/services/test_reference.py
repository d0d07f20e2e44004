"""The reference: every public rune, as JSON for tools, and in a form short enough for an agent."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from refrakt.compact_text import row_length
from refrakt.errors import RefraktError
from refrakt.features.rune_reference import reference_markdown, rune_summary
from refrakt.list_pages import LARGEST
from refrakt.markdoc.document import parse
from refrakt.markdoc.parse_options import ParseOptions
from refrakt.project.rune_packages import all_builtin
from refrakt.project.site import SiteContext
from refrakt.runes.rune import Rune
from refrakt.runes.universal_attributes import UNIVERSAL
from refrakt.runes.vocabulary import vocabulary
from refrakt.services.compact_reference import LONGEST_SENTENCE, compact
from refrakt.services.context import Context
from refrakt.services.reference import ReferenceInput, described, reference, selected_runes

MOST = 25_000
"""Bytes the compact form may take, for all runes together."""


@pytest.fixture(scope="module")
def runes() -> list[Rune]:
    site = SiteContext(None, Path("/"), None, vocabulary(all_builtin()))
    return selected_runes(site, ReferenceInput())


def test_internal_runes_and_markdocs_tags_are_left_out(runes: list[Rune]) -> None:
    names = {rune.name for rune in runes}
    assert {"hint", "tabs", "hero"} <= names
    assert not {"tab", "accordion-item", "if", "partial", "link"} & names


def test_one_rune_by_name_or_alias(tmp_path: Path) -> None:
    context = Context.at(tmp_path)
    for name in ("hint", "callout"):
        (result,) = reference(context, ReferenceInput(name)).runes or []
        assert result["name"] == "hint"
        assert result["plugin"] == "core"
        assert result["attributes"]["own"]["type"]["matches"] == ["caution", "check", "note", "warning"]
        assert result["attributes"]["universal"] == [each.name for each in UNIVERSAL]
        assert result["contentModel"]["type"] == "sequence"
        assert "{% hint" in result["example"]
    (partial,) = reference(context, ReferenceInput("partial")).runes or []
    assert partial["plugin"] == "@markdoc/markdoc"
    with pytest.raises(RefraktError, match="did you mean 'hint'"):
        reference(context, ReferenceInput("hnit"))


def test_a_tag_of_a_plain_site_has_its_file(repository: Path) -> None:
    (rune,) = selected_runes(Context.at(repository / "examples" / "plain").site(None), ReferenceInput("tides"))
    text = reference_markdown([rune])
    assert '\n"The tides of a harbour".\n\n- Defined in `' in text
    assert "markdoc/tags.js:16`\n- Content" in text
    assert rune_summary(rune).startswith('**tides**: "The tides of a harbour".\n')
    assert "\n\n.\n" not in reference_markdown([replace(rune, about="")])


def test_one_package_by_its_long_or_short_name(tmp_path: Path) -> None:
    context = Context.at(tmp_path)
    short, long = (
        reference(context, ReferenceInput(package=name, detail="full"))
        for name in ("marketing", "@refrakt-md/marketing")
    )
    assert short == long
    assert {result["plugin"] for result in short.runes or []} == {"@refrakt-md/marketing"}
    with pytest.raises(RefraktError, match="marketing"):
        reference(context, ReferenceInput(package="marketting"))


def test_all_in_one_compact_text_or_in_full_in_pages(tmp_path: Path, runes: list[Rune]) -> None:
    context = Context.at(tmp_path)
    whole = reference(context, ReferenceInput())
    assert whole.text == compact(runes)
    assert (whole.runes, whole.total) == (None, len(runes))
    result: list[str] = []
    cursor = None
    while True:
        page = reference(context, ReferenceInput(detail="full", cursor=cursor))
        assert page.runes
        assert len(page.runes) == 1 or sum(map(row_length, page.runes)) <= LARGEST
        result += [each["name"] for each in page.runes]
        cursor = page.next_cursor
        if cursor is None:
            break
    assert result == [rune.name for rune in runes]
    with pytest.raises(RefraktError, match="not a cursor"):
        reference(context, ReferenceInput(detail="full", cursor="-1"))


def test_the_compact_form_is_short_with_one_line_per_rune(runes: list[Rune]) -> None:
    text = compact(runes)
    assert len(text.encode()) <= MOST
    lines = {
        found[1]: line for line in text.splitlines() if (found := re.match(r"([\w-]+)(?: \(.*?\))?(?: <.*?>)?: ", line))
    }
    assert {rune.name for rune in runes} <= lines.keys()
    for rune in runes:
        line = lines[rune.name]
        sentence = line.split(": ", 1)[1].split(" |", 1)[0]
        assert len(sentence) <= LONGEST_SENTENCE
        missing = [each.name for each in rune.attributes if not each.deprecated and each.name not in line]
        assert missing == [] or set(missing) <= {each.name for each in UNIVERSAL}
    assert text.count("frame-displace-mode") == 1


def test_the_markdown_output_is_valid_markdoc(runes: list[Rune]) -> None:
    text = reference_markdown(runes)
    document = parse(text, ParseOptions())
    assert document.problems == []
    assert sum(node.type == "heading" for node in document.tree.children) == len(runes) + 1
    assert all(f"| `{each.name}` |" in text for rune in runes for each in rune.attributes)


# Facts recorded from the reference ------------------------------------------------------------------------------------

NO_BASE: dict[str, Any] = {"name": None, "attributes": {}}
OURS_SAY_MORE = {"budget", "bg", "tint", "expand", "icon", "xref", "sandbox"}
"""Content models that ours describe where the reference says nothing or only that it is code."""


def _comparable(value: Any) -> Any:
    """Without descriptions, and without flags that are false."""
    if isinstance(value, dict):
        return {key: _comparable(each) for key, each in value.items() if key != "template" and each is not False}
    return [_comparable(each) for each in value] if isinstance(value, list) else value


def test_the_shape_is_the_references(shared: Path, runes: list[Rune]) -> None:
    recorded = json.loads((shared / "oracle" / "reference.json").read_text("utf-8"))
    ours = {rune.name: described(rune) for rune in runes}
    packages = {rune.package for rune in runes} | {"core"}
    compared = 0
    for theirs in recorded:
        if theirs["plugin"] not in packages:
            continue
        result = ours[theirs["name"]]
        compared += 1
        if theirs["name"] == "spec":  # specs carry it in practice; the original's rune does not declare it
            del result["attributes"]["own"]["source"]
        assert result["plugin"] == theirs["plugin"]
        assert sorted(result["aliases"]) == sorted(theirs["aliases"])
        assert result["attributes"]["universal"] == theirs["attributes"]["universal"]
        for group in (result["attributes"]["own"], theirs["attributes"]["own"]):
            for each in group.values():
                each["type"] = "unknown" if " or " in each["type"] else each["type"]
                for key in ("about", "default", "deprecated", "pattern"):
                    each.pop(key, None)
        assert result["attributes"]["own"] == theirs["attributes"]["own"], theirs["name"]
        ours_base, base = (side["attributes"].get("base", NO_BASE) for side in (result, theirs))
        assert (ours_base["name"], list(ours_base["attributes"])) == (base["name"], list(base["attributes"]))
        if theirs["name"] not in OURS_SAY_MORE:
            assert _comparable(result.get("contentModel")) == _comparable(theirs.get("contentModel")), theirs["name"]
    assert compared >= 108
