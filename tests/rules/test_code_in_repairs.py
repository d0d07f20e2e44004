"""Code inside a mistake is hidden while the text is searched; what is written and advised has it as it was."""

from __future__ import annotations

import pytest

from refrakt.rules.page_checker import check

from .checking import check_fix, page_of

REPAIRED = {
    "A [[/runes/hint|`hint`]] is here.\n": "A [`hint`](/runes/hint) is here.\n",
    "A [[/runes/hint|the `hint` and `tip` runes]] is.\n": "A [the `hint` and `tip` runes](/runes/hint) is.\n",
}
WITH_CODE = [
    *REPAIRED,
    "It is ==a `b` c== here.\n",
    "A [[`q`]] is.\n",
    "Text ^[a `note`] here.\n",
    "A [b `c`](/x y) is.\n",
    "H~`2`~O and {=`x`=}.\n",
]


@pytest.mark.parametrize(("text", "repaired"), REPAIRED.items())
def test_code_is_kept(text: str, repaired: str) -> None:
    check_fix(text, repaired)


@pytest.mark.parametrize("text", WITH_CODE)
def test_what_is_hidden_is_in_no_message_and_no_edit(text: str) -> None:
    for each in check(page_of(text)):
        edits = each.fix.edits if each.fix is not None else ()
        assert "\0" not in "".join((each.message, each.suggestion or "", *(edit.new for edit in edits)))
