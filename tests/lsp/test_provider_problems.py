"""Plugin problems: found in the background, moved along with edits, and never delaying diagnostics."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from refrakt.hosts.lsp.providers.plugin_problem_store import PluginProblems, PluginProblemStore
from refrakt.markdoc.document import parse
from refrakt.markdoc.parse_options import ParseOptions
from refrakt.markdoc.tree import Span
from refrakt.project.index.severity import ShiftedProblem
from refrakt.project.workspace import Workspace
from refrakt.rules.problem import Problem

from . import orchard
from .conftest import profile
from .editor_client import PUSHED, RELATED, Pulled, Pushed
from .wire import Message

OPTIONS = ParseOptions(fences="escaped")


def their(start: int, end: int, code: str = "odd", instead_of: tuple[str, ...] = ()) -> Problem:
    return Problem(Span(start, end), "what is odd", severity="warning", code=code, replaces=instead_of)


def spans(plugin_problems: PluginProblems) -> list[tuple[int, int]]:
    return [each.now().span.bounds for each in plugin_problems.problems]


@settings(max_examples=60)
@given(st.data())
def test_problems_move_with_their_text_or_disappear(data: st.DataObject) -> None:
    text = "# A 🙂\n\nfirst one\n\n{% hint %}\nsecond one\n{% /hint %}\n\n- third\n- fourth one\n"
    plugin_problems = PluginProblems(
        parse(text, OPTIONS), tuple(ShiftedProblem(their(at, at + 3)) for at in range(0, len(text) - 3, 4))
    )
    marks = {
        id(each.problem): text[each.problem.span.start : each.problem.span.end] for each in plugin_problems.problems
    }
    document = parse(text, OPTIONS)
    plugin_problems = plugin_problems.shifted_to(document)
    assert len(plugin_problems.problems) == len(marks), "the same text, read anew, is no change"
    for _ in range(4):
        start = data.draw(st.integers(0, len(document.text)))
        end = min(len(document.text), start + data.draw(st.integers(0, 5)))
        document = document.edit(start, end, data.draw(st.sampled_from(["", "x", "\n\n", "{% /hint %}\n", "🙂"])))
        plugin_problems = plugin_problems.shifted_to(document)
        for each in plugin_problems.problems:
            now = each.now()
            assert document.text[now.span.start : now.span.end] == marks[id(each.problem)]


def test_edits_elsewhere_keep_all_problems() -> None:
    document = parse("one\n\ntwo\n\nthree\n", OPTIONS)
    plugin_problems = PluginProblems(document, (ShiftedProblem(their(0, 3)), ShiftedProblem(their(10, 15))))
    assert spans(plugin_problems.shifted_to(document.edit(5, 8, "something else"))) == [(0, 3), (21, 26)]


def problems_of(plugin_problems: PluginProblems, code: str, text: str) -> list[Problem]:
    document = plugin_problems.document
    assert document is not None
    start = document.text.index(text)
    block = document.blocks[document.block_at(start)]
    above = document.offsets(type(block.nodes[0].span)(0, 0, block.source))[0]
    span = type(block.nodes[0].span)(start - above, start - above + len(text), block.source)
    return plugin_problems.without_replaced(document, [Problem(span, "ours", severity="error", code=code)])


def test_replaced_problems_stay_suppressed_while_typing() -> None:
    document = parse("some rot here\n", OPTIONS)
    plugin_problems = PluginProblems(document, (ShiftedProblem(their(5, 8, instead_of=("unknown-rune",))),))
    assert problems_of(plugin_problems, "unknown-rune", "rot") == []
    assert problems_of(plugin_problems, "unknown-rune", "here"), "another place"
    assert problems_of(plugin_problems, "other", "rot"), "another code"
    plugin_problems = plugin_problems.shifted_to(document.edit(8, 8, "ten"))
    assert plugin_problems.problems == ()
    assert problems_of(plugin_problems, "unknown-rune", "rotten") == []
    assert plugin_problems.document is not None
    plugin_problems = plugin_problems.shifted_to(plugin_problems.document.edit(0, 0, "here is "))
    assert problems_of(plugin_problems, "unknown-rune", "rotten") == []
    assert problems_of(plugin_problems, "unknown-rune", "here is")


def test_outdated_result_is_shifted() -> None:
    workspace = Workspace()
    store = PluginProblemStore(workspace)
    old = workspace.open("file:///a.txt", None, "one two three\n", 1, "plaintext")
    new = workspace.change(old.uri, 2, [(0, 3, "first"), (5, 5, ",")])
    assert store.update(old.uri, old.document, [their(0, 3), their(8, 13)])
    assert spans(store.current(new)) == [(11, 16)]
    assert not store.update(new.uri, new.document, [their(11, 16)]), "nothing new"
    assert store.update(new.uri, new.document, [])
    workspace.close(old.uri)
    assert not store.update(old.uri, old.document, [their(0, 3)])


def test_severity_settings_apply_to_plugins() -> None:
    text = "---\nrefrakt:\n  rules:\n    b: error\n---\n\na1\n\nb1\n\n<!-- refrakt-disable-next-line -->\nc1\n\nd1\n"
    document = parse(text, OPTIONS)
    problems = (ShiftedProblem(their(text.index(f"{code}1"), text.index(f"{code}1") + 2, code)) for code in "abcd")
    plugin_problems = PluginProblems(document, tuple(problems)).with_severities(None, {"a": "info", "d": "off"})
    assert [(each.problem.code, each.problem.severity) for each in plugin_problems.problems] == [
        ("a", "info"),
        ("b", "error"),
    ]


# In an editor ---------------------------------------------------------------------------------------------------------

MODES = {"push": PUSHED, "pull": {**profile("vscode")}}


@pytest.mark.parametrize("mode", MODES)
def test_in_an_editor(mode: str, tmp_path: Path) -> None:
    with orchard.desk(tmp_path, MODES[mode]) as desk:
        uri = desk.client.open("content/new.md", "A @stone.\n\nText.\n\n{% rot /%}\n")
        first = desk.until(uri, "tree-unknown", "tree-rot")
        rot = next(each for each in first if each["code"] == "tree-rot")
        oak = {"start": {"line": 0, "character": 2}, "end": {"line": 0, "character": 6}}
        related = [{"location": {"uri": desk.uri("trees/oak.md"), "range": oak}, "message": "a good one"}]
        assert rot["relatedInformation"] == related
        # Another file changes what is true of this one.
        desk.write("trees/stone.md", "# @stone\n")
        desk.until(uri, "tree-rot")
        desk.write("trees/stone.md", None)
        desk.until(uri, "tree-unknown", "tree-rot")
        # So does a setting.
        desk.set(rules={"tree-unknown": "off"})
        desk.until(uri, "tree-rot")
        # Invalid problems replace nothing, and are left out.
        desk.client.change(uri, 2, {"text": "{% hnit /%} @crash\n"})
        desk.until(uri, "unknown-rune")
        desk.client.change(uri, 3, {"text": "{% hnit /%} @wrong\n"})
        desk.until(uri, "unknown-rune")


def test_slow_plugin_does_not_delay_diagnostics(tmp_path: Path) -> None:
    with orchard.desk(tmp_path, PUSHED, {**orchard.SITE, "pause": "0.5"}) as desk:
        assert isinstance(desk, Pushed)
        uri = desk.client.open("content/new.md", "\n\n{% rot /%}\n\n@stone\n")
        desk.until(uri, "tree-rot", "tree-unknown")
        longest, sent_before = 0.0, len(desk.sent())
        for version in range(2, 12):
            started = time.perf_counter()
            desk.type(uri, version, 0, 0, "x")
            result = desk.until(uri, "tree-rot", "tree-unknown", version=version)
            longest = max(longest, time.perf_counter() - started)
            assert sorted(each["range"]["start"]["line"] for each in result) == [2, 4]
        assert longest < 0.4
        lists = [codes(each) for each in desk.sent()[sent_before:] if each["uri"] == uri]
        assert {*lists} == {("tree-rot", "tree-unknown")}, "nothing was taken back meanwhile"


def codes(result: Message) -> tuple[str, ...]:
    return tuple(sorted(each["code"] for each in result["diagnostics"]))


def test_replaced_problem_does_not_flicker(tmp_path: Path) -> None:
    with orchard.desk(tmp_path, PUSHED, {**orchard.SITE, "pause": "0.2"}) as desk:
        assert isinstance(desk, Pushed)
        uri = desk.client.open("content/new.md", "{% rot /%}\n")
        desk.until(uri, "tree-rot")
        sent_before = len(desk.sent())
        desk.type(uri, 2, 0, 6, "ten")
        desk.until(uri, "tree-rot", version=2)
        lists = [codes(each) for each in desk.sent()[sent_before:] if each["uri"] == uri]
        assert ("unknown-rune",) not in lists


def test_slow_plugin_delays_no_request(tmp_path: Path) -> None:
    capabilities = {**profile("vscode")}
    with orchard.desk(tmp_path, capabilities, {**orchard.SITE, "pause": "1.5"}) as desk:
        assert isinstance(desk, Pulled)
        desk.client.request("workspace/symbol", {"query": "x"})
        uri = desk.client.open("content/new.md", "{% hnit /%} @stone\n")
        desk.until(uri, "unknown-rune")
        started = time.perf_counter()
        result = desk.client.request(
            "textDocument/hover", {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 14}}
        )
        assert time.perf_counter() - started < 1.5
        assert "stone" in result["contents"]["value"], "it can do two things at once"
        desk.until(uri, "unknown-rune", "tree-unknown")


def test_pending_plugin_is_queried_again(tmp_path: Path) -> None:
    with orchard.desk(tmp_path, MODES["pull"]) as desk:
        desk.client.request("workspace/symbol", {"query": "x"})
        uri = desk.client.open("notes.txt", "@later\n", "plaintext")
        desk.until(uri)
        lens = {"textDocument": {"uri": uri}}
        assert desk.client.request("textDocument/codeLens", lens) is None
        (desk.folder / "ready").touch()  # the server is not notified
        desk.until(uri, "tree-unknown")
        desk.client.wait(lambda each: each.get("method") == "workspace/codeLens/refresh")
        assert desk.client.request("textDocument/codeLens", lens)


def test_no_related_information_of_plugins_without_client_support(tmp_path: Path) -> None:
    plain = {**PUSHED, "textDocument": {"publishDiagnostics": {"versionSupport": True}}}
    assert RELATED.keys() & plain["textDocument"]["publishDiagnostics"].keys() == set()
    with orchard.desk(tmp_path, plain) as desk:
        uri = desk.client.open("content/new.md", "{% rot /%}\n")
        (result,) = desk.until(uri, "tree-rot")
        assert "relatedInformation" not in result
