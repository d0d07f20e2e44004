"""`refrakt explain`, `refrakt help` and `-V`."""

from __future__ import annotations

import json

import pytest

from refrakt import __version__
from refrakt.hosts.cli import main
from refrakt.rules.registry import all_rules


def shown(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(list(arguments))
    found = capsys.readouterr()
    return code, found.out, found.err


def test_the_page_of_a_rule(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = shown(capsys, "explain", "unclosed-tag")
    assert code == 0
    assert out.startswith("error[unclosed-tag] (tags, fixable)\n\n")
    assert "Use instead:" in out
    assert "```" not in out


def test_every_rule_is_listed_and_explained(capsys: pytest.CaptureFixture[str]) -> None:
    listed = {line.split()[0] for line in shown(capsys, "explain")[1].splitlines()}
    assert {*all_rules(), "config-key", "missing-section"} <= listed
    for code in sorted(listed):
        assert shown(capsys, "explain", code)[0] == 0


def test_data(capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(shown(capsys, "explain", "broken-link", "--format", "json")[1])
    assert (data["code"], data["severity"], data["scope"]) == ("broken-link", "error", "site")


def test_an_unknown_code(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, error = shown(capsys, "explain", "unclosd-tag")
    assert code == 2
    assert "did you mean 'unclosed-tag'?" in error


def test_help_of_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    by_option = shown(capsys, "check", "--help")
    assert "--statistics" in str(by_option)
    assert shown(capsys, "help", "check") == by_option
    assert shown(capsys, "help") == shown(capsys, "--help")


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert shown(capsys, "-V") == (0, f"refrakt {__version__}\n", "")
