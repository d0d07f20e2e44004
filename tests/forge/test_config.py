"""config_get, config_show and config_registry_list."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from .forge_project import ForgeProject

REGISTRY = {
    "name": "main",
    "type": "manifest",
    "url": "https://one.example/registry.json",
    "enabled": True,
    "priority": 3,
}
SHAPE_A = json.dumps({"registries": [REGISTRY], "install": {"verify_checksums": True}})
TIERS = """\
  schema_version: "2.0"
  organization: acme
  registry:
    local: {enabled: true, agents_path: .fractary/agents}
    global: {enabled: false}
    stockyard: {enabled: true, url: "https://yard.example", token_env: FRACTARY_TOKEN}
"""
SHAPES = {
    "config.json": SHAPE_A,
    "config.yaml": "work: {}\nforge:\n" + TIERS,
    "forge/config.yaml": "\n".join(line[2:] for line in TIERS.splitlines()) + "\n",
    "plugins/forge/config.json": json.dumps({"stockyard": {"enabled": True, "url": "https://yard.example"}}),
    "forge.config.json": json.dumps(
        {"resolvers": {"remote": {"enabled": True, "registries": [REGISTRY]}}, "cache": {"ttl": 60}}
    ),
}


async def test_values_are_found_by_key(forge: ForgeProject) -> None:
    forge.write({"config.json": SHAPE_A})
    key = "registries.0.url"
    assert await forge.call("config_get", key=key) == {"key": key, "value": REGISTRY["url"], "exists": True}
    for missing in ("registries.9", "__class__", "registries.0.url.length", "registries.-1"):
        assert await forge.call("config_get", key=missing) == {"key": missing, "value": None, "exists": False}
    for wrong in ("", " ", ".".join("a" * 40)):
        assert (await forge.error("config_get", key=wrong))["code"] == "VALIDATION_ERROR"


@pytest.mark.parametrize("name", SHAPES)
async def test_every_shape_has_the_same_form(forge: ForgeProject, name: str) -> None:
    forge.write({name: SHAPES[name]})
    shown = await forge.call("config_show")
    assert shown["sources"] == [f".fractary/{name}"]
    config = shown["config"]
    assert {"registries", "cache", "resolution"} <= set(config)
    assert set(config["resolution"]) == {"local", "global", "stockyard"}
    assert all({"name", "url", "priority"} <= set(each) for each in config["registries"])
    if "yard.example" in SHAPES[name]:
        assert (config["resolution"]["stockyard"], config["registries"][0]["url"]) == (True, "https://yard.example")
    else:
        assert config["registries"][0]["url"] == REGISTRY["url"]


async def test_the_first_file_with_content_counts(forge: ForgeProject) -> None:
    forge.write_global({"config.json": json.dumps({"registries": []})})
    assert (await forge.call("config_show"))["sources"] == ["~/.fractary/config.json"]
    forge.write({"config.json": "{}", "config.yaml": "faber: {}\n", "forge/config.yaml": SHAPES["forge/config.yaml"]})
    assert (await forge.call("config_show"))["sources"] == [".fractary/forge/config.yaml"]
    forge.write({"config.json": SHAPE_A})
    assert (await forge.call("config_show"))["sources"] == [".fractary/config.json"]


async def test_all_shapes_at_once(forge: ForgeProject) -> None:
    """The first one counts, alone; also if a file of a later shape is broken."""
    shapes = {
        "config.json": '{"registries": [{"name": "one", "url": "https://one.example/"}], "resolvers": {"remote": 1}}',
        "config.yaml": "forge: {registries: [{name: two, url: https://two.example/}]}\n",
        "forge/config.yaml": "registries: [{name: three, url: https://three.example/}]\n",
        "plugins/forge/config.json": '{"registries": [{"name": "four", "url": "https://four.example/"}]}',
        "forge.config.json": '{"resolvers": {"remote": {"registries": [{"name": "five", "url": "https://five.example/"}]}}}',
    }
    forge.write(shapes)
    forge.write_global({"config.json": json.dumps({"registries": [{"name": "six", "url": "https://six.example/"}]})})
    for path, name in zip([*shapes, None], ["one", "two", "three", "four", "five", "six"], strict=True):
        found = await forge.call("config_registry_list")
        assert [each["name"] for each in found["registries"]] == [name]
        if path is not None:
            (forge.root / ".fractary" / path).unlink()
    forge.write({**shapes, "forge.config.json": "{"})
    assert len((await forge.call("config_registry_list"))["registries"]) == 1


async def test_registries_of_the_same_name_keep_their_urls(forge: ForgeProject) -> None:
    urls = ["https://a.example/registry.json", "https://b.example/${PART}.json"]
    registries = [{"name": "same", "url": url} for url in urls]
    forge.write_global({"config.json": json.dumps({"registries": registries})})
    assert [each["url"] for each in (await forge.call("config_registry_list"))["registries"]] == urls


async def test_defaults_can_be_left_out(forge: ForgeProject) -> None:
    assert (await forge.call("config_show", includeDefaults=False)) == {"config": {}, "sources": []}
    forge.write({"config.json": json.dumps({"registries": [{"name": "r", "url": "https://r.example/r.json"}]})})
    (registry,) = (await forge.call("config_show", includeDefaults=False))["config"]["registries"]
    assert registry == {"name": "r", "type": "manifest", "url": "https://r.example/r.json", "priority": 1}
    assert (await forge.call("config_show"))["config"]["registries"][0]["cacheTtl"] == 3600


async def test_yaml_is_added_as_a_text(forge: ForgeProject) -> None:
    assert "resolution:\n  local: true" in (await forge.call("config_show", format="yaml"))["text"]


async def test_the_variable_takes_precedence_and_must_name_a_file(
    forge: ForgeProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    forge.write({"config.json": SHAPE_A})
    monkeypatch.setenv("FRACTARY_CONFIG", "gone.json")
    error = await forge.error("config_show")
    assert (error["code"], error["details"]["path"]) == ("CONFIG_ERROR", "gone.json")
    (forge.root / "other.json").write_text('{"registries": [{"name": "s3cret"},,]}')
    monkeypatch.setenv("FRACTARY_CONFIG", "other.json")
    error = await forge.error("agent_list")
    assert (error["code"], error["details"]["line"], error["details"]["column"]) == ("CONFIG_ERROR", 1, 36)
    assert "s3cret" not in json.dumps(error)
    (forge.root / "other.json").write_text(SHAPE_A)
    assert (await forge.call("config_show"))["sources"] == ["other.json"]


@pytest.mark.parametrize(
    ("config", "field"),
    [
        ({"registries": {}}, "registries"),
        ({"registries": [{"name": "../../x", "url": "https://x.example"}]}, "registries.0.name"),
        ({"registries": [{"name": "x"}]}, "registries.0.url"),
        ({"registries": [{"name": "x", "url": "https://x.example", "type": "ftp"}]}, "registries.0.type"),
        ({"registries": [{"name": "x", "url": "https://x.example", "priority": "1"}]}, "registries.0.priority"),
        ({"registries": [{"name": "x", "url": "https://x.example", "enabled": 1}]}, "registries.0.enabled"),
        ({"registries": [{"name": "x", "url": "https://x.example", "auth": {"type": "x"}}]}, "registries.0.auth.type"),
        ({"registries": [1]}, "registries.0"),
        ({"registries": [], "cache": {"ttl": -1}}, "cache.ttl"),
    ],
)
async def test_an_invalid_setting_is_named(forge: ForgeProject, config: object, field: str) -> None:
    forge.write({"config.json": json.dumps(config)})
    error = await forge.error("config_registry_list")
    assert error["code"] == "CONFIG_ERROR"
    assert f"`{field}`" in error["message"]


async def test_the_default_registry_is_listed(forge: ForgeProject) -> None:
    (row,) = (await forge.call("config_registry_list"))["registries"]
    assert (row["name"], row["authenticated"], row["enabled"], row["type"]) == (
        "fractary-core",
        False,
        True,
        "manifest",
    )


@pytest.mark.parametrize(("hours", "authenticated"), [(-1, False), (1, True)])
async def test_an_expired_login_does_not_count(forge: ForgeProject, hours: int, authenticated: bool) -> None:
    expires = (datetime.now(UTC) + timedelta(hours=hours)).isoformat().replace("+00:00", "Z")
    login = {"registries": {"main": {"type": "token", "token": "t0ken", "expires_at": expires}}}
    forge.write_global({"auth/credentials.json": json.dumps(login), "config.json": SHAPE_A})
    (row,) = (await forge.call("config_registry_list"))["registries"]
    assert row["authenticated"] is authenticated
    assert "t0ken" not in json.dumps(row)


async def test_registries_are_in_order_of_priority(forge: ForgeProject) -> None:
    rows = [{"name": name, "url": "https://x.example", "priority": n} for name, n in (("c", 5), ("a", 1), ("b", 1))]
    forge.write({"config.json": json.dumps({"registries": rows})})
    assert [each["name"] for each in (await forge.call("config_registry_list"))["registries"]] == ["a", "b", "c"]


async def test_a_project_gets_no_token_of_the_user(forge: ForgeProject, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FRACTARY_REGISTRY_TOKEN", "default")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "aws")
    monkeypatch.setenv("FRACTARY_MAIN_TOKEN", "own")

    async def authenticated() -> bool:
        return bool((await forge.call("config_registry_list"))["registries"][0]["authenticated"])

    def with_variable(name: str) -> str:
        return json.dumps({"registries": [{**REGISTRY, "auth": {"type": "bearer", "token_env": name}}]})

    for variable in ("AWS_SECRET_ACCESS_KEY", "FRACTARY_MAIN_TOKEN"):
        forge.write({"config.json": with_variable(variable)})
        assert not await authenticated()
    forge.write_global({"config.json": json.dumps({"network": {"allowHosts": ["one.example"]}})})
    assert await authenticated()
    forge.write({"config.json": with_variable("AWS_SECRET_ACCESS_KEY")})
    assert not await authenticated()
    (forge.root / ".fractary" / "config.json").unlink()
    forge.write_global({"config.json": with_variable("AWS_SECRET_ACCESS_KEY")})
    assert await authenticated()


async def test_the_default_token_is_for_registries_of_the_user(
    forge: ForgeProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FRACTARY_REGISTRY_TOKEN", "default")
    (row,) = (await forge.call("config_registry_list"))["registries"]
    assert (row["name"], row["authenticated"]) == ("fractary-core", False)
    forge.write_global({"config.json": SHAPE_A})
    (row,) = (await forge.call("config_registry_list"))["registries"]
    assert (row["name"], row["authenticated"]) == ("main", True)


HOSTILE = json.dumps(
    {
        "registries": [{**REGISTRY, "auth": {"type": "bearer", "token_env": "AWS_SECRET_ACCESS_KEY"}}],
        "cache": {"directory": "/somewhere"},
    }
)


async def _trusted(forge: ForgeProject) -> tuple[bool, bool]:
    """Whether the registry gets a token, and whether the file may name the folder of the cache."""
    (row,) = (await forge.call("config_registry_list"))["registries"]
    directory = (await forge.call("config_get", key="cache.directory"))["value"]
    return row["authenticated"], directory == "/somewhere"


@pytest.mark.parametrize("name", ["config.json", "other.json", "../own.json"])
async def test_the_variable_does_not_make_a_file_of_the_project_trusted(
    forge: ForgeProject, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The recommended entry of MCP clients names `.fractary/config.json` of any project, also of a cloned one."""
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "aws")
    monkeypatch.setenv("FRACTARY_REGISTRY_TOKEN", "default")
    forge.write({name: HOSTILE})
    for path in (f".fractary/{name}", str(forge.root / ".fractary" / name)):
        monkeypatch.setenv("FRACTARY_CONFIG", path)
        assert await _trusted(forge) == (False, False)


async def test_a_file_of_the_user_is_trusted(
    forge: ForgeProject, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "aws")
    elsewhere = tmp_path.resolve() / "forge.json"
    elsewhere.write_text(HOSTILE)
    forge.write_global({"config.json": HOSTILE})
    for path in (str(elsewhere), "~/.fractary/config.json"):
        monkeypatch.setenv("FRACTARY_CONFIG", path)
        assert await _trusted(forge) == (True, True)
    # The link is outside of the project, the file is not.
    forge.write({"other.json": HOSTILE})
    elsewhere.unlink()
    elsewhere.symlink_to(forge.root / ".fractary" / "other.json")
    monkeypatch.setenv("FRACTARY_CONFIG", str(elsewhere))
    assert await _trusted(forge) == (False, False)


async def test_the_home_folder_is_not_a_project(forge: ForgeProject, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some clients start servers there, or in the root of the disk."""
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "aws")
    forge.write_global({"config.json": HOSTILE})
    for folder in (forge.home, forge.home.parent):
        started = ForgeProject(folder, forge.home)
        assert await _trusted(started) == (True, True)
        monkeypatch.setenv("FRACTARY_CONFIG", str(forge.home / ".fractary" / "config.json"))
        assert await _trusted(started) == (True, True)
        monkeypatch.delenv("FRACTARY_CONFIG")


async def test_a_named_link_must_not_lead_out_of_the_project(
    forge: ForgeProject, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    outside = tmp_path / "login.json"
    outside.write_text('{"registries": [], "account": "s3cret"}')
    (forge.root / ".fractary").mkdir()
    (forge.root / ".fractary" / "config.json").symlink_to(outside)
    monkeypatch.setenv("FRACTARY_CONFIG", ".fractary/config.json")
    error = await forge.error("config_show")
    assert (error["code"], error["details"]) == ("CONFIG_ERROR", {"path": ".fractary/config.json"})
    assert "s3cret" not in json.dumps(error)


@pytest.mark.parametrize("name", SHAPES)
@pytest.mark.parametrize("moved", [False, True])
async def test_the_variable_may_name_every_shape(
    forge: ForgeProject, name: str, moved: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = f"mine{Path(name).suffix}" if moved else name
    forge.write({name: SHAPES[name]})
    expected = (await forge.call("config_show"))["config"]
    forge.write({path: SHAPES[name]})
    monkeypatch.setenv("FRACTARY_CONFIG", f".fractary/{path}")
    assert await forge.call("config_show") == {"config": expected, "sources": [f".fractary/{path}"]}


async def test_secrets_are_not_shown(forge: ForgeProject, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CANARY", "c4nary")
    url = "https://user:c4nary@one.example/r.json?token=c4nary&page=1"
    forge.write_global(
        {
            "config.json": json.dumps(
                {"registries": [{**REGISTRY, "url": url}], "install": {"apiKey": "c4nary", "max_tokens": 5}}
            )
        }
    )
    shown = await forge.call("config_show")
    assert "c4nary" not in json.dumps([shown, await forge.call("config_registry_list")])
    assert shown["config"]["registries"][0]["url"] == "https://one.example/r.json?token=***&page=1"
    assert shown["config"]["extra"]["install"] == {"apiKey": "***", "max_tokens": 5}
    (forge.home / ".fractary" / "config.json").unlink()
    forge.write_global(
        {"config.yaml": "forge:\n  registry:\n    stockyard: {enabled: true, url: 'https://h/${CANARY}'}\n"}
    )
    listed = await forge.call("config_registry_list")
    assert listed["registries"][0]["url"] == "https://h/${CANARY}"
    assert "c4nary" not in json.dumps([await forge.call("config_show"), listed])


async def test_the_cache_folder_comes_from_the_user(forge: ForgeProject, monkeypatch: pytest.MonkeyPatch) -> None:
    forge.write({"config.json": json.dumps({"registries": [], "cache": {"directory": "/etc"}})})
    assert (await forge.call("config_get", key="cache.directory"))["value"] == "~/.fractary/cache"
    monkeypatch.setenv("FRACTARY_CACHE_DIR", str(forge.home / "other"))
    assert (await forge.call("config_get", key="cache.directory"))["value"] == "~/other"


async def test_paths_of_a_project_stay_in_it(forge: ForgeProject, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "a.yaml").write_text("name: a\n")
    forge.write({"config.yaml": "forge: {registry: {local: {agents_path: ../outside}, global: {path: ../outside}}}\n"})
    assert (await forge.call("agent_list"))["agents"] == []


async def test_a_project_is_found_from_a_folder_inside(forge: ForgeProject) -> None:
    forge.write({"config.json": SHAPE_A})
    inside = forge.root / "packages" / "one"
    inside.mkdir(parents=True)
    assert (await ForgeProject(inside, forge.home).call("config_show"))["sources"] == [".fractary/config.json"]
    (inside / ".git").mkdir()
    assert (await ForgeProject(inside, forge.home).call("config_show"))["sources"] == []
