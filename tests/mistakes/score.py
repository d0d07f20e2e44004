"""Seeds mistakes and scores what is reported for them and what `refrakt.fix` makes of them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from mistakes.kind import Kind, Mistake, SamplePage
from mistakes.pages import Pages
from refrakt.markdoc.document import Document, parse
from refrakt.markdoc.tree_equality import same_tree
from refrakt.rules.apply_fixes import is_safe
from refrakt.rules.problem import Problem
from refrakt.services.fix import FixInput, fixed_page


@dataclass(frozen=True)
class Seeded:
    """A page with one mistake."""

    kind: str
    page: SamplePage
    mistake: Mistake

    @property
    def text(self) -> str:
        return self._with(self.mistake.new)

    @property
    def truth(self) -> SamplePage:
        """The page without the mistake."""
        right = self.mistake.right
        return self.page if right is None else replace(self.page, text=self._with(right))

    def _with(self, new: str) -> str:
        return self.page.text[: self.mistake.start] + new + self.page.text[self.mistake.end :]


@dataclass(frozen=True)
class Score:
    """What became of one seeded mistake."""

    seeded: Seeded
    problems: tuple[Problem, ...]
    """Problems that the page did not have before, in text order."""
    fixed_text: str
    remaining: int
    """New problems that are left after the fixes."""
    fixed: bool
    """Whether the page is again what it was: the same text, or the same tree and frontmatter."""
    fixed_unsafely: bool
    """The same with unsafe fixes."""

    @property
    def detected(self) -> bool:
        return bool(self.problems)

    @property
    def explained(self) -> bool:
        """Whether the first problem says what is right."""
        return bool(self.problems) and says(self.problems[0], self.seeded.mistake.expected)

    @property
    def harmful(self) -> bool:
        """Whether the mistake was changed into something else, without a problem left.

        The page may have problems of its own, whose fixes do not count.
        """
        is_changed = self.fixed_text != self.seeded.text and any(map(is_safe, self.problems))
        return not self.fixed and is_changed and self.remaining == 0


def says(problem: Problem, expected: Iterable[str]) -> bool:
    text = f"{problem.message}\n{problem.suggestion or ''}".lower()
    return any(each.lower() in text for each in expected)


def seeded(pages: Iterable[SamplePage], kinds: Mapping[str, Kind], most: int) -> Iterator[Seeded]:
    """Up to `most` mistakes of each kind, each in another page. The same every time."""
    listed = list(pages)
    for name, kind in kinds.items():
        order = random.Random(name)
        shuffled = listed.copy()
        order.shuffle(shuffled)
        found = 0
        for page in shuffled:
            places = list(kind(page))
            if places:
                yield Seeded(name, page, order.choice(places))
                found += 1
                if found == most:
                    break


class Scorer:
    """Scores mistakes in the pages of one project."""

    def __init__(self, pages: Pages) -> None:
        self.context = pages.context
        self.before: dict[str, Counter[tuple[str, str]]] = {}

    def score(self, seeded: Seeded) -> Score:
        page = seeded.page
        safely = fixed_page(self.context, FixInput(page.path, content=seeded.text))
        known = self._known(page)
        problems = tuple(_new(safely.problems, known))
        remaining = len(list(_new(safely.remaining, known)))
        fixed = self._is_truth(seeded.truth, safely.result.text)
        unsafely = fixed
        if not fixed and any(each.fix and each.fix.applicability == "unsafe" for each in safely.problems):
            result = fixed_page(self.context, FixInput(page.path, content=seeded.text, unsafe_fixes=True)).result
            unsafely = self._is_truth(seeded.truth, result.text)
        return Score(seeded, problems, safely.result.text, remaining, fixed, unsafely)

    def _known(self, page: SamplePage) -> Counter[tuple[str, str]]:
        if page.path not in self.before:
            found = fixed_page(self.context, FixInput(page.path, content=page.text)).problems
            self.before[page.path] = Counter((each.code, each.message) for each in found)
        return self.before[page.path]

    def _is_truth(self, page: SamplePage, text: str) -> bool:
        """Whether a text is the page, or the page after the fixes of its own problems."""
        if text == page.text or _same(page, text, page.text):
            return True
        own = fixed_page(self.context, FixInput(page.path, content=page.text)).result.text
        return own != page.text and (text == own or _same(page, text, own))


def _same(page: SamplePage, text: str, truth: str) -> bool:
    """Whether two texts have the same frontmatter and the same tree."""
    document, wanted = parse(text, page.site.options), parse(truth, page.site.options)
    if _data(document) != _data(wanted) or len(document.tree.children) != len(wanted.tree.children):
        return False
    return all(map(same_tree, document.tree.children, wanted.tree.children))


def _data(document: Document) -> object:
    """The frontmatter as data, since YAML may be written in several ways."""
    return document.frontmatter.data if document.frontmatter is not None else None


def _new(problems: Iterable[Problem], known: Counter[tuple[str, str]]) -> Iterator[Problem]:
    left = known.copy()
    for each in problems:
        key = each.code, each.message
        if left[key] > 0:
            left[key] -= 1
        else:
            yield each
