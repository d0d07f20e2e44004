"""Diagnostics that are told again are those that would be told anew."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from refrakt.hosts.lsp.client import Client, Encoding, client_of
from refrakt.hosts.lsp.diagnostics import Diagnostic, Teller, written
from refrakt.hosts.lsp.positions import Codec
from refrakt.hosts.lsp.retelling import Retelling
from refrakt.markdoc import Document, Options, parse
from refrakt.project.index.judging import Moved, moved
from refrakt.project.index.problem import PageProblem
from refrakt.project.packages import everything
from refrakt.rules.check import Memory, check
from refrakt.rules.finding import Finding
from refrakt.rules.page import Page, Site
from refrakt.runes.vocabulary import vocabulary

SITE = Site(vocabulary(everything()))
ROOT = Path("/site")
PAGE = '# 🙂 A\n\n{% hnit %}\nb [c](/d)\n\n{% hint typ="x" %}\ne\n{% /hint %}\n\n- 🙂 {% nope /%}\n\n{% hint %}\n\n$v\n'
TYPED = ["x", "🙂", "\n", "\n\n", "{% hint %}\n", "{% /hint %}\n", '"', ""]


def teller(encoding: Encoding) -> Teller:
    client: Client = client_of({"capabilities": {"textDocument": {"publishDiagnostics": {"relatedInformation": True}}}})
    return Teller(client, Codec(encoding), Path.as_uri)


def found(document: Document, memory: Memory) -> list[Finding]:
    return check(Page(document, SITE), memory)


@settings(max_examples=60, suppress_health_check=list(HealthCheck))
@given(st.randoms(use_true_random=False), st.sampled_from(["utf-8", "utf-16", "utf-32"]))
def test_what_is_told_again_is_told_right(luck: Random, encoding: Encoding) -> None:
    tells = teller(encoding)
    retelling, memory = Retelling(tells), Memory()
    document = parse(PAGE * 3, Options(fences="escaped"))
    across = tuple(
        Moved(PageProblem("broken-link", "warning", start, start + 3, f"problem {start}"))
        for start in range(0, len(document.text) - 3, 17)
    )
    for _ in range(8):
        assert retelling.findings(document, found(document, memory)) == [
            tells.finding(document, each) for each in found(document, memory)
        ]
        assert retelling.across(document, across, ROOT) == [tells.across(document, each.now(), ROOT) for each in across]
        at = luck.randrange(len(document.text) + 1)
        edit = at, min(at + luck.choice([0, 0, 1, 4]), len(document.text)), luck.choice(TYPED)
        document, across = document.edit(*edit), moved(across, [edit])


def test_what_stays_is_not_written_down_again() -> None:
    retelling, memory = Retelling(teller("utf-16")), Memory()
    before = parse("{% hnit /%}\n\nSome words.\n\n{% nope /%}\n", Options(fences="escaped"))
    first = retelling.findings(before, found(before, memory))
    after = before.edit(16, 16, "x")
    second = retelling.findings(after, found(after, memory))
    assert len(first) == 2
    assert second[1] is first[1]
    assert second[1].written is first[1].written


@pytest.mark.parametrize("told", [[], [Diagnostic(message='ä "🙂" \ud800')], [Diagnostic(a=1), Diagnostic(b=[None])]])
def test_a_list_is_written_as_json(told: list[Diagnostic]) -> None:
    assert json.loads(written(told)) == told
