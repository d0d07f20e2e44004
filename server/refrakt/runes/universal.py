"""Attributes that do not belong to one rune: the universal ones, and presets that several runes share."""

from __future__ import annotations

from .model import Attribute, Preset, choice, flag, text

_SPACING = "flush tight default loose breathe"
_STEPS = "sm md lg"
_GRADIENTS = "to-t to-b to-l to-r to-tr to-br to-bl to-tl"

UNIVERSAL: tuple[Attribute, ...] = (
    text("tint", "A colour scheme of the site, by name"),
    choice("tint-mode", "auto dark light", "Whether the tint is light or dark"),
    text("bg", "A background of the site, by name"),
    choice("width", "compact narrow content wide full", "How wide it runs on the page"),
    choice("reading", "fine ui prose", "The size its text is set in"),
    flag("dropcap", "Begin the text with a large letter"),
    choice("spacing", _SPACING, "The room around it"),
    choice("inset", _SPACING, "The room inside it"),
    choice("elevation", "sunken flush flat raised floating overlay none sm md lg", "How far it rises from the page"),
    choice("prominence", "quiet normal prominent display", "How loud its header is"),
    choice("reveal", "none fade slide scale blur", "How it comes into view"),
    flag("stagger", "Let its parts come into view one by one"),
    text("frame", "The frame around its media, by name"),
    text("frame-aspect", "The frame's width to height, like 16/9"),
    choice("frame-displace", "top bottom end bottom-end top-end", "Where the frame is pushed to"),
    choice("frame-displace-mode", "peek bleed", "Whether a pushed frame is cut or runs over"),
    choice("frame-offset", "none sm md lg xl 2xl 3xl 4xl", "How far the frame is pushed"),
    text("frame-oversize", "How much larger than its place the media is"),
    text("frame-place", "Where in the frame the media stands"),
    text("frame-anchor", "The point of the media that is held in place"),
    choice("frame-overflow", "clip bleed", "Whether media is cut at the frame's edge"),
    choice("frame-shadow", f"none {_STEPS}", "The frame's shadow"),
    choice("substrate", "dots grid lines cross checker none", "A pattern under it"),
    choice("substrate-size", _STEPS, "How large the pattern is"),
    choice("substrate-opacity", _STEPS, "How strong the pattern is"),
    choice("substrate-fill", "inherit inset", "What the pattern is laid on"),
    choice("substrate-target", "self media", "Whether it lies under all or the media"),
    choice("bg-gradient", _GRADIENTS, "The direction of a colour gradient"),
    text("bg-from", "The gradient's first colour"),
    text("bg-to", "The gradient's last colour"),
    text("bg-via", "A colour in the gradient's middle"),
    choice("bg-gradient-type", "linear radial conic", "The gradient's shape"),
    choice("scrim", "top bottom left right none", "The side that is dimmed for text"),
    choice("scrim-type", "gradient frost", "How that side is dimmed"),
    choice("scrim-strength", _STEPS, "How strongly it is dimmed"),
    choice("scrim-blur", f"none {_STEPS}", "How much is blurred under it"),
    choice("scrim-tone", "dark light", "Whether it is dimmed dark or light"),
)

SPLIT_LAYOUT = Preset(
    "split layout",
    (
        choice("media-position", "top bottom start end cover", "Where the media stands"),
        choice("media-ratio", "1/3 2/5 1/2 3/5 2/3", "The share of the width the media takes"),
        choice("valign", "top center bottom stretch", "How text and media line up"),
        choice("collapse", "sm md lg never", "The width below which they stack"),
    ),
)
