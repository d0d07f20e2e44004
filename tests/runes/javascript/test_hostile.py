"""Hostile and broken schemas: bounded time and memory, no exception, and an open schema where something is missing."""

from __future__ import annotations

import sys
import time
import tracemalloc

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from refrakt.runes.javascript import read_config_schema, read_keystatic_schema, read_next_schema, read_transform_calls

from .hostile_sources import HOSTILE
from .project_files import graph_of, schema_of
from .test_forms import FORMS, OPEN


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("file", ["tags.js", "tags.ts"])
def test_hostile(name: str, file: str) -> None:
    limit, started = sys.getrecursionlimit(), time.thread_time()
    schema_of(HOSTILE[name], name=file)
    # Twice the goal, for a loaded machine.
    assert time.thread_time() - started < 2
    assert sys.getrecursionlimit() == limit


INCOMPLETE = [
    "endless loop", "exponential recursion", "doubled text", "repeated text", "huge Array.from", "mutual recursion", "long chain",
    "unknown loops in unknown loops", "callbacks in callbacks", "only errors", "unfinished", "not UTF-8", "five megabytes",
]  # fmt: skip


@pytest.mark.parametrize("name", INCOMPLETE)
def test_what_is_not_evaluated_is_open(name: str) -> None:
    assert schema_of(HOSTILE[name]).open is not None


@pytest.mark.parametrize("name", ["doubled text", "doubled array", "nested array", "huge Array.from", "endless loop"])
def test_memory_is_bounded(name: str) -> None:
    schema_of("export default {}")
    tracemalloc.start()
    try:
        schema_of(HOSTILE[name])
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 40_000_000


def test_a_deep_stack_of_the_caller_is_no_error() -> None:
    def deep(depth: int) -> None:
        if depth:
            deep(depth - 1)
        else:
            schema = schema_of(HOSTILE["nested objects"])
            assert schema.open is not None or schema.tags

    deep(700)


def test_import_cycles_and_many_files_are_bounded() -> None:
    files: dict[str, str | bytes] = {
        f"markdoc/m{n}.js": f"export * from './m{(n + 1) % 400}'; export * from './m{(n * 7) % 400}'; export const t{n} = {{}};"
        for n in range(400)
    }
    started = time.thread_time()
    schema = schema_of("export * from './m0'", files)
    assert schema.open is not None or len(schema.tags) == 400
    assert time.thread_time() - started < 2


def test_a_budget_is_shared_by_all_modules() -> None:
    body = "export const t = [" + "1," * 40_000 + "];"
    files: dict[str, str | bytes] = {f"markdoc/m{n}.js": body for n in range(30)}
    imports = "".join(f"import {{ t as t{n} }} from './m{n}';" for n in range(30))
    started = time.thread_time()
    schema = schema_of(f"{imports} export default {{ {','.join(f'...t{n}' for n in range(30))} }}", files)
    assert schema.open is not None
    assert time.thread_time() - started < 3


SOURCES = [source for source, _ in (*FORMS.values(), *OPEN.values())]
PIECES = [
    *(
        "{",
        "}",
        "(",
        ")",
        "[",
        "]",
        "...",
        "=>",
        "`",
        "${",
        "'",
        ",",
        ";",
        "=",
        "?",
        ":",
        "a",
        "\\",
        "😀",
        "\x00",
        "/*",
        "<",
    ),
    *("async ", "function* ", "class A { static ", "get ", "export default ", "const a = "),
]


@st.composite
def mutated(draw: st.DrawFn) -> str:
    source = draw(st.sampled_from(SOURCES))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(source)))
        until = min(len(source), at + draw(st.integers(0, 8)))
        source = source[:at] + draw(st.sampled_from(PIECES)) + source[until:]
    return source


@settings(max_examples=60)
@given(mutated(), st.sampled_from(["js", "ts", "tsx", "json"]))
def test_no_source_raises(source: str, extension: str) -> None:
    path = f"markdoc/tags.{extension}"
    files = {path: source.encode("utf-8", "replace"), "jsconfig.json": source.encode("utf-8", "replace")}
    read_next_schema(graph_of(files), "markdoc")
    read_config_schema(graph_of(files), path)
    read_keystatic_schema(graph_of(files), path)
    read_transform_calls(graph_of(files), [path])


@pytest.mark.fuzz
@settings(max_examples=5_000)
@given(mutated(), st.sampled_from(["js", "ts", "tsx", "json"]))
def test_no_source_raises_in_a_long_run(source: str, extension: str) -> None:
    started = time.thread_time()
    test_no_source_raises.hypothesis.inner_test(source, extension)  # type: ignore[attr-defined]
    assert time.thread_time() - started < 4
