"""Parses many documents with both engines and reports the differences."""

from __future__ import annotations

import re
import traceback
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from typing import Any, NamedTuple

from . import ours
from .minimise import minimise
from .reference import Reference

BATCH = 500
Request = Mapping[str, Any]


class Difference(NamedTuple):
    """A document with different results; `source` as found, and minimised."""

    request: Request
    what: str

    def __str__(self) -> str:
        return f"{self.request['source']!a}  {_on(self.request)}\n    {self.what}"


def compare(reference: Reference, requests: Iterable[Request], most: int = 10) -> list[Difference]:
    """The first few differences among many documents, minimised."""
    found: list[Difference] = []
    with ThreadPoolExecutor(1) as pool:
        queue = iter(requests)
        while batch := list(islice(queue, BATCH)):
            # The reference works in its own process, so both engines read the batch at the same time.
            params = pool.submit(reference.request, batch)
            mine = [_ours(request) for request in batch]
            for request, ours_says, theirs in zip(batch, mine, params.result(), strict=True):
                if (what := compare_one(request, ours_says, theirs)) is not None:
                    found.append(_smallest(reference, Difference(request, what)))
                    if len(found) >= most:
                        return found
    return found


def is_endless_in_reference(source: str) -> bool:
    """With comments allowed, the reference never returns from a comment inside the brackets of a link."""
    return (
        re.search(r"\[(?:(?!\n[ \t>]*\n).)*?<!--", source.replace("\r\n", "\n").replace("\r", "\n"), re.DOTALL)
        is not None
    )


def _ours(request: Request) -> dict[str, Any]:
    try:
        return ours.answer(request)
    except Exception:  # noqa: BLE001  a crash is a difference like any other, and must not hide the rest
        return {"raised": traceback.format_exc(limit=-3)}


def compare_one(request: Request, mine: Mapping[str, Any], theirs: Mapping[str, Any]) -> str | None:
    if "raised" in mine:
        return f"ours raised {mine['raised']}"
    return ours.difference(mine, theirs, [key for key in request["want"] if key != "format"])


def _smallest(reference: Reference, found: Difference) -> Difference:
    kind = _kind(found.what)

    def has_same_difference(sources: Sequence[str]) -> list[bool]:
        requests = [{**found.request, "source": source} for source in sources]
        params = [request for request in requests if not _risky(request)]
        answers = iter(reference.request(params))
        return [not _risky(each) and _kind(compare_one(each, _ours(each), next(answers))) == kind for each in requests]

    small = {**found.request, "source": minimise(found.request["source"], has_same_difference)}
    return Difference(small, compare_one(small, _ours(small), reference.request([small])[0]) or found.what)


def _risky(request: Request) -> bool:
    return bool(request["options"].get("allowComments")) and is_endless_in_reference(request["source"])


def _kind(what: str | None) -> str | None:
    """Crashes shrink to crashes and differences to differences in the same answer, not into one another."""
    return None if what is None else re.split(r"[.\[: ]", what, maxsplit=1)[0]


def _on(request: Request) -> str:
    return " ".join(name for name, value in request["options"].items() if value)
