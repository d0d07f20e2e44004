"""Images and other files."""

from __future__ import annotations

from .site_checks import check_site, check_site_fix


def test_a_missing_file() -> None:
    check_site("""
        -- content/docs/index.md --
        ![a](/logo.png) ![b](/logos/logo.png) [c](/manual.pdf) [d](/feed.xml) ![e](/image) ![f](icon:star)
                             ^^^^^^^^^^^^^^^ warning[missing-asset]: file 'static/logos/logo.png' does not exist
                                                  ^^^^^^^^^^^ warning[missing-asset]: file 'static/manual.pdf' does not exist
        ![l](naer.png)
             ^^^^^^^^ warning[missing-asset]: file 'content/docs/naer.png' does not exist; did you mean 'near.png'?
        ![g](near.png) ![h](./far.png) ![i](../near.png) ![j](<a photo.jpg>) ![k](served.png)
                            ^^^^^^^^^ warning[missing-asset]: file 'content/docs/far.png' does not exist
                                            ^^^^^^^^^^^ warning[missing-asset]: file 'content/near.png' does not exist
        -- content/docs/near.png --
        -- content/docs/a photo.jpg --
        -- static/docs/served.png --
        -- static/logo.png --
    """)


def test_assets_in_runes_and_frontmatter() -> None:
    check_site("""
        -- content/index.md --
        ---
        image: /cover.png
               ^^^^^^^^^^ warning[missing-asset]
        ---
        {% audio src="/song.mp3" /%}
                      ^^^^^^^^^ warning[missing-asset]
        -- content/other.md --
        ---
        image: cover.png
        ---
        -- public/logo.png --
    """)


def test_without_a_static_folder_assets_are_not_checked() -> None:
    check_site("""
        -- content/index.md --
        ![a](/logo.png) [b](/manual.pdf)
    """)


def test_folders_that_the_config_names() -> None:
    check_site("""
        -- content/index.md --
        ![a](/logo.png) ![b](/manual/logo.png) ![c](/manual/other.png) ![d](logo.png)
                                                    ^^^^^^^^^^^^^^^^^ warning[missing-asset]
        -- files/logo.png --
        -- static/other.png --
        -- refrakt.config.json --
        {"site": {"contentDir": "./content", "authoring": {"staticDirs": ["./files"], "basePath": "/manual"}}}
    """)


def test_relative_files_in_partials_and_layouts_are_not_checked() -> None:
    check_site("""
        -- content/_partials/note.md --
        ![a](near.png) ![b](/far.png)
                            ^^^^^^^^ warning[missing-asset]
        -- content/index.md --
        {% partial file="note.md" /%}
        -- static/logo.png --
    """)


def test_file_names_are_case_sensitive() -> None:
    site = """
        -- content/index.md --
        ![a](/images/{}?v=1) ![b](near/{})
        -- static/images/Logo.PNG --
        -- content/near/Logo.PNG --
    """
    check_site("""
        -- content/index.md --
        ![a](/images/logo.png)
             ^^^^^^^^^^^^^^^^ warning[missing-asset]: the file name is 'Logo.PNG', not 'logo.png'
        -- static/images/Logo.PNG --
    """)
    check_site_fix("missing-asset", site.format("logo.png", "LOGO.png"), site.format("Logo.PNG", "Logo.PNG"))


def test_a_plain_site_has_images_beside_its_pages() -> None:
    check_site("""
        -- pages/docs/index.md --
        ![a](/logo.png) ![b](near.png) ![c](gone.png) ![d](../served.png) [e](manual.pdf)
                                            ^^^^^^^^ warning[missing-asset]
        -- pages/docs/near.png --
        -- public/served.png --
        -- markdoc.config.json --
        {}
        -- refrakt.config.json --
        {}
    """)
