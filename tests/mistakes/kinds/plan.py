"""Entities of a plan: ids, values, sections, references, checkboxes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from mistakes.kind import Mistake, PlacedTag, SamplePage, correct, mistake

_TYPES = ("work", "spec", "bug", "decision", "milestone")
_STRING = re.compile(r'([a-zA-Z][\w-]*)="([^"\\\n]*)"')
_BOX = re.compile(r"^- \[([ x])\] (?=\S)", re.MULTILINE)
_SECTION = re.compile(
    r"^## (Acceptance Criteria|Context|Decision|Steps to Reproduce|Expected|Actual|Rationale|Consequences)$",
    re.MULTILINE,
)


def _entity(page: SamplePage) -> Iterator[PlacedTag]:
    if "plan/" in page.path:
        yield from (each for each in page.tags[:1] if each.name in _TYPES and each.kind == "open")


def _attribute(page: SamplePage, *names: str) -> Iterator[tuple[PlacedTag, re.Match[str]]]:
    for tag in _entity(page):
        yield from ((tag, each) for each in _STRING.finditer(tag.text) if each[1] in names)


def _id(page: SamplePage) -> Iterator[tuple[PlacedTag, re.Match[str]]]:
    for tag, found in _attribute(page, "id"):
        if PurePosixPath(page.path).name.startswith(found[2]):
            yield tag, found


def _with_value(tag: PlacedTag, found: re.Match[str], new: str, *expected: str) -> Mistake:
    return Mistake(tag.start + found.start(2), tag.start + found.end(2), new, expected)


@mistake
def id_missing(page: SamplePage) -> Iterator[Mistake]:
    for tag, found in _id(page):
        yield Mistake(tag.start + found.start() - 1, tag.start + found.end(), "", (found[0],))


@mistake
def id_empty(page: SamplePage) -> Iterator[Mistake]:
    for tag, found in _id(page):
        yield _with_value(tag, found, "", found[2])


@mistake
def id_in_lower_case(page: SamplePage) -> Iterator[Mistake]:
    for tag, found in _id(page):
        yield _with_value(tag, found, found[2].lower(), found[2])


@mistake
def id_without_dash(page: SamplePage) -> Iterator[Mistake]:
    for tag, found in _id(page):
        yield _with_value(tag, found, found[2].replace("-", ""), found[2])


@mistake
def id_with_an_underscore(page: SamplePage) -> Iterator[Mistake]:
    for tag, found in _id(page):
        yield _with_value(tag, found, found[2].replace("-", "_"), found[2])


@mistake
def id_without_zeros(page: SamplePage) -> Iterator[Mistake]:
    for tag, found in _id(page):
        if "-0" in found[2]:
            yield _with_value(tag, found, re.sub("-0+", "-", found[2]), found[2])


@mistake
def id_without_prefix(page: SamplePage) -> Iterator[Mistake]:
    for tag, found in _id(page):
        yield _with_value(tag, found, found[2].partition("-")[2], found[2])


@mistake
def id_of_another_file(page: SamplePage) -> Iterator[Mistake]:
    for tag, found in _id(page):
        other = f"{found[2].partition('-')[0]}-001"
        if other != found[2]:
            yield _with_value(tag, found, other, "already has", found[2])


@mistake
def name_for_id(page: SamplePage) -> Iterator[Mistake]:
    for tag, found in _id(page):
        yield Mistake(tag.start + found.start(), tag.start + found.start() + 2, "name", ("`id`",))


@mistake
def status_in_capitals(page: SamplePage) -> Iterator[Mistake]:
    for tag, found in _attribute(page, "status"):
        yield _with_value(tag, found, found[2].capitalize(), found[2])


@mistake
def status_with_a_typing_error(page: SamplePage) -> Iterator[Mistake]:
    for tag, found in _attribute(page, "status"):
        if len(found[2]) > 4:
            yield _with_value(tag, found, f"{found[2][:2]}{found[2][3]}{found[2][2]}{found[2][4:]}", found[2])


def _status(page: SamplePage, old: str, new: str, *types: str) -> Iterator[Mistake]:
    for tag, found in _attribute(page, "status"):
        if found[2] == old and tag.name in types:
            yield _with_value(tag, found, new, old)


@mistake
def completed_for_done(page: SamplePage) -> Iterator[Mistake]:
    yield from _status(page, "done", "completed", "work")


@mistake
def closed_for_done(page: SamplePage) -> Iterator[Mistake]:
    yield from _status(page, "done", "closed", "work")


@mistake
def todo_for_ready(page: SamplePage) -> Iterator[Mistake]:
    yield from _status(page, "ready", "todo", "work")


@mistake
def in_progress_with_a_space(page: SamplePage) -> Iterator[Mistake]:
    yield from _status(page, "in-progress", "in progress", "work", "bug")


@mistake
def approved_for_accepted(page: SamplePage) -> Iterator[Mistake]:
    yield from _status(page, "accepted", "approved", "decision", "spec")


@mistake
def released_for_shipped(page: SamplePage) -> Iterator[Mistake]:
    yield from _status(page, "shipped", "released", "spec")


@mistake
def urgent_for_critical(page: SamplePage) -> Iterator[Mistake]:
    for tag, found in _attribute(page, "priority"):
        if found[2] == "critical":
            yield _with_value(tag, found, "urgent", "critical")


@mistake
def normal_for_medium(page: SamplePage) -> Iterator[Mistake]:
    for tag, found in _attribute(page, "priority"):
        if found[2] == "medium":
            yield _with_value(tag, found, "normal", "medium")


@mistake
def hard_for_complex(page: SamplePage) -> Iterator[Mistake]:
    for tag, found in _attribute(page, "complexity"):
        if found[2] == "complex":
            yield _with_value(tag, found, "hard", "complex")


@mistake
def unknown_priority(page: SamplePage) -> Iterator[Mistake]:
    for tag, found in _attribute(page, "priority"):
        yield _with_value(tag, found, "banana", found[2])


@mistake
def state_for_status(page: SamplePage) -> Iterator[Mistake]:
    for tag, found in _attribute(page, "status"):
        yield Mistake(tag.start + found.start(), tag.start + found.end(1), "state", ("did you mean status", "'status'"))


@mistake
def owner_for_assignee(page: SamplePage) -> Iterator[Mistake]:
    for tag, found in _attribute(page, "assignee"):
        yield Mistake(tag.start + found.start(), tag.start + found.end(1), "owner", ("did you mean assignee",))


@mistake
def unknown_milestone(page: SamplePage) -> Iterator[Mistake]:
    for tag, found in _attribute(page, "milestone"):
        yield _with_value(tag, found, f"{found[2]}x", found[2])


@mistake
def milestone_without_v(page: SamplePage) -> Iterator[Mistake]:
    for tag, found in _attribute(page, "milestone"):
        if re.match(r"v\d", found[2]):
            yield _with_value(tag, found, found[2][1:], found[2])


@mistake
def source_without_zeros(page: SamplePage) -> Iterator[Mistake]:
    for tag, found in _attribute(page, "source"):
        if re.fullmatch(r"[A-Z]+-0\d+", found[2]):
            yield _with_value(tag, found, re.sub("-0+", "-", found[2]), found[2])


@mistake
def source_in_lower_case(page: SamplePage) -> Iterator[Mistake]:
    for tag, found in _attribute(page, "source"):
        if re.fullmatch(r"[A-Z]+-\d+", found[2]):
            yield _with_value(tag, found, found[2].lower(), found[2])


@mistake
def reference_without_zeros(page: SamplePage) -> Iterator[Mistake]:
    if any(_entity(page)):
        for tag in page.tags:
            found = re.search(r'"([A-Z]+)-0(\d+)"', tag.text) if tag.name in ("ref", "xref") else None
            if found:
                start = tag.start + found.start()
                yield Mistake(start, start + len(found[0]), f'"{found[1]}-{found[2]}"', (found[0].strip('"'),))


@mistake
def reference_in_lower_case(page: SamplePage) -> Iterator[Mistake]:
    if any(_entity(page)):
        for tag in page.tags:
            found = re.search(r'"([A-Z]+-\d+)"', tag.text) if tag.name in ("ref", "xref") else None
            if found:
                start = tag.start + found.start(1)
                yield Mistake(start, start + len(found[1]), found[1].lower(), (found[1],))


@mistake
def reference_to_nothing(page: SamplePage) -> Iterator[Mistake]:
    if any(_entity(page)):
        for tag in page.tags:
            found = re.search(r'"([A-Z]+)-(\d+)"', tag.text) if tag.name in ("ref", "xref") else None
            if found:
                start = tag.start + found.start(1)
                yield Mistake(start, start + len(found[0]) - 2, f"{found[1]}-9876", ("9876",))


@mistake
def section_with_a_typing_error(page: SamplePage) -> Iterator[Mistake]:
    if any(_entity(page)):
        for found in _SECTION.finditer(page.text):
            name = found[1]
            yield Mistake(found.start(1), found.end(1), f"{name[:2]}{name[3]}{name[2]}{name[4:]}", (name,))


@mistake
def section_on_another_level(page: SamplePage) -> Iterator[Mistake]:
    if any(_entity(page)) and any(each.name == "work" for each in _entity(page)):
        for found in _SECTION.finditer(page.text):
            if found[1] == "Acceptance Criteria":
                yield Mistake(found.start(), found.start(), "#", ("## ", "level"))


@mistake
def section_in_bold(page: SamplePage) -> Iterator[Mistake]:
    for tag in _entity(page):
        if tag.name == "work" and 'status="done"' in tag.text:
            for found in _SECTION.finditer(page.text):
                if found[1] == "Acceptance Criteria":
                    yield Mistake(found.start(), found.end(), f"**{found[1]}**", (f"## {found[1]}",))


@mistake
def section_without_a_space(page: SamplePage) -> Iterator[Mistake]:
    for tag in _entity(page):
        if tag.name == "work" and 'status="done"' in tag.text:
            for found in _SECTION.finditer(page.text):
                if found[1] == "Acceptance Criteria":
                    yield Mistake(found.start(), found.end(), f"##{found[1]}", (f"## {found[1]}", "space"))


@mistake
def section_with_another_name(page: SamplePage) -> Iterator[Mistake]:
    for tag in _entity(page):
        if tag.name == "work" and 'status="done"' in tag.text:
            for found in _SECTION.finditer(page.text):
                if found[1] == "Acceptance Criteria":
                    yield Mistake(found.start(1), found.end(1), "Definition of Done", (found[1],))


@mistake
def box_without_space_inside(page: SamplePage) -> Iterator[Mistake]:
    if any(_entity(page)):
        for found in _BOX.finditer(page.text):
            if found[1] == " ":
                yield Mistake(found.start(), found.end(), "- [] ", ("- [ ]",))


@mistake
def box_without_space_after_the_dash(page: SamplePage) -> Iterator[Mistake]:
    if any(_entity(page)):
        for found in _BOX.finditer(page.text):
            yield Mistake(found.start(), found.end(), f"-[{found[1]}] ", (f"- [{found[1]}]",))


@mistake
def box_with_more_spaces(page: SamplePage) -> Iterator[Mistake]:
    if any(_entity(page)):
        for found in _BOX.finditer(page.text):
            if found[1] == "x":
                yield Mistake(found.start(), found.end(), "- [x ] ", ("- [x]",))


@mistake
def box_without_space_after_it(page: SamplePage) -> Iterator[Mistake]:
    if any(_entity(page)):
        for found in _BOX.finditer(page.text):
            yield Mistake(found.start(), found.end(), f"- [{found[1]}]", (f"- [{found[1]}]",))


@mistake
def box_in_parentheses(page: SamplePage) -> Iterator[Mistake]:
    if any(_entity(page)):
        for found in _BOX.finditer(page.text):
            yield Mistake(found.start(), found.end(), f"- ({found[1]}) ", (f"- [{found[1]}]",))


@mistake
def box_with_a_tick(page: SamplePage) -> Iterator[Mistake]:
    if any(_entity(page)):
        for found in _BOX.finditer(page.text):
            if found[1] == "x":
                yield Mistake(found.start(), found.end(), "- [✓] ", ("- [x]",))


@mistake
def other_type(page: SamplePage) -> Iterator[Mistake]:
    for opening, closing in page.pairs:
        if opening in tuple(_entity(page)) and opening.name == "work" and "WORK-" in page.path:
            new = page.text[opening.start : closing.end]
            new = new.replace("{% work", "{% spec", 1)[: -len(closing.text)] + closing.text.replace("work", "spec")
            yield Mistake(opening.start, closing.end, new, ("{% work", "`work`"))


@mistake
def date_with_slashes(page: SamplePage) -> Iterator[Mistake]:
    for tag, found in _attribute(page, "date", "created", "modified"):
        if re.fullmatch(r"\d{4}-\d\d-\d\d", found[2]):
            yield _with_value(tag, found, found[2].replace("-", "/"), found[2])


@mistake
def id_with_the_words_of_the_file(page: SamplePage) -> Iterator[Mistake]:
    for tag, found in _id(page):
        stem = PurePosixPath(page.path).stem
        if stem.count("-") > 2:
            yield _with_value(tag, found, stem, f"Write {found[2]}.")


@mistake
def id_with_a_long_dash(page: SamplePage) -> Iterator[Mistake]:
    for tag, found in _id(page):
        yield _with_value(tag, found, found[2].replace("-", "–"), found[2])


@mistake
def id_with_letters_for_zeros(page: SamplePage) -> Iterator[Mistake]:
    for tag, found in _id(page):
        if "-0" in found[2]:
            yield _with_value(tag, found, found[2].replace("-0", "-O"), f"Write {found[2]}.")


@mistake
def name_of_a_milestone_missing(page: SamplePage) -> Iterator[Mistake]:
    for tag, found in _attribute(page, "name"):
        if tag.name == "milestone" and found[2] == PurePosixPath(page.path).stem:
            yield Mistake(tag.start + found.start() - 1, tag.start + found.end(), "", ("`name`", "name="))


@mistake
def milestone_without_the_last_zero(page: SamplePage) -> Iterator[Mistake]:
    for tag, found in _attribute(page, "milestone"):
        if re.fullmatch(r"v\d+\.\d+\.0", found[2]):
            yield _with_value(tag, found, found[2].removesuffix(".0"), found[2])


@mistake
def status_missing(page: SamplePage) -> Iterator[Mistake]:
    for tag, found in _attribute(page, "status"):
        yield Mistake(tag.start + found.start() - 1, tag.start + found.end(), "", ("has no status",))


@mistake
def semicolons_in_tags(page: SamplePage) -> Iterator[Mistake]:
    for tag, found in _attribute(page, "tags"):
        if "," in found[2]:
            yield _with_value(tag, found, found[2].replace(",", ";"), "comma")


@mistake
def semicolons_in_sources(page: SamplePage) -> Iterator[Mistake]:
    for tag, found in _attribute(page, "source"):
        if "," in found[2]:
            yield _with_value(tag, found, found[2].replace(",", ";"), "comma")


@mistake
def task_for_work(page: SamplePage) -> Iterator[Mistake]:
    for opening, closing in page.pairs:
        if opening in tuple(_entity(page)) and opening.name == "work" and "WORK-" in page.path:
            new = page.text[opening.start : closing.end].replace("{% work", "{% task", 1)
            new = new[: -len(closing.text)] + closing.text.replace("work", "task")
            yield Mistake(opening.start, closing.end, new, ("{% work",))


@mistake
def tags_of_the_entity_missing(page: SamplePage) -> Iterator[Mistake]:
    for opening, closing in page.pairs:
        if opening in tuple(_entity(page)) and opening.name == "work" and "WORK-" in page.path:
            yield Mistake(opening.start, closing.end, page.text[opening.end : closing.start], ("{% work",))


@mistake
def section_twice(page: SamplePage) -> Iterator[Mistake]:
    if any(_entity(page)):
        for found in _SECTION.finditer(page.text):
            if found[1] == "Acceptance Criteria":
                yield Mistake(found.start(), found.start(), f"{found[0]}\n\n- [ ] One\n\n", ("second section",))


@mistake
def criteria_without_boxes(page: SamplePage) -> Iterator[Mistake]:
    for tag in _entity(page):
        if tag.name == "work" and 'status="done"' in tag.text and "## Acceptance Criteria" in page.text:
            boxes = list(_BOX.finditer(page.text))
            if boxes:
                start, end = boxes[0].start(), boxes[-1].end() + 1
                yield Mistake(start, end, _BOX.sub("- ", page.text[start:end]), ("checkbox",))


@mistake
def box_in_braces(page: SamplePage) -> Iterator[Mistake]:
    if any(_entity(page)):
        boxes = list(_BOX.finditer(page.text))
        for found in boxes[1:]:
            yield Mistake(found.start(), found.end(), f"- {{{found[1]}}} ", (f"- [{found[1]}]",))


@mistake
def box_with_a_dash(page: SamplePage) -> Iterator[Mistake]:
    if any(_entity(page)):
        for found in list(_BOX.finditer(page.text))[1:]:
            yield Mistake(found.start(), found.end(), "- [-] ", ("- [ ]",))


@mistake
def date_that_does_not_exist(page: SamplePage) -> Iterator[Mistake]:
    for tag, found in _attribute(page, "date", "created", "modified"):
        if re.fullmatch(r"\d{4}-\d\d-\d\d", found[2]):
            yield _with_value(tag, found, f"{found[2][:5]}13-45", "not a date")


@mistake
def second_status(page: SamplePage) -> Iterator[Mistake]:
    for tag, found in _attribute(page, "status"):
        yield Mistake(tag.start + found.end(), tag.start + found.end(), ' status="review"', ("set again",))


# Correct variants -----------------------------------------------------------------------------------------------------


@correct
def alias_of_a_section(page: SamplePage) -> Iterator[Mistake]:
    for tag in _entity(page):
        if tag.name == "work":
            for found in _SECTION.finditer(page.text):
                if found[1] == "Acceptance Criteria":
                    yield Mistake(found.start(1), found.end(1), "Done When", ())


@correct
def section_in_lower_case(page: SamplePage) -> Iterator[Mistake]:
    if any(_entity(page)):
        for found in _SECTION.finditer(page.text):
            yield Mistake(found.start(1), found.end(1), found[1].lower(), ())


@correct
def box_with_a_capital(page: SamplePage) -> Iterator[Mistake]:
    if any(_entity(page)):
        for found in _BOX.finditer(page.text):
            if found[1] == "x":
                yield Mistake(found.start(), found.end(), "- [X] ", ())


@correct
def link_in_a_list(page: SamplePage) -> Iterator[Mistake]:
    if any(_entity(page)):
        for found in _BOX.finditer(page.text):
            yield Mistake(found.start(), found.end(), "- [x](https://example.org) ", ())


@correct
def box_in_a_fence(page: SamplePage) -> Iterator[Mistake]:
    if any(_entity(page)):
        for found in _SECTION.finditer(page.text):
            yield Mistake(found.end(), found.end(), "\n\n```\n-[ ] a\n- [] b\n```\n", ())


@correct
def list_with_parentheses(page: SamplePage) -> Iterator[Mistake]:
    if any(_entity(page)):
        for found in _SECTION.finditer(page.text):
            yield Mistake(found.end(), found.end(), "\n\n- (optional) A point\n- f(x) is fast\n", ())


@correct
def own_section(page: SamplePage) -> Iterator[Mistake]:
    if any(_entity(page)):
        for found in _SECTION.finditer(page.text):
            yield Mistake(found.start(), found.start(), "## Open questions\n\nNone.\n\n", ())


@correct
def deeper_heading(page: SamplePage) -> Iterator[Mistake]:
    if any(_entity(page)):
        for found in _SECTION.finditer(page.text):
            yield Mistake(found.end(), found.end(), "\n\n### In detail\n", ())


@correct
def tags_with_spaces(page: SamplePage) -> Iterator[Mistake]:
    for tag, found in _attribute(page, "tags"):
        yield _with_value(tag, found, f"{found[2]} , other")


@correct
def assignee_added(page: SamplePage) -> Iterator[Mistake]:
    for tag in _entity(page):
        if tag.name == "work" and "assignee" not in tag.text:
            at = tag.start + tag.text.rindex(" %}")
            yield Mistake(at, at, ' assignee="ada"', ())
