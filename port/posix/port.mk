# port.mk - POSIX systems: this machine, and others under qemu-user.

TARGET_PORT.native := posix
# The archives of this machine can be linked into shared libraries, for engines and other languages.
# Calls within the library stay what they are: no other program may take their place.
TARGET_PIC.native := -fPIC $(if $(filter-out Darwin,$(SYSTEM)),-fno-semantic-interposition)

TARGET_PORT.m32 := posix
# gcc-12-multilib lacks a link to the asm/ headers, hence -idirafter.
TARGET_FLAGS.m32 := -m32 -idirafter /usr/include/x86_64-linux-gnu -msse2 -mfpmath=sse
# A kernel for 64-bit programs alone does not start even the loader of the others. bash says so,
# where other shells would read the program as a script.
TARGET_RUN.m32 = $(if $(shell bash -c '/lib/ld-linux.so.2 --version' 2>/dev/null),,qemu-i386 -cpu max)

TARGET_PORT.lto := posix
TARGET_PACKAGES.lto := clang lld llvm
TARGET_FLAGS.lto = -flto
TARGET_PIC.lto := $(TARGET_PIC.native)
TARGET_LINK.lto = $(if $(findstring clang,$(CC)),-fuse-ld=lld)
TARGET_AR.lto = $(if $(findstring clang,$(CC)),llvm-ar,gcc-ar)

# posix_system NAME COMPILER-PREFIX EMULATOR LIBC-PACKAGE, linked statically: qemu-user then needs
# no libraries of the other system.
define posix_system
TARGET_PORT.$1 := posix
TARGET_CC.$1 := $2-gcc
TARGET_LINK.$1 := -static
TARGET_RUN.$1 := $3
TARGET_PACKAGES.$1 := gcc-$2 $4 qemu-user
endef

$(eval $(call posix_system,aarch64,aarch64-linux-gnu,qemu-aarch64,libc6-dev-arm64-cross))
$(eval $(call posix_system,armhf,arm-linux-gnueabihf,qemu-arm,libc6-dev-armhf-cross))
$(eval $(call posix_system,armel,arm-linux-gnueabi,qemu-arm,libc6-dev-armel-cross))
$(eval $(call posix_system,powerpc,powerpc-linux-gnu,qemu-ppc,libc6-dev-powerpc-cross))
$(eval $(call posix_system,ppc64,powerpc64-linux-gnu,qemu-ppc64,libc6-dev-ppc64-cross))
$(eval $(call posix_system,ppc64le,powerpc64le-linux-gnu,qemu-ppc64le,libc6-dev-ppc64el-cross))
$(eval $(call posix_system,s390x,s390x-linux-gnu,qemu-s390x,libc6-dev-s390x-cross))
$(eval $(call posix_system,mips,mips-linux-gnu,qemu-mips,libc6-dev-mips-cross))
$(eval $(call posix_system,mipsel,mipsel-linux-gnu,qemu-mipsel,libc6-dev-mipsel-cross))
$(eval $(call posix_system,mips64,mips64-linux-gnuabi64,qemu-mips64,libc6-dev-mips64-cross))
$(eval $(call posix_system,m68k,m68k-linux-gnu,qemu-m68k,libc6-dev-m68k-cross))
$(eval $(call posix_system,riscv64,riscv64-linux-gnu,qemu-riscv64,libc6-dev-riscv64-cross))
$(eval $(call posix_system,sparc64,sparc64-linux-gnu,qemu-sparc64,libc6-dev-sparc64-cross))
$(eval $(call posix_system,hppa,hppa-linux-gnu,qemu-hppa,libc6-dev-hppa-cross))
$(eval $(call posix_system,alpha,alpha-linux-gnu,qemu-alpha,libc6.1-dev-alpha-cross))

# A static program crashes in Debian's C library for Alpha before it reaches main.
TARGET_LINK.alpha :=
TARGET_RUN.alpha := qemu-alpha -L /usr/alpha-linux-gnu

# ARM code for the ARM7TDMI, as fast code on a Game Boy Advance is; QEMU has none of its boards.
$(eval $(call posix_system,armv4t,arm-linux-gnueabi,port/posix/run.sh qemu-arm,libc6-dev-armel-cross))
TARGET_FLAGS.armv4t := -marm -march=armv4t -mtune=arm7tdmi
