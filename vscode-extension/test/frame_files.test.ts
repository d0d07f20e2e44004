import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FrameFiles } from '../media/src/frame_files.ts';

const FILES: Record<string, string> = {
  'https://files/theme/index.css': '@import "./more/fonts.css" screen;\n@import url(gone.css);\nh1 { background: url(a.png) } p { background: url("https://other/b.png") }',
  'https://files/theme/more/fonts.css': "@font-face { src: url('../f.woff2') } b { background: url(data:x) }",
  'https://files/theme/a.png': 'image',
  'https://files/theme/f.woff2': 'font',
};

function files(): { found: FrameFiles; fetched: string[]; revoked: string[] } {
  const fetched: string[] = [];
  const revoked: string[] = [];
  const found = new FrameFiles({
    fetch: async (url) => {
      fetched.push(url);
      const text = FILES[url];
      return { ok: text !== undefined, blob: async () => new Blob([url]), text: async () => text ?? '' };
    },
    createUrl: (blob) => `blob:${blob.size}`,
    revokeUrl: (url) => revoked.push(url),
  });
  return { found, fetched, revoked };
}

test('a stylesheet with its imports, and with blobs for fonts and images', async () => {
  const { found, fetched } = files();
  const text = await found.stylesheet('https://files/theme/index.css');
  const [png, font] = ['https://files/theme/a.png'.length, 'https://files/theme/f.woff2'.length];
  assert.equal(
    text,
    `@media screen {\n@font-face { src: url("blob:${font}") } b { background: url(data:x) }\n}\n\n` +
      `h1 { background: url("blob:${png}") } p { background: url("https://other/b.png") }`,
  );
  assert.ok(!fetched.some((url) => url.startsWith('https://other')));
});

test('a file is read once, until it may have changed', async () => {
  const { found, fetched, revoked } = files();
  const url = 'https://files/theme/a.png';
  assert.equal(await found.blob(url), await found.blob(url));
  assert.equal(await found.blob('https://files/gone.png'), '');
  found.forget();
  await found.blob(url);
  assert.deepEqual(fetched, [url, 'https://files/gone.png', url]);
  assert.equal(revoked.length, 1);
});

test('a stylesheet that imports itself ends', async () => {
  FILES['https://files/self.css'] = '@import "self.css"; p { color: red }';
  assert.equal((await files().found.stylesheet('https://files/self.css')).match(/red/g)?.length, 9);
});
