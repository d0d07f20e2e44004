"""The rule behind a problem: its summary from the manual, with a link."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from refrakt.features.results import Hover
from refrakt.manual import manual_url
from refrakt.markdoc.tree import Span
from refrakt.rules.registry import all_rules

ProblemCode = tuple[Span, str]
"""The span of a problem in the text of the page, and the code of its rule."""


def rule_hovers(problems: Iterable[ProblemCode], offset: int) -> Iterator[Hover]:
    """The rules of the problems at an offset, each once, the narrowest problem first."""
    here = [(span, code) for span, code in problems if span.start <= offset <= span.end]
    explained: set[str] = set()
    for span, code in sorted(here, key=lambda each: each[0].end - each[0].start):
        if code not in explained and (text := _rule_markdown(code)):
            explained.add(code)
            yield Hover(span, text)


def _rule_markdown(code: str) -> str:
    rule = all_rules().get(code)
    if rule is None:
        return ""

    title, _, rest = rule.doc.strip().partition("\n\n")
    paragraphs = [f"**{code}**: {_one_line(title)}"]
    if rest:
        paragraphs.append(_one_line(rest.partition("\n\n")[0]))
    url = manual_url(code)
    if url is not None:
        paragraphs.append(f"[In the manual]({url})")
    return "\n\n".join(paragraphs) + "\n"


def _one_line(paragraph: str) -> str:
    return " ".join(paragraph.split())
