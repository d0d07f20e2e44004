"""From a rune in the syntax tree to its element: the first half of rendering. The second half is the theme."""
