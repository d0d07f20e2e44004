"""The pages of a site: found by what is known of them, listed whole, and one by one."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from refrakt.errors import RefraktError
from refrakt.project.index.project_index import ProjectIndex
from refrakt.project.site_rules.site_checker import problems_of
from refrakt.project.workspace import Workspace
from refrakt.services import page_detail as detail_module
from refrakt.services import pages_index as list_module
from refrakt.services.context import Context
from refrakt.services.json_payload import as_json
from refrakt.services.page_detail import PageDetail, PageDetailInput, page_detail
from refrakt.services.pages import PagesFound, PagesInput, pages
from refrakt.services.pages_index import PagesIndex, PagesIndexInput, pages_index
from refrakt.services.registry import service_of

CONFIG = {
    "site": {
        "contentDir": "./content",
        "plugins": ["@refrakt-md/marketing"],
        "routeRules": [{"pattern": "docs/**", "layout": "docs"}],
    }
}
FILES = {
    "refrakt.config.json": json.dumps(CONFIG),
    "static/plan.png": "no picture",
    "content/index.md": "---\ntitle: Welcome\ndescription: Begin HERE\n---\n{% callout %}\nHello\n{% /callout %}\n",
    "content/docs/setup.md": """---
tags: [install, linux]
order: 1
---
# Setup

## Linux

See [home](/), [below](#linux), [nothing](/nowhere) and [others](https://example.org/).
![plan](/plan.png)

{% hint type="note" %}
So far.
{% /hint %}
""",
    "content/docs/later.md": "---\ndraft: true\norder: true\n---\nNo title yet.\n",
    "content/über uns.md": "# About\n",
}


def write(root: Path, files: Mapping[str, str]) -> Path:
    (root / ".git").mkdir(parents=True)
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return root.resolve()


def ended(context: Context) -> None:
    index = context.index()
    if index is not None:
        index.close()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Context]:
    context = Context.at(write(tmp_path_factory.mktemp("site"), FILES))
    yield context
    ended(context)


def found(context: Context, **query: Any) -> PagesFound:
    return pages(context, PagesInput(**query))


def listed(context: Context, **query: Any) -> PagesIndex:
    return pages_index(context, PagesIndexInput(**query))


def detail(context: Context, url: str, **query: Any) -> PageDetail:
    return page_detail(context, PageDetailInput(url, **query))


def urls(answer: PagesFound | PagesIndex) -> list[str | None]:
    return [each.url for each in answer.pages]


# Finding --------------------------------------------------------------------------------------------------------------


def test_all_pages_in_short(site: Context) -> None:
    answer = found(site)
    assert urls(answer) == ["/", "/docs/later", "/docs/setup", "/über uns"]
    assert (answer.total, answer.indexing, answer.next_cursor) == (4, None, None)
    assert as_json(answer.pages[1]) == {
        "url": "/docs/later",
        "file": "content/docs/later.md",
        "title": None,
        "layout": "docs",
        "runes": [],
        "draft": True,
    }


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({"layout": "docs"}, ["/docs/later", "/docs/setup"]),
        ({"rune": "hint"}, ["/", "/docs/setup"]),
        ({"rune": "callout"}, ["/", "/docs/setup"]),
        ({"rune": "nosuchrune"}, []),
        ({"text": "WELC"}, ["/"]),
        ({"text": "begin here"}, ["/"]),
        ({"text": "Docs/"}, ["/docs/later", "/docs/setup"]),
        ({"draft": True}, ["/docs/later"]),
        ({"draft": False, "layout": "docs"}, ["/docs/setup"]),
        ({"frontmatter": {"order": 1}}, ["/docs/setup"]),
        ({"frontmatter": {"order": True}}, ["/docs/later"]),
        ({"frontmatter": {"order": None}}, ["/docs/later", "/docs/setup"]),
        ({"frontmatter": {"tags": "linux"}}, ["/docs/setup"]),
        ({"frontmatter": {"tags": ["install", "linux"]}}, ["/docs/setup"]),
        ({"frontmatter": {"tags": ["linux"]}}, []),
        ({"has_problems": True}, ["/docs/later", "/docs/setup"]),
        ({"has_problems": False, "layout": "docs"}, []),
        ({"has_problems": False, "text": "welcome"}, ["/"]),
    ],
)
def test_which_pages(site: Context, query: dict[str, Any], expected: list[str]) -> None:
    answer = found(site, **query)
    assert urls(answer) == expected
    assert answer.total == len(expected)


def test_a_few_at_a_time(site: Context) -> None:
    first = found(site, limit=3)
    assert (len(first.pages), first.total, first.next_cursor) == (3, 4, "3")
    rest = found(site, limit=3, cursor=first.next_cursor)
    assert urls(first) + urls(rest) == urls(found(site))
    assert rest.next_cursor is None


@pytest.mark.parametrize("query", [{"limit": 0}, {"cursor": "4"}, {"cursor": "x"}])
def test_queries_that_cannot_be_right(site: Context, query: dict[str, Any]) -> None:
    with pytest.raises(RefraktError) as caught:
        service_of(pages).answer(site, query)
    assert caught.value.code == "INVALID_ARGS"


def test_as_a_person_reads_it(site: Context) -> None:
    text = service_of(pages).text
    assert text is not None
    assert text(found(site, layout="docs")).splitlines() == [
        "/docs/later         docs",
        "/docs/setup  Setup  docs",
        "2 pages",
    ]
    assert text(found(site, limit=1)).endswith("4 pages, 1 shown; continue with `--cursor 1`")


# The list -------------------------------------------------------------------------------------------------------------


def test_the_whole_list(site: Context) -> None:
    answer = as_json(listed(site))
    assert (answer["site"], answer["total"]) == ("main", 4)
    assert answer["pages"][2] == {
        "url": "/docs/setup",
        "file": "content/docs/setup.md",
        "title": "Setup",
        "layout": "docs",
        "runes": ["hint"],
        "frontmatter": {"tags": ["install", "linux"], "order": 1},
    }
    assert "indexing" not in answer
    assert "nextCursor" not in answer


def test_the_compact_list(site: Context) -> None:
    answer = as_json(listed(site, form="compact"))
    assert answer["pages"][0] == {"url": "/", "file": "content/index.md", "title": "Welcome"}


@pytest.mark.parametrize(("limit", "value"), [("AT_ONCE", 3), ("LARGEST", 300)])
def test_long_lists_come_in_pages(site: Context, monkeypatch: pytest.MonkeyPatch, limit: str, value: int) -> None:
    """By number, and by size where frontmatter is long."""
    monkeypatch.setattr(list_module, limit, value)
    result: list[str | None] = []
    cursor, parts = None, 0
    while parts == 0 or cursor is not None:
        part = listed(site, cursor=cursor)
        assert part.total == 4
        result += urls(part)
        cursor, parts = part.next_cursor, parts + 1
    assert result == urls(found(site))
    assert 1 < parts < 4


# One page -------------------------------------------------------------------------------------------------------------


def test_one_page(site: Context) -> None:
    page = as_json(detail(site, "docs/setup"))
    assert (page["url"], page["file"], page["title"]) == ("/docs/setup", "content/docs/setup.md", "Setup")
    assert (page["layout"], page["runes"], page["frontmatter"]["order"]) == ("docs", ["hint"], 1)
    assert page["headings"] == [
        {"level": 1, "text": "Setup", "line": 5, "id": "setup"},
        {"level": 2, "text": "Linux", "line": 7, "id": "linux"},
    ]
    assert page["links"] == [
        {"kind": "link", "target": "/", "line": 9, "url": "/", "file": "content/index.md", "ok": True},
        {
            "kind": "link",
            "target": "#linux",
            "line": 9,
            "url": "/docs/setup#linux",
            "file": "content/docs/setup.md",
            "ok": True,
        },
        {"kind": "link", "target": "/nowhere", "line": 9, "ok": False},
        {"kind": "link", "target": "https://example.org/", "line": 9},
        {"kind": "image", "target": "/plan.png", "line": 10, "file": "static/plan.png", "ok": True},
    ]
    assert [(each["code"], each["line"]) for each in page["problems"]] == [("broken-link", 9)]
    assert [each["type"] for each in page["tree"]["children"]] == ["heading", "heading", "paragraph", "tag"]
    assert "cut" not in page
    assert "unsaved" not in page


@pytest.mark.parametrize("url", ["docs/setup", "/docs/setup", "docs/setup/", "/docs/setup#linux"])
def test_spellings_of_an_address(site: Context, url: str) -> None:
    assert detail(site, url).url == "/docs/setup"


@pytest.mark.parametrize("url", ["", "/"])
def test_the_home_page(site: Context, url: str) -> None:
    assert detail(site, url).title == "Welcome"


def test_an_unknown_url(site: Context) -> None:
    with pytest.raises(RefraktError, match="no page is served at /docs/stup") as caught:
        detail(site, "docs/stup")
    assert caught.value.code == "NOT_FOUND"
    assert "/docs/setup" in caught.value.message


def test_a_tree_that_is_too_long_is_cut(site: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = detail(site, "docs/setup").tree
    monkeypatch.setattr(detail_module, "LARGEST", len(json.dumps(whole)) - 300)
    page = detail(site, "docs/setup")
    assert len(json.dumps(page.tree)) <= detail_module.LARGEST
    assert page.tree["children"][0] == whole["children"][0]
    assert page.cut is not None
    assert page.cut.startswith("`tree` ends before line ")


def test_a_tree_that_is_too_deep_is_cut(site: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(detail_module, "DEEPEST", 1)
    page = detail(site, "docs/setup")
    assert [each["children"] for each in page.tree["children"]] == [[]] * 4
    assert page.cut == "`tree` has at most 1 levels."


def test_lists_that_are_too_long_are_cut(site: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(detail_module, "MOST", 2)
    page = detail(site, "docs/setup")
    assert (len(page.headings), len(page.links)) == (2, 2)
    assert page.cut == "`links` has the first 2 of 5."


# Sites ----------------------------------------------------------------------------------------------------------------


@pytest.fixture
def at(tmp_path: Path) -> Iterator[Any]:
    """Projects with other files."""
    made: list[Context] = []

    def project(config: Mapping[str, Any], files: Mapping[str, str]) -> Context:
        root = write(tmp_path / str(len(made)), {"refrakt.config.json": json.dumps(config), **files})
        made.append(Context.at(root))
        return made[-1]

    yield project
    for each in made:
        ended(each)


def test_which_site(at: Any) -> None:
    sites = {name: {"contentDir": f"./{name}", "plugins": []} for name in ("main", "blog")}
    context = at({"sites": sites}, {"main/a.md": "# A\n", "blog/b.md": "# B\n"})
    assert urls(found(context, site="blog")) == ["/b"]
    assert listed(context, site="main").pages[0].file == "main/a.md"
    for name, code in ((None, "SITE_AMBIGUOUS"), ("blgo", "SITE_NOT_FOUND")):
        with pytest.raises(RefraktError) as caught:
            found(context, site=name)
        assert caught.value.code == code
        assert "blog" in caught.value.message


def test_a_site_below_a_path(at: Any) -> None:
    site = {"contentDir": "./content", "plugins": [], "authoring": {"basePath": "/manual"}}
    context = at({"site": site}, {"content/index.md": "# Top\n", "content/a.md": "# A\n"})
    assert urls(found(context)) == ["/manual", "/manual/a"]
    for url in ("manual/a", "a"):
        assert detail(context, url).title == "A"
    assert detail(context, "").title == "Top"


def test_generated_entity_pages(at: Any) -> None:
    site = {
        "contentDir": "./content",
        "plugins": ["@refrakt-md/storytelling"],
        "entityRoutes": [{"type": "character", "url": "/cast/{id}", "title": "{title}: who is it?"}],
    }
    tale = '# Tale\n\n{% character name="Mira" %}\nA pilot.\n{% /character %}\n'
    context = at({"site": site}, {"content/tale.md": tale, "content/z.md": "# Z\n"})
    answer = listed(context)
    assert [each.contributed for each in answer.pages] == [None, None, True]
    made = answer.pages[-1]
    assert made.entity is not None
    assert (made.file, made.entity.type) == ("content/tale.md", "character")
    assert made.url == f"/cast/{made.entity.id}"
    assert found(context).pages[-1].contributed
    assert urls(found(context, rune="character")) == ["/tale"]
    page = detail(context, made.url)
    assert (page.contributed, page.entity, page.title) == (True, made.entity, made.title)


# What is not known yet ------------------------------------------------------------------------------------------------


def test_an_answer_does_not_wait_for_ever(site: Context) -> None:
    not_indexed = ProjectIndex(site.project, lambda: site.snapshot, problems_of)
    context = Context(site.project, site.snapshot, lambda: not_indexed, patience=0.0)
    assert (found(context).total, found(context).indexing) == (0, "0 %")
    assert listed(context).indexing == "0 %"
    with pytest.raises(RefraktError) as caught:
        detail(context, "docs/setup")
    assert "still being read" in caught.value.hint


def test_what_is_typed_counts(tmp_path: Path) -> None:
    root = write(tmp_path / "typed", FILES)
    workspace = Workspace()
    path = root / "content/docs/setup.md"
    try:
        context = Context(workspace.project(root), workspace.snapshot, lambda: workspace.index(root))
        assert "/docs/setup" in urls(found(context, text="setup"))
        workspace.open(path.as_uri(), path, "# Unsaved\n\n{% hint %}\nx\n", 1)
        context = Context(workspace.project(root), workspace.snapshot, lambda: workspace.index(root))
        page = detail(context, "docs/setup")
        assert (page.title, page.unsaved) == ("Unsaved", True)
        (summary,) = found(context, text="unsaved").pages
        assert summary.problems == len(page.problems) > 0
    finally:
        for each in workspace.indexes():
            each.close()


def test_what_is_written_to_disk_counts(site: Context) -> None:
    new = site.project.root / "content" / "new.md"
    new.write_text("# New\n", "utf-8")
    try:
        assert "/new" in urls(found(site))
    finally:
        new.unlink()
    assert "/new" not in urls(found(site))


def test_problems_of_pages_alone_count(tmp_path: Path) -> None:
    wrong = {"content/wrong.md": "# Wrong\n\n{% hnit %}\nx\n{% /hnit %}\n"}
    context = Context.at(write(tmp_path, FILES | wrong))
    try:
        result = found(context, has_problems=True)
        assert [(each.url, bool(each.problems)) for each in result.pages] == [
            ("/docs/later", True),
            ("/docs/setup", True),
            ("/wrong", True),
        ]
        assert (result.complete, result.hint) == (True, None)
    finally:
        ended(context)


@pytest.mark.parametrize("has_problems", [None, True])
def test_an_incomplete_list_says_how_to_get_the_rest(tmp_path: Path, has_problems: bool | None) -> None:
    context = Context.at(write(tmp_path, FILES))
    index = ProjectIndex(context.project, lambda: context.snapshot, problems_of)  # reading has not started
    result = found(replace(context, index=lambda: index, patience=0.01), has_problems=has_problems)
    assert (result.complete, result.indexing) == (False, "0 %")
    assert result.hint is not None
    assert "`wait`" in result.hint
