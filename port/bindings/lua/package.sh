#!/bin/sh
# package.sh - lays out a package of pawl for Lua in build/package.     usage: package.sh luarocks|love VERSION
set -eu
name=$1 version=$2
here=port/bindings/lua out=build/package/$name
rm -rf "$out"
mkdir -p "$out/pawl"
cp build/bindings/lua/pawl/*.lua "$out/pawl"
cp LICENSE "$out"
case $name in
luarocks)
    cp build/single/full/pawl.c build/single/full/pawl.h "$out"
    # The headers that these two ask for are one file here, which comes after the names of exports.c;
    # what config.h says of them is zero in all of the library's features.
    for source in port/bindings/exports.c build/bindings/lua/callbacks.c; do
        awk '/^#include <pawl\/config.h>/ { next } !/^#include <pawl\// { print; next }
            !asked++ { print "#include \"pawl.h\"" }' \
            "$source" >"$out/${source##*/}"
    done
    cp "$here/programs/hello.lua" "$out"
    sed "s/@VERSION@/$version/g" "$here/package/pawl.rockspec" >"$out/pawl-$version-1.rockspec"
    ;;
love)
    cp build/bindings/lua/libpawl.so "$out/pawl"
    cp "$here/package/main.lua" "$here/package/conf.lua" "$out"
    ;;
esac
echo "package: $out"
