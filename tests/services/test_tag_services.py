"""`references --tag`, also with `--attribute`, and `rename --tag` on a site that is not refrakt's own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

FILES = {
    "package.json": '{"dependencies": {"@markdoc/markdoc": "1", "@markdoc/next.js": "1", "next": "1"}}',
    "next.config.js": 'module.exports = require("@markdoc/next.js")()({});\n',
    "markdoc/tags.js": 'export default {\n  callout: { render: "Callout", attributes: { kind: { render: "variant" } } },\n};\n',
    "pages/index.md": '{% callout kind="a" %}\nText.\n{% /callout %}\n',
    "pages/more.md": "Text {% callout /%}\n",
}


def run(folder: Path, *arguments: str) -> tuple[int, str]:
    for path, text in FILES.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "refrakt", *arguments]
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return ran.returncode, ran.stdout + ran.stderr


def test_references_of_a_tag(tmp_path: Path) -> None:
    _, text = run(tmp_path, "references", "--tag", "callout")
    assert text == (
        'pages/index.md:1:4: {% callout kind="a" %}\n'
        "pages/more.md:1:9: Text {% callout /%}\n"
        "2 references to tag 'callout' in markdoc/tags.js:2\n"
    )
    code, text = run(tmp_path, "references", "--tag", "calout")
    assert code != 0
    assert "unknown tag 'calout'" in text


def test_rename_of_a_tag(tmp_path: Path) -> None:
    _, text = run(tmp_path, "rename", "--tag", "callout", "--to", "notice")
    added = [line for line in text.splitlines() if line.startswith("+") and not line.startswith("+++")]
    definition = '+  notice: { render: "Callout", attributes: { kind: { render: "variant" } } },'
    assert added == [definition, '+{% notice kind="a" %}', "+{% /notice %}", "+Text {% notice /%}"]
    assert "# 4 changes in 3 files" in text


def test_references_of_an_attribute(tmp_path: Path) -> None:
    _, text = run(tmp_path, "references", "--tag", "callout", "--attribute", "kind")
    assert text == (
        "pages/index.md:1:12: {% callout kind=\"a\" %}\n1 reference to attribute 'kind' of tag 'callout' in markdoc/tags.js:2\n"
    )
    code, text = run(tmp_path, "references", "--tag", "callout", "--attribute", "kin")
    assert code != 0
    assert "unknown attribute 'kin' of the tag 'callout'" in text
    code, text = run(tmp_path, "references", "--attribute", "kind", "--file", "pages/index.md")
    assert code != 0
    assert "`attribute` needs `tag`" in text


def test_rename_of_an_attribute(tmp_path: Path) -> None:
    _, text = run(tmp_path, "rename", "--tag", "callout", "--attribute", "kind", "--to", "variety")
    assert '+{% callout variety="a" %}' in text
    assert "# 2 changes in 2 files" in text
