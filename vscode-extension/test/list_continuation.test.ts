import assert from 'node:assert/strict';
import { test } from 'node:test';
import { continuation, toggled } from '../src/list_continuation.ts';

const insert = (before: string, after = '', above = '') => continuation(before, after, above)?.insert;

test('lists continue with the next item', () => {
  assert.equal(insert('- one'), '\n- ');
  assert.equal(insert('  9) nine', ' rest'), '\n  10) ');
  assert.equal(insert('* [x] done'), '\n* [ ] ');
  assert.equal(insert('> 1. quoted'), '\n> 2. ');
});

test('an empty item ends the list', () => {
  assert.deepEqual(continuation('  - ', '', ''), { insert: '', clearFrom: 2 });
  assert.deepEqual(continuation('> ', '', ''), { insert: '', clearFrom: 0 });
});

test('quotes and rows of tables continue', () => {
  assert.equal(insert('> said'), '\n> ');
  assert.equal(insert('| a | b |'), '\n|  |  |');
  assert.deepEqual(continuation('|  |  |', '', '| a | b |'), { insert: '', clearFrom: 0 });
});

test('elsewhere Enter is Enter', () => {
  for (const line of ['text', '', '{% hint %}', '-not a list', '---', '**bold**', '1.5 litres']) assert.equal(insert(line), undefined);
  assert.equal(insert('- ', 'text'), undefined);
});

test('marks are set and removed', () => {
  assert.equal(toggled('word', '**'), '**word**');
  assert.equal(toggled('**word**', '**'), 'word');
  assert.equal(toggled('', '_'), '__');
});
