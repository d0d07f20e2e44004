// The preview in the browser: shows a page in a frame, patches it when news arrive, and reports scrolling and clicks.
// The frame runs no script: it is sandboxed, and its policy allows none. What reacts to the reader there is this script.
"use strict";

const POSITION = ["data-source-line", "data-source-span"];
const POSITIONS = / data-source-(?:line|span)="[^"]*"/g;
const SCROLL_PAUSE = 400; // milliseconds without reports after a scroll that the editor has caused
const REPORT_EVERY = 60; // milliseconds between two reports of scrolling

const base = location.pathname.replace(/\/$/, "");
const element = (id) => document.getElementById(id);
const frame = element("frame");
const state = { path: null, layout: "auto", theme: "auto", fragment: "", hasEditor: false };
let events = null; // the EventSource of the current view
let shown = null; // the body that the server sent last, parsed and never changed
let stylesheets = ""; // those of the frame's document
let quietUntil = 0;

// Choices and history -------------------------------------------------------------------------------------------------

function readLocation() {
  const query = new URLSearchParams(location.search);
  state.path = query.get("page") || state.path;
  state.layout = query.get("layout") || "auto";
  state.theme = query.get("theme") || state.theme;
  state.fragment = decodeURIComponent(location.hash.slice(1));
}

function writeLocation(push) {
  const query = new URLSearchParams({ page: state.path });
  if (state.layout !== "auto") query.set("layout", state.layout);
  if (state.theme !== "auto") query.set("theme", state.theme);
  const url = `${base}/?${query}${state.fragment ? `#${encodeURIComponent(state.fragment)}` : ""}`;
  if (push) history.pushState(null, "", url);
  else history.replaceState(null, "", url);
}

function show(path, fragment, push) {
  state.path = path;
  state.fragment = fragment || "";
  writeLocation(push);
  open();
}

function applyTheme() {
  for (const root of [document.documentElement, frame.contentDocument && frame.contentDocument.documentElement]) {
    if (!root) continue;
    if (state.theme === "auto") root.removeAttribute("data-theme");
    else root.setAttribute("data-theme", state.theme);
  }
  element("theme").value = state.theme;
}

async function loadPages() {
  const answer = await fetch(`${base}/pages`);
  if (!answer.ok) return;
  const { pages, first, layouts, hasEditor } = await answer.json();
  state.hasEditor = hasEditor;
  element("follow-field").hidden = !hasEditor;
  fill(element("layout"), layouts.map((name) => [name, name === "auto" ? "of the page" : name]));
  fill(element("page"), pages.map((page) => [page.path, page.url ? `${page.title} (${page.url})` : page.title]));
  if (!state.path) state.path = first;
  selectCurrent();
}

function fill(select, options) {
  select.replaceChildren(...options.map(([value, text]) => new Option(text, value)));
}

function selectCurrent() {
  const pages = element("page");
  if (state.path && ![...pages.options].some((option) => option.value === state.path))
    pages.add(new Option(state.path, state.path), 0);
  pages.value = state.path;
  element("layout").value = state.layout;
}

// The page in its frame -----------------------------------------------------------------------------------------------

function open() {
  if (events) events.close();
  shown = null;
  selectCurrent();
  if (!state.path) {
    element("status").textContent = "The project has no pages.";
    return;
  }
  const query = new URLSearchParams({ path: state.path, layout: state.layout, theme: state.theme });
  frame.contentWindow.location.replace(`${base}/page?${query}`);
  query.delete("theme");
  events = new EventSource(`${base}/events?${query}`);
  events.addEventListener("page", (event) => update(JSON.parse(event.data)));
  events.addEventListener("scroll", (event) => follow(JSON.parse(event.data)));
  events.onopen = () => setStatus("");
  events.onerror = () => setStatus("The preview is not connected; it tries again.");
}

function setStatus(text) {
  element("status").textContent = text;
}

frame.addEventListener("load", () => {
  const page = frame.contentDocument;
  if (!page || page.URL === "about:blank") return;
  stylesheets = sheetsOf(page);
  shown = parse(`<body>${page.body.innerHTML}</body>`);
  applyTheme();
  selectFirstTabs();
  page.addEventListener("click", clicked);
  frame.contentWindow.addEventListener("scroll", scrolled, { passive: true });
  if (state.fragment) jump(state.fragment);
  if (pending) update(pending);
});

let pending = null; // news that arrived before the frame was loaded

function sheetsOf(page) {
  return [...page.querySelectorAll('link[rel="stylesheet"]')].map((each) => each.getAttribute("href")).join(" ");
}

function parse(html) {
  // The parser of the frame, so that the policy of its document applies, which allows styles in attributes.
  return new frame.contentWindow.DOMParser().parseFromString(html, "text/html").body;
}

function update(page) {
  if (page.path !== state.path) return;
  if (!shown) {
    pending = page;
    return;
  }
  pending = null;
  setStatus(page.failure || "");
  if (page.failure) return;
  document.title = `${page.title} · Preview`;
  listProblems(page.problems);
  if (page.stylesheets.join(" ") !== stylesheets) {
    open();
    return;
  }
  const body = parse(`<body>\n${page.html}\n</body>`);
  frame.contentDocument.title = page.title;
  patchChildren(frame.contentDocument.body, shown, body);
  shown = body;
  selectFirstTabs();
  document.documentElement.dataset.version = page.version === null ? "" : String(page.version);
}

// Patching: only what differs between the two versions of the server is changed in the live page, so that the position of
// scrolling, open details and selected tabs stay as they are.

const text = (node) => (node.nodeType === Node.ELEMENT_NODE ? node.outerHTML.replace(POSITIONS, "") : node.nodeValue);
const kind = (node) => node.nodeName + (node.nodeType === Node.ELEMENT_NODE ? `#${node.id}.${node.className}` : "");

function patchChildren(live, before, after) {
  const old = [...before.childNodes];
  const fresh = [...after.childNodes];
  const current = [...live.childNodes];
  if (old.length !== current.length) {
    live.replaceChildren(...fresh.map((node) => adopt(live, node)));
    return;
  }
  const oldTexts = old.map(text);
  const freshTexts = fresh.map(text);
  let start = 0;
  while (start < old.length && start < fresh.length && oldTexts[start] === freshTexts[start]) start++;
  let end = 0;
  while (
    end < old.length - start && end < fresh.length - start &&
    oldTexts[old.length - 1 - end] === freshTexts[fresh.length - 1 - end]
  ) end++;
  for (let at = 0; at < start; at++) copyPositions(current[at], fresh[at]);
  for (let at = 1; at <= end; at++) copyPositions(current[current.length - at], fresh[fresh.length - at]);
  const next = current[old.length - end] || null;
  const oldEnd = old.length - end;
  const freshEnd = fresh.length - end;
  let at = start;
  for (; at < oldEnd && at < freshEnd && kind(old[at]) === kind(fresh[at]); at++) patch(current[at], old[at], fresh[at]);
  for (let rest = at; rest < oldEnd; rest++) current[rest].remove();
  for (let rest = at; rest < freshEnd; rest++) live.insertBefore(adopt(live, fresh[rest]), next);
}

function patch(live, before, after) {
  if (live.nodeType !== Node.ELEMENT_NODE) {
    if (before.nodeValue !== after.nodeValue) live.nodeValue = after.nodeValue;
    return;
  }
  for (const { name } of [...before.attributes]) if (!after.hasAttribute(name)) live.removeAttribute(name);
  for (const { name, value } of [...after.attributes])
    if (before.getAttribute(name) !== value) live.setAttribute(name, value);
  patchChildren(live, before, after);
}

function copyPositions(live, after) {
  if (live.nodeType !== Node.ELEMENT_NODE) return;
  const from = [after, ...after.querySelectorAll("[data-source-line]")];
  const to = [live, ...live.querySelectorAll("[data-source-line]")];
  if (from.length !== to.length) return;
  from.forEach((each, at) => {
    for (const name of POSITION)
      if (each.hasAttribute(name) && to[at].getAttribute(name) !== each.getAttribute(name))
        to[at].setAttribute(name, each.getAttribute(name));
  });
}

const adopt = (live, node) => live.ownerDocument.importNode(node, true);

// Problems ------------------------------------------------------------------------------------------------------------

function listProblems(problems) {
  const errors = problems.filter((each) => each.severity === "error").length;
  const button = element("problems-button");
  const count = problems.length;
  button.textContent = count === 0 ? "No problems" : count === 1 ? "1 problem" : `${count} problems`;
  button.dataset.severity = errors ? "error" : problems.some((each) => each.severity === "warning") ? "warning" : "";
  element("problem-list").replaceChildren(...problems.map(problemItem));
  if (!count) togglePanel(false);
}

function problemItem(problem) {
  const item = document.createElement("li");
  const button = document.createElement("button");
  button.type = "button";
  button.dataset.severity = problem.severity;
  for (const [name, value] of [["line", `line ${problem.line}`], ["message", problem.message], ["code", problem.code]]) {
    const part = document.createElement("span");
    part.className = name;
    part.textContent = value;
    button.append(part);
  }
  button.addEventListener("click", () => {
    scrollToLine(problem.line);
    report("scroll", { path: state.path, line: problem.line });
  });
  item.append(button);
  return item;
}

function togglePanel(open) {
  element("problems").hidden = !open;
  element("problems-button").setAttribute("aria-expanded", String(open));
}

// Scrolling and clicking ----------------------------------------------------------------------------------------------

function blocks() {
  const found = [];
  for (const block of frame.contentDocument.querySelectorAll("[data-source-line]")) {
    const box = block.getBoundingClientRect();
    if (box.height) found.push({ line: Number(block.dataset.sourceLine), top: box.top });
  }
  return found.sort((one, other) => one.line - other.line || one.top - other.top);
}

function scrollToLine(line) {
  quietUntil = performance.now() + SCROLL_PAUSE;
  const all = blocks();
  const after = all.findIndex((each) => each.line > line);
  const before = after < 0 ? all[all.length - 1] : all[after - 1];
  if (!before) {
    frame.contentWindow.scrollTo(0, 0);
    return;
  }
  const next = after < 0 ? null : all[after];
  const share = next && next.line > before.line ? (line - before.line) / (next.line - before.line) : 0;
  const top = before.top + share * (next ? Math.max(0, next.top - before.top) : 0);
  frame.contentWindow.scrollBy(0, top);
}

function lineAtTop() {
  const all = blocks();
  let before = null;
  for (const each of all) if (each.top <= 1 && (!before || each.top >= before.top)) before = each;
  if (!before) return all.length ? all[0].line : 1;
  const next = all.find((each) => each.line > before.line && each.top > before.top);
  if (!next) return before.line;
  const share = Math.min(1, -before.top / (next.top - before.top));
  return Math.floor(before.line + share * (next.line - before.line));
}

let reporting = 0;

function scrolled() {
  if (performance.now() < quietUntil || reporting || !state.hasEditor) return;
  reporting = setTimeout(() => {
    reporting = 0;
    if (performance.now() >= quietUntil) report("scroll", { path: state.path, line: lineAtTop() });
  }, REPORT_EVERY);
}

function follow({ path, line }) {
  if (!element("follow").checked) return;
  if (path !== state.path) show(path, "", true);
  else if (shown) scrollToLine(line);
}

function report(name, data) {
  if (!state.hasEditor) return;
  const body = JSON.stringify(data);
  fetch(`${base}/${name}`, { method: "POST", headers: { "Content-Type": "application/json" }, body }).catch(() => {});
}

function jump(fragment) {
  const target = frame.contentDocument.getElementById(fragment);
  if (target) target.scrollIntoView();
}

function clicked(event) {
  const target = event.target;
  const link = target.closest("a[href]");
  if (link) {
    event.preventDefault();
    openLink(link.getAttribute("href"), event.ctrlKey || event.metaKey);
    return;
  }
  const tab = target.closest(".rf-tabs__tabs > *, .rf-codegroup__tabs > *");
  if (tab) selectTab(tab);
  else if (!target.closest("summary, button, input, select, textarea, label, video, audio")) selectBlock(target);
}

function openLink(href, inNewTab) {
  const page = frame.contentDocument;
  if (href.startsWith("#")) {
    state.fragment = decodeURIComponent(href.slice(1));
    writeLocation(true);
    jump(state.fragment);
  } else if (href.startsWith(`${base}/?`) && !inNewTab) {
    const url = new URL(href, location.href);
    show(url.searchParams.get("page"), decodeURIComponent(url.hash.slice(1)), true);
  } else if (href.startsWith(`${base}/`) || /^(https?:|mailto:)/i.test(href)) {
    window.open(new URL(href, page.URL).href, "_blank", "noopener,noreferrer");
  } else {
    setStatus(`No page of the site is at ${href}`);
  }
}

function selectTab(tab) {
  const group = tab.closest(".rf-tabs, .rf-codegroup");
  const panels = group && group.querySelector(":scope > .rf-tabs__panels, :scope > .rf-codegroup__panels");
  if (!panels) return;
  const chosen = [...tab.parentElement.children].indexOf(tab);
  for (const row of [tab.parentElement, panels])
    [...row.children].forEach((each, at) => each.setAttribute("data-state", at === chosen ? "active" : "inactive"));
}

function selectFirstTabs() {
  for (const tabs of frame.contentDocument.querySelectorAll(".rf-tabs__tabs, .rf-codegroup__tabs"))
    if (tabs.firstElementChild && !tabs.querySelector(':scope > [data-state="active"]')) selectTab(tabs.firstElementChild);
}

function selectBlock(target) {
  const block = target.closest("[data-source-span]");
  if (!block || !frame.contentWindow.getSelection().isCollapsed) return;
  const [start, end] = block.dataset.sourceSpan.split("-").map(Number);
  report("select", { path: state.path, start, end });
}

// Start ---------------------------------------------------------------------------------------------------------------

element("page").addEventListener("change", (event) => show(event.target.value, "", true));
element("page").addEventListener("pointerdown", loadPages);
element("layout").addEventListener("change", (event) => {
  state.layout = event.target.value;
  show(state.path, "", true);
});
element("theme").addEventListener("change", (event) => {
  state.theme = event.target.value;
  writeLocation(false);
  applyTheme();
});
element("problems-button").addEventListener("click", () => togglePanel(element("problems").hidden));
addEventListener("popstate", () => {
  readLocation();
  open();
});

readLocation();
loadPages().then(() => {
  if (state.path) writeLocation(false);
  applyTheme();
  open();
});
