"""In place of Conan's."""
