#!/usr/bin/env bash
# prepare.sh [CACHE]: fetches the editors and packages our extension, all into CACHE ($REFRAKT_EDITORS, else .venv/editors).
# What cannot be had leaves its reason in a file called `missing`; the tests that need it are then skipped with that reason.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
repository=$(cd "$here/../.." && pwd)
cache=${1:-${REFRAKT_EDITORS:-$repository/.venv/editors}}
mkdir -p "$cache" && cache=$(cd "$cache" && pwd)

try() { # try FOLDER COMMAND…
    local folder=$cache/$1 said
    shift
    if said=$("$@" 2>&1); then
        rm -f "$folder/missing"
    else
        mkdir -p "$folder"
        echo "$said" >&2
        echo "$(basename "$folder"): $(tail -n 1 <<<"$said")" | tee "$folder/missing"
        return 1
    fi
}

package_extension() { # unless nothing has changed since
    local python=$repository/.venv/bin/python key packages=$cache/vscode
    key=$(cd "$repository" && git ls-files -co --exclude-standard -z server vscode-extension pyproject.toml constraints.txt |
        xargs -0 sha256sum 2>/dev/null | sha256sum)
    [ "$(cat "$packages/.packaged" 2>/dev/null)" = "$key" ] && return
    cd "$repository/vscode-extension" || return
    export PATH="$cache/node/bin:$PATH"
    [ node_modules/.package-lock.json -nt package-lock.json ] ||
        npm ci --no-audit --no-fund --no-update-notifier --loglevel error --cache "$cache/npm" || return
    npm test --silent && node scripts/package.mjs --target universal --target linux-x64 --out "$packages" --python "$python" &&
        echo "$key" >"$packages/.packaged"
}

try neovim-trixie "$here/fetch_debian.sh" "$cache/neovim-trixie" trixie neovim
try neovim-forky "$here/fetch_debian.sh" "$cache/neovim-forky" forky neovim
try emacs "$here/fetch_debian.sh" "$cache/emacs" trixie emacs
try helix "$here/fetch_debian.sh" "$cache/helix" forky helix
if try node "$here/fetch_node.sh" "$cache/node" && try vscode "$here/fetch_vscode.sh" "$cache/vscode" "$cache/node"; then
    package_extension
fi
