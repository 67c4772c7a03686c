# expected.awk - writes the goldens as tables for golden_board.c, in the order of the scenes, of the
# levels and of the arcades; soft bodies and episodes come last.
#
#   awk -v folder=tests/golden -f expected.awk tests/golden/scenes.inc tests/golden/levels.c \
#       tests/golden/arcades.c

# Hashes are hexadecimal; faults, and numbers of things in a level, are decimal.
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

# All words of a line but the tick: hashes, and numbers of things.
function put_words(line,   words, count, i, key) {
    count = split(line, words, " ")
    for (i = 1; i <= count; i++) {
        key = words[i]
        sub(/=.*/, "", key)
        if (key == "tick") continue
        printf "    %s,\n", value(words[i], key !~ /^(motion|state|answers|hash)$/)
        total++
    }
}

function put_more(name,   path, line) {
    path = folder "/" name ".txt"
    total = 0
    printf "static const uint32_t expected_more_%d[] GOLDEN_ROM = {\n", more
    while ((getline line < path) > 0)
        if (line !~ /^#/) put_words(line)
    close(path)
    print "};"
    more_names[more] = name
    more_words[more++] = total
    if (total > 0) return
    print "expected.awk: " path " is missing or empty" > "/dev/stderr"
    exit failed = 1
}

# One hash for each episode.
function put_episodes(   path, line, words, total) {
    path = folder "/episodes.txt"
    print "static const uint32_t expected_episodes[] GOLDEN_ROM = {"
    while ((getline line < path) > 0) {
        if (line ~ /^#/) continue
        split(line, words, " ")
        printf "    %s,\n", value(words[2])
        total++
    }
    close(path)
    print "};"
    if (total > 0) return
    print "expected.awk: " path " is missing or empty" > "/dev/stderr"
    exit failed = 1
}

BEGIN {
    print "/* Generated from tests/golden; do not edit. */"
    more = 0
}

/^    \{"arcade\// {
    split($0, parts, "\"")
    put_more(parts[2])
    next
}

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
        printf "    %s, %s,\n", value(first, is_level || line ~ /^faults/), value(second)
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
    put_more("soft")
    put_episodes()
    print "static const uint32_t *const expected_more[] = {"
    for (i = 0; i < more; i++)
        print "    expected_more_" i ","
    print "};"
    print "static const char *const expected_more_names[] = {"
    for (i = 0; i < more; i++)
        print "    \"" more_names[i] "\","
    print "};"
    print "static const uint32_t expected_more_words[] = {"
    for (i = 0; i < more; i++)
        print "    " more_words[i] ","
    print "};"
    put_table("expected", 0, scenes)
    put_table("expected_levels", scenes, count)
    print "static const uint32_t expected_level_words[] = {"
    for (i = scenes; i < count; i++)
        print "    " words_of[i] ","
    print "};"
}
