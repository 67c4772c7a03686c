# port.mk - Game Boy Advance: hot files as ARM code in IWRAM (gba), or everything as Thumb code in ROM
# (gba-thumb). Programs run in mGBA's core, through run.sh and tests/target/gbarun.c.

# gba_target NAME
define gba_target
TARGET_PORT.$1 := gba
TARGET_CC.$1 := arm-none-eabi-gcc
TARGET_FLAGS.$1 := -mcpu=arm7tdmi -mthumb -mthumb-interwork -ffreestanding \
    -isystem port/common/include
TARGET_LINK.$1 = -nostdlib -nostartfiles -L$$(B) -Tport/gba/gba.ld -Wl,--gc-sections
TARGET_LIBS.$1 := -lgcc
TARGET_RUN.$1 := port/gba/run.sh
TARGET_TOOLS.$1 := build/tools/gbarun
TARGET_WORLD_BYTES.$1 := 196608
TARGET_GOLDEN_STEPS.$1 := 60
TARGET_PACKAGES.$1 := gcc-arm-none-eabi libmgba-dev libpng-dev
endef

$(eval $(call gba_target,gba))
$(eval $(call gba_target,gba-thumb))

# What a step spends its time in, measured with gbarun --profile: in resting piles the first three,
# in falling ones collide_polygon.c. IWRAM is 32 KB, and scratch memory and the stack want to be there
# too, so this is compiled to be small. The kernels alone are optimised for speed, but with no more
# inlining than the compiler thinks right (src/solver/solver_body.h): 7 KB less, and 7 % slower.
# What small code has one copy of is compiled alike (one_copy.c, active.c); the kernels have copies of
# their own, as where the library is one file.
TARGET_HOT.gba := $(addprefix src/solver/,contact_solver.c contact_row.c one_copy.c) \
    $(addprefix src/step/,step_5_solve.c active.c) \
    src/collide/collide_polygon.c src/fx/quotient.c port/gba/memory.c
TARGET_HOT_FLAGS.gba = -marm \
    $(if $(filter %/contact_solver.o,$@),-O2 -fno-tree-pre -fno-gcse -D__OPTIMIZE_SIZE__ -DPAWL_LINK_ALL=1,-Os)
# Division, and multiplication of 64 bits, of the ARM variant of libgcc.
TARGET_LINK.gba += -marm
TARGET_HOT_MEMBERS.gba := _udivmoddi4.o _aeabi_uldivmod.o _aeabi_ldivmod.o _clzsi2.o _clzdi2.o \
    _arm_muldi3.o _muldi3.o _divsi3.o _udivsi3.o

# The game of examples/gba: a few round bodies that touch little. There a step spends as much in
# looking after bodies as in solving contacts, and nothing in polygons. Not one of the targets that
# all programs are tried on: it exists when it is asked for.
ifeq ($(TARGET),gba-game)
$(eval $(call gba_target,gba-game))
TARGET_HOT.gba-game := $(filter-out %/collide_polygon.c,$(TARGET_HOT.gba)) \
    $(addprefix src/step/,step_4_prepare.c step_9_finish.c) src/world/shape.c \
    $(addprefix src/fx/,int128.c isqrt.c product.c vec.c)
TARGET_HOT_FLAGS.gba-game = $(TARGET_HOT_FLAGS.gba)
TARGET_LINK.gba-game += -marm
TARGET_HOT_MEMBERS.gba-game := $(TARGET_HOT_MEMBERS.gba)
endif
