"""Targets as authors write them: with white space, as paths of files, in quotation marks."""

from __future__ import annotations

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
