"""What the commands say about folders with several sites, with a site without pages, and with a package that is no site."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from project.frameworks.site_folder import ASTRO, NEXT, write


def package(name: str, *dependencies: str) -> str:
    return json.dumps({"name": name, "dependencies": dict.fromkeys(dependencies, "1.0.0")})


MONOREPO = {
    ".git/HEAD": "",
    "package.json": package("root", "turbo"),
    **{f"apps/web/{name}": text for name, text in NEXT.items()},
    "apps/web/package.json": package("web", "next", "@markdoc/next.js"),
    "apps/web/pages/index.md": "[x](/nowhere)\n",
    **{f"apps/blog/{name}": text for name, text in ASTRO.items()},
    "apps/blog/package.json": package("blog", "astro", "@astrojs/markdoc"),
    "apps/blog/src/content/posts/a.mdoc": "{% nothing /%}\n",
    "packages/ui/package.json": package("ui", "@markdoc/markdoc"),
    "packages/ui/README.md": "{% nothing /%}\n",
    "packages/ui/src/index.js": "import Markdoc from '@markdoc/markdoc'\n",
}


def run(folder: Path, *arguments: str) -> tuple[int, str]:
    command = [sys.executable, "-m", "refrakt", *arguments]
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return ran.returncode, ran.stdout + ran.stderr


def data(folder: Path, *arguments: str) -> Any:
    return json.loads(run(folder, *arguments, "--format", "json")[1])


def diagnoses(folder: Path) -> dict[str, list[tuple[str, str]]]:
    found: dict[str, list[tuple[str, str]]] = {}
    for each in data(folder, "doctor")["diagnoses"]:
        found.setdefault(each["subject"], []).append((each["state"], each["message"]))
    return found


@pytest.fixture(scope="module")
def monorepo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("monorepo").resolve(), MONOREPO)


def test_check_in_the_root_checks_all_sites(monorepo: Path) -> None:
    code, text = run(monorepo, "check")
    assert code == 1
    assert "apps/blog/src/content/posts/a.mdoc:1:4: error[unknown-rune]" in text
    assert "apps/web/pages/index.md:1:5: error[broken-link]" in text
    assert "packages/ui" not in text
    assert "2 pages: 2 errors on 2 pages" in text


def test_check_of_one_site(monorepo: Path) -> None:
    for folder, options in ((monorepo, ["--site", "web"]), (monorepo / "apps" / "web", [])):
        _, text = run(folder, "check", *options)
        assert "broken-link" in text
        assert "1 page: 1 error on 1 page" in text
    code, text = run(monorepo, "check", "--site", "ui")
    assert code == 2
    assert 'unknown site \'ui\'; sites: "blog", "web"' in text


def test_detect_and_doctor_name_the_sites(monorepo: Path) -> None:
    _, text = run(monorepo, "detect")
    assert "sites      blog, web\n" in text
    assert "blog in apps/blog: astro (`apps/blog/package.json` depends on `@astrojs/markdoc`" in text
    assert "web in apps/web: next, pages router (`apps/web/package.json` depends on `@markdoc/next.js`" in text
    assert "packages/ui" not in text
    found = diagnoses(monorepo)
    assert found["project"] == [("ok", f"{monorepo}, found by 2 Markdoc sites in it")]
    assert [state for state, _ in found["sites"]] == ["ok", "ok"]
    assert "pages" not in found


def test_a_package_that_is_no_site(monorepo: Path) -> None:
    folder = monorepo / "packages" / "ui"
    code, text = run(folder, "check")
    assert code == 2
    assert "the package uses Markdoc, but has no pages. Name the folder of the pages in markdoc.config.json" in text
    assert [each["code"] for each in data(folder, "detect")["warnings"]] == ["NO_PAGES"]
    assert diagnoses(folder)["sites"] == [
        ("note", "the package uses Markdoc, but no pages were found: it is not a site")
    ]


def test_a_site_without_pages(tmp_path: Path) -> None:
    root = write(tmp_path.resolve(), {**NEXT, "pages/index.js": "", "README.md": "{% nothing /%}\n"})
    code, text = run(root, "check")
    assert code == 2
    assert text.startswith("no pages were found; `refrakt doctor` shows what was recognised\n")
    assert "--allow-empty" in text
    assert diagnoses(root)["pages"] == [("note", "site: no pages were found")]


def test_a_folder_without_markdoc(tmp_path: Path) -> None:
    root = write(tmp_path.resolve(), {".git/HEAD": "", "README.md": "text\n", "package.json": package("x", "react")})
    code, text = run(root, "check")
    assert code == 2
    assert (
        "has no config that defines a site. Create a site with `refrakt init`, or add refrakt.config.json or markdoc.config.json"
        in text
    )
    assert diagnoses(root)["project"] == [("note", f"{root}: root of a repository")]


def test_a_folder_is_validated_without_files_that_are_no_pages(tmp_path: Path) -> None:
    pages = {"pages/index.md": "# A\n", "pages/more.md": "{% other /%}\n", "README.md": "{% nothing /%}\n"}
    root = write(tmp_path.resolve(), {**NEXT, **pages})
    _, text = run(root, "validate-content", ".")
    assert "no tag is called 'other'" in text
    assert "2 pages: 1 error on 1 page" in text
    _, text = run(root, "validate-content", "README.md")
    assert "no tag is called 'nothing'" in text
