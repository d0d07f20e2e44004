"""Detection of projects, which changes nothing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from refrakt.services.context import Context
from refrakt.services.detect import DetectInput, Detection, detect
from refrakt.services.json_payload import as_json

EVERYWHERE = ["refrakt.detect", "refrakt.plugins_list", "refrakt.version"]


def found(root: Path) -> Detection:
    before = sorted(root.rglob("*"))
    answer = detect(Context.at(root), DetectInput("full"))
    assert sorted(root.rglob("*")) == before
    return answer


def with_config(root: Path, config: object, name: str = "refrakt.config.json") -> Detection:
    (root / name).write_text(config if isinstance(config, str) else json.dumps(config))
    return found(root)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path.resolve() / "project"
    folder.mkdir()
    return folder


def test_neither(root: Path) -> None:
    answer = found(root)
    assert (answer.site, answer.plan, answer.config_source) == (None, None, "autodetect")
    assert [each for each in answer.tools if each.startswith("refrakt.")] == EVERYWHERE
    assert [each for each in answer.tools if not each.startswith("refrakt.")] == ["plan.init"]
    assert answer.resources == ["refrakt://detect"]
    result = as_json(answer)
    assert (result["plan"], result["site"], result["context"]) == (
        None,
        None,
        {"site": None, "plan": None, "forge": None},
    )


def test_sites(root: Path) -> None:
    config = {"sites": {"a": {"contentDir": "a", "plugins": ["@refrakt-md/docs"]}, "b": {"contentDir": "b"}}}
    answer = with_config(root, config)
    assert answer.site == {
        "configPath": str(root / "refrakt.config.json"),
        "sites": ["a", "b"],
        "plugins": ["@refrakt-md/docs"],
    }
    assert "refrakt.validate_content" in answer.tools
    assert "refrakt://reference?site=a" in answer.resources


def test_plain_markdoc_is_a_site_too(root: Path) -> None:
    answer = with_config(root, {}, "markdoc.config.json")
    assert answer.context["site"] == {"config": "markdoc.config.json", "packages": []}
    assert "refrakt.validate_content" in answer.tools


def test_a_plan_and_packages_make_no_site(root: Path) -> None:
    answer = with_config(root, {"plan": {"dir": "work"}, "plugins": ["@refrakt-md/plan"]})
    assert (answer.site, answer.plan) == (None, None)
    (root / "work").mkdir()
    (root / "work" / "one.md").write_text("")
    answer = found(root)
    assert answer.plan == {"dir": str(root / "work"), "fileCount": 1, "exists": True}
    assert answer.context["plan"] == {"dir": "work", "fileCount": 1}
    assert {"plan.next", "plan.status", "plan.init"} <= set(answer.tools)
    assert "refrakt.validate_content" not in answer.tools
    assert "refrakt://plan/index" in answer.resources


def test_a_broken_config_is_reported_once_with_its_location(root: Path) -> None:
    answer = with_config(root, '{"site": ')
    assert answer.config_source == "autodetect"
    assert [each["code"] for each in answer.warnings] == ["CONFIG_INVALID"]
    assert "refrakt.config.json:1:" in answer.warnings[0]["message"]


def test_commands_of_the_shell(root: Path) -> None:
    assert found(root).available_via_shell == [
        "refrakt init",
        "refrakt ast",
        "refrakt format",
        "refrakt preview",
        "refrakt explain",
        "refrakt doctor",
        "refrakt scaffold-css",
        "refrakt catalogue export",
        "refrakt cache stats",
        "refrakt cache clear",
        "refrakt forge serve-registry",
        "refrakt plan serve",
        "refrakt plan build",
    ]
    cli = root / "node_modules" / "@refrakt-md" / "cli"
    cli.mkdir(parents=True)
    (cli / "package.json").write_text("{}")
    assert found(root).available_via_shell[-2:] == ["npx refrakt write", "npx refrakt edit"]
