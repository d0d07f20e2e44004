"""Which names are suggested for a misspelt one."""

from __future__ import annotations

import pytest

from refrakt.rules.name_suggestion import nearest


@pytest.mark.parametrize(
    ("unknown", "name"),
    [
        ("hnit", "hint"),
        ("Callout", "callout"),
        ("seperator", "separator"),
        ("/docs/failure", "/docs/failures"),
        ("builder-based-configuration", "builder-based-configurations"),
        ("task-execution-timeout", "execution-timeout"),
        ("consumer-settings", "pulsar-consumer-settings"),
        ("warn", "warning"),
        ("WORK-7", "WORK-007"),
        ("frezelock", "freeze-lock"),
    ],
)
def test_a_typing_error_or_a_word_more(unknown: str, name: str) -> None:
    assert nearest(unknown, [name, "quote", "/docs/quote"]) == [name]


@pytest.mark.parametrize(
    ("unknown", "name"),
    [
        ("/docs/services/syntax", "/docs/services/context"),
        ("/docs/workflows/workers", "/docs/workflows/errors"),
        ("/docs/install", "/help/install"),
        ("code-based-configuration", "yaml-based-configuration"),
        ("connecting-w-a-secret-key", "connecting-a-wallet"),
        ("storage", "storage-details-and-limits"),
        ("webrequestor.gif", "requestor.png"),
        ("a.png", "b.png"),
        ("h", "p"),
        ("table", "tab"),
    ],
)
def test_another_name_is_not_suggested(unknown: str, name: str) -> None:
    assert nearest(unknown, [name]) == []


def test_the_nearest_names_come_first_and_distant_ones_are_left_out() -> None:
    names = ["workflow-tag-engines", "workflow-state-engines", "workflow-state-engine"]
    assert nearest("workflow-state-engin", names) == ["workflow-state-engine", "workflow-state-engines"]


def test_several_names_with_the_same_words_are_ambiguous() -> None:
    assert nearest("execution-timeout", ["task-execution-timeout", "work-execution-timeout"]) == []
