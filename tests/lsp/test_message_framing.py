"""Messages are split correctly, and a broken one does not affect the next."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from refrakt.hosts.lsp import message_framing
from refrakt.hosts.lsp.message_framing import InvalidFrame, MessageFramer


def frame(body: bytes, header: bytes = b"Content-Length: %d\r\n\r\n") -> bytes:
    return header % len(body) + body


def everything(framer: MessageFramer) -> list[bytes | InvalidFrame]:
    found = []
    while (each := framer.next()) is not None:
        found.append(each)
    return found


def read(*pieces: bytes) -> list[bytes | InvalidFrame]:
    framer = MessageFramer()
    found = []
    for each in pieces:
        framer.feed(each)
        found += everything(framer)
    return found


def bodies(found: list[bytes | InvalidFrame]) -> list[bytes]:
    return [each for each in found if isinstance(each, bytes)]


@given(st.lists(st.binary(max_size=40), max_size=6), st.data())
def test_chunk_size_does_not_matter(messages: list[bytes], data: st.DataObject) -> None:
    stream = b"".join(map(frame, messages))
    framer = MessageFramer()
    found: list[bytes | InvalidFrame] = []
    at = 0
    while at < len(stream):
        size = data.draw(st.integers(1, 20))
        framer.feed(stream[at : at + size])
        found += everything(framer)
        at += size
    assert found == messages


def test_headers_are_case_insensitive_and_may_repeat() -> None:
    header = b"Content-Type: application/vscode-jsonrpc; charset=utf-8\r\ncontent-LENGTH:%d\r\n\r\n"
    assert read(frame(b"{}", header)) == [b"{}"]


def test_line_feeds_alone_end_a_header() -> None:
    assert read(frame(b"{}", b"Content-Length: %d\n\n")) == [b"{}"]


def test_garbage_is_reported_once() -> None:
    found = read(b"hello there\r\n\r\nmore\r\n\r\n" + frame(b"{}"))
    assert [type(each) for each in found] == [InvalidFrame, bytes]


def test_short_length_costs_one_message() -> None:
    found = read(b'Content-Length: 5\r\n\r\n{"a": 1}' + frame(b'{"b": 2}') + frame(b'{"c": 3}'))
    assert bodies(found)[1:] == [b'{"b": 2}', b'{"c": 3}']


def test_invalid_length() -> None:
    found = read(b"Content-Length: many\r\n\r\n" + frame(b"{}"))
    assert [type(each) for each in found] == [InvalidFrame, bytes]


def test_endless_header_is_skipped() -> None:
    found = read(b"x" * 20_000, b"y" * 20_000, b"\r\n\r\n" + frame(b"{}"))
    assert bodies(found) == [b"{}"]
    assert sum(isinstance(each, InvalidFrame) for each in found) == 1


def test_oversized_message_is_skipped() -> None:
    size = message_framing.MAX_MESSAGE_BYTES + 1
    framer = MessageFramer()
    framer.feed(b"Content-Length: %d\r\n\r\n" % size)
    assert [type(each) for each in everything(framer)] == [InvalidFrame]
    chunk = b"x" * (1 << 20)
    left = size
    while left:
        framer.feed(chunk[:left])
        left -= min(len(chunk), left)
        assert everything(framer) == []
    framer.feed(frame(b"{}"))
    assert everything(framer) == [b"{}"]
