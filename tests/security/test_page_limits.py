"""Pages and catalogues that exceed a limit: unread parts are not checked, and no fix is derived from them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.command_runner import project
from refrakt.markdoc.document import parse
from refrakt.project.pages.fact_extraction import facts_of
from refrakt.project.site import SiteContext, project_at
from refrakt.runes.catalogue import read
from rules.checking import all_runes, codes, fixed, page_of

LONG = "x" * 100_001


@pytest.mark.parametrize(
    "page",
    [
        f'{{% hint type="{LONG}" %}}\nbody\n{{% /hint %}}\n',
        f'a {{% badge label="{LONG}" %}}b{{% /badge %}} c\n',
        f"{{% hint %}}\nbody\n{{% /hint {LONG} %}}\n",
        "{% hint type=" + "[" * 65 + "]" * 65 + " %}\nbody\n{% /hint %}\n",
    ],
    ids=["long tag", "long tag in a line", "long closing tag", "deep value"],
)
def test_a_tag_beyond_a_limit_still_pairs(page: str) -> None:
    assert codes(page) == ["syntax-error"]
    assert fixed(page_of(page)) == page


@pytest.mark.parametrize(
    ("page", "code"),
    [
        ("{% hint %}\n" * 120 + "body\n" + "{% /hint %}\n" * 120, "too-deep"),
        ("{% badge %}" * 150 + "x" + "{% /badge %}" * 150 + "\n", "too-deep"),
        ("> " * 120 + "{% hint %}\n" + "> " * 120 + "{% /hint %}\n", "too-deep"),
        ("x {% badge %}" + "y " * 130_000 + "{% /badge %} z\n", "too-long"),
        ("y " * 130_000 + "{% badge %}\n\nz {% /badge %}\n", "too-long"),
    ],
    ids=[
        "nested tags",
        "nested tags in a line",
        "nested quotes",
        "long paragraph",
        "tag that opens in a long paragraph",
    ],
)
def test_tag_pairs_are_not_checked_beyond_a_limit(page: str, code: str) -> None:
    assert codes(page) == [code]
    assert fixed(page_of(page)) == page
    assert facts_of(parse(page), all_runes()).open_ended


def test_pairs_before_the_limit_are_checked_but_not_fixed() -> None:
    page = "{% hint %}\nx\n{% /hnit %}\n\n" * 200
    found = set(codes(page))
    assert {"mismatched-tag", "too-deep"} <= found
    assert fixed(page_of(page)) == page


def test_a_rune_that_a_catalogue_fails_to_describe_is_not_taken_for_a_mistake(tmp_path: Path) -> None:
    runes = [{"name": "hints", "about": "x" * 20_001}, {"name": "other"}]
    catalogue = json.dumps({"version": 1, "package": {"name": "own"}, "runes": runes})
    assert read(catalogue).incomplete
    assert not read(json.dumps({"version": 1, "package": {"name": "own"}, "runes": runes[1:]})).incomplete
    project(tmp_path, {"site": {"contentDir": "./content", "plugins": ["own"]}})
    folder = tmp_path / ".refrakt" / "catalogues"
    folder.mkdir(parents=True)
    (folder / "own.json").write_text(catalogue)
    site = project_at(tmp_path).site()
    assert isinstance(site, SiteContext)
    assert "own" in site.vocabulary.unknown
    page = page_of("{% hints %}\nx\n{% /hints %}\n", site.surroundings)
    assert fixed(page) == page.document.text
