"""Formatting."""
from .blocks import Writer
from .steps import steps
from ..tree import Node
from .value import format_value
def format_node(node: Node) -> str:
    writer = Writer()
    nodes = node.children if node.type == "document" else [node]
    writer.write(steps(nodes))
    text = writer.result()
    fm = node.attributes.get("frontmatter") if node.type == "document" else None
    if fm is not None:
        text = f"---\n{fm}\n---\n\n{text}" if fm else f"---\n---\n\n{text}"
    return text
