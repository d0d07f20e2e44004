"""Images on plain sites whose schema gives them to a component, which may find them in a folder of its own."""

from __future__ import annotations

import pytest

from site_rules.test_routed_sites import NEXT, check

IMAGE = """\
-- markdoc/nodes.js --
export const image = { %s }
-- src/photos/trip/boat.jpg --
x
-- public/logo.png --
x
-- pages/index.md --
"""


@pytest.mark.parametrize("definition", ["render: 'Picture', attributes: {}", "transform: (node) => node"])
def test_a_component_may_find_images_by_a_part_of_their_path(definition: str) -> None:
    check(
        """
![Boat](boat.jpg) ![Boat](trip/boat.jpg)

![Boat](oat.jpg)
        ^^^^^^^ warning[missing-asset]

![Boat](./boat.jpg)
        ^^^^^^^^^^ warning[missing-asset]
""",
        NEXT + IMAGE % definition,
    )


def test_markdoc_itself_does_not_search_for_images() -> None:
    check(
        """
![Boat](boat.jpg)
        ^^^^^^^^ warning[missing-asset]
""",
        NEXT + IMAGE % "attributes: { src: { type: String } }",
    )
