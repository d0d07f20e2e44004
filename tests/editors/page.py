"""The page that every editor opens: what is wrong in it, and where, is known beforehand."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

TEXT = """\
---
title: First light
---

# First light

Dawn 🌅 {% hnit type="note" %}comes{% /hnit %} early.

{% hint type="warning" %}
This one has its letters in order.
{% /hint %}
"""


@dataclass(frozen=True)
class Page:
    """A page in a project."""

    site: Path
    file: Path

    @classmethod
    def put(cls, site: Path) -> Page:
        file = site / "content" / "first-light.md"
        file.write_text(TEXT, encoding="utf-8")
        return cls(site, file)


@dataclass(frozen=True)
class Mark:
    """Where an editor shows a problem. Lines and columns count from 0, and each editor counts columns in its own way."""

    code: str
    line: int
    start: int
    stop: int


UNKNOWN_RUNE = "unknown-rune"
SUGGESTION = "did you mean 'hint'"


AGENT = """\
name: a
type: agent
version: 1.0.0
description: 🌅
llm:
  provider: openai
  model: x
  temperature: 2
tools: []
tags: [x]
system_prompt: Be brief.
"""


def write_agent(root: Path) -> Path:
    """An agent of Forge with a wrong temperature, and a YAML file that is none of Forge's."""
    file = root / ".fractary" / "agents" / "a.yaml"
    file.parent.mkdir(parents=True)
    file.write_text(AGENT, encoding="utf-8")
    (root / "outside.yaml").write_text("name: 1\n")
    return file
