# pawl.mk - pawl for games of the Playdate SDK. In the Makefile of a game, with this folder inside
# of it, before common.mk:
#
#   include pawl/pawl.mk
#
# Knobs are options: UDEFS += -DPAWL_WITH_SOFT=0
PAWL := $(patsubst %/,%,$(dir $(lastword $(MAKEFILE_LIST))))
VPATH += $(PAWL)
SRC += $(PAWL)/pawl.c
UINCDIR += $(PAWL)
