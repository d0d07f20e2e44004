"""Versions, references, integrity and lockfiles."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from time import process_time

import nodesemver
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from refrakt_forge.integrity import UNDEFINED, canonical_json, definition_integrity, integrity_of
from refrakt_forge.names import LATEST, DefinitionReference, parse_reference
from refrakt_forge.versions import highest, is_breaking, is_newer, is_version, newest_first, satisfies, version_key

from .forge_project import ForgeProject, agent

NUMBERS = st.integers(0, 12) | st.integers(0, 10**15 - 1)
IDENTIFIERS = NUMBERS.map(str) | st.from_regex(r"[0-9]{0,2}[A-Za-z-][0-9A-Za-z-]{0,3}", fullmatch=True)
VERSIONS = st.builds(
    lambda numbers, pre_release, build: ".".join(map(str, numbers)) + pre_release + build,
    st.tuples(NUMBERS, NUMBERS, NUMBERS),
    st.just("") | st.lists(IDENTIFIERS, min_size=1, max_size=3).map(lambda parts: f"-{'.'.join(parts)}"),
    st.sampled_from(["", "+build.1", "+7"]),
)


@given(VERSIONS, VERSIONS)
@settings(max_examples=500)
def test_the_order_of_versions_is_that_of_npm(one: str, other: str) -> None:
    assert is_version(one)
    key, other_key = version_key(one), version_key(other)
    assert (key > other_key) - (key < other_key) == nodesemver.compare(one, other, False)


def test_what_is_not_a_version_comes_first() -> None:
    assert sorted(["1.0.0", "b", "0.0.0-a", "a", ""], key=version_key) == ["", "a", "b", "0.0.0-a", "1.0.0"]


def test_ten_thousand_versions_take_no_time() -> None:
    versions = [f"{n % 97}.{n}.{n * 7919 % 1000}" for n in range(10_000)]
    start = process_time()
    assert newest_first(versions)[0] == highest(versions) == "96.9990.810"
    assert highest(versions, "^3.1 || ~5") == "5.9996.324"
    assert process_time() - start < 3


@pytest.mark.parametrize(
    ("versions", "range", "expected"),
    [
        ("1.0.0 2.0.0-rc.1", "latest", "1.0.0"),
        ("1.0.0 2.0.0-rc.1", "^2.0.0-rc.0", "2.0.0-rc.1"),
        ("1.0.0 1.4.9 1.5.0", "1.0.0 - 1.4", "1.4.9"),
        ("0.1.0 0.2.0", "^0.1.0", "0.1.0"),
        ("0.0.1 0.0.2", "^0.0.1", "0.0.1"),
        ("1.0.0 1.10.0 1.9.0", "", "1.10.0"),
        ("1.0.0 1.2.0", "~1.0", "1.0.0"),
        ("1.0.0 2.5.0 3.0.0", "1 || 2", "2.5.0"),
        ("1.0.0 2.0.0", ">= 1.0.0 <2", "1.0.0"),
        ("1.0.0 2.0.0", "1.x", "1.0.0"),
        ("1.0.0 2.0.0", "not a range", None),
        ("1.0.0-alpha 1.0.0-beta", "*", None),
        ("1.0.0", "^2", None),
        ("1.0.0", "9" * 300, None),
    ],
)
def test_the_highest_version_in_a_range(versions: str, range: str, expected: str | None) -> None:
    assert highest(versions.split(), range) == expected


@pytest.mark.parametrize("range", ["<" * 60 + " " * 130 + "v" * 60, " " * 120 + "-" + " " * 120, "1" + " " * 250 + "x"])
def test_a_range_of_white_space_takes_no_time(range: str) -> None:
    """A definition may have thousands of references."""
    start = process_time()
    for number in (1, 2, 3, 4, 5):
        satisfies(f"{number}.0.0", range)
    assert process_time() - start < 0.25


def test_a_range_that_cannot_be_parsed_matches_its_text() -> None:
    assert satisfies("main", "main")
    assert not satisfies("main", "*")


def test_order_of_versions() -> None:
    assert newest_first(["1.0.0", "1.0.0-rc.1", "10.0.0", "2.0.0", "x", "2.0.0"]) == [
        "10.0.0",
        "2.0.0",
        "1.0.0",
        "1.0.0-rc.1",
        "x",
    ]
    assert is_newer("1.0.1", "1.0.0")
    assert not is_newer("unknown", "1.0.0")
    assert [is_breaking("1.9.0", each) for each in ("2.0.0", "1.10.0", "0.1.0", "x")] == [True, False, False, False]
    assert [is_version(each) for each in ("1.0.0", "1.0", "v1.0.0", "1.0.0-a+b", f"{'9' * 20}.0.0")] == [
        True,
        False,
        False,
        True,
        False,
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a", DefinitionReference("a")),
        ("a@", DefinitionReference("a")),
        ("a@1", DefinitionReference("a", "1")),
        ("a@b@c", DefinitionReference("a", "b@c")),
        ("@s/p", DefinitionReference("p", plugin="s")),
        ("@org/plugin/a@^1", DefinitionReference("a", "^1", "@org/plugin")),
    ],
)
def test_references(text: str, expected: DefinitionReference) -> None:
    assert parse_reference(text) == expected
    assert parse_reference(expected.qualified_name) == replace(expected, range=LATEST)


# Integrity ------------------------------------------------------------------------------------------------------------


def test_golden_hashes() -> None:
    first = {
        "version": "1.0.0",
        "name": "a",
        "tags": ["x", "y"],
        "llm": {"temperature": 0.5, "provider": "anthropic", "model": "m"},
    }
    assert integrity_of(first) == "sha256-08ed3ccfc2d5eca6ea810dd5d37db3c447e0556b2a4017fdfb585614f65a0b14"
    second = {"b": 1, "a": 'é"'}
    assert integrity_of(second) == "sha256-ee67c2ede6ef8755a3c809307c1df1f42735ff1c06177bfae71b7d4929869d64"
    third = {"a": UNDEFINED, "b": 1.0}
    assert canonical_json(third) == '{"a":undefined,"b":1}'
    assert integrity_of(third) == "sha256-044d797234f10415a0fb43a108e8ac41cbbcd0490bda10bf067d8b0d2e9baaf0"


def _locked(integrity: str, version: str = "1.0.0") -> str:
    entry = {"version": version, "resolved": "local", "integrity": integrity}
    return json.dumps({"version": 1, "generated": "", "agents": {"a": entry}, "tools": {}})


async def test_a_definition_is_compared_with_the_lockfile(forge: ForgeProject) -> None:
    forge.write({"agents/a.yaml": agent()})
    found = await forge.call("agent_info", name="a")
    path = "plugins/forge/lockfile.json"
    forge.write({path: _locked(found["integrity"])})
    before = (forge.root / ".fractary" / path).read_bytes()
    assert "warnings" not in await forge.call("agent_info", name="a")
    forge.write({path: _locked("sha256-0")})
    (warning,) = (await forge.call("agent_info", name="a"))["warnings"]
    assert warning["code"] == "INTEGRITY_ERROR"
    forge.write({path: _locked(found["integrity"], "0.9.0")})
    assert "0.9.0" in (await forge.call("agent_info", name="a"))["warnings"][0]["message"]
    forge.write({path: before.decode()})
    await forge.call("agent_info", name="a")
    assert (forge.root / ".fractary" / path).read_bytes() == before


async def test_the_old_form_of_a_child_is_accepted(forge: ForgeProject) -> None:
    forge.write({"agents/base.yaml": agent("base"), "agents/a.yaml": agent("a", more="extends: base\n")})
    from refrakt.plugins import CommandContext, Disk
    from refrakt_forge.workspace import forge_of

    workspace = forge_of(CommandContext(forge.root, {}, Disk(forge.root)))
    flat = workspace.resolver.flatten(workspace.resolver.resolve("agent", parse_reference("a")))
    forge.write({"forge/lockfile.json": _locked(definition_integrity("agent", flat.data, undefined_extends=True))})
    assert "warnings" not in await forge.call("agent_info", name="a")


async def test_checksums_of_the_other_lockfile(forge: ForgeProject) -> None:
    forge.write({"agents/a.yaml": agent()})
    digest = hashlib.sha256(agent().encode()).hexdigest()
    entry = {"name": "a", "version": "1.0.0", "checksum": f"sha256:{digest}"}
    forge.write({"plugins/forge/lock.json": json.dumps({"version": "1", "locked": {"agents": [entry]}})})
    assert "warnings" not in await forge.call("agent_info", name="a")
    entry["checksum"] = f"sha256:{'0' * 64}"
    forge.write({"plugins/forge/lock.json": json.dumps({"version": "1", "locked": {"agents": [entry]}})})
    assert "checksum" in (await forge.call("agent_info", name="a"))["warnings"][0]["message"]


@pytest.mark.parametrize("text", ["{", "[]", '{"version": 2}', '{"version": true}'])
async def test_an_unknown_lockfile_is_a_warning(forge: ForgeProject, text: str) -> None:
    forge.write({"agents/a.yaml": agent(), "forge/lockfile.json": text})
    (warning,) = (await forge.call("agent_info", name="a"))["warnings"]
    assert warning["code"] == "CONFIG_ERROR"
