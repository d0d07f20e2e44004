"""The blocks that the READMEs of editors/ tell users to paste; the tests run these."""

from __future__ import annotations

import re
from pathlib import Path


def readme_blocks(readme: Path, language: str) -> list[str]:
    """The code blocks of a language, in their order."""
    return re.findall(rf"^```{language}\n(.*?)^```$", readme.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
