# default.nix - nix-build -E 'with import <nixpkgs> {}; callPackage ./. {}'
{ lib, stdenv, cmake }:

stdenv.mkDerivation {
  pname = "@NAME@";
  version = "@VERSION@";
  src = lib.cleanSource ./.;
  nativeBuildInputs = [ cmake ];
  cmakeFlags = [ "-DBUILD_SHARED_LIBS=ON" "-DPAWL_LIBFIXMATH_DIR=${./libfixmath}" ];
  meta = {
    description = "@SUMMARY@";
    homepage = "@REPOSITORY@";
    license = lib.licenses.mit;
    platforms = lib.platforms.all;
  };
}
