#!/usr/bin/env bash
# fetch_neovim.sh DEST SUITE: the Neovim of a Debian suite (trixie: 0.10, forky: 0.12) as DEST/bin/nvim.
# It is unpacked with all its libraries, its own libc too, beside the system: nothing is installed, no root is needed.
set -euo pipefail
mkdir -p "$1" && dest=$(cd "$1" && pwd)
suite=$2
[ "$(cat "$dest/.version" 2>/dev/null)" = "$suite" ] && exit 0
command -v apt-get >/dev/null || { echo "Neovim is taken from Debian, and there is no apt-get here" >&2 && exit 3; }

mirror=$(apt-get indextargets --format '$(REPO_URI)' | grep -v security | head -n 1) # the one this machine uses
apt=$dest/.apt
mkdir -p "$apt/state/lists/partial" "$apt/cache/archives/partial" "$dest/root" "$dest/bin"
echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] ${mirror%/} $suite main" >"$apt/sources.list"
: >"$apt/status" # as if nothing were installed, so that every library is unpacked
# DPkg::Lock and the sandbox user belong to the system's own installations.
apt() {
    apt-get -qq -o Dir::State="$apt/state" -o Dir::State::status="$apt/status" -o Dir::Cache="$apt/cache" \
        -o Dir::Etc::sourcelist="$apt/sources.list" -o Dir::Etc::sourceparts=- -o Debug::NoLocking=true \
        -o APT::Sandbox::User="$(id -un)" -o APT::Install-Recommends=false "$@"
}
apt update
apt --yes --download-only install neovim >/dev/null
for package in "$apt"/cache/archives/*.deb; do dpkg-deb --extract "$package" "$dest/root"; done
rm -rf "$apt"

libraries=$(dirname "$(find "$dest/root/usr/lib" -name 'libuv.so.1' | head -n 1)")
loader=$(find "$libraries" -maxdepth 1 -name 'ld-linux*.so.*' | head -n 1)
# The parsers of the bundled languages lie where only an installed Neovim looks.
mkdir -p "$dest/share/nvim" && ln -sfn "$dest/root/usr/lib/nvim" "$dest/share/nvim/site"
cat >"$dest/bin/nvim" <<END
#!/bin/sh
export VIM='$dest/root/usr/share/nvim' VIMRUNTIME='$dest/root/usr/share/nvim/runtime'
export XDG_DATA_DIRS="$dest/share:\${XDG_DATA_DIRS:-/usr/local/share:/usr/share}"
export LUA_PATH='$dest/root/usr/share/lua/5.1/?.lua;;' LUA_CPATH='$libraries/lua/5.1/?.so;;'
exec '$loader' --library-path '$libraries' --argv0 nvim '$dest/root/usr/bin/nvim' "\$@"
END
chmod +x "$dest/bin/nvim"
"$dest/bin/nvim" --version >/dev/null
echo "$suite" >"$dest/.version"
