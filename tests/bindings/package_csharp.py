"""package_csharp.py - whether packages of pawl for C# are what NuGet and Unity want, where neither is run.

    package_csharp.py NUGET UNITY

Of NuGet: the manifest, its parts, what is in the archive. Of Unity: package.json, the definition of the
assembly, and a file of data with a number of its own for each file and folder.
"""

import json
import re
import sys
import zipfile
from pathlib import Path
from xml.etree import ElementTree

nuget, unity = Path(sys.argv[1]), Path(sys.argv[2])
claims = []


def claim(name, holds):
    claims.append(bool(holds))
    if not holds:
        print(f"FAILED: {name}")


archive = zipfile.ZipFile(next(nuget.glob("*.nupkg")))
names = archive.namelist()
space = "{http://schemas.microsoft.com/packaging/2013/05/nuspec.xsd}"
manifest = ElementTree.fromstring(archive.read("Pawl.nuspec")).find(f"{space}metadata")
told = {one.tag.removeprefix(space): one.text for one in manifest}
claim("the manifest says what it must", {"id", "version", "authors", "description"} <= told.keys())
claim("the version is one of NuGet", re.fullmatch(r"\d+\.\d+\.\d+(-[\w.]+)?", told["version"]))
claim("the archive is named after it", Path(archive.filename).name == f"{told['id']}.{told['version']}.nupkg")
claim("the licence is in it", told["license"] in names)
kinds = ElementTree.fromstring(archive.read("[Content_Types].xml"))
known = {one.get("Extension") or one.get("PartName") for one in kinds}
claim("each part has a type", all(Path(name).suffix[1:] in known or f"/{name}" in known or name == "[Content_Types].xml" or name.endswith(".rels") for name in names))
target = ElementTree.fromstring(archive.read("_rels/.rels"))[0].get("Target")
claim("the manifest is found", target.lstrip("/") in names)
claim("the assembly and the library are in it", "lib/net45/Pawl.dll" in names and any(re.fullmatch(r"runtimes/linux-\w+/native/libpawl\.so", name) for name in names))

package = json.loads((unity / "package.json").read_text())
claim("the package has a name of Unity's", re.fullmatch(r"[a-z0-9-]+(\.[a-z0-9-]+){2,}", package["name"]))
claim("its version is semantic", re.fullmatch(r"\d+\.\d+\.\d+(-[\w.]+)?", package["version"]))
claim("samples are there", all((unity / one["path"]).is_dir() for one in package["samples"]))
assembly = json.loads(next((unity / "Runtime").glob("*.asmdef")).read_text())
claim("the assembly may use addresses", assembly["allowUnsafeCode"] is True and assembly["name"] == "PawlPhysics")
files = [path for path in unity.rglob("*") if path.suffix != ".meta" and "Samples~" not in path.parts]
metas = {path: path.with_name(path.name + ".meta") for path in files}
claim("each file has its data", len(files) > 5 and all(one.is_file() for one in metas.values()))
guids = [re.search(r"^guid: ([0-9a-f]{32})$", one.read_text(), re.M)[1] for one in metas.values()]
claim("with a number of its own", len(set(guids)) == len(guids))

print(f"csharp: packages: {claims.count(True)} claims, {claims.count(False)} failed; not run in Unity and NuGet")
sys.exit(0 if all(claims) else 1)
