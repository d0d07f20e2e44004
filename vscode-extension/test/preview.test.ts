import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { LatestRequest } from '../src/latest_request.ts';
import { CLIENTS, mcpArguments } from '../src/mcp_config.ts';
import { previewHtml } from '../src/preview_html.ts';
import { chosenStylesheet, fileUrl, pageLink, themeChoices } from '../src/preview_messages.ts';
import { pagesConfig, plainConfig, siteConfig } from '../src/set_up_config.ts';

test('the policy of the preview allows its own script alone, and nothing of other machines', () => {
  const html = previewHtml({ nonce: 'n0', cspSource: 'https://files', script: 's.js', style: 's.css' });
  const policy = /Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1] ?? '';
  const directives = new Map(policy.split('; ').map((each) => [each.split(' ')[0], each.split(' ').slice(1)]));
  assert.deepEqual(directives.get('default-src'), ["'none'"]);
  assert.deepEqual(directives.get('script-src'), ["'nonce-n0'"]);
  const sources = new Set([...directives.values()].flat());
  assert.deepEqual([...sources].filter((each) => !/^'|^(?:data|blob):$/.test(each)), ['https://files']);
  assert.match(html, /<iframe[^>]* sandbox="allow-same-origin"/);
});

test('links to pages and files of a rendered page', () => {
  assert.deepEqual(pageLink('/.refrakt/?page=content%2Fa%20b.md#x%20y'), { path: 'content/a b.md', fragment: 'x y' });
  assert.equal(pageLink('https://example.com/?page=a'), undefined);
  assert.equal(fileUrl('/.refrakt/file/site/static/a.png', 'https://files/'), 'https://files/site/static/a.png');
  assert.equal(fileUrl('a.png', 'https://files/'), 'a.png');
});

test('the theme of the site, the default one, and those of other sites', () => {
  const only = { own: null, themes: {} };
  assert.deepEqual(themeChoices(only), []);
  assert.equal(chosenStylesheet(only, ''), null);
  const both = { own: 'a.css', themes: { a: 'a.css', b: 'b.css' } };
  assert.deepEqual(themeChoices(both).map(([, label]) => label), ['of the site', 'default', 'a', 'b']);
  assert.deepEqual(themeChoices(both).map(([value]) => chosenStylesheet(both, value)), ['a.css', null, 'a.css', 'b.css']);
  assert.equal(chosenStylesheet(both, 'theme of another project'), 'a.css');
});

test('while a request runs, newer ones become one', async () => {
  let runs = 0;
  const request = new LatestRequest(async () => {
    runs++;
    await pause(30);
  });
  request.schedule();
  await pause(10);
  request.schedule();
  request.schedule();
  await pause(120);
  assert.equal(runs, 2);
});

test('the MCP config of other clients', () => {
  const args = mcpArguments({ program: '/bin/uv', args: ['run', 'refrakt'], origin: 'setting' }, '/site');
  assert.deepEqual(args, ['run', 'refrakt', 'mcp', '--cwd', '/site']);
  const [claude, , , codex] = CLIENTS;
  assert.deepEqual(JSON.parse(claude?.config('/bin/uv', args) ?? ''), { mcpServers: { refrakt: { command: '/bin/uv', args } } });
  assert.match(codex?.config('/bin/uv', args) ?? '', /^\[mcp_servers\.refrakt\]\ncommand = "\/bin\/uv"/);
});

test('the config that Set up writes', () => {
  assert.deepEqual(JSON.parse(plainConfig('docs')), [{ id: 'site', path: 'docs' }]);
  assert.deepEqual(JSON.parse(siteConfig('content')), { site: { contentDir: './content' } });
  assert.deepEqual(JSON.parse(pagesConfig('notes')), { authoring: { pages: { include: ['notes/**'] } } });
});
