"""Finds the mistake that leaves tags unmatched.

One mistake leaves several tags unmatched: with `{ tab %}`, its closing tag and those of the tabs around it. So each repair that is
possible is tried on the sequence of tags, and the one after which the most tags match is reported. The others disappear with it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from operator import itemgetter
from typing import NamedTuple

from refrakt.markdoc.document import Document
from refrakt.markdoc.document_cache import clear_with_documents
from refrakt.markdoc.text_edit import TextEdit
from refrakt.rules.lenient_tag.diagnosis import corrected_tag, misread
from refrakt.rules.missing_tags import MissingTags
from refrakt.rules.page import Page, Site
from refrakt.rules.parse_limits import unread_from
from refrakt.rules.problem import Problem
from refrakt.rules.repair_candidates import MOST_UNMATCHED, Candidate, MissingTag, RepairCandidates, TagRepair
from refrakt.rules.repair_reuse import PageChange, edited, is_quiet, moved_repairs, page_change
from refrakt.rules.tag_sequence import Key, TagToken, key_of, matched, tag_tokens, unmatched

PAIRING_ERRORS = frozenset({"missing-opening", "missing-closing"})
_MOST_REPAIRS = 20
"""How many mistakes of a page are explained; what is left is reported tag by tag."""
_WINDOW, _WIDEST_WINDOW = 40, 300
"""How many tags are considered at once."""
_MOST_TRIED = 120
"""How many repairs are tried for one mistake."""
_MOST_EDITS = 12
_MOST_NAMELESS = 20
"""How many invalid tags without a name are corrected."""
_MOST_VERIFIED = 4
"""How many repairs are tried on the page itself if all together do not help."""
_UNMATCHED_COST = 4.0
"""A repair may cost this much for each tag that matches after it."""


@dataclass(slots=True)
class TagRepairs:
    """The repairs of a page."""

    repairs: list[TagRepair]
    repaired: Document | None
    """The page after all repairs, if all its tags match then."""
    unmatched: set[Key]
    """Tags that match nothing after the repairs."""
    names: frozenset[str] = frozenset()
    """Of the tags that match nothing before them."""


class _Known(NamedTuple):
    document: Document
    site: Site
    repairs: TagRepairs


_known: deque[_Known] = deque(maxlen=4)
"""The repairs of the last versions of pages."""
clear_with_documents(_known.clear)


def has_unmatched_tags(document: Document) -> bool:
    """Whether Markdoc finds tags without a counterpart."""
    return any(each.id in PAIRING_ERRORS for each in document.problems)


def tag_repairs(page: Page) -> TagRepairs:
    """The repairs of the tags of a page that do not match."""
    document, site = page.document, page.site
    for known in reversed(_known):
        if known.document is document and known.site is site:
            return known.repairs
    repairs = _repairs_of_last_version(document, site) or _Repairing(document, site).run()
    _known.append(_Known(document, site, repairs))
    return repairs


def _repairs_of_last_version(document: Document, site: Site) -> TagRepairs | None:
    """The repairs of a known version of a page, if they are those of this version, too."""
    if unread_from(document) is not None:
        return None
    for known in reversed(_known):
        if known.site is site and known.document.options == document.options and unread_from(known.document) is None:
            change = page_change(known.document, document)
            if is_quiet(change, known.repairs.names):
                return _after(change, known.repairs, document)
    return None


def _after(change: PageChange, last: TagRepairs, document: Document) -> TagRepairs | None:
    repairs = moved_repairs(last.repairs, change)
    if repairs is None:
        return None
    repaired = None
    if last.repaired is not None:
        repaired = edited(document, repair_edits(repairs))
        if _errors(repaired):
            return None
    rebuilt = {old.source: new.source for old, new in change.rebuilt}
    unmatched = {(rebuilt.get(block, block) if block is not None else None, start) for block, start in last.unmatched}
    return TagRepairs(repairs, repaired, unmatched, last.names)


def repairs_with_code(page: Page, code: str) -> Iterator[Problem]:
    """The problems of a rule about tags that do not match."""
    if has_unmatched_tags(page.document):
        for each in tag_repairs(page).repairs:
            if each.code == code:
                yield each.problem(page)


class _Repairing:
    """Finds the repairs of a page."""

    def __init__(self, document: Document, site: Site) -> None:
        self.document = document
        limit = unread_from(document)
        tokens = _as_meant(document, tag_tokens(document), site)
        self.is_read = limit is None
        self.tokens = tokens if limit is None else [each for each in tokens if each.start < limit]
        self.candidates = RepairCandidates(document, site.vocabulary, self.tokens, is_read=self.is_read)
        self.missing = MissingTags(document, site.vocabulary, self.tokens, is_read=self.is_read)

    def run(self) -> TagRepairs:
        left = unmatched(self.tokens)
        if not left:
            return TagRepairs([], None, set())
        tokens = self.candidates.with_damaged(left)
        repairs: list[TagRepair] = []
        alone: set[Key] = set()
        for _ in range(_MOST_REPAIRS):
            end = _window_end(tokens)
            candidate = self._best(tokens[:end])
            if candidate is None:
                break
            if isinstance(candidate.repair, MissingTag):
                repairs += self.missing.placed(candidate.repair.token)
                alone |= _keys([candidate.repair.token])
            else:
                repairs.append(candidate.repair)
            tokens = self.candidates.essential(candidate.tokens) + tokens[end:]
        rest = [tokens[index] for index in unmatched(tokens)]
        repairs += [each for token in rest for each in self.missing.left(token)]
        return self._verified(repairs, alone | _keys(rest))

    def _best(self, tokens: list[TagToken]) -> Candidate | None:
        """The repair after which the most tags match, and the likeliest of those."""
        before = unmatched(tokens)
        if not before:
            return None
        tried = [
            (len(unmatched(candidate.tokens)) * _UNMATCHED_COST + candidate.cost, candidate)
            for candidate in islice(self.candidates.candidates(tokens, before[:MOST_UNMATCHED]), _MOST_TRIED)
        ]
        score, chosen = min(tried, key=itemgetter(0), default=(0.0, None))
        if chosen is None or score >= len(before) * _UNMATCHED_COST:
            return None
        repair = chosen.repair
        if isinstance(repair, TagRepair) and repair.applicability == "safe":
            matching = _unmatched_starts(tokens) - _unmatched_starts(chosen.tokens)
            for other, candidate in tried:
                is_other = isinstance(candidate.repair, MissingTag) or candidate.repair.edits != repair.edits
                if (
                    other - score < 0.01
                    and is_other
                    and matching & (_unmatched_starts(tokens) - _unmatched_starts(candidate.tokens))
                ):
                    # Both are as likely.
                    return chosen._replace(repair=replace(repair, applicability="unsafe"))
        return chosen

    def _verified(self, repairs: list[TagRepair], keys: set[Key]) -> TagRepairs:
        """The repairs whose edits leave fewer errors."""
        names = frozenset(self.candidates.names)
        repairs = _together(repairs)
        edits = repair_edits(repairs)
        if not self.is_read or len(edits) > _MOST_EDITS:
            return TagRepairs(repairs, None, keys, names)
        repaired = edited(self.document, edits)
        if _errors(repaired) == 0:
            return TagRepairs(repairs, repaired, keys, names)
        before = _errors(self.document)
        kept = []
        for number, each in enumerate(repairs):
            works = number < _MOST_VERIFIED and _errors(edited(self.document, each.edits)) < before
            kept.append(each if works else replace(each, applicability=None))
        return TagRepairs(kept, None, keys, names)


def _as_meant(document: Document, tokens: list[TagToken], site: Site) -> list[TagToken]:
    """The tags as they are after other fixes: a call that is meant as a tag opens it, and an `elseif` opens nothing."""
    left = set(unmatched(tokens))
    closed = {tokens[index].name for index in left if tokens[index].kind == "close"}
    changed = tokens.copy()
    for index, token in enumerate(tokens):
        is_call = token.kind == "none" and token.name in closed
        if (is_call or (index in left and token.kind == "open")) and token.tag and misread(site, token.tag):
            changed[index] = token._replace(kind="open" if is_call else "none")
        elif token.tag is not None and token.tag.error is not None and (index in left or token.name in closed):
            changed[index] = _corrected(token, site)
    if left:
        changed += _nameless(document, site)
        changed.sort(key=lambda each: each.start)
    return changed


def _corrected(token: TagToken, site: Site) -> TagToken:
    """An invalid tag as it is after the correction of its syntax."""
    read = corrected_tag(site, token.tag) if token.tag is not None else None
    return (
        token
        if read is None or read.kind not in ("open", "close", "void")
        else token._replace(kind=read.kind, name=read.name)
    )


def _nameless(document: Document, site: Site) -> Iterator[TagToken]:
    """Invalid tags that have a name only after their correction, as `{% "hint" %}`."""
    invalid = (each for each in document.tags() if each.error is not None and each.kind == "broken" and not each.name)
    for tag in islice(invalid, _MOST_NAMELESS):
        read = corrected_tag(site, tag)
        if read is not None and read.kind in ("open", "close", "void"):
            start, end = document.offsets(tag.span)
            yield TagToken(read.kind, read.name, start, end, (), tag)


def _unmatched_starts(tokens: list[TagToken]) -> set[int]:
    return {tokens[index].start for index in unmatched(tokens)}


def _window_end(tokens: list[TagToken]) -> int:
    """How many of the first tags are considered together: no pair begins in the window and ends behind it."""
    partners = matched(tokens)
    end = at = 0
    while at < min(max(end, _WINDOW), len(tokens), _WIDEST_WINDOW):
        end = max(end, at + 1, partners.get(at, 0) + 1)
        at += 1
    return min(end, _WIDEST_WINDOW)


def _keys(tokens: Iterable[TagToken]) -> set[Key]:
    return {key_of(each.tag) for each in tokens if each.tag is not None}


def _errors(document: Document) -> int:
    return sum(each.id in PAIRING_ERRORS for each in document.problems)


def repair_edits(repairs: Iterable[TagRepair]) -> list[TextEdit]:
    """The edits of all repairs, in the order of the text."""
    return sorted({edit for each in repairs for edit in each.edits}, key=lambda edit: edit.span.bounds)


def _together(repairs: list[TagRepair]) -> list[TagRepair]:
    """The repairs with one edit for all closing tags that are inserted at the same offset, the innermost first."""
    unclosed = [each for each in repairs if each.code == "unclosed-tag" and each.edits]
    by_offset: dict[int, list[TagRepair]] = {}
    for each in sorted(unclosed, key=lambda repair: -repair.start):
        by_offset.setdefault(each.edits[0].span.start, []).append(each)
    changed: dict[int, TagRepair] = {}
    for group in by_offset.values():
        if len(group) > 1:
            edit = TextEdit(group[0].edits[0].span, "".join(each.edits[0].new for each in group))
            certain = all(each.applicability == "safe" for each in group)
            for each in group:
                changed[id(each)] = replace(each, edits=(edit,), applicability="safe" if certain else "unsafe")
    return [changed.get(id(each), each) for each in repairs]
