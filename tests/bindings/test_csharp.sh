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

# As a user has it: the assembly of the NuGet package, and Unity's source compiled as it stands there.
make --no-print-directory -s package-nuget package-unity
python3 -B tests/bindings/package_csharp.py build/package/nuget build/package/unity
tests/bindings/run_csharp.sh hello >"$out/wanted.txt"
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
for package in nuget unity; do
    mkdir "$place/$package"
    if [ $package = nuget ]; then
        (cd "$place/nuget" && python3 -m zipfile -e "$OLDPWD"/build/package/nuget/Pawl.*.nupkg .)
        cp "$place"/nuget/lib/net45/Pawl.dll "$place"/nuget/runtimes/*/native/libpawl.so "$place/nuget"
    else
        mcs -langversion:7 -unsafe -warnaserror -target:library -out:"$place/unity/Pawl.dll" build/package/unity/Runtime/*.cs >&2
        cp build/package/unity/Runtime/Plugins/*/libpawl.so "$place/unity"
    fi
    mcs -langversion:7 -r:"$place/$package/Pawl.dll" -out:"$place/$package/hello.exe" port/bindings/csharp/programs/hello.cs >&2
    LD_LIBRARY_PATH=$place/$package mono "$place/$package/hello.exe" | diff "$out/wanted.txt" -
done
# The sample is compiled against the few names of Unity that it uses.
cat >"$place/engine.cs" <<'END'
namespace UnityEngine
{
    public struct Vector3 { public Vector3(float x, float y, float z) { } }
    public class Transform
    {
        public int childCount { get { return 0; } }
        public Vector3 localPosition { get; set; }
        public Transform GetChild(int at) { return this; }
    }
    public class MonoBehaviour { public Transform transform { get { return null; } } }
}
END
mcs -langversion:7 -target:library -r:"$place/unity/Pawl.dll" -out:"$place/sample.dll" \
    "$place/engine.cs" build/package/unity/Samples~/Boxes/PawlBoxes.cs >&2
