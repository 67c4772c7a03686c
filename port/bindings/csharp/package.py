"""package.py - lays out pawl for C# as a package: for NuGet compiled, for Unity as source.

    package.py nuget|unity VERSION OUT

The shared library of this machine goes with it; those of others are put beside it by who ships.
"""

import hashlib
import json
import platform
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
BINDING, LIBRARY = Path("build/bindings/csharp"), Path("build/bindings/libpawl.so")
MACHINE = {"x86_64": "x64", "aarch64": "arm64"}.get(platform.machine(), platform.machine())
SAID = "2D physics whose results are the same, bit for bit, on every machine: fixed point, rollback, replays, sessions."

NUSPEC = """<?xml version="1.0" encoding="utf-8"?>
<package xmlns="http://schemas.microsoft.com/packaging/2013/05/nuspec.xsd">
  <metadata>
    <id>Pawl</id>
    <version>{version}</version>
    <authors>pawl</authors>
    <description>{said}</description>
    <license type="file">LICENSE</license>
    <tags>physics deterministic rollback fixed-point</tags>
  </metadata>
</package>
"""
TYPES = """<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
  <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml" />
  <Default Extension="nuspec" ContentType="application/octet" />
  <Default Extension="dll" ContentType="application/octet" />
  <Default Extension="so" ContentType="application/octet" />
  <Override PartName="/LICENSE" ContentType="application/octet" />
</Types>
"""
RELATIONS = """<?xml version="1.0" encoding="utf-8"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
  <Relationship Type="http://schemas.microsoft.com/packaging/2010/07/manifest" Target="/Pawl.nuspec" Id="manifest" />
</Relationships>
"""
SAMPLE = """using PawlPhysics;
using UnityEngine;

/// <summary>A floor and ten boxes: puts its children, in order, where the boxes are.</summary>
public sealed class PawlBoxes : MonoBehaviour
{
    readonly Pose[] poses = new Pose[16];
    World world;

    void Start()
    {
        WorldDef def = WorldDef.Default();
        def.BodyCapacity = def.ShapeCapacity = 16;
        def.JointCapacity = 0;
        world = new World(def);
        BodyDef body = BodyDef.Default();
        for (int i = 0; i < 11; i++)
        {
            body.Position.Y = i - Fx.Parse("0.5");
            world.BodyCreateBox(body, Fx.Parse(i == 0 ? "20.5" : "0.5"), Fx.Parse("0.5"));
            body.Type = BodyType.Dynamic;
        }
    }

    void FixedUpdate() { world.Step(); }

    void Update()
    {
        uint count = world.GetAllPoses(null, poses);
        for (int i = 1; i < count && i <= transform.childCount; i++)
        {
            Vec2 at = poses[i].Position;
            transform.GetChild(i - 1).localPosition = new Vector3((float)at.X.ToDouble(), (float)at.Y.ToDouble(), 0);
        }
    }

    void OnDestroy() { world.Dispose(); }
}
"""


def nuget(version, out):
    assembly = out / "lib" / "net45"
    native = out / "runtimes" / f"linux-{MACHINE}" / "native"
    for folder in (assembly, native):
        folder.mkdir(parents=True)
    sources = sorted(str(path) for path in BINDING.glob("*.cs"))
    subprocess.run(["mcs", "-langversion:7", "-unsafe", "-target:library", f"-out:{assembly / 'Pawl.dll'}", *sources], check=True)
    shutil.copy(LIBRARY, native)
    shutil.copy("LICENSE", out)
    (out / "Pawl.nuspec").write_text(NUSPEC.format(version=version, said=SAID))
    (out / "[Content_Types].xml").write_text(TYPES)
    (out / "_rels").mkdir()
    (out / "_rels" / ".rels").write_text(RELATIONS)
    files = sorted(path for path in out.rglob("*") if path.is_file())
    with zipfile.ZipFile(out / f"Pawl.{version}.nupkg", "w", zipfile.ZIP_DEFLATED) as package:
        for path in files:
            package.write(path, path.relative_to(out))


def meta(path, root):
    """What Unity knows a file by, which packages must have: a number, here of its name."""
    guid = hashlib.md5(f"pawl/{path.relative_to(root).as_posix()}".encode()).hexdigest()
    folder = "folderAsset: yes\n" if path.is_dir() else ""
    path.with_name(path.name + ".meta").write_text(f"fileFormatVersion: 2\nguid: {guid}\n{folder}")


def unity(version, out):
    runtime, sample = out / "Runtime", out / "Samples~" / "Boxes"
    plugins = runtime / "Plugins" / f"linux-{MACHINE}"
    for folder in (plugins, sample):
        folder.mkdir(parents=True)
    for path in BINDING.glob("*.cs"):
        shutil.copy(path, runtime)
    shutil.copy(LIBRARY, plugins)
    shutil.copy("LICENSE", out / "LICENSE.md")
    (sample / "PawlBoxes.cs").write_text(SAMPLE)
    package = {"name": "org.pawl.physics", "version": version, "displayName": "pawl", "description": SAID, "unity": "2019.4",
               "license": "MIT", "keywords": ["physics", "deterministic", "rollback"], "author": {"name": "pawl"},
               "samples": [{"displayName": "Boxes", "description": "A floor and ten boxes", "path": "Samples~/Boxes"}]}  # fmt: skip
    assembly = {"name": "PawlPhysics", "rootNamespace": "PawlPhysics", "references": [], "includePlatforms": [], "excludePlatforms": [],
                "allowUnsafeCode": True, "overrideReferences": False, "precompiledReferences": [], "autoReferenced": True,
                "defineConstraints": [], "versionDefines": [], "noEngineReferences": True}  # fmt: skip
    (out / "package.json").write_text(json.dumps(package, indent=2) + "\n")
    (runtime / "PawlPhysics.asmdef").write_text(json.dumps(assembly, indent=2) + "\n")
    for path in sorted(out.rglob("*")):
        if "Samples~" not in path.parts and path.suffix != ".meta":
            meta(path, out)


def main():
    name, version, out = sys.argv[1], sys.argv[2], Path(sys.argv[3])
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    {"nuget": nuget, "unity": unity}[name](version, out)
    print(f"package: {out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
