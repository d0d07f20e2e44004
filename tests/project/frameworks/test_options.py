"""Options of Markdoc, by framework and version."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from project.frameworks.site_folder import NEXT, only_site, package, write
from refrakt.project.frameworks.config_values import UNREAD, next_config, next_options
from refrakt.project.frameworks.packages import package_version, read_package
from refrakt.project.frameworks.site_files import SiteFiles


@pytest.mark.parametrize(
    ("version", "given", "comments", "slots"),
    [
        ((0, 1, 5), {}, False, False),
        ((0, 2, 1), {"tokenizerOptions": {"allowComments": True}}, False, False),
        ((0, 2, 2), {}, False, False),
        ((0, 2, 2), {"tokenizerOptions": {"allowComments": True}}, True, False),
        ((0, 2, 3), {}, True, False),
        ((0, 2, 3), {"options": {"slots": True}}, True, False),
        ((0, 4, 0), {}, True, False),
        ((0, 4, 0), {"options": {"slots": True}}, False, True),
        (None, {}, True, False),
    ],
)
def test_options_of_the_next_plugin(version: Any, given: dict[str, Any], comments: bool, slots: bool) -> None:
    options = next_options(given, version)
    assert (options.allowComments, options.slots, options.known) == (comments, slots, True)


def test_options_that_cannot_be_read() -> None:
    assert not next_options({"options": UNREAD}, (0, 4, 0)).known


def test_the_config_of_the_language_server_states_options(tmp_path: Path) -> None:
    stated = '[{"path": "pages", "markdoc": {"allowIndentation": true, "allowHTML": true, "validateFunctions": true}}]'
    files = {
        "package.json": package("@markdoc/next.js", "next"),
        "next.config.js": "import { options } from 'elsewhere'\nexport default withMarkdoc({ options })({})\n",
        "markdoc.config.json": stated,
        "pages/a.md": "",
    }
    options = only_site(tmp_path, files).options
    assert (options.allowIndentation, options.allowHTML, options.known) == (True, True, True)


def test_options_of_own_code(tmp_path: Path) -> None:
    code = "import Markdoc from '@markdoc/markdoc'\nnew Markdoc.Tokenizer({ allowComments: true, html: true })\n"
    files = {"package.json": package("@markdoc/markdoc"), "index.js": code, "content/a.md": ""}
    options = only_site(tmp_path, files).options
    assert (options.allowComments, options.allowHTML, options.allowIndentation) == (True, True, False)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (
            "package-lock.json",
            '{"": {"dependencies": {"@markdoc/next.js": "^0.1"}}, "node_modules/@markdoc/next.js": {"version": "0.2.3"}}',
        ),
        ("yarn.lock", '"@markdoc/next.js@^0.2.0":\n  version "0.2.3"\n'),
        ("pnpm-lock.yaml", "  '@markdoc/next.js':\n    specifier: ^0.2\n    version: 0.2.3(next@14.0.0)\n"),
        ("bun.lock", '    "@markdoc/next.js": ["@markdoc/next.js@0.2.3", "", {}],\n'),
    ],
)
def test_the_version_in_a_lock_file(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / ".git").mkdir()
    root = write(tmp_path, {name: text, "site/package.json": package(**{"@markdoc/next.js": "^0.1.0"})})
    files = SiteFiles(root / "site")
    assert package_version(files, read_package(files, ""), "@markdoc/next.js") == (0, 2, 3)


@pytest.mark.parametrize(
    ("declared", "expected"),
    [("^0.4", (0, 4, 0)), ("0.2.1", (0, 2, 1)), ("latest", None), ("~1", (1, 0, 0)), ("workspace:*", None)],
)
def test_the_version_in_a_package(tmp_path: Path, declared: str, expected: Any) -> None:
    files = SiteFiles(write(tmp_path, {"package.json": package(**{"@markdoc/next.js": declared})}))
    assert package_version(files, read_package(files, ""), "@markdoc/next.js") == expected


def test_values_of_the_next_config() -> None:
    config = next_config(
        {
            "pageExtensions": ["tsx", "md", 1],
            "basePath": "/docs/",
            "trailingSlash": True,
            "i18n": {"locales": ["en", "fr"]},
            "redirects": [
                {"source": "/a", "destination": "/b"},
                {"source": "/c", "has": [{"type": "host"}], "destination": "/d"},
            ],
            "rewrites": {"beforeFiles": [{"source": "/e/:x*", "destination": "/f"}], "fallback": []},
        },
        plugin=True,
    )
    assert (config.page_endings, config.code_endings, config.base) == ((".md",), (".tsx",), "/docs")
    assert (config.trailing_slash, config.locales, config.complete) == (True, ("en", "fr"), True)
    assert [each.pattern.source for each in config.redirects] == ["/a"]
    assert [each.source for each in config.rewrites] == ["/e/:x*"]


@pytest.mark.parametrize("rules", [UNREAD, [UNREAD], [{"source": UNREAD}]])
def test_redirects_that_cannot_be_read_make_every_url_possible(rules: Any) -> None:
    assert not next_config({"redirects": rules}, plugin=True).complete
    assert not next_config({"rewrites": {"beforeFiles": rules}}, plugin=True).complete


def test_slug_rules_follow_the_imports(tmp_path: Path) -> None:
    own = {**NEXT, "pages/a.md": ""}
    code = "import { slugifyWithCounter } from '@sindresorhus/slugify'\nexport const heading = {}\n"
    assert only_site(tmp_path / "a", {**own, "markdoc/nodes.js": code}).slug_rules == ("sindresorhus",)
    assert only_site(tmp_path / "b", {**own, "lib/x.js": "import S from 'github-slugger'"}).slug_rules == ("github",)
    assert only_site(tmp_path / "c", {**own, "nodes.js": "function generateID(children) {}"}).slug_rules == ("markdoc",)
    assert only_site(tmp_path / "d", own).slug_rules == ("sindresorhus", "github", "markdoc")
