# port.mk - the port of this folder. Copy port/template to port/NAME and `make TARGET=NAME portcheck`
# works at once, on this machine. Then say how programs are built for yours:
#   TARGET_CC        the compiler
#   TARGET_FLAGS     options for compiling and linking
#   TARGET_OPT       the level of optimisation, -O2 by default
#   TARGET_LINK      options for linking alone
#   TARGET_LIBS      libraries, after everything else
#   TARGET_AR        the archiver, by default that of the compiler
#   TARGET_FINISH    what is appended to the command that links, such as && objcopy ... $@
#   TARGET_RUN       what is put before a program to run it: an emulator, or a script that flashes
#                    it and shows its output
#   TARGET_WORLD_BYTES  RAM for worlds in `make golden-board`, by default 384 KB; and
#   TARGET_GOLDEN_STEPS  the number of steps after which it ends a scene, for slow emulators
#   TARGET_PACKAGES  Debian packages that hold all this, for `make deps-cross`
here := $(notdir $(patsubst %/,%,$(dir $(lastword $(MAKEFILE_LIST)))))

TARGET_PORT.$(here) := $(here)
TARGET_CC.$(here) :=
TARGET_FLAGS.$(here) :=
TARGET_LINK.$(here) :=
TARGET_LIBS.$(here) :=
TARGET_RUN.$(here) :=
TARGET_PACKAGES.$(here) :=

# Without a C library:
#   TARGET_FLAGS.$(here) += -ffreestanding -isystem port/common/include
#   TARGET_LINK.$(here) += -nostdlib -Wl,--gc-sections
#   TARGET_LIBS.$(here) += -lgcc
