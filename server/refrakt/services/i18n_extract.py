"""`i18n_extract`: the texts of the theme that a site can translate."""

from __future__ import annotations

from dataclasses import dataclass

from refrakt.command_input import option
from refrakt.services.context import Context
from refrakt.services.registry import service
from refrakt.services.theme_choice import chosen_theme
from refrakt.theme.strings import i18n_keys


@dataclass(frozen=True, slots=True)
class I18nExtractInput:
    """The site."""

    site: str | None = option(None, described=False)
    """the site, if the project has several"""


@service("refrakt.i18n_extract", needs="site", cli="i18n extract")
def i18n_extract(context: Context, query: I18nExtractInput) -> dict[str, str]:
    """List the texts of the theme that a site can translate: key and English text."""
    theme = chosen_theme(context, context.site(query.site), None).config
    return i18n_keys(theme.runes.values())
