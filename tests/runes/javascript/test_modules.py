"""Imports: which file a specifier names, what a module exports, and which files are recorded."""

# ruff: noqa: E501 (one source per line)
from __future__ import annotations

import subprocess
import sys

import pytest

from refrakt.runes.javascript import ModuleGraph

from .project_files import MemoryFiles, check_tags, schema_of, summary

A = "export default { attributes: { x: {} } }"

RESOLVED: dict[str, tuple[str, dict[str, str | bytes]]] = {
    "relative": ("./a.js", {"markdoc/a.js": A}),
    "without extension": ("./a", {"markdoc/a.tsx": A}),
    "index file": ("./a", {"markdoc/a/index.ts": A}),
    "parent folder": ("../lib/a", {"lib/a.mjs": A}),
    "the folder itself": (".", {"markdoc/index.js": A}),
    "dots in the name": ("./a.markdoc", {"markdoc/a.markdoc.ts": A}),
    ".js name of a .ts file": ("./a.js", {"markdoc/a.ts": A}),
    ".jsx name of a .tsx file": ("./a.jsx", {"markdoc/a.tsx": A}),
    "other case": ("./Tags/A", {"markdoc/Tags/a.js": A}),
    "@/ means src": ("@/a", {"src/a.js": A}),
    "~/ means the root": ("~/lib/a", {"lib/a.js": A}),
    "paths of jsconfig.json": ("#/a", {"jsconfig.json": '{"compilerOptions": {"paths": {"#/*": ["./lib/*"]}}}', "lib/a.js": A}),
    "baseUrl": ("lib/a", {"tsconfig.json": '{"compilerOptions": {"baseUrl": "src"}}', "src/lib/a.js": A}),
    "baseUrl of the root": ("src/a", {"tsconfig.json": '{"compilerOptions": {"baseUrl": "."}}', "src/a.js": A}),
    "paths relative to baseUrl": (
        "x",
        {"tsconfig.json": '{"compilerOptions": {"baseUrl": "src", "paths": {"x": ["none", "a"]}}}', "src/a.js": A},
    ),
    "comments and trailing commas": (
        "#/a",
        {
            "tsconfig.json": '{ // "no": 1\n"compilerOptions": { /* , */ "paths": {"#/*": ["./a//*", "./lib/*",],}, }, }',
            "lib/a.js": A,
        },
    ),
    "extends": (
        "#a",
        {
            "markdoc/tsconfig.json": '{"extends": ["../none", "../config/site"]}',
            "config/site.json": '{"compilerOptions": {"paths": {"#a": ["../lib/a"]}}}',
            "lib/a.js": A,
        },
    ),
    "the longest pattern first": (
        "@/x/a",
        {"tsconfig.json": '{"compilerOptions": {"paths": {"@/*": ["./no/*"], "@/x/*": ["./lib/*"]}}}', "lib/a.js": A, "no/x/a.js": ""},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", RESOLVED)
def test_resolution(name: str) -> None:
    specifier, files = RESOLVED[name]
    check_tags(f"import a from '{specifier}'; export default {{ a }}", "a(x)", files)


@pytest.mark.parametrize("specifier", ["../../outside", "/../outside", "./node_modules/a", "a", "../../../etc/passwd"])
def test_nothing_outside_of_the_project_is_read(specifier: str) -> None:
    files = MemoryFiles({"markdoc/tags.js": f"import a from '{specifier}'; export default {{ a }}"})
    files.files |= {
        "../outside.js": A.encode(),
        "node_modules/a/index.js": A.encode(),
        "markdoc/node_modules/a.js": A.encode(),
    }
    graph = ModuleGraph(files)
    assert graph.json_of(graph.default_export("markdoc/tags.js")) != {}
    assert [path for path in files.reads if ".." in path or "node_modules" in path] == []


EXPORTS: dict[str, tuple[str, dict[str, str | bytes], str]] = {
    "export star": ("export * from './a'; export * from './b'", {"a.js": "export const a = {}", "b.js": "exports.b = {}"}, "b() a()"),
    "export star has no default": ("export * from './a'", {"a.js": "export const a = {}; export default { b: {} }"}, "a()"),
    "default as": ("export { default as a, b } from './a'", {"a.js": "export default {}; export const b = {}"}, "a() b()"),
    "namespace": ("import * as all from './a'; export default { ...all }", {"a.js": "export const a = {}"}, "a()"),
    "namespace export": ("export * as inner from './a'", {"a.js": "export const render = 'x'"}, "inner()"),
    "require": ("module.exports = { ...require('./a') }", {"a.js": "module.exports = { a: {} }"}, "a()"),
    "require of an ES module": ("module.exports = require('./a').default", {"a.js": "export default { a: {} }"}, "a()"),
    "destructured require": ("const { a } = require('./a'); module.exports = { a }", {"a.js": "exports.a = {}"}, "a()"),
    "import of CommonJS": ("import all, { b } from './a'; export default { ...all, c: b }", {"a.js": "module.exports = { b: {} }"}, "b() c()"),
    "JSON": ("import tags from './a.json'; export default tags", {"a.json": '{"a": {"attributes": {"x": {}}}}'}, "a(x)"),
    "cycle": ("import { b } from './a'; export const a = {}; export { b }", {"a.js": "import { a } from './tags'; export const b = { ...a }"}, "a() b()"),
    "cycle without end": ("import b from './a'; export default { ...b, a: {} }", {"a.js": "import a from './tags'; export default { ...a, b: {} }"}, "b() a() …"),
    "side effects of an import": ("import './a'; import { tags } from './b'; export default tags", {"a.js": "import { tags } from './b'; tags.a = {}", "b.js": "export const tags = {}"}, "a()"),
    "live binding": ("import { tags } from './a'; export default tags", {"a.js": "export let tags = {}; tags = { a: {} }"}, "a()"),
    "default function": ("import make from './a'; export default make()", {"a.js": "export default function () { return { a: {} } }"}, "a()"),
    "compiled to CommonJS": ("import tags from './a'; export default tags", {"a.js": "Object.defineProperty(exports, '__esModule', { value: true }); exports.default = { a: {} }; exports.b = {}"}, "a()"),
    "style sheet": ("import './a.css'; export default { a: {} }", {"a.css": "a { b: c }"}, "a()"),
}  # fmt: skip


@pytest.mark.parametrize("name", EXPORTS)
def test_exports(name: str) -> None:
    source, files, expected = EXPORTS[name]
    check_tags(source, expected, {f"markdoc/{path}": text for path, text in files.items()})


def test_every_path_that_matters_is_recorded() -> None:
    schema = schema_of(
        "import { a } from './a'; import b from './b'; export default { a, b }", {"markdoc/a.js": "export const a = {}"}
    )
    assert {
        "markdoc/tags.js",
        "markdoc/a.js",
        "markdoc/b.ts",
        "markdoc/b/index.js",
        "markdoc/config.js",
    } <= schema.files
    assert "markdoc/nodes.ts" in schema.files
    assert summary(schema) == "a() b(…)"


def test_a_deep_chain_of_imports() -> None:
    files: dict[str, str | bytes] = {
        f"markdoc/m{n}.js": f"import {{ t{n + 1} }} from './m{n + 1}'; export const t{n} = {{ ...t{n + 1}, n{n}: {{}} }};"
        for n in range(12)
    }
    files["markdoc/m12.js"] = "export const t12 = { last: {} };"
    schema = schema_of("import { t0 } from './m0'; export default t0", files)
    assert schema.open is None
    assert len(schema.tags) == 13


def test_the_parser_is_loaded_when_it_is_needed() -> None:
    check = "import sys, refrakt.runes.javascript; sys.exit('tree_sitter' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", check], check=False).returncode == 0
