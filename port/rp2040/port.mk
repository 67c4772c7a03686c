# port.mk - RP2040 boards (Raspberry Pi Pico), in the emulator rp2040js, which runs in node. The image
# begins where the second boot stage jumps to; that stage is the maker's, 256 bytes before it.

RP2040JS := build/tools/rp2040js-1.4.1

TARGET_PORT.rp2040 := rp2040
TARGET_CC.rp2040 := arm-none-eabi-gcc
TARGET_FLAGS.rp2040 := -mcpu=cortex-m0plus -mthumb -ffreestanding -isystem port/common/include
TARGET_LINK.rp2040 := -nostdlib -nostartfiles -Tport/rp2040/rp2040.ld -Wl,--gc-sections
TARGET_LIBS.rp2040 := -lgcc
TARGET_RUN.rp2040 := node port/rp2040/run.mjs $(RP2040JS)
TARGET_TOOLS.rp2040 := $(RP2040JS)
TARGET_WORLD_BYTES.rp2040 := 196608
TARGET_GOLDEN_STEPS.rp2040 := 60
# Some packages of node contain npm, and conflict with the package of that name.
TARGET_PACKAGES.rp2040 := gcc-arm-none-eabi nodejs $(if $(shell command -v npm),,npm)

$(RP2040JS):
	@rm -rf $@.new
	@mkdir -p $@.new
	$(call told,NPM $(@F))npm install --prefix $@.new --silent --no-audit --no-fund --ignore-scripts \
	    $(subst js-,js@,$(@F))
	@mv $@.new $@
