"""The repairs that may make the tags of a page match.

Each is a sequence of tags and a cost: what a writer rarely gets wrong is tried as well, but costs more.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from refrakt.markdoc.document import Document
from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span
from refrakt.rules.damaged_tags import DamagedTag, damaged_texts, meant_tag
from refrakt.rules.name_fit import NameFit
from refrakt.rules.name_suggestion import nearest
from refrakt.rules.page import Page
from refrakt.rules.problem import Applicability, Fix, Problem, Related
from refrakt.rules.tag_containers import Container
from refrakt.rules.tag_moves import misplaced_message, moved_tag
from refrakt.rules.tag_sequence import TagToken, containers_after_fix, essential, matched, open_at
from refrakt.runes.vocabulary import Vocabulary
from refrakt.untrusted import one_line

_LONGEST_LINE = 400
MOST_UNMATCHED = 8
"""How many tags that do not match are considered at once."""
_MOST_AROUND = 3
"""How many tags around an open one are considered."""


@dataclass(frozen=True, slots=True)
class TagRepair:
    """A mistake, and what is to be written instead. Offsets count from the start of the file."""

    code: str
    start: int
    end: int
    message: str
    suggestion: str
    edits: tuple[TextEdit, ...]
    applicability: Applicability | None = "safe"
    related: TagToken | None = None

    def problem(self, page: Page) -> Problem:
        document = page.document
        fix = None
        if self.edits and self.applicability is not None:
            fix = Fix(
                tuple(TextEdit(span_in(document, *each.span.bounds), each.new) for each in self.edits),
                self.applicability,
            )
        related: tuple[Related, ...] = ()
        if self.related is not None and page.path is not None:
            start = name_start(self.related)
            span = Span(start, start + len(self.related.name))
            related = (Related(page.path, span, f"`{self.related.name}` is opened here"),)
        return Problem(span_in(document, self.start, self.end), self.message, self.suggestion, fix, related)


class Candidate(NamedTuple):
    cost: float
    tokens: list[TagToken]
    """The sequence after the repair."""
    repair: TagRepair | MissingTag


class MissingTag(NamedTuple):
    """A tag without a counterpart: where that belongs is searched only if nothing else is wrong."""

    token: TagToken


def span_in(document: Document, start: int, end: int) -> Span:
    """A span of the file, relative to its block."""
    index = document.block_at(start)
    base = document.start_of(index)
    block = document.blocks[index].source
    if end - base > len(block.text):
        return Span(start, end)
    return Span(start - base, end - base, block)


class RepairCandidates:
    """Finds the repairs of a page."""

    def __init__(self, document: Document, vocabulary: Vocabulary, tokens: list[TagToken], *, is_read: bool) -> None:
        self.document = document
        self.text = document.text
        self.vocabulary = vocabulary
        self.tokens = tokens
        self.is_read = is_read
        self.fit = NameFit(vocabulary, tokens, self.text)
        self.alternatives: dict[int, list[DamagedTag]] = {}
        """What tags were meant as, by the start of each."""
        self.names: set[str] = set()
        """Of the tags that do not match."""

    def with_damaged(self, left: list[int]) -> list[TagToken]:
        """The tags that matter, with the texts that may be damaged tags."""
        tokens = self.tokens
        names = {tokens[index].name for index in left}
        opened = {tokens[index].name for index in left if tokens[index].kind == "open"}
        damaged = damaged_texts(self.document, names)
        known = self.vocabulary.names
        containers: dict[int, tuple[Container, ...]] = {}
        for tag in self.document.tags():
            if tag.kind == "broken" or (tag.name not in known and tag.kind in ("open", "close")):
                base = self.document.offsets(tag.span)[0] - tag.start
                for meant in meant_tag(tag, base, opened, known):
                    self.alternatives.setdefault(meant.start, []).append(meant)
                    if not tag.name:
                        containers[meant.start] = containers_after_fix(self.document, tag)
        starts = {each.start for each in tokens}
        extra = [TagToken("none", each.name, each.start, each.end) for each in damaged if each.start not in starts]
        for each in damaged:
            self.alternatives.setdefault(each.start, []).append(each)
        extra += [
            TagToken("none", "", start, listed[0].end, containers.get(start, ()))
            for start, listed in self.alternatives.items()
            if start not in starts and all(each.start != start for each in damaged)
        ]
        tokens = sorted([*tokens, *extra], key=lambda each: each.start)
        self.names = names
        return self.essential(tokens)

    def essential(self, tokens: list[TagToken]) -> list[TagToken]:
        kept = {
            index
            for index, token in enumerate(tokens)
            if token.start in self.alternatives or (token.kind == "void" and token.name in self.names)
        }
        return essential(tokens, kept)

    def candidates(self, tokens: list[TagToken], left: list[int]) -> Iterator[Candidate]:
        for index, token in enumerate(tokens):
            for meant in self.alternatives.get(token.start, ()):
                yield from self._undamaged(tokens, index, meant)
        closing = [index for index in left if tokens[index].kind == "close"]
        names = {tokens[index].name for index in closing}
        for index, token in enumerate(tokens):
            if token.kind == "void" and token.tag is not None:
                yield from self._void(tokens, index, names)
        for index in left:
            token = tokens[index]
            if token.tag is None:
                continue
            if token.kind == "open":
                yield from self._opened(tokens, index, left)
            else:
                yield from self._closed(tokens, index)

    def _undamaged(self, tokens: list[TagToken], index: int, meant: DamagedTag) -> Iterator[Candidate]:
        name, right = meant.name, meant.right
        if not name:
            stack = open_at(tokens, index)
            if not stack:
                return
            name = tokens[stack[-1]].name
            right = f"{{% /{name} %}}"
        token = TagToken(meant.kind, name, meant.start, meant.end, tokens[index].containers)
        typed = one_line(self.text[meant.start : meant.end], 60)
        if meant.kind == "close":
            message = f"`{typed}` does not close `{name}`"
        else:
            message = f"`{typed}` is not a tag{_why(typed)}"
        repair = TagRepair(
            "malformed-tag",
            meant.start,
            meant.end,
            message,
            f"Write {right}.",
            (TextEdit(Span(meant.start, meant.end), right),),
            "safe" if meant.certain else "unsafe",
        )
        yield Candidate(1.0 if meant.certain else 1.6, _with(tokens, index, token), repair)

    def _void(self, tokens: list[TagToken], index: int, closed: set[str]) -> Iterator[Candidate]:
        """`{% hint /%}` for an opening or a closing tag."""
        token = tokens[index]
        tag = token.tag
        assert tag is not None
        rune = self.vocabulary.get(token.name)
        if rune is not None and rune.self_closing:
            return
        inner = self.text[token.start + 2 : token.end - 2].strip().removesuffix("/").rstrip()
        if token.name in closed:
            right = f"{{% {inner} %}}"
            message = f"`{token.name}` ends with `/%}}` but is closed below"
            repair = self._form(token, message, f"Write {right} without the slash.", right)
            yield Candidate(1.2, _with(tokens, index, token._replace(kind="open")), repair)
        elif not tag.attributes:
            right = f"{{% /{token.name} %}}"
            message = f"`{self.text[token.start : token.end]}` does not close `{token.name}`"
            repair = self._form(token, message, f"Write {right}.", right)
            yield Candidate(1.2, _with(tokens, index, token._replace(kind="close")), repair)

    def _form(self, token: TagToken, message: str, suggestion: str, right: str) -> TagRepair:
        edit = TextEdit(Span(token.start, token.end), right)
        return TagRepair("malformed-tag", token.start, token.end, message, suggestion, (edit,))

    def _opened(self, tokens: list[TagToken], index: int, left: list[int]) -> Iterator[Candidate]:
        token = tokens[index]
        tag = token.tag
        assert tag is not None
        rune = self.vocabulary.get(token.name)
        if rune is not None and rune.self_closing:
            yield Candidate(0.5, _with(tokens, index, token._replace(kind="void")), MissingTag(token))
        if not tag.attributes and tag.terminated and self.is_read:
            opened = [each for each in open_at(tokens, index) if tokens[each].name == token.name]
            if opened:
                right = f"{{% /{token.name} %}}"
                message = f"`{token.name}` is opened again where it is to be closed"
                repair = self._form(token, message, f"Write {right}.", right)
                yield Candidate(1.5, _with(tokens, index, token._replace(kind="close")), repair)
        if self.is_read and (twin := self._written_again(token)) is not None:
            edit = TextEdit(Span(token.start, twin.start), "")
            start = name_start(token)
            message = f"`{token.name}` is opened twice"
            exact: Applicability = "safe" if tag.attributes else "unsafe"
            end = start + len(token.name)
            repair = TagRepair("unclosed-tag", start, end, message, "Remove one of them.", (edit,), exact)
            yield Candidate(1.0, _with(tokens, index, token._replace(kind="none")), repair)
        for other in left:
            if other > index and tokens[other].kind == "close" and tokens[other].tag is not None:
                yield from self._paired(tokens, index, other)
        yield from self._closed_too_early(tokens, index)
        yield Candidate(3.0, _closed_at_its_end(tokens, index), MissingTag(token))

    def _closed_too_early(self, tokens: list[TagToken], index: int) -> Iterator[Candidate]:
        """A closing tag too many: it closes a tag around the open one, which has a closing tag below, too."""
        partners = matched(tokens)
        around = {partners[each] for each in open_at(tokens, index) if each in partners}
        for at in sorted(each for each in around if each > index)[:_MOST_AROUND]:
            closing = tokens[at]
            if closing.tag is None or not any(
                each.kind == "close" and each.closes(closing) for each in tokens[at + 1 :]
            ):
                continue
            edit = TextEdit(Span(closing.start, closing.end), "")
            start = name_start(closing)
            message = f"`{closing.name}` is closed inside `{tokens[index].name}`, and again below"
            end = start + len(closing.name)
            repair = TagRepair("stray-closing-tag", start, end, message, "Remove it.", (edit,), "unsafe")
            yield Candidate(1.6, _with(tokens, at, closing._replace(kind="none")), repair)

    def _paired(self, tokens: list[TagToken], opened: int, closed: int) -> Iterator[Candidate]:
        """An opening and a closing tag that may belong together."""
        opening, closing = tokens[opened], tokens[closed]
        if opening.name == closing.name and opening.containers == closing.containers:
            between = [at for at in range(opened + 1, closed) if tokens[at].kind == "close"]
            for at in between[-MOST_UNMATCHED:]:
                yield from self._exchanged(tokens, at, closed)
            return
        if opening.name == closing.name:
            moved = moved_tag(self.text, opening, closing)
            message, advice = misplaced_message(opening, closing)
            start = closing.tag.name_start - closing.tag.start + closing.start if closing.tag is not None else 0
            repair = TagRepair(
                "misplaced-tag", start, start + len(closing.name), message, advice, moved, related=opening
            )
            after = _with(
                _with(tokens, opened, opening._replace(containers=())), closed, closing._replace(containers=())
            )
            yield Candidate(1.0, after, repair)
            return
        if opening.containers == closing.containers:
            yield from self._renamed(tokens, opened, closed)

    def _renamed(self, tokens: list[TagToken], opened: int, closed: int) -> Iterator[Candidate]:
        opening, closing = tokens[opened], tokens[closed]
        renamed_opening = _with(tokens, opened, opening._replace(name=closing.name))
        renamed_closing = _with(tokens, closed, closing._replace(name=opening.name))
        opening_fits, closing_fits = self.fit.of(opening, opening.name), self.fit.of(opening, closing.name)
        is_near = bool(nearest(opening.name, [closing.name]))
        written, open_rune = self.vocabulary.get(closing.name), self.vocabulary.get(opening.name)
        is_alias = written is not None and written is open_rune
        sure = abs(opening_fits - closing_fits) >= 1 or is_alias
        cost = 1.3 if sure or is_near else 2.0
        closing_start = name_start(closing)
        repair = TagRepair(
            "mismatched-tag",
            closing_start,
            closing_start + len(closing.name),
            f"the open tag is `{opening.name}`, not `{closing.name}`",
            f"Write /{opening.name}.",
            (TextEdit(Span(closing_start, closing_start + len(closing.name)), opening.name),),
            "safe" if sure else "unsafe",
        )
        if opening_fits >= closing_fits or is_alias:
            yield Candidate(cost, renamed_closing, repair)
            return
        start = name_start(opening)
        yield Candidate(
            cost,
            renamed_opening,
            TagRepair(
                "mismatched-tag",
                start,
                start + len(opening.name),
                f"`{opening.name}` is closed as `{closing.name}`",
                f"Write {closing.name}.",
                (TextEdit(Span(start, start + len(opening.name)), closing.name),),
            ),
        )

    def _closed(self, tokens: list[TagToken], index: int) -> Iterator[Candidate]:
        token = tokens[index]
        right = f"{{% {token.name} %}}"
        message = f"`{token.name}` is closed where it is to be opened"
        after = [each for each in tokens[index + 1 :] if each.kind == "close" and each.name == token.name]
        is_whole = token.tag is not None and token.tag.error is None
        if is_whole and after and self._is_before_content(token):
            repair = self._form(token, message, f"Write {right}.", right)
            yield Candidate(1.5, _with(tokens, index, token._replace(kind="open")), repair)
        yield from self._inner_closed_as_outer(tokens, index)
        if self._is_doubled(token):
            edit = TextEdit(Span(token.start, token.end), "")
            message = f"`{token.name}` is closed twice"
            start = name_start(token)
            repair = TagRepair("stray-closing-tag", start, start + len(token.name), message, "Remove it.", (edit,))
            yield Candidate(1.0, _with(tokens, index, token._replace(kind="none")), repair)
        yield Candidate(3.0, _with(tokens, index, token._replace(kind="none")), MissingTag(token))

    def _inner_closed_as_outer(self, tokens: list[TagToken], index: int) -> Iterator[Candidate]:
        """The closing tag of an inner tag with the name of the outer one, which is closed again by this token."""
        token, first = tokens[index], tokens[index - 1] if index else None
        if first is None or first.kind != "close" or first.name != token.name or first.tag is None:
            return
        stack = open_at(tokens, index - 1)
        inner = tokens[stack[-1]] if stack else None
        if inner is None or inner.name == token.name or inner.containers != first.containers:
            return
        start = name_start(first)
        span = Span(start, start + len(first.name))
        repair = TagRepair(
            "mismatched-tag",
            span.start,
            span.end,
            f"the open tag is `{inner.name}`, not `{first.name}`, which is closed below",
            f"Write /{inner.name}.",
            (TextEdit(span, inner.name),),
        )
        yield Candidate(1.1, _with(tokens, index - 1, first._replace(name=inner.name)), repair)

    def _written_again(self, token: TagToken) -> TagToken | None:
        """The same opening tag directly after one."""
        after = next((each for each in self.tokens if each.start >= token.end), None)
        if after is None or after.kind != "open" or self.text[token.end : after.start].strip():
            return None
        is_same = self.text[token.start : token.end] == self.text[after.start : after.end]
        return after if is_same and token.tag is not None else None

    def _exchanged(self, tokens: list[TagToken], first: int, second: int) -> Iterator[Candidate]:
        """Two closing tags in the wrong order."""
        one, other = tokens[first], tokens[second]
        if one.name == other.name or one.containers != other.containers or other.tag is None:
            return
        after = _with(_with(tokens, first, one._replace(name=other.name)), second, other._replace(name=one.name))
        edits = tuple(
            TextEdit(Span(name_start(each), name_start(each) + len(each.name)), new)
            for each, new in ((one, other.name), (other, one.name))
        )
        start = name_start(one)
        message = f"`{one.name}` is closed while `{other.name}` inside it is open"
        adjacent = not self.text[one.end : other.start].strip()
        repair = TagRepair(
            "mismatched-tag",
            start,
            start + len(one.name),
            message,
            f"Close {other.name} first.",
            edits,
            "safe" if adjacent else "unsafe",
        )
        yield Candidate(1.4, after, repair)

    def _is_before_content(self, token: TagToken) -> bool:
        """Whether content follows in the next line but not before: so opening tags are written, not closing ones."""
        before = self.text[: token.start].rsplit("\n", 2)[-2:]
        after = self.text[token.end : token.end + _LONGEST_LINE].split("\n", 2)
        is_first = len(before) < 2 or not before[0].strip()
        return is_first and len(after) > 1 and bool(after[1].strip())

    def _is_doubled(self, token: TagToken) -> bool:
        """Whether the same closing tag is directly before a closing tag."""
        before = self.text[: token.start].rstrip()
        closing = self.text[token.start : token.end]
        return before.endswith(closing)


def _with(tokens: list[TagToken], index: int, token: TagToken) -> list[TagToken]:
    changed = tokens.copy()
    changed[index] = token
    return changed


def _closed_at_its_end(tokens: list[TagToken], index: int) -> list[TagToken]:
    """The sequence with an unclosed tag as one that needs no closing tag."""
    return _with(tokens, index, tokens[index]._replace(kind="void"))


def name_start(token: TagToken) -> int:
    return token.start + token.tag.name_start - token.tag.start if token.tag is not None else token.start


def _why(typed: str) -> str:
    if typed.startswith("\\"):
        return ": the backslash makes it text"
    if typed.startswith("<"):
        return " but HTML"
    return ": tags are written between `{%` and `%}`"
