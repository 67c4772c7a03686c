# port.mk - ESP32-C3 and its like: RV32IMC. What a maker copies into a project of ESP-IDF is run on
# QEMU's "virt" machine, where vendor.c stands in for ESP-IDF.

TARGET_PORT.esp32c3 := esp32c3
TARGET_CC.esp32c3 := riscv64-unknown-elf-gcc
TARGET_FLAGS.esp32c3 := -march=rv32imc -mabi=ilp32 -mcmodel=medany -ffreestanding \
    -isystem port/common/include -isystem port/esp32c3/vendor
# ESP-IDF leaves some 300 KB of RAM to a program; the goldens take 9.5 KB of stack.
TARGET_LINK.esp32c3 := -nostdlib -nostartfiles -Tport/riscv/virt.ld -Wl,--gc-sections \
    -Wl,--defsym=STACK_SIZE=16384
TARGET_LIBS.esp32c3 := -lgcc
TARGET_OPT.esp32c3 := -Os
TARGET_RUN.esp32c3 := port/esp32c3/run.sh
TARGET_WORLD_BYTES.esp32c3 := 196608
TARGET_PACKAGES.esp32c3 := gcc-riscv64-unknown-elf qemu-system-misc
