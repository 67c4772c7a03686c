# port.mk - RISC-V without an operating system, on QEMU's "virt" machine. Output and exit status go
# through semihosting. Extensions that a program may not use are switched off in the machine too,
# so that a stray instruction traps.

# riscv_machine NAME BITS ARCH ABI CPU
define riscv_machine
TARGET_PORT.$1 := riscv
TARGET_CC.$1 := riscv64-unknown-elf-gcc
TARGET_FLAGS.$1 := -march=$3 -mabi=$4 -mcmodel=medany -ffreestanding \
    -isystem port/common/include
TARGET_LINK.$1 := -nostdlib -nostartfiles -Tport/riscv/virt.ld -Wl,--gc-sections
TARGET_LIBS.$1 := -lgcc
TARGET_RUN.$1 := port/riscv/run.sh $2 $5
TARGET_PACKAGES.$1 := gcc-riscv64-unknown-elf qemu-system-misc
endef

riscv_soft := f=false,d=false
riscv_base := m=false,a=false,c=false,$(riscv_soft)
comma := ,
$(eval $(call riscv_machine,rv32i,32,rv32i,ilp32,rv32$$(comma)$$(riscv_base)))
$(eval $(call riscv_machine,rv32e,32,rv32e,ilp32e,rv32$$(comma)$$(riscv_base)))
$(eval $(call riscv_machine,rv32imc,32,rv32imc,ilp32,rv32$$(comma)a=false$$(comma)$$(riscv_soft)))
$(eval $(call riscv_machine,rv32imac,32,rv32imac,ilp32,rv32$$(comma)$$(riscv_soft)))
$(eval $(call riscv_machine,rv64i,64,rv64i,lp64,rv64$$(comma)$$(riscv_base)))
$(eval $(call riscv_machine,rv64imac,64,rv64imac,lp64,rv64$$(comma)$$(riscv_soft)))
