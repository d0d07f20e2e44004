"""The requests of one registry: headers with its token, redirects, retries, and errors that repeat nothing of an answer.

The token is sent only to the origin of the registry's own URL. A redirect is followed only within the origin of the
requested URL: a registry that refers to another host says so in its index, where the checksum is as well.
"""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from dataclasses import dataclass

from refrakt.plugins import RefraktError
from refrakt_forge import limits
from refrakt_forge.config.settings import RegistrySettings
from refrakt_forge.errors import forge_error
from refrakt_forge.registries.call_budget import CallBudget
from refrakt_forge.registries.network_errors import network_error, refused_url, status_error
from refrakt_forge.registries.network_policy import NetworkPolicy, RefusedHostError, joined_url, origin

USER_AGENT = "refrakt-forge/1"
PAUSES = (0.2, 0.6)
"""Seconds before the second and the third attempt."""
MOST_REDIRECTS = 3
NOT_MODIFIED = 304
NOT_FOUND = 404
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_FIRST_SERVER_ERROR = 500
_TOKEN = re.compile(r"[\x21-\x7e]{1,8192}")
_LONGEST_ETAG = 256
_SECRET_LENGTH = 8
"""Characters of a token that does not occur in an answer by chance."""
_ETAG = re.compile(r'(?:W/)?"[\x21\x23-\x7e]*"')


@dataclass(frozen=True, slots=True)
class Answer:
    """`status` is 200, 304 if the ETag still applies, or 404."""

    status: int
    body: bytes = b""
    etag: str | None = None


class RegistryRequests:
    def __init__(
        self, registry: RegistrySettings, policy: NetworkPolicy, token: str | None, budget: CallBudget
    ) -> None:
        self._registry = registry
        self._policy = policy
        self._token = token
        self._budget = budget

    def get(self, url: str, limit: int, etag: str | None = None) -> Answer:
        """The answer to a request. `RefraktError` as `registry.py` describes; the status 404 is an answer."""
        self._policy.checked_url(self._registry.url)
        for pause in (*PAUSES, None):
            try:
                return self._followed(url, limit, etag)
            except _TemporaryError as error:
                if pause is None or self._budget.remaining() <= pause:
                    raise error.error from None
                time.sleep(pause)
        raise AssertionError("unreachable: the last attempt returns or raises")

    def _followed(self, url: str, limit: int, etag: str | None) -> Answer:
        """The answer after redirects. Errors name the requested URL: a server may repeat the token in another one."""
        current = self._policy.checked_url(url)
        for _ in range(MOST_REDIRECTS + 1):
            status, headers, body = self._request(current, url, limit, etag)
            self._refuse_secrets(url, body)
            if status not in _REDIRECTS:
                return self._answer(url, status, headers, body)
            current = joined_url(current, headers.get("location", ""))
            if origin(current) != origin(url) or not self._policy.allows(current):
                raise network_error(self._registry, "redirect", "redirects to another host", url)
        raise network_error(self._registry, "redirect", f"redirects more than {MOST_REDIRECTS} times", url)

    def _answer(self, url: str, status: int, headers: Mapping[str, str], body: bytes) -> Answer:
        if status in (200, NOT_MODIFIED, NOT_FOUND):
            found = headers.get("etag")
            return Answer(status, body if status == 200 else b"", found if self._is_etag(found) else None)
        error = status_error(self._registry, status, url, self._token is not None and self._is_own(url))
        raise _TemporaryError(error) if status >= _FIRST_SERVER_ERROR else error

    def _request(self, target: str, url: str, limit: int, etag: str | None) -> tuple[int, Mapping[str, str], bytes]:
        """The answer of a target; `url` is what it was requested as."""
        from refrakt_forge.registries import http_connection

        registry = self._registry
        headers = self._headers(target, etag)
        if not self._budget.remaining():
            raise network_error(registry, "timeout", "was not asked: the time for this call is over", url)
        self._budget.report_request(registry.name)
        try:
            status, found, body = http_connection.request(target, headers, limit, self._policy, self._budget)
        except RefusedHostError as error:
            raise refused_url(registry, registry.url if self._is_own(url) else url, str(error)) from None
        except http_connection.TooLargeError:
            message = f"answered with more than {limit} bytes"
            raise network_error(registry, "too_large", message, url) from None
        except http_connection.EncodingError:
            message = "answered in an encoding that was not requested, or incompletely"
            raise network_error(registry, "encoding", message, url) from None
        except http_connection.TIMEOUTS:
            raise network_error(registry, "timeout", "did not answer in time", url) from None
        except http_connection.FAILURES:
            failure = network_error(registry, "connection", "cannot be reached, or its answer is incomplete", url)
            raise _TemporaryError(failure) from None
        if not self._budget.accepts(len(body)):
            message = f"was not used any more: the answers of one call may have {limits.CALL_BYTES:,} bytes together"
            raise network_error(registry, "too_large", message, url)
        return status, found, body

    def _headers(self, url: str, etag: str | None) -> dict[str, str]:
        headers = {"User-Agent": USER_AGENT, "Accept": "application/json, text/plain;q=0.9, */*;q=0.1"}
        if etag is not None:
            headers["If-None-Match"] = etag
        token = self._token
        if token is None or not self._is_own(url):
            return headers
        if not _TOKEN.fullmatch(token):
            raise forge_error(
                "CONFIG_ERROR",
                f"the token of registry `{self._registry.name}` has characters that a header cannot have",
                "set the token without spaces, line breaks and quotes around it",
                details={"registry": self._registry.name},
            )
        auth = self._registry.auth
        name, prefix = ("X-API-Key", "") if auth is not None and auth.type == "apikey" else ("Authorization", "Bearer ")
        return {**headers, name: prefix + token}

    def _refuse_secrets(self, url: str, body: bytes) -> None:
        """An answer that repeats the token would bring it into the cache and to agents."""
        if self._token is not None and len(self._token) >= _SECRET_LENGTH and self._token.encode() in body:
            raise network_error(self._registry, "token", "answered with the token that it was sent", url)

    def _is_etag(self, value: str | None) -> bool:
        if value is None or len(value) > _LONGEST_ETAG or not _ETAG.fullmatch(value):
            return False
        return self._token is None or self._token not in value

    def _is_own(self, url: str) -> bool:
        return origin(url) == origin(self._registry.url)


class NoRequests:
    """The requests of a registry where the network must not be used."""

    def __init__(self, registry: RegistrySettings) -> None:
        self._registry = registry

    def get(self, url: str, limit: int, etag: str | None = None) -> Answer:
        raise network_error(self._registry, "offline", "has no cached answer", url)


class _TemporaryError(Exception):
    """A failure that another attempt may not have."""

    def __init__(self, error: RefraktError) -> None:
        super().__init__(error.code)
        self.error = error
