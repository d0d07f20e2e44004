// The preview in the browser: shows a page in a frame, patches it when news arrive, and reports scrolling and clicks.
// The frame runs no script: it is sandboxed, and its policy allows none. What reacts to the reader there is this script.
import { TABS, clickedSpan, jump, lineAtTop, scrollToLine, selectFirstTabs, selectTab } from "./blocks.js";
import { patchChildren } from "./patch.js";

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
  selectFirstTabs(frame.contentDocument);
  page.addEventListener("click", clicked);
  frame.contentWindow.addEventListener("scroll", scrolled, { passive: true });
  if (state.fragment) jump(frame.contentDocument, state.fragment);
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
  selectFirstTabs(frame.contentDocument);
  document.documentElement.dataset.version = page.version === null ? "" : String(page.version);
}

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
    scrollQuietly(problem.line);
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

function scrollQuietly(line) {
  quietUntil = performance.now() + SCROLL_PAUSE;
  scrollToLine(frame.contentDocument, line);
}

let reporting = 0;

function scrolled() {
  if (performance.now() < quietUntil || reporting || !state.hasEditor) return;
  reporting = setTimeout(() => {
    reporting = 0;
    if (performance.now() >= quietUntil) report("scroll", { path: state.path, line: lineAtTop(frame.contentDocument) });
  }, REPORT_EVERY);
}

function follow({ path, line }) {
  if (!element("follow").checked) return;
  if (path !== state.path) show(path, "", true);
  else if (shown) scrollQuietly(line);
}

function report(name, data) {
  if (!state.hasEditor) return;
  const body = JSON.stringify(data);
  fetch(`${base}/${name}`, { method: "POST", headers: { "Content-Type": "application/json" }, body }).catch(() => {});
}

function clicked(event) {
  const target = event.target;
  const link = target.closest("a[href]");
  if (link) {
    event.preventDefault();
    openLink(link.getAttribute("href"), event.ctrlKey || event.metaKey);
    return;
  }
  const tab = target.closest(TABS);
  if (tab) {
    selectTab(tab);
    return;
  }
  const span = clickedSpan(frame.contentDocument, target);
  if (span) report("select", { path: state.path, start: span[0], end: span[1] });
}

function openLink(href, inNewTab) {
  const page = frame.contentDocument;
  if (href.startsWith("#")) {
    state.fragment = decodeURIComponent(href.slice(1));
    writeLocation(true);
    jump(frame.contentDocument, state.fragment);
  } else if (href.startsWith(`${base}/?`) && !inNewTab) {
    const url = new URL(href, location.href);
    show(url.searchParams.get("page"), decodeURIComponent(url.hash.slice(1)), true);
  } else if (href.startsWith(`${base}/`) || /^(https?:|mailto:)/i.test(href)) {
    window.open(new URL(href, page.URL).href, "_blank", "noopener,noreferrer");
  } else {
    setStatus(`No page of the site is at ${href}`);
  }
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
