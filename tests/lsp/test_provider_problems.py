"""The problems that plugins find: told beside the typing, moved along with it, and never instead of it."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from refrakt.hosts.lsp.providers.said import Known, Said, TheirProblem
from refrakt.markdoc import Options, parse
from refrakt.project.index.judging import Moved
from refrakt.project.workspace import Workspace
from refrakt.rules.finding import Finding

from . import orchard
from .conftest import profile
from .desk import PUSHED, RELATED, Pulled, Pushed
from .wire import Message

OPTIONS = Options(fences="escaped")


def their(start: int, end: int, code: str = "odd", instead_of: tuple[str, ...] = ()) -> TheirProblem:
    return TheirProblem(code, "warning", start, end, "what is odd", instead_of=instead_of)


def places(said: Said) -> list[tuple[int, int]]:
    return [(each.now().start, each.now().end) for each in said.problems]


@settings(max_examples=60)
@given(st.data())
def test_a_problem_moves_with_its_text_or_is_not_told(data: st.DataObject) -> None:
    text = "# A 🙂\n\nfirst one\n\n{% hint %}\nsecond one\n{% /hint %}\n\n- third\n- fourth one\n"
    said = Said(parse(text, OPTIONS), tuple(Moved(their(at, at + 3)) for at in range(0, len(text) - 3, 4)))
    marks = {id(each.problem): text[each.problem.start : each.problem.end] for each in said.problems}
    document = parse(text, OPTIONS)
    said = said.at(document)
    assert len(said.problems) == len(marks), "the same text, read anew, is no change"
    for _ in range(4):
        start = data.draw(st.integers(0, len(document.text)))
        end = min(len(document.text), start + data.draw(st.integers(0, 5)))
        document = document.edit(start, end, data.draw(st.sampled_from(["", "x", "\n\n", "{% /hint %}\n", "🙂"])))
        said = said.at(document)
        for each in said.problems:
            now = each.now()
            assert document.text[now.start : now.end] == marks[id(each.problem)]


def test_typing_elsewhere_keeps_all_of_them() -> None:
    document = parse("one\n\ntwo\n\nthree\n", OPTIONS)
    said = Said(document, (Moved(their(0, 3)), Moved(their(10, 15))))
    assert places(said.at(document.edit(5, 8, "something else"))) == [(0, 3), (21, 26)]


def finding(said: Said, code: str, word: str) -> list[Finding]:
    document = said.document
    assert document is not None
    start = document.text.index(word)
    block = document.blocks[document.block_at(start)]
    above = document.offsets(type(block.nodes[0].span)(0, 0, block.source))[0]
    span = type(block.nodes[0].span)(start - above, start - above + len(word), block.source)
    return said.left(document, [Finding(code, "error", span, "ours")])


def test_what_they_tell_better_is_not_told_by_us_also_while_somebody_types_there() -> None:
    document = parse("some rot here\n", OPTIONS)
    said = Said(document, (Moved(their(5, 8, instead_of=("unknown-rune",))),))
    assert finding(said, "unknown-rune", "rot") == []
    assert finding(said, "unknown-rune", "here"), "another place"
    assert finding(said, "other", "rot"), "another code"
    said = said.at(document.edit(8, 8, "ten"))
    assert said.problems == ()
    assert finding(said, "unknown-rune", "rotten") == []
    assert said.document is not None
    said = said.at(said.document.edit(0, 0, "here is "))
    assert finding(said, "unknown-rune", "rotten") == []
    assert finding(said, "unknown-rune", "here is")


def test_an_answer_about_an_older_text_counts_as_far_as_it_is_still_true() -> None:
    workspace = Workspace()
    known = Known(workspace)
    old = workspace.open("file:///a.txt", None, "one two three\n", 1, "plaintext")
    new = workspace.change(old.uri, 2, [(0, 3, "first"), (5, 5, ",")])
    assert known.keep(old.uri, old.document, [their(0, 3), their(8, 13)])
    assert places(known.of(new)) == [(11, 16)]
    assert not known.keep(new.uri, new.document, [their(11, 16)]), "nothing new"
    assert known.keep(new.uri, new.document, [])
    workspace.close(old.uri)
    assert not known.keep(old.uri, old.document, [their(0, 3)])


def test_rules_count_for_plugins_as_well() -> None:
    text = "---\nrefrakt:\n  rules:\n    b: error\n---\n\na1\n\nb1\n\n<!-- refrakt-disable-next-line -->\nc1\n\nd1\n"
    document = parse(text, OPTIONS)
    problems = (Moved(their(text.index(f"{code}1"), text.index(f"{code}1") + 2, code)) for code in "abcd")
    said = Said(document, tuple(problems)).judged(None, {"a": "info", "d": "off"})
    assert [(each.problem.code, each.problem.severity) for each in said.problems] == [("a", "info"), ("b", "error")]


# In an editor ---------------------------------------------------------------------------------------------------------

WAYS = {"push": PUSHED, "pull": {**profile("vscode")}}


@pytest.mark.parametrize("way", WAYS)
def test_in_an_editor(way: str, tmp_path: Path) -> None:
    with orchard.desk(tmp_path, WAYS[way]) as desk:
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
        # What is no problem leaves ours alone, and what cannot be told is left out.
        desk.client.change(uri, 2, {"text": "{% hnit /%} @crash\n"})
        desk.until(uri, "unknown-rune")
        desk.client.change(uri, 3, {"text": "{% hnit /%} @wrong\n"})
        desk.until(uri, "unknown-rune")


def test_typing_is_told_at_once_however_slow_a_plugin_is(tmp_path: Path) -> None:
    with orchard.desk(tmp_path, PUSHED, {**orchard.SITE, "pause": "0.5"}) as desk:
        assert isinstance(desk, Pushed)
        uri = desk.client.open("content/new.md", "\n\n{% rot /%}\n\n@stone\n")
        desk.until(uri, "tree-rot", "tree-unknown")
        longest, said = 0.0, len(desk.sent())
        for version in range(2, 12):
            begun = time.perf_counter()
            desk.type(uri, version, 0, 0, "x")
            told = desk.until(uri, "tree-rot", "tree-unknown", version=version)
            longest = max(longest, time.perf_counter() - begun)
            assert sorted(each["range"]["start"]["line"] for each in told) == [2, 4]
        assert longest < 0.4
        lists = [codes(each) for each in desk.sent()[said:] if each["uri"] == uri]
        assert {*lists} == {("tree-rot", "tree-unknown")}, "nothing was taken back meanwhile"


def codes(told: Message) -> tuple[str, ...]:
    return tuple(sorted(each["code"] for each in told["diagnostics"]))


def test_nothing_else_is_said_at_a_place_where_somebody_types(tmp_path: Path) -> None:
    with orchard.desk(tmp_path, PUSHED, {**orchard.SITE, "pause": "0.2"}) as desk:
        assert isinstance(desk, Pushed)
        uri = desk.client.open("content/new.md", "{% rot /%}\n")
        desk.until(uri, "tree-rot")
        said = len(desk.sent())
        desk.type(uri, 2, 0, 6, "ten")
        desk.until(uri, "tree-rot", version=2)
        lists = [codes(each) for each in desk.sent()[said:] if each["uri"] == uri]
        assert ("unknown-rune",) not in lists


def test_one_that_takes_its_time_is_waited_for_by_nobody(tmp_path: Path) -> None:
    capabilities = {**profile("vscode")}
    with orchard.desk(tmp_path, capabilities, {**orchard.SITE, "pause": "1.5"}) as desk:
        assert isinstance(desk, Pulled)
        desk.client.request("workspace/symbol", {"query": "x"})
        uri = desk.client.open("content/new.md", "{% hnit /%} @stone\n")
        desk.until(uri, "unknown-rune")
        begun = time.perf_counter()
        told = desk.client.request(
            "textDocument/hover", {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 14}}
        )
        assert time.perf_counter() - begun < 1.5
        assert "stone" in told["contents"]["value"], "it can do two things at once"
        desk.until(uri, "unknown-rune", "tree-unknown")


def test_what_cannot_be_said_yet_is_asked_for_again(tmp_path: Path) -> None:
    with orchard.desk(tmp_path, WAYS["pull"]) as desk:
        desk.client.request("workspace/symbol", {"query": "x"})
        uri = desk.client.open("notes.txt", "@later\n", "plaintext")
        desk.until(uri)
        lens = {"textDocument": {"uri": uri}}
        assert desk.client.request("textDocument/codeLens", lens) is None
        (desk.folder / "ready").touch()  # which nobody tells the server
        desk.until(uri, "tree-unknown")
        desk.client.wait(lambda each: each.get("method") == "workspace/codeLens/refresh")
        assert desk.client.request("textDocument/codeLens", lens)


def test_an_editor_that_wants_no_places_gets_none(tmp_path: Path) -> None:
    plain = {**PUSHED, "textDocument": {"publishDiagnostics": {"versionSupport": True}}}
    assert RELATED.keys() & plain["textDocument"]["publishDiagnostics"].keys() == set()
    with orchard.desk(tmp_path, plain) as desk:
        uri = desk.client.open("content/new.md", "{% rot /%}\n")
        (told,) = desk.until(uri, "tree-rot")
        assert "relatedInformation" not in told
