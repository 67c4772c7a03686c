# port.mk - Windows on x86-64: built by MinGW, run by Wine or on Windows itself.

TARGET_PORT.windows := windows
TARGET_CC.windows := x86_64-w64-mingw32-gcc
TARGET_LINK.windows := -static
TARGET_NET_LIBS.windows := -lws2_32
# The compiler appends .exe to the name that it was given.
TARGET_FINISH.windows = && mv $@.exe $@
TARGET_RUN.windows := port/windows/run.sh
TARGET_PACKAGES.windows := gcc-mingw-w64-x86-64-win32 wine wine64
