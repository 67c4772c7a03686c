# expected.awk - writes the goldens as tables for golden_board.c, in the order of the scenes.
#
#   awk -v folder=tests/golden -f expected.awk tests/golden/scenes.inc

function value(word) {
    sub(/.*=/, "", word)
    return "UINT32_C(0x" word ")"
}

BEGIN { print "/* Generated from tests/golden; do not edit. */" }

/^    \{"/ {
    split($0, parts, "\"")
    path = folder "/" parts[2] ".txt"
    printf "static const uint32_t expected_%d[] GOLDEN_ROM = {\n", count++
    lines = 0
    while ((getline line < path) > 0) {
        if (line ~ /^#/) continue
        split(line, words, " ")
        first = line ~ /^tick/ ? words[2] : words[1]
        second = line ~ /^tick/ ? words[3] : words[2]
        printf "    %s, %s,\n", value(first), value(second)
        lines++
    }
    close(path)
    if (lines == 0) {
        print "expected.awk: " path " is missing or empty" > "/dev/stderr"
        exit failed = 1
    }
    print "};"
}

END {
    if (failed) exit 1
    print "static const uint32_t *const expected[] = {"
    for (i = 0; i < count; i++)
        print "    expected_" i ","
    print "};"
}
