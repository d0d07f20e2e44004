#!/usr/bin/env bash
# fetch_debian.sh DEST SUITE EDITOR: an editor of a Debian suite as DEST/bin/PROGRAM: neovim (trixie: 0.10, forky: 0.12), emacs, helix.
# It is unpacked with all its libraries, its own libc too, beside the system: nothing is installed, no root is needed.
set -euo pipefail
mkdir -p "$1" && dest=$(cd "$1" && pwd)
suite=$2 editor=$3
[ "$(cat "$dest/.version" 2>/dev/null)" = "$suite" ] && exit 0
command -v apt-get >/dev/null || { echo "$editor is taken from Debian, and there is no apt-get here" >&2 && exit 3; }

case $editor in
neovim) packages=(neovim) ;;
emacs) packages=(emacs-nox emacs-el elpa-lsp-mode) ;; # their sources say where the compiled files belong
helix) packages=(hx) ;;
esac
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
apt --yes --download-only install "${packages[@]}" >/dev/null
for package in "$apt"/cache/archives/*.deb; do dpkg-deb --extract "$package" "$dest/root"; done
rm -rf "$apt"

root=$dest/root
libraries=$(dirname "$(find "$root/usr/lib" -name 'libc.so.6' | head -n 1)")
loader=$(find "$libraries" -maxdepth 1 -name 'ld-linux*.so.*' | head -n 1)

wrap() { # wrap NAME PROGRAM [ARGUMENT…]: reads the settings of the environment from standard input
    local name=$1 program=$2
    shift 2
    {
        echo '#!/bin/sh'
        cat
        echo "exec '$loader' --library-path '$libraries' --argv0 '$name' '$program' $* \"\$@\""
    } >"$dest/bin/$name"
    chmod +x "$dest/bin/$name"
    "$dest/bin/$name" --version >/dev/null
}

case $editor in
neovim)
    # The parsers of the bundled languages lie where only an installed Neovim looks.
    mkdir -p "$dest/share/nvim" && ln -sfn "$root/usr/lib/nvim" "$dest/share/nvim/site"
    wrap nvim "$root/usr/bin/nvim" <<END
export VIM='$root/usr/share/nvim' VIMRUNTIME='$root/usr/share/nvim/runtime'
export XDG_DATA_DIRS="$dest/share:\${XDG_DATA_DIRS:-/usr/local/share:/usr/share}"
export LUA_PATH='$root/usr/share/lua/5.1/?.lua;;' LUA_CPATH='$libraries/lua/5.1/?.so;;'
END
    ;;
emacs)
    version=$(basename "$(find "$root/usr/share/emacs" -mindepth 1 -maxdepth 1 -name '[0-9]*' | head -n 1)")
    dump=$(find "$root/usr/libexec" -name '*.pdmp' | head -n 1)
    share=$root/usr/share/emacs/$version
    packages=$(find "$root/usr/share/emacs/site-lisp/elpa-src" -mindepth 1 -maxdepth 1 -printf '%p:')
    wrap emacs "$root/usr/bin/emacs-nox" "--dump-file='$dump'" <<END
export EMACSLOADPATH='$packages$share/lisp' EMACSDATA='$share/etc' EMACSDOC='$share/etc' EMACSPATH='$(dirname "$dump")'
END
    ;;
helix)
    wrap hx "$root/usr/bin/hx" <<END
export HELIX_RUNTIME='$root/usr/lib/hx/runtime'
END
    ;;
esac
echo "$suite" >"$dest/.version"
