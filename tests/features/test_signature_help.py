"""Signature help for tags and functions."""

from __future__ import annotations

import pytest

from refrakt.features.signature_help import SignatureHelp, signature_at
from refrakt.project.site import SiteContext

from .checking import page_of, plain_markdoc, read


def shown(fixture: str, site: SiteContext | None = None) -> SignatureHelp | None:
    text, offset = read(fixture)
    return signature_at(page_of(text, site), offset)


def check_signature(fixture: str, label: str, active: str | None, site: SiteContext | None = None) -> None:
    """At the cursor a signature with these words is shown, and this parameter is active."""
    found = shown(fixture, site)
    assert found is not None
    assert label in found.label
    active_parameter = (
        found.label[slice(*found.parameters[found.active_parameter].label_span.bounds)]
        if found.active_parameter is not None
        else None
    )
    assert active_parameter == active


@pytest.mark.parametrize(
    ("fixture", "label", "active"),
    [
        ("{% hint $0 %}", "{% hint [type] [tint] ", "[type]"),
        ("{% hint $0", "{% hint [type]", "[type]"),
        ("{% callout $0 %}", "{% callout [type]", "[type]"),
        ('{% hint type="note" $0 %}', "{% hint [type]", "[tint]"),
        ("{% hint type=$0 %}", "{% hint [type]", "[type]"),
        ("{% hint ty$0 %}", "{% hint [type]", "[type]"),
        ("{% hint width=$0 %}", "[width]", "[width]"),
        ("{% hint nobody=$0 %}", "{% hint [type]", None),
        ("{% hint zz$0 %}", "{% hint [type]", None),
        # What is needed comes first, then own, preset and universal ones
        ("{% form $0 %}", "{% form action [", "action"),
        ('{% form method="GET" $0 %}', "{% form action [", "action"),
        ("{% hero $0 %}", "[align] ", "[align]"),
        # One far down the list is shown all the same
        ("{% hint scrim-tone=$0 %}", " [scrim-tone] … %}", "[scrim-tone]"),
        ("{% hint columns=$page.t$0 type=1 %}", "{% hint ", None),
        # The unnamed value
        ("{% xref $0 /%}", "{% xref value [label] [type] [preview] /%}", "value"),
        ('{% xref "a" $0 /%}', "{% xref value [label]", "[label]"),
        ("{% if $a$0 %}", "{% if [value] %}", "[value]"),
        # Wherever a tag may be
        ("> - {% hint\n>   $0 %}\n", "{% hint [type]", "[type]"),
        ("| a |\n|---|\n| {% badge $0 %}x{% /badge %} |\n", "{% badge ", "[sentiment]"),
        ("😀 {% icon $0 /%}", "{% icon name ", "name"),
        ("a\r\n\r\n{% hint\r\n  $0\r\n%}\r\n", "{% hint ", "[type]"),
        # Functions
        ("{% if equals($0", 'equals($value, "text")', "$value"),
        ("{% if equals($a, $0) %}", 'equals($value, "text")', '"text"'),
        ("{% if equals($a, 1, 2, $0) %}", 'equals($value, "text")', '"text"'),
        ('{% if equals("a,b($0") %}', 'equals($value, "text")', "$value"),
        ('{% if equals("a"$0, 1) %}', "equals(", "$value"),
        ("{% if and(equals($a, 1), $0) %}", "and($first, $second)", "$second"),
        ("{% if and(equals([1, 2], {a: 1$0}), 1) %}", "equals(", '"text"'),
        ("{% grid columns=default($0", "default($value", "$value"),
        ("{% currency(amount=$0) %}", "currency($amount", "$amount"),
        ("{% currency(nobody=$0) %}", "currency($amount", None),
        ("{% debug($0) %}", "debug($value)", "$value"),
    ],
)
def test_signatures(fixture: str, label: str, active: str | None) -> None:
    check_signature(fixture, label, active)


@pytest.mark.parametrize(
    "fixture",
    [
        "some $0text",
        "{% $0",
        "{% hi$0nt %}",
        "{% /hint $0 %}",
        "{% hnit $0 %}",
        '{% hint type="$0" %}',
        '{% hint type="note$0" %}',
        '{% hint type="note"$0 %}',
        "{% hint %}$0",
        "{$0% hint %}",
        "{% shout($0) %}",
        "```\n{% hint $0 %}\n```\n",
        "`{% hint $0 %}`",
        "---\ntitle: $0\n---\n",
    ],
)
def test_no_signature(fixture: str) -> None:
    assert shown(fixture) is None


def test_long_signatures_are_shortened() -> None:
    """A rune may take fifty attributes; a dozen are named. Each of those has a span in the label and is documented."""
    found = shown("{% hero $0 %}")
    assert found is not None
    assert len(found.parameters) == 12
    assert found.label.endswith(" … %}")
    assert "justify" not in found.label
    for each in found.parameters:
        name = found.label[each.label_span.start : each.label_span.end].strip("[]")
        assert each.documentation is not None
        assert each.documentation().startswith(f"**{name}**")


def test_functions_of_a_plain_project() -> None:
    check_signature("{% shout($0) %}", "shout()", None, plain_markdoc())
    assert shown("{% nobody $0 %}", plain_markdoc()) is None
