"""After all fixes a page has fewer problems, and never a new error."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generate.mutate import mutate
from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span
from refrakt.rules.apply_fixes import apply_fixes, with_working_fixes
from refrakt.rules.page_checker import CheckCache, check
from refrakt.rules.problem import Fix, Problem

from .checking import codes, fixed, fixed_once, page_of, site_with_all_runes

SAMPLES = [rune.sample for rune in site_with_all_runes().vocabulary if rune.sample]


def errors(problems: list[Problem]) -> int:
    return sum(problem.severity == "error" for problem in problems)


# What people do to pages --------------------------------------------------------------------------------------------


def misspell(text: str, luck: random.Random) -> str:
    offsets = [n for n in range(len(text) - 1) if text[n].isalpha() and text[n + 1].isalpha()]
    at = luck.choice(offsets or [0])
    return text[:at] + text[at : at + 2][::-1] + text[at + 2 :]


def forget_a_line(text: str, luck: random.Random) -> str:
    lines = text.split("\n")
    del lines[luck.randrange(len(lines))]
    return "\n".join(lines)


def repeat_a_line(text: str, luck: random.Random) -> str:
    lines = text.split("\n")
    at = luck.randrange(len(lines))
    return "\n".join([*lines[: at + 1], *lines[at:]])


def use_single_quotes(text: str, luck: random.Random) -> str:
    return text.replace('"', "'", 2 * luck.randint(1, 3))


def leave_quotes_out(text: str, luck: random.Random) -> str:
    return text.replace('"', "", 2)


def forget_an_end(text: str, luck: random.Random) -> str:
    return text.replace("%}", "", 1)


def swap_two_lines(text: str, luck: random.Random) -> str:
    lines = text.split("\n")
    a, b = luck.randrange(len(lines)), luck.randrange(len(lines))
    lines[a], lines[b] = lines[b], lines[a]
    return "\n".join(lines)


def copy_something_unseen(text: str, luck: random.Random) -> str:
    at = luck.randrange(len(text) + 1)
    return text[:at] + luck.choice("\u200b\u202e\x07") + text[at:]


def shift_headings(text: str, luck: random.Random) -> str:
    return text.replace("\n#", "\n##")


MISTAKES: list[Callable[[str, random.Random], str]] = [
    misspell,
    forget_a_line,
    repeat_a_line,
    use_single_quotes,
    leave_quotes_out,
    forget_an_end,
    swap_two_lines,
    copy_something_unseen,
    shift_headings,
]


@given(st.sampled_from(SAMPLES), st.lists(st.sampled_from(MISTAKES), min_size=1, max_size=3), st.integers(0, 10_000))
def test_a_fixed_page_is_never_worse(sample: str, mistakes: list[Callable[..., str]], seed: int) -> None:
    luck = random.Random(seed)
    for mistake in mistakes:
        sample = mistake(sample, luck)
    page = page_of(sample)
    before = check(page)
    after = check(page_of(fixed(page)))
    assert errors(after) <= errors(before)
    assert (errors(after), len(after)) <= (errors(before), len(before))


@pytest.mark.parametrize("mistake", [misspell, use_single_quotes, leave_quotes_out, copy_something_unseen])
def test_a_single_mistake_with_a_fix_is_fixed(mistake: Callable[[str, random.Random], str]) -> None:
    """Most of the time: a misspelt name may have become another valid one."""
    tried = better = 0
    for seed, sample in enumerate(SAMPLES):
        page = page_of(mistake(sample, random.Random(seed)))
        before = check(page)
        if not any(problem.fix for problem in before):
            continue
        tried += 1
        better += len(check(page_of(fixed(page)))) < len(before)
    assert tried > 10
    assert better / tried > 0.9


def test_all_fixes_at_once_bring_no_new_error() -> None:
    """In one pass, as an editor applies them: one page in a hundred may need a second one."""
    tried = worse = 0
    for seed, sample in enumerate(SAMPLES):
        for mistake in MISTAKES:
            page = page_of(mistake(sample, random.Random(seed)))
            before = check(page)
            if any(problem.fix for problem in before):
                tried += 1
                worse += errors(check(page_of(fixed_once(page, before)))) > errors(before)
    assert tried > 300
    assert worse / tried < 0.01


@given(st.sampled_from(SAMPLES), st.lists(st.sampled_from(MISTAKES), min_size=1, max_size=2), st.integers(0, 10_000))
def test_fixes_apply_cleanly(sample: str, mistakes: list[Callable[..., str]], seed: int) -> None:
    """Every edit is inside the page, and no two of one fix overlap."""
    luck = random.Random(seed)
    for mistake in mistakes:
        sample = mistake(sample, luck)
    page = page_of(sample)
    for problem in check(page):
        edits = sorted((*page.document.offsets(edit.span), edit.new) for edit in problem.edits)
        assert all(0 <= start <= end <= len(sample) for start, end, _ in edits)
        assert all(a[1] <= b[0] for a, b in pairwise(edits))
        assert not edits or fixed_once(page, [problem]) != sample


TYPED = ["x", "\n", "{", "%", '"', "\n\n", "{% hint %}\n", "\n{% /hint %}\n", "$frontmatter.a", ""]


@given(st.sampled_from(SAMPLES), st.sampled_from(MISTAKES), st.integers(0, 10_000))
def test_a_check_with_a_cache_finds_the_same(sample: str, mistake: Callable[..., str], seed: int) -> None:
    luck = random.Random(seed)
    page, cache = page_of(f"# Before\n\n{sample}\n\nBetween\n\n{mistake(sample, luck)}\n\nAfter\n"), CheckCache()
    check(page, cache)
    for _ in range(4):
        at = luck.randrange(len(page.document.text))
        page.document = page.document.edit(at, at + luck.randint(0, 3), luck.choice(TYPED))
        fresh = page_of(page.document.text)
        cached = [(f.code, f.severity, page.document.offsets(f.span), f.message) for f in check(page, cache)]
        assert cached == [(f.code, f.severity, fresh.document.offsets(f.span), f.message) for f in check(fresh)]


@pytest.mark.parametrize("typed", ["x", "\n\n", "x\n\ny"])
def test_a_problem_stays_where_the_text_before_it_changes(typed: str) -> None:
    text = "# Before\n\n{% hnit %}\nx\n{% /hnit %}\n\n{% tab %}\nx\n{% /tab %}\n\nAfter\n"
    page, memory = page_of(text), CheckCache()
    wanted = [each.code for each in check(page, memory)]
    assert wanted == ["unknown-rune", "missing-attribute", "parent-required"]
    for at in (len("# Before"), 0):
        page.document = page.document.edit(at, at, typed)
        assert [each.code for each in check(page, memory)] == wanted


@pytest.mark.parametrize("typed", ["{% tabs %}\n", "{% tabs %}\n\n"])
def test_a_tag_typed_around_others_changes_what_is_found_in_them(typed: str) -> None:
    text = 'Text\n\n{% hint %}\n\n{% tab name="a" %}\n\nx\n\n{% /tab %}\n\n{% /hint %}\n'
    page, memory, at = page_of(text), CheckCache(), len("Text\n\n")
    assert [each.code for each in check(page, memory)] == ["parent-required"]
    page.document = page.document.edit(at, at, typed)
    assert [each.code for each in check(page, memory)] == ["unclosed-tag"]
    page.document = page.document.edit(at, at + len(typed), "")
    assert [each.code for each in check(page, memory)] == ["parent-required"]


def test_a_cache_forgets_nodes_that_are_gone() -> None:
    page, memory = page_of("# Title\n\n{% hint %}\nx\n{% /hint %}\n"), CheckCache()
    for _ in range(400):
        page.document = page.document.edit(2, 2, "x")
        check(page, memory)
    assert len(memory.by_node) < 200


@pytest.mark.parametrize(
    ("edits", "wanted"),
    [
        ([(2, 4, "x"), (4, 6, "y")], "abxyg"),
        ([(2, 4, "x"), (3, 6, "y")], "abxefg"),
        ([(3, 6, "y"), (2, 4, "x")], "abcyg"),
        ([(3, 6, "y"), (2, 7, "x")], "abcyg"),
        ([(2, 2, "x"), (2, 2, "y")], "abxcdefg"),
        ([(2, 4, "x"), (2, 2, "y")], "abxefg"),
        ([(4, 4, "x"), (2, 4, "y")], "abyxefg"),
        ([(2, 4, "x"), (2, 4, "x")], "abxefg"),
    ],
)
def test_of_two_fixes_that_overlap_the_first_is_applied(edits: list[tuple[int, int, str]], wanted: str) -> None:
    problems = [Problem(Span(0, 1), "", fix=Fix((TextEdit(Span(start, end), new),))) for start, end, new in edits]
    assert apply_fixes("abcdefg", problems).text == wanted


@given(st.text(alphabet="{%}/ \"'=#.-$|>\n`*_abht[]()🙂\u200d", max_size=80))
def test_any_text_can_be_checked(text: str) -> None:
    page = page_of(text)
    for problem in check(page):
        start, end = page.document.offsets(problem.span)
        assert 0 <= start <= end <= len(text)
        assert problem.message
    fixed(page)


def test_a_page_of_wrongly_closed_tags_is_checked_to_its_end() -> None:
    found = codes("{% hint %}\nx\n{% /hnti %}\n\n" * 1000)
    assert len(found) >= 1000
    assert "unknown-rune" not in found


@given(st.sampled_from(SAMPLES), st.integers(1, 3), st.integers(0, 10_000))
def test_working_fixes_never_make_a_page_worse(sample: str, slips: int, seed: int) -> None:
    """After any typing errors, all fixes applied at once leave fewer problems and no new error."""
    page = page_of(mutate(random.Random(seed), sample, slips))
    before = with_working_fixes(page, check(page))
    if any(problem.fix for problem in before):
        after = check(page_of(fixed_once(page, before)))
        assert (errors(after), len(after)) < (errors(before), len(before))
