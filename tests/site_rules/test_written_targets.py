"""Targets as authors write them: with white space, as paths of files, in quotation marks."""

from __future__ import annotations

import pytest

from site_rules.site_checks import check_site
from site_rules.test_routed_sites import check

CARD = """\
-- package.json --
{"name": "site", "dependencies": {"next": "15", "@markdoc/markdoc": "0.5.10", "@markdoc/next.js": "0.5.0"}}
-- next.config.js --
module.exports = require('@markdoc/next.js')()({ pageExtensions: ['md', 'js'] })
-- markdoc/tags.js --
export const card = { render: 'Card', attributes: { href: { type: String }, src: { type: String } } }
"""


def test_white_space_around_the_url_of_an_attribute() -> None:
    check(
        """
-- pages/index.md --
{% card href="/b " /%} {% card href=" /b" /%} <a href="/b ">b</a>

{% card href=" /gone " /%}
               ^^^^^ error[broken-link]: no page is served at '/gone'
-- pages/b.md --
x
""",
        CARD,
    )


def test_white_space_around_the_path_of_a_picture() -> None:
    check(
        """
-- pages/index.md --
{% card src="/1.png" /%} {% card src="/2.png " /%} {% card src=" /3.png" /%} {% card src="/4.png" /%} {% card src="/5.png" /%}

{% card src=" /gone.png " /%}
              ^^^^^^^^^ warning[missing-asset]
-- public/1.png --
-- public/2.png --
-- public/3.png --
-- public/4.png --
-- public/5.png --
""",
        CARD,
    )


def test_white_space_on_a_site_of_refrakt() -> None:
    check_site(
        """
-- content/index.md --
{% bg src="/b.png " /%}

<a href="/docs/b ">b</a>
-- content/docs/b.md --
x
-- static/b.png --
"""
    )


def test_root_relative_paths_of_page_files() -> None:
    check(
        """
-- pages/index.md --
[page](/b.md) [file](/pages/b.md) [of the folder](/docs/c.md) [repository](/NOTES.md) [redirect](/old.md) [code](/code/page.md)

[gone](/gone.md)
       ^^^^^^^^ error[broken-link]: no page is served at '/gone.md'
[machine](/Disks/x/site/pages/b.md)
          ^^^^^^^^^^^^^^^^^^^^^^^^ error[broken-link]: no page is served at '/Disks/x/site/pages/b.md'
-- pages/b.md --
x
-- pages/docs/c.md --
[other ending](/b.mdoc) [of this folder](/c.md)
-- pages/code.js --
-- NOTES.md --
-- public/logo.png --
-- vercel.json --
{"redirects": [{"source": "/old", "destination": "/b"}]}
"""
    )


def test_paths_of_page_files_that_code_may_serve() -> None:
    check("-- pages/index.md --\n[a](/gone.md)\n-- pages/[...slug].js --\n-- public/logo.png --\n")


def test_the_name_of_a_static_folder_is_not_part_of_the_url() -> None:
    check(
        """
-- pages/index.md --
![a](/public/a.png)
     ^^^^^^^^^^^^^ warning[missing-asset]: '/public/a.png' is served at '/a.png'
[a](/public/a.pdf)
    ^^^^^^^^^^^^^ warning[missing-asset]: '/public/a.pdf' is served at '/a.pdf'
![b](/public/b.png) ![c](/a.png)
-- public/a.png --
-- public/a.pdf --
-- public/public/b.png --
"""
    )


def test_a_component_for_images_may_remove_the_name_of_the_static_folder() -> None:
    check(
        "-- pages/index.md --\n![a](/public/a.png)\n-- public/a.png --\n"
        "-- markdoc/nodes.js --\nexport const image = { render: 'Image', attributes: { src: { type: String } } }\n"
    )


def test_a_page_route_does_not_serve_pictures() -> None:
    check(
        """
-- pages/index.md --
![a](/assets/a.png) ![other folder](/other/b.png) [page](/anything)

![b](/assets/b.png)
     ^^^^^^^^^^^^^ warning[missing-asset]: file 'public/assets/b.png' does not exist
-- pages/[...slug].js --
-- public/assets/a.png --
"""
    )


@pytest.mark.parametrize("route", ["pages/api/[...slug].js", "app/api/[...slug]/route.js"])
def test_a_route_handler_may_serve_pictures(route: str) -> None:
    check(f"-- pages/index.md --\n![b](/api/b.png)\n-- {route} --\n-- public/api/a.png --\n")


def test_data_files_beside_others() -> None:
    check(
        """
-- pages/index.md --
[feed](/feed.json) [generated](/search/index.json) [a](/schemas/a.json)

[b](/schemas/b.json)
    ^^^^^^^^^^^^^^^ warning[missing-asset]: file 'public/schemas/b.json' does not exist
-- public/schemas/a.json --
-- public/manifest.json --
"""
    )


def test_a_url_in_quotation_marks_is_a_problem_of_the_syntax_alone() -> None:
    check(
        """
-- pages/index.md --
[a]("https://example.com/a")
[b](“/b”)
-- pages/b.md --
x
"""
    )


def test_paths_in_messages_are_relative_to_the_project() -> None:
    site = CARD.replace("-- ", "-- apps/docs/")
    check_site(
        '-- package.json --\n{"private": true, "workspaces": ["apps/*"]}\n'
        + site
        + """\
-- apps/docs/pages/index.md --
[a](../packages/README.md)
    ^^^^^^^^^^^^^^^^^^^^^ error[broken-link]: page 'apps/docs/packages/README.md' does not exist
-- packages/README.md --
"""
    )
