"""What is made from the code is up to date: run `make manual` where this fails."""

from __future__ import annotations

import pytest

from manual import DOCS, PAGES
from refrakt.hosts.cli.commands.explain import known_rules
from refrakt.manual import manual_url
from refrakt_plan.rules import plan_rules

OURS = list(known_rules())
"""With those of the config."""
OF_THE_PLAN = list(plan_rules())


@pytest.mark.parametrize("name", PAGES)
def test_the_page_matches_the_code(name: str) -> None:
    assert (DOCS / name).read_text(encoding="utf-8") == PAGES[name]()


@pytest.mark.parametrize("code", dict.fromkeys([*OURS, *OF_THE_PLAN]))
def test_every_problem_has_a_manual_section(code: str) -> None:
    address = manual_url(code)
    assert address is not None
    page, _, line = address.removeprefix(DOCS.as_uri()).partition("#L")
    output = (DOCS / page.lstrip("/")).read_text("utf-8").splitlines()[int(line) - 1]
    assert output.strip("#| `").split("`")[0] == code


def test_plugin_problems_have_no_manual_section() -> None:
    assert manual_url("plan-unknown") is None
    assert manual_url("") is None
