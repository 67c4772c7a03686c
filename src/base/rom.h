/* rom.h - constant tables that stay in flash.
 *
 * An AVR copies constants to RAM before main, because flash has addresses and instructions of its
 * own. There a table declared PAWLI_ROM stays in flash, and an item is read by fetching a copy.
 * Elsewhere constants are read where they lie, and a fetch is no instruction. */
#ifndef PAWLI_ROM_H
#define PAWLI_ROM_H

#include <stddef.h>

#if defined(__AVR__) && defined(__clang__)
#include <avr/pgmspace.h>
#define PAWLI_ROM __attribute__((section(".progmem.data"))) /* clang knows no progmem */
#elif defined(__AVR__)
#include <avr/pgmspace.h>
#define PAWLI_ROM PROGMEM
#else
#define PAWLI_ROM
#endif

/* Where the item can be read: the copy, or the item itself. */
static inline const void *pawli_rom_fetch(const void *item, void *copy, size_t size) {
#ifdef __AVR__
    return memcpy_P(copy, item, size);
#else
    (void)copy;
    (void)size;
    return item;
#endif
}

#endif
