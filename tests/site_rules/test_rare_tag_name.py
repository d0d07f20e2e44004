"""Tags that are probably misspelt, where the schema is not known."""

from __future__ import annotations

from .site_checks import check_site

PACKAGE = '{"dependencies": {"@markdoc/markdoc": "1", "@markdoc/next.js": "1", "next": "1"}}'


def test_without_a_schema() -> None:
    check_site("""
        -- markdoc.config.json --
        []
        -- index.md --
        {% callout %}
        Text with {% callout /%} and {% callout /%}.
        {% /callout %}

        {% calout %}
           ^^^^^^ hint[rare-tag-name]: 'calout' is used once on this site, 'callout' 4 times
        {% /calout %}
        -- more.md --
        {% callout /%}
    """)


def test_a_tag_of_an_open_schema_is_not_reported() -> None:
    check_site(f"""
        -- markdoc.config.json --
        []
        -- package.json --
        {PACKAGE}
        -- next.config.js --
        module.exports = require("@markdoc/next.js")()({{}});
        -- markdoc/tags.js --
        import {{ more }} from "elsewhere";
        export default {{ ...more, calout: {{ render: "Calout" }} }};
        -- pages/index.md --
        {{% callout /%}} {{% callout /%}} {{% callout /%}} {{% callout /%}} {{% calout /%}} {{% callour /%}}
                                                                                     ^^^^^^^ hint[rare-tag-name]
    """)


def test_a_closed_schema_has_no_hints() -> None:
    check_site(f"""
        -- markdoc.config.json --
        []
        -- package.json --
        {PACKAGE}
        -- next.config.js --
        module.exports = require("@markdoc/next.js")()({{}});
        -- markdoc/tags.js --
        export default {{ callout: {{ render: "Callout" }} }};
        -- pages/index.md --
        {{% callout /%}} {{% callout /%}} {{% callout /%}} {{% callout /%}} {{% calout /%}}
    """)
