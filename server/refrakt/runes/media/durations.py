"""Durations of recordings: as a clock shows them (`3:45`), in seconds, and as schema.org wants them (`PT225S`)."""

from __future__ import annotations

import re

from refrakt.markdoc.javascript_values import js_str

ISO = "PT"
_ISO_DURATION = re.compile(r"P[^T]*T(?:([\d.]+)H)?(?:([\d.]+)M)?(?:([\d.]+)S)?")
_NUMBER = re.compile(r"\d+(?:\.\d+)?")


def seconds(written: str) -> float:
    """The seconds of `m:s`, `h:m:s` or the time of an ISO duration; 0 if it is none of them."""
    iso = _ISO_DURATION.match(written)
    parts = [each or "0" for each in iso.groups()] if iso else written.strip().split(":")
    if len(parts) not in (2, 3) or not all(map(_NUMBER.fullmatch, parts)):
        return 0
    total = 0.0
    for each in parts:
        total = total * 60 + float(each)
    return int(total) if total.is_integer() else total


def iso_duration(written: str) -> str:
    return written if written.startswith(ISO) else f"{ISO}{js_str(seconds(written))}S"


def clock(written: str) -> str:
    """An ISO duration as a clock shows it. Anything else is shown as it is written."""
    if not written.startswith(ISO):
        return written
    minutes, rest = divmod(int(seconds(written)), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
