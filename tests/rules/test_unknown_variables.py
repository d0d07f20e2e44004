"""Unknown variables: one problem for each name, and none for variables that something may define."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from refrakt.services.check import CheckInput, check
from refrakt.services.context import Context
from refrakt.services.fix import FixInput, fix

CONFIG = {"site": {"contentDir": "./content"}}
PAGE = "# Home\n\n{% $frontmater.a %} {% $frontmater.a %}\n\n{% if $other %}{% $other %}{% $user.name %}{% /if %}\n"


@pytest.fixture
def site(tmp_path: Path) -> Path:
    (tmp_path / "content" / "_partials").mkdir(parents=True)
    (tmp_path / "refrakt.config.json").write_text(json.dumps(CONFIG))
    (tmp_path / "content" / "index.md").write_text(PAGE)
    (tmp_path / "content" / "_partials" / "part.md").write_text("{% $celsius %} {% $frontmater %}\n")
    return tmp_path


def messages(root: Path) -> list[str]:
    found = check(Context.at(root), CheckInput()).problems
    return [
        f"{each.path} {each.line} {each.message.partition(';')[0]}" for each in found if each.code == "unknown-variable"
    ]


def test_each_name_is_reported_once_and_partials_get_any_variable(site: Path) -> None:
    assert sorted(messages(site)) == [
        "content/_partials/part.md 1 no variable is called '$frontmater'",
        "content/index.md 3 no variable is called '$frontmater'",
        "content/index.md 5 no variable is called '$other'",
        "content/index.md 5 no variable is called '$user'",
    ]


def test_the_config_may_declare_variables(site: Path) -> None:
    declared = {**CONFIG, "authoring": {"variables": ["user", "other"]}}
    (site / "refrakt.config.json").write_text(json.dumps(declared))
    assert [each for each in messages(site) if "$user" in each or "$other" in each] == []


def test_the_fix_corrects_every_use_of_a_name(site: Path) -> None:
    fixed = fix(Context.at(site), FixInput("content/index.md", codes=["unknown-variable"]))
    assert "+{% $frontmatter.a %} {% $frontmatter.a %}" in fixed.diff
