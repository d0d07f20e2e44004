#!/usr/bin/env bash
# fetch_vscode.sh DEST NODE: VS Code as a program that can be tested without a display: code-server, in
# DEST/node_modules, and playwright-core to drive it in Chromium. NODE is the folder that fetch_node.sh made.
# Says on stderr which program of the system is missing, and then ends with status 3.
set -euo pipefail
code_server=4.139.1 playwright=1.65.0
mkdir -p "$1" && dest=$(cd "$1" && pwd) && node=$(cd "$2" && pwd)

need() { # need PACKAGE COMMAND…: the Debian package that has what the command looks for
    local package=$1
    shift
    "$@" >/dev/null 2>&1 || missing+=" $package"
}
missing=
need chromium command -v chromium
need fonts-dejavu-core test -d /usr/share/fonts/truetype/dejavu
need ripgrep command -v rg
need build-essential command -v g++
need pkg-config command -v pkg-config
need libkrb5-dev command -v krb5-config
[ -z "$missing" ] || { echo "missing on this machine:$missing" >&2 && exit 3; }
[ "$(cat "$dest/.version" 2>/dev/null)" = "$code_server $playwright" ] && exit 0

export PATH="$node/bin:$PATH" npm_config_nodedir="$node" npm_config_cache="$dest/.npm"
cd "$dest"
echo '{ "name": "editors", "private": true }' >package.json
npm install --no-audit --no-fund --no-update-notifier --loglevel error "code-server@$code_server" "playwright-core@$playwright"
rm -rf "$dest/.npm"
node node_modules/code-server/out/node/entry.js --version >/dev/null
echo "$code_server $playwright" >"$dest/.version"
