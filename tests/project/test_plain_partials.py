"""Variables in partials of plain sites: the pages that include a partial pass them."""

from __future__ import annotations

from pathlib import Path

import pytest

from project.test_plain_sites import NEXT, codes, write

CALLER = {"pages/a.md": '{% partial file="p.md" variables={who: "x"} /%}\n'}
PARTIAL = "Hi {% $who %} and {% $whoever %}.\n"
OWN = (
    "import Markdoc from '@markdoc/markdoc'\nimport { partials } from './partials'\nimport { tags } from './tags'\n"
    "export const show = (ast) => Markdoc.transform(ast, { tags, partials%s })\n"
)


@pytest.mark.parametrize("path", ["markdoc/partials/p.md", "pages/partials/p.md"])
def test_pages_pass_variables_to_partials(tmp_path: Path, path: str) -> None:
    page = {"pages/b.md": "{% $who %}\n"}
    assert codes(write(tmp_path, {**NEXT, **CALLER, **page, path: PARTIAL})) == ["unknown-variable"]


def test_own_code_may_read_partials_from_anywhere(tmp_path: Path) -> None:
    code = {"lib/show.js": OWN % "", "lib/tags.js": "export const tags = {}\n", "lib/partials.js": "export {}\n"}
    reading = {"pages/[...slug].js": "import fs from 'fs'\nimport '../lib/show'\nfs.readdirSync('shared')\n"}
    files = {**NEXT, **code, **reading, "shared/p.md": PARTIAL, "pages/b.md": "{% $who %}\n"}
    root = write(tmp_path, files)
    assert codes(root) == ["unknown-variable"]


def test_own_code_may_pass_variables(tmp_path: Path) -> None:
    code = {"lib/show.js": OWN % ", variables: { who: 1 }", "lib/tags.js": "export const tags = {}\n"}
    assert codes(write(tmp_path, {**NEXT, **code, "pages/b.md": "{% $who %}\n\n{% $whom %}\n"})) == ["unknown-variable"]
