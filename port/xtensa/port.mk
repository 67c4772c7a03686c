# port.mk - Xtensa lx106, the processor of the ESP8266, on QEMU's "sim" machine.

TARGET_PORT.xtensa := xtensa
TARGET_CC.xtensa := xtensa-lx106-elf-gcc
# Constants lie between functions: a program of more than 256 KB does not reach them otherwise.
TARGET_FLAGS.xtensa := -mlongcalls -mtext-section-literals -ffreestanding -isystem port/common/include
TARGET_LINK.xtensa := -nostdlib -nostartfiles -Tport/xtensa/sim.ld -Wl,--gc-sections
# helpers.c stands in for parts of libgcc, which calls some of them itself.
TARGET_LIBS.xtensa := -lgcc
TARGET_RUN.xtensa := port/xtensa/run.sh
TARGET_PACKAGES.xtensa := gcc-xtensa-lx106 qemu-system-misc
