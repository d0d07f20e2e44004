"""The messages of the YAML parser in plain words: what is wrong, not which token it expected."""

from __future__ import annotations

_REASONS: tuple[tuple[str, str], ...] = (
    ("mapping values are not allowed", "unexpected `:`; a value that contains `: ` needs quotes"),
    ("could not find expected ':'", "a line without a key; each line is `key: value`"),
    ("block sequence entries are not allowed", "a list starts on the line after its key"),
    ("did not find expected '-' indicator", "the items of a list each start with `- ` in the same column"),
    ("did not find expected ',' or ']'", "a list in brackets needs commas between its items and `]` at its end"),
    ("expected ',' or ']'", "a list in brackets needs commas between its items and `]` at its end"),
    ("did not find expected ',' or '}'", "an object in braces needs commas between its entries and `}` at its end"),
    ("expected ',' or '}'", "an object in braces needs commas between its entries and `}` at its end"),
    ("did not find expected node content", "unexpected character; a value with special characters needs quotes"),
    ("did not find expected key", "this line does not continue the one above; check its indentation and quotes"),
    ("expected <block end>", "this line does not continue the one above; check its indentation and quotes"),
    ("'\\t' that cannot start any token", "a tab in the indentation; YAML allows only spaces"),
    ("cannot start any token", "a value cannot start with this character; it needs quotes"),
    ("unexpected end of stream", "a quote is not closed"),
    ("unexpected document indicator", "a quote is not closed before the end of the frontmatter"),
    ("unknown escape character", "`\\` starts an escape in double quotes; use single quotes"),
    ("did not find expected alphabetic or numeric character", "a value cannot start with `*` or `&`; it needs quotes"),
    ("did not find expected whitespace or line break", "a value cannot start with `!`, `|` or `>`; it needs quotes"),
    ("did not find URI escaped octet", "a value cannot start with `!` or `%`; it needs quotes"),
    ("undefined tag handle", "a value cannot start with `!`; it needs quotes"),
    ("found undefined tag", "a value cannot start with `!`; it needs quotes"),
    ("did not find expected comment or line break", "`|` and `>` start a text on the next lines; else it needs quotes"),
    ("expected a comment or a line break", "`|` and `>` start a text on the next lines; else it needs quotes"),
    ("did not find expected directive name", "a line cannot start with `%`"),
    ("did not find expected <document start>", "unexpected text; each line is `key: value`"),
    ("second YAML document", "unexpected second YAML document; only the first is used"),
)


def plain_yaml_message(reason: str) -> str:
    """The message of the parser in plain words; as it is if it is not known."""
    return next((plain for part, plain in _REASONS if part in reason), reason)
