"""The cursor context at every position of complete and incomplete tags."""

from __future__ import annotations

import pytest

from refrakt.features.cursor_context import cursor_context_at

from .checking import page_of, plain_markdoc, read


@pytest.mark.parametrize(
    ("fixture", "kind", "token"),
    [
        # Names
        ("{%$0", "name", ""),
        ("{% $0", "name", ""),
        ("{%  \t$0", "name", ""),
        ("{% hi$0nt %}", "name", "hint"),
        ("{% $0hint %}", "name", "hint"),
        ("Text {% ba$0 and more", "name", "ba"),
        ("{% hin$0\n\nText.\n\n{% /hint %}\n", "name", "hin"),
        # Closing tags
        ("{% /$0", "closing", ""),
        ("{% /hi$0nt %}", "closing", "hint"),
        ("{% hint %}a{% /$0", "closing", ""),
        # Attributes
        ("{% hint $0", "attribute", ""),
        ("{% hint $0%}", "attribute", ""),
        ("{% hint ty$0 %}", "attribute", "ty"),
        ('{% hint $0type="note" %}', "attribute", ""),
        ('{% hint ty$0pe="note" %}', "attribute", "type"),
        ('{% hint type="note" $0 /%}', "attribute", ""),
        ('{% hint type="a %} b" ti$0 %}', "attribute", "ti"),
        ("{% hint items=[1, 2] $0 %}", "attribute", ""),
        # Values
        ("{% hint type=$0", "value", ""),
        ("{% hint type=no$0 %}", "value", "no"),
        ('{% hint type="no$0', "value", "no"),
        ('{% hint type="no$0te" %}', "value", "note"),
        ('{% hint type="no$0 %}', "value", "no"),
        ('{% hint type="no$0 title="x" %}', "value", "no"),
        ("{% hint type='no$0' %}", "value", "no"),
        ('{% hint type=$0"note" %}', "value", '"note"'),
        ('{% hint items=["a", "b$0"] %}', "value", "b"),
        ('{% hint items=["a", $0', "value", ""),
        ('{% hint meta={size: "b$0"} %}', "value", "b"),
        ('{% slot "he$0ad" %}', "value", "head"),
        ("{% if equals($a, $0) %}", "value", ""),
        ("{% equals($a, b=$0) %}", "value", ""),
        # Variables
        ("{% $pa$0", "variable", "pa"),
        ("{% $page.ti$0tle %}", "variable", "title"),
        ("{% $page.$0 %}", "variable", ""),
        ("{% if $fla$0 %}", "variable", "fla"),
        ("{% hint type=$fla$0 %}", "variable", "fla"),
        ('{% if equals($page["a b"].c$0, 1) %}', "variable", "c"),
        # Positions without completions
        ("{$0% hint %}", "nothing", ""),
        ("{% hint %$0}", "nothing", ""),
        ("{% hint /$0%}", "nothing", ""),
        ('{% hint type="note"$0 %}', "nothing", ""),
        ("{% hint #i$0d %}", "nothing", ""),
        ("{% hint .wi$0de %}", "nothing", ""),
        ("{% hint meta={si$0ze: 1} %}", "nothing", ""),
        # No tag at all
        ("Some$0 text", "text", ""),
        ("{% hint %}$0{% /hint %}", "text", ""),
        ("$0", "text", ""),
        ("```\n{% hin$0\n```\n", "code", ""),
        ("```\n{% hi$0nt %}\n```\n", "code", ""),
        ("Say `{% hi$0nt %}` and so", "code", ""),
        ("- a\n\n  ```\n  {% hi$0\n  ```\n", "code", ""),
        ("---\ntitle: {% a$0\n---\n", "frontmatter", ""),
        ("\\{% hi$0", "text", ""),
        # Wherever a tag may be
        ("- {% hi$0\n- b", "name", "hi"),
        ("1. a\n   {% hint ty$0\n", "attribute", "ty"),
        ("> {% hint ty$0\n> b", "attribute", "ty"),
        ("> {% hint\n>    ty$0pe=1 %}\n", "attribute", "type"),
        ("| a | b |\n|---|---|\n| {% hi$0 | c |\n", "name", "hi"),
        ("# A title {% hi$0", "name", "hi"),
        ("\t{% hi$0", "name", "hi"),
        ("😀 {% hi$0 👩‍👩‍👧", "name", "hi"),
        ('{% hint\r\n  type="note"\r\n  ti$0\r\n%}\r\n', "attribute", "ti"),
        ("a\r\n\r\n{% hint $0\r\n\r\nb\r\n", "attribute", ""),
        ("{% hint\n  ty$0", "attribute", "ty"),
        ("{% hint\nSome te$0xt", "text", ""),
        # Several tags that are not finished
        ("{% hin\n\n{% ba$0\n\nx {% hint %}", "name", "ba"),
        ("{% hin\n\nx {% hint ty$0pe=1 %}", "attribute", "type"),
        ("{% a\n\n{% b\n\n{% ca$0\n\n{% /a %}", "name", "ca"),
        ("{% a\n\n```\n{% ca$0\n```\n\n{% /a %}", "text", ""),
        ("{% a {% b {% ca$0", "name", "ca"),
        ("- {% a\n- {% b\n- {% ca$0\n", "name", "ca"),
    ],
)
def test_what_the_cursor_is_in(fixture: str, kind: str, token: str) -> None:
    text, offset = read(fixture)
    cursor = cursor_context_at(page_of(text).document, offset)
    assert (cursor.kind, text[cursor.span.start : cursor.span.end]) == (kind, token)
    assert cursor.span.start <= offset <= cursor.span.end


def test_tags_in_fences_are_live_in_plain_markdoc() -> None:
    text, offset = read("```\n{% hi$0 %}\n```\n")
    assert cursor_context_at(page_of(text, plain_markdoc()).document, offset).kind == "name"


@pytest.mark.parametrize(
    ("fixture", "attribute", "path", "within"),
    [
        ('{% hint type="$0" %}', "type", (), ""),
        ('{% hint a=1 items=["x", "$0"] %}', "items", (), "["),
        ('{% hint items=[{k: "$0', "items", (), "[{"),
        ("{% if equals($0", "primary", (), "("),
        ("{% hint type=default($page.$0", "type", ("page",), "("),
        ("{% $a.b.$0", None, ("a", "b"), ""),
    ],
)
def test_what_a_value_belongs_to(fixture: str, attribute: str | None, path: tuple[str, ...], within: str) -> None:
    text, offset = read(fixture)
    cursor = cursor_context_at(page_of(text).document, offset).prefix
    assert cursor is not None
    assert (cursor.attribute, cursor.path, cursor.brackets) == (attribute, path, within)
