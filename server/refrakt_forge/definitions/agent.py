"""An agent: model settings, a system prompt, and the tools it may use."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

PROVIDERS = ("anthropic", "openai", "google")
MOST_TOKENS = 200_000
CACHE_SOURCE_FIELDS = {"file": "path", "glob": "pattern", "inline": "content", "codex": "uri"}
"""The types of cache sources, with the field that each one needs."""


@dataclass(frozen=True, slots=True)
class LanguageModel:
    provider: str
    model: str
    temperature: float | None = None
    max_tokens: float | None = None


@dataclass(frozen=True, slots=True)
class AgentDefinition:
    """An agent as written, or with everything it inherits."""

    name: str
    version: str
    llm: LanguageModel | None
    description: str | None = None
    tools: tuple[str, ...] = ()
    """References: a name, optionally with `@` and a range."""
    tags: tuple[str, ...] = ()
    system_prompt: str | None = None
    extends: str | None = None
    custom_tools: tuple[Mapping[str, Any], ...] = ()
    caching: Mapping[str, Any] | None = None
    config: Mapping[str, Any] = field(default_factory=dict)
    author: str | None = None
    license: str | None = None


def agent_from(data: Mapping[str, Any]) -> AgentDefinition:
    """An agent from the data of a valid document; keys that are not known are dropped."""
    model = data.get("llm")
    return AgentDefinition(
        data["name"],
        data["version"],
        _model(model) if isinstance(model, Mapping) else None,
        data.get("description"),
        tuple(data.get("tools") or ()),
        tuple(data.get("tags") or ()),
        data.get("system_prompt"),
        data.get("extends"),
        tuple(data.get("custom_tools") or ()),
        data.get("caching"),
        data.get("config") or {},
        data.get("author"),
        data.get("license") if isinstance(data.get("license"), str) else None,
    )


def _model(data: Mapping[str, Any]) -> LanguageModel:
    return LanguageModel(data["provider"], data["model"], data.get("temperature"), data.get("max_tokens"))
