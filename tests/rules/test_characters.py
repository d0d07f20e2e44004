"""Invisible characters."""

from __future__ import annotations

import pytest

from .checking import check_fix, codes


@pytest.mark.parametrize("text", ["é\u200da", "a\u200dé", "\u200dé"])
def test_a_joiner_that_joins_nothing_is_removed(text: str) -> None:
    check_fix(f"{text}\n", f"{text}\n".replace("\u200d", ""))


@pytest.mark.parametrize("char", ["\u200b", "\u2060", "\x07", "\ufeff", "\u200d", "\U000e0041"])
def test_invisible_characters_are_removed(char: str) -> None:
    assert codes(f"a{char}b\n") == ["invisible-character"]
    check_fix(f"a{char}b\n", "ab\n")


def test_the_same_character_several_times_is_one_problem() -> None:
    assert codes("a\u200b\u200b b\n") == ["invisible-character"]
    check_fix("a\u200b\u200b b\n", "a b\n")


def test_characters_in_tags_and_code_are_reported_too() -> None:
    assert codes('{% icon name="st\u200bar" /%}\n') == ["invisible-character"]
    assert codes("`np\u200bm`\n") == ["invisible-character"]


@pytest.mark.parametrize(
    "text",
    [
        "ស្វាគមន៍\u200bមកកាន់ API\u200bនេះ",
        "สวัสดี\u200bครับ",
        "東京\u200b都",
        "family: 👨‍👩‍👧",
        "flag: 🏴󠁧󠁢󠁥󠁮󠁧󠁿",
        "می‌خواهم",
        "क्‍ष",
        "soft\u00adhyphen and no-break\u00a0space",
        "\ufefftext",
    ],
)
def test_joiners_of_a_script_are_allowed(text: str) -> None:
    assert codes(f"{text}\n") == []


@pytest.mark.parametrize(
    "text",
    [
        "\u09a4\u09cd\u200d \u09a8",  # Bengali khanda ta before a space
        "\u0647\u200d) \u062e",  # Persian heh in its initial form, as the letter of a list item
        "\u09b9\u09cd\u200c-\u098f",  # a virama that is shown
        "\u0647\u064e\u200d)",  # a vowel sign between the letter and the joiner
        "\u0647\u200d",
    ],
)
def test_a_joiner_sets_the_form_of_the_letter_before_it(text: str) -> None:
    assert codes(f"{text}\n") == []


@pytest.mark.parametrize("text", ["\u05d0\u200d a", "a\u0301\u200d b", "\u09a4 \u200d a"])
def test_a_joiner_after_another_character_is_reported(text: str) -> None:
    assert codes(f"{text}\n") == ["invisible-character"]


def test_a_change_of_direction_is_reported() -> None:
    assert codes("access \u202etxt.exe\u202c now\n") == ["bidi-character", "bidi-character"]
    assert codes("```sh\nrm \u202e -rf\n```\n") == ["bidi-character"]
    check_fix("a\u202eb\n", "ab\n")


def test_hebrew_may_change_direction_and_back() -> None:
    assert codes("שלום \u2066README\u2069 עולם\n") == []
    assert codes("שלום \u2066README עולם\n") == ["bidi-character"]
    assert codes("שלום \u2069README עולם\n") == ["bidi-character"]
    assert codes("שלום \u202aREADME\u2069 עולם\n") == ["bidi-character"] * 2
