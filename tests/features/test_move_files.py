"""Link updates for moved files and folders."""

from __future__ import annotations

import json

import pytest

from refrakt.features.rename.move_files import link_updates
from site_rules.site_checks import indexed

from .sites import done, files_in, open_site, page_at

CONFIG = "refrakt.config.json"


def check_move(before: str, moves: str, after: str) -> None:
    """Moving files (`old -> new`, one on each line) makes these texts of those; other files stay unchanged."""
    pairs = [(old, new) for old, _, new in (each.strip().partition(" -> ") for each in moves.strip().splitlines())]
    with open_site(before) as here:
        assert here.page.view is not None
        changes = link_updates(here.page.view, pairs)
        found = done(here.files, changes)
    assert found == {**here.files, **files_in(after)}


def test_links_by_url_follow_a_page() -> None:
    check_move(
        """
        -- content/index.md --
        [a](/docs/setup) [b](/docs/setup#linux "The title") [c](</docs/setup?from=here#linux>) [d](/docs/setup/)
        [e](/docs/setup.html) [f](docs/setup) [g](./docs/setup) ![no](/docs/setup) `[code](/docs/setup)`

        [h][label] and {% card href="/docs/setup#linux" %}x{% /card %}

        [label]: /docs/setup 'Title'
        -- content/docs/setup.md --
        # Setup
        ## Linux
        """,
        "content/docs/setup.md -> content/guide/install.md",
        """
        -- content/index.md --
        [a](/guide/install) [b](/guide/install#linux "The title") [c](</guide/install?from=here#linux>) [d](/guide/install/)
        [e](/guide/install.html) [f](guide/install) [g](./guide/install) ![no](/docs/setup) `[code](/docs/setup)`

        [h][label] and {% card href="/guide/install#linux" %}x{% /card %}

        [label]: /guide/install 'Title'
        """,
    )


def test_links_by_file_follow_a_page() -> None:
    check_move(
        """
        -- content/index.md --
        [a](docs/setup.md#linux) [b](./docs/setup.md) [c](/docs/setup.md)
        -- content/docs/setup.md --
        # Setup
        -- content/docs/tour.md --
        [a](setup.md) [b](../docs/setup.md)
        """,
        "content/docs/setup.md -> content/install.md",
        """
        -- content/index.md --
        [a](install.md#linux) [b](./install.md) [c](/install.md)
        -- content/docs/tour.md --
        [a](../install.md) [b](../install.md)
        """,
    )


def test_relative_links_in_the_moved_page_keep_their_target() -> None:
    check_move(
        """
        -- content/index.md --
        # Home
        -- content/docs/tour.md --
        # Tour
        -- content/docs/setup.md --
        [a](tour) [b](./tour#x) [c](../) [d](tour.md)
        [e](#here) [f](/docs/tour) [g](setup) [h](../index.md)
        """,
        "content/docs/setup.md -> content/guide/deep/setup.md",
        """
        -- content/docs/setup.md --
        [a](../../docs/tour) [b](../../docs/tour#x) [c](../../) [d](../../docs/tour.md)
        [e](#here) [f](/docs/tour) [g](setup) [h](../../index.md)
        """,
    )


def test_broken_links_stay() -> None:
    with open_site(
        """
        -- content/index.md --
        [a](/docs/setpu) [b](https://docs/setup) [c](mailto:a@b) [d](/docs) [e](setup.md)
        -- content/docs/setup.md --
        [a](/nowhere) [b](gone.md) [c](tuor)
        """
    ) as here:
        assert here.page.view is not None
        assert link_updates(here.page.view, [("content/docs/setup.md", "content/guide/setup.md")]).edits == ()


def test_a_folder() -> None:
    check_move(
        """
        -- content/index.md --
        [docs](/docs) [setup](/docs/setup#a) [file](docs/index.md) ![boat](docs/boat.png)
        -- content/docs/index.md --
        [setup](docs/setup) [file](setup.md) [home](/) ![boat](boat.png)
        -- content/docs/setup.md --
        [up](./) [top](../index.md)
        -- content/docs/boat.png --
        x
        """,
        "content/docs -> content/guide/all",
        """
        -- content/index.md --
        [docs](/guide/all) [setup](/guide/all/setup#a) [file](guide/all/index.md) ![boat](guide/all/boat.png)
        -- content/docs/index.md --
        [setup](all/setup) [file](setup.md) [home](/) ![boat](boat.png)
        -- content/docs/setup.md --
        [up](./) [top](../../index.md)
        """,
    )


def test_percent_encoding_is_kept() -> None:
    check_move(
        """
        -- content/index.md --
        [a](/docs/caf%C3%A9%20bar) [b](</docs/café bar>)
        [c](/docs/caf%C3%A9%20bar#x%20y)
        {% card href="/docs/café bar" %}x{% /card %}
        -- content/docs/café bar.md --
        # Café
        """,
        "content/docs/café bar.md -> content/docs/thé & gâteau (new).md",
        """
        -- content/index.md --
        [a](/docs/th%C3%A9%20%26%20g%C3%A2teau%20%28new%29) [b](</docs/thé %26 gâteau (new)>)
        [c](/docs/th%C3%A9%20%26%20g%C3%A2teau%20%28new%29#x%20y)
        {% card href="/docs/thé & gâteau (new)" %}x{% /card %}
        """,
    )


def test_a_plain_link_is_percent_encoded_where_necessary() -> None:
    check_move(
        """
        -- content/index.md --
        [a](/setup) [b](setup.md)
        -- content/setup.md --
        # Setup
        """,
        "content/setup.md -> content/set up 100%.md",
        """
        -- content/index.md --
        [a](/set%20up%20100%25) [b](set%20up%20100%25.md)
        """,
    )


def test_backslashes_and_entities_are_read_as_markdown_does() -> None:
    check_move(
        """
        -- content/index.md --
        [a](/docs/set\\_up#li\\_nux) [b](/docs/set&lowbar;up)
        -- content/docs/set_up.md --
        # Setup
        """,
        "content/docs/set_up.md -> content/docs/install.md",
        """
        -- content/index.md --
        [a](/docs/install#li\\_nux) [b](/docs/install)
        """,
    )


def test_links_over_several_lines_in_quotes_lists_and_tables() -> None:
    check_move(
        """
        -- content/index.md --
        > [quoted](
        > /docs/setup
        > "and a title")

        - item [one
          two](/docs/setup)

        | a 😀 | b |
        | --- | --- |
        | [x](/docs/setup) | [y](docs/setup.md#z) |

        > [label]:
        >   </docs/setup>

        [label]
        -- content/docs/setup.md --
        # Setup
        """,
        "content/docs/setup.md -> content/docs/install.md",
        """
        -- content/index.md --
        > [quoted](
        > /docs/install
        > "and a title")

        - item [one
          two](/docs/install)

        | a 😀 | b |
        | --- | --- |
        | [x](/docs/install) | [y](docs/install.md#z) |

        > [label]:
        >   </docs/install>

        [label]
        """,
    )


def test_a_page_with_a_slug_keeps_its_url() -> None:
    check_move(
        """
        -- content/index.md --
        [a](/install) [b](docs/setup.md)
        -- content/docs/setup.md --
        ---
        slug: install
        ---
        [home](./) [tour](docs/tour.md)
        -- content/docs/tour.md --
        # Tour
        """,
        "content/docs/setup.md -> content/other/setup.md",
        """
        -- content/index.md --
        [a](/install) [b](other/setup.md)
        """,
    )


def test_a_number_prefix_is_not_part_of_the_url() -> None:
    with open_site(
        """
        -- content/index.md --
        [a](/docs/setup)
        -- content/docs/01-setup.md --
        # Setup
        """
    ) as here:
        assert here.page.view is not None
        assert link_updates(here.page.view, [("content/docs/01-setup.md", "content/docs/07-setup.md")]).edits == ()


def test_references_in_runes_and_frontmatter() -> None:
    check_move(
        """
        -- content/index.md --
        ---
        redirect: /docs/setup
        image: /boat.png
        ---
        {% nav %}
        - docs/setup
        - /docs/tour/
        - Docs/Setup
        {% /nav %}

        {% pagination prev="/docs/setup" next="/docs/tour" /%}

        {% xref "/docs/setup" /%} {% xref "/docs/setup#linux" /%} {% xref "Setup" /%}

        {% partial file="one.md" /%}

        {% file-ref path="content/docs/setup.md" /%} {% snippet path="src/a.py" /%} {% sandbox src="wheel" /%}

        {% blog folder="/docs" /%}
        -- content/docs/setup.md --
        # Setup
        ## Linux
        -- content/docs/tour.md --
        # Tour
        -- content/_partials/one.md --
        Ask [us](/docs/setup) or [them](setup).
        -- src/a.py --
        pass
        -- examples/wheel/index.html --
        x
        -- static/boat.png --
        x
        """,
        """
        content/docs -> content/guide
        content/_partials/one.md -> content/_partials/more/first.md
        src -> code
        examples/wheel -> examples/round
        static/boat.png -> static/img/boat.png
        """,
        """
        -- content/index.md --
        ---
        redirect: /guide/setup
        image: /img/boat.png
        ---
        {% nav %}
        - guide/setup
        - /guide/tour/
        - guide/setup
        {% /nav %}

        {% pagination prev="/guide/setup" next="/guide/tour" /%}

        {% xref "/guide/setup" /%} {% xref "/guide/setup#linux" /%} {% xref "Setup" /%}

        {% partial file="more/first.md" /%}

        {% file-ref path="content/guide/setup.md" /%} {% snippet path="code/a.py" /%} {% sandbox src="round" /%}

        {% blog folder="/guide" /%}
        -- content/_partials/one.md --
        Ask [us](/guide/setup) or [them](setup).
        """,
    )


def test_static_files() -> None:
    check_move(
        """
        -- content/docs/setup.md --
        ![a](/img/boat.png) ![b](<../img/boat.png>) [c](/files/old.html) [d](/files/old) {% bg src="/img/boat.png" /%}
        ![beside](plan.svg "Plan") ![gone](/img/baot.png)
        -- content/docs/plan.svg --
        x
        -- static/img/boat.png --
        x
        -- static/files/old.html --
        x
        """,
        """
        static/img -> static/pictures
        static/files/old.html -> static/older.html
        content/docs/plan.svg -> content/plans/plan.svg
        """,
        """
        -- content/docs/setup.md --
        ![a](/pictures/boat.png) ![b](<../pictures/boat.png>) [c](/older.html) [d](/older) {% bg src="/pictures/boat.png" /%}
        ![beside](../plans/plan.svg "Plan") ![gone](/img/baot.png)
        """,
    )


def test_a_site_with_a_base_path() -> None:
    config = json.dumps({"site": {"contentDir": "content", "authoring": {"basePath": "/handbook"}}})
    check_move(
        f"""
        -- {CONFIG} --
        {config}
        -- content/index.md --
        [a](/handbook/docs/setup) [b](/docs/setup) [c](docs/setup) [d](/handbook/docs/setup.md) [e](/docs/setup.md)
        -- content/docs/setup.md --
        # Setup
        """,
        "content/docs/setup.md -> content/setup.md",
        """
        -- content/index.md --
        [a](/handbook/setup) [b](/setup) [c](setup) [d](/handbook/setup.md) [e](/setup.md)
        """,
    )


def test_two_pages_swap_paths() -> None:
    check_move(
        """
        -- content/index.md --
        [a](/a) [b](/b#x)
        -- content/a.md --
        [other](b) [self](a)
        -- content/b.md --
        [other](/a)
        """,
        """
        content/a.md -> content/b.md
        content/b.md -> content/a.md
        """,
        """
        -- content/index.md --
        [a](/b) [b](/a#x)
        -- content/a.md --
        [other](a) [self](b)
        -- content/b.md --
        [other](/b)
        """,
    )


def test_plan_items_link_to_files() -> None:
    config = json.dumps({"site": {"contentDir": "content", "plugins": ["@refrakt-md/plan"]}})
    check_move(
        f"""
        -- {CONFIG} --
        {config}
        -- content/index.md --
        # Home
        -- plan/work/WORK-001.md --
        [spec](../specs/SPEC-001.md#goal)
        -- plan/specs/SPEC-001.md --
        # Spec
        """,
        "plan/specs/SPEC-001.md -> plan/done/SPEC-001.md",
        """
        -- plan/work/WORK-001.md --
        [spec](../done/SPEC-001.md#goal)
        """,
    )


def test_line_endings_and_wide_characters() -> None:
    text = "😀 [a](/docs/setup)\r\n\r\n[b]: docs/setup.md\r\n\r\n[b]\r\n"
    with open_site("-- content/index.md --\n# Home\n-- content/docs/setup.md --\n# Setup\n") as here:
        assert here.page.view is not None
        (here.folder / "content/index.md").write_bytes(text.encode())
        files = {**here.files, "content/index.md": text}
        view = page_at(indexed(here.index.spec), files, "content/index.md").view
        assert view is not None
        found = done(files, link_updates(view, [("content/docs/setup.md", "content/x.md")]))
    assert found["content/index.md"] == "😀 [a](/x)\r\n\r\n[b]: x.md\r\n\r\n[b]\r\n"


@pytest.mark.parametrize("pair", [("content", "pages"), ("content/a.md", "content/a.md"), ("notes.txt", "n.txt")])
def test_no_edits_for_a_move_without_effect(pair: tuple[str, str]) -> None:
    with open_site("-- content/index.md --\n[a](/a)\n-- content/a.md --\n[b](./)\n") as here:
        assert here.page.view is not None
        assert link_updates(here.page.view, [pair]).edits == ()
        assert link_updates(here.page.view, [("content/a.md", "content/b.md")]).edits


def test_an_item_of_a_navigation_with_odd_characters() -> None:
    check_move(
        """
        -- content/index.md --
        {% nav %}
        - docs/setup
        - /docs/setup#x
        {% /nav %}
        -- content/docs/setup.md --
        # Setup
        """,
        "content/docs/setup.md -> content/docs/c#_[1].md",
        """
        -- content/index.md --
        {% nav %}
        - docs/c%23_%5B1%5D
        - /docs/c%23_%5B1%5D#x
        {% /nav %}
        """,
    )


LISTS = """
        -- content/index.md --
        {% collection type="page" filter="parentUrl:/docs/ draft:false" %}x{% /collection %}
        {% collection type="page" filter="url:/docs/setup" %}x{% /collection %}
        {% collection type="page" filter="url:/docs/* url:/blog/*" %}x{% /collection %}
        {% collection type="page" filter="sourceFile:content/docs/* title:/docs/setup" %}x{% /collection %}
        -- content/docs/setup.md --
        # Setup
        -- content/docs/tour.md --
        # Tour
        -- content/blog/news.md --
        # News
"""


def test_queries_follow_all_the_pages_they_match() -> None:
    check_move(
        LISTS,
        "content/docs -> content/guide/docs",
        """
        -- content/index.md --
        {% collection type="page" filter="parentUrl:/guide/docs/ draft:false" %}x{% /collection %}
        {% collection type="page" filter="url:/guide/docs/setup" %}x{% /collection %}
        {% collection type="page" filter="url:/guide/docs/* url:/blog/*" %}x{% /collection %}
        {% collection type="page" filter="sourceFile:content/guide/docs/* title:/docs/setup" %}x{% /collection %}
        """,
    )


def test_a_query_that_matches_several_pages_does_not_follow_one_of_them() -> None:
    check_move(
        LISTS,
        "content/docs/setup.md -> content/start/setup.md",
        """
        -- content/index.md --
        {% collection type="page" filter="parentUrl:/docs/ draft:false" %}x{% /collection %}
        {% collection type="page" filter="url:/start/setup" %}x{% /collection %}
        {% collection type="page" filter="url:/docs/* url:/blog/*" %}x{% /collection %}
        {% collection type="page" filter="sourceFile:content/docs/* title:/docs/setup" %}x{% /collection %}
        """,
    )


@pytest.mark.parametrize("new", ["content/a b.md", 'content/a"b.md'])
def test_a_query_whose_new_value_needs_quotes_stays(new: str) -> None:
    with open_site(LISTS) as here:
        assert here.page.view is not None
        assert link_updates(here.page.view, [("content/docs/setup.md", new)]).edits == ()
