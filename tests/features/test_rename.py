"""Renames a symbol from any of its occurrences."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from refrakt.errors import RefraktError
from refrakt.features.rename.file_path import change_path
from refrakt.features.rename.rename import prepare_rename, rename_at
from refrakt.project.index.site_view import PageText
from refrakt.project.pages.page_facts import PageFacts
from site_rules.site_checks import site_in

from .sites import done, files_in, open_site, page_at

PLAN = json.dumps({"site": {"contentDir": "content", "plugins": ["@refrakt-md/plan", "@refrakt-md/storytelling"]}})
CONFIG = f"-- refrakt.config.json --\n        {PLAN}"


def check_rename(before: str, new: str, after: str, moves: dict[str, str] | None = None) -> None:
    """A rename at the cursor gives these texts; other files stay unchanged."""
    with open_site(before) as here:
        changes = rename_at(here.page, here.offset, new)
        assert dict(changes.moved) == (moves or {})
        texts = {edit.path: edit.changed for edit in changes.edits}
        assert done(here.files, changes)
    assert {**here.files, **texts} == {**here.files, **files_in(after)}


def check_refused(before: str, new: str, *texts: str) -> None:
    """The rename is refused, and the message contains these texts."""
    with open_site(before) as here, pytest.raises(RefraktError) as raised:
        rename_at(here.page, here.offset, new)
    for text in texts:
        assert text in str(raised.value)


def check_prepare(before: str, on: str | None, name: str = "") -> None:
    """The span and the current name at the cursor; None where there is nothing to rename."""
    with open_site(before) as here:
        found = prepare_rename(here.page, here.offset)
        text = here.page.document.text
    if on is None:
        assert found is None
    else:
        assert found is not None
        assert (text[found.span.start : found.span.end], found.placeholder) == (on, name)


# Headings -------------------------------------------------------------------------------------------------------------

HEADING = """
        -- content/index.md --
        [a](/docs/setup#on-linux) [b](docs/setup.md#on-linux "T") [c](</docs/setup?x=1#on-linux>)
        [d](/docs/setup) [e](#on-linux)
        {% xref "/docs/setup#on-linux" /%} {% card href="/docs/setup#on-linux" %}x{% /card %}
        `[x](/docs/setup#on-linux)`
        -- content/docs/setup.md --
        # Setup
        ## On $0Linux
        See [here](#on-linux) and [there][t].

        [t]:
          /docs/setup#on-linux
"""
HEADING_AFTER = """
        -- content/index.md --
        [a](/docs/setup#with-a-penguin) [b](docs/setup.md#with-a-penguin "T") [c](</docs/setup?x=1#with-a-penguin>)
        [d](/docs/setup) [e](#on-linux)
        {% xref "/docs/setup#with-a-penguin" /%} {% card href="/docs/setup#with-a-penguin" %}x{% /card %}
        `[x](/docs/setup#on-linux)`
        -- content/docs/setup.md --
        # Setup
        ## With a Penguin
        See [here](#with-a-penguin) and [there][t].

        [t]:
          /docs/setup#with-a-penguin
"""


def test_a_heading() -> None:
    check_rename(HEADING, "With a Penguin", HEADING_AFTER)


def test_a_heading_from_a_link_to_it() -> None:
    before = HEADING.replace("$0", "").replace("[a](/docs/setup#on", "[a](/docs/setup#o$0n")
    check_prepare(before, "on-linux", "On Linux")
    check_rename(before, "With a Penguin", HEADING_AFTER)


def test_a_heading_from_a_reference_to_it() -> None:
    before = HEADING.replace("$0", "").replace('{% xref "/docs/setup#on', '{% xref "/docs/setup#o$0n')
    check_rename(before, "With a Penguin", HEADING_AFTER)


def test_a_heading_with_an_explicit_id() -> None:
    before = """
        -- content/index.md --
        [a](/docs/setup#core)
        -- content/docs/setup.md --
        ## The core {% #co$0re %}
        [b](#core)
    """
    check_prepare(before, "core", "core")
    check_rename(
        before,
        "kernel",
        """
        -- content/index.md --
        [a](/docs/setup#kernel)
        -- content/docs/setup.md --
        ## The core {% #kernel %}
        [b](#kernel)
        """,
    )
    check_refused(before, "the kernel", "spaces", "the-kernel")
    check_refused(before, "kern#el", "not a valid id after `#`")


def test_the_id_is_derived_from_the_heading_text() -> None:
    check_rename(
        """
        -- content/a.md --
        ## What is $0new?
        [x](#what-is-new)
        -- content/b.md --
        [encoded](/a#what%2Dis-new)
        """,
        "Café (`beta`) 100%",
        """
        -- content/a.md --
        ## Café (`beta`) 100%
        [x](#café-%28-%29-100)
        -- content/b.md --
        [encoded](/a#caf%C3%A9-%28-%29-100)
        """,
    )


def test_references_by_title_follow_a_heading_that_is_the_title() -> None:
    check_rename(
        """
        -- content/index.md --
        {% xref "Setting Up" /%} {% xref "setting up" /%} {% xref "/docs/setup" /%}
        -- content/docs/setup.md --
        # Setting $0Up
        """,
        "Installing",
        """
        -- content/index.md --
        {% xref "Installing" /%} {% xref "Installing" /%} {% xref "/docs/setup" /%}
        -- content/docs/setup.md --
        # Installing
        """,
    )


def test_invalid_heading_names() -> None:
    page = "-- content/a.md --\n# O$0ne\n\n## Two\n\nText {% #three %}\n"
    check_refused(page, "Two", "in use")
    check_refused(page, "three", "in use")
    check_refused(page, "`code`", "no id")
    check_refused(page, "two\n\n# more", "one line")
    check_refused(page, "{% if $x %}", "no")
    check_refused(page, "", "one line")


def test_a_heading_that_shares_its_id() -> None:
    check_refused(
        "-- content/a.md --\n# One\n\n## Two\n\n## T$0wo\n", "Three", "earlier heading", "links resolve to that one"
    )


def test_a_heading_in_a_quote_with_wide_characters() -> None:
    check_rename(
        """
        -- content/a.md --
        - item

          > ## 😀 Li$0nux ##

        | a |
        | --- |
        | 😀 [x](#😀-linux) |
        """,
        "🐧",
        """
        -- content/a.md --
        - item

          > ## 🐧 ##

        | a |
        | --- |
        | 😀 [x](#🐧) |
        """,
    )


# Anchors and drawers --------------------------------------------------------------------------------------------------


def test_an_anchor() -> None:
    check_rename(
        """
        -- content/index.md --
        [a](/a#c$0ore)
        -- content/a.md --
        Text. {% #core %}

        {% hint id="other" %}
        [b](#core) [c](#other)
        {% /hint %}
        """,
        "kernel",
        """
        -- content/index.md --
        [a](/a#kernel)
        -- content/a.md --
        Text. {% #kernel %}

        {% hint id="other" %}
        [b](#kernel) [c](#other)
        {% /hint %}
        """,
    )


def test_a_drawer() -> None:
    check_rename(
        """
        -- content/a.md --
        {% drawer id="te$0rms" title="Terms" %}
        Text.
        {% /drawer %}

        [open](#drawer-terms) {% xref "terms" /%}
        -- content/b.md --
        [open](/a#drawer-terms)

        {% drawer id="terms" title="Other" %}
        Text.
        {% /drawer %}

        {% xref "terms" /%}
        """,
        "words",
        """
        -- content/a.md --
        {% drawer id="words" title="Terms" %}
        Text.
        {% /drawer %}

        [open](#drawer-words) {% xref "words" /%}
        -- content/b.md --
        [open](/a#drawer-words)

        {% drawer id="terms" title="Other" %}
        Text.
        {% /drawer %}

        {% xref "terms" /%}
        """,
    )


# Entities -------------------------------------------------------------------------------------------------------------

PEOPLE = f"""
        {CONFIG}
        -- content/people.md --
        {{% character name="Vesh$0ra" aliases="The Smith" %}}
        # Veshra
        {{% /character %}}

        {{% character name="Bors" %}}
        # Bors
        {{% /character %}}
        -- content/index.md --
        {{% xref "Veshra" /%}} {{% ref "veshra" /%}} {{% xref "Bors" /%}}

        {{% bond from="Veshra" to="Bors" %}}x{{% /bond %}}
"""


def test_an_entity() -> None:
    after = f"""
        {CONFIG}
        -- content/people.md --
        {{% character name="Veshra \\"the Bold\\"" aliases="The Smith" %}}
        # Veshra
        {{% /character %}}

        {{% character name="Bors" %}}
        # Bors
        {{% /character %}}
        -- content/index.md --
        {{% xref "Veshra \\"the Bold\\"" /%}} {{% ref "Veshra \\"the Bold\\"" /%}} {{% xref "Bors" /%}}

        {{% bond from="Veshra \\"the Bold\\"" to="Bors" %}}x{{% /bond %}}
    """
    check_rename(PEOPLE, 'Veshra "the Bold"', after)
    from_reference = PEOPLE.replace("$0", "").replace('{% xref "Vesh', '{% xref "Ve$0sh')
    check_prepare(from_reference, "Veshra", "Veshra")
    check_rename(from_reference, 'Veshra "the Bold"', after)


def test_an_entity_whose_new_name_exists() -> None:
    check_refused(PEOPLE, "Bors", "in use")
    check_refused(PEOPLE, "/veshra", "slash")
    check_refused(PEOPLE, "A, B", "commas")


ITEM = f"""
        {CONFIG}
        -- content/index.md --
        # Home
        -- plan/work/WORK-001-do-it.md --
        {{% work id="WORK-0$001" status="ready" %}}
        # Do it
        {{% /work %}}
        -- plan/work/WORK-002.md --
        {{% work id="WORK-002" status="ready" source="WORK-001,SPEC-9" %}}
        # More

        {{% xref "WORK-001" /%}} {{% expand "Do it" /%}} [file](WORK-001-do-it.md#x)
        {{% /work %}}
"""


def test_the_file_of_a_plan_item_is_renamed() -> None:
    check_rename(
        ITEM,
        "WORK-010",
        """
        -- plan/work/WORK-001-do-it.md --
        {% work id="WORK-010" status="ready" %}
        # Do it
        {% /work %}
        -- plan/work/WORK-002.md --
        {% work id="WORK-002" status="ready" source="WORK-010,SPEC-9" %}
        # More

        {% xref "WORK-010" /%} {% expand "Do it" /%} [file](WORK-010-do-it.md#x)
        {% /work %}
        """,
        {"plan/work/WORK-001-do-it.md": "plan/work/WORK-010-do-it.md"},
    )
    check_refused(ITEM, "WORK-002", "in use", "plan/work/WORK-002.md")
    check_refused(ITEM, "the work", "not a valid plan id")


def test_the_heading_of_an_item_is_its_title() -> None:
    check_rename(
        ITEM.replace("$0", "").replace("# Do it", "# Do $0it"),
        "Do that",
        """
        -- plan/work/WORK-001-do-it.md --
        {% work id="WORK-001" status="ready" %}
        # Do that
        {% /work %}
        -- plan/work/WORK-002.md --
        {% work id="WORK-002" status="ready" source="WORK-001,SPEC-9" %}
        # More

        {% xref "WORK-001" /%} {% expand "Do that" /%} [file](WORK-001-do-it.md#x)
        {% /work %}
        """,
    )


def test_a_page_that_is_an_entity_by_its_frontmatter() -> None:
    check_rename(
        """
        -- content/a.md --
        ---
        type: tale
        id: T-$01
        ---
        -- content/b.md --
        {% xref "T-1" /%}
        """,
        "yes",
        """
        -- content/a.md --
        ---
        type: tale
        id: "yes"
        ---
        -- content/b.md --
        {% xref "yes" /%}
        """,
    )


# Pages, partials, files -----------------------------------------------------------------------------------------------

PAGE = """
        -- content/index.md --
        [a](/docs/se$0tup#linux) [b](docs/setup.md)

        {% nav %}
        - docs/setup
        {% /nav %}
        -- content/docs/02-setup.md --
        [tour](tour) [home](../index.md)
        -- content/docs/tour.md --
        [s](./setup)
"""


def test_a_page_from_a_link_by_its_last_segment() -> None:
    check_prepare(PAGE, "/docs/setup", "/docs/setup")
    check_rename(
        PAGE,
        "install",
        """
        -- content/index.md --
        [a](/docs/install#linux) [b](docs/setup.md)

        {% nav %}
        - docs/install
        {% /nav %}
        -- content/docs/tour.md --
        [s](./install)
        """,
        {"content/docs/02-setup.md": "content/docs/02-install.md"},
    )


def test_a_page_by_its_url() -> None:
    check_rename(
        PAGE,
        "/guide/start",
        """
        -- content/index.md --
        [a](/guide/start#linux) [b](docs/setup.md)

        {% nav %}
        - guide/start
        {% /nav %}
        -- content/docs/02-setup.md --
        [tour](../docs/tour) [home](../index.md)
        -- content/docs/tour.md --
        [s](../guide/start)
        """,
        {"content/docs/02-setup.md": "content/guide/start.md"},
    )


def test_a_page_by_its_file() -> None:
    check_rename(
        PAGE.replace("docs/setup.md", "docs/02-setup.md"),
        "docs/start.md",
        """
        -- content/index.md --
        [a](/docs/start#linux) [b](docs/start.md)

        {% nav %}
        - docs/start
        {% /nav %}
        -- content/docs/tour.md --
        [s](./start)
        """,
        {"content/docs/02-setup.md": "content/docs/start.md"},
    )


def test_invalid_page_names() -> None:
    check_refused(PAGE, "tour", "/docs/tour", "already")
    check_refused(PAGE, "/docs/tour", "already")
    check_refused(PAGE, "tour.md", "already")
    check_refused(PAGE, "../x", "not a valid name")
    check_refused(PAGE, "https://x.test/", "no")
    check_refused(PAGE, " ", "not a valid name")
    check_refused("-- content/index.md --\n[a](/$0)\n", "start", "home page")


def test_a_page_that_has_a_slug() -> None:
    before = """
        -- content/index.md --
        [a](/ins$0tall#x) [b](docs/setup.md)
        -- content/docs/setup.md --
        ---
        slug: install
        ---
        [home](./) [tour](docs/tour)
        -- content/docs/tour.md --
        # Tour
    """
    after = """
        -- content/index.md --
        [a](/start/here#x) [b](docs/setup.md)
        -- content/docs/setup.md --
        ---
        slug: start/here
        ---
        [home](../) [tour](../docs/tour)
    """
    check_rename(before, "/start/here", after)
    from_slug = before.replace("$0", "").replace("slug: install", "slug: inst$0all")
    check_prepare(from_slug, "install", "/install")
    check_rename(from_slug, "/start/here", after)


def test_an_index_stays_an_index() -> None:
    check_rename(
        """
        -- content/index.md --
        [a](/do$0cs) [b](docs/) [c](docs/index.md)
        -- content/docs/index.md --
        [x](docs/x)
        -- content/docs/x.md --
        # X
        """,
        "guide",
        """
        -- content/index.md --
        [a](/guide) [b](guide/) [c](guide/index.md)
        """,
        {"content/docs/index.md": "content/guide/index.md"},
    )


def test_a_partial() -> None:
    before = """
        -- content/index.md --
        {% partial file="legal/te$0rms.md" /%} {% partial file="other.md" /%}
        -- content/_partials/legal/terms.md --
        Terms.
        -- content/_partials/other.md --
        {% partial file="legal/terms.md" /%}
    """
    check_prepare(before, "legal/terms.md", "legal/terms.md")
    check_rename(
        before,
        "legal/rules",
        """
        -- content/index.md --
        {% partial file="legal/rules.md" /%} {% partial file="other.md" /%}
        -- content/_partials/other.md --
        {% partial file="legal/rules.md" /%}
        """,
        {"content/_partials/legal/terms.md": "content/_partials/legal/rules.md"},
    )
    check_refused(before, "other.md", "already")
    check_refused(before, "docs:x.md", "another partials folder")


def test_a_file_from_a_link_to_it() -> None:
    before = """
        -- content/a.md --
        ![boat](/img/bo$0at.png)
        -- static/img/boat.png --
        x
    """
    check_prepare(before, "/img/boat.png", "boat.png")
    check_rename(
        before,
        "ship",
        "-- content/a.md --\n![boat](/img/ship.png)",
        {"static/img/boat.png": "static/img/ship.png"},
    )
    check_refused(before, "../ship.png", "not a valid name")
    check_refused(before, "x/ship.png", "cannot change the folder")


# Keys and labels ------------------------------------------------------------------------------------------------------

KEY = """
        -- content/a.md --
        ---
        read$0er: you
        ---
        For {% $frontmatter.reader %}, {% if equals($frontmatter.reader, "you") %}x{% /if %} {% partial file="p.md" /%}
        -- content/b.md --
        ---
        reader: me
        ---
        -- content/c.md --
        # No key
        -- content/_layout.md --
        {% $frontmatter.reader %} {% $frontmatter.title %}
        -- content/_partials/p.md --
        {% $frontmatter.reader %}
"""
KEY_AFTER = """
        -- content/a.md --
        ---
        who: you
        ---
        For {% $frontmatter.who %}, {% if equals($frontmatter.who, "you") %}x{% /if %} {% partial file="p.md" /%}
        -- content/b.md --
        ---
        who: me
        ---
        -- content/_layout.md --
        {% $frontmatter.who %} {% $frontmatter.title %}
        -- content/_partials/p.md --
        {% $frontmatter.who %}
"""


@pytest.mark.parametrize(
    "at",
    ["read$0er: you", "$frontmatter.rea$0der %},", "reader: m$0e", "{% $frontmatter.re$0ader %} {% $frontmatter.title"],
)
def test_a_key_of_the_frontmatter(at: str) -> None:
    fixture = KEY.replace("$0", "").replace(at.replace("$0", ""), at, 1)
    check_rename(fixture, "who", KEY_AFTER)


def test_invalid_frontmatter_keys() -> None:
    check_refused(KEY, "my key", "frontmatter")
    check_refused(KEY, "title", "reserved")
    check_refused("-- content/a.md --\n---\nti$0tle: x\n---\n", "name", "reserved")
    with open_site("-- content/a.md --\n---\nti$0tle: x\n---\n") as here, pytest.raises(RefraktError):
        prepare_rename(here.page, here.offset)
    check_refused("-- content/a.md --\n---\na$0b: x\ncd: y\n---\n", "cd", "in use")


def test_a_label() -> None:
    before = """
        -- content/a.md --
        [Tools][to$0ols] ![x][Tools] [tools] [Tools][] [other]

        > [tools]: <https://x.test> "T"

        [other]: /b
    """
    check_prepare(before, "tools", "tools")
    check_rename(
        before,
        "t 1",
        """
        -- content/a.md --
        [Tools][t 1] ![x][t 1] [tools][t 1] [Tools][t 1] [other]

        > [t 1]: <https://x.test> "T"

        [other]: /b
        """,
    )
    check_refused(before, "a]b", "not a valid link label")
    check_refused(before, "Other", "in use")


# Nothing to rename ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["Just w$0ords.", "`[x](/a#o$0ne)`", "[x](https://x$0.test)", "[lost](/now$0here)", "{% hint ty$0pe=", "$0"]
)
def test_positions_without_a_symbol(text: str) -> None:
    check_prepare(f"-- content/a.md --\n{text}\n", None)


def test_runes_and_layouts_are_refused() -> None:
    check_refused("-- content/a.md --\n{% hi$0nt %}\nx\n{% /hint %}\n", "note", "rune")
    check_refused("-- content/a.md --\n{% hint %}\nx\n{% /hi$0nt %}\n", "note", "rune")


def test_renames_are_refused_while_indexing() -> None:
    with open_site(HEADING) as here:
        here.index.complete = False
        assert prepare_rename(here.page, here.offset) is not None
        with pytest.raises(RefraktError, match="still being indexed"):
            rename_at(here.page, here.offset, "x")


def test_the_same_name_is_no_change() -> None:
    for fixture, name in ((HEADING, "On Linux"), (PAGE, "setup"), (PEOPLE, "Veshra"), (KEY, "reader")):
        with open_site(fixture) as here:
            changes = rename_at(here.page, here.offset, name)
        assert (changes.edits, changes.moved) == ((), ())


# What people complain about in other servers --------------------------------------------------------------------------


def test_renaming_corrupts_no_link_with_fragment_brackets_codes_or_lines() -> None:
    check_rename(
        """
        -- content/index.md --
        [a](/docs/my%20page#on-linux) [b](</docs/my page#on-linux>) [c](
          </docs/my page.md#on-linux>
          "a (title) #on-linux"
        )
        [d](/docs/my%20pa$0ge?q=/docs/my%20page) [e]: not a definition

        [f]:
        </docs/my page#on-linux>

        [f]
        -- content/docs/my page.md --
        ## On Linux
        """,
        "our page (2)",
        """
        -- content/index.md --
        [a](/docs/our%20page%20%282%29#on-linux) [b](</docs/our page (2)#on-linux>) [c](
          </docs/our page (2).md#on-linux>
          "a (title) #on-linux"
        )
        [d](/docs/our%20page%20%282%29?q=/docs/my%20page) [e]: not a definition

        [f]:
        </docs/our page (2)#on-linux>

        [f]
        """,
        {"content/docs/my page.md": "content/docs/our page (2).md"},
    )


def test_a_rename_at_a_link_renames_its_target() -> None:
    before = "-- content/a.md --\n[b](/$0b)\n-- content/b.md --\n[a](a)\n"
    check_prepare(before, "/b", "/b")
    check_rename(before, "c", "-- content/a.md --\n[b](/c)", {"content/b.md": "content/c.md"})


# Several sites, other line ends ---------------------------------------------------------------------------------------

TWO_SITES = json.dumps(
    {
        "sites": {
            "one": {"contentDir": "one", "plugins": ["@refrakt-md/plan"]},
            "two": {"contentDir": "two", "plugins": ["@refrakt-md/plan"]},
        }
    }
)


def test_a_plan_belongs_to_all_sites_of_a_project() -> None:
    fixture = f"""
        -- refrakt.config.json --
        {TWO_SITES}
        -- one/a.md --
        {{% xref "WORK-0$001" /%}}
        -- two/b.md --
        {{% xref "WORK-001" /%}}
        -- plan/WORK-001.md --
        {{% work id="WORK-001" status="ready" %}}
        # Do it
        {{% /work %}}
    """
    with open_site(fixture, "one") as here:
        files = {each: text.replace("$0", "") for each, text in here.files.items()}
        other = page_at(site_in(here.folder, files, "two"), files, "two/b.md").view
        assert other is not None
        changes = rename_at(here.page, here.offset, "WORK-009", [other])
        after = done(here.files, changes)
    assert after["one/a.md"] == after["two/b.md"] == '{% xref "WORK-009" /%}\n'
    assert 'id="WORK-009"' in after["plan/WORK-009.md"]


def test_line_endings_are_kept() -> None:
    text = "# One\r\n\r\n## 😀 Two\r\n\r\n[a](#😀-two) [l]\r\n\r\n[l]: /b#x\r\n"
    with open_site("-- content/a.md --\n# One\n-- content/b.md --\n# B\n") as here:
        files = {**here.files, "content/a.md": text}
        page = page_at(site_in(here.folder, files), files, "content/a.md")
        heading = done(files, rename_at(page, text.index("Two"), "Three"))["content/a.md"]
        label = done(files, rename_at(page, text.index("[l]:") + 1, "m"))["content/a.md"]
    assert heading == text.replace("😀 Two", "Three").replace("#😀-two", "#three")
    assert label == text.replace("[l]:", "[m]:").replace("[l]\r", "[l][m]\r")


# Changes that are not indexed yet --------------------------------------------------------------------------------------

LINKED = """
        -- content/index.md --
        [a](/do$0cs)
        -- content/docs.md --
        # Docs
"""


def test_a_file_that_is_not_indexed_yet_blocks_its_path() -> None:
    with open_site(LINKED) as here:
        assert rename_at(here.page, here.offset, "/new").moved  # this state must not be cached
        (here.folder / "content/new.md").write_text("# New\n")
        with pytest.raises(RefraktError, match=r"content/new\.md already exists"):
            rename_at(here.page, here.offset, "/new")


def test_an_unsaved_page_blocks_its_path() -> None:
    with open_site(LINKED) as here:
        view = here.page.view
        assert view is not None
        typed = PageText("# New\n", PageFacts(), 3)
        sources = {"content/new.md": typed}
        page = replace(here.page, view=replace(view, source=lambda path: sources.get(path) or view.source(path)))
        with pytest.raises(RefraktError, match=r"content/new\.md already exists"):
            rename_at(page, here.offset, "/new")


def test_paths_that_differ_in_case() -> None:
    with open_site(LINKED) as here:
        assert dict(rename_at(here.page, here.offset, "Docs.md").moved) == {"content/docs.md": "content/Docs.md"}
        (here.folder / "content/Docs.md").write_text("# Other\n")
        if (here.folder / "content/docs.md").read_text() == "# Docs\n":  # two files, as most systems have it
            with pytest.raises(RefraktError, match="already"):
                rename_at(here.page, here.offset, "Docs.md")


def check_not_movable(fixture: str, old: str, new: str, texts: str) -> None:
    """The move of a file or a folder is refused."""
    with open_site(fixture) as here:
        assert here.page.view is not None
        with pytest.raises(RefraktError, match=texts):
            change_path(here.page.view, old, new)


@pytest.mark.parametrize("old", [".", "refrakt.config.json", "content", "static", "content/_partials"])
def test_files_the_site_depends_on_do_not_move(old: str) -> None:
    fixture = "-- content/index.md --\n# Home\n-- content/_partials/x.md --\nx\n-- static/a.png --\nx\n"
    check_not_movable(fixture, old, "elsewhere", "the site depends on its path")


def test_a_folder_does_not_move_into_itself() -> None:
    check_not_movable("-- content/docs/a.md --\n# A\n", "content/docs", "content/docs/more", "into itself")


# Unfinished and unused ------------------------------------------------------------------------------------------------


def test_renames_are_refused_in_an_incomplete_tag() -> None:
    before = """
        -- content/index.md --
        {% card href="/docs#$0x" title=
        -- content/docs.md --
        ## X
    """
    check_refused(before, "Y", "incomplete tag")


def test_a_definition_that_no_link_uses() -> None:
    check_rename(
        """
        -- content/index.md --
        [used]

        [used]: /docs
        [sp$0are]: <docs.md> "Title"
        -- content/docs.md --
        # Docs
        """,
        "other",
        """
        -- content/index.md --
        [used]

        [used]: /docs
        [other]: <docs.md> "Title"
        """,
    )


def test_a_quoted_slug() -> None:
    check_prepare('-- content/a.md --\n---\nslug: "/wel$0come"\n---\n# A\n', "/welcome", "/welcome")


def test_a_key_that_the_same_pages_use() -> None:
    before = """
        -- content/_layout.md --
        {% layout %}
        {% $frontmatter.team %}
        {% /layout %}
        -- content/index.md --
        ---
        te$0am: x
        ---
        -- content/other.md --
        ---
        crew: y
        ---
    """
    check_refused(before, "crew", "content/other.md")
    check_refused(
        before.replace("$frontmatter.team", "$frontmatter.team %} {% $frontmatter.group"), "group", "_layout.md"
    )


# Several sites --------------------------------------------------------------------------------------------------------

NESTED = f"""
        -- refrakt.config.json --
        {json.dumps({"sites": {"all": {"contentDir": "c"}, "blog": {"contentDir": "c/blog"}}})}
        -- c/index.md --
        [x](/blog/post#one)
        -- c/blog/index.md --
        [x](/post#one) [y](post.md)
        -- c/blog/post.md --
        # Post
        ## O$0ne
"""


def check_rename_on_both(before: str, new: str, after: str) -> None:
    with open_site(before, "blog") as here:
        index = site_in(here.folder, here.files, "all")
        other = page_at(index, here.files, "c/index.md").view
        assert other is not None
        found = done(here.files, rename_at(here.page, here.offset, new, [other]))
        index.complete = False
        with pytest.raises(RefraktError, match="still being indexed"):
            rename_at(here.page, here.offset, new, [other])
    assert found == {**here.files, **files_in(after)}


def test_a_heading_of_a_page_shared_by_two_sites() -> None:
    check_rename_on_both(
        NESTED,
        "Two",
        """
        -- c/index.md --
        [x](/blog/post#two)
        -- c/blog/index.md --
        [x](/post#two) [y](post.md)
        -- c/blog/post.md --
        # Post
        ## Two
        """,
    )


def test_a_slug_of_a_page_shared_by_two_sites() -> None:
    before = f"""
        -- refrakt.config.json --
        {json.dumps({"sites": {"all": {"contentDir": "c"}, "blog": {"contentDir": "c/blog"}}})}
        -- c/index.md --
        [x](/post)
        -- c/blog/index.md --
        [x](/po$0st)
        -- c/blog/p.md --
        ---
        slug: post
        ---
    """
    after = """
        -- c/index.md --
        [x](/news)
        -- c/blog/index.md --
        [x](/news)
        -- c/blog/p.md --
        ---
        slug: news
        ---
    """
    check_rename_on_both(before, "/news", after)


# Queries --------------------------------------------------------------------------------------------------------------

QUERIES = f"""
        {CONFIG}
        -- content/index.md --
        {{% collection type="work" filter="milestone:v1 id:WORK-001 status:v1" %}}x{{% /collection %}}
        {{% collection type="work" filter="id:WORK-*" %}}x{{% /collection %}}
        -- plan/work/WORK-001.md --
        {{% work id="WORK-001" status="ready" milestone="v1" %}}
        # Do it
        {{% /work %}}
        -- plan/v1.md --
        {{% milestone name="v1" %}}
        # First
        {{% /milestone %}}
"""


def test_ids_in_queries() -> None:
    check_rename(
        QUERIES.replace("id:WORK-001", "id:WORK-0$001"),
        "WORK-002",
        """
        -- content/index.md --
        {% collection type="work" filter="milestone:v1 id:WORK-002 status:v1" %}x{% /collection %}
        {% collection type="work" filter="id:WORK-*" %}x{% /collection %}
        -- plan/work/WORK-001.md --
        {% work id="WORK-002" status="ready" milestone="v1" %}
        # Do it
        {% /work %}
        """,
        {"plan/work/WORK-001.md": "plan/work/WORK-002.md"},
    )


def test_query_fields_of_other_entities() -> None:
    before = QUERIES.replace('name="v1"', 'name="v$01"')
    check_rename(
        before,
        "v2",
        """
        -- content/index.md --
        {% collection type="work" filter="milestone:v2 id:WORK-001 status:v1" %}x{% /collection %}
        {% collection type="work" filter="id:WORK-*" %}x{% /collection %}
        -- plan/work/WORK-001.md --
        {% work id="WORK-001" status="ready" milestone="v2" %}
        # Do it
        {% /work %}
        -- plan/v1.md --
        {% milestone name="v2" %}
        # First
        {% /milestone %}
        """,
        {"plan/v1.md": "plan/v2.md"},
    )
    check_refused(before, "v 2", "query")


def test_relative_links_in_a_layout_stay() -> None:
    check_rename(
        """
        -- content/_layout.md --
        [file](b.md#two) [top](/b#two)
        -- content/b.md --
        ## T$0wo
        """,
        "Three",
        """
        -- content/_layout.md --
        [file](b.md#two) [top](/b#three)
        -- content/b.md --
        ## Three
        """,
    )


def test_a_page_that_differs_in_case_only() -> None:
    """Navigation items, and many file systems and servers, ignore case."""
    site = """
        -- content/index.md --
        [it](/tales/$0long)
        -- content/tales/long.md --
        # Long
        -- content/tales/hero.md --
        # Hero
        """
    check_refused(site, "Hero", "content/tales/hero.md")
    check_refused(site, "Hero.md", "Hero.md")


def test_a_link_to_a_page_generated_for_an_item() -> None:
    """The item gets a new id and a new file; its URL depends on the id."""
    config = {
        "site": {
            "contentDir": "./content",
            "plugins": ["@refrakt-md/plan"],
            "entityRoutes": [{"type": "work", "url": "/items/{id}", "title": "{title}"}],
        }
    }
    site = """
        -- refrakt.config.json --
        %s
        -- content/index.md --
        [it](/items/WORK-001) {%% ref "WORK-001" /%%}
        -- plan/work/WORK-001.md --
        {%% work id="%sWORK-%s" status="ready" %%}
        # Do it
        {%% /work %%}
        """
    with open_site(site % (json.dumps(config), "$0", "001")) as here:
        changes = rename_at(here.page, here.offset, "WORK-009")
        after = done(here.files, changes)
    assert after["content/index.md"] == '[it](/items/WORK-009) {% ref "WORK-009" /%}\n'
    assert "WORK-009" in after["plan/work/WORK-009.md"]
