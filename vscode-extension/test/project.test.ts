import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { inProject } from '../src/project.ts';

let root: string;
beforeEach(() => (root = mkdtempSync(path.join(tmpdir(), 'refrakt-project-'))));
afterEach(() => rmSync(root, { recursive: true }));

/** Makes a file, and the folders it needs. */
function put(name: string, text = ''): void {
  mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
  writeFileSync(path.join(root, name), text);
}

for (const mark of ['refrakt.config.json', 'markdoc.config.json', '.fractary/forge.yaml', 'plan/work/one.md']) {
  test(`${mark} makes a project of the folders below`, () => {
    put(mark);
    assert.ok(inProject(path.join(root, 'content', 'docs', 'page.md')));
    assert.ok(inProject(path.join(root, 'page.md')));
  });
}

test('a package that depends on Markdoc is a project, another package is not', () => {
  put('docs/package.json', '{ "dependencies": { "@markdoc/next.js": "0.5.0" } }');
  put('lib/package.json', '{ "dependencies": { "react": "19.0.0" } }');
  put('astro/markdoc.config.mjs');
  assert.ok(inProject(path.join(root, 'docs', 'pages', 'page.md')));
  assert.ok(inProject(path.join(root, 'astro', 'page.md')));
  assert.ok(!inProject(path.join(root, 'lib', 'page.md')));
});

test('a folder without a mark is no project, nor is one beside a project', () => {
  put('site/refrakt.config.json');
  assert.ok(!inProject(path.join(root, 'notes', 'page.md')));
});

test('a plan of another kind is no mark', () => {
  put('plan/floor.dwg');
  assert.ok(!inProject(path.join(root, 'page.md')));
});

test('what all projects share lies in the home, and makes no project of it', () => {
  put('.fractary/registry.json');
  const before = process.env.HOME;
  process.env.HOME = root;
  try {
    assert.ok(!inProject(path.join(root, 'notes', 'page.md')));
  } finally {
    process.env.HOME = before;
  }
});
