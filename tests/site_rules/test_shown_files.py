"""Files and folders that runes show."""

from __future__ import annotations

import shutil
from pathlib import Path

from .site_checks import check_site, check_site_fix, site_in


def test_files_of_the_project() -> None:
    check_site("""
        -- content/index.md --
        {% snippet path="src/main.py" /%}

        {% snippet path="src/mian.py" /%}
                         ^^^^^^^^^^^ error[missing-file]: file 'src/mian.py' does not exist; did you mean 'main.py'?

        {% data src="data/gone.csv" /%}
                     ^^^^^^^^^^^^^ error[missing-file]: file 'data/gone.csv' does not exist

        {% snippet path="../secret.py" /%} {% snippet path="/etc/passwd" /%}
                         ^^^^^^^^^^^^ error[missing-file]: '../secret.py' is outside of the project
                                                            ^^^^^^^^^^^ error[missing-file]: '/etc/passwd' is outside of the project

        See {% file-ref path="src/main.py" /%}, {% file-ref path="src/" /%} and {% file-ref path="src/gone.py" /%}.
                                                                                                  ^^^^^^^^^^^ warning[missing-file]
        -- src/main.py --
        pass
    """)


def test_folders_of_examples() -> None:
    check_site("""
        -- site/content/index.md --
        {% sandbox src="card" %}{% /sandbox %}

        {% sandbox src="crad" %}{% /sandbox %}
                        ^^^^ error[missing-file]: folder 'site/examples/crad' does not exist; did you mean 'card'?

        {% sandbox src="../../../else" %}{% /sandbox %}
                        ^^^^^^^^^^^^^ error[missing-file]: '../../../else' is outside of the project
        -- site/examples/card/index.html --
        -- refrakt.config.json --
        {"site": {"contentDir": "./site/content"}}
    """)
    check_site("""
        -- content/index.md --
        {% sandbox src="card" %}{% /sandbox %}
        -- demos/card/index.html --
        -- refrakt.config.json --
        {"site": {"contentDir": "./content", "sandbox": {"dir": "./demos"}}}
    """)


def test_folders_of_posts() -> None:
    check_site("""
        -- content/index.md --
        {% blog folder="/blog" /%} {% blog folder="blog/" /%}

        {% blog folder="/posts" /%} {% blog folder="/docs" /%}
                        ^^^^^^ warning[missing-file]: no page is served below '/posts/'
                                                    ^^^^^ warning[missing-file]
        -- content/blog/first.md --
        -- content/docs/deep/page.md --
    """)


def test_other_capitals() -> None:
    site = """
        -- content/index.md --
        {{% snippet path="src/{}" /%}}
        -- src/Main.py --
        pass
    """
    check_site_fix("missing-file", site.format("main.py"), site.format("Main.py"))


def test_created_and_deleted_files_and_folders(tmp_path: Path) -> None:
    page = '{% snippet path="src/main.py" /%}\n\n{% sandbox src="card" %}{% /sandbox %}\n'
    index = site_in(tmp_path, {"content/index.md": page})

    def missing() -> list[str]:
        return [page[each.span.start : each.span.end] for each in index.problems("content/index.md")]

    assert missing() == ["src/main.py", "card"]
    for path in (tmp_path / "src/main.py", tmp_path / "examples/card/index.html"):
        path.parent.mkdir(parents=True)
        path.write_text("")
        index.asset_changed(str(path.resolve()))
    assert missing() == []
    shutil.rmtree(tmp_path / "examples")
    index.asset_changed(str((tmp_path / "examples/card").resolve()))
    assert missing() == ["card"]
