"""The texts that users read: messages, suggestions, hints, help, descriptions, titles and log messages.

They are collected from the source and from the registries, so a new text is checked without an entry here.
"""

from __future__ import annotations

import argparse
import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from refrakt.command_input import field_help
from refrakt.hosts.cli import command_table, plugin_command, service_command
from refrakt.hosts.cli.commands import COMMANDS, module_of
from refrakt.hosts.mcp.prompts import BUILTIN_PROMPTS
from refrakt.services.registry import services
from refrakt_plan.plugin import plugin as plan

ROOT = Path(__file__).resolve().parent.parent
SERVER = ROOT / "server"

MESSAGE, HINT, HELP, DESCRIPTION, TITLE, LOG = "message", "hint", "help", "description", "title", "log"
ERROR = "error"
"""A text of another error or problem; only its terms are checked."""
PROSE = "prose"
"""Any other literal of several words: tables of messages, descriptions of runes, prompts, instructions, output of commands."""
LENGTHS = {MESSAGE: 200, HINT: 200, HELP: 120, TITLE: 80, LOG: 200, PROSE: 450}
"""The most characters of literal text, by kind."""

CALLS: dict[str, dict[int | str, str]] = {
    "Problem": {1: MESSAGE, "message": MESSAGE, 2: HINT, "suggestion": HINT},
    "RefraktError": {1: MESSAGE, "message": MESSAGE, 2: HINT, "hint": HINT, "detail": MESSAGE},
    **{key: {0: MESSAGE, 1: HINT} for key in ("rename_error", "validation_error", "_refused")},
    "MarkdocError": {2: MESSAGE, "message": MESSAGE},
    "PluginProblem": {2: MESSAGE},
    "at": {2: MESSAGE, 3: HINT, "suggestion": HINT},
    "CodeAction": {0: TITLE, "title": TITLE},
    "TagError": {1: MESSAGE},
    **{key: {0: MESSAGE} for key in ("PatternError", "ExportError", "GitError", "NodeProcessError", "fail")},
    "Diagnosis": {2: MESSAGE, 3: HINT, "message": MESSAGE, "hint": HINT},
    "add_argument": {"help": HELP},
}
"""The arguments of calls that are texts, by position or name."""
LOG_METHODS = {"debug", "info", "warning", "error", "exception", "critical"}

FORBIDDEN = {
    r"somebody|nobody|whoever|anybody": "name the subject: the server, the editor, a page",
    r"(?<!there )(?:is|are) no": "`unknown X`, `not an X`, `no X has …`",
    r"tells?|told": "reports, shows, returns",
    r"mend(?:s|ed|ing)?": "fix",
    r"lamp": "code action",
    r"things?": "entity, or its exact name",
    r"switch(?:es|ed)?": "option, setting; disabled",
    r"stands?": "is",
    r"address(?:es)?": "URL, path",
}
"""Terms of a private dialect, with what to write instead."""


class Text(NamedTuple):
    kind: str
    where: str
    text: str
    """Each placeholder is `{}`."""


def literals(node: ast.expr | None) -> Iterator[str]:
    """The literal texts that an expression may be."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.JoinedStr):
        yield "".join(str(each.value) if isinstance(each, ast.Constant) else "{}" for each in node.values)
    elif isinstance(node, ast.IfExp):
        yield from (*literals(node.body), *literals(node.orelse))
    elif isinstance(node, ast.BoolOp):
        for each in node.values:
            yield from literals(each)


def assigned(scope: ast.AST) -> dict[str, list[ast.expr]]:
    """The values of the names in a module: a message is often built before it is passed."""
    found: dict[str, list[ast.expr]] = {}
    for node in ast.walk(scope):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                pairs = [(target, node.value)]
                if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                    pairs = list(zip(target.elts, node.value.elts, strict=False))
                for name, value in pairs:
                    if isinstance(name, ast.Name):
                        found.setdefault(name.id, []).append(value)
    return found


def texts_of_source(where: str, tree: ast.Module) -> Iterator[Text]:
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    constants = [
        node for node in tree.body if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
    ]
    for scope in (*functions, *constants):
        names = assigned(scope)
        for call in (node for node in ast.walk(scope) if isinstance(node, ast.Call)):
            for kind, node in _arguments(call):
                values = names.get(node.id, []) if isinstance(node, ast.Name) else [node]
                yield from (Text(kind, where, text) for value in values for text in literals(value) if text)


def _arguments(call: ast.Call) -> Iterator[tuple[str, ast.expr]]:
    function = call.func
    name = function.id if isinstance(function, ast.Name) else getattr(function, "attr", "")
    if isinstance(function, ast.Attribute) and name in LOG_METHODS and _is_log(function.value) and call.args:
        yield LOG, call.args[0]
    if name not in CALLS and name.endswith(("Error", "Problem")):
        yield from ((ERROR, each) for each in call.args)
    kinds = CALLS.get(name, {})
    yield from ((kinds[index], each) for index, each in enumerate(call.args) if index in kinds)
    yield from ((kinds[each.arg], each.value) for each in call.keywords if each.arg in kinds)


def _is_log(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id.strip("_").lower() in ("log", "logger", "logging")


def prose_of_source(where: str, tree: ast.Module) -> Iterator[Text]:
    """All literals of several words, apart from docstrings, samples and shell scripts."""
    skipped = {id(each.value) for each in ast.walk(tree) if isinstance(each, ast.Expr)}
    skipped |= {id(part) for each in ast.walk(tree) if isinstance(each, ast.JoinedStr) for part in each.values}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant | ast.JoinedStr) and id(node) not in skipped:
            yield from (Text(PROSE, where, text) for text in literals(node) if _is_prose(text))


def prose_of_editor(path: Path) -> Iterator[Text]:
    """The literals of several words in Lua or TypeScript."""
    code = re.sub(r"^\s*(?:--|//|/?\*).*$", "", path.read_text("utf-8"), flags=re.MULTILINE)
    for quoted in re.findall(r"'([^'\n]*)'|\"([^\"\n]*)\"|`([^`\n]*)`", code):
        text = re.sub(r"\$\{[^}]*\}", "{}", "".join(quoted))
        if _is_prose(text):
            yield Text(PROSE, path.relative_to(ROOT).as_posix(), text)


def _is_prose(text: str) -> bool:
    return text.count("\n") < 2 and "{%" not in text and len(re.findall(r"\b[a-z]{2,}[,:;]? (?=[\w`{'])", text)) > 1


def texts_of_parser(where: str, parser: argparse.ArgumentParser) -> Iterator[Text]:
    yield Text(DESCRIPTION, where, parser.description or "")
    for action in parser._actions:
        if action.help and action.help != argparse.SUPPRESS:
            yield Text(HELP, where, action.help)


def texts_of_commands() -> Iterator[Text]:
    for name, summary in command_table.summaries().items():
        yield Text(HELP, name, summary)
    for name in COMMANDS:
        make = getattr(import_module(module_of(name)), "command_parser", None)
        if make is not None:
            yield from texts_of_parser(name, make(f"refrakt {name}"))
    for service in services().values():
        yield Text(DESCRIPTION, service.name, service.about)
        yield from (Text(HELP, service.name, each) for each in field_help(service.input).values())
        if service.cli:
            yield from texts_of_parser(service.cli, service_command.command_parser(service, service.cli))
    for command in plan.commands:
        yield Text(DESCRIPTION, f"plan {command.name}", command.description)
        if command.input is not None:
            yield from texts_of_parser(f"plan {command.name}", plugin_command.command_parser(command, command.name))


def texts_for_agents() -> Iterator[Text]:
    prompts = [(each.name, each.description, each.arguments) for each in BUILTIN_PROMPTS.values()]
    prompts += [(each.name, each.description, each.arguments) for each in plan.prompts]
    for name, description, arguments in prompts:
        yield Text(DESCRIPTION, name, description)
        yield from (Text(HELP, name, each.description) for each in arguments)
    yield from (Text(DESCRIPTION, each.uri, each.description) for each in plan.resources)


def texts_of_json(where: str, data: Any) -> Iterator[Text]:
    """The descriptions in a JSON file."""
    if isinstance(data, dict):
        for key, value in data.items():
            if key in ("description", "markdownDescription", "title") and isinstance(value, str):
                yield Text(DESCRIPTION, where, value)
            elif key in ("enumDescriptions", "markdownEnumDescriptions"):
                yield from (Text(DESCRIPTION, where, each) for each in value)
            else:
                yield from texts_of_json(where, value)
    elif isinstance(data, list):
        for each in data:
            yield from texts_of_json(where, each)


@cache
def texts() -> tuple[Text, ...]:
    found: list[Text] = []
    for path in sorted(SERVER.rglob("*.py")):
        where, tree = path.relative_to(SERVER).as_posix(), ast.parse(path.read_text("utf-8"))
        of_calls = [*texts_of_source(where, tree)]
        collected = {each.text for each in of_calls}
        found += [*of_calls, *(each for each in prose_of_source(where, tree) if each.text not in collected)]
    for folder in ("vscode-extension/src", "editors"):
        for path in sorted((ROOT / folder).rglob("*")):
            found += prose_of_editor(path) if path.suffix in (".ts", ".lua") else ()
    for name in ("vscode-extension/package.json", "server/refrakt/project/settings.schema.json"):
        found += texts_of_json(name, json.loads((ROOT / name).read_text("utf-8")))
    return tuple(dict.fromkeys((*found, *texts_of_commands(), *texts_for_agents())))


def violations(text: Text) -> Iterator[str]:
    """The rules that a text breaks."""
    prose = re.sub(r"`[^`]*`", "``", text.text)
    for pattern, instead in FORBIDDEN.items():
        hit = re.search(rf"\b(?:{pattern})\b", prose, re.IGNORECASE)
        if hit:
            yield f"`{hit[0]}`: write {instead}"
    size = len(text.text.replace("{}", ""))
    if size > LENGTHS.get(text.kind, size):
        yield f"{size} characters, more than {LENGTHS[text.kind]}"
    if text.kind == MESSAGE:
        if re.match(r"[A-Z][a-z]+ ", text.text) and text.text.split()[0] not in NAMES:
            yield "starts with a capital letter"
        if text.text.endswith(".") and not text.text.endswith("...") and ". " not in text.text:
            yield "one sentence with a full stop"


NAMES = {"Markdoc", "Markdown", "Python", "Node", "JavaScript", "Svelte", "Git"}
"""Proper names, which start with a capital letter anywhere."""

RECORDED = "the text of refrakt's own plan package, which recorded comparisons expect"
KNOWN = {
    "No changes specified": RECORDED,
    'No {} criterion matching "{}"': RECORDED,
    'Unknown attribute "{}" for {} rune. Valid: {}': RECORDED,
    'Invalid {} "{}" for {} rune. Valid: {}': RECORDED,
    'Invalid pr "{}" for {} rune. Valid: org/repo#number': RECORDED,
    'Invalid released-in "{}" for {} rune. Valid: v1.2.3': "the form of the recorded texts for other attributes",
    "Entity not found: {}": RECORDED,
    "How readers switch between the parts": "readers switch, not an option",
    "URL in the address bar of a browser": "the name of that bar",
    "Postal address, instead of coordinates": "not a URL",
}
"""Texts that break a rule, with the reason. An entry that is no longer needed fails a test."""


def test_texts_are_plain_and_short() -> None:
    wrong = [
        f"{each.where}: {each.text!r}: {violation}"
        for each in texts()
        if each.text not in KNOWN
        for violation in violations(each)
    ]
    assert wrong == [], "\n".join(wrong)


def test_known_texts_exist_and_are_wrong() -> None:
    wrong = {each.text for each in texts() if any(violations(each))}
    assert [each for each in KNOWN if each not in wrong] == []


@pytest.mark.parametrize("kind", [MESSAGE, HINT, HELP, DESCRIPTION, TITLE, LOG, ERROR, PROSE])
def test_every_kind_is_collected(kind: str) -> None:
    assert len([each for each in texts() if each.kind == kind]) > 10


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (MESSAGE, "`x` is no command"),
        (MESSAGE, "Nobody answers"),
        (MESSAGE, "this stands alone"),
        (MESSAGE, "Unknown rune"),
        (MESSAGE, "unknown rune."),
        (MESSAGE, "x" * 201),
        (HELP, "x" * 121),
        (HINT, "Tell the author."),
    ],
)
def test_violations_are_found(kind: str, text: str) -> None:
    assert any(violations(Text(kind, "", text)))


@pytest.mark.parametrize("text", ["no rune is called `nobody`", "{} is unknown", "there is no file {}", "`X` failed"])
def test_plain_texts_pass(text: str) -> None:
    assert not any(violations(Text(MESSAGE, "", text)))


def texts_in(source: str) -> list[str]:
    return [each.text for each in texts_of_source("", ast.parse(source))]


def test_texts_are_collected_from_calls() -> None:
    body = 'def f(x):\n m = "a" if x else f"b {x}"\n raise RefraktError("CODE", m, "Do c.")\n'
    assert texts_in(body) == ["a", "b {}", "Do c."]
    assert texts_in('def f():\n log.warning("late")\n other.warning("x")\n') == ["late"]


def test_texts_are_collected_from_tables() -> None:
    tree = ast.parse('"""Not this docstring of four words."""\nTABLE = {"key": ("name", f"no {x} has the id")}\n')
    assert [each.text for each in prose_of_source("", tree)] == ["no {} has the id"]


OTHER_CALLER = re.compile(
    r"(?<![\w-])--[a-z]|refrakt://|`refrakt [a-z]|(?<![\w{.:])(?:refrakt|plan)\.[a-z]+_?[a-z]*(?![\w.]*json)`"
)
"""Names of one caller: options and commands of a shell, URIs and tools of an agent."""
SHARED = ("refrakt/services", "refrakt/plugins", "refrakt/project", "refrakt/features", "refrakt_plan")
ONE_CALLER = {
    "refrakt/services/registry.py": "a folder without a site is set up in a shell, which agents have, too",
    "refrakt_plan/resources.py": "only agents read resources",
    "refrakt/plugins/python_package.py": "the author of a package reads a report, in a shell or through an agent",
}


def test_errors_that_both_callers_get_name_neither() -> None:
    shared = [
        each
        for each in texts()
        if each.kind in (ERROR, HINT)
        and any(part in each.where for part in SHARED)
        and not any(part in each.where for part in ONE_CALLER)
    ]
    assert len(shared) > 100
    assert [f"{each.where}: {each.text}" for each in shared if OTHER_CALLER.search(each.text)] == []
