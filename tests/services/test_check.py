"""`check`: the selected pages, the reported problems, pagination and order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from refrakt.errors import RefraktError
from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span
from refrakt.project.index.checked_files import CheckedFile
from refrakt.project.index.project_index import ProjectIndex
from refrakt.project.site_rules.site_checker import problems_of
from refrakt.project.workspace import Workspace
from refrakt.rules.problem import Fix, Problem, Related
from refrakt.services.check import CheckedPages, CheckInput, CheckReport, check, checked_pages, report_of
from refrakt.services.context import Context
from refrakt.services.pages import PagesInput, pages
from refrakt.services.registry import service_of
from refrakt.services.reported_problem import RelatedPlace, ReportedEdit

TYPO = "{% hnit %}\nText\n{% /hnit %}\n"
FINE = "# Title\n\nText\n"


@pytest.fixture(scope="module", autouse=True)
def cache_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("REFRAKT_CACHE_DIR", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Context:
    """For tests that write nothing."""
    tmp_path = tmp_path_factory.mktemp("site")
    (tmp_path / "refrakt.config.json").write_text('{"site": {"contentDir": "content"}}', "utf-8")
    pages = {
        "index.md": FINE,
        "guide/first.md": TYPO,
        "guide/deep/second.md": f"{TYPO}\n{{% $unheard %}}\n",
        "guide/[slug].md": TYPO,
        "zoo/third.md": '{% hint type="note" type="note" %}\nText\n{% /hint %}\n',
    }
    for name, text in pages.items():
        path = tmp_path / "content" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return Context.at(tmp_path)


def checked(site: Context, **query: Any) -> CheckReport:
    return check(site, CheckInput(**query))


def test_everything_is_checked_and_the_worst_comes_first(site: Context) -> None:
    report = checked(site)
    assert (report.ok, report.files, report.next_cursor, report.indexing) == (False, 5, None, None)
    assert sum(report.counts.values()) == len(report.problems)
    ranks = ["error", "warning", "info", "hint"]
    severities = [ranks.index(each.severity) for each in report.problems]
    assert severities == sorted(severities)
    assert list(report.counts)[:2] == ["error", "warning"]
    wrong = {each.path for each in report.problems}
    assert wrong >= {f"content/{name}" for name in ("guide/[slug].md", "guide/deep/second.md", "zoo/third.md")}


def test_a_problem_has_its_range_and_a_fix(site: Context) -> None:
    first, *_ = checked(site, paths=["content/guide/first.md"]).problems
    assert (first.path, first.code, first.line, first.column) == ("content/guide/first.md", "unknown-rune", 1, 4)
    assert first.fix
    assert ReportedEdit(1, 4, 1, 8, "hint") in first.fix


@pytest.mark.parametrize(
    ("paths", "count"),
    [
        (["content"], 5),
        (["."], 5),
        ([""], 5),
        (["content/guide/"], 3),
        (["./content/guide/deep"], 1),
        (["content/guide/first.md", "content/zoo"], 2),
        (["content/guide/first.md", "content/guide"], 3),
        (["content/guide/*.md"], 2),
        (["content/**/*.md"], 5),
        (["**/s*.md"], 1),
        (["content/*"], 5),
        (["content/guide/[slug].md"], 1),
        (["content/guide/[f]irst.md"], 1),
        (["content/guide/[!f]*.md"], 1),
        (["content/g?ide"], 3),
        (["content\\guide\\first.md"], 1),
        (["**"], 5),
        (["content/**"], 5),
        (["content/**/guide/**/deep"], 1),
        (["/".join(["**"] * 50) + "/first.md"], 1),
        (["content/guide/" + "*" * 2000 + ".md"], 2),
    ],
)
def test_files_folders_and_patterns(site: Context, paths: list[str], count: int) -> None:
    assert checked(site, paths=paths).files == count


@pytest.mark.parametrize("path", ["content/gone.md", "refrakt.config.json", "content/guid", "content/[z-a].md", "*.md"])
def test_a_name_without_a_page_is_refused(site: Context, path: str) -> None:
    with pytest.raises(RefraktError, match="no page matches") as refused:
        checked(site, paths=["content/index.md", path])
    assert refused.value.code == "NOT_FOUND"


@pytest.mark.parametrize("path", ["/etc", "../elsewhere", "content/../../x"])
def test_paths_out_of_the_project_are_refused(site: Context, path: str) -> None:
    with pytest.raises(RefraktError, match="outside the project"):
        checked(site, paths=[path])


def test_an_unknown_site_is_refused(site: Context) -> None:
    with pytest.raises(RefraktError) as refused:
        check(site, CheckInput(site="blog"))
    assert refused.value.code == "SITE_NOT_FOUND"


def test_only_what_is_bad_enough(site: Context) -> None:
    everything, errors = checked(site), checked(site, severity="error")
    assert set(errors.counts) == {"error"}
    assert errors.counts["error"] == everything.counts["error"]
    assert errors.files == everything.files
    assert checked(site, severity="warning", paths=["content/zoo"]).ok


def test_only_these_codes(site: Context) -> None:
    report = checked(site, codes=["duplicate-attribute"])
    assert {each.code for each in report.problems} == {"duplicate-attribute"}
    assert report.ok


def test_a_long_answer_comes_in_pages(site: Context) -> None:
    whole = checked(site)
    result, cursor = [], None
    while True:
        page = checked(site, max=2, cursor=cursor)
        assert 0 < len(page.problems) <= 2
        assert page.counts == whole.counts
        result += page.problems
        cursor = page.next_cursor
        if cursor is None:
            break
    assert result == whole.problems


@pytest.mark.parametrize("query", [{"max": 0}, {"cursor": "x"}, {"cursor": "1000"}])
def test_what_cannot_be_a_page_is_refused(site: Context, query: dict[str, Any]) -> None:
    with pytest.raises(RefraktError) as refused:
        service_of(check).answer(site, query)
    assert refused.value.code == "INVALID_ARGS"


def test_a_large_limit_is_reduced_to_one_page(tmp_path: Path) -> None:
    (tmp_path / "refrakt.config.json").write_text('{"site": {"contentDir": "content"}}', "utf-8")
    (tmp_path / "content").mkdir()
    (tmp_path / "content" / "many.md").write_text(TYPO * 300, "utf-8")
    report = checked(Context.at(tmp_path), max=100_000)
    assert report.next_cursor is not None
    assert len(report.problems) == int(report.next_cursor) < sum(report.counts.values())


def test_an_unsaved_buffer_counts(site: Context) -> None:
    workspace = Workspace()
    path = site.project.root / "content" / "guide" / "first.md"
    workspace.open(path.as_uri(), path, FINE, 1)
    index = ProjectIndex(site.project, lambda: workspace.snapshot, problems_of)
    try:
        index.start()
        index.buffer_changed(path)
        context = Context(site.project, workspace.snapshot, lambda: index)
        report = checked(context, paths=["content/guide/first.md"])
    finally:
        index.close()
    assert (report.files, report.problems) == (1, [])


def test_a_site_without_a_folder_of_pages_is_refused(tmp_path: Path) -> None:
    (tmp_path / "refrakt.config.json").write_text('{"site": {}}', "utf-8")
    for context in (Context.at(tmp_path), replace(Context.at(tmp_path), index=lambda: None)):
        with pytest.raises(RefraktError, match="has no `contentDir`"):
            checked(context)


def test_related_locations_in_other_pages_have_lines(site: Context) -> None:
    text = "One\n\n[b](/b)\n"
    away = (site.project.root / "content/guide/first.md").read_text("utf-8").index("Text")
    problem = Problem(
        Span(9, 11),
        "twice",
        fix=Fix((TextEdit(Span(9, 11), "/c"),)),
        related=(
            Related("content/guide/first.md", Span(away, away + 4), "here"),
            Related("gone.md", Span(5, 7), "gone"),
        ),
        severity="error",
        code="duplicate-route",
    )
    file = CheckedFile("content/new.md", "/new", text, (problem,))
    (result,) = report_of(site, CheckedPages(("content/new.md",), (file,))).problems
    assert (result.url, result.line, result.column, result.end_column) == ("/new", 3, 5, 7)
    assert result.fix == [ReportedEdit(3, 5, 3, 7, "/c")]
    assert result.related == [
        RelatedPlace("content/guide/first.md", 2, 1, 2, 5, "here"),
        RelatedPlace("gone.md", 1, 1, 1, 1, "gone"),
    ]


def test_the_answer_reports_unfinished_indexing(site: Context) -> None:
    index = ProjectIndex(site.project, lambda: site.snapshot, problems_of)  # reading has not started
    found = checked_pages(replace(site, index=lambda: index, patience=0.01), CheckInput(["content/late.md"]))
    assert (found.indexing, report_of(site, found).indexing) == ("0 %", "0 %")


def test_an_answer_does_not_wait_longer_than_it_may(site: Context) -> None:
    index = ProjectIndex(site.project, lambda: site.snapshot, problems_of)  # reading has not started
    report = checked(replace(site, index=lambda: index, patience=0.01))
    assert (report.files, report.indexing) == (0, "0 %")


def test_a_project_without_pages_is_not_ok(tmp_path: Path) -> None:
    (tmp_path / "refrakt.config.json").write_text('{"site": {"contentDir": "content"}}')
    (tmp_path / "content").mkdir()
    report = check(Context.at(tmp_path), CheckInput())
    assert (report.ok, report.complete, report.files, report.total) == (None, True, 0, 0)
    assert report.hint == "Nothing was checked: the project has no pages."


@pytest.mark.parametrize("folder", ["3", '"nowhere"'])
def test_pages_of_a_wrong_folder_are_a_mistake_in_the_config(tmp_path: Path, folder: str) -> None:
    (tmp_path / "refrakt.config.json").write_text(f'{{"site": {{"contentDir": {folder}}}}}')
    with pytest.raises(RefraktError) as caught:
        pages(Context.at(tmp_path), PagesInput())
    assert caught.value.code == "CONFIG_INVALID"


@pytest.mark.parametrize(("code", "near"), [("broken-lnk", "did you mean 'broken-link'?"), ("nothing-like-it", "")])
def test_a_code_that_no_rule_has_is_refused(site: Context, code: str, near: str) -> None:
    """Without problems of that code, the answer would be that all is well."""
    with pytest.raises(RefraktError) as refused:
        check(site, CheckInput(codes=["broken-link", code]))
    assert refused.value.code == "INVALID_ARGS"
    assert near in refused.value.message


def test_codes_of_plugins_are_known(site: Context) -> None:
    assert check(site, CheckInput(codes=["missing-section"])).total == 0
