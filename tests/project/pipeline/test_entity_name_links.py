"""Bold names of a story's entities are links to their pages."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from project.index.test_incremental import from_scratch, put, spec_at
from refrakt.markdoc.html import render_html
from refrakt.project.pipeline.site_renderer import SiteRenderer
from refrakt.project.snapshot import Snapshot

STORY = {
    "content/oda.md": '{% character name="Oda" aliases="The Ferrywoman, Wen" /%}\n',
    "content/pell.md": '{% realm name="Pell" /%}\n\n{% lore title="Wen" /%}\n\n{% bond from="Oda" to="Pell" /%}\n',
    "content/zeal.md": '{% realm name="Oda" /%}\n',
}
_LINK = re.compile(r'<a href="([^"]*)"><strong[^>]*>(.*?)</strong></a>')


class Site:
    def __init__(self, root: Path, pages: Mapping[str, str], plugins: str = '"@refrakt-md/storytelling"') -> None:
        config = f'{{"site": {{"contentDir": "./content", "plugins": [{plugins}]}}}}'
        (root / "refrakt.config.json").write_text(config)
        self.root = root
        for file, text in pages.items():
            self._write(file, text)
        spec = spec_at(root)
        self.index = from_scratch(spec, dict(pages))
        self.renderer = SiteRenderer(spec.context, self.index)

    def _write(self, file: str, text: str) -> None:
        (self.root / file).parent.mkdir(parents=True, exist_ok=True)
        (self.root / file).write_text(text)

    def change(self, file: str, text: str) -> None:
        self._write(file, text)
        put(self.index, file, text)

    def html(self, file: str = "content/index.md") -> str:
        page = self.renderer.page(file, Snapshot())
        assert page is not None
        return render_html(page.tree)

    def links(self, file: str = "content/index.md") -> list[tuple[str, str]]:
        return [(name, url) for url, name in _LINK.findall(self.html(file))]


@pytest.mark.parametrize(
    ("text", "links"),
    [
        ("**Pell** and **Pell**", [("Pell", "/pell")]),
        ("- __Pell__", [("Pell", "/pell")]),
        ("**The\nFerrywoman**", [("The Ferrywoman", "/oda")]),
        ("**pell** *Pell* **Pell:** **Oda → Pell**", []),
        ("## About **Pell**\n\n**Pell**", [("Pell", "/pell")]),
        ("[**Pell**](/x) **[Pell](/x)** **Pell**", [("Pell", "/x"), ("Pell", "/pell")]),
        ("{% hint %}\n**Pell**\n{% /hint %}", [("Pell", "/pell")]),
        # A name comes before an alias, and places before characters.
        ("**Wen** **Oda**", [("Wen", "/pell"), ("Oda", "/zeal")]),
    ],
)
def test_the_first_bold_name_is_a_link(tmp_path: Path, text: str, links: list[tuple[str, str]]) -> None:
    assert Site(tmp_path, {**STORY, "content/index.md": text}).links() == links


def test_the_last_of_several_entities_is_linked(tmp_path: Path) -> None:
    same = '{% realm name="Reach" /%}\n'
    pages = {"content/a/reach.md": same, "content/b.md": same, "content/index.md": "**Reach**"}
    assert Site(tmp_path, pages).links() == [("Reach", "/a/reach")]


def test_names_of_the_page_itself_are_not_linked(tmp_path: Path) -> None:
    site = Site(tmp_path, {"content/pell.md": '{% realm name="Pell" %}\n**Pell**\n{% /realm %}\n'})
    assert site.links("content/pell.md") == []


def test_other_sites_have_no_such_links(tmp_path: Path) -> None:
    pages = {"content/pell.md": "---\ntype: realm\nid: Pell\n---\n", "content/index.md": "**Pell**"}
    assert Site(tmp_path, pages, plugins="").links() == []


def test_a_page_is_rendered_again_when_a_name_gets_an_entity(tmp_path: Path) -> None:
    site = Site(tmp_path, {"content/index.md": "**Oda** **Wen**", "content/oda.md": "Nothing yet."})
    before = site.renderer.page("content/index.md", Snapshot())
    assert site.links() == []
    site.change("content/oda.md", "**Other**\n")
    assert site.renderer.page("content/index.md", Snapshot()) is before
    site.change("content/oda.md", '{% character name="Oda" aliases="Wen" /%}\n')
    assert site.links() == [("Oda", "/oda"), ("Wen", "/oda")]
    site.change("content/oda.md", '---\nslug: /people/oda\n---\n{% character name="Oda" aliases="Wen" /%}\n')
    assert site.links() == [("Oda", "/people/oda"), ("Wen", "/people/oda")]
    site.change("content/oda.md", '{% character name="Oda" /%}\n')
    assert site.links() == [("Oda", "/oda")]
