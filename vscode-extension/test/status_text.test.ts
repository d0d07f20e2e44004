import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutLinks } from '../src/notification_text.ts';
import { shownStatus, type Known } from '../src/status_text.ts';

const root = { root: '/site', clients: 0, pages: 12, indexing: null };
const known = (other: Partial<Known>): Known => ({
  state: 'running',
  detail: '0.1.0',
  page: { checked: true, site: 'main', framework: 'next' },
  root,
  problems: 1,
  ...other,
});

test('a page of a site', () => {
  const shown = shownStatus(known({}));
  assert.equal(shown.text, '$(check) main (next)');
  assert.deepEqual(shown.lines, ['refrakt 0.1.0', 'Site: main (next)', '12 files, 1 problem', 'No agent connected']);
});

test('a page that is not checked has the reason, and offers to set it up', () => {
  const shown = shownStatus(known({ page: { checked: false, reason: 'It is a README.' } }));
  assert.ok(shown.setUp);
  assert.ok(shown.lines.includes('This page is not checked. It is a README.'));
});

test('indexing, agents, and a server that does not run', () => {
  const indexing = shownStatus(known({ root: { ...root, indexing: '40 %', clients: 2 } }));
  assert.deepEqual(indexing.lines.slice(2), ['Reading pages: 40 %', '2 agents connected']);
  const failed = shownStatus(known({ state: 'failed', detail: 'no module' }));
  assert.deepEqual([failed.severity, failed.lines], ['error', ['refrakt does not run', 'no module']]);
});

test('a folder with the name of a link is no link in a notification', () => {
  assert.equal(withoutLinks('outside of [a](command:b), c (d)'), 'outside of [a] (command:b), c (d)');
});
