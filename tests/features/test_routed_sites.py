"""Navigation, completion and rename on sites that are not refrakt's own."""

from __future__ import annotations

import pytest

from refrakt.errors import RefraktError
from refrakt.features.completion import complete
from refrakt.features.definition import find_definition
from refrakt.features.document_links import document_links
from refrakt.features.references import find_references
from refrakt.features.rename.move_files import link_updates
from refrakt.features.rename.rename import rename_at

from .sites import done, files_in, open_site

SLUGIFY = "import { slugifyWithCounter } from '@sindresorhus/slugify'\nexport const heading = slugifyWithCounter()"
CODE = f"""
-- package.json --
{{"name": "site", "dependencies": {{"next": "15", "@markdoc/markdoc": "0.5.10", "@markdoc/next.js": "0.5.0"}}}}
-- next.config.js --
module.exports = require('@markdoc/next.js')()({{ basePath: '/base', pageExtensions: ['md', 'js'] }})
-- markdoc/tags.js --
export default {{ box: {{ attributes: {{ title: {{ type: String }} }} }} }}
-- components/Layout.js --
{SLUGIFY}
"""
SETUP = """\
-- pages/docs/setup.md --
---
id: setup
---
## runJob
-- pages/docs/index.md --
---
id: docs
---
-- pages/docs/tour.md --
---
id: tour
---
"""


HTML = '-- markdoc.config.json --\n[{"path": "pages", "markdoc": {"allowHTML": true}}]'


def test_definition_of_a_link_in_html() -> None:
    page = '<ul>\n<li><a href="/docs/setup#run$0-job">a</a></li>\n</ul>'
    with open_site(f"{CODE}\n{HTML}\n-- pages/index.md --\n{page}\n{SETUP}") as here:
        found = find_definition(here.page, here.offset)
        assert found is not None
        assert [here.shown(each) for each in found.targets] == ["pages/docs/setup.md:4: runJob"]
        text = here.page.document.text
        assert [text[each.span.start : each.span.end] for each in document_links(here.page)] == ["/docs/setup#run-job"]


@pytest.mark.parametrize(
    ("link", "target"),
    [
        ("/docs/$0setup", "pages/docs/setup.md:1: "),
        ("/base/docs/$0setup/", "pages/docs/setup.md:1: "),
        ("docs/$0setup", "pages/docs/setup.md:1: "),
        ("./docs/$0setup.md", "pages/docs/setup.md:1: "),
        ("/doc$0s", "pages/docs/index.md:1: "),
        ("/docs/setup#run$0-job", "pages/docs/setup.md:4: runJob"),
        ("id:se$0tup", "pages/docs/setup.md:1: "),
        ("id:setup#run-$0job", "pages/docs/setup.md:4: runJob"),
    ],
)
def test_definition_of_a_link(link: str, target: str) -> None:
    with open_site(f"{CODE}\n-- pages/index.md --\n[a]({link})\n{SETUP}") as here:
        found = find_definition(here.page, here.offset)
        assert found is not None
        assert [here.shown(each) for each in found.targets] == [target]


def test_references_of_a_heading_and_of_a_page() -> None:
    pages = """
-- pages/index.md --
[a](/docs/setup#run-job) [b](id:setup#run-job) [c](/base/docs/setup) [d](/docs/setup#other)
-- pages/docs/other.md --
[e](setup) [f](./setup.md#run-job)
-- pages/docs/setup.md --
---
id: setup
---
## run$0Job

[g](#run-job)
-- pages/docs/tour.md --
---
id: tour
---
"""
    with open_site(CODE + pages) as here:
        found = [here.shown(each) for each in find_references(here.page, here.offset)]
        assert found == [
            "pages/docs/setup.md:4: runJob",
            "pages/docs/setup.md:6: run-job",
            "pages/docs/other.md:1: run-job",
            "pages/index.md:1: run-job",
            "pages/index.md:1: run-job",
        ]
    with open_site(CODE + pages.replace("run$0Job", "runJob").replace("docs/setup)", "docs/$0setup)")) as here:
        found = [here.shown(each) for each in find_references(here.page, here.offset, with_declaration=False)]
        assert found == [
            "pages/docs/other.md:1: setup",
            "pages/docs/other.md:1: ./setup.md",
            "pages/index.md:1: /docs/setup",
            "pages/index.md:1: id:setup",
            "pages/index.md:1: /base/docs/setup",
            "pages/index.md:1: /docs/setup",
        ]


def test_document_links() -> None:
    with open_site(
        f"{CODE}\n-- pages/index.md --\n[a](/docs/setup#run-job) [b](id:tour) [c](/gone) [d](docs)\n{SETUP}"
    ) as here:
        found = [(each.symbol.path, each.symbol.name) for each in document_links(here.page) if each.symbol is not None]
        assert found == [("pages/docs/setup.md", "run-job"), ("pages/docs/tour.md", ""), ("pages/docs/index.md", "")]


IMAGES = "".join(f"-- public/img/{each}.png --\n" for each in "abcde")
BOXES = "".join(f'{{% box image="/base/img/{each}.png" /%}}\n' for each in "abcde")


def test_an_attribute_that_is_a_path_of_an_image() -> None:
    with open_site(f'{CODE}\n-- pages/index.md --\n{BOXES}{{% box image="/img/$0a.png" /%}}\n{IMAGES}') as here:
        found = find_definition(here.page, here.offset)
        assert found is not None
        assert [here.shown(each) for each in found.targets] == ["public/img/a.png:1: "]
        labels = [each.label for each in complete(here.page, here.offset).items]
        assert [each for each in labels if "img" in each] == [f"/img/{each}.png" for each in "abcde"]


@pytest.mark.parametrize(
    ("typed", "others", "expected"),
    [
        ("/docs/$0", "", ["/docs/setup", "/docs/tour"]),
        ("/base/docs/$0", "", ["/base/docs/setup", "/base/docs/tour"]),
        ("$0", "[a](/docs/tour)", ["/", "/docs", "/docs/setup", "/docs/tour"]),
        ("$0", "[a](/base/docs/tour)", ["/base/", "/base/docs", "/base/docs/setup", "/base/docs/tour"]),
        ("/docs/setup#$0", "", ["#run-job"]),
        ("id:$0", "", ["id:docs", "id:setup", "id:tour"]),
    ],
)
def test_completion_of_a_link(typed: str, others: str, expected: list[str]) -> None:
    with open_site(f"{CODE}\n-- pages/index.md --\n{others}\n\n[a]({typed})\n{SETUP}") as here:
        found = complete(here.page, here.offset).items
        assert [each.label for each in found if each.kind in ("page", "heading")] == expected


def moved(before: str, old: str, new: str) -> dict[str, str]:
    with open_site(CODE + before) as here:
        assert here.page.view is not None
        after = done(here.files, link_updates(here.page.view, [(old, new)]))
        return {path: text for path, text in after.items() if text != here.files[path]}


def test_links_follow_a_page_that_moves() -> None:
    links = "[a](/docs/setup#run-job) [b](/base/docs/setup/) [c](docs/setup) [d](./docs/setup.md) [e](id:setup)"
    assert moved(f"-- pages/index.md --\n{links}\n{SETUP}", "pages/docs/setup.md", "pages/guide/install.md") == {
        "pages/index.md": (
            "[a](/guide/install#run-job) [b](/base/guide/install/) [c](guide/install) [d](./guide/install.md) [e](id:setup)\n"
        )
    }


def test_links_of_a_page_that_moves() -> None:
    pages = "-- pages/docs/here.md --\n[a](tour) [b](./tour.md) [c](/docs/tour) [d](here)\n"
    assert moved(pages + SETUP, "pages/docs/here.md", "pages/there.md") == {
        "pages/docs/here.md": "[a](docs/tour) [b](./docs/tour.md) [c](/docs/tour) [d](there)\n"
    }


def renamed(fixture: str, new: str) -> dict[str, str]:
    with open_site(fixture) as here:
        after = done(here.files, rename_at(here.page, here.offset, new))
        return {path: text for path, text in after.items() if text != here.files.get(path)}


def test_rename_of_a_page() -> None:
    pages = f"{CODE}\n-- pages/index.md --\n[a](/docs/$0setup#run-job) [b](/base/docs/setup)\n{SETUP}"
    expected = {
        "pages/index.md": "[a](/docs/install#run-job) [b](/base/docs/install)\n",
        "pages/docs/install.md": files_in(SETUP)["pages/docs/setup.md"],
    }
    assert renamed(pages, "install") == expected
    assert renamed(pages, "/docs/install") == expected
    assert renamed(pages, "/base/docs/install") == expected
    assert renamed(pages, "install.md") == expected


def test_rename_of_a_heading() -> None:
    pages = f"{CODE}\n-- pages/index.md --\n[a](/docs/setup#run-$0job) [b](id:setup#run-job) [c](/docs/setup)\n{SETUP}"
    assert renamed(pages, "Start & stopJob") == {
        "pages/index.md": "[a](/docs/setup#start-and-stop-job) [b](id:setup#start-and-stop-job) [c](/docs/setup)\n",
        "pages/docs/setup.md": files_in(SETUP)["pages/docs/setup.md"].replace("runJob", "Start & stopJob"),
    }


def test_a_heading_is_not_renamed_if_its_id_is_not_certain() -> None:
    code = CODE.replace(SLUGIFY, "")
    pages = f"{code}\n-- pages/index.md --\n[a](/docs/setup#run-$0job)\n{SETUP}"
    with pytest.raises(RefraktError, match="rule for the ids of headings is not known"):
        renamed(pages, "Start & stopJob")
    assert renamed(pages, "Start")["pages/index.md"] == "[a](/docs/setup#start)\n"


def test_references_by_any_id_that_a_heading_may_have() -> None:
    code = CODE.replace(SLUGIFY, "")
    with open_site(
        f"{code}\n-- pages/index.md --\n[a](/docs/setup#runjob) [b](/docs/setup#run-$0job)\n{SETUP}"
    ) as here:
        found = [here.shown(each) for each in find_references(here.page, here.offset)]
        assert found == ["pages/docs/setup.md:4: runJob", "pages/index.md:1: runjob", "pages/index.md:1: run-job"]


def test_a_heading_is_not_renamed_if_others_would_get_other_numbers() -> None:
    pages = f"{CODE}\n-- pages/index.md --\n## Se$0tup\n\n## Setup\n\n[b](#setup-2)\n"
    with pytest.raises(RefraktError, match="the heading `Setup` would get another id"):
        renamed(pages, "Start")
    pages = f"{CODE}\n-- pages/index.md --\n## Setup\n\n## Setup\n\n[b](#set$0up-2)\n"
    assert renamed(pages, "Start") == {"pages/index.md": "## Setup\n\n## Start\n\n[b](#start)\n"}


def test_rename_of_a_page_in_a_group_of_the_app_router() -> None:
    pages = f"""{CODE}
-- app/(docs)/guide/setup/page.md --
## Setup
-- app/page.md --
[a](/guide/$0setup#setup)
"""
    assert renamed(pages, "install") == {
        "app/page.md": "[a](/guide/install#setup)\n",
        "app/(docs)/guide/install/page.md": "## Setup\n",
    }
    assert "app/(docs)/start/page.md" in renamed(pages, "/start")


def test_a_page_is_not_moved_where_its_url_is_not_known() -> None:
    pages = f"{CODE}\n-- pages/index.md --\n[a](/docs/$0setup)\n{SETUP}"
    with pytest.raises(RefraktError, match=r"the URL of `pages/\[x\]/setup.md` is not known"):
        renamed(pages, "pages/[x]/setup.md")
    with pytest.raises(RefraktError, match="would no longer be a page"):
        renamed(pages, "other/setup.md")


def test_a_link_without_its_language_stays_without_it() -> None:
    pages = """
-- pages/en/index.md --
[a](/setup) [b](/en/setup)
-- pages/en/setup.md --
x
-- pages/fr/index.md --
x
"""
    assert moved(pages, "pages/en/setup.md", "pages/en/install.md") == {
        "pages/en/index.md": "[a](/install) [b](/en/install)\n"
    }
