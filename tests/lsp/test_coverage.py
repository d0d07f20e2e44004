"""`coverage.md` matches tests and capabilities."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from refrakt.hosts.lsp.capabilities import server_capabilities
from refrakt.hosts.lsp.client_capabilities import ClientCapabilities

TESTS = Path(__file__).resolve().parents[1]
TEXT = Path(__file__).with_name("coverage.md").read_text("utf-8")
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in TEXT.splitlines()
    if line.startswith("| ") and not line.startswith(("| feature ", "| ---"))
]
LATER = "later part"


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_rows_name_existing_tests(row: list[str]) -> None:
    shown = re.findall(r"`([^`]+)`", row[2])
    assert shown or row[2] == LATER
    for each in shown:
        file, _, test = each.partition("::")
        assert (TESTS / file).is_file(), each
        if test:
            assert re.search(rf"^(?:async )?def {test}\(", (TESTS / file).read_text("utf-8"), re.MULTILINE), each


def test_every_capability_is_listed() -> None:
    promised = server_capabilities(ClientCapabilities(pull_diagnostics=True, file_rename_events=("willRename",)))
    assert {each for each in promised if f"`{each}`" not in TEXT} == set()


def test_listed_capabilities_are_declared() -> None:
    promised = server_capabilities(ClientCapabilities(pull_diagnostics=True))
    assert {each for row in ROWS for each in re.findall(r"`([^`]+)`", row[1])} <= promised.keys()
