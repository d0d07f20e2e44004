"""The page of the manual about checks, made from the checks themselves."""

from __future__ import annotations

from collections.abc import Iterator

from refrakt_plan.checks.registry import Check, checks

_OPENING = """\
---
title: Checks of the plan
description: What `refrakt plan validate` looks for, and how to mend it
---

# Checks of the plan

`refrakt plan validate` tells what is wrong with a plan; the editor marks the same while you type, and agents have the tool
`plan.validate`.

```text
$ refrakt plan validate
work/WORK-001-plan-the-first-release.md
   1:31  error  WORK-001 has status "redy", which does not exist for work; did you mean "ready"?  [invalid-status]
  14:11  error  WORK-001 refers to SPEC-01, which does not exist; did you mean SPEC-001?  [broken-ref]

2 errors, 0 warnings, 0 info in 4 entities.
```

It ends with 0 where there is no error, with 1 where there is one, and with 2 where it could not look. `--strict` counts warnings
as errors, `--lifecycle` adds the checks of [the last part](#whether-a-status-is-still-true), `--dir DIR` names another plan, and
`--format json` gives every issue with its `type`, `severity`, `file`, `line` and `column`, the `source` it is about, often a
`target`, and a `suggestion`.
"""
_LIFECYCLE = """\
## Whether a status is still true

A status is set by hand, and what it says can be overtaken by what others have come to. These checks compare the two; they are made
with `--lifecycle`, and nothing is ever changed by them.
"""


def checks_page() -> str:
    """Every check: its module's own words, and what it may find."""
    parts = [_OPENING, *(_section(each) for each in checks() if not each.lifecycle)]
    parts += [_LIFECYCLE, *(_section(each) for each in checks() if each.lifecycle)]
    return "\n".join(parts)


def _section(check: Check) -> str:
    title, _, about = check.about.strip().partition("\n\n")
    return "\n".join([f"## {title.rstrip('.')}", "", about, "", *_types(check)])


def _types(check: Check) -> Iterator[str]:
    for each in check.types:
        mended = "there is a fix" if each.fixable else "no fix"
        yield from (f"### {each.name}", "", f"*{each.severity}, {mended}*", "", each.about, "")
