"""Markdoc: from text to tree, with exact positions, and back.

Import from the modules: this one is empty, so that a span or a text edit costs no parser.

>>> from refrakt.markdoc.document import parse
>>> document = parse("# Hello {% $name %}")
>>> document.tree.children[0].type
'heading'
"""
