import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toggled } from '../src/text_marks.ts';

/** The line after the mark of the part between the two bars was toggled. */
function line(text: string, mark: string): string {
  const [before = '', part = '', after = ''] = text.split('|');
  const whole = before + part + after;
  const { start, end, text: inserted } = toggled(whole, before.length, before.length + part.length, mark);
  return whole.slice(0, start) + inserted + whole.slice(end);
}

test('marks are set', () => {
  assert.equal(line('a |word| b', '**'), 'a **word** b');
  assert.equal(line('a || b', '_'), 'a __ b');
});

test('marks in the part and around it are removed', () => {
  assert.equal(line('a |**word**| b', '**'), 'a word b');
  assert.equal(line('a **|word|** b', '**'), 'a word b');
  assert.equal(line('a **||** b', '**'), 'a  b');
  assert.equal(line('_|word|_', '_'), 'word');
});

test('one mark is not a pair', () => {
  assert.equal(line('|**|', '**'), '******');
  assert.equal(line('**|word|', '**'), '****word**');
});
