"""A link to a fragment that the target page does not have.

The browser opens the top of the page instead. A fragment is the id of a heading, which is generated from its text, or
any other `id` on the page, in its partials or in its layouts. Bold, code and link text of a heading is not part of its
id, but characters such as parentheses are. The fix writes the id that was probably meant. Pages with content that only
a build knows are not checked.

On a plain Markdoc site the ids of headings follow the code of the site. A fragment is reported, without a fix, if no rule
that the site may use gives it, no component can make it of an attribute or a text, the code makes ids in no other way, and
at least four of five fragments of the site are found.

**Example**

```markdoc {% process=false %}
-- content/index.md --
See [Linux](/setup#linus).
-- content/setup.md --
## Linux
```

**Use instead**

```markdoc {% process=false %}
-- content/index.md --
See [Linux](/setup#linux).
-- content/setup.md --
## Linux
```
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from urllib.parse import unquote

from refrakt.markdoc.tree import Span
from refrakt.project.frameworks.slugs import alphanumeric
from refrakt.project.index.indexed_file import IndexedFile
from refrakt.project.index.link_target import Target
from refrakt.project.index.tracked_site import TrackedSite
from refrakt.project.pages.page_facts import Link
from refrakt.project.site_rules.link_edits import (
    fragment_offsets,
    intended_name,
    is_checkable,
    with_fragment,
    written_page,
)
from refrakt.rules.name_suggestion import did_you_mean
from refrakt.rules.problem import Problem, safe_fix
from refrakt.rules.registry import rule

_TOP = "top"
"""An anchor that every page has."""
_NOT_ANCHORS = (":~:", "/", "!")
"""Prefixes of fragments that are not anchors: a text to search for, or the state of a script."""
_EXACT_RULES = ("github",)
"""With `typographer`, headings contain signs for which only this rule is known for certain."""


@rule("broken-fragment", "warning", "links", on="link", scope="site", fixable=True)
def broken_fragment(site: TrackedSite, link: Link, target: Target) -> Iterator[Problem]:
    fragment = target.fragment
    if not fragment or link.kind != "link" or fragment.lower() == _TOP or fragment.startswith(_NOT_ANCHORS):
        return
    if not is_checkable(site, link, target):
        return
    page = written_page(site, target) if site.spec.sure else _routed_page(site, target)
    if page is None:
        return
    if (right := _decorated(site, page, fragment)) is not None:
        message = f"'#{fragment}' is the fragment of another tool; here it is '#{right}'"
        yield Problem(Span(*fragment_offsets(link)), message, f"Write #{right}.", safe_fix(with_fragment(link, right)))
        return
    if site.has_anchor(page, fragment) is not False:
        return
    names, intended = _guessed(site, page, fragment)
    if intended is not None:
        names = [intended, *(each for each in names if each != intended)]  # what the fix writes
    where = "this page" if page is site.entry else f"'{page.url}'"
    yield Problem(
        Span(*fragment_offsets(link)),
        f"{where} has no fragment '#{fragment}'{did_you_mean([f'#{each}' for each in names])}",
        f"Write #{names[0]}." if names else None,
        safe_fix(with_fragment(link, intended) if intended is not None and site.spec.sure else ()),
    )


def _decorated(site: TrackedSite, page: IndexedFile, fragment: str) -> str | None:
    """The id that is meant by a fragment with the prefix of GitHub, or with encoded spaces."""
    plain = unquote(fragment).removeprefix("user-content-")
    if plain == fragment and " " not in plain:
        return None
    new = "-".join(plain.split())
    anchors = site.anchors(page)
    return new if new != fragment and fragment not in anchors and new in anchors else None


def _routed_page(site: TrackedSite, target: Target) -> IndexedFile | None:
    """The page of a target on a site that is not refrakt's own, if none of the pages that it may mean has its fragment."""
    markdoc = site.spec.markdoc
    if (
        markdoc is None
        or site.rewrites.headings
        or (markdoc.options.typographer and markdoc.slug_rules != _EXACT_RULES)
    ):
        return None
    missing = site.has_fragment(target) is False and site.has_reliable_fragments
    return site.page_of(target) if missing else None


def _guessed(site: TrackedSite, page: IndexedFile, fragment: str) -> tuple[list[str], str | None]:
    """Similar anchors, and the one that was certainly intended; neither where the rule for ids is not known."""
    if site.spec.markdoc is not None and len(site.spec.markdoc.slug_rules) > 1:
        return [], None
    # Other tools build ids from the whole text of a heading, code and bold included, so equal letters identify the heading.
    anchors = site.anchors(page)
    same_letters = site.cached_for(page, "anchors by letters", lambda: _by_letters(anchors)).get(alphanumeric(fragment))
    if same_letters:
        return same_letters, same_letters[0]
    names = site.nearest_anchors(page, fragment)
    return names, intended_name(fragment, names)


def _by_letters(anchors: Mapping[str, str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for id, text in anchors.items():
        for each in {alphanumeric(id), alphanumeric(text)}:
            found.setdefault(each, []).append(id)
    return found
