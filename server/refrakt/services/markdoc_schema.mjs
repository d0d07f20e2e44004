// The schema of a plain Markdoc project: tags, nodes, functions and variables of a config object.
//
// `open` has the reasons why a list may be incomplete: a stub was spread into it, or it is one.

import { attribute, isCheckable, list, notes, text } from './declared_attributes.mjs';
import { stubReason } from './schema_stubs.mjs';

const DEEPEST = 12;
const PARTS = ['tags', 'nodes', 'functions', 'variables'];
const SCHEMA_KEYS = ['render', 'attributes', 'transform', 'selfClosing', 'children', 'validate', 'inline', 'slots'];
const NAME = /^[\w-]{1,100}$/;

export function isConfig(value) {
  return isObject(value) && (markOf(value) !== undefined || PARTS.some((part) => value[part]));
}

// Where a config is ------------------------------------------------------------------------------------------------

/** The config in the modules of the folder that `@markdoc/next.js` reads: the properties of `config` replace the others. */
export function folderConfig(modules) {
  const found = Object.fromEntries(Object.entries(modules).map(([part, module]) => [part, folderPart(part, module)]));
  const { config, ...parts } = found;
  return { ...parts, ...definedParts(config) };
}

function folderPart(part, module) {
  if (module.default !== undefined && module.default !== null) return module.default;
  const own = module[part];
  return isObject(own) && !looksLikeSchema(own) ? own : module;
}

/** A config on top of those that it extends, as in Astro. */
export async function extendedConfig(config) {
  const merged = {};
  const presets = config.extends === undefined ? [] : stubReason(config.extends) ? [config.extends] : [config.extends].flat();
  for (const each of [...presets, config]) {
    const parts = Object.entries(definedParts(await each));
    for (const [part, value] of parts) merged[part] = merged[part] === undefined ? value : { ...merged[part], ...value };
  }
  return merged;
}

function definedParts(config) {
  if (stubReason(config)) return Object.fromEntries(PARTS.map((part) => [part, config]));
  const parts = Object.entries(config ?? {}).filter(([key, value]) => stubReason(key) || (PARTS.includes(key) && value !== undefined));
  return Object.fromEntries(parts);
}

/** Why an object is not known, or may have other keys: it is a stub, or one was spread into it. */
function markOf(value) {
  return stubReason(value) ?? stubReason(Object.keys(value).findLast((key) => stubReason(key)));
}

// Description ------------------------------------------------------------------------------------------------------

/** A config as data. */
export function describe(config) {
  const open = {};
  if (stubReason(config)) return describe(definedParts(config));
  const keys = Object.keys(config);
  const read = (part) => {
    if (keys.indexOf(part) < keys.findLastIndex((key) => stubReason(key))) open[part] = markOf(config);
    const found = entries(config[part]);
    if (found.open) open[part] = found.open;
    return found.entries;
  };
  const tags = read('tags').filter(([name, schema]) => isDefined(name, schema)).map(([name, schema, doubtful]) => tag(name, schema, doubtful));
  const nodes = {};
  for (const [name, schema, doubtful] of read('nodes').filter(([name, schema]) => isDefined(name, schema))) {
    const described = tag(name, schema, doubtful);
    nodes[name] = described.attributes;
    if (described.open) open.nodes ??= `the attributes of \`${name}\` are not known`;
  }
  return {
    runes: tags.filter(({ name }) => isName(name, 'a tag')),
    nodes,
    functions: read('functions').map(([name]) => name).filter((name) => isName(name, 'a function')),
    variables: Object.fromEntries(read('variables').map(([name, value]) => [name, shape(value, 0)])),
    open,
  };
}

/** The entries of an object: key, value, and whether something unknown may have replaced it; and why there may be others. */
function entries(value) {
  if (value === undefined || value === null || value === false) return { entries: [] };
  if (stubReason(value)) return { entries: [], open: stubReason(value) };
  if (typeof value !== 'object') return { entries: [], open: 'it is not an object' };
  const all = Object.entries(value);
  const last = all.findLastIndex(([key]) => stubReason(key) !== undefined);
  const found = all.map(([key, each], index) => [key, each, index < last]).filter(([key]) => !stubReason(key));
  return { entries: found, open: last < 0 ? undefined : stubReason(all[last][0]) };
}

function tag(name, schema, doubtful) {
  if (!isObject(schema) || stubReason(schema)) return { name, attributes: [], open: true };
  const found = entries(schema.attributes);
  const known = found.entries.filter(([key, each]) => each !== undefined && isName(key, `an attribute of ${name}`));
  const uncertain = doubtful || markOf(schema) !== undefined;
  return {
    name,
    about: text(schema.description),
    attributes: known.map(([key, each, replaced]) => checked(attribute(key, each, name), isCheckable(each) && !replaced && !uncertain)),
    selfClosing: !uncertain && schema.selfClosing === true,
    inline: typeof schema.inline === 'boolean' && !uncertain ? schema.inline : undefined,
    component: component(schema.render),
    children: !uncertain && Array.isArray(schema.children) && list(schema.children).length === schema.children.length ? schema.children : undefined,
    slots: isObject(schema.slots) && !stubReason(schema.slots) ? Object.keys(schema.slots) : undefined,
    open: found.open !== undefined || uncertain,
  };
}

function checked(declared, checkable) {
  return checkable ? declared : { ...declared, required: false, checked: false };
}

function component(render) {
  if (render === undefined || render === null || stubReason(render)) return undefined;
  return text(typeof render === 'string' ? render : render.name ?? render.displayName);
}

// Only the names of variables are exported: values may be secrets.
function shape(value, depth) {
  if (value === null || typeof value !== 'object' || depth > DEEPEST) return true;
  if (Array.isArray(value)) return value.slice(0, 100).map((each) => shape(each, depth + 1));
  const own = Object.entries(value).slice(0, 1000).filter(([key]) => !stubReason(key));
  return Object.fromEntries(own.map(([key, each]) => [key, shape(each, depth + 1)]));
}

// Markdoc treats a tag that is undefined like one that is not there.
function isDefined(name, schema) {
  if (!isObject(schema)) return false;
  return !['default', '__esModule'].includes(name) || looksLikeSchema(schema);
}

function isName(name, what) {
  if (NAME.test(name)) return true;
  notes.push(`${JSON.stringify(name)} cannot be the name of ${what}, and is left out`);
  return false;
}

function isObject(value) {
  return typeof value === 'function' || (typeof value === 'object' && value !== null);
}

function looksLikeSchema(value) {
  return isObject(value) && !stubReason(value) && SCHEMA_KEYS.some((key) => key in value);
}

// Several configs --------------------------------------------------------------------------------------------------

/** The union of descriptions, of which a page uses one. */
export function union(descriptions) {
  return descriptions.reduce((first, second) => {
    const open = { ...second.open, ...first.open };
    const nodes = { ...second.nodes, ...first.nodes };
    const differ = Object.keys(nodes).find((name) => !same(first.nodes[name], second.nodes[name]));
    if (differ) open.nodes ??= `several configs define \`${differ}\``;
    const names = new Set([...first.runes, ...second.runes].map(({ name }) => name));
    return {
      runes: [...names].map((name) => either(...[first, second].map(({ runes }) => runes.find((each) => each.name === name)))),
      nodes,
      functions: [...new Set([...first.functions, ...second.functions])],
      variables: { ...second.variables, ...first.variables },
      open,
    };
  });
}

function either(first, second) {
  if (!first || !second || same(first, second)) return first ?? second;
  const all = new Map([...second.attributes, ...first.attributes].map((each) => [each.name, checked(each, false)]));
  return { name: first.name, about: first.about, component: first.component, attributes: [...all.values()], open: true };
}

function same(first, second) {
  return JSON.stringify(first) === JSON.stringify(second);
}
