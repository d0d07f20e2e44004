"""Names of definitions and plugins, and references of the form `name@range`.

Names become parts of paths, so everything that is not a plain name is refused before any file is touched.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from refrakt.plugins.message_quoting import quoted
from refrakt_forge.errors import validation_failure
from refrakt_forge.limits import NAME_LENGTH, PATH_LENGTH

Kind = Literal["agent", "tool"]
KINDS: tuple[Kind, ...] = ("agent", "tool")
ARTICLE: dict[Kind, str] = {"agent": "an agent", "tool": "a tool"}
Tier = Literal["local", "global", "stockyard"]
TIERS: tuple[Tier, ...] = ("local", "global", "stockyard")
INSTALLED: tuple[Tier, ...] = ("local", "global")
"""The tiers that need no network."""

AGENT_NAME = re.compile(r"[a-zA-Z0-9\-_:]+")
TOOL_NAME = re.compile(r"[a-zA-Z0-9\-_]+")
NAME_PATTERNS = {"agent": AGENT_NAME, "tool": TOOL_NAME}
PLUGIN_NAME = re.compile(r"@[a-z0-9-]+/[a-z0-9-]+")
PLAIN_PLUGIN = re.compile(r"[a-zA-Z0-9][a-zA-Z0-9\-_.]*")
KEBAB_CASE = re.compile(r"[a-z][a-z0-9-]*")
REGISTRY_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
LATEST = "latest"


@dataclass(frozen=True, slots=True)
class DefinitionReference:
    """A name with a version range. `plugin` is set for a component of a plugin: `@org/plugin/component`, `@plugin/component`."""

    name: str
    range: str = LATEST
    plugin: str | None = None

    @property
    def qualified_name(self) -> str:
        """The name with its plugin, without the range."""
        if self.plugin is None:
            return self.name
        return f"{self.plugin}/{self.name}" if "/" in self.plugin else f"@{self.plugin}/{self.name}"


def parse_reference(text: str) -> DefinitionReference:
    """`a`, `a@^1`, `@plugin/a`, `@org/plugin/a@1`. Does not check the name."""
    name, _, range = text[1:].partition("@")
    name = text[:1] + name
    plugin = None
    if name.startswith("@") and "/" in name:
        plugin, _, name = name.rpartition("/")
        if "/" not in plugin:  # a plugin without an organisation
            plugin = plugin[1:]
    return DefinitionReference(name, range.strip() or LATEST, plugin)


def checked_reference(kind: Kind, text: str, field: str = "name") -> DefinitionReference:
    """A reference from a caller. `RefraktError` with VALIDATION_ERROR unless every part is a plain name."""
    found = parse_reference(text)
    valid = len(text) <= NAME_LENGTH and NAME_PATTERNS[kind].fullmatch(found.name) is not None
    if not valid or (found.plugin is not None and not is_plugin_name(found.plugin)):
        raise validation_failure(
            field,
            f"`{field}` is not the name of {ARTICLE[kind]}: {quoted(text)}",
            "use letters, digits, `-` and `_`, optionally with `@` and a version range",
        )
    return found


def is_path(text: str) -> bool:
    """Whether the system accepts a text as a path. Some of its functions raise an exception for other ones."""
    return bool(text) and len(text.encode("utf-8", "surrogatepass")) < PATH_LENGTH and "\0" not in text


def is_plugin_name(text: str) -> bool:
    """Whether a plugin may be called so: `name`, or `@org/name`."""
    return PLUGIN_NAME.fullmatch(text) is not None or (PLAIN_PLUGIN.fullmatch(text) is not None and ".." not in text)


def checked_plugin_name(text: str, field: str = "plugin") -> str:
    """The name of a plugin from a caller."""
    if len(text) > NAME_LENGTH or not is_plugin_name(text):
        message = f"`{field}` is not the name of a plugin: {quoted(text)}"
        raise validation_failure(field, message, "use `@org/name`, or the name of a folder in `.fractary/plugins`")
    return text
