"""The Markdoc engine: full parses and keystrokes."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Callable
from time import process_time
from typing import Any

import pytest
from markdown_it import MarkdownIt

from refrakt.markdoc.document import Document, parse
from refrakt.markdoc.format import format_document

from .conftest import Figures, least, long_page, sources

pytestmark = pytest.mark.bench

Measure = Callable[..., float]


@pytest.mark.parametrize("which", ["own", "pages"])
def test_full_parse(measure: Measure, figures: Figures, benchmark: Any, which: str) -> None:
    """Tree, exact spans and problems, against bare markdown-it-py's tokens on the same texts: at most twice the time."""
    texts = sources()[which]
    md = MarkdownIt("js-default")
    bare = least(lambda: [md.parse(text) for text in texts])
    ours = measure(f"full parse, {len(texts)} pages ({which})", lambda: [parse(text) for text in texts])
    figures.add(f"bare markdown-it-py tokens, the same pages ({which})", bare, f"ours = {ours / bare:.2f} × bare")
    assert ours <= 2 * bare


@pytest.mark.parametrize("typing", ["plain", "open quote", "unclosed tag"])
def test_keystroke(figures: Figures, benchmark: Any, typing: str) -> None:
    """One character typed in a 5,000-line page, and the same one in its first 200 lines alone."""
    page = long_page(5000)
    small = "\n".join(page.split("\n")[:200])
    begun = {"plain": "", "open quote": '{% hint title="', "unclosed tag": "{% hint"}[typing]
    offset = small.find("\n\n", len(small) // 2) + 2
    results = {}
    for name, text in (("5,000 lines", page), ("200 lines", small)):
        document = Document(text)
        if begun:
            document = document.edit(offset, offset, begun + "\n\n")
        times = sorted(_keystrokes(document, len(small), offset if begun else None, len(begun)))
        p50, p95 = times[len(times) // 2], times[int(len(times) * 0.95)]
        results[name] = p50
        figures.add(f"keystroke, {typing}, {name}: p50", p50, "budget 3 ms")
        figures.add(f"keystroke, {typing}, {name}: p95", p95, "budget 10 ms")
    benchmark.pedantic(lambda: None, rounds=1)
    more = results["5,000 lines"] - results["200 lines"]
    figures.add(f"keystroke, {typing}: 5,000 lines over 200", more, "budget 1 ms")
    # The budgets are milliseconds of an idle machine; what must hold everywhere is that a long page stays cheap.
    assert results["5,000 lines"] <= 0.05 * figures.calibration


def _keystrokes(document: Document, size: int, at: int | None, begun: int) -> list[float]:
    rng = random.Random(1)
    times = []
    for _ in range(400):
        offset = rng.randrange(5, size - 5) if at is None else at + begun
        start = process_time()
        document.edit(offset, offset, "x")
        times.append(process_time() - start)
    return times


def test_format(measure: Measure) -> None:
    texts = sources()["own"]
    documents = [parse(text) for text in texts]
    measure(f"format, {len(texts)} pages (own)", lambda: [format_document(document) for document in documents])


def test_memory(figures: Figures, benchmark: Any) -> None:
    """What a 5,000-line document takes over the interpreter with the engine loaded: at most 40 MB."""
    code = (
        "import gc, json, resource, sys\n"
        "from refrakt.markdoc.document import Document\n"
        "text = json.loads(sys.stdin.read())\n"
        "Document('---\\na: 1\\n---\\n# a {% b %}')\n"
        "def used():\n"
        "    gc.collect()\n"
        "    return int(open('/proc/self/statm').read().split()[1]) * resource.getpagesize()\n"
        "before = used(); document = Document(text); print(used() - before)\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], input=json.dumps(long_page(5000)), capture_output=True, text=True, check=True
    )
    benchmark.pedantic(lambda: None, rounds=1)
    megabytes = int(run.stdout) / 1e6
    figures.add("memory of a 5,000-line document", 0.0, f"{megabytes:.1f} MB over the interpreter")
    assert megabytes <= 40
