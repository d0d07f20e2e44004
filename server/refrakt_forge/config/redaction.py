"""Secrets in output: URLs with passwords or tokens, and values that are named like secrets."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

HIDDEN = "***"
_SECRET_KEY = re.compile(r"(?i)(?<!max[-_])(?:token|secret|password|passwd|api[-_]?key|credential)s?$")
_SECRET_QUERY = re.compile(r"(?i)token|secret|password|key|sig|auth|credential")
_SPACE = re.compile(r"\s")
_URL = re.compile(r"(?i)(?<![a-z0-9+.-])[a-z][a-z0-9+.-]*://[^\s\"'<>]+")


def shown_url(url: str) -> str:
    """A URL without user, password and secret parameters."""
    try:
        parts = urlsplit(url)
        host = parts.netloc.rpartition("@")[2]
        query = parts.query
        if _SECRET_QUERY.search(query):
            pairs = parse_qsl(query, keep_blank_values=True)
            query = urlencode(
                [(name, HIDDEN if _SECRET_QUERY.search(name) else value) for name, value in pairs], safe="*"
            )
        return urlunsplit((parts.scheme, host, parts.path, query, ""))
    except ValueError:
        return HIDDEN


def shown_text(text: str) -> str:
    """A text whose URLs have no secrets."""
    if "://" not in text:
        return text
    return _URL.sub(lambda found: shown_url(found[0]), text) if _SPACE.search(text) else shown_url(text)


def redacted(value: Any, name: str = "") -> Any:
    """Data without secrets. The name of a variable (`token_env`) is not one."""
    if isinstance(value, dict):
        return {key: redacted(each, str(key)) for key, each in value.items()}
    if isinstance(value, list):
        return [redacted(each, name) for each in value]
    if isinstance(value, str):
        if _SECRET_KEY.search(name):
            return HIDDEN
        return shown_text(value)
    return HIDDEN if value is not None and not isinstance(value, bool) and _SECRET_KEY.search(name) else value
