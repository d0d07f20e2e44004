"""The output of the runes for stories: entries about characters, places and groups, plots and storyboards."""

from __future__ import annotations

import pytest

from .output_checks import check_output, output


def test_a_character_has_a_portrait_and_sections() -> None:
    check_output(
        """
        {% character name="Oda" role="minor" tags="ferry" %}
        ![Oda](/oda.jpg)

        Not shown.

        ## Past

        She rows.
        {% /character %}
        """,
        """
        <article data-field="content-section" data-rune="character" typeof="Person" FIELDS>
        <div data-name="portrait"><img src="/oda.jpg" alt="Oda"></div>
        <meta content="minor" property="jobTitle">
        <span data-name="name" property="name">Oda</span>
        <div data-name="sections">
        <div data-field="section" data-rune="character-section"><span data-name="name">Past</span>
        <div data-name="body"><p>She rows.</p></div></div>
        </div></article>
        """.replace("FIELDS", "data-rune-fields=\"{'role':'minor','status':'alive','aliases':'','tags':'ferry'}\""),
    )


def test_other_runes_are_the_body_of_an_entry_without_sections() -> None:
    hint = "{% hint %}\nMind the tide.\n{% /hint %}\n"
    section = '{% TYPE-section name="Habits" %}\nx\n{% /TYPE-section %}\n'
    for type in ("character", "realm", "faction"):
        entry = f'{{% {type} name="Pell" %}}\n{hint}BODY{{% /{type} %}}'
        alone = output(entry.replace("BODY", ""))
        assert "Mind the tide." in alone
        assert 'data-name="sections"' not in alone
        both = output(entry.replace("BODY", "\n" + section.replace("TYPE", type)))
        assert "Mind the tide." not in both
        assert f'<div data-field="section" data-rune="{type}-section"><span data-name="name">Habits</span>' in both


def test_the_scene_of_a_realm_is_the_picture_in_its_first_paragraph() -> None:
    scene = output('{% realm name="Pell" parent="Reach" %}\n![Quay](/quay.jpg)\n\nDry.\n{% /realm %}')
    assert '<div data-name="scene"><img src="/quay.jpg" alt="Quay" property="image"></div>' in scene
    assert '<div data-name="body"><p>Dry.</p></div>' in scene
    assert "'realmType':'place','scale':'','tags':'','parent':'Reach','media-position':'top'}" in scene
    none = output('{% realm name="Pell" %}\nDry.\n\n![Quay](/quay.jpg)\n{% /realm %}')
    assert 'data-name="scene"' not in none
    assert '<div data-name="body"><p>Dry.</p><p><img' in none


def test_a_group_has_its_kind_and_the_layout_of_its_picture() -> None:
    check_output(
        '{% faction name="Ledger" type="guild" media-position="end" valign="top" /%}',
        """
        <article data-field="content-section" data-rune="faction" typeof="Organization" FIELDS>
        <span data-name="name" property="name">Ledger</span></article>
        """.replace(
            "FIELDS",
            "data-rune-fields=\"{'factionType':'guild','alignment':'','size':'','tags':''"
            ",'media-position':'end','valign':'top'}\"",
        ),
    )


def test_lore_and_bonds() -> None:
    found = output('{% lore title="Bells" category="custom" spoiler=true %}\nTwice.\n{% /lore %}')
    assert (
        '<span data-name="title" property="headline">Bells</span><meta content="custom" property="articleSection">'
        in (found)
    )
    assert "'spoiler':'true'" in found
    check_output(
        '{% bond from="Oda" to="Ledger" type="debt" bidirectional=false %}\nA boat.\n{% /bond %}',
        """
        <div data-rune="bond" data-rune-fields="{'bondType':'debt','status':'active','bidirectional':'false'}">
        <span data-name="from">Oda</span><div data-name="connector"><span data-name="arrow"></span></div>
        <span data-name="to">Ledger</span><div data-name="body"><p>A boat.</p></div></div>
        """,
    )


def test_the_beats_of_a_plot_are_items_of_its_list() -> None:
    check_output(
        """
        {% plot title="The ferry" %}
        A rope is cut.

        - [x] **Landing** — Empty - and cold
        - **Causeway**

          At night.

        {% beat label="Not shown" /%}
        {% /plot %}
        """,
        """
        <section data-field="content-section" data-rune="plot" typeof="CreativeWork" PLOT>
        <span data-name="title" property="name">The ferry</span><meta content="arc" property="genre">
        <p>A rope is cut.</p>
        <ol data-name="beats">
        <li data-field="beat" data-rune="beat" DONE><span data-name="label">Landing</span>
        <div data-name="body"><p>Empty - and cold</p></div></li>
        <li data-field="beat" data-rune="beat" OPEN><span data-name="label">Causeway</span>
        <div data-name="body"><p>At night.</p></div></li>
        </ol></section>
        """.replace("PLOT", "data-rune-fields=\"{'plotType':'arc','structure':'linear','tags':''}\"")
        .replace("DONE", "data-rune-fields=\"{'status':'complete','id':'','track':'','follows':''}\"")
        .replace("OPEN", "data-rune-fields=\"{'status':'planned','id':'','track':'','follows':''}\""),
    )


@pytest.mark.parametrize(
    ("sign", "status"),
    [("x", "complete"), (">", "active"), (" ", "planned"), ("-", "abandoned"), ("", "planned"), ("lost", "lost")],
)
def test_the_status_of_a_beat_is_a_word_or_a_sign(sign: str, status: str) -> None:
    found = output(f'{{% beat label="Tide" status="{sign}" id="tide" description="-- Out" /%}}')
    assert found == (
        f"<li data-rune=\"beat\" data-rune-fields=\"{{'status':'{status}','id':'tide','track':'','follows':''}}\">"
        '<span data-name="label">Tide</span><div data-name="body"><p>Out</p></div></li>'
    )


def test_each_picture_starts_a_panel() -> None:
    check_output(
        """
        {% storyboard columns=2 %}
        Dawn.

        ![Landing](/a.jpg)

        The boat is gone.

        [![Knife](/b.jpg)](/knife) in the planks

        - ![Rope](/c.jpg)
        {% /storyboard %}
        """,
        """
        <div data-rune="storyboard" data-rune-fields="{'variant':'clean','columns':'2'}"><div data-name="panels">
        <div data-field="panel" data-rune="storyboard-panel"><div data-name="body">
        <p data-name="caption">Dawn.</p></div></div>
        <div data-field="panel" data-rune="storyboard-panel"><div data-name="body">
        <p data-name="caption"><img src="/a.jpg" alt="Landing" data-name="image"></p><p>The boat is gone.</p></div></div>
        <div data-field="panel" data-rune="storyboard-panel"><div data-name="body">
        <p data-name="caption"><a href="/knife"><img src="/b.jpg" alt="Knife" data-name="image"></a> in the planks</p>
        <ul><li><img src="/c.jpg" alt="Rope"></li></ul></div></div>
        </div></div>
        """,
    )
    assert output("{% storyboard /%}").endswith('<div data-name="panels"></div></div>')
