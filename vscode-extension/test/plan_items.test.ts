import assert from 'node:assert/strict';
import { test } from 'node:test';
import { criteria, planDetail, planGroups, planIcon, type PlanItem } from '../src/plan_items.ts';

const item = (id: string, other: Partial<PlanItem> = {}): PlanItem => ({
  id, type: 'work', title: id, status: 'ready', sentiment: 'active', done: 0, total: 2, ready: false, blockedBy: [], ...other,
});

test('ready items come first, in the order of `plan next`', () => {
  const items = [item('W-1', { status: 'done', sentiment: 'positive' }), item('W-2', { ready: true }), item('W-3', { ready: true }), item('W-4', { blockedBy: ['W-2'] })];
  const groups = planGroups(items, [{ id: 'W-3', title: '', criteria: [] }, { id: 'W-2', title: '', criteria: [] }]);
  assert.deepEqual(groups.map(({ title, items }) => [title, items.map(({ id }) => id)]), [
    ['Ready', ['W-3', 'W-2']],
    ['Open', ['W-4']],
    ['Finished', ['W-1']],
  ]);
});

test('icon and detail', () => {
  const blocked = item('W-4', { blockedBy: ['W-2'], done: 1 });
  assert.deepEqual([planIcon(blocked), planDetail(blocked)], ['error', 'W-4 · ready · 1/2 · blocked by W-2']);
});

test('criteria are checkboxes outside of fences', () => {
  assert.deepEqual(criteria('- [ ] One\n```\n- [ ] no\n```\n* [x] Two\n'), [
    { line: 0, text: 'One', checked: false },
    { line: 4, text: 'Two', checked: true },
  ]);
});
