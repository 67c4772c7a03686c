# window.mk - what raylib needs.
WINDOW_CFLAGS := $(shell pkg-config --cflags raylib)
WINDOW_LIBS := $(shell pkg-config --libs raylib)
