#!/bin/sh
# run_go.sh - a program of port/bindings/go, or `test`.     usage: run_go.sh PROGRAM [ARGUMENT]
#
# From the module of `make package-go`, without network; the C sources in it are compiled by cgo.
set -eu
program=$1
shift
command -v go >/dev/null || {
    echo "no go: apt-get install golang-go" >&2
    exit 77
}
GOPROXY=off GOFLAGS=-mod=mod GO111MODULE=on CGO_ENABLED=1 CGO_CFLAGS=-O0
GOCACHE=$PWD/build/bindings/go-cache
GOBIN=$PWD/build/bindings/go-programs
export GOPROXY GOFLAGS GO111MODULE CGO_ENABLED CGO_CFLAGS GOCACHE
cd build/package/go
case $program in
test) exec go test -count=1 . ;;
*)
    mkdir -p "$GOBIN"
    go build -o "$GOBIN/" ./programs/... >&2
    cd ../../..
    exec "$GOBIN/$program" "$@"
    ;;
esac
