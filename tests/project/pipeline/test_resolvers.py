"""What runes show of other pages."""

from __future__ import annotations

from pathlib import Path

import pytest

from .rendered_sites import RenderedSite

HARBOUR = {
    "index.md": "---\ntitle: Harbour\n---\n",
    "boats/index.md": "---\ntitle: Boats\ndescription: All of them\nicon: star\n---\n",
    "boats/tern.md": "---\ntitle: Tern\norder: 2\ntags: [small]\n---\n",
    "boats/gull.md": "---\ntitle: Gull\norder: 1\ndescription: Fast\n---\n",
    "boats/draft.md": "---\ntitle: Unfinished\ndraft: true\n---\n",
}


@pytest.fixture
def site(tmp_path: Path) -> RenderedSite:
    return RenderedSite(tmp_path, HARBOUR)


def with_page(tmp_path: Path, text: str, name: str = "boats/page.md", **more: str) -> RenderedSite:
    return RenderedSite(tmp_path, {**HARBOUR, name: text, **more})


def test_a_breadcrumb_has_the_pages_above(tmp_path: Path) -> None:
    html = with_page(tmp_path, "---\ntitle: Skiff\n---\n{% breadcrumb auto=true /%}\n").html("boats/page.md")
    links = [part.split("<")[0] for part in html.split('<a href="')[1:]]
    assert links == ['/">Home', '/boats">Boats'] or links == ['/">Harbour', '/boats">Boats']
    assert html.count("<li") == 3
    assert "<span>Skiff</span></li>" in html


def test_an_automatic_navigation_lists_the_pages_below_by_their_order(tmp_path: Path) -> None:
    html = with_page(tmp_path, "---\ntitle: Boats\n---\n{% nav auto=true /%}\n", "boats/index.md").html(
        "boats/index.md"
    )
    assert [html.index(each) for each in ("Gull", "Tern")] == sorted(html.index(each) for each in ("Gull", "Tern"))
    assert "Unfinished" not in html


def test_a_slug_is_a_link_with_the_title_of_its_page(tmp_path: Path) -> None:
    site = with_page(tmp_path, "{% nav %}\n- tern\n- /boats\n- nothing\n{% /nav %}\n")
    html = site.html("boats/page.md")
    assert '<a href="/boats/tern">Tern</a>' in html
    assert '<a href="/boats" data-active="ancestor">Boats</a>' in html
    assert site.warnings("boats/page.md") == ["nav-slug"]


def test_cards_show_what_pages_say_about_themselves(tmp_path: Path) -> None:
    html = with_page(tmp_path, '{% nav layout="cards" %}\n- gull\n- [Out](https://a.test)\n{% /nav %}\n').html(
        "boats/page.md"
    )
    assert '<a href="/boats/gull"><span>Gull</span><span>Fast</span></a>' in html
    assert '<a href="https://a.test"><span>Out</span></a>' in html


def test_the_link_to_the_page_is_current(tmp_path: Path) -> None:
    html = with_page(tmp_path, "{% nav %}\n- page\n- gull\n{% /nav %}\n").html("boats/page.md")
    assert html.count("aria-current") == 1
    assert '<a href="/boats/page" aria-current="page">' in html


def test_pagination_follows_the_siblings_without_a_navigation(tmp_path: Path) -> None:
    pages = {"boats/gull.md": "---\ntitle: Gull\norder: 1\n---\n{% pagination auto=true /%}\n"}
    html = RenderedSite(tmp_path, {**HARBOUR, **pages}).html("boats/gull.md")
    assert '<a href="/boats/tern" data-direction="next"><span>Tern</span><span>→</span></a>' in html
    assert "prev" not in html


def test_pagination_follows_the_navigation_of_the_layout(tmp_path: Path) -> None:
    layout = '{% layout %}\n{% region name="nav" %}\n{% nav %}\n## All\n- tern\n- gull\n{% /nav %}\n{% /region %}\n{% /layout %}\n'
    pages = {"boats/gull.md": "---\ntitle: Gull\n---\n{% pagination auto=true /%}\n", "boats/_layout.md": layout}
    html = RenderedSite(tmp_path, {**HARBOUR, **pages}).html("boats/gull.md")
    assert '<a href="/boats/tern" data-direction="prev">' in html


def test_named_neighbours_are_links_with_titles(tmp_path: Path) -> None:
    html = with_page(tmp_path, '{% pagination prev="tern" next="/boats/gull" next-label="On" /%}\n').html(
        "boats/page.md"
    )
    assert '<a href="/boats/tern" data-direction="prev"><span>←</span><span>Tern</span></a>' in html
    assert '<a href="/boats/gull" data-direction="next"><span>On</span>' in html


def test_a_blog_lists_the_posts_of_its_folder(tmp_path: Path) -> None:
    posts = {
        "news/old.md": "---\ntitle: Old\ndate: 2025-01-02\n---\n",
        "news/new.md": "---\ntitle: New\ndate: 2026-01-02\ndescription: Fresh\n---\n",
        "news/index.md": '{% blog folder="/news" limit=1 /%}\n',
    }
    html = RenderedSite(tmp_path, posts).html("news/index.md")
    assert '<h3><a href="/news/new">New</a></h3><time datetime="2026-01-02">2026-01-02</time><p>Fresh</p>' in html
    assert "Old" not in html


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ('{% xref "/boats" /%}', '<a href="/boats" data-xref-id="/boats" data-target-type="page">Boats</a>'),
        (
            '{% xref "Tern" label="her" /%}',
            '<a href="/boats/tern" data-xref-id="/boats/tern" data-target-type="page">her</a>',
        ),
        ('{% xref "GH-7" /%}', '<a href="https://git.test/7" data-xref-id="GH-7">Issue 7</a>'),
        ('{% xref "Ghost" /%}', '<span data-xref-id="Ghost">Ghost</span>'),
    ],
)
def test_a_reference_is_a_link_with_the_title_of_its_target(tmp_path: Path, written: str, shown: str) -> None:
    assert shown in with_page(tmp_path, written + "\n").html("boats/page.md")


def test_a_reference_to_nothing_is_a_warning(tmp_path: Path) -> None:
    assert with_page(tmp_path, '{% xref "Ghost" /%}\n').warnings("boats/page.md") == ["xref-unresolved"]


PLAN = {
    "/plan/work/W-1.md": '{% work id="W-1" status="done" priority="low" %}\n# Paint\n\nBlue.\n{% /work %}\n',
    "/plan/work/W-2.md": '{% work id="W-2" status="blocked" priority="high" %}\n# Tar\n{% /work %}\n',
}


def test_a_collection_is_filtered_sorted_and_limited(tmp_path: Path) -> None:
    site = with_page(tmp_path, '{% collection type="work" sort="priority" limit=1 /%}\n', **PLAN)
    html = site.html("boats/page.md")
    assert "Tar" in html
    assert "Paint" not in html
    shown = with_page(tmp_path, '{% collection type="work" filter="status:done" /%}\n', **PLAN).html("boats/page.md")
    assert ("Paint" in shown, "Tar" in shown) == (True, False)


def test_a_template_shows_each_entity(tmp_path: Path) -> None:
    template = "{% $count %} items\n\n---\n\n**{% $item.id %}** {% $item.data.status %}"
    text = f'{{% collection type="work" %}}\n{template}\n{{% /collection %}}\n'
    html = with_page(tmp_path, text, **PLAN).html("boats/page.md")
    assert "<p>2 items</p>" in html
    assert html.count("<strong>W-") == 2


def test_an_empty_collection_shows_its_fallback(tmp_path: Path) -> None:
    assert "No ghosts" in with_page(tmp_path, '{% collection type="ghost" empty="No ghosts" /%}\n').html(
        "boats/page.md"
    )


def test_groups_have_the_order_of_their_values(tmp_path: Path) -> None:
    text = '{% aggregate type="work" group="status" %}\n{% $item.key %}: {% $item.count %}\n{% /aggregate %}\n'
    html = with_page(tmp_path, text, **PLAN).html("boats/page.md")
    assert html.index("blocked: 1") < html.index("done: 1")


def test_a_count_is_part_of_a_text(tmp_path: Path) -> None:
    html = with_page(tmp_path, 'There are {% aggregate type="work" /%}.\n', **PLAN).html("boats/page.md")
    assert 'data-count="2">2</span>.' in html


def test_relationships_have_both_directions(tmp_path: Path) -> None:
    plan = {**PLAN, "/plan/work/W-3.md": '{% work id="W-3" status="ready" source="W-1" %}\n# Sand\n{% /work %}\n'}
    html = with_page(tmp_path, '{% relationships of="W-1" /%}\n', **plan).html("boats/page.md")
    assert "Sand" in html


def test_an_expanded_entity_is_part_of_the_page(tmp_path: Path) -> None:
    site = with_page(tmp_path, '{% expand "W-1" /%}\n', **PLAN)
    html = site.html("boats/page.md")
    assert "Blue." in html
    assert 'id="W-1--paint"' in html


def test_entities_that_expand_each_other_are_an_error(tmp_path: Path) -> None:
    plan = {
        "/plan/work/W-1.md": '{% work id="W-1" status="done" %}\n# A\n\n## Approach\n\n{% expand "W-2" /%}\n{% /work %}\n',
        "/plan/work/W-2.md": '{% work id="W-2" status="done" %}\n# B\n\n## Approach\n\n{% expand "W-1" /%}\n{% /work %}\n',
    }
    assert with_page(tmp_path, '{% expand "W-1" /%}\n', **plan).warnings("boats/page.md") == ["expand-cycle"]


def test_a_preview_opens_in_a_drawer_at_the_end_of_the_page(tmp_path: Path) -> None:
    html = with_page(tmp_path, '{% xref "W-1" preview="drawer" /%}\n\nEnd.\n', **PLAN).html("boats/page.md")
    assert 'href="#drawer-W-1"' in html
    assert html.index("End.") < html.index('id="drawer-W-1"') < html.index("Blue.")


def test_a_file_is_a_link_into_the_repository(tmp_path: Path) -> None:
    site = with_page(tmp_path, '{% file-ref path="src/a.py" lines="2-3" /%}\n', **{"/src/a.py": "one\ntwo\nthree\n"})
    assert '<a href="https://git.test/harbour/blob/main/src/a.py#L2-L3">a.py</a>' in site.html("boats/page.md")


def test_a_drawer_shows_the_lines_of_a_file(tmp_path: Path) -> None:
    text = '{% file-ref path="src/a.py" lines="2" preview="drawer" /%}\n'
    html = with_page(tmp_path, text, **{"/src/a.py": "one\ntwo\nthree\n"}).html("boats/page.md")
    assert "two" in html
    assert "three" not in html


def test_nothing_outside_of_the_project_is_shown(tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("hidden")
    root = tmp_path / "project"
    root.mkdir()
    site = with_page(root, '{% snippet path="../secret.txt" /%}\n\n{% data src="../secret.txt" /%}\n')
    assert "hidden" not in site.html("boats/page.md")
    assert "unreadable-file" in site.warnings("boats/page.md")


def test_titles_of_drawers_follow_the_heading_before(tmp_path: Path) -> None:
    html = with_page(tmp_path, '## Two\n\n{% drawer id="d" title="Inside" %}\nx\n{% /drawer %}\n').html("boats/page.md")
    assert "<h3>Inside</h3>" in html


def test_regions_of_layouts_are_replaced_and_extended(tmp_path: Path) -> None:
    region = '{{% layout %}}\n{{% region name="{}"{} %}}\n{}\n{{% /region %}}\n{{% /layout %}}\n'
    pages = {
        "_layout.md": region.format("footer", "", "First."),
        "boats/_layout.md": region.format("footer", ' mode="append"', "Second."),
        "boats/page.md": "# Page\n",
    }
    site = RenderedSite(tmp_path, pages)
    html = site.layout("boats/page.md")
    assert html.index("<h1") < html.index("First.") < html.index("Second.")


def test_a_snippet_without_a_page_warns_once_for_each_rune(tmp_path: Path) -> None:
    site = RenderedSite(tmp_path, HARBOUR)
    page = site.renderer.snippet(
        '{% nav auto=true /%}\n\n{% nav auto=true /%}\n\n{% xref "Tern" /%}\n', site.context.snapshot
    )
    assert [each.code for each in page.warnings] == ["no-data", "no-data"]
