"""Everything that can be mended at once: all of a kind, or all on the page.

Only what is safe: an error or a warning whose fix leaves the page better. Hints are proposals, and a person takes them one by one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial

from refrakt.project.index.problem import PageProblem
from refrakt.project.index.supposed import supposed_problems
from refrakt.project.index.view import SiteView
from refrakt.project.mending import badness, is_safe, mended_wholly

from ..answers import Action, Changes
from ..supposing import supposed
from .asked import Asked
from .registry import offers
from .rewriting import differences

SOURCE = "source.fixAll.refrakt"
QUICK = "quickfix"


@offers(QUICK, rank=8)
def fix_all_of_a_kind(asked: Asked) -> Iterator[Action]:
    here = dict.fromkeys(each.code for each in asked.problems if is_safe(each))
    if not here:
        return
    counts = Counter(each.code for each in asked.known if is_safe(each))
    for code in here:
        if counts[code] > 1:
            title = f"Fix all {counts[code]} {code} problems on this page"
            yield Action(title, QUICK, partial(_mended, asked, (code,)), (code,))
    if len(counts) > 1:
        title = f"Fix all {counts.total()} problems on this page that can be fixed by themselves"
        yield Action(title, QUICK, partial(_mended, asked), tuple(here))


@offers(SOURCE, rank=90)
def fix_all(asked: Asked) -> Iterator[Action]:
    codes = tuple(dict.fromkeys(each.code for each in asked.known if is_safe(each)))
    if codes:
        yield Action("Fix everything that can be fixed by itself", SOURCE, partial(_saved, asked), codes)


def _saved(asked: Asked) -> Changes:
    """Everything that can be mended. Editors ask for it with every save, when nobody wants to hear that nothing could be."""
    return _mended(asked) or Changes()


def _mended(asked: Asked, codes: tuple[str, ...] = ()) -> Changes | None:
    page, editor = asked.page, asked.editor
    documents = {asked.text: asked.document}

    def look(text: str, view: SiteView | None = page.view) -> list[PageProblem]:
        document = documents.get(text)
        if document is None:
            document = documents[text] = supposed(asked.document, differences(asked.text, text))
        return asked.guard(lambda: supposed_problems(document, page.site, page.path, editor, view, asked.memory))

    # Other pages may change meanwhile, and would be blamed on the fixes.
    result, _ = mended_wholly(asked.text, look, lambda text: badness(look(text, None)), codes)
    return asked.edited(differences(asked.text, result.text)) if result.problems else None
