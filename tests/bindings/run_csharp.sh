#!/bin/sh
# run_csharp.sh - a program of port/bindings/csharp, or `test`.     usage: run_csharp.sh PROGRAM [ARGUMENT]
set -eu
program=$1
shift
if ! command -v mcs >/dev/null || ! command -v mono >/dev/null; then
    echo "no mcs and mono" >&2
    exit 77
fi
out=build/bindings/csharp/bin
mkdir -p "$out"
LD_LIBRARY_PATH=$PWD/build/bindings
export LD_LIBRARY_PATH
# As C# 7, which Unity takes; once for all programs.
if [ ! -e "$out/Pawl.dll" ] || [ -n "$(find build/bindings/csharp/made -newer "$out/Pawl.dll")" ]; then
    mcs -langversion:7 -unsafe -warnaserror -target:library -out:"$out/Pawl.dll" build/bindings/csharp/*.cs >&2
fi
if [ "$program" = test ]; then
    exec tests/bindings/test_csharp.sh "$out"
fi
mcs -langversion:7 -warnaserror -r:"$out/Pawl.dll" -out:"$out/$program.exe" "port/bindings/csharp/programs/$program.cs" >&2
exec mono "$out/$program.exe" "$@"
