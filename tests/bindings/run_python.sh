#!/bin/sh
# run_python.sh - a program of port/bindings/python, or `test`.     usage: run_python.sh PROGRAM [ARGUMENT]
set -eu
program=$1
shift
PAWL_LIBRARY=$PWD/build/bindings/libpawl.so
PYTHONPATH=build/bindings/python
export PAWL_LIBRARY PYTHONPATH
case $program in
test)
    python3 -B tests/bindings/test_python.py
    # As a user has it: a source package, which pip builds and installs without network.
    make --no-print-directory -s package-python
    place=$(mktemp -d)
    trap 'rm -rf "$place"' EXIT
    (cd build/package/python && CFLAGS=-O0 python3 -B -c "import pawl_build; pawl_build.build_sdist('$place')")
    CFLAGS=-O0 python3 -m pip install --quiet --no-index --no-cache-dir --disable-pip-version-check \
        --root-user-action=ignore --target "$place/site" "$place"/pawl-*.tar.gz
    unset PAWL_LIBRARY
    PYTHONPATH=$place/site python3 -B port/bindings/python/programs/hello.py >"$place/out"
    PYTHONPATH=build/bindings/python PAWL_LIBRARY=$PWD/build/bindings/libpawl.so \
        python3 -B port/bindings/python/programs/hello.py | diff - "$place/out"
    ;;
*) exec python3 -B "port/bindings/python/programs/$program.py" "$@" ;;
esac
