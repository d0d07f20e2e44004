"""Frontmatter that exceeds a limit: one problem, nothing derived from the rest, and no edit of it."""

from __future__ import annotations

import json
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from cli.command_runner import project, refrakt
from refrakt.errors import RefraktError
from refrakt.features.rename.file_path import rename_page
from refrakt.features.symbols.symbol import Symbol
from refrakt.markdoc.document import parse
from refrakt.markdoc.frontmatter import Frontmatter, read_frontmatter
from refrakt.markdoc.tree import Span
from refrakt.plugins import yaml
from refrakt.project.index.site_view import SiteView
from refrakt.project.pages.fact_extraction import facts_of
from refrakt.project.pages.page_facts import PageFacts
from rules.checking import all_runes, check_fix, codes, fixed, page_of
from site_rules.site_checks import check_site, site_in

LIMIT = 100_000
KEYS = "description: keep me\nauthor: me\ndraft: true\n"


def _bomb() -> str:
    """Nested aliases that expand to as many values as are allowed, so that the next key exceeds the limit."""
    lines = ["title: T", f"a: &a [{','.join('x' * 10)}]"]
    sizes = {"a": 11}
    for before, name in zip("abc", "bcd", strict=True):
        sizes[name] = 1 + 10 * sizes[before]
        lines.append(f"{name}: &{name} [{','.join([f'*{before}'] * 10)}]")
    left = LIMIT - 1 - 2 - sum(1 + each for each in sizes.values()) - 3
    items: list[str] = []
    for name in "dcba":
        items += [f"*{name}"] * (left // sizes[name])
        left %= sizes[name]
    lines.append(f"z: [{','.join([*items, *'x' * left])}]")
    return "\n".join(lines) + "\n"


EXCEEDING = {
    "aliases of aliases": _bomb() + KEYS,
    "a bomb that no memory holds": "a: &a [x,x]\n"
    + "".join(f"b{n}: &b{n} [*{'a' if n == 0 else f'b{n - 1}'},*{'a' if n == 0 else f'b{n - 1}'}]\n" for n in range(90))
    + KEYS,
    "values without aliases": "list: [" + "x," * LIMIT + "x]\n" + KEYS,
    "aliases of a long text": f"text: &t {'x' * 100_000}\nlist: [{'*t,' * 100}]\n{KEYS}",
    "depth": "deep: " + "[" * 101 + "]" * 101 + "\n" + KEYS,
    "depth through aliases": "a: &a " + "[" * 60 + "]" * 60 + "\nb: " + "[" * 60 + "*a" + "]" * 60 + "\n" + KEYS,
    "keys of a null value, again and again": _bomb() + "".join(f"key{n}: value\n" for n in range(50)),
}


def read(source: str) -> Frontmatter:
    return read_frontmatter(source, Span(0, len(source)))


@pytest.mark.parametrize("source", EXCEEDING.values(), ids=EXCEEDING)
def test_one_problem_names_the_limit_and_nothing_is_read(source: str) -> None:
    found = read(source)
    assert found.incomplete
    assert [each.id for each in found.problems] in (["too-long"], ["too-deep"])
    assert found.root is None
    assert found.data == {}


def test_what_reaches_a_limit_without_exceeding_it_is_read() -> None:
    for source in ("list: [" + ",".join("x" * (LIMIT - 3)) + "]", "a: " + "[" * 99 + "]" * 99, _bomb()):
        assert not read(source).problems
        assert not read(source).incomplete
        assert read(source).root is not None


@pytest.mark.parametrize("source", EXCEEDING.values(), ids=EXCEEDING)
def test_no_rule_derives_a_problem_or_a_fix(source: str) -> None:
    page = f"---\n{source}---\n\n# Title {{% $frontmatter.authr %}}\n"
    assert len(codes(page)) == 1
    assert fixed(page_of(page)) == page


@pytest.mark.parametrize("source", EXCEEDING.values(), ids=EXCEEDING)
def test_plugins_see_that_a_file_is_incomplete(source: str) -> None:
    found = yaml.read(source)
    assert found.incomplete
    assert found.root is None
    assert [each.code for each in found.problems] in (["yaml-too-long"], ["yaml-too-deep"])


def test_check_fix_keeps_every_key(tmp_path: Path) -> None:
    text = f"---\n{_bomb()}{KEYS}---\n\n# Hi\n"
    assert len(text) < 515
    project(tmp_path, {"site": {"contentDir": "./content"}})
    page = tmp_path / "content" / "page.md"
    page.parent.mkdir()
    page.write_text(text)
    ran = refrakt("check", "--format", "json", cwd=tmp_path)
    assert [each["code"] for each in json.loads(ran.out)["problems"]] == ["too-long"]
    refrakt("check", "--fix", cwd=tmp_path)
    assert page.read_text() == text


def test_facts_say_that_they_are_incomplete() -> None:
    facts = facts_of(parse(f"---\n{_bomb()}{KEYS}---\n\n# About {{% $frontmatter.title %}}\n"), all_runes())
    assert facts.incomplete
    assert facts.headings[0].id is None
    assert PageFacts.from_plain(json.loads(json.dumps(facts.plain()))) == facts
    assert not facts_of(parse(f"---\n{KEYS}---\n"), all_runes()).incomplete


def test_references_to_an_unread_page_are_not_reported() -> None:
    """Its frontmatter may hold the address, the id or the type that another page names."""
    bomb = "".join(f"        {line}\n" for line in (_bomb() + "slug: /elsewhere\nid: ada\ntype: person\n").splitlines())
    check_site(f"""
        -- content/_layout.md --
        {{% layout %}}
        {{% region name="footer" %}}
        By {{% $frontmatter.author %}}
        {{% /region %}}
        {{% /layout %}}
        -- content/page.md --
        ---
{bomb}
        ---
        -- content/page/index.md --
        ---
        author: me
        ---
        [there](/elsewhere), {{% ref "ada" /%}}

        {{% collection type="person" filter="persn:x" /%}}

        {{% nav %}}
        - elsewhere
        {{% /nav %}}
    """)


def test_references_are_checked_once_the_page_is_read(tmp_path: Path) -> None:
    bomb = f"---\n{_bomb()}{KEYS}---\n"
    index = site_in(tmp_path, {"content/page.md": bomb, "content/other.md": "[there](/elsewhere)\n"})
    assert index.problems("content/other.md") == ()
    page = index.entries["content/page.md"]
    index.put(replace(page, facts=facts_of(parse("# Page\n"), all_runes())))
    assert [each.code for each in index.problems("content/other.md")] == ["broken-link"]
    index.put(page)
    assert index.problems("content/other.md") == ()


@pytest.mark.parametrize(
    "frontmatter",
    [
        "[a]: 1\n[b]: 2\n",
        "? [a]\n: 1\n? [b]\n: 2\n",
        "*a : one\n*b : two\n",
    ],
)
def test_keys_that_cannot_be_compared_are_no_duplicates(frontmatter: str) -> None:
    page = f"---\n{frontmatter}---\n"
    assert "frontmatter-duplicate-key" not in codes(page)
    assert fixed(page_of(page)) == page


@pytest.mark.parametrize(
    "frontmatter",
    [
        "{\na: 1, b: 3,\na: 2}\n",
        "a: &x 1\nb: *x\na: 2\n",
        '"true": a\n1: b\ntrue: c\nc: d\n',
    ],
)
def test_the_fix_of_a_duplicate_key_deletes_no_other_entry(frontmatter: str) -> None:
    page = f"---\n{frontmatter}---\n"
    assert "frontmatter-duplicate-key" in codes(page)
    before, after = read(frontmatter), read(fixed(page_of(page))[4:-4])
    assert after.data == before.data


def test_a_comment_belongs_to_its_entry() -> None:
    check_fix("---\na: 1 # one\na: 2\n---\n", "---\na: 2\n---\n")


def test_keys_below_broken_yaml_are_not_missing() -> None:
    """`subtitel` may be spelt so on purpose: it is in the part that could not be read."""
    page = "---\nsubtitle: x\nbad: [\nsubtitel: y\n---\n\n{% $frontmatter.subtitel %}\n"
    assert codes(page) == ["frontmatter-yaml"]


def test_a_page_whose_slug_is_not_known_gets_no_other_address(tmp_path: Path) -> None:
    page = f"---\n{_bomb()}slug: /elsewhere\n---\n\n# Page\n"
    index = site_in(tmp_path, {"content/page.md": page})
    view = SiteView(index, threading.RLock(), lambda path: None)
    with pytest.raises(RefraktError, match="exceeds a limit"):
        rename_page(view, Symbol("page", "content/page.md"), "/new", ())
