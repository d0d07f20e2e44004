"""Habits: problems that many pages of a plain site repeat are reported once, where the schema defines the tag or the attribute."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from refrakt.markdoc.tree import Span
from refrakt.project.index.habits import HabitCounter, Habits
from refrakt.project.index.project_index import ProjectIndex
from refrakt.project.page_problems import as_hint
from refrakt.project.site import SiteContext, UnresolvedSite, find_project
from refrakt.project.site_rules.site_checker import problems_of
from refrakt.project.snapshot import Snapshot
from refrakt.rules.problem import Problem
from refrakt.services.check import CheckInput, check, whole_index
from refrakt.services.context import Context
from refrakt.services.fix import FixInput, fix
from refrakt.services.reported_problem import ReportedProblem
from refrakt.services.validate_content import ContentInput, validate_content

TAGS = "export const box = { attributes: { size: { type: Number } } };\nexport const dot = { selfClosing: true };\n"
NOTE = "export const note = { attributes: { type: { type: String, matches: ['tip', 'warning'] } } };\n"
TIP = "export const tip = { attributes: { type: { type: String, matches: ['tip', 'warning'] } } };\n"
SITE = {
    "package.json": json.dumps({"dependencies": {"@markdoc/markdoc": "0.5.10", "@markdoc/next.js": "0.5.0"}}),
    "next.config.js": "module.exports = require('@markdoc/next.js')()({ pageExtensions: ['md'] });\n",
    "markdoc/tags.js": TAGS,
}
HABIT = '{% box size="x" /%}\n'
FIVE = {f"pages/p{number}.md": HABIT for number in range(5)}


def write(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return root.resolve()


def problems(root: Path, *paths: str) -> list[ReportedProblem]:
    with whole_index(Context.at(root)) as context:
        return check(context, CheckInput(paths=[*paths])).problems


@contextmanager
def index_of(root: Path) -> Iterator[ProjectIndex]:
    index = ProjectIndex(find_project(root), Snapshot, problems_of)
    index.start(("facts", "problems"))
    index.settle(30)
    try:
        yield index
    finally:
        index.close()


@pytest.mark.parametrize(
    ("page", "code", "line", "column"),
    [
        (HABIT, "wrong-type", 1, 36),
        ('{% box size="2" /%}\n', "coercible-value", 1, 36),
        ("{% box color=1 /%}\n", "unknown-attribute", 1, 14),
        ("{% dot %}\nx\n{% /dot %}\n", "needless-content", 2, 14),
    ],
)
def test_a_habit_is_reported_at_the_schema(tmp_path: Path, page: str, code: str, line: int, column: int) -> None:
    (problem,) = problems(write(tmp_path, {**SITE, **dict.fromkeys(FIVE, page)}))
    assert (problem.code, problem.severity, problem.habit, problem.fix) == (code, "info", True, None)
    assert (problem.path, problem.line, problem.column) == ("markdoc/tags.js", line, column)
    assert problem.message.endswith("(5 times on 5 pages)")
    assert [each.path for each in problem.related or ()] == sorted(FIVE)


@pytest.mark.parametrize(
    "pages",
    [
        dict(list(FIVE.items())[:4]),
        {"pages/a.md": HABIT * 4, "pages/b.md": HABIT * 4},
        {f"pages/p{number}.md": "{% nope /%}\n" for number in range(9)},
    ],
)
def test_fewer_problems_or_pages_and_mistakes_of_pages_are_no_habit(tmp_path: Path, pages: dict[str, str]) -> None:
    found = problems(write(tmp_path, {**SITE, **pages}))
    assert {each.path for each in found} == {*pages}
    assert not any(each.habit for each in found)


def test_without_a_definition_a_habit_is_reported_on_the_first_page(tmp_path: Path) -> None:
    (problem,) = problems(write(tmp_path, {**SITE, **dict.fromkeys(FIVE, "a\u200bb\n")}))
    assert (problem.code, problem.path, problem.severity) == ("invisible-character", "pages/p0.md", "info")
    assert [each.path for each in problem.related or ()] == sorted(FIVE)[1:]


def test_content_that_a_tag_does_not_allow_is_one_problem_of_the_tag(tmp_path: Path) -> None:
    schema = "export const box = { children: ['list'] };\n"
    page = "{% box %}\n- a\n\nOne.\n\n# Two\n\n> Three\n{% /box %}\n\n- {% box %}a *b* c{% /box %}\n"
    found = problems(write(tmp_path, {**SITE, "markdoc/tags.js": schema, "pages/a.md": page}))
    assert [(each.code, each.line) for each in found] == [("child-invalid", 4), ("child-invalid", 11)]


def notes(*values: str) -> dict[str, str]:
    return {f"pages/n{number}.md": f'{{% note type="{each}" /%}}\n' for number, each in enumerate(values)}


def test_the_values_that_an_attribute_does_not_allow_are_one_habit(tmp_path: Path) -> None:
    pages = notes("info", "info", "danger", "success", "info")
    (problem,) = problems(write(tmp_path, {**SITE, "markdoc/tags.js": NOTE, **pages}))
    assert (problem.path, problem.code, problem.habit) == ("markdoc/tags.js", "value-not-allowed", True)
    assert problem.message == '`type` takes "tip" or "warning", but pages have other values (5 times on 5 pages)'
    assert [each.message for each in problem.related or ()][2] == '`type` takes "tip" or "warning", not "danger"'


def test_the_values_of_a_wrong_type_are_one_habit(tmp_path: Path) -> None:
    values = ["wide", "narrow", "wide", "full", "half"]
    pages = {f"pages/w{number}.md": f'{{% box size="{each}" /%}}\n' for number, each in enumerate(values)}
    (problem,) = problems(write(tmp_path, {**SITE, **pages}))
    assert (problem.path, problem.code, problem.habit) == ("markdoc/tags.js", "wrong-type", True)
    assert problem.message == "`size` takes a number, but pages have values of other types (5 times on 5 pages)"
    assert [each.message for each in problem.related or ()][3] == '`size` takes a number, not "full"'


def test_the_content_that_a_tag_does_not_allow_is_one_habit(tmp_path: Path) -> None:
    schema = "export const box = { children: ['paragraph'] };\n"
    content = ["> a", "- a", "- a", "# a", "---"]
    pages = {f"pages/c{number}.md": f"{{% box %}}\n{each}\n{{% /box %}}\n" for number, each in enumerate(content)}
    (problem,) = problems(write(tmp_path, {**SITE, "markdoc/tags.js": schema, **pages}))
    assert (problem.path, problem.code, problem.habit) == ("markdoc/tags.js", "child-invalid", True)
    assert problem.message == "`box` has content that its schema does not allow (5 times on 5 pages)"
    assert next(each.message for each in problem.related or ()) == "a blockquote is not allowed in `box`"


def test_a_misspelt_value_is_a_mistake_of_its_page(tmp_path: Path) -> None:
    pages = notes("info", "info", "danger", "wraning", "success", "info")
    habit, mistake = sorted(
        problems(write(tmp_path, {**SITE, "markdoc/tags.js": NOTE, **pages})), key=lambda each: each.path
    )
    assert (mistake.path, mistake.severity, mistake.habit) == ("pages/n3.md", "error", False)
    assert habit.path == "markdoc/tags.js"
    assert habit.message.endswith("(5 times on 5 pages)")


def test_a_single_value_is_reported_at_its_place(tmp_path: Path) -> None:
    found = problems(write(tmp_path, {**SITE, "markdoc/tags.js": NOTE, **notes("info", "danger", "tip")}))
    assert [(each.path, each.severity, each.habit) for each in found] == [
        ("pages/n0.md", "error", False),
        ("pages/n1.md", "error", False),
    ]


def test_each_tag_has_habits_of_its_own(tmp_path: Path) -> None:
    """Three uses of either of two tags, with equal messages, are no habit."""
    pages = notes(*["info"] * 3) | {f"pages/t{number}.md": '{% tip type="info" /%}\n' for number in range(3)}
    found = problems(write(tmp_path, {**SITE, "markdoc/tags.js": NOTE + TIP, **pages}))
    assert {each.path for each in found} == {*pages}


def test_selected_pages_show_their_habits(tmp_path: Path) -> None:
    root = write(tmp_path, {**SITE, **FIVE, "pages/other.md": "x\n"})
    assert [each.path for each in problems(root, "pages/p4.md")] == ["markdoc/tags.js"]
    assert problems(root, "pages/other.md") == []


def test_a_suppressed_problem_does_not_count(tmp_path: Path) -> None:
    comment = "[//]: # (refrakt-disable-next-line)\n"
    found = problems(write(tmp_path, {**SITE, **FIVE, "pages/p4.md": comment + HABIT}))
    assert [(each.path, each.severity) for each in found] == [(f"pages/p{number}.md", "error") for number in range(4)]


def test_an_agent_sees_that_a_problem_is_a_habit(tmp_path: Path) -> None:
    root = write(tmp_path, {**SITE, **FIVE, "pages/q.md": '{% box size="9px" /%}\n'})
    with whole_index(Context.at(root)) as context:
        agent = replace(context, patience=30)
        (habit,) = validate_content(agent, ContentInput(path="pages/p2.md")).errors
        (mistake,) = validate_content(agent, ContentInput(path="pages/q.md")).errors
        assert (habit.severity, habit.habit, habit.fix) == ("hint", True, None)
        assert (mistake.severity, mistake.habit) == ("error", False)


def test_a_habit_is_not_fixed(tmp_path: Path) -> None:
    root = write(tmp_path, {**SITE, **dict.fromkeys(FIVE, '{% box size="2" /%}\n')})
    with whole_index(Context.at(root)) as context:
        assert fix(replace(context, patience=30), FixInput("pages/p1.md")).diff == ""


def test_a_saved_page_changes_the_habits(tmp_path: Path) -> None:
    root = write(tmp_path, {**SITE, **FIVE})
    with index_of(root) as index:
        assert index.schema_files() == ["markdoc/tags.js"]
        assert index.file_problems("pages/p1.md", {}) == ()
        write(root, {"pages/p0.md": "x\n"})
        reported: set[str] = set()
        index.listeners.append(reported.update)
        index.files_changed([root / "pages/p0.md"])
        index.settle(30)
        assert index.schema_files() == []
        assert [each.severity for each in index.file_problems("pages/p1.md", {})] == ["error"]
        assert reported >= {"markdoc/tags.js", *FIVE}


def site_of(root: Path) -> SiteContext:
    site = find_project(root).site()
    assert not isinstance(site, UnresolvedSite)
    return site


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> SiteContext:
    return site_of(write(tmp_path_factory.mktemp("plain"), {**SITE, "pages/index.md": "# Home\n"}))


def problem(code: str, target: str) -> Problem:
    return Problem(Span(0, 1), f"about {target}", severity="error", code=code, target=target)


CANDIDATES = [problem("wrong-type", "box size"), problem("unknown-attribute", "box"), problem("broken-link", "x")]
changes = st.lists(
    st.tuples(st.sampled_from("abcdef"), st.lists(st.sampled_from(CANDIDATES), max_size=4)), min_size=1, max_size=20
)


@given(changes)
@settings(deadline=None, max_examples=60)
def test_incremental_equals_full(site: SiteContext, changes: list[tuple[str, list[Problem]]]) -> None:
    counter, pages = HabitCounter(site), {}
    before = Habits()
    for path, found in changes:
        counter.put(path, found)
        changed = counter.update()
        pages[path] = found
        full = HabitCounter(site)
        for each in sorted(pages, reverse=True):
            full.put(each, pages[each])
        full.update()
        assert counter.habits == full.habits
        assert bool(changed) == (counter.habits != before)
        before = counter.habits


def test_a_page_shows_a_habit_as_a_hint() -> None:
    hint = as_hint(CANDIDATES[0])
    assert (hint.severity, hint.habit, hint.message) == ("hint", True, CANDIDATES[0].message)


def test_a_node_and_a_tag_of_the_same_name_have_their_own_definitions(tmp_path: Path) -> None:
    nodes = "export const fence = {\n  attributes: { fileName: { type: Boolean } },\n}\n"
    fences = '```js {% fileName="a" %}\nx\n```\n\n' * 2
    files = {**SITE, "markdoc/nodes.js": nodes, "markdoc/tags.js": "export const fence = { render: 'Fence' }\n"}
    files |= {f"pages/p{number}.md": fences for number in range(3)}
    (problem,) = problems(write(tmp_path, files))
    assert (problem.path, problem.line) == ("markdoc/nodes.js", 2)
