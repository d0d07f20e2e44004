"""Sites in a workspace of packages, without a repository around them: an unpacked archive, or a copy in a container."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from project.test_plain_sites import NEXT, codes, write
from refrakt.project.project_root import has_sites_below, is_root, project_root
from refrakt.project.site import find_project, project_at

SITE = {f"www/{name}": text for name, text in NEXT.items()}
NPM = {"package.json": json.dumps({"name": "all", "workspaces": ["packages/*", "www"]})}
PNPM = {"package.json": json.dumps({"name": "all"}), "pnpm-workspace.yaml": "packages:\n  - www\n"}


def below(folder: str, files: dict[str, str]) -> dict[str, str]:
    return {f"{folder}/{name}": text for name, text in files.items()}


@pytest.mark.parametrize("workspace", [NPM, PNPM])
def test_a_workspace_is_searched_for_sites(tmp_path: Path, workspace: dict[str, str]) -> None:
    root = write(tmp_path, {**workspace, **SITE, "www/pages/a.md": "{% nope /%}\n"})
    assert list(find_project(root).markdoc_sites) == ["site"]
    assert codes(root) == ["unknown-rune"]


def test_the_outermost_workspace_is_the_root(tmp_path: Path) -> None:
    root = write(tmp_path, {**NPM, "packages/one/package.json": "{}", "packages/one/src/x.js": "", **below("in", NPM)})
    assert project_root(root / "packages" / "one" / "src") == str(root)
    assert project_root(root / "in") == str(root)


def test_a_repository_counts_more_than_a_workspace(tmp_path: Path) -> None:
    root = write(tmp_path, {".git/HEAD": "", **below("client", NPM), **below("client", SITE)})
    assert project_root(root / "client") == str(root)
    assert list(find_project(root / "client").markdoc_sites) == ["site"]


def test_a_folder_of_repositories_is_not_a_project(tmp_path: Path) -> None:
    root = write(tmp_path, below("one", {".git/HEAD": "", **NPM, **SITE}))
    assert not is_root(root)
    assert not find_project(root).plain


def test_the_home_folder_is_not_a_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = write(tmp_path, {**NPM, **SITE})
    monkeypatch.setenv("HOME", str(root))
    monkeypatch.setenv("USERPROFILE", str(root))
    assert not is_root(root)


def test_a_site_in_a_folder_of_an_unpacked_archive(tmp_path: Path) -> None:
    root = write(tmp_path, {"main.go": "package main\n", **SITE, "www/pages/a.md": "{% nope /%}\n"})
    assert project_root(root) == str(root)
    assert has_sites_below(root)
    assert not is_root(root), "nothing may be written here because of a folder below"
    assert codes(root) == ["unknown-rune"]
    assert not is_root(root / "www" / "pages")


def test_a_folder_of_repositories_with_packages_is_not_a_project(tmp_path: Path) -> None:
    assert not has_sites_below(write(tmp_path, {**SITE, "www/.git/HEAD": ""}))


def test_a_worker_searches_for_the_sites_that_its_parent_has_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = write(tmp_path, {".git/HEAD": "", **SITE})
    monkeypatch.setattr("refrakt.project.site._LONGEST_SEARCH", -1.0)
    assert not project_at(root).markdoc_sites
    assert list(project_at(root, has_sites=True).markdoc_sites) == ["site"]
