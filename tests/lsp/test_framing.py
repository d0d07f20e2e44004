"""Messages come out whole, however they come in, and one that is broken does not cost the next."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from refrakt.hosts.lsp import framing
from refrakt.hosts.lsp.framing import Broken, Framer


def frame(body: bytes, header: bytes = b"Content-Length: %d\r\n\r\n") -> bytes:
    return header % len(body) + body


def everything(framer: Framer) -> list[bytes | Broken]:
    found = []
    while (each := framer.next()) is not None:
        found.append(each)
    return found


def read(*pieces: bytes) -> list[bytes | Broken]:
    framer = Framer()
    found = []
    for each in pieces:
        framer.feed(each)
        found += everything(framer)
    return found


def bodies(found: list[bytes | Broken]) -> list[bytes]:
    return [each for each in found if isinstance(each, bytes)]


@given(st.lists(st.binary(max_size=40), max_size=6), st.data())
def test_pieces_of_any_size_give_the_same_messages(messages: list[bytes], data: st.DataObject) -> None:
    stream = b"".join(map(frame, messages))
    framer = Framer()
    found: list[bytes | Broken] = []
    at = 0
    while at < len(stream):
        size = data.draw(st.integers(1, 20))
        framer.feed(stream[at : at + size])
        found += everything(framer)
        at += size
    assert found == messages


def test_headers_are_not_case_sensitive_and_may_be_several() -> None:
    header = b"Content-Type: application/vscode-jsonrpc; charset=utf-8\r\ncontent-LENGTH:%d\r\n\r\n"
    assert read(frame(b"{}", header)) == [b"{}"]


def test_bare_line_feeds_end_a_header() -> None:
    assert read(frame(b"{}", b"Content-Length: %d\n\n")) == [b"{}"]


def test_rubbish_before_a_header_is_told_once() -> None:
    found = read(b"hello there\r\n\r\nmore\r\n\r\n" + frame(b"{}"))
    assert [type(each) for each in found] == [Broken, bytes]


def test_a_length_that_is_too_short_costs_one_message() -> None:
    found = read(b'Content-Length: 5\r\n\r\n{"a": 1}' + frame(b'{"b": 2}') + frame(b'{"c": 3}'))
    assert bodies(found)[1:] == [b'{"b": 2}', b'{"c": 3}']


def test_a_length_that_is_no_number() -> None:
    found = read(b"Content-Length: many\r\n\r\n" + frame(b"{}"))
    assert [type(each) for each in found] == [Broken, bytes]


def test_a_header_without_end_is_given_up() -> None:
    found = read(b"x" * 20_000, b"y" * 20_000, b"\r\n\r\n" + frame(b"{}"))
    assert bodies(found) == [b"{}"]
    assert sum(isinstance(each, Broken) for each in found) == 1


def test_a_message_beyond_all_measure_is_thrown_away() -> None:
    size = framing.LARGEST + 1
    framer = Framer()
    framer.feed(b"Content-Length: %d\r\n\r\n" % size)
    assert [type(each) for each in everything(framer)] == [Broken]
    chunk = b"x" * (1 << 20)
    left = size
    while left:
        framer.feed(chunk[:left])
        left -= min(len(chunk), left)
        assert everything(framer) == []
    framer.feed(frame(b"{}"))
    assert everything(framer) == [b"{}"]
