"""References that leave the site by patterns of the config."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from refrakt.project.config import parse_config
from refrakt.project.index.external_references import XrefPattern, outside, xref_patterns_of


def patterns(*entries: Any) -> tuple[tuple[XrefPattern, ...], list[str]]:
    text = json.dumps({"contentDir": "content", "xrefs": list(entries)})
    found, problems = xref_patterns_of(parse_config(text, Path("refrakt.config.json")))
    return found, [f"{each.severity}: {each.message}" for each in problems]


def test_a_name_becomes_a_url_and_a_label() -> None:
    found, problems = patterns(
        {
            "match": "(?<repo>[\\w/]+)#(?<number>\\d+)",
            "template": "https://host.test/{repo}/issues/{number}",
            "label": "{repo} no. {number}",
            "type": "issue",
        },
        {"match": "^RFC ?(?<n>\\d+)(?<part>\\.\\d+)?$", "template": "https://rfc.test/{n}{part}?of={id}"},
    )
    assert problems == []
    issue = outside("ships/sloop#12", found)
    assert issue == ("https://host.test/ships/sloop/issues/12", "ships/sloop no. 12", "issue")
    rfc = outside("RFC 20", found)
    assert rfc == ("https://rfc.test/20?of=RFC%2020", "RFC 20", "external")
    assert outside("RFC twenty", found) is None
    assert outside("x" * 10_000 + "#1", found) is None


def test_a_pattern_is_for_the_whole_name() -> None:
    found, _ = patterns({"match": "A|B", "template": "/{id}"}, {"match": "^C", "template": "/{id}"})
    assert outside("AB", found) is None
    assert outside("A\n", found) is None
    assert outside("C", found) is not None
    assert outside("CC", found) is None
    found, _ = patterns({"match": "D\\$", "template": "/{id}"})
    assert outside("D$", found) is not None
    assert outside("D", found) is None


def test_the_first_pattern_wins() -> None:
    found, problems = patterns(
        {"match": "A\\d", "template": "/one/{id}"},
        {"match": "A\\d", "template": "/two/{id}"},
    )
    first = outside("A1", found)
    assert first is not None
    assert first.url == "/one/A1"
    assert problems == ["warning: there is such a pattern before, so this one is never used"]


@pytest.mark.parametrize(
    ("entry", "problem"),
    [
        ("A", "a pattern under `xrefs` must be an object"),
        ({"template": "/x"}, "this pattern has no `match`"),
        ({"match": "A"}, "this pattern has no `template`"),
        ({"match": "", "template": "/x"}, "`match` of a pattern must be text"),
        ({"match": "A", "template": 3}, "`template` of a pattern must be text"),
        ({"match": "A", "template": "/x", "type": "unresolved"}, "`unresolved` is reserved; choose another `type`"),
        ({"match": "(A", "template": "/x"}, "this regular expression"),
        ({"match": "(?=A)A", "template": "/x"}, "this regular expression uses look-around"),
        ({"match": "A", "template": "/{n}"}, "`{n}` is neither `{id}` nor a named group"),
        ({"match": "A", "template": "/", "label": "{n}"}, "`{n}` is neither `{id}` nor a named group"),
    ],
)
def test_invalid_patterns_are_skipped(entry: Any, problem: str) -> None:
    found, problems = patterns(entry, {"match": "B", "template": "/b"})
    assert [each.template for each in found] == ["/b"]
    assert len(problems) == 1
    assert problems[0].startswith(f"error: {problem}")


def test_xrefs_must_be_a_list() -> None:
    config = parse_config('{"xrefs": {}}', Path("refrakt.config.json"))
    found, problems = xref_patterns_of(config)
    assert found == ()
    assert [each.message for each in problems] == ["`xrefs` must be a list"]
    assert config.position(problems[0]) == (1, 11)
