"""Functions, with the parameters they take."""

from __future__ import annotations

from collections.abc import Iterator

from ..answers import Offer
from ..functions import Signature, functions
from ..page import PageContext
from ..place import Place
from ..snippets import plain, stop
from .ending import Ending, ending_of


def offers(page: PageContext, place: Place) -> Iterator[Offer]:
    ending = ending_of(place)
    for signature in functions(page.site):
        yield _offer(signature, place, ending)


def _offer(signature: Signature, place: Place, ending: Ending) -> Offer:
    insert = signature.name
    if place.behind != "(":
        parameters = (stop(number, each) for number, each in enumerate(signature.parameters, 1))
        insert += f"({', '.join(parameters) or '$1'})"
        if place.kind == "name":
            insert = f"{ending.lead}{insert}{ending.finish}"
    bare = plain(insert)
    is_snippet = bare != insert
    return Offer(
        signature.name,
        "function",
        place.word,
        insert,
        is_snippet,
        bare if is_snippet else "",
        str(signature),
        (lambda: signature.about) if signature.about else None,
        f"8{signature.name}",
    )
