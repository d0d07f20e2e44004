"""Markdoc: from text to tree, with exact positions, and back.

>>> from refrakt.markdoc import parse
>>> document = parse("# Hello {% $name %}")
>>> document.tree.children[0].type
'heading'
"""

from .document import Document, parse
from .options import Options
from .tree import Annotation, AttributeSyntax, Node, Problem, Span, TagSyntax
from .values import UNDEFINED, Function, Variable

__all__ = [
    "UNDEFINED",
    "Annotation",
    "AttributeSyntax",
    "Document",
    "Function",
    "Node",
    "Options",
    "Problem",
    "Span",
    "TagSyntax",
    "Variable",
    "parse",
]
