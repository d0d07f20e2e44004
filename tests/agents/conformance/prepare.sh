#!/usr/bin/env bash
# prepare.sh [CACHE]: installs the conformance suite beside this file, with node 22 or newer: that of the system, else one fetched into
# CACHE ($REFRAKT_EDITORS, else .venv/editors). Prints the node on the last line.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
repository=$(cd "$here/../../.." && pwd)
cache=${1:-${REFRAKT_EDITORS:-$repository/.venv/editors}}

node=$(command -v node || true)
if [ -z "$node" ] || [ "$("$node" -p 'Number(process.versions.node.split(".")[0])')" -lt 22 ] || ! command -v npm >/dev/null; then
    mkdir -p "$cache"
    "$repository/tests/editors/fetch_node.sh" "$cache/node" >&2
    node=$cache/node/bin/node
    export PATH="$cache/node/bin:$PATH"
fi
cd "$here"
[ node_modules/.package-lock.json -nt package-lock.json ] ||
    npm ci --no-audit --no-fund --no-update-notifier --loglevel error --cache "$repository/.venv/npm" >&2
echo "$node"
