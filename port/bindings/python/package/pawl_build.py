"""pawl_build.py - how pip builds pawl: compiles the library as one file, and packs it with the package.

The backend of pyproject.toml (PEP 517). Wheels are zip files (PEP 427), made here by hand since the
build must not need another package. Times in them are fixed, so that equal sources give equal files.
CC and CFLAGS are those of the environment.
"""

import base64
import hashlib
import os
import shlex
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
NAME = "pawl"
VERSION = next(line.split('"')[1] for line in (HERE / "pyproject.toml").read_text().splitlines() if line.startswith("version"))
EPOCH = (1980, 1, 1, 0, 0, 0)


def tag():
    """The library is of this platform, but of no version of Python."""
    return f"py3-none-{sysconfig.get_platform().replace('-', '_').replace('.', '_')}"


def metadata():
    lines = ["Metadata-Version: 2.1", f"Name: {NAME}", f"Version: {VERSION}", "License: MIT", "Requires-Python: >=3.8",
             "Summary: 2D physics whose results are the same, bit for bit, on every machine",
             "Description-Content-Type: text/markdown"]  # fmt: skip
    return "\n".join(lines) + "\n\n" + (HERE / "README.md").read_text()


def library_name():
    return {"darwin": "libpawl.dylib", "win32": "pawl.dll"}.get(sys.platform, "libpawl.so")


def compile_library(out):
    compiler = shlex.split(os.environ.get("CC", "cc"))
    flags = shlex.split(os.environ.get("CFLAGS", "-O2"))
    place = [] if sys.platform == "win32" else ["-fPIC", "-fvisibility=hidden"]
    command = [*compiler, "-std=c11", *flags, "-shared", *place, f"-I{HERE / 'csrc'}", "-o", str(out),
               *(str(HERE / "csrc" / name) for name in ("pawl.c", "exports.c"))]  # fmt: skip
    print("pawl:", " ".join(command), file=sys.stderr)
    if subprocess.run(command).returncode:
        raise SystemExit(f"pawl: {compiler[0]} could not compile the library; CC names another compiler of C11")


class Wheel:
    def __init__(self, path):
        self.file, self.record = zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED), []

    def add(self, name, data, mode=0o644):
        entry = zipfile.ZipInfo(name, EPOCH)
        entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, (0o100000 | mode) << 16
        self.file.writestr(entry, data)
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        self.record.append(f"{name},sha256={digest},{len(data)}")

    def close(self, folder):
        self.file.writestr(zipfile.ZipInfo(f"{folder}/RECORD", EPOCH), "\n".join([*self.record, f"{folder}/RECORD,,", ""]))
        self.file.close()


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    name, folder = f"{NAME}-{VERSION}-{tag()}.whl", f"{NAME}-{VERSION}.dist-info"
    wheel = Wheel(Path(wheel_directory) / name)
    for path in sorted((HERE / "pawl").glob("*.py")):
        wheel.add(f"pawl/{path.name}", path.read_bytes())
    with tempfile.TemporaryDirectory() as place:
        library = Path(place) / library_name()
        compile_library(library)
        wheel.add(f"pawl/{library.name}", library.read_bytes(), 0o755)
    wheel.add(f"{folder}/LICENSE", (HERE / "LICENSE").read_bytes())
    wheel.add(f"{folder}/METADATA", metadata().encode())
    wheel.add(f"{folder}/WHEEL", f"Wheel-Version: 1.0\nGenerator: pawl\nRoot-Is-Purelib: false\nTag: {tag()}\n".encode())
    wheel.close(folder)
    return name


def build_sdist(sdist_directory, config_settings=None):
    root = f"{NAME}-{VERSION}"

    def plain(entry):
        entry.uid = entry.gid = entry.mtime = 0
        entry.uname = entry.gname = ""
        return None if "__pycache__" in entry.name else entry

    with tarfile.open(Path(sdist_directory) / f"{root}.tar.gz", "w:gz", format=tarfile.PAX_FORMAT) as archive:
        for name in ("LICENSE", "README.md", "csrc", "pawl", "pawl_build.py", "pyproject.toml"):
            archive.add(HERE / name, f"{root}/{name}", filter=plain)
        with tempfile.NamedTemporaryFile("w", suffix="PKG-INFO") as file:
            file.write(metadata())
            file.flush()
            archive.add(file.name, f"{root}/PKG-INFO", filter=plain)
    return f"{root}.tar.gz"


def get_requires_for_build_wheel(config_settings=None):
    return []


get_requires_for_build_sdist = get_requires_for_build_wheel
