"""The output of runes that arrange text: collapsible, annotated, in rows."""

from __future__ import annotations

from .output_checks import check_output


def test_the_sections_of_an_accordion_are_questions_and_answers() -> None:
    check_output(
        """
        {% accordion %}
        # Boats

        How to hire one.

        ## May I go out alone?

        With a licence.

        ## And at night?

        No.
        {% /accordion %}
        """,
        """
        <section data-field="content-section" data-rune="accordion" typeof="FAQPage">
        <header><h1 id="boats" data-name="headline">Boats</h1><p data-name="blurb">How to hire one.</p></header>
        <div data-name="items">
        <details data-rune="accordion-item" typeof="Question" data-field="item" property="mainEntity">
        <summary property="name" data-field="name">May I go out alone?</summary>
        <div typeof="Answer" property="acceptedAnswer" data-name="body">
        <div property="text"><p>With a licence.</p></div></div></details>
        <details data-rune="accordion-item" typeof="Question" data-field="item" property="mainEntity">
        <summary property="name" data-field="name">And at night?</summary>
        <div typeof="Answer" property="acceptedAnswer" data-name="body">
        <div property="text"><p>No.</p></div></div></details>
        </div></section>
        """,
    )


def test_details_have_a_summary() -> None:
    check_output(
        '{% details summary="Why" open=true %}\nBecause.\n{% /details %}',
        """
        <details data-rune="details" open="true">
        <summary data-field="summary">Why</summary><div data-name="body"><p>Because.</p></div></details>
        """,
    )


def test_details_without_a_summary_are_closed_and_have_a_default_one() -> None:
    check_output(
        "{% details open=false %}\n{% /details %}",
        """
        <details data-rune="details">
        <summary data-field="summary">Details</summary><div data-name="body"></div></details>
        """,
    )


def test_a_drawer_has_a_title_and_a_footer() -> None:
    check_output(
        """
        {% drawer id="terms" title="Terms" headingLevel=9 side="left" %}
        Luff

        ---

        More

        ---
        {% /drawer %}
        """,
        """
        <section id="drawer-terms" data-rune="drawer" data-rune-fields="{'side':'left','size':'md'}" data-drawer-id="terms">
        <header data-name="header"><h6 data-name="title">Terms</h6>
        <button type="button" aria-label="Close" hidden="true" data-name="close">×</button></header>
        <div data-name="body"><p>Luff</p></div><footer data-name="footer"><p>More</p><hr></footer></section>
        """,
    )


def test_the_level_of_a_drawer_title_depends_on_the_page_unless_it_is_set() -> None:
    check_output(
        '{% drawer id="a" title="A" shortcut="k" /%}',
        """
        <section id="drawer-a" data-rune="drawer" data-rune-fields="{'side':'right','size':'md','shortcut':'k'}"
        data-drawer-id="a">
        <header data-name="header"><h3 data-drawer-title-auto="true" data-name="title">A</h3>
        <button type="button" aria-label="Close" hidden="true" data-name="close">×</button></header>
        <div data-name="body"></div></section>
        """,
    )


def test_notes_are_among_the_annotated_text() -> None:
    check_output(
        '{% annotate variant="inline" %}\nLit in 1871.\n\n{% note %}\nBy hand.\n{% /note %}\n{% /annotate %}',
        """
        <div data-rune="annotate" data-rune-fields="{'variant':'inline'}"><div data-name="body"><p>Lit in 1871.</p>
        <aside data-rune="annotate-note" data-field="note"><div data-name="body"><p>By hand.</p></div></aside>
        </div></div>
        """,
    )


def test_the_speakers_of_a_conversation_take_turns_unless_a_quote_names_one() -> None:
    check_output(
        """
        {% conversation speakers="Ada, Bo" %}
        > Hot enough?

        > **Cy:** Not *yet*.

        Not shown.

        > - Wait

        {% /conversation %}
        """,
        """
        <div data-rune="conversation"><div data-name="messages">
        <div data-rune="conversation-message" data-rune-fields="{'align':'left'}" data-field="message">
        <span data-field="speaker">Ada</span>
        <div data-name="body"><p><strong>Ada:</strong> Hot enough?</p></div></div>
        <div data-rune="conversation-message" data-rune-fields="{'align':'right'}" data-field="message">
        <span data-field="speaker">Cy</span>
        <div data-name="body"><p><strong>Cy:</strong> Not <em>yet</em>.</p></div></div>
        <div data-rune="conversation-message" data-rune-fields="{'align':'left'}" data-field="message">
        <span data-field="speaker">Ada</span>
        <div data-name="body"><ul><li>Wait</li></ul></div></div>
        </div></div>
        """,
    )


def test_a_badge_is_part_of_a_sentence() -> None:
    check_output(
        'It is {% badge type="status" %}late{% /badge %}.',
        """
        <p>It is <span data-rune="badge" class="rf-badge" data-meta-sentiment="neutral" data-meta-type="status">late</span>.</p>
        """,
    )


def test_the_first_break_of_a_bar_separates_its_ends() -> None:
    check_output(
        "{% bar %}\nPier 4\n\n---\n\nopen\n{% /bar %}",
        """
        <div data-rune="bar" data-zone-layout="bar"><div><p>Pier 4</p></div><div data-align="end"><p>open</p></div></div>
        """,
    )


def test_terms_are_bold_and_end_with_a_colon() -> None:
    check_output(
        """
        {% deflist %}
        - **Ebb:** the water *falls*
        - **Slack** still
        - **Flood:**

          it rises
        {% /deflist %}
        """,
        """
        <dl data-rune="deflist" data-zone-layout="definition-list">
        <div data-name="row"><dt data-meta-label="">Ebb</dt><dd>the water <em>falls</em></dd></div>
        <div data-name="row"><dt data-meta-label=""></dt><dd><strong>Slack</strong> still</dd></div>
        <div data-name="row"><dt data-meta-label="">Flood</dt><dd>it rises</dd></div></dl>
        """,
    )
