"""What `plan status` shows on a terminal: bars, lists that fit, and nothing that a terminal would obey."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plan.plans import Shell, entity, plan_of
from refrakt_plan.commands.status import run_status
from refrakt_plan.rendering.printable_text import display_width, one_line, printable, truncate
from refrakt_plan.rendering.status_overview import _filled, _percent, _split_bar, overview
from refrakt_plan.rendering.terminal import Terminal, terminal

COLOUR = re.compile("\033\\[[0-9;]+m")
DONE = "## Resolution\n\nCompleted: 2026-01-01\n\nThere it is."


@pytest.fixture
def status(tmp_path: Path) -> dict[str, Any]:
    done = [entity("work", f"W-{number}", status="done", milestone="v1") for number in range(6)]
    plan = plan_of(
        tmp_path,
        entity("milestone", "v1", status="active", target="2026-05-01"),
        entity("spec", "S", status="accepted"),
        *done,
        entity("work", "A", DONE, status="done", source="S", milestone="v1"),
        entity("work", "B", '## Blocked by\n\n{% ref "C" /%}', status="blocked", milestone="v1"),
        entity("work", "C", status="ready", milestone="v1", priority="high"),
        entity("work", "D", status="draft", milestone="v1"),
        entity("bug", "E", status="wontfix", milestone="v1"),
        entity("work", "F", status="draft"),
    )
    return run_status(plan)


GOLDEN = """\
v1
██████████████████████████████░░░░░░░░░░░░░░░░░░ 7/11 (64%)  due 2026-05-01

specs           1  ████████████████████████  1 accepted
work           11  ████████████████▓▓▚▚░░░░  1 blocked, 1 ready, 2 draft, 7 done
bugs            1  ░░░░░░░░░░░░░░░░░░░░░░░░  1 wontfix
decisions       0

Blocked
  B  B title  (blocked by C)

Ready
  C  C title  (high, unknown)

Done
  2026-01-01  A  A title

All work done, status could be `implemented`
  S  S title

Warnings
  F has no milestone assigned"""


def test_text_output_has_bars(status: dict[str, Any]) -> None:
    assert overview(status, Terminal()) == GOLDEN


def test_bars_without_unicode(status: dict[str, Any]) -> None:
    shown = overview(status, Terminal(unicode=False))
    assert "##############################.................. 7/11 (64%)" in shown
    assert "work           11  ################==!!....  1 blocked" in shown
    assert shown.isascii()


def test_colours_change_nothing_else(status: dict[str, Any]) -> None:
    shown = overview(status, Terminal(colour=True))
    assert "\033[31m1 blocked\033[0m, \033[34m1 ready\033[0m" in shown
    assert COLOUR.sub("", shown) == GOLDEN


def test_a_narrow_terminal_has_no_stacked_bars_but_all_text(status: dict[str, Any]) -> None:
    shown = overview(status, Terminal(width=40))
    assert all(display_width(line) <= 40 for line in shown.splitlines())
    assert "work           11  1 blocked, 1 ready,\n                   2 draft, 7 done\n" in shown


@pytest.mark.parametrize("width", [40, 59, 60, 80, 200])
def test_no_line_is_longer_than_the_terminal_is_wide(tmp_path: Path, width: int) -> None:
    body = '## Blocked by\n\n{% ref "X" /%} {% ref "WORK-0001" /%}'
    many = [entity("work", f"WORK-{number:04}", body, status="blocked", milestone="v1") for number in range(120)]
    goal = entity("milestone", "v1", status="active", target="the first warm day of the year")
    status = run_status(plan_of(tmp_path, goal, *many))
    for here in (Terminal(width), Terminal(width, unicode=False)):
        shown = overview(status, here).splitlines()
        assert [line for line in shown if display_width(line) > width] == []
        assert shown[1].split()[1:3] == ["0/120", "(0%)"]


def test_a_long_list_is_cut_with_a_note(tmp_path: Path) -> None:
    plan = plan_of(tmp_path, *(entity("work", f"W-{number}", status="blocked", milestone="v1") for number in range(20)))
    shown = overview(run_status(plan), Terminal()).splitlines()
    assert shown[-2:] == ["  W-11  W-11 title", "  and 8 more; `--format json` lists all"]


def test_a_long_title_is_cut_before_the_text_after_it(tmp_path: Path) -> None:
    title = "漢字" * 40
    plan = plan_of(tmp_path, f'{{% work id="W" status="ready" milestone="v1" %}}\n\n# {title}\n\n{{% /work %}}\n')
    line = overview(run_status(plan), Terminal(width=60)).splitlines()[-1]
    assert line.endswith("…  (medium, unknown)")
    assert 58 <= display_width(line) <= 60


def test_control_characters_of_a_title_are_not_printed(tmp_path: Path, shell: Shell) -> None:
    turned = "\u202eback\u2066"
    evil = f"\x1b[2J\x1b]0;owned\x07\x9b31m {turned} \x00"
    named = entity("work", f"W{turned}", DONE, status="done", pr=turned).replace("title", evil)
    plan_of(
        tmp_path,
        entity("milestone", f"v{turned}", status="active", target=turned),
        entity("work", "A", status="ready", priority=turned).replace("title", evil),
        entity("work", "B", f'## Blocked by\n\n{{% ref "{turned}" /%}} {{% ref "A" /%}}', status="blocked"),
        entity("work", "C", status=f"done{turned}", milestone=turned),
        named,
    )
    shown = shell("status")
    assert shown.code == 0
    assert [shown.out.count(word) for word in ("owned", "back")] == [2, 9]
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", shown.out)


def test_many_warnings_are_counted(tmp_path: Path) -> None:
    plan = plan_of(tmp_path, *(entity("work", f"W-{number}", status="draft") for number in range(20)))
    shown = overview(run_status(plan), Terminal()).splitlines()
    assert shown[-2:] == ["  W-11 has no milestone assigned", "  and 8 more; `--format json` lists all"]


class Stream(io.StringIO):
    def __init__(self, tty: bool, encoding: str) -> None:
        super().__init__()
        self._tty = tty
        self._encoding = encoding

    def isatty(self) -> bool:
        return self._tty

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return self._encoding


@pytest.mark.parametrize(
    ("tty", "variables", "colour"),
    [
        (True, {}, True),
        (False, {}, False),
        (True, {"NO_COLOR": "1"}, False),
        (False, {"FORCE_COLOR": "1"}, True),
        (True, {"NO_COLOR": "1", "FORCE_COLOR": "1"}, False),
        (True, {"TERM": "dumb"}, False),
        (True, {"NO_COLOR": ""}, True),
    ],
)
def test_colour_depends_on_the_terminal(
    tty: bool, variables: dict[str, str], colour: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert terminal(Stream(tty, "utf-8")).colour is colour


def test_the_width_is_that_of_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "123")
    assert terminal(Stream(True, "UTF-8")).width == 123
    assert terminal(Stream(False, "UTF-8")).width == 80
    assert terminal(Stream(True, "UTF_8")).unicode
    assert not terminal(Stream(True, "cp1252")).unicode


def test_only_none_is_0_percent_and_only_all_is_100() -> None:
    assert [_percent(*each) for each in [(0, 9), (1, 999), (7, 11), (998, 999), (9, 9)]] == [0, 1, 64, 99, 100]
    assert [_filled(*each, 10) for each in [(0, 0), (0, 9), (1, 999), (5, 10), (998, 999), (9, 9)]] == [
        0,
        0,
        1,
        5,
        9,
        10,
    ]


@given(st.lists(st.integers(0, 10**6), min_size=5, max_size=5).filter(any))
@settings(max_examples=60)
def test_a_stacked_bar_uses_all_its_cells_and_shows_all_there_is(counts: list[int]) -> None:
    parts = _split_bar(counts, 24)
    assert sum(parts) == 24
    assert [part > 0 for part in parts] == [count > 0 for count in counts]


@given(st.text(max_size=40), st.integers(0, 30))
@settings(max_examples=150)
def test_truncated_text_fits(text: str, room: int) -> None:
    shown = truncate(one_line(text), room)
    assert display_width(shown) <= room
    assert "\n" not in shown
    assert printable(shown) == shown
    shown.encode()
