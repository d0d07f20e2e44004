"""The forms in which schemas are written: one source each, and the tags that it defines."""

# ruff: noqa: E501 (one source per line)
from __future__ import annotations

import pytest

from .project_files import check_tags, schema_of, summary

NOTE = "{ render: 'Note', attributes: { title: { type: String } } }"

FORMS = {
    "default object": (f"export default {{ note: {NOTE} }}", "note(title)"),
    "named exports": (f"export const note = {NOTE}; export const tip = {{}}", "note(title) tip()"),
    "export named like its kind": ("export const tags = { note: {} }", "note()"),
    "a tag called tags": ("export const tags = { render: 'Tags' }", "tags()"),
    "CommonJS object": (f"module.exports = {{ note: {NOTE} }}", "note(title)"),
    "CommonJS members beside exports": (
        f"export const note = {NOTE}; module.exports['side-note'] = {{}}",
        "note(title) side-note()",
    ),
    "CommonJS members": (f"exports.note = {NOTE}; module.exports.tip = {{}}", "note(title) tip()"),
    "constants": (f"const note = {NOTE}; const tags = {{ note }}; export default tags", "note(title)"),
    "export list": ("const a = {}; export { a as note, a as 'big-note' }", "note() big-note()"),
    "spread": (f"const common = {{ note: {NOTE} }}; export default {{ ...common, tip: {{}} }}", "note(title) tip()"),
    "spread of a condition that is false": ("export default { ...(false && { a: {} }), b: {} }", "b()"),
    "computed key": ("const p = 'no'; export default { [p + 'te']: {}, [`${p}de`]: {} }", "note() node()"),
    "quoted key": ("export default { 'quick-link': {}, \"a\\u0062\": {} }", "quick-link() ab()"),
    "as, satisfies, !": ("export default ({ note: {} as Schema, tip: x! } satisfies Config); const x = {}", "note() tip()"),
    "undefined tag": ("export default { note: undefined, tip: null, off: false, on: {} }", "on()"),
    "getter": ("export default { get note() { return {} } }", "note()"),
    "destructuring": (
        "const { a: { b: note }, ...rest } = { a: { b: {} }, tip: {} }; export default { note, ...rest }",
        "note() tip()",
    ),
    "array destructuring": ("const [, note = {}, ...[tip]] = [1, undefined, {}]; export { note, tip }", "note() tip()"),
    "ternary": ("export default 1 > 2 ? { a: {} } : { b: {} }", "b()"),
    "nullish and or": ("export default { ...(undefined ?? { a: {} }), ...(null || { b: {} }) }", "a() b()"),
    "function": (
        ("const tag = (render, extra = {}) => ({ render, attributes: { id2: {}, ...extra } });"
        "export default { a: tag('A'), b: tag('B', { kind: { type: Number } }) }"),
        "a(id2) b(id2 kind)",
    ),
    "function with statements": (
        ("function make() { const tags = {}; tags.a = {}; if (tags.a) { tags.b = {} } else { tags.c = {} } return tags }"
        "export default make()"),
        "a() b()",
    ),
    "Object.fromEntries and map": (
        ("const components = { QuickLink: 1, BigNote: 2 };"
        "const kebab = (s) => s.replace(/([a-z])([A-Z])/g, '$1-$2').toLowerCase();"
        "export default Object.fromEntries(Object.keys(components).map((name) => [kebab(name), { render: name }]))"),
        "quick-link() big-note()",
    ),
    "Object.entries and filter": (
        ("const all = { a: {}, b: {}, c: {} };"
        "export default Object.fromEntries(Object.entries(all).filter(([name]) => name !== 'b'))"),
        "a() c()",
    ),
    "reduce": ("export default ['a', 'b'].reduce((tags, name) => ({ ...tags, [name]: {} }), {})", "a() b()"),
    "Object.assign": ("const tags = {}; Object.assign(tags, { a: {} }, { b: {} }); export default tags", "a() b()"),
    "Object.freeze": ("export default Object.freeze({ a: {} })", "a()"),
    "Object.values": ("const [a] = Object.values({ x: { attributes: { y: {} } } }); export { a }", "a(y)"),
    "for of": (
        ("const tags = {}; for (const [name, tag] of Object.entries({ a: {}, b: {} })) tags[`x-${name}`] = tag;"
        "export default tags"),
        "x-a() x-b()",
    ),
    "for in and continue": (
        ("const tags = {}; for (const name in { a: 1, b: 1 }) { if (name === 'a') continue; tags[name] = {} }"
        "export default tags"),
        "b()",
    ),
    "counting loop": ("const tags = {}; for (let i = 1; i <= 3; i++) { tags['h' + i] = {} } export default tags", "h1() h2() h3()"),
    "while and break": ("const tags = {}; let i = 0; while (true) { if (i == 2) break; tags['t' + i++] = {} } export default tags", "t0() t1()"),
    "do": ("const tags = {}; let i = 0; do { tags['t' + i] = {}; i += 1 } while (i < 2); export default tags", "t0() t1()"),
    "forEach": ("const tags = {}; ['a', 'b'].forEach((name) => { tags[name] = {} }); export default tags", "a() b()"),
    "delete": ("const tags = { a: {}, b: {} }; delete tags.a; export default tags", "b()"),
    "assignment": ("const tags = { a: {} }; tags.b = {}; tags['c'] ??= {}; export default tags", "a() b() c()"),
    "copy before a change": ("const one = { a: {} }; const two = { ...one }; one.b = {}; export default two", "a()"),
    "copy after a change": ("const one = { a: {} }; one.b = {}; const two = { ...one }; export default two", "a() b()"),
    "switch": (
        ("const tags = {}; switch ('x') { case 'y': tags.a = {}; break; case 'x': tags.b = {}; default: tags.c = {} }"
        "export default tags"),
        "b() c()",
    ),
    "static members": ("class Tags { static note = {}; static tip() {} other = {} } export default { ...Tags }", "note() tip(…)"),
    "try": ("const tags = {}; try { tags.a = {} } catch {} export default tags", "a()"),
    "concat, flatMap, Set": (
        ("const names = [...new Set(['a'].concat(['b', 'a']))].flatMap((n) => [n, n + n]);"
        "export default Object.fromEntries(names.map((n) => [n, {}]))"),
        "a() aa() b() bb()",
    ),
    "string methods": (
        "export default { [' A-b '.trim().split('-').map((s) => s.charAt(0).toUpperCase() + s.slice(1)).join('')]: {} }",
        "AB()",
    ),
    "Array.from": ("export default Object.fromEntries(Array.from({ length: 2 }, (_, i) => ['h' + (i + 1), {}]))", "h1() h2()"),
    "JSON.parse": ("export default JSON.parse('{\"a\": {}}')", "a()"),
    "this": ("const o = { n: { a: {} }, get() { return this.n } }; export default o.get()", "a()"),
    "closure and rest parameters": (
        ("const add = (...names) => (tags) => { for (const n of names) tags[n] = {}; return tags };"
        "export default add('a', 'b')({})"),
        "a() b()",
    ),
    "Markdoc's own tags and nodes": (
        ("import Markdoc, { nodes } from '@markdoc/markdoc';"
        "export default { partial: Markdoc.tags.partial, image: { attributes: nodes.image.attributes } }"),
        "partial(file? variables) image(src! alt title)",
    ),
    "tags of the Next.js plugin": (
        "import { comment, head } from '@markdoc/next.js/tags'; export default { comment, head }",
        "comment() head()",
    ),
    "lodash": (
        "import merge from 'lodash/merge'; export default merge({ a: { attributes: { x: {} } } }, { a: { attributes: { y: {} } } })",
        "a(x y)",
    ),
    "a function that checks and may throw": (
        ("import fs from 'fs'; const checked = (tags) => { const found = fs.readdirSync('.');"
        "for (const [name, tag] of Object.entries(tags)) { if (!found.includes(tag.render)) { throw new Error(name); } }"
        "if (process.env.STRICT) { console.log(tags); } else if (process.env.CI) throw 1; return tags; };"
        f"export default checked({{ note: {NOTE} }})"),
        "note(title)",
    ),
    "an error that is caught": (
        "const tags = () => { try { throw 1; } catch { return { a: {} }; } return { b: {} }; }; export default tags()",
        "a()",
    ),
    "packages that check": (
        ("import assert from 'node:assert'; import { z } from 'zod'; import Ajv from 'ajv';"
        f"const tags = {{ note: {NOTE} }}; assert.ok(tags); z.record(z.object({{}})).parse(tags);"
        "if (!new Ajv().compile({})(tags)) throw 1; export default tags"),
        "note(title)",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", FORMS)
def test_form(name: str) -> None:
    source, expected = FORMS[name]
    check_tags(source, expected, name="tags.ts" if "satisfies" in name else "tags.js")


TYPESCRIPT = {
    "enum": (
        (
            "enum Name { A = 'a', B = 'b' } enum Size { Small, Large = 4, Huge }"
            "export default { [Name.A]: {}, [Name.B]: { attributes: { ['s' + Size.Huge]: {} } } }"
        ),
        "a() b(s5)",
    ),
    "cast": ("const tags = <Config>{ a: {} }; export default tags", "a()"),
    "generic call": ("const id = <T,>(x: T): T => x; export default id<Config>({ a: {} } as const)", "a()"),
    "types only": (
        "import type { Config } from './none'; interface X {} type Y = X; export const a: Config = {}",
        "a()",
    ),
}


@pytest.mark.parametrize("name", TYPESCRIPT)
def test_typescript(name: str) -> None:
    source, expected = TYPESCRIPT[name]
    check_tags(source, expected, name="tags.ts")


OPEN = {
    "unknown spread": ("import { tags } from 'package'; export default { note: {}, ...tags }", "note(…) …"),
    "unknown spread before a tag": ("import { tags } from 'package'; export default { ...tags, note: {} }", "note() …"),
    "unknown default": ("import tags from 'package'; export default tags", "…"),
    "unknown key": ("export default { [process.env.NAME]: {}, note: {} }", "note() …"),
    "export star of a package": ("export * from 'package'; export const note = {}", "note() …"),
    "loop over files": (
        (
            "import fs from 'fs'; const tags = { a: {} };"
            "for (const file of fs.readdirSync('.')) { tags[file] = {} } export default tags"
        ),
        "a(…) …",
    ),
    "callback of an unknown call": (
        (
            "import fs from 'fs'; const tags = {};"
            "fs.readdirSync('.').forEach((file) => { tags[file] = {} }); export default tags"
        ),
        "…",
    ),
    "known names in an unknown loop": (
        "const tags = {}; while (Math.random() > 0.5) { tags.a = {} } export default tags",
        "a()",
    ),
    "object passed to an unknown function": (
        "import extend from 'extend'; const tags = { a: {} }; extend(tags); export default tags",
        "a(…) …",
    ),
    "config passed to an unknown function": (
        "import extend from 'extend'; const config = { tags: { a: {} } }; extend(config); export default config.tags",
        "a(…) …",
    ),
    "object returned to an unknown function": (
        "import use from 'use'; const tags = { a: {} }; use(() => tags); export default tags",
        "a(…) …",
    ),
    "unknown condition": (
        "const tags = { a: {} }; if (process.env.X) { tags.b = {} } else { tags.c = {} } export default tags",
        "a() b() c()",
    ),
    "unknown ternary": ("export default process.env.X ? { a: {} } : { b: {} }", "a() b()"),
    "unknown and": ("export default { ...(process.env.X && { a: {} }), b: {} }", "a() b()"),
    "delete that may not happen": (
        "const tags = { a: {} }; if (process.env.X) delete tags.a; export default tags",
        "a()",
    ),
    "early return that may happen": (
        (
            "function make() { const t = { a: {} }; if (process.env.X) return { z: {} }; t.b = {}; return t }"
            "export default make()"
        ),
        "a() b() z()",
    ),
    "unknown switch": (
        "const tags = {}; switch (process.env.X) { case '1': tags.a = {}; break; default: tags.b = {} } export default tags",
        "a() b()",
    ),
    "generator": ("function* g() { yield ['a', {}] } export default Object.fromEntries(g())", "…"),
    "dynamic import": ("const t = await import('./other'); export default { ...t }", "…"),
    "syntax error": ("export default { a: {}, b: { attributes: { x }: } }", "…"),
    "missing file": ("import { a } from './missing'; export default { a, b: {} }", "a(…) b()"),
    "tag from a package": ("import { a } from 'package'; export default { a }", "a(…)"),
    "attributes from a package": (
        "import { shared } from 'package'; export default { a: { attributes: { ...shared, own: {} } } }",
        "a(own …)",
    ),
    "attributes that are replaced": (
        "import { base } from 'package'; export default { a: { attributes: { own: {} }, ...base } }",
        "a(own? …)",
    ),
}


@pytest.mark.parametrize("name", [name for name in OPEN if name != "syntax error"])
def test_what_is_not_known_is_open(name: str) -> None:
    source, expected = OPEN[name]
    check_tags(source, expected)


def test_a_syntax_error_opens_the_schema() -> None:
    schema = schema_of(OPEN["syntax error"][0])
    assert schema.open is not None
    assert set(schema.tags) <= {"a", "b"}


def test_reasons_are_for_people() -> None:
    schema = schema_of("import { tags } from '@acme/tags'; export default { ...tags }")
    assert schema.open == "the package `@acme/tags` is not read"


def test_a_component_is_not_loaded() -> None:
    files = {"components/Note.js": "throw new Error()", "components/index.js": "export * from './Note'"}
    source = """
        import { Note } from '../components/Note';
        import * as All from '../components';
        export default { a: { render: Note }, b: { render: All.Note }, c: { render: 'Text' }, d: { render: () => 1 } };
    """
    schema = schema_of(source, files)
    assert [tag.component for tag in schema.tags.values()] == ["Note", "All.Note", "Text", ""]
    assert "components/Note.js" not in schema.files
    assert summary(schema) == "a() b() c() d()"


def test_a_recursion_that_depends_on_unknown_values_leaves_the_rest_known() -> None:
    source = (
        "import { list } from 'somewhere';\n"
        "const walk = (items) => { for (const each of items) { if (each.items) walk(each.items); walk(items); } return 1; };\n"
        f"walk(list); export default {{ note: {NOTE} }}"
    )
    assert summary(schema_of(source)) == "note(title)"
