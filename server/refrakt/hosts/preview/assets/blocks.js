// What a reader does in a rendered page whose document runs no script: scrolling by lines of the source, tabs, and clicks on blocks.

export const TABS = ".rf-tabs__tabs > *, .rf-codegroup__tabs > *";
const CONTROLS = "summary, button, input, select, textarea, label, video, audio";

function blocks(page) {
  const found = [];
  for (const block of page.querySelectorAll("[data-source-line]")) {
    const box = block.getBoundingClientRect();
    if (box.height) found.push({ line: Number(block.dataset.sourceLine), top: box.top });
  }
  return found.sort((one, other) => one.line - other.line || one.top - other.top);
}

/** Scroll so that a line of the source is at the top. */
export function scrollToLine(page, line) {
  const all = blocks(page);
  const after = all.findIndex((each) => each.line > line);
  const before = after < 0 ? all[all.length - 1] : all[after - 1];
  if (!before) {
    page.defaultView.scrollTo(0, 0);
    return;
  }
  const next = after < 0 ? null : all[after];
  const share = next && next.line > before.line ? (line - before.line) / (next.line - before.line) : 0;
  const top = before.top + share * (next ? Math.max(0, next.top - before.top) : 0);
  page.defaultView.scrollBy(0, top);
}

/** The line of the source at the top. */
export function lineAtTop(page) {
  const all = blocks(page);
  let before = null;
  for (const each of all) if (each.top <= 1 && (!before || each.top >= before.top)) before = each;
  if (!before) return all.length ? all[0].line : 1;
  const next = all.find((each) => each.line > before.line && each.top > before.top);
  if (!next) return before.line;
  const share = Math.min(1, -before.top / (next.top - before.top));
  return Math.floor(before.line + share * (next.line - before.line));
}

/** Scroll to an element by its id. */
export function jump(page, fragment) {
  const target = page.getElementById(fragment);
  if (target) target.scrollIntoView();
}

/** Show the panel of a tab. */
export function selectTab(tab) {
  const group = tab.closest(".rf-tabs, .rf-codegroup");
  const panels = group && group.querySelector(":scope > .rf-tabs__panels, :scope > .rf-codegroup__panels");
  if (!panels) return;
  const chosen = [...tab.parentElement.children].indexOf(tab);
  for (const row of [tab.parentElement, panels])
    [...row.children].forEach((each, at) => each.setAttribute("data-state", at === chosen ? "active" : "inactive"));
}

/** Show the first panel of tabs where none is selected. */
export function selectFirstTabs(page) {
  for (const tabs of page.querySelectorAll(".rf-tabs__tabs, .rf-codegroup__tabs"))
    if (tabs.firstElementChild && !tabs.querySelector(':scope > [data-state="active"]')) selectTab(tabs.firstElementChild);
}

/** The offsets in the source of the block that was clicked; null for a control, and while text is selected. */
export function clickedSpan(page, target) {
  const block = target.closest(CONTROLS) ? null : target.closest("[data-source-span]");
  if (!block || !page.defaultView.getSelection().isCollapsed) return null;
  return block.dataset.sourceSpan.split("-").map(Number);
}
