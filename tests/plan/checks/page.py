"""The manual page of the plan checks, generated from the checks."""

from __future__ import annotations

from collections.abc import Iterator

from refrakt_plan.checks.registry import Check, checks

_OPENING = """\
---
title: Checks of the plan
description: The problems that `refrakt plan validate` reports, and their fixes
---

# Checks of the plan

`refrakt plan validate` reports the problems of a plan. The editor shows the same problems while you type, and agents have the tool
`plan.validate`.

```text
$ refrakt plan validate
work/WORK-001-plan-the-first-release.md
   1:31  error  WORK-001 has status "redy", which does not exist for work; did you mean "ready"?  [invalid-status]
  14:11  error  WORK-001 refers to SPEC-01, which does not exist; did you mean SPEC-001?  [broken-ref]

2 errors, 0 warnings, 0 info in 4 entities
```

The exit code is 0 without errors, 1 with errors, and 2 if the plan cannot be read. `--strict` counts warnings as errors,
`--lifecycle` adds the checks of [the last part](#statuses-and-the-work-of-others), `--dir DIR` selects another plan, and
`--format json` gives every issue with its `type`, `severity`, `file`, `line` and `column`, the `source` entity, often a `target`,
and a `suggestion`.
"""
_LIFECYCLE = """\
## Statuses and the work of others

A status is set by hand and may be out of date with respect to other entities. These checks compare them. They run only with
`--lifecycle`, and have no fixes.
"""


def checks_page() -> str:
    """Every check with its docstring and its issue types."""
    parts = [_OPENING, *(_section(each) for each in checks() if not each.lifecycle)]
    parts += [_LIFECYCLE, *(_section(each) for each in checks() if each.lifecycle)]
    return "\n".join(parts)


def _section(check: Check) -> str:
    title, _, about = check.about.strip().partition("\n\n")
    return "\n".join([f"## {title.rstrip('.')}", "", about, "", *_types(check)])


def _types(check: Check) -> Iterator[str]:
    for each in check.types:
        fixable = "there is a fix" if each.fixable else "no fix"
        yield from (f"### {each.name}", "", f"*{each.severity}, {fixable}*", "", each.about, "")
