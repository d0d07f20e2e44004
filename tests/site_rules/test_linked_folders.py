"""Pages and files behind symbolic links: they have URLs, but links are not followed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from site_rules.site_checks import read_files, site_in
from site_rules.test_routed_sites import ASTRO, NEXT

STARLIGHT = """\
-- package.json --
{"dependencies": {"astro": "5", "@astrojs/markdoc": "0.12.0", "@astrojs/starlight": "0.30"}}
-- astro.config.mjs --
import starlight from '@astrojs/starlight'
import markdoc from '@astrojs/markdoc'
export default { integrations: [markdoc(), starlight({ title: 'x' })] }
"""


def messages(folder: Path, code: str, page: str, link: str, to: str, text: str) -> list[str]:
    """The problems of a page, on a site with one symbolic link."""
    place = folder / link
    place.parent.mkdir(parents=True)
    os.symlink(to, place)
    index = site_in(folder, {**read_files(code), page: text, "public/logo.png": ""})
    return [each.message for each in index.problems(page)]


@pytest.mark.parametrize(
    ("code", "page", "link", "url"),
    [
        (NEXT, "pages/real/p.md", "pages/alias", "/alias/p"),
        (NEXT, "pages/real/p.md", "pages/alias.md", "/alias"),
        (NEXT, "app/real/page.md", "app/(group)/alias", "/alias/p"),
        (NEXT, "pages/real/p.md", "pages/docs/[version]/alias", "/docs/1/alias/p"),
        (NEXT, "pages/real/p.md", "public/alias", "/alias/p.png"),
        (ASTRO, "src/pages/real/p.mdoc", "src/pages/alias", "/alias/p"),
        (STARLIGHT, "src/content/docs/real/p.mdoc", "src/content/docs/alias", "/alias/p"),
    ],
)
def test_urls_below_a_symbolic_link_are_not_known(tmp_path: Path, code: str, page: str, link: str, url: str) -> None:
    text = f"[linked]({url}) [gone](/gone/other)\n"
    assert messages(tmp_path, code, page, link, "real", text) == ["no page is served at '/gone/other'"]


def test_a_symbolic_link_outside_of_page_folders_does_not_matter(tmp_path: Path) -> None:
    found = messages(tmp_path, NEXT, "pages/real/p.md", "components/alias", "real", "[a](/alias/p)\n")
    assert found == ["no page is served at '/alias/p'; did you mean '/real/p'?"]
