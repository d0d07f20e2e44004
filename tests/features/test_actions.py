"""Quick fixes, fix-all actions, suppressions and file creation."""

from __future__ import annotations

import pytest

from refrakt.features.actions import code_actions, is_kind_or_below
from refrakt.features.actions.action_request import ActionRequest, RequestedDiagnostic
from refrakt.features.actions.registry import action_providers
from refrakt.hosts.lsp.capabilities import ACTION_KINDS
from refrakt.markdoc.tree import Span

from .checking import page_of
from .code_action_requests import (
    action_titled,
    check_action,
    request_at,
    request_for,
    request_on_site,
    text_after_action,
    titles_at,
)
from .sites import done


def test_every_kind_is_in_the_capabilities() -> None:
    assert sorted({kind for each in action_providers() for kind in each.kinds}) == ACTION_KINDS


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
    assert is_kind_or_below(kind, other) is yes


# Fixes ----------------------------------------------------------------------------------------------------------------


def test_the_only_fix_is_the_preferred_one() -> None:
    fixture = "{% $0hnit %}\nx\n{% /hnit %}\n"
    check_action(fixture, "Write hint", "{% hint %}\nx\n{% /hint %}\n")
    first = next(iter(code_actions(request_at(fixture))))
    assert (first.title, first.kind, first.codes, first.preferred) == (
        "Write hint",
        "quickfix",
        ("unknown-rune",),
        True,
    )


def test_several_similar_names_are_suggested() -> None:
    fixture = '{% hint type="$0nte" %}\nx\n{% /hint %}\n'
    quick = [each for each in code_actions(request_at(fixture), ("quickfix",)) if each.title.startswith("Write")]
    assert [each.title for each in quick] == ['Write "note"', 'Write "caution"', 'Write "check"', 'Write "warning"']
    assert not any(each.preferred for each in quick)
    check_action(fixture, 'Write "check"', '{% hint type="check" %}\nx\n{% /hint %}\n')


def test_a_proposal_is_never_preferred() -> None:
    request = request_at('{% work id="W-1" %}\n# T\n\n## Refrences$0\n{% /work %}\n')
    (problem,) = request.page_problems
    assert problem.severity in ("info", "hint"), "this fixture needs a proposal"
    assert not any(each.preferred for each in code_actions(request))
    assert not [each for each in code_actions(request) if each.kind.startswith("source.fixAll")]


def test_other_attributes() -> None:
    check_action(
        '{% figure captoin$0="x" %}\n![a](/a.png)\n{% /figure %}\n',
        "Write caption",
        '{% figure caption="x" %}\n![a](/a.png)\n{% /figure %}\n',
    )


def test_only_problems_at_the_selection() -> None:
    text = "{% hnit %}\nx\n{% /hnit %}\n\nText.\n\n{% crd %}\nx\n{% /crd %}\n"
    page = page_of(text)
    here = request_for(page, Span(3, 7))
    assert "Write card" not in [each.title for each in code_actions(here)]
    # The editor's problem is from an older text, a line further up; it is the same one.
    at = text.index("crd")
    stale = ActionRequest(
        page, Span(0, 0), here.page_problems, (RequestedDiagnostic("unknown-rune", Span(at - 2, at + 1)),)
    )
    assert "Write card" in [each.title for each in code_actions(stale)]
    other = ActionRequest(
        page, Span(20, 20), here.page_problems, (RequestedDiagnostic("broken-link", Span(at, at + 1)),)
    )
    assert "Write card" not in [each.title for each in code_actions(other)]


def test_a_file_of_another_name() -> None:
    site = '-- content/index.md --\n{% snippet path="src/mi$0an.py" /%}\n-- src/main.py --\nx\n'
    with request_on_site(site) as (request, _):
        assert (
            text_after_action(request, action_titled(request, "Write src/main.py"))
            == '{% snippet path="src/main.py" /%}\n'
        )


def test_fixes_of_site_rules() -> None:
    site = """
        -- content/index.md --
        See [setup](/docs/se$0tpu) and [tools](/docs/tool).
        -- content/docs/setup.md --
        # Setup
        -- content/docs/tools.md --
        # Tools
    """
    with request_on_site(site) as (request, files):
        first = next(iter(code_actions(request)))
        assert (first.title, first.codes) == ("Write /docs/setup", ("broken-link",))
        changes = first.edit()
        assert changes is not None
        assert "[setup](/docs/setup)" in done(files, changes)["content/index.md"]
        edit = action_titled(request, "Fix all 2 auto-fixable problems").edit()
        assert edit is not None
        assert "[tools](/docs/tools)" in done(files, edit)["content/index.md"]


# All at once ----------------------------------------------------------------------------------------------------------

MANY = (
    '{% $0hnit type="nte" %}\nx\n{% /hnit %}\n\n{% hnit %}\nx\n{% /hnit %}\n\n{% hint typ="note" %}\ny\n{% /hint %}\n'
)


def test_fix_all_of_one_code() -> None:
    becomes = (
        '{% hint type="nte" %}\nx\n{% /hint %}\n\n{% hint %}\nx\n{% /hint %}\n\n{% hint typ="note" %}\ny\n{% /hint %}\n'
    )
    request = request_at(MANY)
    assert text_after_action(request, action_titled(request, "Fix all 2 `unknown-rune` problems")) == becomes


def test_fix_all_includes_problems_that_fixes_reveal() -> None:
    becomes = '{% hint type="note" %}\nx\n{% /hint %}\n\n{% hint %}\nx\n{% /hint %}\n\n{% hint type="note" %}\ny\n{% /hint %}\n'
    check_action(MANY, "Fix all 3 auto-fixable problems", becomes)


def test_fix_all_is_listed_once_unless_a_kind_is_requested() -> None:
    title, request = "Fix all 3 auto-fixable problems", request_at(MANY)
    assert [each.kind for each in code_actions(request) if each.title == title] == ["quickfix"]
    assert [each.title for each in code_actions(request, ("source.fixAll",))] == [title]


def test_line_endings_and_prefixes_are_kept() -> None:
    check_action(
        "😀 text\r\n\r\n{% $0hnit type='note' %}\r\nx\r\n{% /hnit %}\r\n",
        "Fix the auto-fixable problem",
        '😀 text\r\n\r\n{% hint type="note" %}\r\nx\r\n{% /hint %}\r\n',
    )


def test_fix_all_is_offered_only_for_safe_fixes() -> None:
    """Editors request this action on every save."""
    assert list(code_actions(request_at("$0{% hint %}{% hint\n\n"), ("source.fixAll",))) == []


def test_a_tag_in_a_cell_is_closed_in_its_cell() -> None:
    title = "Close it with {% /badge %}"
    check_action(
        "| a | b |\n|---|---|\n| {% $0badge %} x | y |\n",
        title,
        "| a | b |\n|---|---|\n| {% badge %} x{% /badge %} | y |\n",
    )


def test_no_fixes() -> None:
    assert titles_at("$0# Fine\n", "source") == []


# Suppression ----------------------------------------------------------------------------------------------------------


def suppressed(fixture: str, title: str) -> str:
    """The page after a problem is suppressed."""
    request = request_at(fixture)
    text = text_after_action(request, action_titled(request, title))
    assert text is not None
    code = title.split("`")[1]
    before = sum(each.code == code for each in request.page_problems)
    assert sum(each.code == code for each in request_for(page_of(text), Span(0, 0)).page_problems) == before - 1
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
def test_suppress_on_a_line(before: str, after: str) -> None:
    assert suppressed(before, "Disable `unknown-rune` for this line") == after


@pytest.mark.parametrize(
    "fixture",
    [
        "Text\nand {% $0hnit /%} more\n",
        "| a |\n|---|\n| {% $0hnit /%} |\n",
        "- a\n- {% $0hnit /%}\n",
    ],
)
def test_no_comment_where_it_would_be_rendered(fixture: str) -> None:
    titles = titles_at(fixture, "quickfix")
    assert "Disable `unknown-rune` for this page" in titles
    assert "Disable `unknown-rune` for this line" not in titles


def test_no_comment_in_a_tag() -> None:
    titles = titles_at("{%if\ntrue$0x\ttype=1.50 /  %} text\n", "quickfix")
    assert "Disable `syntax-error` for this page" in titles
    assert "Disable `syntax-error` for this line" not in titles


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
def test_suppress_on_the_page(before: str, after: str) -> None:
    rest = "{% hnit /%}\n"
    fixture = f"{before}{{% $0hnit /%}}\n"
    assert suppressed(fixture, "Disable `unknown-rune` for this page") == after + rest


@pytest.mark.parametrize(
    "before", ["---\nrefrakt: {rules: {empty-rune: off}}\n---\n", "---\n{title: x}\n---\n", "---\n- x\n---\n"]
)
def test_frontmatter_that_cannot_be_extended(before: str) -> None:
    found = titles_at(f"{before}{{% $0hnit /%}}\n")
    assert "Disable `unknown-rune` for this line" in found
    assert "Disable `unknown-rune` for this page" not in found


# Missing files --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('{"site": {"contentDir": "content", "plugins": []}}', '{"site": {"contentDir": "content", "plugins": [NEW]}}'),
        (
            '{\n  "plugins": [\n    "@refrakt-md/docs"\n  ],\n  "site": {"contentDir": "content"}\n}',
            '{\n  "plugins": [\n    "@refrakt-md/docs",\n    NEW\n  ],\n  "site": {"contentDir": "content"}\n}',
        ),
        (
            '{"sites": {"a": {"contentDir": "content", "packages": ["@refrakt-md/docs"]}}}',
            '{"sites": {"a": {"contentDir": "content", "packages": ["@refrakt-md/docs", NEW]}}}',
        ),
    ],
)
def test_a_package_is_enabled_in_the_config(before: str, after: str) -> None:
    page = "-- content/index.md --\n# Home\n\n{% he$0ro %}\nx\n{% /hero %}\n"
    with request_on_site(f"-- refrakt.config.json --\n{before}\n{page}") as (request, files):
        changes = action_titled(request, "Enable `@refrakt-md/marketing`").edit()
        assert changes is not None
        written = done(files, changes)
        assert written["refrakt.config.json"].strip() == after.replace("NEW", '"@refrakt-md/marketing"')
        assert written["content/index.md"] == files["content/index.md"]


def test_only_a_rune_of_another_package_is_enabled() -> None:
    page = "-- content/index.md --\n# Home\n\n{% hn$0it %}\nx\n{% /hnit %}\n"
    with request_on_site(page) as (request, _):
        assert not [each.title for each in code_actions(request) if each.title.startswith("Enable")]


def test_a_missing_page() -> None:
    site = """
        -- content/index.md --
        See [setup](/docs/getting-st$0arted#linux).
    """
    with request_on_site(site) as (request, files):
        changes = action_titled(request, "Create page `content/docs/getting-started.md`").edit()
        assert changes is not None
        after = done(files, changes)
        assert after["content/docs/getting-started.md"] == ("---\ntitle: Getting started\n---\n\n# Getting started\n")
        assert after["content/index.md"] == files["content/index.md"]
    with request_on_site("-- content/docs/index.md --\n[x](../o$0ther/page.md)\n") as (request, _):
        assert "Create page `content/other/page.md`" in [each.title for each in code_actions(request)]
    with request_on_site("-- content/docs/index.md --\n[x](../../../o$0ther.md)\n") as (request, _):
        assert not [each.title for each in code_actions(request) if each.title.startswith("Create")]


@pytest.mark.parametrize("url", ["/_partials/x", "/docs/_layout", "/SETUP", "/.hidden/x"])
def test_no_page_where_none_would_be_served(url: str) -> None:
    with request_on_site(f"-- content/index.md --\n[x]($0{url})\n-- content/setup.md --\n") as (request, _):
        assert "broken-link" in [each.code for each in request.page_problems]
        assert not [each.title for each in code_actions(request) if each.title.startswith("Create")]


@pytest.mark.parametrize(
    ("url", "path", "title"),
    [
        ("/docs/2024#x", "content/2024.md", '"2024"'),
        ("/docs/null", "content/null.md", '"Null"'),
        ("/docs/my%20page?a=b", "content/my page.md", "My page"),
        ("/docs/%C3%BCber-uns/", "content/über-uns.md", "Über uns"),
    ],
)
def test_path_of_a_missing_page(url: str, path: str, title: str) -> None:
    config = '{"site": {"contentDir": "./content", "authoring": {"basePath": "/docs"}}}'
    with request_on_site(f"-- content/index.md --\n[x](/do$0{url[3:]})\n-- refrakt.config.json --\n{config}\n") as (
        request,
        files,
    ):
        changes = action_titled(request, f"Create page `{path}`").edit()
        assert changes is not None
        assert done(files, changes)[path].startswith(f"---\ntitle: {title}\n---\n")


def test_a_missing_partial() -> None:
    site = """
        -- content/index.md --
        {% partial file="legal/no$0te.md" /%}
        -- content/_partials/other.md --
        x
    """
    with request_on_site(site) as (request, files):
        changes = action_titled(request, "Create partial `content/_partials/legal/note.md`").edit()
        assert changes is not None
        assert done(files, changes)["content/_partials/legal/note.md"] == "Note\n"
    for name in ("../../no$0te", "/no$0te", "./no$0te", "a//no$0te", "OTHER$0"):
        with request_on_site(site.replace("legal/no$0te", name)) as (request, _):
            assert not [each.title for each in code_actions(request) if each.title.startswith("Create")], name


def test_clients_that_cannot_create_files_get_no_create_action() -> None:
    with request_on_site("-- content/index.md --\nSee [setup](/do$0cs).\n") as (request, _):
        assert [each.title for each in code_actions(request) if each.title.startswith("Create")]
        able = ActionRequest(request.page, request.selection, request.page_problems, can_create_files=False)
        assert not [each.title for each in code_actions(able) if each.title.startswith("Create")]
