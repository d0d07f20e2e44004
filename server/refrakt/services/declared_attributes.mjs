// Attributes of tags, nodes and runes, as their schema declares them.

import { stubReason } from './schema_stubs.mjs';

/** What cannot be part of a catalogue, for people. */
export const notes = [];

const TYPES = ['String', 'Number', 'Boolean', 'Array', 'Object'];

/** The attributes in an object. With `schema`, the successors of deprecated ones are found by running its transform. */
export function attributes(declared, owner, schema) {
  return Object.entries(declared)
    .filter(([name]) => !name.startsWith('__'))
    .map(([name, each]) => ({
      ...attribute(name, each, owner),
      ...(each?.deprecated && schema ? replacement(schema, name) : {}),
    }));
}

export function attribute(name, declared, owner) {
  // Markdoc ignores a type that is not in an object, as in `title: String`, but it says what is meant.
  const type = typeof declared === 'function' && !stubReason(declared) ? declared : declared?.type;
  return {
    name,
    about: text(declared?.description),
    type: type === undefined ? null : [type].flat().map(typeName),
    required: declared?.required === true,
    ...plain('default', declared?.default, `${owner}.${name}`),
    ...allowed(declared?.matches, `${owner}.${name}`),
    level: text(declared?.errorLevel),
  };
}

/** Whether an attribute is checked by its type and allowed values alone, and both are known. */
export function isCheckable(declared) {
  if (declared === null || typeof declared !== 'object' || stubReason(declared) || declared.validate) return false;
  const { type, matches } = declared;
  const types = type === undefined || type === null ? [] : [type].flat();
  if (!types.every((each) => !stubReason(each) && TYPES.includes(typeName(each)))) return false;
  if (Array.isArray(matches)) return matches.every((each) => !stubReason(each) && (each === null || typeof each !== 'object'));
  return matches === undefined || matches === null || (matches instanceof RegExp && !/m/.test(matches.flags));
}

function typeName(type) {
  if (stubReason(type)) return '';
  return typeof type === 'string' ? type : type?.name ?? type?.constructor?.name ?? '';
}

function allowed(matches, where) {
  if (matches === undefined || matches === null || stubReason(matches)) return {};
  if (matches instanceof RegExp) return { pattern: pattern(matches, where) };
  if (Array.isArray(matches)) {
    return { values: matches.filter((each) => !stubReason(each) && (each === null || typeof each !== 'object')) };
  }
  notes.push(`${where}: the allowed values are found out by code, and are not checked`);
  return {};
}

export function pattern({ source, flags }, where) {
  if (/m/.test(flags)) notes.push(`${where}: the pattern uses the flag \`m\`, which a catalogue cannot express`);
  const kept = [...flags].filter((flag) => flag === 'i' || flag === 's').join('');
  return kept ? `(?${kept}:${source})` : source;
}

function plain(key, value, where) {
  if (value === undefined || stubReason(value)) return {};
  const written = typeof value === 'function' ? undefined : JSON.stringify(value);
  if (written !== undefined) return stubReason(written) ? {} : { [key]: JSON.parse(written) };
  notes.push(`${where}: the ${key} is made by code, and is left out`);
  return {};
}

// The schema declares that an attribute is deprecated, but not its successor. To find it, a tag with only the deprecated
// attribute is transformed: this first moves its value to the successor.
function replacement(schema, old) {
  const value = 'old value';
  let successor;
  let moved;
  let last;
  const watched = new Proxy({ [old]: value }, {
    get(target, name) {
      if (last === old && name !== old && typeof name === 'string') successor ??= name;
      last = name;
      return target[name];
    },
    set(_, name, value) {
      successor = String(name);
      moved = value;
      return true;
    },
  });
  const node = { attributes: watched, children: [], transformAttributes: () => { throw new Error('done'); } };
  try {
    schema.transform?.(node, {});
  } catch {
    // Errors do not matter: the move has been recorded before.
  }
  return successor ? { deprecated: successor, rewrite: moved !== value } : {};
}

export function text(value) {
  return typeof value === 'string' && !stubReason(value) ? value : undefined;
}

export function list(value) {
  return Array.isArray(value) ? value.filter((each) => text(each) !== undefined) : [];
}
