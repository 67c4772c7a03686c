#!/bin/sh
# test_csharp.sh - the tests of C# alone.     usage: test_csharp.sh FOLDER (of Pawl.dll)
set -eu
out=$1
python3 -B tests/bindings/layouts.py build/pawl_api.json >"$out/layouts.txt"
mcs -langversion:7 -unsafe -warnaserror -r:"$out/Pawl.dll" -out:"$out/test.exe" tests/bindings/test_csharp.cs >&2
mono "$out/test.exe" "$out/layouts.txt"

# What must not compile: a number with a fraction where one of pawl is wanted.
refused=0
try() {
    printf 'using PawlPhysics;\nstatic class Try { static void Main() { %s } }\n' "$1" >"$out/try.cs"
    mcs -langversion:7 -r:"$out/Pawl.dll" -out:"$out/try.exe" "$out/try.cs" >"$out/try.txt" 2>&1
}
try 'Fx x = 1; x += Fx.Parse("0.5"); Wide y = x; Fx z = (Fx)y; var v = new Vec2(1, z);'
for body in 'Fx x = 0.5;' 'Fx x = 0.5f;' 'Fx x = (Fx)0.5;' 'Fx x = (Fx)0.5m;' 'var v = new Vec2(0.5, 0);' \
    'Fx x = 1; x = x + 0.5;' 'Fx x = 1; bool b = x < 0.5;' 'Wide x = (Wide)0.5;' 'Turn x = 0.5;' \
    'var d = BodyDef.Default(); d.Position.X = 1.5f;'; do
    if try "$body" || ! grep -q 'error CS' "$out/try.txt"; then
        echo "FAILED: this compiles: $body" && exit 1
    fi
    refused=$((refused + 1))
done
echo "csharp: $refused programs with floats are refused"
