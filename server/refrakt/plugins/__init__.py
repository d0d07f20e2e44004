"""The plugin contract, and how plugins are found. A plugin imports this package, and `refrakt.runes` for its runes."""

from refrakt.errors import RefraktError
from refrakt.features.answers import Explanation, Offer, Offers, Range, Replacement

from .contract import (
    Answer,
    CliPlugin,
    Command,
    CommandContext,
    FileProblem,
    Files,
    Prompt,
    PromptArgument,
    Provider,
    Resource,
    SourceFile,
    Text,
)

__all__ = [
    "Answer",
    "CliPlugin",
    "Command",
    "CommandContext",
    "Explanation",
    "FileProblem",
    "Files",
    "Offer",
    "Offers",
    "Prompt",
    "PromptArgument",
    "Provider",
    "Range",
    "RefraktError",
    "Replacement",
    "Resource",
    "SourceFile",
    "Text",
]
