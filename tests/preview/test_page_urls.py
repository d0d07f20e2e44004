"""URLs of a page in the preview."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from plan.plans import entity, write
from refrakt.hosts.preview.page_urls import PreviewUrls
from refrakt.markdoc.html import Renderable, Tag, render_html
from refrakt.project.index.tracked_site import TrackedSite
from refrakt.project.workspace import Workspace

FILES = {
    "refrakt.config.json": '{"sites": {"main": {"contentDir": "./content", "plugins": ["@refrakt-md/plan"]}}}\n',
    "plan/a.md": entity("work", "WORK-1"),
    "content/docs/index.md": "# Docs\n",
    "content/docs/setup.md": "# Setup\n",
    "content/docs/a b.md": "# Spaces\n",
}


@pytest.fixture
def tracked(tmp_path: Path) -> Iterator[TrackedSite]:
    workspace = Workspace()
    index = workspace.index(write(tmp_path, FILES))
    assert index is not None
    index.settle(10)
    site = index.site("main")
    assert site is not None
    yield TrackedSite(site, site.entries["content/docs/setup.md"])
    workspace.end_indexes()


def changed(tree: Renderable, tracked: TrackedSite | None) -> str:
    return render_html(PreviewUrls("/T", "main", tracked).changed(tree))


@pytest.mark.parametrize(
    ("href", "expected"),
    [
        ("/docs", "/T/?page=content%2Fdocs%2Findex.md"),
        ("/docs/setup#linux", "/T/?page=content%2Fdocs%2Fsetup.md#linux"),
        ("setup.md", "/T/?page=content%2Fdocs%2Fsetup.md"),
        ("./a%20b", "/T/?page=content%2Fdocs%2Fa%20b.md"),
        ("#here", "#here"),
        ("/missing", "/missing"),
        ("https://example.com/docs", "https://example.com/docs"),
        ("/files/paper.pdf", "/T/static/main/files/paper.pdf"),
    ],
)
def test_links(tracked: TrackedSite, href: str, expected: str) -> None:
    assert changed(Tag("a", {"href": href}, ["x"]), tracked) == f'<a href="{expected}">x</a>'


def test_a_reference_to_an_entity_without_a_url_leads_to_its_file(tracked: TrackedSite) -> None:
    link = '<a class="rf-xref rf-xref--work" href="/T/?page=plan%2Fa.md" data-xref-id="WORK-1">'
    assert changed(Tag("span", {"data-xref-id": "WORK-1"}, ["WORK-1"]), tracked) == f"{link}WORK-1 title</a>"
    assert changed(Tag("span", {"data-xref-id": "WORK-1"}, ["one"]), tracked) == f"{link}one</a>"
    unknown = Tag("span", {"data-xref-id": "WORK-2"}, ["WORK-2"])
    assert changed(unknown, tracked) == changed(unknown, None) == '<span data-xref-id="WORK-2">WORK-2</span>'


@pytest.mark.parametrize(
    ("src", "expected"),
    [
        ("/sun.png", "/T/static/main/sun.png"),
        ("sun.png", "/T/static/main/docs/sun.png"),
        ("../../../sun.png?v=1", "/T/static/main/sun.png"),
        ("https://example.com/sun.png", "https://example.com/sun.png"),
        ("data:image/png;base64,AA", "data:image/png;base64,AA"),
        ("//example.com/sun.png", "//example.com/sun.png"),
        ("", ""),
    ],
)
def test_images(tracked: TrackedSite, src: str, expected: str) -> None:
    assert changed(Tag("img", {"src": src}), tracked) == f'<img src="{expected}">'


def test_lists_of_images_and_styles(tracked: TrackedSite) -> None:
    image = Tag("img", {"srcset": "/a.png 1x, /b.png 2x", "style": "--bg: url('/c.png')"})
    assert changed(image, tracked) == (
        '<img srcset="/T/static/main/a.png 1x, /T/static/main/b.png 2x" style="--bg: url(\'/T/static/main/c.png\')">'
    )


def test_frames_and_fonts_of_other_sites_are_not_loaded(tracked: TrackedSite) -> None:
    frame = Tag("iframe", {"src": "https://video.example/1"})
    assert changed([frame, Tag("link", {"rel": "stylesheet", "href": "https://x.example"})], tracked) == (
        '<p data-preview="frame">A frame is not shown in the preview: '
        '<a href="https://video.example/1">https://video.example/1</a></p>'
    )
    assert "javascript" not in changed(Tag("iframe", {"src": "javascript:alert(1)"}), tracked)


def test_a_page_without_a_site(tracked: TrackedSite) -> None:
    tree = Tag("p", {}, [Tag("a", {"href": "/docs"}, ["x"]), Tag("img", {"src": "sun.png"})])
    assert changed(tree, None) == '<p><a href="/docs">x</a><img src="/T/static/main/sun.png"></p>'
