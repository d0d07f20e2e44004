import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toggled } from '../src/text_marks.ts';

test('marks are set and removed', () => {
  assert.equal(toggled('word', '**'), '**word**');
  assert.equal(toggled('**word**', '**'), 'word');
  assert.equal(toggled('', '_'), '__');
  assert.equal(toggled('**', '**'), '******');
});
