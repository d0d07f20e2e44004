"""What a tool returns besides data: images, audio, files and texts with a URI.

A handler returns one of these, or a `ToolResult` with several and with data. Hosts show them in their own form, so they contain
bytes and not the encoding of a protocol. A copy within limits is made of each.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from refrakt.plugins.plain_data import Malformed, limited, plain_string, type_name

MAX_CONTENT = 4_000_000
"""Bytes of all content of one result."""
MAX_BLOCKS = 20
MAX_URI = 4_000
"""Characters of a URI."""

_URI = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:[!-~\xa1-\U0010ffff]+")
_MIME_TYPE = re.compile(r"([\w.+-]+)/[\w.+-]+(?:; ?[\w.+-]+=[\w.+-]+)*", re.ASCII)


@dataclass(frozen=True, slots=True)
class ImageContent:
    """An image."""

    data: bytes
    mime_type: str = "image/png"


@dataclass(frozen=True, slots=True)
class AudioContent:
    """A sound."""

    data: bytes
    mime_type: str = "audio/wav"


@dataclass(frozen=True, slots=True)
class BinaryContent:
    """A file of any other kind."""

    uri: str
    data: bytes
    mime_type: str = "application/octet-stream"


@dataclass(frozen=True, slots=True)
class EmbeddedResource:
    """A text with the URI where it is from."""

    uri: str
    text: str
    mime_type: str = "text/plain"


ContentBlock = ImageContent | AudioContent | BinaryContent | EmbeddedResource
_BLOCKS = (ImageContent, AudioContent, BinaryContent, EmbeddedResource)


@dataclass(frozen=True, slots=True)
class ToolResult:
    """Data and content of one result."""

    content: tuple[ContentBlock, ...] = ()
    data: Any = None
    """What a tool without content returns: a model, a dict, a list, a string or nothing."""


def has_content(answer: object) -> bool:
    """Whether a handler has returned content."""
    return isinstance(answer, (*_BLOCKS, ToolResult))


def checked_content(answer: Any) -> tuple[ContentBlock, ...]:
    """Copies of the content of an answer. Raises `Malformed`."""
    blocks = limited(answer.content) if isinstance(answer, ToolResult) else [answer]
    if len(blocks) > MAX_BLOCKS:
        raise Malformed(f"has {len(blocks)} blocks of content; {MAX_BLOCKS} are allowed")
    checked = tuple(map(_block, blocks))
    size = sum(map(content_size, checked))
    if size > MAX_CONTENT:
        raise Malformed(f"has {size:,} bytes of content; {MAX_CONTENT:,} are allowed")
    return checked


def content_size(block: ContentBlock) -> int:
    """The bytes of a block."""
    return len(block.text.encode()) if isinstance(block, EmbeddedResource) else len(block.data)


def content_summary(answer: Any) -> dict[str, Any]:
    """An answer with content as JSON, without the bytes: for a terminal."""
    blocks = [
        {"type": _SUMMARY[type(each)], "mimeType": each.mime_type, "bytes": content_size(each)}
        for each in checked_content(answer)
    ]
    data = answer.data if isinstance(answer, ToolResult) else None
    return {"content": blocks} if data is None else {"content": blocks, "data": data}


_SUMMARY = {ImageContent: "image", AudioContent: "audio", BinaryContent: "binary", EmbeddedResource: "resource"}


def _block(value: Any) -> ContentBlock:
    if isinstance(value, ImageContent):
        return ImageContent(_bytes(value.data), _mime_type(value.mime_type, "image"))
    if isinstance(value, AudioContent):
        return AudioContent(_bytes(value.data), _mime_type(value.mime_type, "audio"))
    if isinstance(value, BinaryContent):
        return BinaryContent(_uri(value.uri), _bytes(value.data), _mime_type(value.mime_type))
    if isinstance(value, EmbeddedResource):
        return EmbeddedResource(_uri(value.uri), plain_string(value.text), _mime_type(value.mime_type))
    raise Malformed(f"has content of an unknown type: {type_name(value)}")


def _bytes(value: Any) -> bytes:
    if not isinstance(value, bytes | bytearray | memoryview):
        raise Malformed("has content whose `data` is not bytes")
    return bytes(value)


def _mime_type(value: Any, kind: str | None = None) -> str:
    text = plain_string(value)
    found = _MIME_TYPE.fullmatch(text)
    if found is None or (kind is not None and found[1] != kind):
        raise Malformed(f"has content whose `mime_type` is not {f'`{kind}/…`' if kind else 'a MIME type'}")
    return text


def _uri(value: Any) -> str:
    text = plain_string(value)
    if len(text) > MAX_URI or not _URI.fullmatch(text):
        raise Malformed("has content whose `uri` is not a URI")
    return text
