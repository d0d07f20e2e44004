"""Plain sites with hostile schemas and configs: bounded time and memory, an open schema, no exception, and nothing outside is read."""

# ruff: noqa: E501 (one source per line)
from __future__ import annotations

import json
import os
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from refrakt.project.frameworks.markdoc_site import MarkdocSite
from refrakt.project.frameworks.recognition import recognise

SECONDS = 4
"""Processor time of a site: the goal is half of it."""
PACKAGE = '{"name": "site", "dependencies": {"@markdoc/next.js": "0.5.0", "next": "15"}}'
NEXT = "import withMarkdoc from '@markdoc/next.js'; export default withMarkdoc()({ pageExtensions: ['md'] });"
_opened: list[str] | None = None


def _record(event: str, arguments: tuple[object, ...]) -> None:
    if _opened is not None and event in ("open", "os.listdir", "os.scandir") and arguments:
        _opened.append(os.path.realpath(os.fsdecode(arguments[0]) if isinstance(arguments[0], str | bytes) else ""))


sys.addaudithook(_record)


@contextmanager
def recorded() -> Iterator[list[str]]:
    """The real paths of everything that is opened or listed."""
    global _opened  # noqa: PLW0603 (an audit hook cannot be removed)
    found: list[str] = []
    _opened = found
    try:
        yield found
    finally:
        _opened = None


def site_of(top: Path, files: dict[str, str | bytes]) -> MarkdocSite:
    defaults = {"package.json": PACKAGE, "next.config.mjs": NEXT, "pages/index.md": "# Start\n", ".git/HEAD": ""}
    for name, text in {**defaults, **files}.items():
        path = top / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode() if isinstance(text, str) else text)
    started = time.thread_time()
    (site,) = recognise(top)
    assert time.thread_time() - started < SECONDS
    return site


SCHEMAS: dict[str, Callable[[], str | bytes]] = {
    "ten thousand parentheses": lambda: "export default " + "(" * 10_000 + "{}" + ")" * 10_000,
    "five megabytes": lambda: "export default { a: {} };" + "/* */" * 1_000_000,
    "not UTF-8": lambda: b"export default { a: {} } // \xff",
    "a million keys": lambda: "const t = {}; for (let i = 0; i < 1e6; i++) t['t' + i] = {}; export default t",
    "a million keys from an array": lambda: (
        "export default Object.fromEntries([...Array(1e6).keys()].map((i) => ['t' + i, {}]))"
    ),
    "endless loop": lambda: "const t = {}; do { t.a = {} } while (1); export default t",
    "endless generator": lambda: "function* g() { while (true) yield 1 } export default Object.fromEntries([...g()])",
    "recursion in a getter": lambda: (
        "const o = { get a() { return { ...o, ...this } } }; export default { ...o.a.a.a, ...process.env }"
    ),
}


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_hostile_schema_is_open(tmp_path: Path, name: str) -> None:
    site = site_of(tmp_path, {"markdoc/tags.js": SCHEMAS[name]()})
    assert site.schema is not None
    assert site.schema.open is not None


BOUNDED: dict[str, str] = {
    "pattern with nested repetition": "export const a = { attributes: { x: { matches: /^(a+)+$/ } } }; export const b = { attributes: { y: { matches: /^(.*)*(.*)*(.*)*$/ } } };",
    "huge list of values": "export const a = { attributes: { x: { matches: [" + "'v'," * 20_000 + "] } } };",
    "getter": "export const a = { get attributes() { throw new Error('x') }, get render() { while (true); } };",
}


@pytest.mark.parametrize("name", BOUNDED)
def test_a_large_or_strange_tag_is_bounded(tmp_path: Path, name: str) -> None:
    site = site_of(tmp_path, {"markdoc/tags.js": BOUNDED[name]})
    assert site.schema is not None
    assert "a" in site.schema.tags or site.schema.open is not None


def test_prototype_tricks_define_no_tags(tmp_path: Path) -> None:
    tags = (
        "const t = { a: {}, __proto__: { inherited: {} }, ['__proto__']: { b: {} } };"
        "Object.setPrototypeOf(t, { other: {} }); t.constructor.prototype.polluted = {}; export default t;"
    )
    schema = site_of(tmp_path, {"markdoc/tags.js": tags}).schema
    assert schema is not None
    assert "a" in schema.tags
    assert not {"inherited", "other", "polluted", "b"} & schema.tags.keys()


_CONFIGS_OF_EACH_OTHER = json.dumps({"extends": ["./tsconfig.json", *(f"./c{n}.json" for n in range(9))]})
_MANY_EXTENDS: dict[str, str | bytes] = dict.fromkeys(
    ["tsconfig.json", *(f"c{n}.json" for n in range(9))], _CONFIGS_OF_EACH_OTHER
)
CONFIGS: dict[str, dict[str, str | bytes]] = {
    "cyclic extends": {"tsconfig.json": '{"extends": "./a.json"}', "a.json": '{"extends": ["./tsconfig.json", "./a.json"]}'},
    "extends itself many times": _MANY_EXTENDS,
    "extends outside": {"tsconfig.json": '{"extends": "../../../../etc/passwd"}'},
    "absurd paths": {"tsconfig.json": '{"compilerOptions": {"baseUrl": "../..", "paths": {"*": ["*", 7, null, "/*"], "@/*": "x", "": [""]}}}'},
    "absurd package": {"package.json": '{"name": ["x"], "dependencies": {"@markdoc/next.js": {"a": 1}, "next": 7, "@markdoc/markdoc": "x"}, "workspaces": 3, "exports": null}'},
    "config that spreads itself": {"next.config.mjs": "import self from './next.config.mjs'; const c = { ...self, ...c, pageExtensions: [...c.pageExtensions, 'md'] }; export default { ...c, ...self };"},
    "basePath is an object": {"next.config.mjs": "export default { basePath: {}, pageExtensions: 'md', i18n: 7, redirects: 'x', rewrites: async () => 5 };"},
    "nested JSON": {"jsconfig.json": "[" * 100_000, "vercel.json": '{"redirects":' + "[" * 50_000},
    "JSON with a huge number": {"vercel.json": '{"redirects": [{"source": ' + "9" * 100_000 + "}]}"},
}  # fmt: skip


@pytest.mark.parametrize("name", CONFIGS)
def test_a_hostile_config_is_no_error(tmp_path: Path, name: str) -> None:
    site = site_of(
        tmp_path, {"markdoc/tags.js": "export { a } from '@/a';", "src/a.js": "export const a = {};", **CONFIGS[name]}
    )
    assert site.framework in ("next", "markdoc")


@pytest.mark.parametrize("count", [200_000])
def test_many_redirects_are_bounded(tmp_path: Path, count: int) -> None:
    rules = json.dumps({"redirects": [{"source": f"/r{n}", "destination": "/"} for n in range(count)]})
    code = f"export default {{ redirects: async () => Array.from({{ length: {count} * 10 }}, (_, n) => ({{ source: '/' + n, destination: '/' }})) }};"
    tracemalloc.start()
    try:
        site_of(tmp_path, {"vercel.json": rules, "next.config.mjs": code, "public/_redirects": "/a /b\n" * count})
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 400_000_000


def test_nothing_outside_is_read(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    for name in ("tags.js", "nodes.js", "secret.js", "config.json"):
        (outside / name).write_text("export const leaked = {}; export default { leaked: {} };", "utf-8")
    top = tmp_path / "project" / "site"
    (top / "markdoc").mkdir(parents=True)
    (top / "markdoc" / "nodes.js").symlink_to(outside / "nodes.js")
    (top / "linked").symlink_to(outside)
    (top / "tsconfig.json").symlink_to(outside / "config.json")
    tags = "".join(
        f"import * as t{n} from '{path}';\n"
        for n, path in enumerate(
            [
                "../../../outside/secret",
                "../../outside/secret.js",
                "../linked/secret",
                f"{outside}/secret.js",
                "./nodes",
                "@/../../outside/secret",
            ]
        )
    )
    with recorded() as opened:
        site = site_of(
            top, {"markdoc/tags.js": f"{tags}export default {{ a: {{}}, ...t0, ...t1, ...t2, ...t3, ...t4, ...t5 }};"}
        )
    assert site.schema is not None
    assert "leaked" not in site.schema.tags
    assert site.schema.open is not None
    assert [path for path in opened if path.startswith(str(outside.resolve()))] == []
