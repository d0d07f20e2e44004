import assert from 'node:assert/strict';
import { test } from 'node:test';
import MarkdownIt from 'markdown-it';
import { drawTags } from '../src/markdown_preview.ts';

const render = (text) => drawTags(new MarkdownIt({ html: true })).render(text);
const label = (text) => `<span class="refrakt-label">${text}</span>`;

test('a rune is a box with a label', () => {
  const html = render('Before\n{% hint type="note" %}\nSave **now**.\n{% /hint %}\nAfter\n');
  assert.equal(
    html,
    `<p>Before</p>\n<div class="refrakt-tag">${label('hint type=&quot;note&quot;')}\n<p>Save <strong>now</strong>.</p>\n</div>\n<p>After</p>\n`,
  );
});

test('self-closing and inline tags are labels', () => {
  assert.equal(render('{% icon /%}\n'), `<div class="refrakt-tag">${label('icon')}</div>\n`);
  assert.equal(render('See {% $user.name %}.\n'), `<p>See ${label('$user.name')}.</p>\n`);
});

test('boxes are balanced, whatever is missing', () => {
  for (const text of ['{% hint %}\n\nText\n', '{% /hint %}\n', '{% a %}\n{% b %}\n{% /a %}\n']) {
    const html = render(text);
    assert.equal(html.split('<div').length, html.split('</div>').length, html);
  }
});

test('code and text of others stay as they are', () => {
  assert.match(render('```\n{% hint %}\n```\n'), /<code>\{% hint %\}/);
  assert.match(render('`{% hint %}`'), /<code>\{% hint %\}<\/code>/);
  assert.match(render('{% <b> %}\n'), /&lt;b&gt;/);
});
