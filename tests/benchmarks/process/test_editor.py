"""Requests of an editor during typing, on a page of 200 lines and on one of 5,000, side by side.

Every request follows a keystroke and its diagnostics, as from an editor, so no result for this text is cached. The two editors
send requests in turns, so that a busy machine slows down both. Methods that the server does not announce are skipped.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple

import pytest

from process.peers import Message, Peer

from ..sites import generate
from .conftest import CORPUS_SITE, Table, milliseconds, percentile
from .measuring import processor_time
from .typist import PUSH, Typist

pytestmark = pytest.mark.bench

SIZES = (200, 5_000)
ROUNDS = 40
WINDOW = 60
"""How many lines are on the screen."""
KEYSTROKE = "diagnostics after a keystroke"
A_KEYSTROKE, A_QUESTION, A_WHOLE_PAGE = 0.006, 0.015, 0.030
"""Seconds that each may take on the longer page. Editors request results for the whole page after a pause."""
OF_THE_WHOLE_PAGE = frozenset(f"textDocument/{each}" for each in ("documentSymbol", "foldingRange", "codeLens"))
SECONDS = 60
KEYS = 30
"""Keystrokes in a second."""

CAPABILITIES: dict[str, Any] = {
    "textDocument": {
        **PUSH["textDocument"],
        "documentSymbol": {"hierarchicalDocumentSymbolSupport": True},
        "codeAction": {
            "codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix", "refactor", "source"]}},
            "dataSupport": True,
            "resolveSupport": {"properties": ["edit"]},
        },
        "semanticTokens": {
            "requests": {"full": {"delta": True}, "range": True},
            "tokenTypes": [],
            "tokenModifiers": [],
            "formats": ["relative"],
        },
    },
    "general": {"positionEncodings": ["utf-16"]},
}


class Question(NamedTuple):
    """A method, the capability that announces it, and its parameters."""

    provider: str
    method: str
    params: Callable[[Spots], Message]


class Took(NamedTuple):
    """Seconds: until the response, and CPU time of the server meanwhile."""

    time: float
    busy: float


class Spots(NamedTuple):
    """The positions in the middle of a page for requests."""

    half_typed: Message
    tag: Message
    link: Message
    window: Message
    tokens: str | None


def at(position: str) -> Callable[[Spots], Message]:
    return lambda spots: {"position": getattr(spots, position)}


def _no_params(spots: Spots) -> Message:
    return {}


def _window(spots: Spots) -> Message:
    return {"range": spots.window}


QUESTIONS = [
    Question("completionProvider", "textDocument/completion", at("half_typed")),
    Question("hoverProvider", "textDocument/hover", at("tag")),
    Question("definitionProvider", "textDocument/definition", at("link")),
    Question(
        "semanticTokensProvider",
        "textDocument/semanticTokens/full/delta",
        lambda spots: {"previousResultId": spots.tokens},
    ),
    Question(
        "codeActionProvider",
        "textDocument/codeAction",
        lambda spots: {"range": {"start": spots.tag, "end": spots.tag}, "context": {"diagnostics": []}},
    ),
    Question("documentHighlightProvider", "textDocument/documentHighlight", at("link")),
    Question("signatureHelpProvider", "textDocument/signatureHelp", at("tag")),
    Question("linkedEditingRangeProvider", "textDocument/linkedEditingRange", at("tag")),
    Question("selectionRangeProvider", "textDocument/selectionRange", lambda spots: {"positions": [spots.tag]}),
    Question("inlayHintProvider", "textDocument/inlayHint", _window),
    Question("documentSymbolProvider", "textDocument/documentSymbol", _no_params),
    Question("foldingRangeProvider", "textDocument/foldingRange", _no_params),
    Question("documentLinkProvider", "textDocument/documentLink", _no_params),
    Question("codeLensProvider", "textDocument/codeLens", _no_params),
    Question("colorProvider", "textDocument/documentColor", _no_params),
]


class Desk(Typist):
    """An editor with a page open."""

    def __init__(self, root: Path, runtime: Path, lines: int) -> None:
        super().__init__(root, runtime)
        self.announced: Message = self.initialize(CAPABILITIES)["result"]["capabilities"]
        self.begin_page(lines)
        self.pushed()

    def write_all_kinds_of_syntax(self) -> None:
        middle = self.lines.index("", len(self.lines) // 2) + 1
        self.press(middle - 1, 0, '\n{% hi\n\n{% hint type="note" %}\n\n[Home](/)\n\n{% /hint %}\n\n')
        self.pushed()
        top = max(middle - WINDOW // 2, 0)
        self.spots = Spots(
            half_typed={"line": middle, "character": 5},
            tag={"line": middle + 2, "character": 5},
            link={"line": middle + 4, "character": 8},
            window={"start": {"line": top, "character": 0}, "end": {"line": top + WINDOW, "character": 0}},
            tokens=None,
        )
        if "semanticTokensProvider" in self.announced:
            whole = self.request("textDocument/semanticTokens/full", self.here)["result"]
            self.spots = self.spots._replace(tokens=whole["resultId"])
        self.middle = middle + 4

    def measure(self, question: Question) -> Took:
        """Types, waits for diagnostics, and sends a request; returns how long the response took."""
        self.press(self.middle, 1, "x")
        self.pushed()
        busy, began = processor_time(self.process.pid), perf_counter()
        response = self.request(question.method, {**question.params(self.spots), **self.here})
        took = Took(perf_counter() - began, processor_time(self.process.pid) - busy)
        assert "result" in response, response
        if isinstance(response["result"], dict) and "resultId" in response["result"]:
            self.spots = self.spots._replace(tokens=response["result"]["resultId"])
        return took

    def typed(self, position: tuple[int, int]) -> Took:
        busy = processor_time(self.process.pid)
        began = self.press(*position)
        self.pushed()
        return Took(perf_counter() - began, processor_time(self.process.pid) - busy)

    @property
    def here(self) -> Message:
        return {"textDocument": {"uri": self.page.as_uri()}}


def test_questions_side_by_side(site: Path, runtime: Path, peers: list[Peer], table: Table) -> None:
    root = CORPUS_SITE if CORPUS_SITE.is_dir() else site
    desks = {lines: Desk(root, runtime, lines) for lines in SIZES}
    peers.extend(desks.values())
    took: dict[tuple[str, int], list[Took]] = {}
    for positions in zip(*(islice(desk.positions(), ROUNDS) for desk in desks.values()), strict=True):
        for position, (lines, desk) in zip(positions, desks.items(), strict=True):
            took.setdefault((KEYSTROKE, lines), []).append(desk.typed(position))
    for desk in desks.values():
        desk.write_all_kinds_of_syntax()
    for question in QUESTIONS:
        for _ in range(ROUNDS):
            for lines, desk in desks.items():
                if question.provider in desk.announced:
                    took.setdefault((question.method, lines), []).append(desk.measure(question))
    for desk in desks.values():
        assert desk.leave() == 0
    for name in dict.fromkeys(name for name, _ in took):
        table.add(
            f"{name.removeprefix('textDocument/')}, 200 | 5,000 lines: p50, p95",
            " | ".join(figures(took[name, lines]) for lines in SIZES),
            f"{milliseconds(budget_of(name))}; computes {computed(took, name)}",
        )
    # The latency depends on other processes on the machine, so the budget is for CPU time.
    busy = {name: median(each.busy for each in took[name, SIZES[-1]]) for name, _ in took}
    assert {name: each for name, each in busy.items() if each > budget_of(name)} == {}


def budget_of(name: str) -> float:
    if name == KEYSTROKE:
        return A_KEYSTROKE
    return A_WHOLE_PAGE if name in OF_THE_WHOLE_PAGE else A_QUESTION


def figures(took: list[Took]) -> str:
    return ", ".join(milliseconds(percentile([each.time for each in took], part)) for part in (0.5, 0.95))


def computed(took: dict[tuple[str, int], list[Took]], name: str) -> str:
    return " | ".join(milliseconds(median(each.busy for each in took[name, lines])) for lines in SIZES)


class MarkingEditor(Typist):
    """Sends a marker request after every keystroke: its response shows that the server has handled the keystroke."""

    def __init__(self, root: Path, runtime: Path) -> None:
        self.log: list[bytes] = []
        self.markers: dict[int, int] = {}
        """The versions of the page, by the ids of their marker requests."""
        super().__init__(root, runtime)

    def receive(self) -> bytes | None:
        data = super().receive()
        self.log += [data] if data is not None else []
        return data

    def mark_keystroke(self) -> None:
        self.markers[self.send_request("benchmark/mark")] = self.version

    def stale(self) -> int:
        """How many diagnostics were published for a version after the server had received a newer one."""
        newest = found = 0
        for message in map(json.loads, self.log):
            newest = max(newest, self.markers.get(message.get("id"), 0))
            if (
                message.get("method") == "textDocument/publishDiagnostics"
                and message["params"]["uri"] == self.page.as_uri()
            ):
                found += message["params"]["version"] < newest
        return found


def test_a_minute_of_typing_queues_no_checks(tmp_path: Path, runtime: Path, peers: list[Peer], table: Table) -> None:
    """On a site of 1,000 pages. Outdated versions are not checked, however slow the machine."""
    editor = MarkingEditor(generate(tmp_path / "site", 1_000).root, runtime)
    peers.append(editor)
    editor.initialize(PUSH)
    editor.begin_page(1_000)
    editor.pushed()
    pressed: dict[int, float] = {}
    due = perf_counter()
    for position in islice(editor.positions(), SECONDS * KEYS):
        began = editor.press(*position)
        pressed[editor.version] = began
        editor.mark_keystroke()
        due += 1 / KEYS
        time.sleep(max(due - perf_counter(), 0))
    editor.pushed()
    arrivals = editor.arrivals()
    waits = [min(when for when, of in arrivals if of >= version) - began for version, began in pressed.items()]
    p50, p95, longest = (milliseconds(percentile(waits, part)) for part in (0.5, 0.95, 1.0))
    table.add(
        f"typing {KEYS} keys a second for {SECONDS} s, 1,000 pages: stale checks",
        f"{editor.stale()} of {len(arrivals)}",
        f"none; to diagnostics p50 {p50}, p95 {p95}, longest {longest}",
    )
    assert editor.leave() == 0
    assert editor.stale() == 0
