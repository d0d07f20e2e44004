"""Minimises a document that shows a failure.

Pieces are taken away, halves first, then quarters, down to single lines and single characters, for as long as what is
left still fails. Candidates are judged many at a time, because one exchange with the reference costs as much as ten.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

Predicate = Callable[[Sequence[str]], Sequence[bool]]
"""Which of these documents fail."""


def minimise(source: str, fails: Predicate) -> str:
    """Take away lines, then characters, then lines again as long as that helps; then write plainer what is left."""
    before = None
    while source != before:
        before = source
        source = _without(source.splitlines(keepends=True), fails)
        source = _without(list(source), fails)
    return _plainer(source, fails)


def _without(pieces: list[str], fails: Predicate) -> str:
    size = max(1, len(pieces) // 2)
    while pieces:
        candidates = [pieces[:at] + pieces[at + size :] for at in range(0, len(pieces), size)]
        failing = fails(["".join(each) for each in candidates])
        smaller = next((each for each, has_failed in zip(candidates, failing, strict=True) if has_failed), None)
        if smaller is not None:
            pieces = smaller
        elif size == 1:
            break
        else:
            size //= 2
    return "".join(pieces)


def _plainer(source: str, fails: Predicate) -> str:
    """Letters become `a` where it makes no difference which one they are."""
    for at, char in enumerate(source):
        if char.isalnum() and char != "a":
            candidate = source[:at] + "a" + source[at + 1 :]
            if fails([candidate])[0]:
                source = candidate
    return source
