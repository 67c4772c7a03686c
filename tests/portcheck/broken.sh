#!/bin/bash
# broken.sh - builds ports that are broken in a known way, and requires that portcheck says so.
#
# A broken port is the sound one with some of its objects taken from changed sources: they are
# linked before the library, whose own are then left out. `make portcheck-broken` calls this with
# the commands in the environment:
#   COMPILE      compiler and options for a program of port/, up to -c
#   COMPILE_FIX  compiler and options for libfixmath
#   LINK, LIBS   how programs are linked
#   OBJECTS      what portcheck is made of, libraries last
#   FIXMATH      the folder of libfixmath's sources
#   RUN          what runs a program; WORK: a folder to build in
set -uo pipefail
passed=0
failed=0

say() { # ok?, text
    if [ "$1" = 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "portcheck-broken: $2"
    fi
}

# The commands come as the shell would read them. Options of the caller come first: a changed
# header is found before the sound one.
compile() {
    local command=${COMPILE%% *} options=${COMPILE#* } more
    more=$(printf ' %q' "$@")
    eval "$command $more $options" || say 1 "does not compile: $*"
}

# Change a source by a sed expression, which must find something, and compile it.
# change NAME SOURCE EXPRESSION [OPTION...]: writes $WORK/NAME.o
change() {
    local name=$1 source=$2 expression=$3
    shift 3
    sed "$expression" "$source" >"$WORK/$name.c"
    if cmp -s "$source" "$WORK/$name.c"; then
        say 1 "$name: the expression changes nothing in $source"
        return 1
    fi
    compile -I"$(dirname "$source")" "$@" -c -o "$WORK/$name.o" "$WORK/$name.c"
}

# Link portcheck from other objects first; "without=NAME" leaves an object of the sound one out.
link() { # NAME [without=PART | OBJECT]...
    local name=$1 part more=()
    # shellcheck disable=SC2153 # of the environment
    local objects=$OBJECTS
    shift
    for part in "$@"; do
        case $part in
        without=*) objects=$(tr ' ' '\n' <<<"$objects" | grep -v "/${part#without=}\$" | xargs) ;;
        *) more+=("$part") ;;
        esac
    done
    # shellcheck disable=SC2086 # lists
    if ! $LINK -o "$WORK/$name" "${more[@]}" $objects $LIBS 2>"$WORK/$name.log"; then
        say 1 "$name does not link: $(head -n 3 "$WORK/$name.log")"
        return 1
    fi
}

# The first line with FAIL must match a pattern, and so must the verdict and the status, unless what
# is broken may end the program.
expect_fail() { # NAME PATTERN [may]
    local status
    # shellcheck disable=SC2086 # a command
    timeout 20 $RUN "$WORK/$1" >"$WORK/$1.txt"
    status=$?
    grep -m1 FAIL "$WORK/$1.txt" | grep -Eq "$2" && [ "$status" != 0 ] &&
        { [ "${3:-}" = may ] || [ "$status" = 1 ]; } &&
        { [ "$status" != 1 ] || { grep -q '^VERDICT: NOT' "$WORK/$1.txt" &&
            tail -n1 "$WORK/$1.txt" | grep -q 'verdict=fail$'; }; }
    say $? "$1: expected '$2' and status 1, found status $status and $(cat "$WORK/$1.txt")"
    grep -m1 FAIL "$WORK/$1.txt" | sed "s/^/$1: /"
    # Wrong arithmetic also shows in the fingerprint.
    if grep -Eq '^ [12] .*FAIL' "$WORK/$1.txt"; then
        ! grep -Eq 'fingerprint ([0-9a-f]+) \(reference \1\)' "$WORK/$1.txt"
        say $? "$1: the fingerprint is that of a sound port"
    fi
}

expect_pass() { # NAME
    # shellcheck disable=SC2086 # a command
    $RUN "$WORK/$1" >"$WORK/$1.txt" && grep -q 'verdict=pass$' "$WORK/$1.txt"
    say $? "$1: must pass, but: $(cat "$WORK/$1.txt")"
}

rm -rf "$WORK"
mkdir -p "$WORK"
stage='^ [1-9] [a-z ]+ FAIL'

# ---- memory functions that are wrong from some length on, or at some ends ----
# memory NAME FUNCTION BODY [end]: portcheck with this function among three of its own; to, from, n,
# d and f are at hand. The first stage must name it; what comes after may crash (end: may).
memory() {
    local name=$1 function=$2 body=$3 end=${4:-} memcpy=$up memset=$set
    local memmove="if (d <= f) { $up } else { $down }"
    local "$function=$body"
    cat >"$WORK/$name.c" <<END
#include <stddef.h>
#define START unsigned char *d = to; const unsigned char *f = from
void *memcpy(void *to, const void *from, size_t n) { START; $memcpy return to; }
void *memmove(void *to, const void *from, size_t n) { START; $memmove return to; }
void *memset(void *to, int value, size_t n) { unsigned char *d = to; $memset return to; }
END
    compile -fno-builtin -fno-tree-loop-distribute-patterns -c -o "$WORK/$name.o" \
        "$WORK/$name.c" && link "$name" "$WORK/$name.o" &&
        expect_fail "$name" "${stage/\[1-9\]/1}.* $function\([0-9,]+\) = [0-9]+, expected " "$end"
}
up='for (size_t i = 0; i < n; i++) d[i] = f[i];'
down='while (n--) d[n] = f[n];'
set='for (size_t i = 0; i < n; i++) d[i] = (unsigned char)value;'
memory memcpy-words memcpy "n = n / 4 * 4; $up" may
memory memcpy-byte-counter memcpy "n &= 255; $up" may
memory memcpy-beyond-1024 memcpy "n = n > 1024 ? n & 1023 : n; $up"
memory memcpy-one-more memcpy "n += n > 100; $up" may
memory memmove-upwards memmove "$up"
memory memmove-downwards memmove "$down"
memory memmove-beyond-256 memmove "if (d <= f || n > 256) { $up } else { $down }"
memory memset-words memset "n = n / 4 * 4; $set" may
memory memset-byte-counter memset "n &= 255; $set" may
memory memset-zero memset "(void)value; value = 0; $set"

# ---- a division that is one too small where both are long ----
change division port/portcheck/routines.c \
    's|dividend / divisor,|dividend / divisor - (dividend >> 63 \&\& divisor >> 32),|' &&
    link division without=routines.o "$WORK/division.o" &&
    expect_fail division "${stage/\[1-9\]/1}.*uint64 / and % of all lengths = 0, expected 1"

if [ "${1:-}" = board ]; then # start-up code is a board's
    change bss-left port/cortex-m/start.c 's|\*to = 0;|*to = 0xA5A5A5A5u;|' &&
        link bss-left without=start.o "$WORK/bss-left.o" &&
        expect_fail bss-left "${stage/\[1-9\]/1}.*zeroed bytes = 0, expected "
    change data-left port/cortex-m/start.c 's|\*to = \*from++;|from++;|' &&
        link data-left without=start.o "$WORK/data-left.o" &&
        expect_fail data-left "${stage/\[1-9\]/1}.*initialised variable = "
    # 3 KB of stack are too few for a snapshot, which the board says where it happens.
    bss=$(nm "$WORK/data-left" | awk '$3 == "pawli_bss_end" { print $1 }')
    link short-stack "-Wl,--defsym=RAM_SIZE=$((0x$bss - 0x20000000 + 2048))" && {
        # shellcheck disable=SC2086 # a command
        timeout 20 $RUN "$WORK/short-stack" >"$WORK/short-stack.txt"
        status=$?
        line='^ 8 snapshot    fault at program counter [0-9a-f]{8}, stack 20[0-9][0-9] of 20[0-9][0-9] bytes: it ran out$'
        grep -Eq "$line" "$WORK/short-stack.txt" && [ "$status" = 99 ]
        say $? "short-stack: status $status and $(cat "$WORK/short-stack.txt")"
        grep fault "$WORK/short-stack.txt" | sed 's/^/short-stack: /'
    }
    link sound && expect_pass sound
    echo "portcheck-broken on a board: $passed passed, $failed failed"
    [ "$failed" = 0 ]
    exit
fi

# ---- rounding ----
change div-truncates src/fx/fx.c 's|(numerator + denominator / 2u) / denominator|numerator / denominator|' &&
    link div-truncates "$WORK/div-truncates.o" &&
    expect_fail div-truncates "${stage/\[1-9\]/2}.*pawl_div\(-?[0-9]+,-?[0-9]+\) = -?[0-9]+, expected "
change turn-truncates src/fx/vec.c 's|pawli_near(pawli_product_add|pawli_floor(pawli_product_add|' &&
    link turn-truncates "$WORK/turn-truncates.o" &&
    expect_fail turn-truncates "${stage/\[1-9\]/2}.*pawl_rotate\("
mkdir -p "$WORK/half-down-include/pawl"
sed 's|magnitude + 0x8000u|magnitude + 0x7FFFu|' include/pawl/fx.h >"$WORK/half-down-include/pawl/fx.h"
change half-down port/portcheck/fixed.c '1s|fixed.c|half-down.c|' -I"$WORK/half-down-include" &&
    link half-down without=fixed.o "$WORK/half-down.o" &&
    expect_fail half-down "${stage/\[1-9\]/2}.*pawl_mul"

# ---- what avr-gcc 5.4 makes of an int64: the shift is missing ----
change int64 port/portcheck/integers.c 's|((product & 0x8000) >> 15);|(product \& 0x8000);|' &&
    link int64 without=integers.o "$WORK/int64.o" &&
    expect_fail int64 "${stage/\[1-9\]/1}.*int64 \(p & 0x8000\) >> 15 = 32768, expected 1"

# ---- libfixmath with other options ----
fixmath() { # NAME OPTION...
    local name=$1 file
    shift
    for file in fix16 fix16_sqrt fix16_trig; do
        # shellcheck disable=SC2086 # a command
        $COMPILE_FIX "$@" -c -o "$WORK/$name-$file.o" "$FIXMATH/libfixmath/$file.c"
    done
    link "$name" "$WORK/$name"-fix16*.o &&
        expect_fail "$name" "${stage/\[1-9\]/2}.*pawl_fixmath_self_check = "
}
fixmath no-rounding -DFIXMATH_NO_CACHE -DFIXMATH_OPTIMIZE_8BIT -DFIXMATH_NO_ROUNDING
fixmath no-overflow -DFIXMATH_NO_CACHE -DFIXMATH_OPTIMIZE_8BIT -DFIXMATH_NO_OVERFLOW
fixmath hard-divide -DFIXMATH_NO_CACHE
fixmath sine-table -DFIXMATH_NO_CACHE -DFIXMATH_OPTIMIZE_8BIT -DFIXMATH_SIN_LUT
for option in NO_ROUNDING NO_OVERFLOW FAST_SIN SIN_LUT NO_64BIT; do
    text=$(eval "$COMPILE -isystem $FIXMATH -DFIXMATH_$option -c -o $WORK/refused.o" \
        src/fx/fixmath.c 2>&1)
    grep -q 'error: .*pawl needs libfixmath without' <<<"$text"
    say $? "src/fx/fixmath.c is not refused with FIXMATH_$option"
done

# ---- knobs, and the hash ----
change knobs port/portcheck/layout.c '1s|layout.c|knobs.c|' -DPAWL_ASSERTS=1 &&
    link knobs without=layout.o "$WORK/knobs.o" &&
    expect_fail knobs "${stage/\[1-9\]/3}.*knobs of program and library agree = 0"
change packed port/portcheck/layout.c '1s|layout.c|packed.c|' -fpack-struct=1 &&
    link packed without=layout.o "$WORK/packed.o" &&
    expect_fail packed "${stage/\[1-9\]/3}"
change xxh32 src/base/xxh32.c '0,/PAWLI_XXH32_PRIME2/s//0x85EBCA79u/' &&
    link xxh32 "$WORK/xxh32.o" && expect_fail xxh32 "${stage/\[1-9\]/4}.*pawl_xxh32"

# ---- the engine ----
change softness src/solver/softness.c 's|(angle \* frequency / a1)|(angle * frequency / a1 + 1u)|' &&
    link softness "$WORK/softness.o" &&
    expect_fail softness "${stage/\[1-9\]/5}.*world at tick"

# ---- what a failure points at ----
while read -r section; do
    grep -Eiq "^### ${section//-/ }\$" docs/porting.md
    say $? "docs/porting.md has no section $section"
done < <(sed -n 's/^STAGE(.*, "\(.*\)")$/\1/p' port/portcheck/stages.h)

while read -r hash; do
    grep -iq "0x$hash" port/portcheck/reference.h
    say $? "docs/porting.md shows the hash $hash, which no stage has"
done < <(sed -n 's/^ [1-9] [a-z ]* ok   \([0-9a-f]*\) .*/\1/p' docs/porting.md)

# ---- and what is not broken ----
mkdir -p "$WORK/copy"
cp -r Makefile examples include port tests "$WORK/copy"
for name in a_port z_port; do # before and after the template in the order of the alphabet
    cp -r port/template "$WORK/copy/port/$name"
    targets=$(env -i PATH="$PATH" make -s -C "$WORK/copy" targets 2>/dev/null)
    grep -q "^$name *port/$name\$" <<<"$targets"
    say $? "a copy of port/template called $name is no target"
done
link sound && expect_pass sound
all=()
for part in check fixed hash integers layout portcheck scenes; do
    compile -funsigned-char -c -o "$WORK/unsigned-$part.o" port/portcheck/$part.c
    all+=("$WORK/unsigned-$part.o" "without=$part.o")
done
link unsigned-char "${all[@]}" && expect_pass unsigned-char

echo "portcheck-broken: $passed passed, $failed failed"
[ "$failed" = 0 ]
