"""The handshake lines, and version mismatches."""

from __future__ import annotations

import pytest

from refrakt.hosts.link.handshake import (
    VERSION,
    HandshakeReply,
    HandshakeRequest,
    encode_reply,
    encode_request,
    parse_reply,
    parse_request,
)


def test_a_request_has_purpose_and_options() -> None:
    assert encode_request("mcp", {"tool-names": "underscore"}) == b"refrakt-link 1 mcp tool-names=underscore\n"
    assert parse_request(encode_request("mcp", {"a": "b=c"})) == HandshakeRequest(VERSION, "mcp", {"a": "b=c"})


def test_a_reply_accepts_or_refuses_with_a_reason() -> None:
    assert parse_reply(encode_reply()) == HandshakeReply(VERSION, True, f"it uses link version {VERSION}")
    assert parse_reply(encode_reply("its host is an editor")) == HandshakeReply(VERSION, False, "its host is an editor")


def test_ok_in_another_version_is_a_refusal() -> None:
    output = parse_reply(b"refrakt-link 2 ok\n")
    assert output is not None
    assert not output.ok
    assert output.reason == "it uses link version 2"


@pytest.mark.parametrize(
    "line",
    [b"", b"\n", b"refrakt-link\n", b"refrakt-link x mcp\n", b'{"jsonrpc":"2.0"}\n', b"refrakt-link 1 mcp", b"\xff\n"],
)
def test_other_lines_are_not_handshakes(line: bytes) -> None:
    assert parse_request(line) is None
    assert parse_reply(line) is None


def test_a_handshake_is_one_short_line() -> None:
    assert parse_request(b"refrakt-link 1 mcp " + b"x" * 5000 + b"\n") is None
    with pytest.raises(ValueError, match="space"):
        encode_request("mcp", {"cwd": "two words"})
