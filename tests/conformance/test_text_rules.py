"""The options `linkify` and `typographer`, on generated documents full of URLs, quotes, dots and dashes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from generate.text_rules import many_typed

from .comparison import compare, is_endless_in_reference
from .conftest import DOCUMENTS, SEED
from .reference import Reference

pytestmark = pytest.mark.conformance

OTHER_VERSION = re.compile(r"[/?#]\S*?[.,;!?'][^\w\s]|(?:@|//)\S*//|\w<", re.ASCII)
"""Where versions of linkify-it find other ends of a URL: `linkify-versions` in differences.py."""


def requests(seed: int, count: int) -> Iterator[dict[str, Any]]:
    """Every document with `typographer`; `linkify` where its versions agree, half of them with both."""
    for index, source in enumerate(many_typed(seed, count)):
        linkify = OTHER_VERSION.search(source) is None
        options = {
            "allowComments": index % 3 == 0 and not is_endless_in_reference(source),
            "allowIndentation": index % 4 == 0,
            "linkify": linkify,
            "typographer": not linkify or index % 2 == 0,
        }
        yield {"id": index, "source": source, "options": options, "want": ["ast"]}


def test_generated_texts(reference: Reference) -> None:
    found = compare(reference, requests(SEED, DOCUMENTS // 2))
    assert not found, "\n".join([f"seed {SEED}, {DOCUMENTS // 2} documents:", *map(str, found)])


def test_many_of_the_documents_have_links() -> None:
    asked = list(requests(SEED, 1_000))
    assert sum(each["options"]["linkify"] for each in asked) > 100
