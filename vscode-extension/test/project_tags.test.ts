import assert from 'node:assert/strict';
import { test } from 'node:test';
import { belongsToProject } from '../src/project.ts';

const page = (text: string) => ({ uri: { fsPath: '/nowhere/page.md' }, getText: () => text });

test('a page with tags of Markdoc starts the server, wherever it is', () => {
  assert.ok(belongsToProject(page('# A\n\n{% callout type="note" %}\nText.\n{% /callout %}\n')));
  assert.ok(!belongsToProject(page('# A\n\nText.\n')));
});

test('a page of another template language does not', () => {
  assert.ok(!belongsToProject(page('{% include "head.html" %}\n{% callout %}\n')));
  assert.ok(!belongsToProject(page('{%- assign x = 1 -%}\n')));
});
