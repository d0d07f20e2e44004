"""Every fix of a rule is offered at its problem, and removes the problem.

The samples are pages or, for site rules, whole sites of which the first file is checked.
"""

from __future__ import annotations

import pytest

from refrakt.features.actions import code_actions
from refrakt.features.actions.action_request import ActionRequest, QuickFix
from refrakt.markdoc.tree import Span
from refrakt.rules.registry import all_rules
from rules.rule_examples import rule_examples

from .checking import page_of
from .code_action_requests import after, request_for, request_on_site

STORY = (
    '-- refrakt.config.json --\n{"site": {"contentDir": "./content",'
    ' "plugins": ["@refrakt-md/storytelling", "@refrakt-md/plan"]}}'
)
THEME = (
    '-- refrakt.config.json --\n{"site": {"contentDir": "./content", "theme": {"package": "@refrakt-md/lumina"},'
    ' "tints": {"sea": {}}, "backgrounds": {"waves": {}}}}'
)
SAMPLES = {
    "annotation-without-text": "- a\n\n{% .wide %}\n",
    "bare-attribute": "{% details open %}\nx\n{% /details %}\n",
    "bidi-character": "a\u202eb\n",
    "broken-fragment": "-- content/index.md --\n[a](/setup#linus)\n-- content/setup.md --\n## Linux\n",
    "broken-link": "-- content/index.md --\n[a](/setpu)\n-- content/setup.md --\n",
    "coercible-value": "{% embed url=5 /%}\n",
    "content-dropped": "{% bg %}\nLost 😀\n{% /bg %}\n",
    "content-missing-field": "{% hero %}\nSmall\n{% /hero %}\n",
    "content-order": "{% cta %}\n# Go\n\n> Now\n\n- [Go](/go)\n{% /cta %}\n",
    "content-unexpected": "{% codegroup %}\nx\n{% /codegroup %}\n",
    "deprecated-attribute": '{% grid layout="1 2" %}\na\n{% /grid %}\n',
    "duplicate-attribute": '{% hint type="note" type="warning" %}\nx\n{% /hint %}\n',
    "duplicate-heading-id": "-- content/index.md --\n# One\n\n## Two\n\n## Two\n",
    "empty-zone": "{% hero %}\n---\n\n# Title\n{% /hero %}\n",
    "filter-syntax": '-- content/index.md --\n{% collection type="page" filter="draft=false" /%}\n',
    "frontmatter-fence": "title: One\n---\n\n# One\n",
    "frontmatter-position": "\n---\ntitle: One\n---\n",
    "frontmatter-shape": "---\ntitle = One\n---\n",
    "frontmatter-stray-character": "---\ntitle: “One”\n---\n",
    "frontmatter-duplicate-key": "---\ntitle: One\ntitle: Two\n---\n",
    "frontmatter-type": "---\ntitle: 2024\n---\n",
    "frontmatter-unclosed": "---\nlayout: docs\n\n# Title\n",
    "frontmatter-unknown-key": "---\nversion_group: a\n---\n",
    "frontmatter-yaml": "---\ntags: [\n---\n",
    "heading-level-fixed": "{% comparison %}\n### One\n\n- x\n{% /comparison %}\n",
    "invisible-character": "`np\u200bm`\n",
    "item-loose": "{% playlist %}\n# S\n\n- **A** (2:00)\n\n- **B** (3:00)\n{% /playlist %}\n",
    "link-to-redirect": "-- content/index.md --\n[a](/old)\n-- content/old.md --\n---\nredirect: /new\n---\n-- content/new.md --\n",
    "misplaced-tag": "{% hint %}\n- x\n  {% /hint %}\n",
    "mismatched-tag": "{% hin %}\nx\n{% /hint %}\n",
    "missing-asset": "-- content/index.md --\n![a](/images/logo.png)\n-- static/images/Logo.PNG --\n",
    "misread-tag": "The page {% page.title %}.\n",
    "missing-attribute": "{% icon /%}\n",
    "missing-file": '-- content/index.md --\n{% snippet path="src/main.py" /%}\n-- src/Main.py --\nx\n',
    "needless-content": '{% icon name="x" %}\ny\n{% /icon %}\n',
    "parent-required": "{% note %}\nx\n{% /note %}\n",
    "partial-missing": '-- content/index.md --\n{% partial file="foter.md" /%}\n-- content/_partials/footer.md --\nx\n',
    "list-kind": "{% steps %}\n- One\n- Two\n{% /steps %}\n",
    "malformed-tag": "{% hint %}\nx\n{% end hint %}\n",
    "missing-parts": "{% tabs %}\n**A**\n\nx\n\n**B**\n\ny\n{% /tabs %}\n",
    "single-quotes": "{% hint type='note' %}\nx\n{% /hint %}\n",
    "stray-closing-tag": "x\n\n{% /hero %}\n",
    "syntax-error": "a {% %} b\n",
    "text-after-tag": '{% hint\n   type="note"\n   title="A" %} text\n{% /hint %}\n',
    "too-many-zones": "{% hero %}\n![a](b.png)\n\n---\n\n# Title\n\n---\n\nMore\n{% /hero %}\n",
    "unclosed-tag": "{% hint %}\nx\n",
    "unknown-attribute": '{% hint tpye="note" %}\nx\n{% /hint %}\n',
    "unknown-background": f'-- content/index.md --\n{{% hint bg="wvaes" %}}\nx\n{{% /hint %}}\n{THEME}',
    "unknown-field": f'-- content/index.md --\n{{% collection type="work" filter="stauts:ready" /%}}\n{STORY}',
    "unknown-function": "{% curency(5) %} x\n",
    "unknown-icon": f'-- content/index.md --\nAn {{% icon name="rokcet" /%}}\n{THEME}',
    "unknown-layout": f"-- content/index.md --\n---\nlayout: dosc\n---\n{THEME}",
    "unknown-rune": "{% hnit %}\nx\n{% /hnit %}\n",
    "unknown-section": '{% work id="W-1" %}\n# T\n\n## Refrences\n{% /work %}\n',
    "unknown-tint": f"-- content/index.md --\n---\ntint: se\n---\n{THEME}",
    "unknown-type": f'-- content/index.md --\n{{% collection type="wrok" /%}}\n{STORY}',
    "unknown-variable": "{% $page.titel %} x\n",
    "unquoted-value": "{% hint type=note %}\nx\n{% /hint %}\n",
    "unresolved-bond": '-- content/index.md --\n{% bond from="Galadreil" to="Frodo" /%}\n\n'
    '{% character name="Galadriel" %}\nx\n{% /character %}\n\n{% character name="Frodo" %}\nx\n{% /character %}\n'
    + STORY,
    "unresolved-expand": '-- content/index.md --\n{% expand "WROK-12" /%}\n-- content/a.md --\n'
    '{% work id="WORK-12" status="ready" %}\n# Twelve\n{% /work %}\n' + STORY,
    "unresolved-nav": "-- content/_layout.md --\n{% nav %}\n- setpu\n{% /nav %}\n-- content/setup.md --\n",
    "unresolved-xref": '-- content/index.md --\n{% xref "Galadreil" /%} x\n-- content/people.md --\n'
    '{% character name="Galadriel" %}\nx\n{% /character %}\n' + STORY,
    "unset-frontmatter": "---\nsubtitle: x\n---\n\n{% $frontmatter.subtitel %} x\n",
    "unterminated-tag": '{% hint type="note"\nx\n{% /hint %}\n',
    "value-not-allowed": '{% hint type="wraning" %}\nx\n{% /hint %}\n',
    "wrong-place": "{% badge %}\nnew\n{% /badge %}\n",
    "wrong-type": "{% grid columns=null %}\na\n{% /grid %}\n",
}
WITHOUT = {"unknown-slot"}
"""No bundled rune has slots."""


SAMPLES |= {
    each.code: rule_examples(each)[0]
    for each in all_rules().values()
    if each.fixable and each.code not in {*SAMPLES} | WITHOUT
}
"""The other rules have their examples in the manual."""


def test_only_fixable_codes_have_samples() -> None:
    assert {each.code for each in all_rules().values() if each.fixable} == {*SAMPLES} | WITHOUT


@pytest.mark.parametrize("code", SAMPLES)
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_a_fix_is_offered_and_removes_the_problem(code: str, line_end: str) -> None:
    sample = SAMPLES[code]
    if sample.startswith("-- "):
        with request_on_site(sample) as (request, files):
            new = check_fix(request, code)
            path = request.path
        with request_on_site(
            "\n".join(f"-- {name} --\n{new if name == path else text}" for name, text in files.items())
        ) as (
            again,
            _,
        ):
            left = again
    else:
        request = request_for(page_of(sample.replace("\n", line_end)), Span(0, 0))
        new = check_fix(request, code)
        assert ("\r" in new) == (line_end == "\r\n")
        left = request_for(page_of(new), Span(0, 0))
    assert count(left, code) < count(request, code)


def check_fix(request: ActionRequest, code: str) -> str:
    """The page with the first fix that is offered for the first problem of this code that has one."""
    problem = next(each for each in request.page_problems if each.code == code and each.fix)
    here = ActionRequest(request.page, Span(problem.span.start, problem.span.start), request.page_problems)
    fixes = [each for each in code_actions(here, ("quickfix",)) if isinstance(each, QuickFix) and code in each.codes]
    fix = next(each for each in fixes if not each.title.startswith(("Disable", "Create")))
    changes = fix.edit()
    assert changes is not None
    return after(here, changes)


def count(request: ActionRequest, code: str) -> int:
    return sum(each.code == code for each in request.page_problems)
