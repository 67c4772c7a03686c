{
  description = "@SUMMARY@";
  inputs.nixpkgs.url = "nixpkgs";
  outputs = { self, nixpkgs }:
    let systems = [ "x86_64-linux" "aarch64-linux" "x86_64-darwin" "aarch64-darwin" ];
    in {
      packages = nixpkgs.lib.genAttrs systems (system: {
        default = nixpkgs.legacyPackages.${system}.callPackage ./default.nix { };
      });
    };
}
