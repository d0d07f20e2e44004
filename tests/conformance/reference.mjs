// Answers questions about the published Markdoc, one JSON object per line, for as long as stdin stays open.
//
//   in   {"id", "source", "options": {allowComments, allowIndentation, linkify, typographer, slots}, "config"?, "partials"?, "want": [...]}
//   out  {"id", "ast"?, "validate"?, "format"?, "transform"?, "html"?}  or  {"id", "threw": message, "at": step}
//
// A line may also hold a list of such objects; each is answered on a line of its own as soon as it is known, so that
// the asker can tell which document the reference hangs on. What JavaScript calls undefined is left out, as are empty
// slots, annotations, errors and children.

import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import Markdoc from '@markdoc/markdoc';

const tokenizers = new Map();
const configs = new Map();

function tokenizerFor({ slots, ...options } = {}) {
  const key = JSON.stringify(options);
  if (!tokenizers.has(key)) tokenizers.set(key, new Markdoc.Tokenizer(options));
  return tokenizers.get(key);
}

function parse(source, options = {}) {
  return Markdoc.parse(tokenizerFor(options).tokenize(source), { slots: options.slots === true });
}

// Config travels as JSON; a regular expression is written {"regex", "flags"}.
function revive(value) {
  if (Array.isArray(value)) return value.map(revive);
  if (value === null || typeof value !== 'object') return value;
  if (typeof value.regex === 'string') return new RegExp(value.regex, value.flags ?? '');
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, revive(each)]));
}

function configFor(request) {
  const key = JSON.stringify([request.config ?? {}, request.partials ?? {}]);
  if (!configs.has(key)) {
    const { partials: own = {}, ...config } = request.config ?? {};
    const sources = { ...own, ...request.partials };
    const partials = Object.fromEntries(Object.entries(sources).map(([name, text]) => [name, parse(text)]));
    configs.set(key, { ...revive(config), partials });
  }
  return configs.get(key);
}

const filled = (value) => value && Object.keys(value).length > 0;

function encodeValue(value) {
  if (Array.isArray(value)) return value.map((each) => encodeValue(each) ?? null);
  if (value === null || typeof value !== 'object') return value;
  if (Markdoc.Tag.isTag(value)) return { $tag: encodeRendered(value) };
  if (value.$$mdtype === 'Variable') return { $$mdtype: 'Variable', path: value.path };
  if (value.$$mdtype === 'Function')
    return { $$mdtype: 'Function', name: value.name, parameters: encodeValue({ ...value.parameters }) };
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, encodeValue(each)]));
}

function encodeNode(node) {
  const out = { type: node.type };
  if (node.tag !== undefined) out.tag = node.tag;
  out.attributes = encodeValue(node.attributes);
  if (filled(node.slots))
    out.slots = Object.fromEntries(Object.entries(node.slots).map(([name, slot]) => [name, encodeNode(slot)]));
  out.lines = node.lines;
  if (node.location) out.location = node.location;
  out.inline = node.inline;
  if (filled(node.annotations)) out.annotations = encodeValue(node.annotations);
  if (filled(node.errors)) out.errors = node.errors;
  if (filled(node.children)) out.children = node.children.map(encodeNode);
  return out;
}

function encodeRendered(value) {
  if (Array.isArray(value)) return value.map((each) => encodeRendered(each) ?? null);
  if (!Markdoc.Tag.isTag(value)) return encodeValue(value);
  const out = { name: value.name };
  if (filled(value.attributes)) out.attributes = encodeValue(value.attributes);
  if (filled(value.children)) out.children = encodeRendered(value.children);
  return out;
}

function encodeProblem({ type, lines, location, error }) {
  const { id, level, message, location: errLocation } = error;
  return { type, lines, location, id, level, message, errLocation };
}

function answer(request) {
  const want = new Set(request.want ?? ['ast']);
  const out = { id: request.id };
  let at = 'parse';
  try {
    const tree = parse(request.source, request.options);
    // Validation and transformation leave the tree alone, but the encoding is taken first all the same.
    if (want.has('ast')) out.ast = encodeNode(tree);
    at = 'format';
    if (want.has('format')) out.format = Markdoc.format(tree);
    at = 'config';
    const config = configFor(request);
    at = 'validate';
    if (want.has('validate')) out.validate = Markdoc.validate(tree, config).map(encodeProblem);
    at = 'transform';
    const rendered = want.has('transform') || want.has('html') ? Markdoc.transform(tree, config) : undefined;
    if (want.has('transform')) out.transform = encodeRendered(rendered);
    at = 'html';
    if (want.has('html')) out.html = Markdoc.renderers.html(rendered);
  } catch (error) {
    out.threw = String(error?.message ?? error);
    out.at = at;
  }
  return out;
}

function write(answered) {
  let text;
  try {
    text = JSON.stringify(answered);
  } catch (error) {
    text = JSON.stringify({ id: answered.id, threw: String(error?.message ?? error), at: 'encode' });
  }
  // Written at once and in full: an answer still in a buffer would be lost if the next document hangs.
  for (let rest = Buffer.from(text + '\n'); rest.length > 0; ) rest = rest.subarray(writeSync(1, rest));
}

for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  if (line.trim() === '') continue;
  for (const request of [JSON.parse(line)].flat()) write(answer(request));
}
