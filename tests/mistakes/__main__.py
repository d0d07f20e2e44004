"""`python -m mistakes [--corpus FOLDER] [--family NAME] [--kind TEXT] [--most N] [-v]`: seeds mistakes and prints the scores."""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from pathlib import Path

from mistakes.kind import CORRECT, KINDS, load_kinds
from mistakes.pages import corpus_pages, example_pages
from mistakes.score import Score, Scorer, seeded


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="mistakes", description="Seed mistakes and score reports, explanations and fixes."
    )
    parser.add_argument("--corpus", type=Path, help="a real site instead of the examples")
    parser.add_argument("--family", default="", help="only families with this text in their name")
    parser.add_argument("--kind", default="", help="only kinds with this text in their name")
    parser.add_argument("--most", type=int, default=6, help="mistakes of each kind")
    parser.add_argument(
        "--correct", action="store_true", help="variants of correct pages instead: nothing may be reported"
    )
    parser.add_argument("-v", "--verbose", action="store_true", help="each mistake that is not fixed or not explained")
    options = parser.parse_args()
    load_kinds()
    known = CORRECT if options.correct else KINDS
    kinds = {
        name: kind
        for name, kind in sorted(known.items())
        if options.family in name.partition("/")[0] and options.kind in name
    }
    source = corpus_pages(options.corpus) if options.corpus else example_pages()
    with source as pages:
        scorer = Scorer(pages)
        scores = [scorer.score(each) for each in seeded(pages, kinds, options.most)]
    if options.correct:
        return _report_correct(scores)
    if options.verbose:
        for each in scores:
            if not (each.fixed and each.explained):
                _show(each)
    _table(scores, by_kind=bool(options.family or options.kind))
    return 0


def _report_correct(scores: list[Score]) -> int:
    reported = [each for each in scores if each.detected]
    for each in reported:
        _show(each)
    sys.stdout.write(f"{len(scores)} correct variants, {len(reported)} reported\n")
    return 1 if reported else 0


def _table(scores: list[Score], *, by_kind: bool) -> None:
    groups: dict[str, list[Score]] = defaultdict(list)
    for each in scores:
        name = each.seeded.kind
        groups[name if by_kind else name.partition("/")[0]].append(each)
    width = max(map(len, [*groups, "all"])) if groups else 10
    head = f"{'':{width}}  count  detected  explained  fixed  unsafe  harmful  problems\n"
    sys.stdout.write(head)
    for name, group in [*sorted(groups.items()), ("all", scores)]:
        count = len(group) or 1
        shares = [
            100 * sum(chosen) / count
            for chosen in zip(
                *((each.detected, each.explained, each.fixed, each.fixed_unsafely, each.harmful) for each in group),
                strict=True,
            )
        ] or [0.0] * 5
        cells = f"{shares[0]:8.1f}  {shares[1]:9.1f}  {shares[2]:5.1f}  {shares[3]:6.1f}  {shares[4]:7.1f}"
        average = sum(len(each.problems) for each in group) / count
        sys.stdout.write(f"{name:{width}}  {len(group):5}  {cells}  {average:8.2f}\n")


def _show(score: Score) -> None:
    seeded = score.seeded
    page, mistake = seeded.page, seeded.mistake
    line = page.text.count("\n", 0, mistake.start) + 1
    signs = [name for name in ("detected", "explained", "fixed", "fixed_unsafely", "harmful") if getattr(score, name)]
    old = page.text[mistake.start : mistake.end]
    sys.stdout.write(f"== {seeded.kind} {page.path}:{line} [{', '.join(signs)}]\n   {old!r} -> {mistake.new!r}\n")
    around = seeded.text[max(mistake.start - 60, 0) : mistake.start + len(mistake.new) + 40]
    sys.stdout.write(f"   {around!r}\n   expected {mistake.expected}\n")
    for each in score.problems[:4]:
        fix = each.fix.applicability if each.fix else "no fix"
        sys.stdout.write(f"   {each.severity} {each.code}: {each.message} | {each.suggestion or ''} ({fix})\n")
    if not score.fixed and score.fixed_text != seeded.text:
        for before, after in _changed_lines(seeded.text, score.fixed_text):
            sys.stdout.write(f"   fix: {before!r} => {after!r}\n")


def _changed_lines(before: str, after: str) -> list[tuple[str, str]]:
    from difflib import SequenceMatcher

    old, new = before.split("\n"), after.split("\n")
    blocks = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    return [("\n".join(old[a:b]), "\n".join(new[c:d])) for tag, a, b, c, d in blocks if tag != "equal"][:3]


if __name__ == "__main__":
    sys.exit(main())
