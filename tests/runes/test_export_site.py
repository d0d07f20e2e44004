"""Export of the schema of a recognised plain site: with Node alone where its modules allow it, else with esbuild and stubs."""

# ruff: noqa: E501 (one source per line)
from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from cli.command_runner import refrakt
from refrakt.project.site import SiteContext, find_project
from refrakt.runes.catalogue import read
from refrakt.runes.javascript.call_sources import config_functions
from refrakt.services.catalogue_export import Exported, ExportError, export_site
from refrakt.services.export_tools import installed_tools, shown_command
from runes.test_export import needs_node, project

CONFORMANCE = Path(__file__).parent.parent / "conformance"
PACKAGE = '{"name": "shop", "type": "module", "dependencies": {"@markdoc/next.js": "0.5.0", "next": "15"}}'
NEXT = "import withMarkdoc from '@markdoc/next.js'; export default withMarkdoc()({ pageExtensions: ['md'] });"
PAGE = '{% note kind="tip" /%}\n'
SITE = {"package.json": PACKAGE, "next.config.mjs": NEXT, "pages/index.md": PAGE}
OPEN = "const names = [...new Map([['note', 1], ['card', 1]]).keys()];\nexport const note = { attributes: { kind: { matches: names } } };\n"


@pytest.fixture(autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFRAKT_CACHE_DIR", str(tmp_path_factory.mktemp("cache")))


def site_context(folder: Path) -> SiteContext:
    found = find_project(folder).site()
    assert isinstance(found, SiteContext)
    return found


@needs_node
def test_without_a_package_the_sites_of_the_project_are_exported(tmp_path: Path) -> None:
    project(tmp_path, {**SITE, "markdoc/tags.js": OPEN})
    before = site_context(tmp_path).vocabulary.runes["note"]
    assert before.every_attribute["kind"].checked is False
    ran = refrakt("catalogue", "export", "--cwd", tmp_path)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(".refrakt/catalogues/shop.json: 1 rune of shop (its code ran with")
    note = site_context(tmp_path).vocabulary.runes["note"]
    kind = note.every_attribute["kind"]
    assert (kind.values, kind.checked) == (("note", "card"), True)
    # Only the source has locations.
    assert (note.location, kind.location) == (before.location, before.every_attribute["kind"].location)
    assert note.location is not None
    assert note.location.line == 2
    checked = refrakt("check", "--cwd", tmp_path)
    assert checked.code == 1
    assert 'takes "note" or "card", not "tip"' in checked.out


@needs_node
def test_a_catalogue_of_one_site_does_not_apply_to_another(tmp_path: Path) -> None:
    other = {f"blog/{path}": text.replace("shop", "blog") for path, text in SITE.items()}
    project(tmp_path, {f"shop/{path}": text for path, text in SITE.items()} | other)
    project(
        tmp_path, {"shop/markdoc/tags.js": OPEN, "blog/markdoc/tags.js": "export const quote = {};", ".git/HEAD": ""}
    )
    assert refrakt("catalogue", "export", "--site", "shop", "--cwd", tmp_path).code == 0
    sites = find_project(tmp_path)
    shop, blog = sites.site("shop"), sites.site("blog")
    assert isinstance(shop, SiteContext)
    assert isinstance(blog, SiteContext)
    assert "note" in shop.vocabulary.runes
    assert "quote" in blog.vocabulary.runes
    assert "note" not in blog.vocabulary.runes
    wrong = refrakt("catalogue", "export", "--site", "none", "--cwd", tmp_path)
    assert (wrong.code, wrong.err) == (2, "refrakt: no site is called 'none'; the sites are blog, shop\n")


@needs_node
def test_without_esbuild_the_exact_command_is_printed(tmp_path: Path) -> None:
    project(tmp_path, {**SITE, "markdoc/tags.ts": "enum Kind { tip = 'tip' }\nexport const note = { kind: Kind.tip };"})
    ran = refrakt("catalogue", "export", "--cwd", tmp_path)
    assert ran.code == 2
    assert "esbuild is not installed in the project" in ran.err
    assert "With `--install-tools`, refrakt runs `npm install --prefix " in ran.err
    assert not (tmp_path / ".refrakt").exists()


def test_doctor_prints_the_command_and_why_the_schema_is_open(tmp_path: Path) -> None:
    project(tmp_path, {**SITE, "markdoc/tags.js": "import more from 'more-tags';\nexport default { ...more };"})
    ran = refrakt("doctor", "--cwd", tmp_path)
    assert "not all tags are known: the package `more-tags` is not read" in ran.out
    assert "Run `refrakt catalogue export`: it runs the schema with Node." in ran.out


def test_no_site_is_an_error(tmp_path: Path) -> None:
    ran = refrakt("catalogue", "export", "--cwd", tmp_path)
    assert ran.code == 2
    assert "no plain Markdoc site is recognised here" in ran.err


def test_no_code_runs_without_the_command(tmp_path: Path) -> None:
    code = "import { writeFileSync } from 'node:fs';\nwriteFileSync('ran', '');\nexport const note = {};"
    project(tmp_path, {**SITE, "markdoc/tags.js": code})
    for command in ("check", "doctor", "detect"):
        refrakt(command, "--cwd", tmp_path)
    assert not (tmp_path / "ran").exists()


# Configs inside of functions ------------------------------------------------------------------------------------------

IMPORT = "import Markdoc from '@markdoc/markdoc';\n"


@pytest.mark.parametrize(
    ("code", "included", "stubbed"),
    [
        ("Markdoc.transform(ast, { tags })", "return ({ tags });", ()),
        (
            "function f(variables) { return Markdoc.transform(ast, { tags, variables }); }",
            "{ tags, variables }",
            ("variables",),
        ),
        (
            "const f = () => { const own = { note: {} }; return Markdoc.validate(ast, { tags: own }); };",
            "const own = await __refrakt.attempt(async () => ({ note: {} })",
            (),
        ),
        (
            "const f = () => { const own = {}; own.note = {}; return Markdoc.validate(ast, { tags: own }); };",
            "return ({ tags: own })",
            ("own",),
        ),
    ],
)
def test_local_names_of_a_config(code: str, included: str, stubbed: tuple[str, ...]) -> None:
    made = config_functions("page.js", (IMPORT + code).encode())
    assert made is not None
    assert made.startswith("export const __refraktConfigs = () => Promise.all([")
    assert included in made
    assert [name for name in ("variables", "own") if f"const {name} = __refrakt.stub" in made] == list(stubbed)


@pytest.mark.parametrize(
    "code", ["", "transform(ast, config)", IMPORT + "Markdoc.parse(x)", IMPORT + "Markdoc.transform(ast)", "}{"]
)
def test_a_file_without_configs(code: str) -> None:
    assert config_functions("page.js", code.encode()) is None


# With esbuild ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def tools() -> Path:
    if shutil.which("node") is None or not (CONFORMANCE / "node_modules/esbuild/package.json").is_file():
        pytest.skip("run `make conformance`, which installs esbuild")
    return CONFORMANCE


def exported(folder: Path, files: dict[str, str], tools: Path) -> Exported:
    project(folder, {**SITE, **files})
    (site,) = find_project(folder).markdoc_sites.values()
    return export_site(site, tools=tools)


def summary(made: Exported) -> str:
    """Tags with their attributes: `note(title! kind)`; `…` follows an open list, `?` an attribute that is not checked."""
    package = made.catalogue.package
    assert package is not None
    tags = []
    for tag in package.runes.values():
        marks = [each.name + "!" * each.required + "?" * (not each.checked) for each in tag.attributes]
        tags.append(f"{tag.name}({' '.join([*marks, *(['…'] if tag.open else [])])})")
    return " ".join([*tags, *(["…"] if "tags" in made.catalogue.open else [])])


FORMS: dict[str, tuple[dict[str, str], str]] = {
    "JSX in .js": (
        {"markdoc/tags.js": "export const note = { render: () => <b>note</b>, attributes: { a: { type: String } } };"},
        "note(a)",
    ),
    "TypeScript, aliases, no extensions": (
        {
            "tsconfig.json": '{"compilerOptions": {"jsx": "preserve", "paths": {"@/*": ["./src/*"]}}}',
            "markdoc/tags/index.ts": "import type { X } from './x';\nexport * from './note.markdoc'; export { card } from '@/card';",
            "markdoc/tags/note.markdoc.ts": "import { Note } from '@/components/Note';\nimport '@/note.css';\n"
            "export const note = { render: Note, attributes: { a: { type: String as any, required: true } } };",
            "src/components/Note.tsx": "import { gone } from 'gone';\ngone(document);\nexport const Note = () => <p />;",
            "src/card.tsx": "enum Size { S = 's' }\nexport const card = { attributes: { size: { matches: Object.values(Size) } } };",
        },
        "card(size) note(a!)",
    ),
    "alias without a config": (
        {"markdoc/tags.js": "export { note } from '@/note';", "src/note.js": "export const note = {};"},
        "note()",
    ),
    "spread of a missing package": ({"markdoc/tags.js": "import * as more from 'more';\nexport default { ...more, note: {} };"}, "note() …"),
    "spread over known tags": (
        {"markdoc/tags.js": "import more from 'more';\nexport default { note: { attributes: { a: {} } }, ...more };"},
        "note(a? …) …",
    ),
    "keys of a stub": (
        {
            "markdoc/tags.js": "import { icons } from 'icons';\n"
            "export const icon = { attributes: { a: { type: String, matches: Object.keys(icons) }, "
            "b: { matches: [...icons] }, c: { matches: ['x', `${icons}-y`] }, d: { type: icons, required: true }, e: icons } };"
        },
        "icon(a? b? c? d? e?)",
    ),
    "names made of a stub": (
        {
            "markdoc/tags.js": "import * as all from 'all';\n"
            "export default Object.fromEntries(Object.keys(all).map((key) => [key.toUpperCase().replace(/(.)/g, '$1'), {}]));"
        },
        "…",
    ),
    "attributes of a stub": (
        {"markdoc/tags.js": "import { x } from 'x';\nexport const a = { ...x.link }; export const b = { attributes: { ...x, c: {} } }; export const d = x.d;"},
        "a(…) b(c …) d(…)",
    ),
    "class extends a stub": (
        {"markdoc/tags.js": "import { Base } from 'x';\nclass Kind extends Base {}\nexport const note = { attributes: { a: { type: Kind } } };"},
        "note(a?)",
    ),
    "installed package": (
        {
            "node_modules/more/package.json": '{"name": "more", "type": "module", "main": "index.js"}',
            "node_modules/more/index.js": "export const card = { attributes: { title: { type: String } } };",
            "node_modules/browser/package.json": '{"name": "browser", "type": "module", "main": "index.js"}',
            "node_modules/browser/index.js": "document.body;",
            "markdoc/tags.js": "import * as more from 'more';\nimport Icon from 'browser';\nexport default { ...more, icon: { render: Icon } };",
        },
        "card(title) icon()",
    ),
    "nodes of Markdoc": (
        {
            "markdoc/tags.js": "import Markdoc, { nodes } from '@markdoc/markdoc';\n"
            "export const note = { attributes: { ...nodes.heading.attributes, ...Markdoc.tags.if.attributes } };"
        },
        "note(level! primary?)",
    ),
    "CommonJS": (
        {"package.json": PACKAGE.replace('"type": "module", ', ""), "markdoc/tags.js": "const m = require('missing');\nmodule.exports = { note: { render: m.X } };"},
        "note()",
    ),
    "missing export": (
        {"markdoc/tags.js": "import { gone } from './x';\nexport const note = { attributes: { a: { matches: gone } } };", "markdoc/x.js": "export const y = 1;"},
        "note(a?)",
    ),
    "Astro": (
        {
            "package.json": '{"name": "shop", "dependencies": {"@astrojs/markdoc": "0.15.0", "astro": "5"}}',
            "next.config.mjs": "",
            "src/content/docs/a.mdoc": "# A\n",
            "markdoc.config.mjs": "import { defineMarkdocConfig, component, nodes } from '@astrojs/markdoc/config';\n"
            "import shiki from '@astrojs/markdoc/shiki';\nexport default defineMarkdocConfig({ extends: [shiki()], "
            "tags: { aside: { render: component('./src/Aside.astro'), attributes: { type: { type: String } } } }, "
            "nodes: { heading: { ...nodes.heading } } });",
        },
        "aside(type)",
    ),
    "config of own code": (
        {
            "package.json": '{"name": "shop", "dependencies": {"@markdoc/markdoc": "0.5.0"}}',
            "next.config.mjs": "",
            "docs/a.md": "# A\n",
            "docs/b.md": "# B\n",
            "lib/render.jsx": "import Markdoc from '@markdoc/markdoc';\nimport fs from 'fs';\nimport { useState } from 'react';\n"
            "const tags = { note: { attributes: { a: { type: Number } } } };\n"
            "export function render(path, variables) { const config = { tags, variables };\n"
            "  return Markdoc.transform(Markdoc.parse(fs.readFileSync(path, 'utf8')), config); }",
        },
        "note(a)",
    ),
}  # fmt: skip


@pytest.mark.conformance
@pytest.mark.parametrize("form", FORMS)
def test_a_schema_is_bundled(tmp_path: Path, tools: Path, form: str) -> None:
    files, expected = FORMS[form]
    made = exported(tmp_path, files, tools)
    assert made.bundled
    assert summary(made) == expected
    assert read(made.text).problems == ()
    assert "refraktstub" not in made.text


@pytest.mark.conformance
def test_less_than_the_source_says_is_not_exported(tmp_path: Path, tools: Path) -> None:
    tags = "import { comment } from '@markdoc/next.js/tags';\nimport * as all from '@markdoc/next.js/tags';\nexport default { ...all };"
    with pytest.raises(ExportError, match="all are read from the source without running it"):
        exported(tmp_path, {"markdoc/tags.js": tags}, tools)


@pytest.mark.conformance
@pytest.mark.parametrize(
    ("tags", "reason"),
    [
        ("export const note = {", "markdoc/tags.js:1: "),
        ("throw new Error('on strike')", "its code failed: Error: on strike"),
        ("await new Promise(() => {}); export {};", "its code ended with status|did not finish within"),
    ],
)
def test_a_broken_schema_says_why(tmp_path: Path, tools: Path, tags: str, reason: str) -> None:
    with pytest.raises(ExportError, match=reason):
        exported(tmp_path, {"markdoc/tags.js": tags}, tools)


@pytest.mark.conformance
def test_tools_are_installed_in_the_cache_on_request(tmp_path: Path) -> None:
    if shutil.which("npm") is None:
        pytest.skip("npm is not installed")
    project(
        tmp_path,
        {
            **SITE,
            "markdoc/tags.ts": "import { nodes } from '@markdoc/markdoc';\nexport const note: any = { ...nodes.fence };",
        },
    )
    ran = refrakt("catalogue", "export", "--install-tools", "--cwd", tmp_path)
    if "failed: npm" in ran.err:
        pytest.skip(f"the packages cannot be installed here: {ran.err}")
    assert (ran.code, ran.err) == (0, "")
    folder = installed_tools()
    assert folder is not None
    assert str(folder) in shown_command(folder)
    assert not (tmp_path / "node_modules").exists()
