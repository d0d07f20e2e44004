"""The recorded cases, if they are beside the checkout.

Each case is a document with what the reference made of it. Values recorded for an older Markdoc are overridden by the
ones under `v0510`.
"""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

SHARED = Path(__file__).resolve().parents[3] / "shared"
CASES = SHARED / "oracle" / "markdoc" / "cases.jsonl.gz"
CONFIG = SHARED / "oracle" / "markdoc" / "config.json"
CORPUS = SHARED / "corpus"

KEYS = ("ast", "validate", "format", "transform", "html")


def cases() -> list[dict[str, Any]]:
    """Every recorded case, or none when the recordings are absent."""
    if not CASES.exists():
        return []
    with gzip.open(CASES, "rt", encoding="utf-8") as file:
        found = [json.loads(line) for line in file]
    return [{**case, **case.get("v0510", {})} for case in found]


def options(case: dict[str, Any]) -> dict[str, bool]:
    """The parser options of a case, with the names of the reference."""
    mode = case.get("mode") or {}
    return {**mode.get("tokenizer", {}), "slots": bool(mode.get("slots"))}


def config(case: dict[str, Any]) -> dict[str, Any]:
    """The configuration of a case, as JSON, with its partials as texts."""
    if case["config"] != "CFG":
        return dict(case["config"] or {})
    recorded = json.loads(CONFIG.read_text(encoding="utf-8"))
    return {**recorded["CFG"], "partials": recorded["partials"]}


def threw(case: dict[str, Any], key: str) -> bool:
    """Whether the reference itself fell over."""
    value = case.get(key)
    return isinstance(value, dict) and "$error" in value
