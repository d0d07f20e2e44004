"""The vocabulary: loading it, and checking a snippet or a long page with it."""

from __future__ import annotations

import os
import subprocess
import sys
from time import process_time
from typing import Any

import pytest

from refrakt.markdoc.document import parse
from refrakt.markdoc.parse_options import ParseOptions
from refrakt.rules.page import Page, Site
from refrakt.rules.page_checker import CheckCache, check
from refrakt.runes.packages import BUNDLED, bundled
from refrakt.runes.vocabulary import vocabulary

from .conftest import Figures, least, long_page

pytestmark = pytest.mark.bench

_LOAD = (
    "from time import process_time; import re, dataclasses, importlib, refrakt.markdoc.schema; start = process_time()\n"
    "from refrakt.runes.packages import BUNDLED, bundled, collect\n"
    "runes = [rune for name in BUNDLED for rune in bundled(name).runes] + [*collect('refrakt_plan.runes').runes]\n"
    "print(len(runes), process_time() - start)"
)


@pytest.fixture(scope="module")
def site() -> Site:
    return Site(vocabulary([bundled(name) for name in BUNDLED]))


def test_loading_all_runes(figures: Figures, benchmark: Any) -> None:
    # As installed: with cached byte code, whatever the environment of this run is.
    surroundings = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    command = [sys.executable, "-c", _LOAD]
    ran = [subprocess.run(command, capture_output=True, text=True, check=True, env=surroundings) for _ in range(6)]
    count, seconds = min((each.stdout.split() for each in ran), key=lambda output: float(output[1]))
    benchmark.pedantic(lambda: None, rounds=1)
    figures.add(f"loading {count} runes", float(seconds), "budget 60 ms")
    assert int(count) == 127


def test_a_snippet(figures: Figures, benchmark: Any, site: Site) -> None:
    samples = [rune.sample for rune in site.vocabulary if rune.sample and not rune.internal]
    text = ""
    while len(text) < 2000:
        text += samples.pop(0) + "\n"
    text = text[:2000].rsplit("\n\n", 1)[0] + "\n"
    options = ParseOptions(fences="escaped")
    benchmark.pedantic(lambda: None, rounds=1)
    figures.add("checking a 2 kB snippet, warm", least(lambda: check(Page(parse(text, options), site))), "budget 5 ms")


def test_typing_with_checks(figures: Figures, benchmark: Any, site: Site) -> None:
    """A keystroke until every rule has run again."""
    for name, text in (("5,000 lines", long_page(5000)), ("200 lines", "\n".join(long_page(5000).split("\n")[:200]))):
        document = parse(text, ParseOptions(fences="escaped"))
        memory = CheckCache()
        check(Page(document, site), memory)
        times = []
        offset = long_page(200).find("\n\n", 2000) + 4
        for _ in range(60):
            start = process_time()
            document = document.edit(offset, offset, "x")
            check(Page(document, site), memory)
            times.append(process_time() - start)
        figures.add(
            f"keystroke with all checks, {name}: p50", sorted(times)[30], "budget 6 ms with the protocol around it"
        )
    benchmark.pedantic(lambda: None, rounds=1)
