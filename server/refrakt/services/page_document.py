"""A page as a whole HTML document: head, stylesheet, layout and content."""

from __future__ import annotations

from refrakt.services.context import Context
from refrakt.services.render import RenderInput, rendered_page
from refrakt.theme.default_stylesheet import default_stylesheet
from refrakt.theme.page_html import page_html
from refrakt.theme.page_shell import PageShell


def page_document(context: Context, query: RenderInput) -> str:
    """The document of a page or a text, in its layout, with the default stylesheet in it."""
    rendered = rendered_page(context, query, framed=True)
    page = rendered.page
    settings = {key: value for key, value in rendered.site.settings.items() if isinstance(value, str)}
    shell = PageShell(
        title=page.title or settings.get("siteName", ""),
        seo=page.seo,
        language=settings.get("locale", "en"),
        styles=[default_stylesheet()],
        site_name=settings.get("siteName", ""),
        base_url=settings.get("baseUrl", ""),
    )
    return shell.document(page_html(rendered.framed))
