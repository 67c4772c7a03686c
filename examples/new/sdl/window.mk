# window.mk - what SDL2 needs.
WINDOW_CFLAGS := $(shell sdl2-config --cflags)
WINDOW_LIBS := $(shell sdl2-config --libs)
