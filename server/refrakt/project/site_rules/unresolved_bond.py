"""A bond to an entity that does not exist.

Both ends of a bond must be the exact name of a character, realm, faction, lore entry or plot of the site, or one of a
character's `aliases`. The fix writes the name that was probably meant.

**Example**

```markdoc {% process=false %}
-- content/index.md --
{% character name="Aragorn" %}
A ranger.
{% /character %}

{% character name="Arwen" %}
An elf.
{% /character %}

{% bond from="Aragon" to="Arwen" %}
They are betrothed.
{% /bond %}
-- refrakt.config.json --
{"site": {"contentDir": "./content", "plugins": ["@refrakt-md/storytelling"]}}
```

**Use instead**

```markdoc {% process=false %}
-- content/index.md --
{% character name="Aragorn" %}
A ranger.
{% /character %}

{% character name="Arwen" %}
An elf.
{% /character %}

{% bond from="Aragorn" to="Arwen" %}
They are betrothed.
{% /bond %}
-- refrakt.config.json --
{"site": {"contentDir": "./content", "plugins": ["@refrakt-md/storytelling"]}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.project.index.tracked_site import TrackedSite
from refrakt.project.pages.page_facts import Reference
from refrakt.project.site_rules.unknown_name import unknown_name
from refrakt.rules.problem import Problem
from refrakt.rules.registry import rule

_BOUND = frozenset({"character", "realm", "faction", "lore", "plot"})


@rule("unresolved-bond", "warning", "references", on="reference:bond", scope="site", fixable=True)
def unresolved_bond(site: TrackedSite, reference: Reference) -> Iterator[Problem]:
    name = reference.name.strip()
    if site.entry.kind == "plan" or _is_character(site, name) or site.is_alias(name) or not site.is_complete:
        return
    near = [each for each in site.nearest_names(name) if _is_character(site, each)]
    yield unknown_name(reference, f"no character, realm, faction, lore or plot is called '{name}'", near)


def _is_character(site: TrackedSite, name: str) -> bool:
    return not _BOUND.isdisjoint(site.entity_types(name))
