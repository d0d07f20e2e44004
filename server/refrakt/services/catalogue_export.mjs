// What a package of runes, or a plain Markdoc schema, declares, written as JSON.
//
// Run by `refrakt catalogue export` in a process of its own: the code of the package runs here and nowhere else. The
// answer goes to the file named by the request, never to standard output, which belongs to the package.

import { existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const CORE = '@refrakt-md/runes';
const DEEPEST = 12;
const request = JSON.parse(readFileSync(process.argv[2], 'utf8'));

class Failure extends Error {}

const notes = [];
let answer;
try {
  answer = request.package ? await refraktPackage(request.package) : await markdocSchema(request.schema);
} catch (error) {
  const reason = error instanceof Failure ? error.message : `its code failed: ${error?.stack ?? error}`;
  answer = { error: reason.slice(0, 4000) };
}
writeFileSync(request.answer, JSON.stringify({ ...answer, notes }));
process.exit(0);

// Packages ---------------------------------------------------------------------------------------------------------

async function refraktPackage(name) {
  const folder = packageFolder(name, request.cwd);
  if (!folder) throw new Failure(`it is not installed: no node_modules/${name} in ${request.cwd} or above it`);
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const module = await import(entryUrl(folder, manifest));
  const plugin = pluginOf(module);
  const core = name === CORE ? module : await coreOf(folder);
  const registered = { models: core?.schemaContentModels, bases: core?.schemaBasePresets };
  const presets = {};
  const runes = Object.entries(plugin.runes).map(([key, entry]) => {
    const schema = entry?.schema ?? entry?.transform;
    if (!schema || typeof schema !== 'object') {
      notes.push(`${key}: has no schema and is left out`);
      return null;
    }
    const base = registered.bases?.get(schema);
    const preset = base && core.lookupAttributePreset?.(base);
    if (preset) presets[preset.name] ??= attributes(base, `preset ${preset.name}`);
    return {
      ...tag(entry.name ?? key, schema),
      aliases: list(entry.aliases),
      about: text(entry.description),
      category: text(entry.category),
      schemaType: text(entry.seoType),
      snippet: list(entry.snippet),
      sample: text(entry.fixture ?? core?.RUNE_EXAMPLES?.[key]),
      preset: preset?.name,
      inPreset: preset ? Object.keys(base).filter((each) => schema.attributes?.[each] === base[each]) : [],
      internal: core?.EXCLUDED_RUNES?.has(entry.name ?? key) ?? false,
      factory: registered.models?.has(schema) ?? false,
      ...model(key, registered.models?.get(schema)),
    };
  });
  return {
    kind: 'refrakt',
    package: {
      name,
      short: text(plugin.name) ?? (name === CORE ? 'core' : undefined),
      version: text(manifest.version),
      about: text(manifest.description),
    },
    runes: runes.filter(Boolean),
    presets,
    universal: [...(core?.UNIVERSAL_ATTRIBUTE_NAMES ?? [])],
    parents: parents((plugin.theme ?? core?.coreConfig)?.runes),
  };
}

function pluginOf(module) {
  const holdsRunes = (value) => value && typeof value === 'object' && value.runes && typeof value.runes === 'object';
  const found = [module.default, module, ...Object.values(module)].find(holdsRunes);
  if (!found) throw new Failure('it exports nothing that holds runes');
  return found;
}

// The copy that the package itself imports: another one does not contain its schemas.
async function coreOf(folder) {
  const found = packageFolder(CORE, folder);
  if (found) return import(entryUrl(found, JSON.parse(readFileSync(join(found, 'package.json'), 'utf8'))));
  notes.push(`${CORE} is not installed, so the content models of these runes are unknown`);
  return undefined;
}

function packageFolder(name, from) {
  for (let folder = resolve(from); ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name);
    if (existsSync(join(candidate, 'package.json'))) return realpathSync(candidate);
    if (dirname(folder) === folder) return undefined;
  }
}

function entryUrl(folder, manifest) {
  const exported = manifest.exports?.['.'] ?? (manifest.exports?.import || manifest.exports?.default ? manifest.exports : undefined);
  const main = (typeof manifest.exports === 'string' ? manifest.exports : condition(exported)) ?? manifest.main ?? 'index.js';
  const file = [main, `${main}.js`, join(main, 'index.js')].map((each) => join(folder, each)).find((each) => existsSync(each) && /\.[cm]?js$/.test(each));
  if (!file) throw new Failure(`its entry ${main} does not exist; has it been built?`);
  return pathToFileURL(realpathSync(file)).href;
}

function condition(value) {
  if (typeof value === 'string' || value == null) return value ?? undefined;
  if (Array.isArray(value)) return value.map(condition).find(Boolean);
  const found = Object.keys(value).find((key) => ['node', 'import', 'module-sync', 'default'].includes(key) && condition(value[key]));
  return found && condition(value[found]);
}

function parents(config) {
  return Object.fromEntries(
    Object.entries(config ?? {}).map(([name, each]) => [name, { block: text(each?.block), parent: text(each?.requiresParent) }]),
  );
}

// Plain Markdoc ----------------------------------------------------------------------------------------------------

async function markdocSchema({ path, type, property, name }) {
  const file = resolve(request.cwd, path);
  if (!existsSync(file)) throw new Failure(`there is no file ${path}`);
  let module;
  try {
    module = type === 'node' ? createRequire(file)(file) : await import(pathToFileURL(file).href);
  } catch (error) {
    if (error?.code !== 'ERR_UNKNOWN_FILE_EXTENSION') throw error;
    throw new Failure(`this version of Node (${process.version}) cannot read ${path}; build it to JavaScript first`);
  }
  const isConfig = (value) => value && typeof value === 'object' && ['tags', 'nodes', 'functions', 'variables'].some((key) => value[key]);
  const config = property ? module[property] ?? module.default?.[property] : [module, module.default, module.default?.default].find(isConfig);
  if (!isConfig(config)) {
    throw new Failure(property ? `it exports no schema called ${property}` : 'it exports no tags, nodes, functions or variables');
  }
  return {
    kind: 'markdoc',
    package: { name },
    runes: Object.entries(config.tags ?? {}).map(([key, schema]) => ({ ...tag(key, schema ?? {}), about: text(schema?.description) })),
    functions: Object.keys(config.functions ?? {}),
    variables: shape(config.variables ?? {}, 0),
    nodes: Object.fromEntries(
      Object.entries(config.nodes ?? {}).map(([key, schema]) => [key, attributes(schema?.attributes ?? {}, key)]),
    ),
  };
}

// Only the names of variables are exported: values may be secrets.
function shape(value, depth) {
  if (value === null || typeof value !== 'object' || depth > DEEPEST) return true;
  if (Array.isArray(value)) return value.slice(0, 100).map((each) => shape(each, depth + 1));
  return Object.fromEntries(Object.entries(value).slice(0, 1000).map(([key, each]) => [key, shape(each, depth + 1)]));
}

// Schemas ----------------------------------------------------------------------------------------------------------

function tag(name, schema) {
  const declared = schema.attributes ?? {};
  return {
    name,
    attributes: attributes(declared, name, schema),
    selfClosing: schema.selfClosing === true,
    inline: typeof schema.inline === 'boolean' ? schema.inline : undefined,
    deferred: '__deferred-body' in declared,
  };
}

function attributes(declared, owner, schema) {
  return Object.entries(declared)
    .filter(([name]) => !name.startsWith('__'))
    .map(([name, each]) => ({
      name,
      about: text(each?.description),
      type: each?.type === undefined ? null : [each.type].flat().map(typeName),
      required: each?.required === true,
      ...plain('default', each?.default, `${owner}.${name}`),
      ...allowed(each?.matches, `${owner}.${name}`),
      level: text(each?.errorLevel),
      ...(each?.deprecated && schema ? replacement(schema, name) : {}),
    }));
}

function typeName(type) {
  return typeof type === 'string' ? type : type?.name ?? type?.constructor?.name ?? '';
}

function allowed(matches, where) {
  if (matches === undefined || matches === null) return {};
  if (matches instanceof RegExp) return { pattern: pattern(matches, where) };
  if (Array.isArray(matches)) return { values: matches.filter((each) => each === null || typeof each !== 'object') };
  notes.push(`${where}: the allowed values are found out by code, and are not checked`);
  return {};
}

function pattern({ source, flags }, where) {
  if (/m/.test(flags)) notes.push(`${where}: the pattern uses the flag \`m\`, which a catalogue cannot express`);
  const kept = [...flags].filter((flag) => flag === 'i' || flag === 's').join('');
  return kept ? `(?${kept}:${source})` : source;
}

function plain(key, value, where) {
  if (value === undefined) return {};
  const written = typeof value === 'function' ? undefined : JSON.stringify(value);
  if (written !== undefined) return { [key]: JSON.parse(written) };
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
  const node = { attributes: watched, children: [], transformAttributes: () => { throw new Failure('done'); } };
  try {
    schema.transform?.(node, {});
  } catch {
    // Errors do not matter: the move has been recorded before.
  }
  return successor ? { deprecated: successor, rewrite: moved !== value } : {};
}

// Content models ---------------------------------------------------------------------------------------------------

function model(name, declared) {
  if (typeof declared !== 'function') return { model: readable(declared), computed: false };
  try {
    return { model: readable(declared({})), computed: true };
  } catch (error) {
    notes.push(`${name}: its content depends on attributes and cannot be determined without them (${error?.message})`);
    return { model: undefined, computed: true };
  }
}

// Models are data apart from regular expressions, which are marked, and functions, which are left out.
function readable(value, depth = 0) {
  if (value instanceof RegExp) return { $pattern: pattern(value, 'a content model') };
  if (typeof value === 'function' || depth > DEEPEST) return undefined;
  if (Array.isArray(value)) return value.map((each) => readable(each, depth + 1));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, readable(each, depth + 1)]));
}

function text(value) {
  return typeof value === 'string' ? value : undefined;
}

function list(value) {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}
