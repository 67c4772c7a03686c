# shellcheck shell=bash
# support.sh - what the tests of packages share; they source it in the root of the repository.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0
failed=0
skipped=0

# expect NAME COMMAND...: that it succeeds; else what it printed is shown.
expect() {
    local name=$1
    shift
    if "$@" >"$work/log" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $name"
        tail -n 20 "$work/log"
    fi
}

# skip NAME [REASON]: what this machine has no tool for, and so is not run.
skip() {
    skipped=$((skipped + 1))
    echo "not run: $1${2:+: $2}"
}

# write_readme_program FILE: the program in README.
write_readme_program() {
    # shellcheck disable=SC2016 # backquotes of Markdown
    sed -n '/^```c$/,/^```$/p' README.md | sed '1d;$d' >"$1"
}

# finish TITLE: says how many have passed; the status of the test.
finish() {
    echo "$1: $passed passed, $failed failed$([ "$skipped" = 0 ] || echo ", $skipped skipped")"
    [ "$failed" = 0 ]
}
