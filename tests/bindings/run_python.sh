#!/bin/sh
# run_python.sh - a program of port/bindings/python, or `test`.     usage: run_python.sh PROGRAM [ARGUMENT]
set -eu
program=$1
shift
PAWL_LIBRARY=$PWD/build/bindings/libpawl.so
PYTHONPATH=build/bindings/python
export PAWL_LIBRARY PYTHONPATH
case $program in
test) exec python3 -B tests/bindings/test_python.py ;;
*) exec python3 -B "port/bindings/python/programs/$program.py" "$@" ;;
esac
