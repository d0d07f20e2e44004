"""The cases that differ from the reference on purpose. `docs/differences.md` gives the reasons; each name here is a heading there."""

from __future__ import annotations

from parity.cases import Case, comparable
from parity.shown_html import without_leaks

LEAKS = "Attributes that leak"
DRAWINGS = "Drawings of icons"
DATES = "Dates from git"
SANDBOXES = "Untrusted sandboxes"
TINTS = "Names of tint colours"
TAB_NAMES = "Names of tabs in shown source"

_BY_RUNE = {"sandbox": SANDBOXES}
_BY_PAGE = {
    "site/content/runes/icon.md": DRAWINGS,
    "site/content/runes/image-schemes.md": DRAWINGS,
    "site/content/runes/tabs.md": TAB_NAMES,
    "site/content/runes/tint.md": TINTS,
    "site/content/runes/plan/plan-activity.md": DATES,
    "site/content/runes/plan/spec.md": DATES,
    "site/content/runes/plan/work.md": DATES,
    "plan-site/content/decisions.md": DATES,
    "plan-site/content/index.md": DATES,
}
REASONS = (LEAKS, *dict.fromkeys([*_BY_RUNE.values(), *_BY_PAGE.values()]))


def reason(case: Case) -> str | None:
    """The reason of a difference; None if it is a bug. Leaks are recognised: the rest of such a page must be identical."""
    if case.error:
        return None
    if comparable(without_leaks(case.expected)) == comparable(without_leaks(case.found)):
        return LEAKS
    return _BY_RUNE.get(case.rune) or _BY_PAGE.get(case.name)


def unused(cases: list[Case]) -> list[str]:
    """Pages that are listed here and do not differ any more."""
    return sorted(case.name for case in cases if case.is_identical and case.name in _BY_PAGE)
