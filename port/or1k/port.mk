# port.mk - OpenRISC 1000 without an operating system, on QEMU: big-endian bare metal.

TARGET_PORT.or1k := or1k
TARGET_CC.or1k := or1k-elf-gcc
TARGET_FLAGS.or1k := -ffreestanding -isystem port/common/include
TARGET_LINK.or1k := -nostdlib -nostartfiles -Tport/or1k/sim.ld -Wl,--gc-sections
TARGET_LIBS.or1k := -lgcc
TARGET_RUN.or1k := port/or1k/run.sh
# A second of the goldens takes some ten seconds here.
TARGET_GOLDEN_STEPS.or1k := 60
TARGET_PACKAGES.or1k := gcc-or1k-elf qemu-system-misc
