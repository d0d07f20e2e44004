// What a package of runes, or a plain Markdoc schema, declares, written as JSON.
//
// Run by `refrakt catalogue export` in a process of its own: the code of the package runs here and nowhere else. The
// answer goes to the file named by the request, never to standard output, which belongs to the package.

import { existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { attributes, list, notes, pattern, text } from './declared_attributes.mjs';
import { describe, extendedConfig, folderConfig, isConfig, union } from './markdoc_schema.mjs';
import { BundleError, runBundle } from './schema_bundle.mjs';

const CORE = '@refrakt-md/runes';
const DEEPEST = 12;
const request = JSON.parse(readFileSync(process.argv[2], 'utf8'));

class Failure extends Error {}

let answer;
try {
  answer = request.package ? await refraktPackage(request.package) : await markdocSchema(request.schema);
} catch (error) {
  const isKnown = error instanceof Failure || error instanceof BundleError;
  const reason = isKnown ? error.message : `its code failed: ${error?.stack ?? error}`;
  answer = { error: reason.slice(0, 4000) };
}
if (request.schema) answer.bundled = bundler() !== undefined;
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
      ...rune(entry.name ?? key, schema),
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

function rune(name, schema) {
  const declared = schema.attributes ?? {};
  return {
    name,
    attributes: attributes(declared, name, schema),
    selfClosing: schema.selfClosing === true,
    inline: typeof schema.inline === 'boolean' ? schema.inline : undefined,
    deferred: '__deferred-body' in declared,
  };
}

// Plain Markdoc ----------------------------------------------------------------------------------------------------

// A schema has a folder of modules, a module, or files that pass configs to Markdoc; with `calls` besides one of the others,
// pages use one or the other.
async function markdocSchema({ name, folder, module, property, extended, type, calls }) {
  const files = { ...folder, ...(module ? { module } : {}) };
  for (const file of Object.values(files)) if (!existsSync(resolve(request.cwd, file))) throw new Failure(`there is no file ${file}`);
  const load = bundler() ? bundledModules : importedModules;
  const loaded = await load(files, calls ?? [], type);
  const described = [];
  if (folder) described.push(describe(folderConfig(Object.fromEntries(Object.keys(folder).map((part) => [part, loaded.modules[part]])))));
  if (module) {
    const found = loaded.modules.module;
    described.push(describe(extended ? await extendedConfig(found.default ?? found) : chosenConfig(found, property)));
  }
  for (const config of await loaded.configs()) if (config !== undefined && config !== null) described.push(describe(config));
  if (!described.length) throw new Failure('its code passes no config to Markdoc');
  return { kind: 'markdoc', package: { name }, ...union(described) };
}

function chosenConfig(module, property) {
  if (property) {
    const config = module[property] ?? module.default?.[property];
    if (!isConfig(config)) throw new Failure(`it exports no schema called ${property}`);
    return config;
  }
  const config = [module, module.default, module.default?.default].find(isConfig);
  if (!config) throw new Failure('it exports no tags, nodes, functions or variables');
  return config;
}

// The file of esbuild: the project's own, else that of the tools.
function bundler() {
  const folders = [request.cwd, ...(request.tools ? [request.tools] : [])];
  const found = folders.flatMap((each) => ['esbuild', '.pnpm/node_modules/esbuild'].map((name) => packageFolder(name, each))).find(Boolean);
  return found && join(found, 'lib', 'main.js');
}

async function bundledModules(files, calls) {
  const names = Object.keys(files);
  const source = [
    ...names.map((name) => `import * as ${name} from ${JSON.stringify(resolve(request.cwd, files[name]))};`),
    ...calls.map(({ path }, index) => `import { __refraktConfigs as calls${index} } from ${JSON.stringify(path)};`),
    `export const modules = { ${names.join(', ')} };`,
    `export const configs = async () => (await Promise.all([${calls.map((_, index) => `calls${index}()`).join(', ')}])).flat();`,
  ].join('\n');
  const appended = Object.fromEntries(calls.map(({ path, code }) => [path, code]));
  return runBundle(source, { cwd: request.cwd, outfile: `${request.answer}.bundle.mjs`, esbuild: bundler(), tools: request.tools, appended });
}

async function importedModules(files, calls, type) {
  if (calls.length) throw new Failure('the configs are inside of its code, which only a bundle can reach');
  const modules = {};
  for (const [name, path] of Object.entries(files)) {
    const file = resolve(request.cwd, path);
    try {
      modules[name] = type === 'node' ? createRequire(file)(file) : await import(pathToFileURL(file).href);
    } catch (error) {
      if (error?.code !== 'ERR_UNKNOWN_FILE_EXTENSION') throw error;
      throw new Failure(`this version of Node (${process.version}) cannot read ${path} without esbuild`);
    }
  }
  return { modules, configs: () => [] };
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
