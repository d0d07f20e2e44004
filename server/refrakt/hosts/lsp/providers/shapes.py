"""Whether what a plugin answers is what it should be. Only then is it told: one wrong place would break a whole list."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from refrakt.features.answers import (
    Action,
    Changes,
    Definition,
    Explanation,
    FileEdit,
    Landmark,
    Location,
    Note,
    Offer,
    Offers,
    Prepared,
    Replacement,
)
from refrakt.plugins.contract import FileProblem
from refrakt.rules.finding import SEVERITIES


def is_sound(answer: Any, size: int) -> bool:
    """Whether an answer about a file of so many characters can be told as it is."""
    match answer:
        case Explanation(place, str()) | Prepared(place, str()):
            return is_place(place, size)
        case Offers(tuple(items)):
            return all(_is_offer(each, size) for each in items)
        case Definition(origin, tuple(targets)):
            return is_place(origin, size) and all(map(is_location, targets))
        case Note(place, str(), tuple(places)):
            return is_place(place, size) and all(map(is_location, places))
        case Landmark(str(), location, str()):
            return is_location(location)
        case Location():
            return is_location(answer)
        case Action(str(), str()):
            return _words(answer.codes)
        case FileProblem():
            return _is_problem(answer, size)
        case Changes(tuple(edits), tuple(created), tuple(moved)):
            return all(map(_is_edit, edits)) and all(_words(each) and len(each) == 2 for each in (*created, *moved))
    return False


def is_place(place: Any, size: int | None = None) -> bool:
    """Whether something is a stretch of a text."""
    match place:
        case (int(start), int(end)):
            return 0 <= start <= end and (size is None or end <= size)
    return False


def is_location(location: Any) -> bool:
    match location:
        case Location(str(), place, whole):
            return is_place(place) and (whole is None or is_place(whole))
    return False


def _is_offer(offer: Any, size: int) -> bool:
    if not isinstance(offer, Offer):
        return False
    words = offer.label, offer.kind, offer.insert, offer.plain, offer.detail, offer.sort, offer.filter
    return _words(words) and is_place(offer.place, size) and are_replacements(offer.also, size)


def _is_problem(problem: FileProblem, size: int) -> bool:
    return (
        _words((problem.code, problem.message, problem.suggestion or "", *problem.instead_of))
        and problem.severity in SEVERITIES
        and is_place(problem.place, size)
        and are_replacements(problem.fix, size)
        and all(is_location(location) and isinstance(message, str) for location, message in problem.related)
    )


def _is_edit(edit: Any) -> bool:
    return (
        isinstance(edit, FileEdit)
        and _words((edit.path, edit.text))
        and are_replacements(edit.replacements, len(edit.text))
    )


def are_replacements(replacements: Iterable[Any], size: int) -> bool:
    """Whether these are pieces of text for places of one file."""
    return all(
        isinstance(each, Replacement) and is_place(each.place, size) and isinstance(each.new, str)
        for each in replacements
    )


def _words(values: Iterable[Any]) -> bool:
    return all(isinstance(each, str) for each in values)
