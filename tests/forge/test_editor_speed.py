"""Response times while typing, with 200 definitions: `pytest -m bench tests/forge`. Measures processor time."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

import pytest

from .forge_project import ForgeProject, agent, markdown_agent, tool
from .open_definition import OpenDefinition, open_definition

pytestmark = pytest.mark.bench
COUNT = 100
MOST = 5.0
"""Milliseconds, the median of a request."""


@pytest.fixture
def opened(forge: ForgeProject) -> OpenDefinition:
    """An agent among 100 others and 100 tools; each request sees another text, as after a keystroke."""
    body = "One line of a prompt.\n" * 40
    forge.write({f"agents/a{n}/agent.md": markdown_agent(f"a{n}", body) for n in range(COUNT)})
    forge.write({f"tools/t{n}/tool.yaml": tool(f"t{n}") for n in range(COUNT)})
    forge.write({"agents/mine/agent.yaml": agent("mine")})
    time.sleep(2.1)  # folders that changed a moment ago are always listed
    text = agent("mine", tools=[f"t{n}" for n in range(10)], more="extends: $0a5\n")
    return open_definition(forge, "agents/mine/agent.yaml", text)


def milliseconds(opened: OpenDefinition, work: Callable[[], object]) -> float:
    taken = []
    for number in range(40):
        opened.text = opened.text.rstrip("#\n") + "\n" + "#" * (number + 1)
        began = time.process_time()
        work()
        taken.append((time.process_time() - began) * 1000)
    return statistics.median(taken[5:])


@pytest.mark.parametrize("what", ["problems", "labels", "hover", "lenses"])
def test_a_request_while_typing(opened: OpenDefinition, what: str) -> None:
    assert milliseconds(opened, lambda: getattr(opened, what)) <= MOST


@pytest.mark.parametrize("what", ["definition", "references"])
def test_navigation(opened: OpenDefinition, what: str) -> None:
    more = (True,) if what == "references" else ()
    assert milliseconds(opened, lambda: list(opened.request(what, *more))) <= MOST
