"""The default stylesheet is complete, and its dark colors are the same however they are chosen."""

from __future__ import annotations

import re
from pathlib import Path

from refrakt.theme import default_stylesheet as module
from refrakt.theme.default_stylesheet import default_stylesheet

FOLDER = Path(module.__file__).parent / "stylesheets"


def declarations(block: str) -> dict[str, str]:
    return dict(re.findall(r"(--rf-[\w-]+):\s*([^;]+);", block))


def test_every_file_is_part_of_it() -> None:
    for file in FOLDER.iterdir():
        assert file.read_text("utf-8") in default_stylesheet(), file.name


def test_braces_match() -> None:
    text = re.sub(r"/\*.*?\*/", "", default_stylesheet(), flags=re.DOTALL)
    assert text.count("{") == text.count("}")


def test_dark_by_preference_equals_dark_by_choice() -> None:
    preferred, chosen = (FOLDER / "tokens.css").read_text("utf-8").split("@media")[1].split("/* The same colors")
    assert declarations(preferred) == declarations(chosen)
    assert len(declarations(chosen)) > 20


def test_every_token_that_is_used_is_defined() -> None:
    text = default_stylesheet()
    used = set(re.findall(r"var\((--rf-[\w-]+)\)", text))
    assert used <= set(re.findall(r"(--rf-[\w-]+):", text))


def test_nothing_is_loaded() -> None:
    assert "@import" not in default_stylesheet()
    assert "url(" not in default_stylesheet()
