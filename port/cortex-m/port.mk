# port.mk - Arm Cortex-M boards as QEMU models them. Output and exit status go through
# semihosting; start.c and cortex-m.ld need no C library.

# board NAME CPU-FLAGS MACHINE FLASH FLASH_SIZE RAM RAM_SIZE
define cortex_m_board
TARGET_PORT.$1 := cortex-m
TARGET_CC.$1 := arm-none-eabi-gcc
TARGET_FLAGS.$1 := $2 -mthumb -ffreestanding -isystem port/common/include
TARGET_LINK.$1 := -nostdlib -nostartfiles -Tport/cortex-m/cortex-m.ld -Wl,--gc-sections \
    -Wl,--defsym=FLASH=$4,--defsym=FLASH_SIZE=$5,--defsym=RAM=$6,--defsym=RAM_SIZE=$7
TARGET_LIBS.$1 := -lgcc
TARGET_RUN.$1 := port/cortex-m/run.sh $3
TARGET_PACKAGES.$1 := gcc-arm-none-eabi qemu-system-arm
endef

$(eval $(call cortex_m_board,cortex-m0,-mcpu=cortex-m0,microbit,0,256K,0x20000000,16K))
$(eval $(call cortex_m_board,cortex-m3,-mcpu=cortex-m3,lm3s6965evb,0,256K,0x20000000,64K))
# The same processor with room for the larger programs of the tests.
$(eval $(call cortex_m_board,cortex-m0-64k,-mcpu=cortex-m0,lm3s6965evb,0,256K,0x20000000,64K))
