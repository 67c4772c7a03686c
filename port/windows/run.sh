#!/bin/sh
# run.sh PROGRAM - run a Windows program in Wine; its status is the program's. Wine keeps its files
# in build/wine.
export WINEDEBUG=-all WINEPREFIX="${WINEPREFIX:-$PWD/build/wine}"
exec wine "$1"
