# expected.awk - writes the goldens as tables for golden_board.c, in the order of the scenes and of
# the levels.
#
#   awk -v folder=tests/golden -f expected.awk tests/golden/scenes.inc tests/golden/levels.c

# Hashes are hexadecimal, and numbers of things in a level are decimal.
function value(word, is_count) {
    sub(/.*=/, "", word)
    return "UINT32_C(" (is_count ? "" : "0x") word ")"
}

function put_table(name, first, past) {
    print "static const uint32_t *const " name "[] = {"
    for (i = first; i < past; i++)
        print "    expected_" i ","
    print "};"
}

BEGIN { print "/* Generated from tests/golden; do not edit. */" }

/^    \{"/ {
    split($0, parts, "\"")
    is_level = parts[2] ~ /^level-/
    scenes += !is_level
    path = folder "/" parts[2] ".txt"
    printf "static const uint32_t expected_%d[] GOLDEN_ROM = {\n", count++
    lines = 0
    while ((getline line < path) > 0) {
        if (line ~ /^#/) continue
        split(line, words, " ")
        second = line ~ /^faults/ ? words[2] : words[3]
        first = line ~ /^faults/ ? words[1] : words[2]
        printf "    %s, %s,\n", value(first, is_level), value(second)
        lines++
    }
    close(path)
    words_of[count - 1] = 2 * lines
    if (lines == 0) {
        print "expected.awk: " path " is missing or empty" > "/dev/stderr"
        exit failed = 1
    }
    print "};"
}

END {
    if (failed) exit 1
    put_table("expected", 0, scenes)
    put_table("expected_levels", scenes, count)
    print "static const uint32_t expected_level_words[] = {"
    for (i = scenes; i < count; i++)
        print "    " words_of[i] ","
    print "};"
}
