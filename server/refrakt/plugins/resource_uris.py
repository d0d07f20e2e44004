"""URIs of resources, and URI templates.

Ours start with `refrakt://`; a plugin may have its own scheme. The matcher of the protocol library does not know lists of query
variables (`{?attrs*}`), so templates are matched here: `{name}` is one segment, `{+name}` the rest of the path, `{?a,b}` the keys
of the query. Values are names to look up, never paths to open, so dots in them do no harm.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from urllib.parse import unquote

from refrakt.errors import RefraktError

MAX_URI = 4000
"""Characters of a URI."""
_VARIABLE = re.compile(r"\{(\+?)([A-Za-z_][A-Za-z0-9_]*)\}")
_QUERY = re.compile(r"\{\?([^}]*)\}$")


@dataclass(frozen=True, slots=True)
class ResourceUri:
    """The parsed URI of a request."""

    uri: str
    without_query: str
    """Still percent-encoded."""
    query: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class UriTemplate:
    """The template of a resource."""

    text: str
    pattern: re.Pattern[str]
    variables: tuple[str, ...]
    """The variables of the path, in order."""
    query_keys: frozenset[str]
    any_query: bool = False
    """Whether other keys are allowed, too."""

    @property
    def scheme(self) -> str:
        """The scheme, with its slashes."""
        return self.text.partition("://")[0] + "://"

    @property
    def fixed(self) -> str | None:
        """The URI without its query, if the path has no variables."""
        return None if self.variables else _QUERY.sub("", self.text)

    def match(self, uri: ResourceUri) -> dict[str, str] | None:
        """The values of the variables in the path; None if the URI does not match."""
        found = self.pattern.fullmatch(uri.without_query)
        if found is None:
            return None
        return {name: unquote(value) for name, value in zip(self.variables, found.groups(), strict=True)}

    def check_query(self, uri: ResourceUri) -> None:
        """Refuse unknown keys in the query."""
        unknown = [key for key in uri.query if key not in self.query_keys]
        if unknown and not self.any_query:
            keys = ", ".join(sorted(self.query_keys))
            hint = f"known keys: {keys}" if self.query_keys else "remove the query"
            raise RefraktError("INVALID_ARGS", f"unknown query key `{unknown[0][:60]}` in `{self.text}`", hint)


@cache
def parse_template(text: str) -> UriTemplate:
    """A template from its text."""
    query = _QUERY.search(text)
    names = [each.strip() for each in query.group(1).split(",")] if query else []
    path = text[: -len(query.group(0)) if query else None]
    pattern, start = "", 0
    variables = []
    for found in _VARIABLE.finditer(path):
        pattern += re.escape(path[start : found.start()]) + ("(.*)" if found.group(1) else "([^/]+)")
        variables.append(found.group(2))
        start = found.end()
    pattern += re.escape(path[start:])
    keys = frozenset(each for each in names if not each.endswith("*"))
    return UriTemplate(text, re.compile(pattern, re.DOTALL), tuple(variables), keys, len(keys) < len(names))


def parse_uri(uri: str) -> ResourceUri:
    """Split a URI into path and query."""
    if len(uri) > MAX_URI:
        raise RefraktError(
            "INVALID_ARGS", f"URI of {len(uri)} characters is too long", f"use at most {MAX_URI} characters"
        )
    without_query, _, query = uri.partition("?")
    pairs = (each.partition("=") for each in query.split("&") if each)
    return ResourceUri(uri, without_query, {unquote(key): unquote(value) for key, _, value in pairs})
