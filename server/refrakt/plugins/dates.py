"""Dates in other forms than year-month-day, for the rules of plugins."""

from refrakt.rules.dates import is_iso_date, iso_date

__all__ = ["is_iso_date", "iso_date"]
