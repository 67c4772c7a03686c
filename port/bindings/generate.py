"""generate.py - a binding of pawl for a language, from the description of the interface.

    generate.py LANGUAGE API OUT

port/bindings/LANGUAGE/emit.py writes it into the folder OUT; model.py is what all of them share.
"""

import importlib.util
import sys
from pathlib import Path

import model


def main():
    language, path, folder = sys.argv[1], sys.argv[2], Path(sys.argv[3])
    place = Path(__file__).resolve().parent / language / "emit.py"
    if not place.is_file():
        sys.exit(f"bindings: no port/bindings/{language}/emit.py")
    specification = importlib.util.spec_from_file_location(f"emit_{language}", place)
    emitter = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(emitter)
    folder.mkdir(parents=True, exist_ok=True)
    emitter.emit(model.Model(path), folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
