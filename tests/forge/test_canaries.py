"""Secrets of the user are in no answer, error, log, resource, prompt or file of the cache.

The tokens are where users put them: in variables, in the credentials file, in the URL of a registry, and in settings that are named
like secrets. The registry answers well, refuses, fails, and repeats what it was sent.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from refrakt_forge.environment import LOOPBACK_VARIABLE, STOCKYARD_TOKENS, TOKEN_VARIABLE
from refrakt_forge.errors import TOOL_PREFIX

from .forge_project import ForgeProject
from .registry_server import CANARY, Route, TestRegistry, entry
from .test_registry_tokens import echo
from .tool_calls import CALLS, fill

PATIENCE = 90
VARIABLES = (TOKEN_VARIABLE, *STOCKYARD_TOKENS, "ACME_TOKEN")
RESOURCES = [
    "forge://agents",
    "forge://tools",
    "forge://plugins",
    "forge://config",
    "forge://cache",
    "forge://agent/a",
    "forge://plugin/@acme/p",
    "forge://agent/gone",
]
PROMPTS: dict[str, dict[str, str]] = {
    "forge_plugin_search": {"need": "x"},
    "forge_configuration": {"scope": "user"},
    "forge_conflict_resolution": {"fork": "f"},
}


def _requests(cached: list[str]) -> list[dict[str, Any]]:
    """Every tool with valid, unknown and invalid arguments, every resource, every prompt."""
    calls = [(name, arguments) for name, arguments in CALLS.items() if name != "cache_clear"]
    unknown = {"name": "gone", "plugin": "@acme/gone", "key": "registries.0", "query": "gone", "path": "gone.yaml"}
    others = [(name, {key: unknown[key] for key in arguments if key in unknown}) for name, arguments in calls]
    invalid = [(name, {"other": CANARY[:4]}) for name in CALLS]
    tools = [("tools/call", {"name": TOOL_PREFIX + name, "arguments": each}) for name, each in calls + others + invalid]
    resources = [("resources/read", {"uri": uri}) for uri in [*RESOURCES, *cached]]
    prompts = [("prompts/get", {"name": name, "arguments": arguments}) for name, arguments in PROMPTS.items()]
    return [
        {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
        for number, (method, params) in enumerate([*tools, *resources, *prompts])
    ]


def _run(forge: ForgeProject, requests: list[dict[str, Any]]) -> subprocess.CompletedProcess[str]:
    variables = {name: f"{CANARY}-{name}" for name in VARIABLES}
    return subprocess.run(
        [sys.executable, "-m", "refrakt_forge.mcp_server"],
        input="".join(f"{json.dumps(each)}\n" for each in requests),
        capture_output=True,
        cwd=forge.root,
        env={**os.environ, **variables, LOOPBACK_VARIABLE: "1", "FRACTARY_LOG_LEVEL": "debug"},
        timeout=PATIENCE,
        text=True,
        check=True,
    )


def _configure(forge: ForgeProject, config: dict[str, Any]) -> None:
    login = {"type": "token", "token": CANARY}
    credentials = {"version": 1, "registries": {"yard": login, "echo": login}}
    forge.write_global({"config.json": json.dumps(config), "auth/credentials.json": json.dumps(credentials)})


def _registries(registry: TestRegistry) -> list[dict[str, Any]]:
    auth = {"type": "bearer", "token_env": "ACME_TOKEN"}
    return [
        entry(registry.url(f"/registry.json?token={CANARY}"), auth=auth),
        entry(registry.url(f"/echo.json?api_key={CANARY}"), "echo"),
        entry(registry.url("/api"), "yard", type="stockyard"),
    ]


def _check(forge: ForgeProject, finished: subprocess.CompletedProcess[str]) -> None:
    cache = forge.home / ".fractary" / "cache"
    files = [each for each in cache.rglob("*") if each.is_file()]
    written = "".join(each.read_text("utf-8") for each in files)
    for text in (finished.stdout, finished.stderr, written, *map(str, files)):
        assert CANARY not in text


@pytest.mark.parametrize("status", [200, 302, 401, 500])
def test_no_secret_leaves_the_server(forge: ForgeProject, registry: TestRegistry, status: int) -> None:
    fill(forge, registry)
    registry.routes["/echo.json"] = Route(respond=echo)
    if status != 200:
        headers = {"Location": f"https://other.example/?token={CANARY}", "X-Echo": CANARY}
        registry.routes["/registry.json"] = Route(CANARY.encode(), status, headers)
    extra = {"password": CANARY, "nested": {"apiToken": CANARY}, "url": f"see https://u:{CANARY}@h.example/x now"}
    settings = {"registries": _registries(registry), "resolution": {"stockyard": True}, "install": extra}
    _configure(forge, settings)
    first = _run(forge, _requests([]))
    assert any(CANARY in each for each in registry.headers("Authorization")), "the tokens were in use"
    answers = [json.loads(line) for line in first.stdout.splitlines()]
    assert len(answers) == len(_requests([]))
    _check(forge, first)
    cached = [f"forge://cache/manifests/{each.stem}" for each in _entries(forge)]
    assert bool(cached) == (status == 200)
    if cached:
        _check(forge, _run(forge, _requests(cached)))


def _entries(forge: ForgeProject) -> list[Path]:
    return sorted((forge.home / ".fractary" / "cache" / "manifests").glob("*.json"))


@pytest.mark.parametrize(
    "config",
    [
        f'{{"registries": [{{"name": "x", "url": "https://u:{CANARY}@h.example/r.json"}}]}}',
        f'{{"registries": [{{"url": "https://{CANARY}.example", "name": 1}}]}}',
        f'{{"password": "{CANARY}", "registries": [,]}}',
        f'{{"registries": "{CANARY}"}}',
        f"token: {CANARY}\n\t- x",
    ],
    ids=["userinfo", "type", "syntax", "shape", "yaml"],
)
def test_an_invalid_configuration_is_not_repeated(forge: ForgeProject, registry: TestRegistry, config: str) -> None:
    fill(forge, registry)
    forge.write_global({"config.json": config})
    _check(forge, _run(forge, _requests([])))
