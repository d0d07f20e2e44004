"""The plugin contract, and how plugins are found. A plugin imports this package, and `refrakt.runes` for its runes."""

from refrakt.errors import RefraktError
from refrakt.features.answers import Explanation, Offer, Offers, Range, Replacement

from .contract import (
    Answer,
    CliPlugin,
    Command,
    CommandContext,
    Completes,
    Explains,
    FileProblem,
    Files,
    Problems,
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
    "Completes",
    "Explains",
    "Explanation",
    "FileProblem",
    "Files",
    "Offer",
    "Offers",
    "Problems",
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
