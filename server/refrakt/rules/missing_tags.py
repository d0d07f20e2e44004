"""Tags whose counterpart is missing: unclosed tags, and closing tags without an opening one."""

from __future__ import annotations

import re
from collections.abc import Iterator

from refrakt.markdoc.document import Document
from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span
from refrakt.rules.closing_place import closing_place, opening_place
from refrakt.rules.repair_candidates import TagRepair, name_start
from refrakt.rules.tag_sequence import TagToken, open_at
from refrakt.runes.content_model import EMPTY
from refrakt.runes.rune import Rune
from refrakt.runes.vocabulary import Vocabulary


def _is_written_void(rune: Rune) -> bool:
    """Whether a rune has no content of its own, and its example ends with `/%}`."""
    if rune.content is not EMPTY or rune.deferred or not rune.sample:
        return False
    ends = re.findall(rf"\{{%[ ]*{re.escape(rune.name)}(?=[ /])[^%{{}}]*?(/?)%\}}", rune.sample)
    return bool(ends) and all(ends)


class MissingTags:
    """Inserts the counterparts of tags."""

    def __init__(self, document: Document, vocabulary: Vocabulary, tokens: list[TagToken], *, is_read: bool) -> None:
        self.document = document
        self.text = document.text
        self.vocabulary = vocabulary
        self.tokens = tokens
        self.is_read = is_read

    def placed(self, token: TagToken) -> Iterator[TagRepair]:
        """The repair of a tag without a counterpart."""
        if token.kind == "close":
            yield self._stray(token)
            return
        start = name_start(token)
        end = start + len(token.name)
        rune = self.vocabulary.get(token.name)
        if rune is not None and (rune.self_closing or _is_written_void(rune)):
            at = token.end - 2
            space = "" if self.text[at - 1].isspace() else " "
            why = "accepts no content" if self.vocabulary.refrakt else "is declared as self-closing"
            message = f"`{token.name}` {why} and must end with `/%}}`"
            edit = TextEdit(Span(at, at), f"{space}/")
            yield TagRepair("unclosed-tag", start, end, message, "End it with /%}.", (edit,))
            return
        parent = self._closing_of_parent(token)
        if parent is None and not self.is_read:
            return
        closing = f"{{% /{token.name} %}}"
        insertion = closing_place(self.document, self.vocabulary, self.tokens, token, parent)
        message = (
            f"`{token.name}` must be closed before `{parent.name}`"
            if parent is not None
            else f"`{token.name}` is never closed"
        )
        is_known = self.vocabulary.refrakt or self.vocabulary.inferred or rune is not None
        advice = f"Close it with {closing}." if is_known else ""
        edits = (insertion.edit,) if insertion is not None else ()
        certain = insertion is not None and insertion.certain
        yield TagRepair("unclosed-tag", start, end, message, advice, edits, "safe" if certain else "unsafe")

    def left(self, token: TagToken) -> Iterator[TagRepair]:
        """A tag that does not match, on a page with more mistakes than are explained."""
        start = name_start(token)
        if token.kind == "close":
            message = f"no open `{token.name}` tag to close"
            yield TagRepair("stray-closing-tag", start, start + len(token.name), message, "Add the opening tag.", ())
        elif self.is_read:
            message = f"`{token.name}` is never closed"
            yield TagRepair("unclosed-tag", start, start + len(token.name), message, "Add the closing tag.", ())

    def _closing_of_parent(self, token: TagToken) -> TagToken | None:
        """The closing tag of the tag around an unclosed one, if that is closed."""
        tokens = self.tokens
        at = next((index for index, each in enumerate(tokens) if each.start == token.start), None)
        if at is None:
            return None
        stack = open_at(tokens, at)
        depth: list[TagToken] = []
        around = {tokens[each].name for each in stack}
        for each in tokens[at + 1 :]:
            if each.kind == "open":
                depth.append(each)
            elif each.kind == "close":
                match = next((n for n in range(len(depth) - 1, -1, -1) if each.closes(depth[n])), None)
                if match is not None:
                    del depth[match:]
                elif each.name in around:
                    return each
        return None

    def _stray(self, token: TagToken) -> TagRepair:
        message = f"no open `{token.name}` tag to close"
        insertion = opening_place(self.document, self.vocabulary, self.tokens, token)
        advice = f"Add the opening tag {{% {token.name} %}}, or remove the closing tag."
        edit = insertion.edit if insertion is not None else TextEdit(Span(token.start, token.end), "")
        start = name_start(token)
        return TagRepair("stray-closing-tag", start, start + len(token.name), message, advice, (edit,), "unsafe")
