# port.mk - AVR microcontrollers as simavr models them.

# avr_chip NAME COMPILER CHIP COMPILER-FLAGS LEVEL PROGRAMS-OF-THE-MATRIX
define avr_chip
TARGET_PORT.$1 := avr
TARGET_CC.$1 := $2
TARGET_OPT.$1 := $5
TARGET_FLAGS.$1 := -mmcu=$3 $4
TARGET_LINK.$1 := -Wl,--gc-sections
TARGET_RUN.$1 := build/tools/avrrun $3
TARGET_TOOLS.$1 := build/tools/avrrun
TARGET_PORTCHECK_PARTS.$1 := session level paths
TARGET_PORTCHECK_FIRST.$1 := 1
TARGET_PROGRAMS.$1 := $6
TARGET_PACKAGES.$1 := gcc-avr avr-libc libsimavr-dev libelf-dev
endef

# What is computed once and kept needs registers, of which a 64-bit value takes eight: without the
# passes that look for it (-fno-move-loop-invariants and what follows) code is 1 % smaller.
# A function call is cheap beside 64-bit arithmetic in 8-bit registers: small functions stay
# functions, prologues are shared, and the linker's pass finds copies. All this halves the code.
# The pass `combine` of avr-gcc 5.4 takes what it knows of the first byte of a 64-bit value for all
# of it, and drops shifts of values with known low bits. Nothing but that pass is wrong, and it saves
# no code here. (-fno-split-wide-types hides the bytes from it instead, for 15 % more code.)
avr_gcc := -fdisable-rtl-combine -fno-inline -mcall-prologues -mstrict-X -fno-tree-sra \
    -fno-tree-coalesce-vars -maccumulate-args -fshort-enums -mrelax -flto -ffat-lto-objects \
    -fno-move-loop-invariants -fno-tree-loop-optimize -fno-tree-fre -fno-tree-pre \
    -fno-tree-dominator-opts -fno-rerun-cse-after-loop -fno-guess-branch-probability -fno-shrink-wrap
# The goldens do not fit; the 2560 has more flash, but less RAM. portcheck-scenes is larger
# than the flash of the 1284 since hashes follow the object table: the pile runs
# there, and `make avr-check` compares it with a PC.
$(eval $(call avr_chip,avr,avr-gcc,atmega2560,$(avr_gcc),-Os,board-hello))
$(eval $(call avr_chip,avr1284,avr-gcc,atmega1284p,$(avr_gcc),-Os,portcheck portcheck-session portcheck-level portcheck-paths pile breakout pocket))
# For the pocket (pawl/pocket.h) alone: 32 KB of flash, 2 KB of RAM.
$(eval $(call avr_chip,avr328,avr-gcc,atmega328p,$(avr_gcc),-Os,pocket))

# No clang: version 14 compiles most of the library, but its back end fails on src/mover/mover_collide.c
# at every level ("Not supported instr").
