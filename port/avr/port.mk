# port.mk - AVR microcontrollers as simavr models them.

TARGET_PORT.avr := avr
TARGET_CC.avr := avr-gcc
# avr-gcc 5.4 miscompiles 64-bit shifts when it splits them into bytes.
TARGET_FLAGS.avr := -mmcu=atmega2560 -fno-split-wide-types
TARGET_PACKAGES.avr := gcc-avr avr-libc
