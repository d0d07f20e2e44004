// Bundles the modules of a schema with esbuild and loads the bundle.
//
// JSX, TypeScript, aliases and imports without extension work as in the site's own build. Components, styles, images and packages that
// are not installed become stubs. Installed packages are loaded as they are; one that fails outside of a browser is a stub, too.

import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { basename, dirname, extname, isAbsolute, join, relative as relativePath, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { stub, stubModule } from './schema_stubs.mjs';

const MARKDOC = '@markdoc/markdoc';
const SCRIPTS = ['.js', '.jsx', '.mjs', '.cjs', '.ts', '.tsx', '.mts', '.cts', '.json'];
const ASIDE = { asked: true };
const ALIAS = /^[@~]\//;
const MISSING = /^No matching export in "(.+)" for import "([\w$]+)"$/;
const MOST_ATTEMPTS = 5;
// What Astro's integration exports, as far as schemas use it: its own modules need Astro's build.
const SHIMS = {
  '@astrojs/markdoc/config': `
    import Markdoc from '${MARKDOC}';
    const heading = { children: ['inline'], attributes: { id: { type: String }, level: { type: Number, required: true, default: 1 } } };
    export const nodes = { ...Markdoc.nodes, heading };
    export const { tags, functions } = Markdoc;
    export const defineMarkdocConfig = (config) => config;
    export const component = (path, name) => ({ type: 'component', name: name ?? path.split('/').at(-1).split('.')[0] });
    export { Markdoc };`,
  '@astrojs/markdoc/shiki': `
    import Markdoc from '${MARKDOC}';
    export default () => ({ nodes: { fence: Markdoc.nodes.fence } });`,
};
SHIMS['@astrojs/markdoc/prism'] = SHIMS['@astrojs/markdoc/shiki'];

export class BundleError extends Error {}

/**
 * Run a module text with the imports of a project.
 * `appended` is code to add to files, by path; `tools` a folder with packages for what the project has not installed.
 */
export async function runBundle(source, { cwd, outfile, esbuild, tools, appended = {} }) {
  const built = await bundle(source, { cwd, outfile, esbuild, tools, appended });
  const used = Object.entries(Object.values(built.metafile.outputs)[0].inputs).filter(([, each]) => each.bytesInOutput > 0);
  const packages = new Map();
  for (const [input] of used) {
    const path = /^(?:imported|required):(.*)$/s.exec(input)?.[1];
    if (path !== undefined && !packages.has(path)) packages.set(path, await loaded(path));
  }
  globalThis.__refrakt = {
    stub,
    stubModule,
    imported: (path) => packages.get(path).imported,
    required: (path) => packages.get(path).required,
    attempt: async (compute, reason) => {
      try {
        return await compute();
      } catch {
        return stub(reason);
      }
    },
  };
  return import(pathToFileURL(outfile).href);
}

// An export that is missing is undefined in a site's own build, and an error here: it is added as a stub.
async function bundle(source, options) {
  const appended = { ...options.appended };
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await built(source, { ...options, appended });
    } catch (error) {
      const missing = (error.errors ?? []).map(({ text }) => MISSING.exec(text));
      if (!missing.length || missing.includes(null) || attempt >= MOST_ATTEMPTS) {
        throw new BundleError(error.errors?.length ? error.errors.slice(0, 3).map(described).join('; ') : `esbuild failed: ${error.message}`);
      }
      for (const [file, name] of new Map(missing.map((each) => [`${each[1]}:${each[2]}`, each.slice(1)])).values()) {
        const value = `__refrakt.stub(${JSON.stringify(`\`${file}\` does not export \`${name}\``)})`;
        const path = resolve(options.cwd, file);
        appended[path] = `${appended[path] ?? ''}\nexport ${name === 'default' ? 'default' : `const ${name} =`} ${value};`;
      }
    }
  }
}

function built(source, { cwd, outfile, esbuild, tools, appended }) {
  const config = ['tsconfig.json', 'jsconfig.json'].map((name) => join(cwd, name)).find(existsSync);
  const root = pathToFileURL(`${cwd}/`).href;
  return createRequire(import.meta.url)(esbuild).build({
    stdin: { contents: source, resolveDir: cwd, sourcefile: 'schema', loader: 'js' },
    absWorkingDir: cwd,
    outfile,
    bundle: true,
    metafile: true,
    format: 'esm',
    platform: 'node',
    logLevel: 'silent',
    jsx: 'transform',
    jsxFactory: '__refraktElement',
    jsxFragment: '__refraktElement',
    loader: Object.fromEntries(SCRIPTS.map((each) => [each, /^\.[cm]?js$/.test(each) ? 'jsx' : each.replace(/^\.[cm]?/, '')])),
    ...(config?.endsWith('jsconfig.json') ? { tsconfig: config } : {}),
    define: {
      'import.meta.glob': '__refraktGlob',
      'import.meta.env': '__refraktEnvironment',
      'import.meta.url': JSON.stringify(root),
      __dirname: JSON.stringify(cwd),
      __filename: JSON.stringify(join(cwd, 'schema.js')),
    },
    banner: {
      js: [
        `import { createRequire as __refraktRequire } from 'node:module';`,
        `const require = __refraktRequire(${JSON.stringify(root)});`,
        `const __refraktElement = __refrakt.stub('it is made of JSX'), __refraktGlob = __refrakt.stub('it uses import.meta.glob');`,
        `const __refraktEnvironment = __refrakt.stub('it uses import.meta.env');`,
      ].join('\n'),
    },
    plugins: [plugin({ cwd, tools, appended })],
  });
}

function described({ text, location }) {
  return location ? `${location.file}:${location.line}: ${text}` : text;
}

// Resolution -------------------------------------------------------------------------------------------------------

function plugin({ cwd, tools, appended }) {
  return {
    name: 'refrakt',
    setup(build) {
      const resolved = (path, args, resolveDir = args.resolveDir) =>
        build.resolve(path, { kind: args.kind, importer: args.importer, namespace: 'file', resolveDir, pluginData: ASIDE });

      async function found(args) {
        const tried = [() => resolved(args.path, args)];
        if (ALIAS.test(args.path)) tried.push(...['src', '.'].map((folder) => () => resolved(`./${args.path.slice(2)}`, args, join(cwd, folder))));
        if (tools && args.path === MARKDOC) tried.push(() => resolved(args.path, args, tools));
        for (const attempt of tried) {
          const answer = await attempt();
          if (!answer.errors.length && answer.path) return answer.namespace === 'file' ? { ...answer, path: existing(answer.path) } : answer;
        }
        return undefined;
      }

      build.onResolve({ filter: /.*/ }, async (args) => {
        if (args.pluginData === ASIDE || args.kind === 'entry-point') return undefined;
        if (isBuiltin(args.path)) return { path: args.path, external: true };
        if (SHIMS[args.path]) return { path: args.path, namespace: 'shim', sideEffects: false };
        const target = await found(args);
        if (!target && args.path === MARKDOC) {
          return { errors: [{ text: `${MARKDOC} is not installed in the project` }] };
        }
        if (!target || !SCRIPTS.includes(extname(target.path))) return { path: args.path, namespace: 'stub', sideEffects: false };
        if (target.namespace !== 'file') return target;
        if (!target.path.split(/[\\/]/).includes('node_modules')) {
          return isComponent(target.path) ? { path: target.path, namespace: 'stub', sideEffects: false } : { path: target.path };
        }
        // Presets of Astro import the modules that have shims.
        if (/[\\/]node_modules[\\/]@astrojs[\\/]/.test(target.path)) return { path: target.path };
        return { path: target.path, namespace: args.kind === 'require-call' ? 'required' : 'imported', sideEffects: false };
      });

      build.onLoad({ filter: /.*/, namespace: 'shim' }, ({ path }) => ({ contents: SHIMS[path], resolveDir: cwd }));
      build.onLoad({ filter: /.*/, namespace: 'stub' }, ({ path }) => ({
        contents: `module.exports = __refrakt.stubModule(${JSON.stringify(`\`${relative(cwd, path)}\` is not loaded`)})`,
      }));
      for (const namespace of ['imported', 'required']) {
        build.onLoad({ filter: /.*/, namespace }, ({ path }) => ({
          contents: `module.exports = __refrakt.${namespace}(${JSON.stringify(path)})`,
        }));
      }
      build.onLoad({ filter: /.*/, namespace: 'file' }, ({ path }) => {
        if (!(path in appended)) return undefined;
        const loader = /\.[cm]?js$/.test(path) ? 'jsx' : extname(path).replace(/^\.[cm]?/, '');
        return { contents: `${readFileSync(path, 'utf8')}\n${appended[path]}`, loader, resolveDir: dirname(path) };
      });
    },
  };
}

// esbuild ignores case when it resolves, but not when it reads.
function existing(path) {
  if (existsSync(path) || !existsSync(dirname(path))) return path;
  const name = basename(path).toLowerCase();
  return join(dirname(path), readdirSync(dirname(path)).find((each) => each.toLowerCase() === name) ?? basename(path));
}

// A component is a file with markup that has a component's name or folder, and no schema in it. Loading it would need a browser.
function isComponent(path) {
  if (!/^[A-Z]/.test(basename(path)) && !/[\\/]components?[\\/]/i.test(path)) return false;
  const source = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const hasMarkup = /<\/?[A-Za-z>]|['"]react['"]/.test(source);
  return hasMarkup && !/\battributes\s*:|\bselfClosing\b|@markdoc\/markdoc/.test(source);
}

function relative(cwd, path) {
  return isAbsolute(path) ? relativePath(cwd, path) : path;
}

/** The exports of an installed package, as `import` and as `require` see them. */
async function loaded(path) {
  let module;
  try {
    module = await import(pathToFileURL(path).href, path.endsWith('.json') ? { with: { type: 'json' } } : undefined);
  } catch (error) {
    const name = path.split(/[\\/]node_modules[\\/]/).at(-1);
    const reason = `\`${name}\` cannot be loaded: ${String(error?.message ?? error).split('\n')[0]}`;
    return { imported: stubModule(reason), required: stubModule(reason) };
  }
  const main = module.default;
  if (main === undefined) return { imported: { __esModule: true, ...module }, required: module };
  const nested = main.__esModule && main.default !== undefined ? main.default : main;
  const named = typeof main === 'object' || typeof main === 'function' ? main : {};
  return { imported: { ...named, ...module, __esModule: true, default: nested }, required: main };
}
