# port.mk - POSIX systems: this machine, and others under qemu-user.

TARGETS += native m32 powerpc
$(foreach name,native m32 powerpc,$(eval TARGET_PORT.$(name) := posix))

# gcc-12-multilib lacks a link to the asm/ headers, hence -idirafter.
TARGET_FLAGS.m32 := -m32 -idirafter /usr/include/x86_64-linux-gnu -msse2 -mfpmath=sse

TARGET_CC.powerpc := powerpc-linux-gnu-gcc
TARGET_LINK.powerpc := -static
TARGET_RUN.powerpc := qemu-ppc
