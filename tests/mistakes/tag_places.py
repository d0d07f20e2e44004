"""Places of tags in a page, for kinds of mistakes in opening and closing tags."""

from __future__ import annotations

from collections.abc import Iterator

from mistakes.kind import Mistake, PlacedTag, SamplePage


def on_own_line(page: SamplePage, tag: PlacedTag) -> bool:
    """Whether a tag is alone on its line, and the line is not indented."""
    before, after = page.text[: tag.start], page.text[tag.end : tag.end + 1]
    return (not before or before.endswith("\n")) and after in ("", "\n") and "\n" not in tag.text


def block_pairs(page: SamplePage) -> Iterator[tuple[PlacedTag, PlacedTag]]:
    """The pairs of tags with a line for each, and something in between."""
    for opening, closing in page.pairs:
        if (
            on_own_line(page, opening)
            and on_own_line(page, closing)
            and page.text[opening.end : closing.start].strip()
            and page.site.vocabulary.get(opening.name) is not None
        ):
            yield opening, closing


def top_pairs(page: SamplePage) -> Iterator[tuple[PlacedTag, PlacedTag]]:
    """The pairs that are in no other: anything may be before and after them."""
    for opening, closing in block_pairs(page):
        if not any(first.start < opening.start and closing.end < last.end for first, last in page.pairs):
            yield opening, closing


def rewritten(tag: PlacedTag, new: str, *expected: str) -> Mistake:
    """A tag replaced by another text."""
    return Mistake(tag.start, tag.end, new, expected)


def removed_line(page: SamplePage, tag: PlacedTag, *expected: str) -> Mistake:
    """The line of a tag removed."""
    end = tag.end + 1 if page.text[tag.end : tag.end + 1] == "\n" else tag.end
    return Mistake(tag.start, end, "", expected)


def other_name(page: SamplePage, name: str) -> str:
    """Another rune of the site, the same one for the same name."""
    names = sorted(each.name for each in page.site.vocabulary if not each.internal and not each.parents)
    return next(each for each in [*names[len(name) * 3 :], *names] if each != name and not each.startswith(name[:3]))


def typo(name: str) -> str:
    """A name with two letters exchanged, or with one too many."""
    middle = len(name) // 2
    swapped = name[: middle - 1] + name[middle] + name[middle - 1] + name[middle + 1 :]
    return swapped if swapped != name else name[:middle] + name[middle - 1] + name[middle:]
