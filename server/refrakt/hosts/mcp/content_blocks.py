"""Images, audio, files and texts of plugins as content blocks of the protocol."""

from __future__ import annotations

from base64 import b64encode

import mcp_types as types

from refrakt.plugins.tool_content import AudioContent, ContentBlock, EmbeddedResource, ImageContent


def content_block(block: ContentBlock) -> types.ContentBlock:
    """The content block of a plugin's content."""
    if isinstance(block, EmbeddedResource):
        text = types.TextResourceContents(uri=block.uri, mime_type=block.mime_type, text=block.text)
        return types.EmbeddedResource(type="resource", resource=text)
    data = b64encode(block.data).decode("ascii")
    if isinstance(block, ImageContent):
        return types.ImageContent(type="image", data=data, mime_type=block.mime_type)
    if isinstance(block, AudioContent):
        return types.AudioContent(type="audio", data=data, mime_type=block.mime_type)
    blob = types.BlobResourceContents(uri=block.uri, mime_type=block.mime_type, blob=data)
    return types.EmbeddedResource(type="resource", resource=blob)
