"""Cached diagnostics equal newly encoded ones."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from refrakt.hosts.lsp.client_capabilities import ClientCapabilities, Encoding, read_client_capabilities
from refrakt.hosts.lsp.diagnostic_cache import DiagnosticCache
from refrakt.hosts.lsp.diagnostic_encoder import Diagnostic, DiagnosticEncoder, diagnostics_json
from refrakt.hosts.lsp.position_encoding import PositionEncoder
from refrakt.markdoc.document import Document, parse
from refrakt.markdoc.parse_options import ParseOptions
from refrakt.markdoc.tree import Span
from refrakt.project.index.severity import ShiftedProblem, shifted_problems
from refrakt.project.rune_packages import all_builtin
from refrakt.rules.page import Page, Site
from refrakt.rules.page_checker import CheckCache, check
from refrakt.rules.problem import Problem
from refrakt.runes.vocabulary import vocabulary

SITE = Site(vocabulary(all_builtin()))
ROOT = Path("/site")
PAGE = '# 🙂 A\n\n{% hnit %}\nb [c](/d)\n\n{% hint typ="x" %}\ne\n{% /hint %}\n\n- 🙂 {% nope /%}\n\n{% hint %}\n\n$v\n'
TYPED = ["x", "🙂", "\n", "\n\n", "{% hint %}\n", "{% /hint %}\n", '"', ""]


def encoder(encoding: Encoding) -> DiagnosticEncoder:
    client: ClientCapabilities = read_client_capabilities(
        {"capabilities": {"textDocument": {"publishDiagnostics": {"relatedInformation": True}}}}
    )
    return DiagnosticEncoder(client, PositionEncoder(encoding), Path.as_uri)


def found(document: Document, memory: CheckCache) -> list[Problem]:
    return check(Page(document, SITE), memory)


@settings(max_examples=60, suppress_health_check=list(HealthCheck))
@given(st.randoms(use_true_random=False), st.sampled_from(["utf-8", "utf-16", "utf-32"]))
def test_cached_diagnostics_are_correct(random: Random, encoding: Encoding) -> None:
    diagnostic_encoder = encoder(encoding)
    cache, memory = DiagnosticCache(diagnostic_encoder), CheckCache()
    document = parse(PAGE * 3, ParseOptions(fences="escaped"))
    across = tuple(
        ShiftedProblem(Problem(Span(start, start + 3), f"problem {start}", severity="warning", code="broken-link"))
        for start in range(0, len(document.text) - 3, 17)
    )
    for _ in range(8):
        assert cache.page_problems(document, found(document, memory)) == [
            diagnostic_encoder.page_problem(document, each) for each in found(document, memory)
        ]
        assert cache.site_problems(document, across, ROOT) == [
            diagnostic_encoder.site_problem(document, each.now(), ROOT) for each in across
        ]
        at = random.randrange(len(document.text) + 1)
        edit = at, min(at + random.choice([0, 0, 1, 4]), len(document.text)), random.choice(TYPED)
        document, across = document.edit(*edit), shifted_problems(across, [edit])


def test_unchanged_diagnostics_are_reused() -> None:
    cache, memory = DiagnosticCache(encoder("utf-16")), CheckCache()
    before = parse("{% hnit /%}\n\nSome words.\n\n{% nope /%}\n", ParseOptions(fences="escaped"))
    first = cache.page_problems(before, found(before, memory))
    after = before.edit(16, 16, "x")
    second = cache.page_problems(after, found(after, memory))
    assert len(first) == 2
    assert second[1] is first[1]
    assert second[1].json is first[1].json


@pytest.mark.parametrize(
    "diagnostics", [[], [Diagnostic(message='ä "🙂" \ud800')], [Diagnostic(a=1), Diagnostic(b=[None])]]
)
def test_diagnostics_json(diagnostics: list[Diagnostic]) -> None:
    assert json.loads(diagnostics_json(diagnostics)) == diagnostics
