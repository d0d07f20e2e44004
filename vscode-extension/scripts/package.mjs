// Packages the extension: `node scripts/package.mjs [--target TARGET]… [--out FOLDER]` makes refrakt.vsix and refrakt-TARGET.vsix.
//
// Every package contains the wheel of refrakt. With a target of vsce, such as linux-x64, it also contains the wheels of all libraries
// for the supported versions of Python, so that nothing is downloaded when the extension makes its environment. Without one, the
// libraries come from the package index. Needs Python with pip, and for a target a package index.

import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

const UNIVERSAL = 'universal';
const VERSIONS = ['3.11', '3.12', '3.13', '3.14'];
/** The platforms of pip by the targets of vsce, the most general last. */
const PLATFORMS = {
  'linux-x64': ['manylinux_2_28_x86_64', 'manylinux_2_17_x86_64', 'manylinux2014_x86_64'],
  'linux-arm64': ['manylinux_2_28_aarch64', 'manylinux_2_17_aarch64', 'manylinux2014_aarch64'],
  'alpine-x64': ['musllinux_1_2_x86_64', 'musllinux_1_1_x86_64'],
  'darwin-x64': ['macosx_11_0_x86_64', 'macosx_10_13_x86_64', 'macosx_10_12_x86_64', 'macosx_10_9_x86_64'],
  'darwin-arm64': ['macosx_14_0_arm64', 'macosx_12_0_arm64', 'macosx_11_0_arm64'],
  'win32-x64': ['win_amd64'],
};

const { values: options } = parseArgs({
  options: {
    target: { type: 'string', multiple: true, default: [UNIVERSAL] },
    out: { type: 'string', default: '.' },
    python: { type: 'string', default: 'python3' },
  },
});
const extension = path.dirname(import.meta.dirname);
const repository = path.dirname(extension);
const wheels = path.join(extension, 'wheels');
for (const each of options.target) {
  if (each !== UNIVERSAL && !(each in PLATFORMS)) throw new Error(`unknown target ${each}; one of ${[UNIVERSAL, ...Object.keys(PLATFORMS)].join(', ')}`);
}

const run = (program, args, cwd = extension) => execFileSync(program, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
const pip = (...args) => run(options.python, ['-m', 'pip', '--disable-pip-version-check', '--quiet', ...args], repository);

/** Downloads are kept: they depend only on the constraints and the versions. */
function download(folder, platforms) {
  const key = readFileSync(path.join(repository, 'constraints.txt'), 'utf8') + readFileSync(path.join(repository, 'pyproject.toml'), 'utf8') + VERSIONS.join();
  const stamp = path.join(folder, '.key');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === key) return;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const version of VERSIONS) {
    const tags = platforms.flatMap((each) => ['--platform', each]);
    pip('download', '--dest', folder, '--only-binary', ':all:', '--python-version', version, '--implementation', 'cp', ...tags, '--constraint', 'constraints.txt', ownWheel());
  }
  for (const name of readdirSync(folder)) if (name.startsWith('refrakt-')) rmSync(path.join(folder, name));
  writeFileSync(stamp, key);
}

function ownWheel() {
  return path.join(wheels, readdirSync(wheels).find((name) => name.startsWith('refrakt-')));
}

function makePackage(target) {
  for (const name of readdirSync(wheels)) if (!name.startsWith('refrakt-')) rmSync(path.join(wheels, name));
  if (target !== UNIVERSAL) {
    const cache = path.join(extension, 'wheels.cache', target);
    download(cache, PLATFORMS[target]);
    for (const name of readdirSync(cache)) if (name.endsWith('.whl')) copyFileSync(path.join(cache, name), path.join(wheels, name));
  }
  const file = path.resolve(options.out, target === UNIVERSAL ? 'refrakt.vsix' : `refrakt-${target}.vsix`);
  const vsce = path.join(extension, 'node_modules', '@vscode', 'vsce', 'vsce');
  const forTarget = target === UNIVERSAL ? [] : ['--target', target];
  run(process.execPath, [vsce, 'package', '--no-dependencies', '--allow-missing-repository', '--no-rewrite-relative-links', ...forTarget, '--out', file]);
  process.stdout.write(`${file}: ${(statSync(file).size / 2 ** 20).toFixed(1)} MiB\n`);
}

run('npm', ['run', '--silent', 'compile']);
rmSync(wheels, { recursive: true, force: true });
mkdirSync(wheels);
pip('wheel', '--no-deps', '--wheel-dir', wheels, repository);
options.target.forEach(makePackage);
