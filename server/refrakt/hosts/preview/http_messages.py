"""Requests and responses of HTTP/1.1, as far as the preview needs them: small requests, one per connection."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from urllib.parse import parse_qsl, unquote, urlsplit

MAX_HEAD = 16 << 10
"""Bytes of a request line with its headers."""
MAX_BODY = 4 << 10
REQUEST_TIMEOUT = 10.0
"""Seconds until a request must be complete."""


@dataclass(frozen=True, slots=True)
class HttpRequest:
    method: str
    segments: tuple[str, ...]
    """The decoded segments of the path; `/a/b/` has three, of which the last is empty."""
    query: Mapping[str, str]
    headers: Mapping[str, str]
    """With names in lower case."""
    body: bytes = b""


@dataclass(frozen=True, slots=True)
class HttpResponse:
    status: HTTPStatus
    body: bytes = b""
    media_type: str = "text/plain; charset=utf-8"
    headers: Mapping[str, str] = field(default_factory=dict)

    def encode(self) -> bytes:
        return encode_head(self.status, {**self.headers, **self._own_headers()}) + self.body

    def _own_headers(self) -> dict[str, str]:
        return {"Content-Type": self.media_type, "Content-Length": str(len(self.body))}


class RefusedRequest(Exception):
    """Why a request cannot be answered."""

    def __init__(self, status: HTTPStatus) -> None:
        super().__init__(status.phrase)
        self.status = status


def encode_head(status: HTTPStatus, headers: Mapping[str, str]) -> bytes:
    """The first line and the headers of a response. Every connection has one response."""
    lines = [f"HTTP/1.1 {status.value} {status.phrase}", "Connection: close"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    return "\r\n".join([*lines, "", ""]).encode("latin-1")


async def read_request(reader: asyncio.StreamReader) -> HttpRequest:
    """Read a request. Raises `RefusedRequest`, or `OSError` and `EOFError` if the connection ends."""
    async with asyncio.timeout(REQUEST_TIMEOUT):
        try:
            head = await reader.readuntil(b"\r\n\r\n")
        except asyncio.LimitOverrunError as error:
            raise RefusedRequest(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE) from error
        method, target, headers = _parsed_head(head)
        body = await _body(reader, headers)
    try:
        parts = urlsplit(target)
        segments = tuple(unquote(each, errors="strict") for each in parts.path.removeprefix("/").split("/"))
        query = dict(parse_qsl(parts.query, keep_blank_values=True, max_num_fields=20))
    except ValueError as error:
        raise RefusedRequest(HTTPStatus.BAD_REQUEST) from error
    return HttpRequest(method, segments, query, headers, body)


def _parsed_head(head: bytes) -> tuple[str, str, dict[str, str]]:
    first, *lines = head.decode("latin-1").split("\r\n")
    match first.split(" "):
        case [method, target, "HTTP/1.1" | "HTTP/1.0"] if target.startswith("/"):
            pass
        case _:
            raise RefusedRequest(HTTPStatus.BAD_REQUEST)
    headers: dict[str, str] = {}
    for line in filter(None, lines):
        name, colon, value = line.partition(":")
        name = name.lower()
        if not colon or name in headers or name != name.strip():  # two hosts or two lengths are an attack
            raise RefusedRequest(HTTPStatus.BAD_REQUEST)
        headers[name] = value.strip()
    return method, target, headers


async def _body(reader: asyncio.StreamReader, headers: Mapping[str, str]) -> bytes:
    if "transfer-encoding" in headers:
        raise RefusedRequest(HTTPStatus.NOT_IMPLEMENTED)
    length = headers.get("content-length", "0")
    if not (length.isascii() and length.isdigit()):
        raise RefusedRequest(HTTPStatus.BAD_REQUEST)
    if len(length) > 6 or int(length) > MAX_BODY:
        raise RefusedRequest(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    return await reader.readexactly(int(length))
