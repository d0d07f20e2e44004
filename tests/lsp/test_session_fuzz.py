"""Random editor sessions: one response per request, no error in the log, and in the end the problems of `refrakt check`.

`REFRAKT_SEED` and `REFRAKT_MINUTES` set the start and length of the long runs. See tests/lsp/fuzzing for scripts and seeds.
"""

from __future__ import annotations

import os
import time
from itertools import count

import pytest

from .fuzzing import script_runner, texts
from .fuzzing.script_runner import check_session, clients, play, shrunk
from .fuzzing.steps import STEPS, Step, script
from .fuzzing.texts import Wrong

SEED = int(os.environ.get("REFRAKT_SEED", "1"))
MINUTES = float(os.environ.get("REFRAKT_MINUTES", "10"))
CLIENTS = sorted(clients())


def test_seed_is_deterministic() -> None:
    assert script(3, 40) == script(3, 40) != script(4, 40)
    assert {step.kind for step in script(5, 2000)} == set(STEPS)


def test_every_part_of_a_script_is_a_script() -> None:
    """Steps that need an open file do nothing without one."""
    assert play([Step(kind, 1) for kind in STEPS if kind != "open"], "vscode") is None


def test_diverging_texts_are_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    """An editor that uses another encoding than it declares."""
    monkeypatch.setattr(texts, "units", lambda text, encoding: len(text))
    monkeypatch.setattr(script_runner, "NEWS", 1.0)
    assert any(play(script(seed, 40), "neovim") is not None for seed in (1, 2, 3))


def test_failing_script_is_shortened(monkeypatch: pytest.MonkeyPatch) -> None:
    """A session that fails at the second move."""
    steps = script(3, 200)

    def played(some: list[Step], client: str) -> Wrong | None:
        moves = [number for number, step in enumerate(some) if step.kind == "move"]
        wrong = Wrong("it is there already")
        wrong.step = moves[1] if len(moves) > 1 else None
        return wrong if len(moves) > 1 else None

    monkeypatch.setattr(script_runner, "play", played)
    wrong = played(steps, "vscode")
    assert wrong is not None
    assert [step.kind for step in shrunk(steps, "vscode", wrong, 60.0)] == ["move", "move"]
    with pytest.raises(AssertionError, match=r"seed 3, client vscode: it is there already\n.*\nscript: \[\[\"move\""):
        check_session(steps, "vscode", "seed 3")


@pytest.mark.parametrize("client", CLIENTS)
def test_a_short_session(client: str) -> None:
    seed = 100 + CLIENTS.index(client)
    check_session(script(seed, 40), client, f"seed {seed}")


@pytest.mark.slow
def test_a_minute_of_sessions() -> None:
    _for(60.0, SEED)


@pytest.mark.fuzz
def test_many_sessions() -> None:
    _for(MINUTES * 60, SEED * 100_000)


def _for(seconds: float, first: int) -> None:
    end = time.monotonic() + seconds
    for seed in count(first):
        if time.monotonic() > end:
            return
        length = (40, 100, 250)[seed % 3]
        check_session(script(seed, length), CLIENTS[seed % len(CLIENTS)], f"seed {seed}", seconds=180.0)
