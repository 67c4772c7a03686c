"""In place of Conan's."""
import shutil
from pathlib import Path


def copy(recipe, pattern, src, dst):
    del recipe
    for path in Path(src).glob(pattern):
        Path(dst).mkdir(parents=True, exist_ok=True)
        shutil.copy(path, dst)
