"""Links on sites that are not refrakt's own: routes and ids of headings follow from their code."""

from __future__ import annotations

from textwrap import dedent

import pytest

from site_rules.site_checks import check_site

SLUGIFY = (
    "import { slugifyWithCounter } from '@sindresorhus/slugify'\nexport const headings = () => slugifyWithCounter()\n"
)
NEXT = f"""\
-- package.json --
{{"name": "site", "dependencies": {{"next": "15", "@markdoc/markdoc": "0.5.10", "@markdoc/next.js": "0.5.0"}}}}
-- next.config.js --
module.exports = require('@markdoc/next.js')()({{ pageExtensions: ['md', 'js'] }})
-- markdoc/tags.js --
export default {{ box: {{ attributes: {{ title: {{ type: String }} }} }} }}
-- components/Layout.js --
{SLUGIFY}export const Layout = () => <main id="content" />
"""
ASTRO = """\
-- package.json --
{"name": "site", "dependencies": {"astro": "5", "@astrojs/markdoc": "0.12.0"}}
-- astro.config.mjs --
import markdoc from '@astrojs/markdoc'
export default { integrations: [markdoc()] }
-- markdoc.config.mjs --
import { defineMarkdocConfig } from '@astrojs/markdoc/config'
export default defineMarkdocConfig({ partials: { named: 1 } })
"""
FOUND = "[one](#setup) [two](#setup) [three](#setup) [four](#setup) [five](#setup)\n\n## Setup\n"
"""Enough fragments that are found for one that is not."""


def check(fixture: str, code: str = NEXT) -> None:
    check_site(code + dedent(fixture).strip("\n"))


def test_a_fragment_that_the_page_does_not_have() -> None:
    check(
        f"""
-- pages/index.md --
{FOUND}
See [there](/docs/other#runJob) and [there](/docs/other#run-job).
                       ^^^^^^^ warning[broken-fragment]: '/docs/other' has no fragment '#runJob'; did you mean '#run-job'?
-- pages/docs/other.md --
## runJob
"""
    )


@pytest.mark.parametrize(
    "page",
    [
        "## Usage",
        "## Use it {% #usage %}",
        "Text {% #usage %}",
        '{% box title="Usage" %}\ntext\n{% /box %}',
        '<a id="usage"></a>',
        '{% partial file="usage.md" /%}',
        "## About {% $version %}",
        "## Использование",
        "## {% if $x %}Usage{% /if %}",
    ],
)
def test_a_fragment_that_a_page_has_or_may_have(page: str) -> None:
    check(
        f"-- pages/index.md --\n{FOUND}\n[there](/other#usage)\n"
        f"-- pages/other.md --\n{page}\n-- markdoc/partials/usage.md --\n## Usage\n"
        '-- pages/third.md --\n{% partial file="usage.md" /%}\n'
    )


@pytest.mark.parametrize(
    "page",
    [
        "---\ntitle: Advanced usage\n---\ntext",
        "{% box %}\nAdvanced **usage**\n{% /box %}",
        "{% box %}\n- Advanced usage\n{% /box %}",
        "{% badge %}advancedUsage{% /badge %}",
        '{% box title="AdvancedUsage" /%}',
    ],
)
def test_a_fragment_that_a_component_or_a_layout_may_make(page: str) -> None:
    check(
        f"-- pages/index.md --\n{FOUND}\n[there](/other#advanced-usage) [there](/other#tab-advanced-usage)\n"
        f"-- pages/other.md --\n{page}\n"
    )


CALLS = {
    "lowercase": "slugify(text, { lowercase: false })",
    "separator": "slugify(text, { separator: '_', decamelize: false })",
    "replacements": "slugify(text, { customReplacements: [['x', 'y']] })",
    "unknown": "slugify(text, options)",
    "spread": "slugify(text, { ...options })",
}


@pytest.mark.parametrize(
    ("call", "fragments"),
    [
        ("slugify(text)", {"runJob", "run_job", "elsewhere"}),
        ("slugify(text(children))", {"runJob", "run_job", "elsewhere"}),
        (CALLS["lowercase"], {"elsewhere"}),
        (CALLS["separator"], {"elsewhere"}),
        (CALLS["replacements"], set()),
        (CALLS["unknown"], set()),
        (CALLS["spread"], set()),
        ("slugify(text, { nested: { a: 1 } })", set()),
    ],
)
def test_options_of_the_package(call: str, fragments: set[str]) -> None:
    code = NEXT.replace("slugifyWithCounter()\n", f"slugifyWithCounter()\nexport const Heading = () => {call}\n")
    names = ("runJob", "run_job", "elsewhere")
    assert code != NEXT
    expected = "".join(
        f"[{each}](/docs/other#{each})\n"
        + (f"{' ' * (len(each) + 14)}{'^' * (len(each) + 1)} warning[broken-fragment]\n" if each in fragments else "")
        for each in names
    )
    check(f"-- pages/index.md --\n{FOUND * 3}\n{expected}-- pages/docs/other.md --\n## runJob\n", code)


@pytest.mark.parametrize("package", ["slugify", "@other/slugger", "slug", "lodash.kebabcase", "transliteration"])
def test_another_package_that_makes_ids(package: str) -> None:
    other = f"-- components/Heading.js --\nimport make from '{package}'\nexport const Heading = (p) => <h2 id={{make(p)}} />\n"
    check(f"-- pages/index.md --\n{FOUND}\n[there](#elsewhere)\n", NEXT + other)


def test_a_function_of_the_site_that_makes_ids() -> None:
    own = "export const Heading = (p) => <h2 id={p.text.toLowerCase().replace(/[^a-z]+/g, '-')} />\n"
    page = f"""\
-- pages/index.md --
{FOUND}
[there](#runjob) [there](#elsewhere)
                         ^^^^^^^^^^ warning[broken-fragment]

## runJob
"""
    check(page, f"{NEXT}-- components/Heading.js --\n{own}")


def test_a_counter_that_all_pages_share() -> None:
    shared = NEXT.replace("headings = () => slugify", "headings = slugify")
    assert shared != NEXT
    check(f"-- pages/index.md --\n{FOUND}\n[seventh](#setup-7)\n", shared)


def test_ids_of_the_layout_are_on_every_page() -> None:
    check(f"-- pages/index.md --\n{FOUND}\n[there](#content) [top](#top) [text](#:~:text=a)\n")


def test_headings_without_letters_of_a_known_script_have_no_id() -> None:
    check(
        f"""
-- pages/index.md --
{FOUND}
See [there](/ja#usage).
               ^^^^^^ warning[broken-fragment]: '/ja' has no fragment '#usage'
-- pages/ja.md --
## 使い方
"""
    )


def test_repeated_headings_are_numbered() -> None:
    check(
        f"""
-- pages/index.md --
{FOUND}
## Setup

[second](#setup-2) [third](#setup-3)
                           ^^^^^^^^ warning[broken-fragment]: this page has no fragment '#setup-3'
"""
    )


def test_many_fragments_that_are_not_found_are_the_fault_of_the_rule() -> None:
    check("-- pages/index.md --\n[a](#Setup) [b](#setup) [c](#Usage) [d](#usage)\n\n## Setup\n\n## Usage\n")


def test_fragments_that_a_translation_keeps_are_not_counted_for_the_original() -> None:
    check(
        f"""
-- pages/en/index.md --
{FOUND}
[there](/en/other#gone)
                 ^^^^^ warning[broken-fragment]: '/en/other' has no fragment '#gone'
-- pages/en/other.md --
## Usage
-- pages/ja/index.md --
[a](#setup) [b](#setup) [c](/ja/other#usage) [d](/ja/other#usage) [e](/ja/other#usage)
-- pages/ja/other.md --
## 使い方
"""
    )


def test_a_fragment_on_a_page_whose_language_is_not_known() -> None:
    check(
        f"""
-- pages/en/index.md --
{FOUND}
See [there](/other#usage), [there](/other#verwendung) and [there](/other#gebrauch).
                                                                        ^^^^^^^^^ warning[broken-fragment]
-- pages/en/other.md --
## Usage
-- pages/de/other.md --
## Verwendung
"""
    )


def test_links_by_a_key_of_the_frontmatter() -> None:
    check(
        f"""
-- pages/index.md --
---
id: start
---
{FOUND}
[a](id:setup) [b](id:setup#linux) [c](id:gone) [d](id:setup#macos) [e](key:gone) [f](mailto:a@b.c) [g](tel:1)
                                      ^^^^^^^ error[broken-link]: no page has the id 'gone'
                                                           ^^^^^^ warning[broken-fragment]: '/setup' has no fragment
-- pages/setup.md --
---
id: setup
key: x
---
## Linux
-- pages/other.md --
---
id: other
---
"""
    )


def test_partials_relative_to_the_page() -> None:
    check(
        f"""
-- src/pages/docs/a.mdoc --
{FOUND}
{{% partial file="./_one.mdoc" /%}}
{{% partial file="_gone.mdoc" /%}}
                 ^^^^^^^^^^ error[missing-file]: partial 'src/pages/docs/_gone.mdoc' does not exist
{{% partial file="named" /%}}

[here](#usage) [there](/docs/b#usage) [there](/docs/b#other)
                                                     ^^^^^^ warning[broken-fragment]: '/docs/b' has no fragment '#other'
-- src/pages/docs/b.mdoc --
{{% partial file="_one.mdoc" /%}}
-- src/pages/docs/_one.mdoc --
## Usage

{{% partial file="../_two.mdoc" /%}}
-- src/pages/_two.mdoc --
## More
""",
        ASTRO,
    )


def test_images() -> None:
    check(
        """
-- src/pages/docs/a.mdoc --
![a](/logo.png) ![b](~/pictures/b.png) ![c](@/pictures/b.png) ![d](./d.png) ![e](@pictures/e.png)

![f](/gone.png)
     ^^^^^^^^^ warning[missing-asset]: file 'public/gone.png' does not exist
![g](./gone.png)
     ^^^^^^^^^^ warning[missing-asset]: file 'src/pages/docs/gone.png' does not exist
-- public/logo.png --
-- src/pictures/b.png --
-- src/pages/docs/d.png --
""",
        ASTRO,
    )


def test_two_files_with_one_url() -> None:
    check(
        """
-- pages/a.md --
^ error[duplicate-route]: pages/a/index.md is also served at '/a'
x
-- pages/a/index.md --
^ error[duplicate-route]: pages/a.md is also served at '/a'
x
-- pages/b.md --
x
"""
    )


def test_links_to_redirects() -> None:
    config = (
        "pageExtensions: ['md', 'js'], redirects: async () => [{ source: '/old', destination: '/a', permanent: true }, "
    )
    config += "{ source: '/b', destination: '/a' }, { source: '/now', destination: '/a', permanent: false }, "
    config += "{ source: '/v/:path*', destination: '/:path*' }]"
    check(
        """
-- pages/index.md --
[a](/old) [b](/b) [c](/v/x) [d](/a) [e](/now)
    ^^^^ hint[link-to-redirect]: '/old' redirects to '/a'
-- pages/a.md --
x
-- pages/b.md --
x
""",
        NEXT.replace("pageExtensions: ['md', 'js']", config),
    )


SVELTE = """\
-- package.json --
{"name": "site", "dependencies": {"@sveltejs/kit": "2", "markdoc-svelte": "1", "@markdoc/markdoc": "0.5.10"}}
-- svelte.config.js --
import shared from 'shared'
export default { extensions: ['.md'], kit: { adapter: 1, CONFIG } }
"""


@pytest.mark.parametrize(
    ("config", "image", "message"),
    [
        ("alias: { pics: 'src/pics', '$art/*': './art/*' }", "$lib/a.png", None),
        ("alias: { pics: 'src/pics', '$art/*': './art/*' }", "pics/a.png", None),
        ("alias: { pics: 'src/pics', '$art/*': './art/*' }", "$art/a.png", None),
        ("alias: { pics: 'src/pics' }", "$lib/lost.png", "file 'src/lib/lost.png' does not exist"),
        ("alias: { pics: 'src/pics' }", "pics/lost.png", "file 'src/pics/lost.png' does not exist"),
        ("files: { lib: 'library' }", "$lib/a.png", "file 'library/a.png' does not exist"),
        ("alias: { pics: '../outside' }", "pics/lost.png", None),
        ("alias: { pics: 'src/pics' }", "$other/lost.png", None),
        ("alias: { pics: 'src/pics' }", "@other/lost.png", None),
        ("alias: { pics: 'src/pics' }", "~other/lost.png", None),
        ("alias: { ...shared }", "pics/lost.png", None),
        ("alias: { pics: shared.pics }", "pics/lost.png", None),
        ("alias: shared", "./lost.png", "file 'src/routes/lost.png' does not exist"),
        ("", "pictures/lost.png", "file 'src/routes/pictures/lost.png' does not exist"),
    ],
)
def test_aliases_of_image_folders(config: str, image: str, message: str | None) -> None:
    carets = f"{' ' * 5}{'^' * len(image)} warning[missing-asset]: {message}\n" if message is not None else ""
    images = "-- src/lib/a.png --\n-- src/pics/a.png --\n-- art/a.png --\n"
    check(f"-- src/routes/+page.md --\n![a]({image})\n{carets}{images}", SVELTE.replace("CONFIG", config))


def test_a_component_may_complete_an_attribute() -> None:
    check(
        """
-- pages/index.md --
{% box href="/docs/setup" /%} {% box href="/install" /%}
                                           ^^^^^^^^ error[broken-link]
-- pages/docs/setup.md --
{% box href="/install" /%} {% box href="install" /%} {% box href="/nowhere" /%}
                                                                  ^^^^^^^^ error[broken-link]
{% box %}[a](/setup){% /box %}
             ^^^^^^ error[broken-link]
-- pages/docs/install.md --
{% box href="/setup" /%}
"""
    )


def test_any_first_segment_may_be_a_base_path_that_is_not_known() -> None:
    check(
        """
-- pages/index.md --
[a](/docs/setup/one) [b](/docs/nowhere) [c](/setup/nowhere) [d](/nowhere) [e](/setup/one)
                         ^^^^^^^^^^^^^ error[broken-link]
                                            ^^^^^^^^^^^^^^ error[broken-link]
                                                                ^^^^^^^^ error[broken-link]
-- pages/setup/one.md --
# One
""",
        NEXT.replace("{ pageExtensions", "{ basePath: process.env.BASE_PATH, pageExtensions"),
    )


def test_a_link_without_the_base_path_may_leave_the_site() -> None:
    code = NEXT.replace("{ pageExtensions", "{ basePath: '/docs', pageExtensions")
    check(
        """
-- pages/index.md --
[a](/pricing) [b](/setup/nowhere) [c](/docs/nowhere) [d](/docs/setup/one) [e](/setup/one)
                  ^^^^^^^^^^^^^^ error[broken-link]
                                      ^^^^^^^^^^^^^ error[broken-link]
{% box href="/pricing" /%}
             ^^^^^^^^ error[broken-link]
-- pages/setup/one.md --
# One
""",
        code,
    )
    check(
        """
-- markdoc/nodes.js --
export const link = { render: Link, attributes: { href: { type: String } } }
-- pages/index.md --
[a](/pricing)
    ^^^^^^^^ error[broken-link]
""",
        code,
    )


UNKNOWN_BASE = NEXT.replace("pageExtensions", "basePath: process.env.BASE_PATH, pageExtensions")


def test_a_base_path_that_is_not_known_may_have_several_segments() -> None:
    check(
        """
        -- pages/index.md --
        [setup](/garden/docs/setup), [tools](/garden/docs/tools/spade) and ![a spade](/garden/docs/images/spade.png).
        [rake](/garden/docs/tools/rake)
               ^^^^^^^^^^^^^^^^^^^^^^^ error[broken-link]: no page is served at '/garden/docs/tools/rake'
        -- pages/setup.md --
        [Spade](/setup/tools/spade)
                ^^^^^^^^^^^^^^^^^^ error[broken-link]: no page is served at '/setup/tools/spade'; did you mean '/tools/spade'?
        -- pages/tools/spade.md --
        Text.
        -- public/images/spade.png --
        -- public/images/seed.png --
        """,
        UNKNOWN_BASE,
    )
