import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findByAttribute, parseHtml } from '../src/html_tree.ts';
import { inspectionItems, type Inspection } from '../src/inspection.ts';

const at = (line: number, character: number) => ({ start: { line, character }, end: { line, character: character + 4 } });

test('rendered HTML becomes a tree', () => {
  const root = parseHtml('<section class="a b" data-source-span="0-9"><p>One &amp; <b>two</b><br>three</p></section>');
  const found = findByAttribute(root, 'data-source-span', '0-9');
  assert.equal(found?.name, 'section');
  const [paragraph] = found?.children ?? [];
  assert.ok(typeof paragraph === 'object');
  assert.deepEqual(paragraph.children.map((each) => (typeof each === 'string' ? each : each.name)), ['One &', 'b', 'br', 'three']);
});

test('a closing tag without its opening tag changes nothing', () => {
  assert.deepEqual(parseHtml('</p><i>x</i>').children.length, 1);
});

test('attributes, fields, lost parts and output of a rune', () => {
  const found: Inspection = {
    name: 'note', rune: 'hint', package: 'core', about: 'A hint', range: at(0, 0), opening: at(0, 0), content: '',
    attributes: [
      { name: 'type', origin: 'own', value: 'note', range: at(0, 8) },
      { name: 'title', origin: 'universal', default: null },
    ],
    bodies: [{ rune: 'hint', fields: [{ name: 'body', path: [], takes: 'text', optional: false, missing: false, parts: [{ range: at(1, 0), kind: 'a paragraph', text: 'Text' }] }],
      lost: [{ part: { range: at(2, 0), kind: 'a list', text: '' }, reason: 'left-over' }] }],
    problems: [],
  };
  const items = inspectionItems(found, { html: '<aside class="rf-hint" data-source-span="0-4">Text</aside>', spans: [{ span: '0-4', range: at(0, 0) }] });
  assert.deepEqual(items.map(({ label }) => label), ['note (hint)', 'Attributes', 'Fields', 'Output']);
  assert.deepEqual(items[1]?.children?.map(({ label, detail }) => [label, detail]), [['type = "note"', ''], ['title = null', 'universal, default']]);
  assert.deepEqual(items[2]?.children?.map(({ label, detail }) => [label, detail]), [['body', 'a paragraph'], ['a list', 'not shown: no field is left for it']]);
  assert.deepEqual(items[3]?.children?.map(({ label }) => label), ['aside.rf-hint']);
});
