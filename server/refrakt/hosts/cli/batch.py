"""Many texts through one process: a JSON object per line in, one per line out, in order, with the same `id`.

Starting Python costs more than parsing a page, so a script that has a thousand texts sends them all to one process.
A line that makes no sense gets an answer that says so, and the next line is read as if nothing had happened.
"""

from __future__ import annotations

import gc
import json
import sys
from collections.abc import Callable, Iterator, Mapping
from typing import Any, BinaryIO, NoReturn

from . import streams
from .exits import FINE
from .jsontext import compact

Request = Mapping[str, Any]
Answer = dict[str, Any]

_COLLECT_AFTER = 1_000_000
"""Bytes of input between two collections; see `run`."""


LONGEST = 16 * 1024 * 1024
"""How many bytes a line may have: enough for the largest page, every character of it escaped."""


class BadRequest(Exception):
    """A line that cannot be answered; the text says what is wrong with it."""


def run(answer: Callable[[Request], Answer]) -> int:
    """Answer standard input line by line. Blank lines are passed over."""
    # Every page is a web of nodes that is dropped as a whole. Looking for garbage while one is being built finds
    # nothing and costs up to a quarter of the time, so that is done between pages.
    gc.disable()
    pending = 0
    try:
        for line in _lines(sys.stdin.buffer):
            if line is None:
                streams.write(
                    compact({"id": None, "error": f"a line may have {LONGEST:,} bytes, this one has more"}) + "\n"
                )
                streams.flush()
                continue
            if not line.strip():
                continue
            streams.write(_answer_line(line, answer) + "\n")
            streams.flush()
            pending += len(line)
            if pending > _COLLECT_AFTER:
                gc.collect()
                pending = 0
    finally:
        gc.enable()
    return FINE


def _lines(source: BinaryIO) -> Iterator[bytes | None]:
    """The lines of an input; None for one that is too long, of which no more than a piece is kept at a time."""
    skipping = False
    while piece := source.readline(LONGEST + 1):
        ended = piece.endswith(b"\n") or len(piece) <= LONGEST
        if skipping or not ended:
            if ended:
                yield None
            skipping = not ended
        else:
            yield piece
    if skipping:
        yield None


def _answer_line(line: bytes, answer: Callable[[Request], Answer]) -> str:
    identity: Any = None
    try:
        request = _request(line)
        identity = request.get("id")
        return compact({"id": identity, **answer(request)})
    except BadRequest as error:
        reason = str(error)
    except Exception as error:  # noqa: BLE001 whatever went wrong with one text, the others get their answers
        reason = f"{type(error).__name__}: {error}"
    return compact({"id": identity, "error": reason})


def _request(line: bytes) -> Request:
    try:
        text = line.decode("utf-8", "surrogatepass").removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}")
        request = json.loads(text, parse_constant=_no_constant, parse_float=_finite)
    except RecursionError:
        raise BadRequest("the JSON is nested too deeply") from None
    except ValueError as error:
        raise BadRequest(f"not a line of JSON: {error}") from None
    if not isinstance(request, dict):
        raise BadRequest("a line must be a JSON object")
    return request


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


def _finite(digits: str) -> float:
    value = float(digits)
    if value in (float("inf"), float("-inf")):
        raise ValueError(f"{digits} is too large a number")
    return value
