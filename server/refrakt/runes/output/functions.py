"""The functions of a refrakt site: `currency`, `date`, `number`, `join`, `concat`, `humanize`."""

from __future__ import annotations

from collections.abc import Mapping

from refrakt.markdoc.schema import FunctionSchema

FUNCTIONS: Mapping[str, FunctionSchema] = {}
