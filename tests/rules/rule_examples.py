"""The examples in the documentation of a rule: a page with its problem, and the page to write instead."""

from __future__ import annotations

import re

from refrakt.rules.registry import Rule

_PATTERN = re.compile(
    r"(?P<text>.+)\n\n\*\*Example\*\*\n\n(?P<example>.+)\n\n\*\*Use instead\*\*\n\n(?P<instead>.+)", re.DOTALL
)
_FENCE = re.compile(r"(`{3,})markdoc \{% process=false %\}\n(.*\n)\1", re.DOTALL)
_ESCAPE = re.compile(r"\\u([0-9a-f]{4})")


def rule_examples(rule: Rule) -> tuple[str, str]:
    """The example with the problem and the one to use instead."""
    found = _PATTERN.fullmatch(rule.doc.strip())
    assert found is not None, f"{rule.code} has no examples"
    return _fenced(found["example"]), _fenced(found["instead"])


def _fenced(block: str) -> str:
    fence = _FENCE.fullmatch(block)
    assert fence is not None, f"not a single fence: {block}"
    return _ESCAPE.sub(lambda escape: chr(int(escape[1], 16)), fence[2])
