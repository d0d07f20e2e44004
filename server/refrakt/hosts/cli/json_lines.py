"""JSON lines: a request per line on standard input, an answer with the same `id` per line on standard output, in order.

Starting Python takes longer than parsing a page, so scripts send many texts to one process. An invalid line gets an error as its
answer.
"""

from __future__ import annotations

import gc
import json
import sys
from collections.abc import Callable, Iterator, Mapping
from typing import Any, BinaryIO, NoReturn

from refrakt.hosts.cli import standard_output
from refrakt.hosts.cli.exit_codes import SUCCESS
from refrakt.hosts.cli.json_output import compact

Request = Mapping[str, Any]
Answer = dict[str, Any]

_COLLECT_AFTER = 1_000_000
"""Bytes of input between two collections; see `run`."""


LONGEST = 16 * 1024 * 1024
"""Most bytes of a line: enough for the largest page with every character escaped."""


class BadRequest(Exception):
    """An invalid line; the text says why."""


def run(answer: Callable[[Request], Answer]) -> int:
    """Answer standard input line by line. Blank lines are skipped."""
    # Nodes of a page are freed together. Collecting garbage while one is parsed finds nothing and takes up to a quarter of
    # the time, so it runs between pages.
    gc.disable()
    pending = 0
    try:
        for line in _lines(sys.stdin.buffer):
            if line is None:
                standard_output.write(compact({"id": None, "error": f"line exceeds {LONGEST:,} bytes"}) + "\n")
                standard_output.flush()
                continue
            if not line.strip():
                continue
            standard_output.write(_answer_line(line, answer) + "\n")
            standard_output.flush()
            pending += len(line)
            if pending > _COLLECT_AFTER:
                gc.collect()
                pending = 0
    finally:
        gc.enable()
    return SUCCESS


def _lines(source: BinaryIO) -> Iterator[bytes | None]:
    """The lines of an input; None for one that is too long, which is never kept as a whole."""
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
    except Exception as error:  # noqa: BLE001 an error for one text must not end the others
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
