"""A service that declares `cli=` is a command, with nothing else to be written."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import pytest

from cli.command_runner import SITE, project
from cli.command_runner import refrakt as run
from refrakt.command_input import camel, input_fields, option
from refrakt.errors import RefraktError
from refrakt.hosts.cli.command_table import declared_commands, service_of_command
from refrakt.hosts.cli.input_parser import FORMAT
from refrakt.hosts.cli.service_command import command_parser
from refrakt.services.context import Context
from refrakt.services.json_payload import JsonPayload, as_json
from refrakt.services.registry import service as declare
from refrakt.services.registry import service_of, services


def test_what_is_read_from_the_texts_of_modules_is_what_services_say() -> None:
    expected = {each.cli: each for each in services().values() if each.cli is not None and not each.cli_option}
    assert set(declared_commands()) == set(expected)
    for argv, declaration in declared_commands().items():
        assert service_of_command(argv) is expected[argv]
        assert expected[argv].about.lower().startswith(declaration.summary.lower())


@pytest.mark.parametrize("name", services())
def test_every_input_has_options(name: str) -> None:
    service = services()[name]
    names = {each for each in command_parser(service, "refrakt").options() if each.startswith("--")}
    assert f"--{FORMAT}" in names
    assert not any(each.name == FORMAT and each.spec.shell for each in input_fields(service.input))


def test_text_by_default_and_json_with_the_option() -> None:
    from refrakt import __version__

    assert run("version").out.startswith(f"refrakt {__version__} (")
    ran = run("version", "--format", "json")
    assert (ran.code, ran.err, json.loads(ran.out)["version"]) == (0, "", __version__)


def test_the_project_is_that_of_the_working_directory() -> None:
    answer = json.loads(run("detect", "--format", "json", cwd=SITE / "content").out)
    assert answer["site"]["sites"] == ["main"]


# Every kind of input ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Order(JsonPayload):
    """What is wanted."""

    dish: str = option(positional=True)
    """Its name; 100% of the time."""
    guests: int = 1
    spice_level: Literal["mild", "hot"] | None = None
    """How hot it is to be."""
    to_go: bool = False
    cutlery: bool = True
    """Knife and fork."""
    without: list[str] = field(default_factory=list)
    extras: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Meal(JsonPayload):
    order: Order


@declare("test.cook", cli="cook", exit_code=lambda meal: int(meal.order.guests > 4))
def cook(context: Context, query: Order) -> Meal:
    """Cook something. Nobody reads this far."""
    return Meal(query)


def ordered(*argv: str) -> Order:
    form, (order,) = command_parser(service_of(cook), "refrakt cook").read_inputs(argv)
    assert form in ("text", "json")
    assert isinstance(order, Order)
    return order


def test_missing_options_have_the_defaults_of_the_input() -> None:
    assert ordered("soup") == Order("soup")


def test_every_kind_of_field() -> None:
    argv = "--guests 3 --spice-level hot --to-go --no-cutlery --without salt --without oil"
    arguments = ordered("soup", *argv.split(), "--extras", '{"bread": 2}')
    assert arguments == Order("soup", 3, "hot", True, False, ["salt", "oil"], {"bread": 2})
    assert camel("spice_level") in as_json(arguments)


@pytest.mark.parametrize(
    ("argv", "expected"),
    [
        ([], "DISH"),
        (["soup", "--guests", "many"], "--guests"),
        (["soup", "--spice-level", "tepid"], "'mild', 'hot'"),
        (["soup", "--extras", "{"], "is not JSON"),
        (["soup", "salad"], "unexpected argument 'salad'"),
    ],
)
def test_what_does_not_fit_is_refused_before_anything_runs(argv: list[str], expected: str) -> None:
    with pytest.raises(RefraktError) as refused:
        ordered(*argv)
    assert refused.value.code == "INVALID_ARGS"
    assert expected in str(refused.value)


def test_help_is_the_docstrings_of_the_fields() -> None:
    text = " ".join(command_parser(service_of(cook), "refrakt cook").format_help().split())
    assert "Cook something." in text
    assert "DISH its name; 100% of the time" in text
    assert "--spice-level {mild,hot} how hot it is to be" in text
    assert "--no-cutlery knife and fork" in text


def test_a_new_file_is_a_new_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import refrakt.services

    (tmp_path / "brew.py").write_text(
        '"""Tea."""\n\n'
        "from dataclasses import dataclass\n\n"
        "from refrakt.errors import RefraktError\n"
        "from refrakt.command_input import option\n"
        "from refrakt.services.context import Context\n"
        "from refrakt.services.registry import service\n\n\n"
        "@dataclass(frozen=True)\nclass Pot:\n    leaves: str = option(positional=True)\n"
        '    """Which tea."""\n\n\n'
        "@dataclass(frozen=True)\nclass Tea:\n    name: str\n\n\n"
        '@service("test.brew", cli="tea brew", exit_code=lambda tea: 1)\n'
        "def brew(context: Context, query: Pot) -> Tea:\n"
        '    """Brew tea; nothing else."""\n'
        '    if query.leaves == "coffee":\n'
        '        raise RefraktError("NOT_FOUND", "no tea is called coffee", "Try another pot.", 3)\n'
        "    return Tea(query.leaves)\n"
    )
    monkeypatch.setattr(refrakt.services, "__path__", [*refrakt.services.__path__, str(tmp_path)])
    declared_commands.cache_clear()
    try:
        assert run("--help").out.count("tea brew           brew tea\n") == 1
        assert run("tea", "brew", "green") == (1, '{\n  "name": "green"\n}\n', "")
        assert run("tea", "brew", "coffee") == (3, "", "refrakt: no tea is called coffee. Try another pot.\n")
        failed = run("tea", "brew", "coffee", "--format", "json")
        assert (failed.code, failed.out, json.loads(failed.err)["errorCode"]) == (3, "", "NOT_FOUND")
        assert "Did you mean `refrakt tea brew`" in run("tea", "bre").err
    finally:
        declared_commands.cache_clear()


def test_a_service_that_needs_a_site_is_an_error_without_one(tmp_path: Path) -> None:
    with pytest.raises(RefraktError) as refused:
        services()["refrakt.inspect_list"].answer(Context.at(tmp_path), {})
    assert refused.value.code == "SITE_CONFIG_MISSING"
    project(tmp_path, {"site": {}})
    assert services()["refrakt.inspect_list"].answer(Context.at(tmp_path), {}).total
