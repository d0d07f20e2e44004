// The script of the preview's web view: shows a page in a frame, patches it when it changes, and reports scrolling and clicks.
// The frame runs no script; what reacts to the reader there is this script.

import { TABS, clickedSpan, jump, lineAtTop, scrollToLine, selectFirstTabs, selectTab } from '../../../server/refrakt/hosts/preview/assets/blocks.js';
import { patchChildren } from '../../../server/refrakt/hosts/preview/assets/patch.js';
import { FrameFiles } from './frame_files.ts';
import { chosenStylesheet, fileUrl, pageLink, themeChoices, type FromView, type PreviewProblem, type Stylesheets, type ToView } from '../../src/preview_messages.ts';

declare function acquireVsCodeApi(): {
  postMessage(message: FromView): void;
  getState(): Partial<Chosen> | undefined;
  setState(state: Chosen): void;
};

/** What the reader has chosen. */
interface Chosen {
  readonly colors: string;
  readonly layout: string;
  readonly theme: string;
}

type Page = Extract<ToView, { type: 'page' }>;

const SCROLL_PAUSE = 400; // milliseconds without reports after a scroll that the editor has caused
const REPORT_EVERY = 60; // milliseconds between two reports of scrolling
const FILE_ATTRIBUTES = ['src', 'poster'];
const EMPTY = '<!doctype html><html lang="en"><head><meta charset="utf-8"></head><body></body></html>';

const vscode = acquireVsCodeApi();
const frame = document.getElementById('frame') as HTMLIFrameElement;
const layout = document.getElementById('layout') as HTMLSelectElement;
const theme = document.getElementById('theme') as HTMLSelectElement;
const colors = document.getElementById('colors') as HTMLSelectElement;
let files = '';
let defaultStyle = '';
let stylesheets: Stylesheets = { own: null, themes: {} };
let shown: HTMLElement | undefined; // the body that the server sent last, never changed
let uri = '';
let appliedStylesheet: string | null | undefined; // its URL; null is the default stylesheet
let quietUntil = 0;
let reporting: number | undefined;

const frameFiles = new FrameFiles({
  fetch: (url) => fetch(url),
  createUrl: (blob) => URL.createObjectURL(blob),
  revokeUrl: (url) => URL.revokeObjectURL(url),
});

const inFrame = (): Document => frame.contentDocument as Document;

// The page ------------------------------------------------------------------------------------------------------------

function update({ page, stylesheets: offered, scrollTo }: Page): void {
  const target = inFrame();
  setStatus('');
  listProblems(page.problems);
  if (page.uri !== uri) {
    frameFiles.forget();
    appliedStylesheet = undefined;
  }
  offerThemes(offered);
  applyTheme();
  const body = new DOMParser().parseFromString(`<body>\n${page.html}\n</body>`, 'text/html').body;
  for (const each of body.querySelectorAll('script, link, meta, base, iframe, object, embed')) each.remove();
  for (const name of FILE_ATTRIBUTES) {
    for (const each of body.querySelectorAll(`[${name}]`)) markFile(each, name);
  }
  if (shown === undefined || page.uri !== uri) {
    target.body.replaceChildren(...[...body.childNodes].map((each) => target.importNode(each, true)));
    target.defaultView?.scrollTo(0, 0);
  } else {
    patchChildren(target.body, shown, body);
  }
  shown = body;
  uri = page.uri;
  loadFiles(target);
  target.title = page.title;
  selectFirstTabs(target);
  if (scrollTo !== undefined && scrollTo > 1) scrollQuietly(scrollTo);
  document.documentElement.dataset.version = String(page.version ?? '');
}

function offerThemes(offered: Stylesheets): void {
  stylesheets = offered;
  const choices = themeChoices(offered);
  (document.getElementById('theme-field') as HTMLElement).hidden = choices.length === 0;
  const values = choices.map(([value]) => value);
  if (values.join('\n') === [...theme.options].map(({ value }) => value).join('\n')) return;
  const chosen = vscode.getState()?.theme ?? '';
  theme.replaceChildren(...choices.map(([value, label]) => new Option(label, value)));
  theme.value = values.includes(chosen) ? chosen : '';
}

function applyTheme(): void {
  const href = chosenStylesheet(stylesheets, theme.value);
  if (href === appliedStylesheet) return;
  appliedStylesheet = href;
  if (href === null) setStyle(defaultStyle);
  else void frameFiles.stylesheet(href).then((text) => href === appliedStylesheet && setStyle(text));
}

function setStyle(text: string): void {
  const { head } = inFrame();
  const style = head.querySelector('style') ?? head.appendChild(inFrame().createElement('style'));
  style.textContent = text;
}

/** Remember the file of an element; `loadFiles` sets its attribute in the page. */
function markFile(element: Element, name: string): void {
  const written = element.getAttribute(name) ?? '';
  const url = fileUrl(written, files);
  if (url === written) return;
  element.setAttribute(`data-file-${name}`, url);
  element.removeAttribute(name);
}

function loadFiles(target: Document): void {
  for (const name of FILE_ATTRIBUTES) {
    for (const each of target.querySelectorAll(`[data-file-${name}]`)) {
      const url = each.getAttribute(`data-file-${name}`) ?? '';
      void frameFiles.blob(url).then((found) => {
        const isCurrent = each.getAttribute(`data-file-${name}`) === url;
        if (isCurrent && each.getAttribute(name) !== found) each.setAttribute(name, found);
      });
    }
  }
}

function setStatus(text: string): void {
  (document.getElementById('status') as HTMLElement).textContent = text;
}

// Problems ------------------------------------------------------------------------------------------------------------

function listProblems(problems: readonly PreviewProblem[]): void {
  const button = document.getElementById('problems-button') as HTMLElement;
  const count = problems.length;
  button.textContent = count === 0 ? 'No problems' : count === 1 ? '1 problem' : `${count} problems`;
  button.dataset.severity = ['error', 'warning'].find((each) => problems.some(({ severity }) => severity === each)) ?? '';
  (document.getElementById('problem-list') as HTMLElement).replaceChildren(...problems.map(problemItem));
  if (count === 0) togglePanel(false);
}

function problemItem(problem: PreviewProblem): HTMLElement {
  const item = document.createElement('li');
  const button = document.createElement('button');
  button.type = 'button';
  button.dataset.severity = problem.severity;
  for (const [name, value] of [['line', `line ${problem.line}`], ['message', problem.message], ['code', problem.code]] as const) {
    const part = document.createElement('span');
    part.className = name;
    part.textContent = value;
    button.append(part);
  }
  button.addEventListener('click', () => {
    scrollQuietly(problem.line);
    vscode.postMessage({ type: 'line', line: problem.line });
  });
  item.append(button);
  return item;
}

function togglePanel(open: boolean): void {
  (document.getElementById('problems') as HTMLElement).hidden = !open;
  document.getElementById('problems-button')?.setAttribute('aria-expanded', String(open));
}

// Scrolling and clicking ----------------------------------------------------------------------------------------------

function scrollQuietly(line: number): void {
  quietUntil = performance.now() + SCROLL_PAUSE;
  scrollToLine(inFrame(), line);
}

function scrolled(): void {
  if (performance.now() < quietUntil || reporting !== undefined) return;
  reporting = window.setTimeout(() => {
    reporting = undefined;
    if (performance.now() >= quietUntil) vscode.postMessage({ type: 'scroll', line: lineAtTop(inFrame()) });
  }, REPORT_EVERY);
}

function clicked(event: MouseEvent): void {
  const target = event.target as Element;
  const link = target.closest('a[href]');
  if (link !== null) {
    event.preventDefault();
    openLink(link.getAttribute('href') ?? '');
    return;
  }
  const tab = target.closest(TABS);
  if (tab !== null) {
    selectTab(tab);
    return;
  }
  const span = clickedSpan(inFrame(), target);
  if (span !== null) vscode.postMessage({ type: 'select', start: span[0] ?? 0, end: span[1] ?? 0 });
}

function openLink(href: string): void {
  const page = pageLink(href);
  if (href.startsWith('#')) jump(inFrame(), decodeURIComponent(href.slice(1)));
  else if (page !== undefined) vscode.postMessage({ type: 'page', ...page });
  else if (/^(https?:|mailto:)/i.test(href)) vscode.postMessage({ type: 'external', url: href });
  else setStatus(`No page of the site is at ${href}`);
}

// Choices -------------------------------------------------------------------------------------------------------------

function applyColors(): void {
  const dark = /vscode-dark|vscode-high-contrast(?!-light)/.test(document.body.className);
  const chosen = colors.value === 'editor' ? (dark ? 'dark' : 'light') : colors.value;
  inFrame().documentElement.setAttribute('data-theme', chosen);
  frame.dataset.theme = chosen;
}

function remember(): void {
  vscode.setState({ colors: colors.value, layout: layout.value, theme: theme.value });
}

colors.addEventListener('change', () => {
  remember();
  applyColors();
});
theme.addEventListener('change', () => {
  remember();
  applyTheme();
});
layout.addEventListener('change', () => {
  remember();
  vscode.postMessage({ type: 'layout', layout: layout.value });
});
document.getElementById('problems-button')?.addEventListener('click', () => {
  togglePanel((document.getElementById('problems') as HTMLElement).hidden === true);
});
new MutationObserver(applyColors).observe(document.body, { attributeFilter: ['class'] });

function receive(message: ToView): void {
  if (message.type === 'resources') {
    files = message.files;
    defaultStyle = message.stylesheet;
    const chosen = vscode.getState()?.layout ?? layout.value;
    layout.replaceChildren(...message.layouts.map((name) => new Option(name === 'auto' ? 'of the page' : name, name)));
    layout.value = message.layouts.includes(chosen) ? chosen : 'auto';
  }
  if (message.type === 'page') update(message);
  if (message.type === 'scroll') scrollQuietly(message.line);
  if (message.type === 'status') setStatus(message.text);
}

// Start ---------------------------------------------------------------------------------------------------------------

frame.addEventListener('load', () => {
  inFrame().addEventListener('click', clicked);
  frame.contentWindow?.addEventListener('scroll', scrolled, { passive: true });
  colors.value = vscode.getState()?.colors ?? 'editor';
  applyColors();
  addEventListener('message', ({ data }) => receive(data as ToView));
  vscode.postMessage({ type: 'ready' });
  const chosen = vscode.getState()?.layout;
  if (chosen !== undefined) vscode.postMessage({ type: 'layout', layout: chosen });
}, { once: true });
frame.srcdoc = EMPTY;
