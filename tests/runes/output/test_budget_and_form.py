"""The output of budgets and forms."""

from __future__ import annotations

import pytest

from refrakt.runes.output.amounts import amount, amount_text, cost, days

from .output_checks import check_output, output


def test_a_budget_adds_up_its_categories() -> None:
    check_output(
        """
        {% budget currency="EUR" duration="2 days" %}
        # Ghent

        ## Getting there

        - Train: €96.50
        - Walk

        ## Food (estimate)

        - Dinners: €40-60
        {% /budget %}
        """,
        """
        <section data-field="content-section" data-rune="budget" typeof="ItemList" data-rune-fields="{'currency':'EUR',
        'duration':'2 days','showPerDay':'true','variant':'detailed','total':'146.5','perDay':'73.25'}">
        <h1 id="ghent" data-name="headline">Ghent</h1><div data-name="categories">
        <div data-rune="budget-category" data-rune-fields="{'label':'Getting there','estimate':'false','subtotal':'96.5'}"
        data-field="category"><div class="rf-budget-category__header">
        <span class="rf-budget-category__label">Getting there</span>
        <span class="rf-budget-category__subtotal">€96.50</span></div><ul data-name="line-items">
        <li data-rune="budget-line-item" data-field="line-item">
        <span data-field="description">Train</span><span data-field="amount">€96.50</span></li>
        <li data-rune="budget-line-item" data-field="line-item">
        <span data-field="description">Walk</span><span data-field="amount"></span></li></ul></div>
        <div data-rune="budget-category" data-rune-fields="{'label':'Food','estimate':'estimate','subtotal':'50'}"
        data-field="category"><div class="rf-budget-category__header">
        <span class="rf-budget-category__label">Food</span>
        <span class="rf-budget-category__subtotal">€50</span></div><ul data-name="line-items">
        <li data-rune="budget-line-item" data-field="line-item">
        <span data-field="description">Dinners</span><span data-field="amount">€40-60</span></li></ul></div></div>
        <div class="rf-budget__footer"><div class="rf-budget__total">
        <span class="rf-budget__total-label" data-i18n="core.budget.total">Total</span>
        <span class="rf-budget__total-amount">€146.50</span></div><div class="rf-budget__per-day">
        <span class="rf-budget__per-day-label" data-i18n="core.budget.perDay">Per day</span>
        <span class="rf-budget__per-day-amount">€73.25</span></div></div></section>
        """,
    )


@pytest.mark.parametrize("written", ['duration="2 days" showPerDay=false', 'duration="soon"', ""])
def test_without_a_number_of_days_there_is_no_cost_per_day(written: str) -> None:
    assert "per-day" not in output(f"{{% budget {written} %}}\n## A\n\n- B: $4\n{{% /budget %}}")


@pytest.mark.parametrize(
    ("heading", "label", "estimate"),
    [
        ("Food", "Food", "false"),
        ("Food (Est.)", "Food", "estimate"),
        ("~Food~", "Food", "estimate"),
        ("~~Food~~", "Food", "estimate"),
    ],
)
def test_headings_mark_estimates(heading: str, label: str, estimate: str) -> None:
    html = output(f"{{% budget %}}\n## {heading}\n\n- B: $4\n{{% /budget %}}")
    assert f"{{'label':'{label}','estimate':'{estimate}','subtotal':'4'}}" in html


@pytest.mark.parametrize(
    ("text", "expected"),
    [("Tea: $4", ("Tea", "$4")), ("At 9:30: € 12 each", ("At 9:30", "€ 12 each")), ("Free: no", ("Free: no", ""))],
)
def test_costs(text: str, expected: tuple[str, str]) -> None:
    assert cost(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [("€1,200.50", 1200.5), ("10 – 20", 15), ("12 each", 12), (".5", 0.5), ("about 4", 0), ("-3", -3)],
)
def test_amounts(text: str, expected: float) -> None:
    assert amount(text) == expected


@pytest.mark.parametrize(
    ("value", "currency", "expected"),
    [
        (1234567.0, "usd", "$1,234,567"),
        (0.125, "EUR", "€0.13"),
        (1234.5, "CHF", "CHF 1,234.50"),
        (3.0, "PLN", "PLN 3"),
    ],
)
def test_amounts_are_shown_with_their_currency(value: float, currency: str, expected: str) -> None:
    assert amount_text(value, currency) == expected


@pytest.mark.parametrize(
    ("text", "expected"), [("5 days", 5), ("2 weeks, 1 day", 15), ("1 month", 30), ("7", 7), ("long", 0)]
)
def test_durations(text: str, expected: int) -> None:
    assert days(text) == expected


def test_a_form_is_made_of_lists_quotes_and_headings() -> None:
    check_output(
        """
        {% form action="/go" variant="compact" %}
        ## You

        - Email (optional, placeholder: "a@b.c")
        - Notes

        > Which tour?

        - Morning
        - Sunset

        > Extras (multiple) (optional)

        - Tea

        > We write soon.

        Bring a coat.

        ---

        **Book**
        {% /form %}
        """,
        """
        <form data-rune="form" data-rune-fields="{'action':'/go','method':'POST','success':'','error':'',
        'variant':'compact','honeypot':'true'}"><div data-name="body">
        <fieldset class="rf-form-fieldset"><legend>You</legend></fieldset>
        <div data-rune="form-field" data-rune-fields="{'fieldType':'email'}" data-field="field"><div data-name="body">
        <label for="field-email">Email</label>
        <input type="email" id="field-email" name="field-email" placeholder="a@b.c"></div></div>
        <div data-rune="form-field" data-rune-fields="{'fieldType':'textarea'}" data-field="field"><div data-name="body">
        <label for="field-notes">Notes<span aria-hidden="true" data-name="required">*</span></label>
        <textarea id="field-notes" name="field-notes" required="" rows="4"></textarea></div></div>
        <fieldset data-rune="form-field" class="rf-form-choice-group"><meta data-field="field-type" content="radio">
        <legend>Which tour?<span aria-hidden="true" data-name="required">*</span></legend>
        <label class="rf-form-choice"><input type="radio" name="field-which-tour?" value="Morning" required="">
        <span>Morning</span></label>
        <label class="rf-form-choice"><input type="radio" name="field-which-tour?" value="Sunset">
        <span>Sunset</span></label></fieldset>
        <fieldset data-rune="form-field" class="rf-form-choice-group"><meta data-field="field-type" content="checkbox">
        <legend>Extras</legend>
        <label class="rf-form-choice"><input type="checkbox" name="field-extras" value="Tea"><span>Tea</span></label>
        </fieldset><p data-name="help">We write soon.</p><p data-name="text">Bring a coat.</p>
        <hr data-name="separator"><button type="submit" data-name="submit">Book</button></div></form>
        """,
    )


def test_many_answers_are_a_menu() -> None:
    options = "\n".join(f"- {name}" for name in "ABCDE")
    html = output(f'{{% form action="/go" %}}\n> Size\n\n{options}\n{{% /form %}}')
    assert '<select id="field-size" name="field-size" required=""><option value="" disabled="" selected="">' in html
    assert html.count("<option value=") == 6


def test_only_the_last_bold_paragraph_is_the_button() -> None:
    html = output('{% form action="/go" %}\n**First**\n\n**Second**\n\n**Not** all bold\n{% /form %}')
    assert '<p data-name="text">First</p><button type="submit" data-name="submit">Second</button>' in html
    assert '<p data-name="text">Not all bold</p>' in html
