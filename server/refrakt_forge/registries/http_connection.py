"""One HTTP request with httpx2, within a budget of time and bytes. Import this module only where a request is made.

The library's client is not used: it follows proxies of the environment, keeps cookies, and logs URLs, which may contain tokens.
Connections go to checked addresses, and every read has the deadline of the call, so a server that sends one byte
at a time cannot hold it up.
"""

from __future__ import annotations

import logging
import ssl
import zlib
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

import httpcore2
import httpx2

from refrakt_forge.registries.call_budget import CallBudget
from refrakt_forge.registries.network_policy import NetworkPolicy

FAILURES = (httpcore2.NetworkError, httpcore2.ProtocolError, httpx2.HTTPError, ssl.SSLError, OSError, zlib.error)
TIMEOUTS = (httpcore2.TimeoutException, httpx2.TimeoutException, TimeoutError)
_ENCODING = "gzip"
_HEADERS = 64 * 1024
"""Bytes of an answer besides its body."""
_CONNECT_SECONDS = 5.0

# With debug logging the library would write the headers of answers, and a server may repeat a token there.
logging.getLogger("httpcore2").setLevel(logging.INFO)


class TooLargeError(Exception):
    """An answer above the limit."""


class EncodingError(Exception):
    """An answer in an encoding that was not requested, or that ends too early."""


def request(
    url: str, headers: Mapping[str, str], limit: int, policy: NetworkPolicy, budget: CallBudget
) -> tuple[int, httpx2.Headers, bytes]:
    """Status, headers and body of a GET request. Raises `FAILURES`, `TIMEOUTS`, `TooLargeError`,
    `EncodingError` or `RefusedHostError`.
    """
    backend = _CheckedBackend(url, policy, budget, limit)
    context = tls_context() if url.startswith("https:") else None
    made = httpx2.Request("GET", url, headers={"Accept-Encoding": _ENCODING, **headers})
    target = httpcore2.URL(
        scheme=made.url.raw_scheme, host=made.url.raw_host, port=made.url.port, target=made.url.raw_path
    )
    sent = httpcore2.Request("GET", target, headers=made.headers.raw)
    with httpcore2.ConnectionPool(ssl_context=context, network_backend=backend, max_keepalive_connections=0) as pool:
        answer = pool.handle_request(sent)
        try:
            found = httpx2.Headers(answer.headers)
            return answer.status, found, _body(answer, found, limit)
        finally:
            answer.close()


def _body(answer: httpcore2.Response, headers: httpx2.Headers, limit: int) -> bytes:
    """The decompressed body. The library would expand a chunk, and each encoding in it, before its size is known."""
    declared = headers.get("content-length", "")
    if declared.isdecimal() and int(declared[:20]) > limit:
        raise TooLargeError
    encoding = headers.get("content-encoding", "").strip().lower()
    if encoding not in ("", "identity", _ENCODING):
        raise EncodingError
    decompressor = zlib.decompressobj(zlib.MAX_WBITS | 16) if encoding == _ENCODING else None
    found = bytearray()
    for chunk in answer.iter_stream():
        found += chunk if decompressor is None else decompressor.decompress(chunk, limit + 1 - len(found))
        if len(found) > limit:
            raise TooLargeError
    if decompressor is not None and not decompressor.eof:
        raise EncodingError
    return bytes(found)


class _CheckedBackend(httpcore2.NetworkBackend):
    """Connects to the checked addresses of one URL."""

    def __init__(self, url: str, policy: NetworkPolicy, budget: CallBudget, limit: int) -> None:
        self._url = url
        self._policy = policy
        self._budget = budget
        self._limit = limit

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore2.NetworkStream:
        failure: Exception = httpcore2.ConnectError()
        for each in self._policy.checked_addresses(self._url, self._budget.remaining()):
            seconds = min(_CONNECT_SECONDS, self._budget.remaining())
            if not seconds:
                raise httpcore2.ConnectTimeout
            try:
                stream = httpcore2.SyncBackend().connect_tcp(each, port, seconds, local_address, socket_options)
                return _BoundedStream(stream, self._budget, self._limit + _HEADERS)
            except (httpcore2.ConnectError, httpcore2.ConnectTimeout) as error:
                failure = error
        raise failure


class _BoundedStream(httpcore2.NetworkStream):
    """A connection that ends with the budget of the call, or with the limit of bytes."""

    def __init__(self, stream: httpcore2.NetworkStream, budget: CallBudget, limit: int) -> None:
        self._stream = stream
        self._budget = budget
        self._left = limit

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        found = self._stream.read(max_bytes, self._seconds(httpcore2.ReadTimeout))
        self._left -= len(found)
        if self._left < 0:
            raise TooLargeError
        return found

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._stream.write(buffer, self._seconds(httpcore2.WriteTimeout))

    def close(self) -> None:
        self._stream.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore2.NetworkStream:
        stream = self._stream.start_tls(ssl_context, server_hostname, self._seconds(httpcore2.ConnectTimeout))
        return _BoundedStream(stream, self._budget, self._left)

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)

    def _seconds(self, over: type[httpcore2.TimeoutException]) -> float:
        remaining = self._budget.remaining()
        if not remaining:
            raise over
        return remaining


@cache
def tls_context() -> ssl.SSLContext:
    """Verifies certificates with those that the system trusts, or that `SSL_CERT_FILE` names."""
    return httpx2.create_ssl_context()
