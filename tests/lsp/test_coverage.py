"""`coverage.md` names existing tests and capabilities, and every LSP method has a test in a session."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from lsprotocol import types

from refrakt.hosts.lsp import handlers
from refrakt.hosts.lsp.capabilities import server_capabilities
from refrakt.hosts.lsp.client_capabilities import ClientCapabilities

TESTS = Path(__file__).resolve().parents[1]
HANDLERS = Path(handlers.__path__[0])
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


def test_every_method_of_a_handler_has_a_session_test() -> None:
    names = {
        name
        for path in HANDLERS.glob("*.py")
        for name in re.findall(r"feature\(\s*types\.([A-Z_]+)", path.read_text("utf-8"))
    }
    tests = "".join(path.read_text("utf-8") for path in (TESTS / "lsp").rglob("test_*.py"))
    declared = {str(getattr(types, name)) for name in names}
    assert "textDocument/documentColor" in declared
    assert {each for each in declared if _client_method(each) not in tests and f'"{each}"' not in tests} == set()


def _client_method(method: str) -> str:
    """The name that pygls gives to a method of its client."""
    return re.sub(r"([A-Z])", r"_\1", method.replace("/", "_")).lower()


def test_listed_capabilities_are_declared() -> None:
    declared = server_capabilities(ClientCapabilities(pull_diagnostics=True))
    assert {each for row in ROWS for each in re.findall(r"`([^`]+)`", row[1])} <= declared.keys()
