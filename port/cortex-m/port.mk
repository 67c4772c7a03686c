# port.mk - Arm Cortex-M boards as QEMU models them. Output and exit status go through
# semihosting; start.c and cortex-m.ld need no C library.

# cortex_m_board NAME CPU-FLAGS MACHINE FLASH FLASH_SIZE RAM RAM_SIZE, and of the UART that is the
# line to another machine (link.c) TYPE ADDRESS IRQ HERTZ
define cortex_m_board
TARGET_PORT.$1 := cortex-m
TARGET_CC.$1 := arm-none-eabi-gcc
TARGET_FLAGS.$1 := $2 -mthumb -ffreestanding -isystem port/common/include
TARGET_LINK.$1 := -nostdlib -nostartfiles -Tport/cortex-m/cortex-m.ld -Wl,--gc-sections \
    -Wl,--defsym=FLASH=$4,--defsym=FLASH_SIZE=$5,--defsym=RAM=$6,--defsym=RAM_SIZE=$7
TARGET_LIBS.$1 := -lgcc
TARGET_RUN.$1 := port/cortex-m/run.sh $3
TARGET_PACKAGES.$1 := gcc-arm-none-eabi qemu-system-arm
TARGET_LINE.$1 := -DPAWLI_LINK_TYPE=UART_$8 -DPAWLI_LINK_UART=$9 -DPAWLI_LINK_IRQ=$(10) \
    -DPAWLI_LINK_HERTZ=$(11)
endef

hard_float := -mfloat-abi=hard -mfpu=fpv4-sp-d16
$(eval $(call cortex_m_board,cortex-m0,-mcpu=cortex-m0,microbit,0,256K,0x20000000,16K,NRF51,0x40002000,2,16000000))
$(eval $(call cortex_m_board,cortex-m3,-mcpu=cortex-m3,mps2-an385,0,1M,0x20000000,64K,CMSDK,0x40004000,0,25000000))
# The same processor with room for the larger programs of the tests.
$(eval $(call cortex_m_board,cortex-m0-64k,-mcpu=cortex-m0,mps2-an385,0,1M,0x20000000,64K,CMSDK,0x40004000,0,25000000))
$(eval $(call cortex_m_board,cortex-m4,-mcpu=cortex-m4,mps2-an386,0,4M,0x20000000,4M,CMSDK,0x40004000,0,25000000))
$(eval $(call cortex_m_board,cortex-m4f,-mcpu=cortex-m4 $(hard_float),netduinoplus2,0x08000000,1M,0x20000000,128K,STM32,0x40011000,37,16000000))
$(eval $(call cortex_m_board,cortex-m7,-mcpu=cortex-m7,mps2-an500,0,4M,0x20000000,4M,CMSDK,0x40004000,0,25000000))
$(eval $(call cortex_m_board,cortex-m33,-mcpu=cortex-m33,mps2-an505,0x10000000,4M,0x38000000,2M,CMSDK,0x50200000,32,20000000))
$(eval $(call cortex_m_board,cortex-m55,-mcpu=cortex-m55,mps3-an547,0,512K,0x20000000,512K,CMSDK,0x59303000,33,32000000))

# 256 KB of flash hold no soft bodies, characters and worlds that go round beside everything else
# that portcheck and the goldens use, and the rest only where the compiler is asked for small code
# everywhere.
TARGET_FLAGS.cortex-m0 += -DPAWL_WITH_SOFT=0 -DPAWL_WITH_CHARACTERS=0 -DPAWL_WITH_PERIODS=0 \
    -DPAWL_SMALL_CODE=1
# That flash holds portcheck in seven programs; the first has numbers, scenes, a level and a snapshot.
TARGET_PORTCHECK_FIRST.cortex-m0 := 15
TARGET_PORTCHECK_PARTS.cortex-m0 := session paths world state levels arcade
TARGET_PROGRAMS.cortex-m0 := portcheck $(TARGET_PORTCHECK_PARTS.cortex-m0:%=portcheck-%) golden_board
# Half a megabyte holds it in six, soft bodies apart.
TARGET_OPT.cortex-m55 := -Os
TARGET_PORTCHECK_FIRST.cortex-m55 := 4623
TARGET_PORTCHECK_PARTS.cortex-m55 := world state levels arcade soft
TARGET_PROGRAMS.cortex-m55 := portcheck $(TARGET_PORTCHECK_PARTS.cortex-m55:%=portcheck-%) golden_board
# The smallest board runs as it would be used: for size.
TARGET_OPT.cortex-m0 := -Os
TARGET_OPT.cortex-m0-64k := -Os

# What the goldens may take of the RAM; the rest is stack.
TARGET_WORLD_BYTES.cortex-m0 := 11776
TARGET_WORLD_BYTES.cortex-m0-64k := 49152
TARGET_WORLD_BYTES.cortex-m3 := 49152
TARGET_WORLD_BYTES.cortex-m4f := 98304

# cortex_m_clang NAME TRIPLE: the board NAME by clang, with the helpers of gcc's library.
define cortex_m_clang
TARGET_PORT.$1-clang := cortex-m
TARGET_CC.$1-clang := clang
TARGET_FLAGS.$1-clang := --target=$2 $(TARGET_FLAGS.$1)
TARGET_LINK.$1-clang := -fuse-ld=lld $(TARGET_LINK.$1)
TARGET_LIBS.$1-clang = $$(shell arm-none-eabi-gcc $(TARGET_FLAGS.$1) -print-libgcc-file-name)
TARGET_RUN.$1-clang := $(TARGET_RUN.$1)
TARGET_OPT.$1-clang := $(TARGET_OPT.$1)
TARGET_WORLD_BYTES.$1-clang := $(TARGET_WORLD_BYTES.$1)
TARGET_PORTCHECK_FIRST.$1-clang := $(TARGET_PORTCHECK_FIRST.$1)
TARGET_PORTCHECK_PARTS.$1-clang := $(TARGET_PORTCHECK_PARTS.$1)
TARGET_PROGRAMS.$1-clang := $(TARGET_PROGRAMS.$1)
TARGET_LINE.$1-clang := $(TARGET_LINE.$1)
TARGET_PACKAGES.$1-clang := clang lld $(TARGET_PACKAGES.$1)
endef

$(eval $(call cortex_m_clang,cortex-m0,thumbv6m-none-eabi))
# clang's code is larger: a level, saves, replays and two machines are programs of their own.
TARGET_PORTCHECK_FIRST.cortex-m0-clang := 523
TARGET_PORTCHECK_PARTS.cortex-m0-clang := level paths world saves replay duel levels arcade
TARGET_PROGRAMS.cortex-m0-clang := portcheck $(TARGET_PORTCHECK_PARTS.cortex-m0-clang:%=portcheck-%) golden_board
$(eval $(call cortex_m_clang,cortex-m3,thumbv7m-none-eabi))

# Eight registers do not hold what gcc would compute ahead of a loop: without that a TINY program takes
# 0.3 KB less, for 0.6 % more instructions.
$(foreach name,cortex-m0 cortex-m0-64k,$(eval TARGET_FLAGS.$(name) += \
    -fno-tree-loop-optimize -fno-move-loop-invariants -fno-reorder-blocks -fno-tree-copy-prop \
    -fno-inline-small-functions))
