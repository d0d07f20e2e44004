"""Universal attributes, and presets that several runes share."""

from __future__ import annotations

from refrakt.runes.rune import Attribute, Preset, choice, flag, text

_SPACING = "flush tight default loose breathe"
_STEPS = "sm md lg"
_GRADIENTS = "to-t to-b to-l to-r to-tr to-br to-bl to-tl"

UNIVERSAL: tuple[Attribute, ...] = (
    text("tint", "Name of a tint of the site"),
    choice("tint-mode", "auto dark light", "Whether the tint is light or dark"),
    text("bg", "Name of a background of the site"),
    choice("width", "compact narrow content wide full", "Width on the page"),
    choice("reading", "fine ui prose", "Text size"),
    flag("dropcap", "Start the text with a drop cap"),
    choice("spacing", _SPACING, "Space around it"),
    choice("inset", _SPACING, "Space inside it"),
    choice("elevation", "sunken flush flat raised floating overlay none sm md lg", "Elevation above the page"),
    choice("prominence", "quiet normal prominent display", "Prominence of its header"),
    choice("reveal", "none fade slide scale blur", "Animation when it comes into view"),
    flag("stagger", "Reveal its parts one by one"),
    text("frame", "Name of the frame around its media"),
    text("frame-aspect", "Aspect ratio of the frame, such as 16/9"),
    choice("frame-displace", "top bottom end bottom-end top-end", "Direction in which the frame is displaced"),
    choice("frame-displace-mode", "peek bleed", "Whether a displaced frame is clipped or overflows"),
    choice("frame-offset", "none sm md lg xl 2xl 3xl 4xl", "Distance by which the frame is displaced"),
    text("frame-oversize", "How much larger the media is than its frame"),
    text("frame-place", "Position of the media in the frame"),
    text("frame-anchor", "Point of the media that stays fixed"),
    choice("frame-overflow", "clip bleed", "Whether media is clipped at the frame's edge"),
    choice("frame-shadow", f"none {_STEPS}", "Shadow of the frame"),
    choice("substrate", "dots grid lines cross checker none", "Background pattern"),
    choice("substrate-size", _STEPS, "Size of the pattern"),
    choice("substrate-opacity", _STEPS, "Opacity of the pattern"),
    choice("substrate-fill", "inherit inset", "Area that the pattern fills"),
    choice("substrate-target", "self media", "Whether the pattern is behind everything or only the media"),
    choice("bg-gradient", _GRADIENTS, "Direction of a colour gradient"),
    text("bg-from", "First colour of the gradient"),
    text("bg-to", "Last colour of the gradient"),
    text("bg-via", "Middle colour of the gradient"),
    choice("bg-gradient-type", "linear radial conic", "Shape of the gradient"),
    choice("scrim", "top bottom left right none", "Side that is dimmed behind text"),
    choice("scrim-type", "gradient frost", "How the side is dimmed"),
    choice("scrim-strength", _STEPS, "Strength of the dimming"),
    choice("scrim-blur", f"none {_STEPS}", "Blur behind the dimmed side"),
    choice("scrim-tone", "dark light", "Whether the dimming is dark or light"),
)

SPLIT_LAYOUT = Preset(
    "split layout",
    (
        choice("media-position", "top bottom start end cover", "Position of the media"),
        choice("media-ratio", "1/3 2/5 1/2 3/5 2/3", "Share of the width for the media"),
        choice("valign", "top center bottom stretch", "Vertical alignment of text and media"),
        choice("collapse", "sm md lg never", "Screen width below which they stack"),
    ),
)
