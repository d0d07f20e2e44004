"""One declaration makes command, tool, resource and manual entry; checked for every service."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from pydantic import TypeAdapter

from refrakt.errors import CODES, RefraktError
from refrakt.hosts.cli.command_table import summaries
from refrakt.services.context import Context
from refrakt.services.detect import SHELL_ONLY
from refrakt.services.json_payload import as_json
from refrakt.services.registry import services

ROOT = Path(__file__).resolve().parents[2]
SERVERS = {"lsp", "mcp"}
ARGUMENTS = {
    "refrakt.contracts_check": {"path": "contracts.json"},
    "refrakt.inspect": {"rune": "hint"},
    "refrakt.render": {"markdown": "x"},
    "refrakt.fix": {"content": "{% hnit /%}"},
    "refrakt.references": {"url": "/"},
    "refrakt.rename": {"url": "/docs/schedules", "to": "/docs/timetable"},
    "refrakt.validate_content": {"markdown": "x"},
}
"""Arguments for services that require some."""


def test_the_table() -> None:
    assert list(services()) == [
        "refrakt.cache_clear",
        "refrakt.cache_stats",
        "refrakt.check",
        "refrakt.contracts",
        "refrakt.contracts_check",
        "refrakt.detect",
        "refrakt.fix",
        "refrakt.i18n_extract",
        "refrakt.inspect",
        "refrakt.inspect_audit",
        "refrakt.inspect_list",
        "refrakt.package_validate",
        "refrakt.pages",
        "refrakt.plugins_list",
        "refrakt.reference",
        "refrakt.references",
        "refrakt.rename",
        "refrakt.render",
        "refrakt.validate",
        "refrakt.validate_content",
        "refrakt.version",
    ]


@pytest.mark.parametrize("name", services())
def test_every_surface_of_a_service(name: str) -> None:
    known = services()[name]
    assert known.run.__module__ == f"refrakt.services.{known.module}"
    assert known.about
    assert known.about.endswith(".")
    for kind in (known.input, known.output):
        schema = TypeAdapter(kind).json_schema()
        assert schema["type"] == "object"
    assert known.cli in summaries()
    assert f"## {name}\n" in (ROOT / "docs" / "services.md").read_text("utf-8")
    with pytest.raises(RefraktError, match="unknown argument `nonsense`") as caught:
        known.answer(Context.at(ROOT / "examples" / "site"), {"nonsense": 1})
    assert caught.value.code == "INVALID_ARGS"


def test_only_these_commands_are_no_tools() -> None:
    """Agents can do everything else that the command line can do."""
    tools = {known.cli for known in services().values() if known.for_agents}
    alone = {name for name in summaries() if name not in tools} - SERVERS
    assert alone == {each if each in summaries() else each.split(maxsplit=1)[0] for each in SHELL_ONLY}


@pytest.mark.parametrize("name", [name for name, known in services().items() if known.needs == "site"])
def test_services_that_need_a_site_report_its_absence(name: str, tmp_path: Path) -> None:
    known = services()[name]
    with pytest.raises(RefraktError) as caught:
        known.answer(Context.at(tmp_path), ARGUMENTS.get(name, {}))
    assert caught.value.code == "SITE_CONFIG_MISSING"


@pytest.mark.parametrize("name", services())
def test_answers_are_plain_objects(name: str) -> None:
    known = services()[name]
    answer = known.answer(Context.at(ROOT / "examples" / "site"), ARGUMENTS.get(name, {}))
    result = as_json(answer)
    assert isinstance(result, dict)
    TypeAdapter(known.output).validate_python(result)


def test_every_error_has_a_code_of_the_list_and_the_manual_has_them_all() -> None:
    raised = set()
    for path in (ROOT / "server").rglob("*.py"):
        raised |= set(re.findall(r'RefraktError\(\s*"([^"]+)"', path.read_text("utf-8")))
    assert {"INVALID_ARGS", "NOT_FOUND", "PLAN_DIR_MISSING"} <= raised <= set(CODES)
    manual = (ROOT / "docs" / "mcp" / "errors.md").read_text("utf-8")
    assert [code for code in CODES if f"`{code}`" not in manual] == []
