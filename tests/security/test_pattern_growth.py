"""Our own regular expressions on hostile text: the time of each grows with the text, and no faster."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = Path(__file__).with_name("pattern_growth.py")

ONLY_SEEMINGLY = {
    ("refrakt.plugins.plugin_validation", "_URI", "search"): "handed to a function that calls `fullmatch`"
}
"""Patterns that are found but harmless, with the reason."""


def test_no_pattern_of_the_server_takes_more_than_linear_time() -> None:
    ran = subprocess.run([sys.executable, PROGRAM], capture_output=True, text=True, timeout=600, check=True)
    found = {(module, name, method): (ratio, text) for module, name, method, ratio, text in json.loads(ran.stdout)}
    assert {key: each for key, each in found.items() if key not in ONLY_SEEMINGLY} == {}


@pytest.mark.parametrize(
    ("pattern", "method"),
    [
        (r"(a+)+b", "match"),
        (r"(a|aa)+$", "match"),
        (r"\s*/?\s*x", "match"),
        (r"a*b", "search"),
        (r"(\S.*?)[ \t]*", "fullmatch"),
    ],
)
def test_the_program_finds_what_is_slow(pattern: str, method: str) -> None:
    program = (
        f"import sys, re, signal; sys.path.insert(0, {str(PROGRAM.parent)!r}); import pattern_growth as growth;"
        f"signal.signal(signal.SIGALRM, growth._stop); print(growth.growth(re.compile({pattern!r}), {method!r}))"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=True)
    assert re.match(r"\((\d|inf)", ran.stdout), ran.stdout
