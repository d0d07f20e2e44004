"""The cases that differ from the reference on purpose. `docs/differences.md` has a section for each name here."""

from __future__ import annotations

from parity.cases import Case

DATES = "Dates from git"
DRAWINGS = "Drawings of icons"
ORDER = "Order of attributes in a shown source"
SANDBOXES = "Untrusted sandboxes"
TAB_NAMES = "Names of tabs in a shown source"
TINTS = "Names of tint colours"

_BY_RUNE = {"sandbox": SANDBOXES}
_BY_PAGE = {
    "site/content/runes/aggregate.md": ORDER,
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
REASONS = tuple(dict.fromkeys([*_BY_RUNE.values(), *_BY_PAGE.values()]))


def reason(case: Case) -> str | None:
    """The reason of a difference; None if it is a bug."""
    return None if case.error else _BY_RUNE.get(case.rune) or _BY_PAGE.get(case.name)


def unused(cases: list[Case]) -> list[str]:
    """Pages that are listed here and do not differ any more."""
    return sorted(case.name for case in cases if case.is_identical and case.name in _BY_PAGE)
