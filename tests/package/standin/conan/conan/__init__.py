"""In place of Conan's: what a recipe inherits."""


class ConanFile:
    def __init__(self, settings, options, folders):
        self.settings, self.options = settings, options
        self.source_folder, self.build_folder, self.package_folder = folders
