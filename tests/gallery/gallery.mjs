// Opens the gallery in Chromium, narrow and wide, light and dark. Reports console errors, horizontal overflow and what axe-core
// finds, and takes screenshots: node gallery.mjs FOLDER CHROMIUM
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { chromium } from "playwright-core";

const [folder, browserPath] = process.argv.slice(2);
const ADDRESS = "http://gallery.invalid/boats/gallery";
const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="400"><rect width="600" height="400" fill="#7a8ca0"/></svg>';
const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync"];
const RULES = { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"] };

// What refrakt's contracts define, so that rendered pages cannot differ from it. Its scripts add the roles of tabs; browsers make
// areas that scroll focusable themselves.
const BY_CONTRACT = {
  "scrollable-region-focusable": null,
  "aria-required-children": ["tab", "tabs"],
  "listitem": ["music-recording", "track"],
  "dlitem": ["definition"],
};

const document = await readFile(join(folder, "gallery.html"), "utf8");
const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

// Nothing is loaded from a network: pictures are a placeholder, everything else is empty.
async function answer(route) {
  const request = route.request();
  if (request.url().split("#")[0] === ADDRESS) return route.fulfill({ contentType: "text/html; charset=utf-8", body: document });
  if (request.resourceType() === "image") return route.fulfill({ contentType: "image/svg+xml", body: PICTURE });
  return route.fulfill({ status: 200, contentType: "text/plain", body: "" });
}

// The items that are wider than the page, by rune: the elements that cross its right edge.
function overflowing() {
  const width = document.documentElement.clientWidth;
  const found = [];
  for (const item of document.querySelectorAll("[data-rune-name]")) {
    const scrolls = (element) => {
      for (let each = element.parentElement; each && each !== item; each = each.parentElement) {
        if (["auto", "scroll", "hidden", "clip"].includes(getComputedStyle(each).overflowX)) return true;
      }
      return false;
    };
    const wide = [...item.querySelectorAll("*")].filter((each) => each.getBoundingClientRect().right > width + 1 && !scrolls(each));
    if (wide.length) found.push(`${item.dataset.runeName}: ${wide[0].tagName.toLowerCase()}.${wide[0].className}`);
  }
  return { page: document.documentElement.scrollWidth - innerWidth, found };
}

const browser = await chromium.launch({ executablePath: browserPath, args: FLAGS });
const problems = [];
for (const colorScheme of ["light", "dark"]) {
  for (const width of [360, 1280]) {
    const label = `${colorScheme} ${width} px`;
    const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
    page.on("console", (message) => message.type() === "error" && problems.push(`${label}: console: ${message.text()}`));
    page.on("pageerror", (error) => problems.push(`${label}: error: ${error.message}`));
    await page.route("**/*", answer);
    await page.goto(ADDRESS);
    const { page: excess, found } = await page.evaluate(overflowing);
    if (excess > 0) problems.push(`${label}: the page is ${excess} px too wide`);
    problems.push(...found.map((each) => `${label}: too wide: ${each}`));
    await page.addScriptTag({ content: axe });
    const { violations } = await page.evaluate((rules) => axe.run(document, rules), RULES);
    for (const { id, help, nodes } of violations) {
      for (const node of nodes) {
        const rune = await page.evaluate((target) => {
          const element = document.querySelector(target);
          return element?.closest("[data-rune-name]")?.dataset.runeName ?? "";
        }, node.target[0]);
        if (id in BY_CONTRACT && (BY_CONTRACT[id] === null || BY_CONTRACT[id].includes(rune))) continue;
        problems.push(`${label}: ${id} in ${rune}: ${help}: ${node.html.slice(0, 160)}`);
      }
    }
    await page.screenshot({ path: join(folder, `${colorScheme}-${width}.png`), fullPage: true });
    await page.close();
  }
}
await browser.close();
await writeFile(join(folder, "problems.txt"), problems.map((each) => `${each}\n`).join(""));
for (const problem of problems) console.log(problem);
console.log(`gallery: ${problems.length} problems; screenshots in ${folder}`);
process.exitCode = problems.length ? 1 : 0;
