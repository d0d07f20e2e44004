"""What could be done about a place: fixes of problems, and what is said about them."""

from __future__ import annotations

import pytest

from refrakt.features.actions import actions, is_below
from refrakt.features.actions.asked import Asked, Complaint
from refrakt.features.actions.registry import providers
from refrakt.features.answers import Changes, Range
from refrakt.hosts.lsp.capabilities import ACTION_KINDS

from .acting import asked_at, check_action, chosen, done_to, offered, on_site, question
from .checking import page_of
from .sites import done


def test_every_kind_is_promised() -> None:
    assert sorted({kind for each in providers() for kind in each.kinds}) == ACTION_KINDS


@pytest.mark.parametrize(
    ("kind", "other", "yes"),
    [
        ("refactor.inline", "refactor", True),
        ("refactor", "refactor.inline", False),
        ("quickfix", "", True),
        ("refactoring", "refactor", False),
        ("source.fixAll.refrakt", "source.fixAll", True),
    ],
)
def test_kinds(kind: str, other: str, yes: bool) -> None:
    assert is_below(kind, other) is yes


# Fixes ----------------------------------------------------------------------------------------------------------------


def test_the_only_fix_is_the_preferred_one() -> None:
    fixture = "{% $0hnit %}\nx\n{% /hnit %}\n"
    check_action(fixture, "Write hint", "{% hint %}\nx\n{% /hint %}\n")
    first = next(iter(actions(asked_at(fixture))))
    assert (first.title, first.kind, first.codes, first.preferred) == (
        "Write hint",
        "quickfix",
        ("unknown-rune",),
        True,
    )


def test_several_names_may_have_been_meant() -> None:
    fixture = '{% hint type="$0nte" %}\nx\n{% /hint %}\n'
    quick = [each for each in actions(asked_at(fixture), ("quickfix",)) if each.title.startswith("Write")]
    assert [each.title for each in quick] == ['Write "note"', 'Write "caution"', 'Write "check"', 'Write "warning"']
    assert not any(each.preferred for each in quick)
    check_action(fixture, 'Write "check"', '{% hint type="check" %}\nx\n{% /hint %}\n')


def test_a_proposal_is_never_preferred() -> None:
    asked = asked_at("---\ntitel$0: x\n---\n")
    (problem,) = asked.known
    assert problem.severity in ("info", "hint"), "this fixture needs a proposal"
    assert not any(each.preferred for each in actions(asked))
    assert not [each for each in actions(asked) if each.kind.startswith("source.fixAll")]


def test_other_attributes() -> None:
    check_action(
        '{% figure captoin$0="x" %}\n![a](/a.png)\n{% /figure %}\n',
        "Write caption",
        '{% figure caption="x" %}\n![a](/a.png)\n{% /figure %}\n',
    )


def test_only_what_is_at_the_place() -> None:
    text = "{% hnit %}\nx\n{% /hnit %}\n\nText.\n\n{% crd %}\nx\n{% /crd %}\n"
    page = page_of(text)
    here = question(page, Range(3, 7))
    assert "Write card" not in [each.title for each in actions(here)]
    # The editor's problem is from an older text, a line further up; it is the same one.
    at = text.index("crd")
    stale = Asked(page, Range(0, 0), here.known, (Complaint("unknown-rune", Range(at - 2, at + 1)),))
    assert "Write card" in [each.title for each in actions(stale)]
    other = Asked(page, Range(20, 20), here.known, (Complaint("broken-link", Range(at, at + 1)),))
    assert "Write card" not in [each.title for each in actions(other)]


def test_a_file_of_another_name() -> None:
    site = '-- content/index.md --\n{% snippet path="src/mi$0an.py" /%}\n-- src/main.py --\nx\n'
    with on_site(site) as (asked, _):
        assert done_to(asked, chosen(asked, "Write src/main.py")) == '{% snippet path="src/main.py" /%}\n'


def test_what_lies_between_pages() -> None:
    site = """
        -- content/index.md --
        See [setup](/docs/se$0tpu) and [tools](/docs/tool).
        -- content/docs/setup.md --
        # Setup
        -- content/docs/tools.md --
        # Tools
    """
    with on_site(site) as (asked, files):
        first = next(iter(actions(asked)))
        assert (first.title, first.codes) == ("Write /docs/setup", ("broken-link",))
        changes = first.changes()
        assert changes is not None
        assert "[setup](/docs/setup)" in done(files, changes)["content/index.md"]
        everything = chosen(asked, "Fix everything that can be fixed by itself").changes()
        assert everything is not None
        assert "[tools](/docs/tools)" in done(files, everything)["content/index.md"]


# All at once ----------------------------------------------------------------------------------------------------------

MANY = (
    '{% $0hnit type="nte" %}\nx\n{% /hnit %}\n\n{% hnit %}\nx\n{% /hnit %}\n\n{% hint typ="note" %}\ny\n{% /hint %}\n'
)


def test_all_of_a_kind() -> None:
    becomes = (
        '{% hint type="nte" %}\nx\n{% /hint %}\n\n{% hint %}\nx\n{% /hint %}\n\n{% hint typ="note" %}\ny\n{% /hint %}\n'
    )
    asked = asked_at(MANY)
    assert done_to(asked, chosen(asked, "Fix all 2 unknown-rune problems on this page")) == becomes


def test_all_on_the_page_with_what_comes_to_light() -> None:
    becomes = '{% hint type="note" %}\nx\n{% /hint %}\n\n{% hint %}\nx\n{% /hint %}\n\n{% hint type="note" %}\ny\n{% /hint %}\n'
    for title in (
        "Fix everything that can be fixed by itself",
        "Fix all 3 problems on this page that can be fixed by themselves",
    ):
        check_action(MANY, title, becomes)


def test_line_ends_and_signs_stay_as_they_are() -> None:
    check_action(
        "😀 text\r\n\r\n{% $0hnit type='note' %}\r\nx\r\n{% /hnit %}\r\n",
        "Fix everything that can be fixed by itself",
        '😀 text\r\n\r\n{% hint type="note" %}\r\nx\r\n{% /hint %}\r\n',
    )


def test_nothing_that_helps() -> None:
    """An editor that asks with every save is not told that nothing could be done."""
    asked = asked_at("$0{% hint\n\n> {% /hint %}\n")
    action = next(actions(asked, ("source.fixAll",)))
    assert action.changes() == Changes()


def test_a_tag_in_a_cell_is_closed_in_its_cell() -> None:
    title = "Fix everything that can be fixed by itself"
    check_action(
        "| a | b |\n|---|---|\n| {% $0badge %} x | y |\n",
        title,
        "| a | b |\n|---|---|\n| {% badge %} x{% /badge %} | y |\n",
    )


def test_nothing_to_fix() -> None:
    assert offered("$0# Fine\n", "source") == []


# Silence --------------------------------------------------------------------------------------------------------------


def silenced(fixture: str, title: str) -> str:
    """The page after something is not to be told any more, and it is not."""
    asked = asked_at(fixture)
    text = done_to(asked, chosen(asked, title))
    assert text is not None
    code = title.split()[1]
    before = sum(each.code == code for each in asked.known)
    assert sum(each.code == code for each in question(page_of(text), Range(0, 0)).known) == before - 1
    return text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("{% $0hnit /%}\n", "[//]: # (refrakt-disable-next-line unknown-rune)\n{% hnit /%}\n"),
        ("a\r\n\r\n{% $0hnit /%}\r\n", "a\r\n\r\n[//]: # (refrakt-disable-next-line unknown-rune)\r\n{% hnit /%}\r\n"),
        ("> {% $0hnit /%}\n", "> [//]: # (refrakt-disable-next-line unknown-rune)\n> {% hnit /%}\n"),
        (
            "- a\n\n  {% $0hnit /%}\n",
            "- a\n\n  [//]: # (refrakt-disable-next-line unknown-rune)\n  {% hnit /%}\n",
        ),
        (
            "[//]: # (refrakt-disable-next-line broken-link)\n{% $0hnit /%}\n",
            "[//]: # (refrakt-disable-next-line broken-link, unknown-rune)\n{% hnit /%}\n",
        ),
    ],
)
def test_silence_for_a_line(before: str, after: str) -> None:
    assert silenced(before, "Disable unknown-rune for this line") == after


@pytest.mark.parametrize(
    "fixture",
    [
        "Text\nand {% $0hnit /%} more\n",
        "| a |\n|---|\n| {% $0hnit /%} |\n",
        "- a\n- {% $0hnit /%}\n",
    ],
)
def test_no_comment_where_it_would_be_shown(fixture: str) -> None:
    titles = offered(fixture, "quickfix")
    assert "Disable unknown-rune on this page" in titles
    assert "Disable unknown-rune for this line" not in titles


def test_no_comment_in_a_tag() -> None:
    titles = offered("{%if\ntrue$0x\ttype=1.50 /  %} text\n", "quickfix")
    assert "Disable syntax-error on this page" in titles
    assert "Disable syntax-error for this line" not in titles


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", "---\nrefrakt:\n  rules:\n    unknown-rune: off\n---\n\n"),
        ("---\ntitle: x\n---\n", "---\ntitle: x\nrefrakt:\n  rules:\n    unknown-rune: off\n---\n"),
        ("---\n---\n", "---\nrefrakt:\n  rules:\n    unknown-rune: off\n---\n"),
        (
            "---\nrefrakt:\n  rules:\n    empty-rune: off\n---\n",
            "---\nrefrakt:\n  rules:\n    unknown-rune: off\n    empty-rune: off\n---\n",
        ),
        (
            "---\nrefrakt.rules:\n  empty-rune: off\n---\n",
            "---\nrefrakt.rules:\n  unknown-rune: off\n  empty-rune: off\n---\n",
        ),
    ],
)
def test_silence_on_the_page(before: str, after: str) -> None:
    rest = "{% hnit /%}\n"
    fixture = f"{before}{{% $0hnit /%}}\n"
    assert silenced(fixture, "Disable unknown-rune on this page") == after + rest


@pytest.mark.parametrize(
    "before", ["---\nrefrakt: {rules: {empty-rune: off}}\n---\n", "---\n{title: x}\n---\n", "---\n- x\n---\n"]
)
def test_frontmatter_that_is_too_special(before: str) -> None:
    assert "Disable unknown-rune on this page" not in offered(f"{before}{{% $0hnit /%}}\n")


# Missing files --------------------------------------------------------------------------------------------------------


def test_a_missing_page() -> None:
    site = """
        -- content/index.md --
        See [setup](/docs/getting-st$0arted#linux).
    """
    with on_site(site) as (asked, files):
        changes = chosen(asked, "Create the page content/docs/getting-started.md").changes()
        assert changes is not None
        after = done(files, changes)
        assert after["content/docs/getting-started.md"] == ("---\ntitle: Getting started\n---\n\n# Getting started\n")
        assert after["content/index.md"] == files["content/index.md"]
    with on_site("-- content/docs/index.md --\n[x](../o$0ther/page.md)\n") as (asked, _):
        assert "Create the page content/other/page.md" in [each.title for each in actions(asked)]
    with on_site("-- content/docs/index.md --\n[x](../../../o$0ther.md)\n") as (asked, _):
        assert not [each.title for each in actions(asked) if each.title.startswith("Create")]


@pytest.mark.parametrize("url", ["/_partials/x", "/docs/_layout", "/SETUP", "/.hidden/x"])
def test_no_page_where_none_would_be_served(url: str) -> None:
    with on_site(f"-- content/index.md --\n[x]($0{url})\n-- content/setup.md --\n") as (asked, _):
        assert "broken-link" in [each.code for each in asked.known]
        assert not [each.title for each in actions(asked) if each.title.startswith("Create")]


@pytest.mark.parametrize(
    ("url", "path", "title"),
    [
        ("/docs/2024#x", "content/2024.md", '"2024"'),
        ("/docs/null", "content/null.md", '"Null"'),
        ("/docs/my%20page?a=b", "content/my page.md", "My page"),
        ("/docs/%C3%BCber-uns/", "content/über-uns.md", "Über uns"),
    ],
)
def test_where_a_missing_page_lies(url: str, path: str, title: str) -> None:
    config = '{"site": {"contentDir": "./content", "authoring": {"basePath": "/docs"}}}'
    with on_site(f"-- content/index.md --\n[x](/do$0{url[3:]})\n-- refrakt.config.json --\n{config}\n") as (
        asked,
        files,
    ):
        changes = chosen(asked, f"Create the page {path}").changes()
        assert changes is not None
        assert done(files, changes)[path].startswith(f"---\ntitle: {title}\n---\n")


def test_a_missing_partial() -> None:
    site = """
        -- content/index.md --
        {% partial file="legal/no$0te.md" /%}
        -- content/_partials/other.md --
        x
    """
    with on_site(site) as (asked, files):
        changes = chosen(asked, "Create the partial content/_partials/legal/note.md").changes()
        assert changes is not None
        assert done(files, changes)["content/_partials/legal/note.md"] == "Note\n"
    for name in ("../../no$0te", "/no$0te", "./no$0te", "a//no$0te", "OTHER$0"):
        with on_site(site.replace("legal/no$0te", name)) as (asked, _):
            assert not [each.title for each in actions(asked) if each.title.startswith("Create")], name


def test_who_cannot_make_files_is_not_offered_any() -> None:
    with on_site("-- content/index.md --\nSee [setup](/do$0cs).\n") as (asked, _):
        able = Asked(asked.page, asked.place, asked.known, creates=False)
        assert not [each.title for each in actions(able) if each.title.startswith("Create")]
