// Seconds that Markdoc takes to parse and validate pages: node parse_pages.mjs MARKDOC REQUEST, both files.
// The request is JSON: {"paths": [...], "tags": [...]}. The answer is a number on standard output.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const Markdoc = createRequire(import.meta.url)(process.argv[2]);
const { paths, tags } = JSON.parse(readFileSync(process.argv[3], 'utf8'));
const config = { tags: { ...Markdoc.tags, ...Object.fromEntries(tags.map((name) => [name, {}])) } };
const began = performance.now();
for (const path of paths) Markdoc.validate(Markdoc.parse(readFileSync(path, 'utf8')), config);
console.log((performance.now() - began) / 1000);
