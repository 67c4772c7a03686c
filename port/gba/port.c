/* port.c - Game Boy Advance.
 *
 * Text goes to the debug registers of the mGBA emulator, line by line; on a console, which has
 * nothing at that address, it is lost. The program ends with the line "!EXIT n" and a loop.
 * Registers are named as in GBATEK. */
#include "gba/gba.h"

#include "common/put.h"
#include "common/stack.h"

enum {
    DISPCNT = 0x04000000,
    DISPSTAT = 0x04000004,
    VCOUNT = 0x04000006,
    DMA3_SOURCE = 0x040000D4,
    DMA3_TARGET = 0x040000D8,
    DMA3_CONTROL = 0x040000DC,
    TM2 = 0x04000108,
    TM3 = 0x0400010C,
    KEYINPUT = 0x04000130,
    IE = 0x04000200,
    IF = 0x04000202,
    IME = 0x04000208,
    BIOS_IF = 0x03007FF8,
    MGBA_TEXT = 0x04FFF600,
    MGBA_FLUSH = 0x04FFF700,
    MGBA_ENABLE = 0x04FFF780,
    VRAM = 0x06000000,
    SRAM = 0x0E000000
};

/* ---- stack ---------------------------------------------------------------------------------- */

extern uint32_t pawli_fast_bss_end, pawli_stack_top;

void pawli_gba_paint_stack(void);

/* start.S calls it before main. */
void pawli_gba_paint_stack(void) {
    pawli_paint_stack(&pawli_fast_bss_end, __builtin_frame_address(0));
}

uint32_t pawli_stack_peak(void) {
    return pawli_used_stack(&pawli_fast_bss_end, &pawli_stack_top);
}

/* ---- text ----------------------------------------------------------------------------------- */

#define LINE_MAX 250
static uint16_t line_length;

static void end_line(void) {
    ((volatile char *)MGBA_TEXT)[line_length] = '\0';
    PAWLI_GBA_R16(MGBA_FLUSH) = 0x100 | 3; /* as information */
    line_length = 0;
}

void pawl_port_putc(char c) {
    if (line_length == 0) PAWLI_GBA_R16(MGBA_ENABLE) = 0xC0DE;
    if (c != '\n') ((volatile char *)MGBA_TEXT)[line_length++] = c;
    if (c == '\n' || line_length == LINE_MAX) end_line();
}

/* A stack that has grown into what lies below it has spoilt that. */
static bool is_stack_overrun(void) {
    return pawli_fast_bss_end != PAWLI_STACK_PAINT;
}

void pawl_port_halt(int status) {
    if (line_length > 0) end_line();
    if (is_stack_overrun()) {
        pawli_put_text("the stack was full\n");
        status = status == 0 ? 1 : status;
    }
    pawli_put_text("!EXIT ");
    pawli_put_number(status);
    pawl_port_putc('\n');
    for (;;) {
    }
}

/* ---- time ----------------------------------------------------------------------------------- */

/* Timer 3 counts the overflows of timer 2: read it twice, lest one falls between the halves. */
uint32_t pawli_gba_cycles(void) {
    for (;;) {
        const uint32_t high = PAWLI_GBA_R16(TM3), low = PAWLI_GBA_R16(TM2);
        if (PAWLI_GBA_R16(TM3) == high) return high << 16 | low;
    }
}

/* 2^24 cycles are a second. The counter wraps after 256 of them: call this more often. */
uint32_t pawl_port_ms(void) {
    static uint32_t before;
    static uint64_t cycles;
    const uint32_t now = pawli_gba_cycles();
    cycles += now - before;
    before = now;
    return (uint32_t)(cycles * 125 >> 21);
}

/* ---- screen and keys ------------------------------------------------------------------------ */

/* Lines 160 to 227 are not drawn; the last of them prepares line 0. */
static bool is_between_pictures(void) {
    const uint16_t line = PAWLI_GBA_R16(VCOUNT);
    return line >= PAWL_PORT_HEIGHT && line < 227;
}

void pawli_gba_wait(void) {
    static uint32_t last;
    const uint32_t pause = (227 - PAWL_PORT_HEIGHT) * UINT32_C(1232);
    while (is_between_pictures() && pawli_gba_cycles() - last < pause) {
    }
    while (!is_between_pictures()) {
    }
    last = pawli_gba_cycles();
}

static void (*in_pauses)(void);
void (*pawli_gba_next_handler)(void);

/* The BIOS has saved what a function may change, and calls this in ARM code. */
PAWLI_GBA_HOT static void handle_pause(void) {
    in_pauses();
    PAWLI_GBA_R16(BIOS_IF) |= 1;
    PAWLI_GBA_R16(IF) = 1;
}

void pawli_gba_call_in_pauses(void (*function)(void)) {
    in_pauses = function;
    pawli_gba_next_handler = handle_pause;
    PAWLI_GBA_R16(DISPSTAT) = 8;
    if (PAWLI_GBA_R16(IME) == 0) {
        PAWLI_GBA_R32(PAWLI_GBA_HANDLER) = (uint32_t)(uintptr_t)handle_pause;
    }
    PAWLI_GBA_R16(IE) |= 1;
    PAWLI_GBA_R16(IME) = 1;
}

/* Mode 3: one word of 15 bits per pixel. */
pawl_status pawl_port_frame(const uint16_t *pixels) {
    if (pixels == NULL) return PAWL_ERR_NULL;
    pawli_gba_wait();
    PAWLI_GBA_R16(DISPCNT) = 0x0403;
    PAWLI_GBA_R32(DMA3_SOURCE) = (uint32_t)(uintptr_t)pixels;
    PAWLI_GBA_R32(DMA3_TARGET) = VRAM;
    PAWLI_GBA_R32(DMA3_CONTROL) = UINT32_C(0x80000000) | PAWL_PORT_WIDTH * PAWL_PORT_HEIGHT;
    return PAWL_OK;
}

/* The order of the bits is the console's. A key that is held reads 0. */
uint32_t pawl_port_keys(void) {
    return ~(uint32_t)PAWLI_GBA_R16(KEYINPUT) & 0xFFu;
}

/* ---- the cartridge's memory ----------------------------------------------------------------- */

/* Emulators and flash cards find this text in the ROM and provide 32 KB of battery RAM, which must
 * be read and written one byte at a time. The first four bytes hold how many were written. */
__attribute__((used, aligned(4))) static const char save_type[] = "SRAM_V113";
#define STORE_MAX (32768 - 4)

static volatile uint8_t *sram(void) {
    return (volatile uint8_t *)SRAM;
}

int32_t pawl_port_store_read(uint8_t *bytes, size_t size) {
    if (bytes == NULL) return PAWL_ERR_NULL;
    uint32_t stored = 0;
    for (int i = 0; i < 4; i++)
        stored |= (uint32_t)sram()[i] << 8 * i;
    if (stored > STORE_MAX) stored = 0; /* never written: all ones */
    if (size > stored) size = stored;
    for (size_t i = 0; i < size; i++)
        bytes[i] = sram()[4 + i];
    return (int32_t)size;
}

int32_t pawl_port_store_write(const uint8_t *bytes, size_t size) {
    if (bytes == NULL) return PAWL_ERR_NULL;
    if (size > STORE_MAX) size = STORE_MAX;
    for (size_t i = 0; i < size; i++)
        sram()[4 + i] = bytes[i];
    for (int i = 0; i < 4; i++)
        sram()[i] = (uint8_t)(size >> 8 * i);
    return (int32_t)size;
}
