/* screen_gba.c - mode 0: letters on background 0, the ground on background 1, sprites in between.
 * The video memory is 16 bits wide and cannot be written by bytes. Registers are named as in
 * GBATEK. */
#include "screen_gba.h"

#include <stdatomic.h>
#include <string.h>

#include "art.h"
#include "gba/gba.h"

enum {
    DISPCNT = 0x04000000,
    DMA3_SOURCE = 0x040000D4,
    DMA3_TARGET = 0x040000D8,
    DMA3_CONTROL = 0x040000DC,
    BG0CNT = 0x04000008,
    BG1CNT = 0x0400000A,
    BG0VOFS = 0x04000012,
    GROUND_PALETTE = 0x05000000,
    SPRITE_PALETTE = 0x05000200,
    TILES = 0x06000000,
    TEXT_MAP = 0x0600F000,   /* block 30 of 2 KB */
    GROUND_MAP = 0x0600F800, /* block 31 */
    SPRITE_TILES = 0x06010000,
    SPRITES = 0x07000000
};
#define MODE_0 0x1340u /* both backgrounds; sprites, their tiles one after the other */
#define HIDDEN 0x0200u
#define SIZE_16 0x4000u
#define FLIPPED 0x1000u
#define ABOVE_GROUND 0x0400u /* priority 1 */
#define MAP_COLUMNS 32

#define DMA_HALFWORDS UINT32_C(0x80000000) /* now, so many of 16 bits */

/* The picture that waits for its refresh. Who makes pictures writes it while it is not ready, the
 * interrupt reads it when it is. */
static struct {
    uint16_t sprites[PICTURE_SPRITES][4]; /* as the hardware has them */
    uint16_t text[PICTURE_ROWS][PICTURE_COLUMNS];
    uint32_t changed; /* rows of text */
    volatile bool ready;
} waiting;

static volatile uint32_t missed;
static const uint8_t *shown_ground;

static void load_palettes(void) {
    for (uint32_t i = 0; i < 16; i++) {
        PAWLI_GBA_R16(GROUND_PALETTE + 2 * i) = art_ground_colors[i];
        PAWLI_GBA_R16(SPRITE_PALETTE + 2 * i) = art_sprite_colors[i];
    }
    for (uint32_t ink = 1; ink < 5; ink++)
        for (uint32_t i = 0; i < 3; i++)
            PAWLI_GBA_R16(GROUND_PALETTE + 32 * ink + 2 * i) = art_ink_colors[ink][i];
}

static void load_tiles(void) {
    for (uint32_t tile = 0; tile < ART_TILES; tile++)
        for (uint32_t row = 0; row < 8; row++)
            PAWLI_GBA_R32(TILES + 32 * tile + 4 * row) = art_tile_row(tile, row);
    for (uint32_t quarter = 0; quarter < 4 * ART_SPRITES; quarter++)
        for (uint32_t row = 0; row < 8; row++)
            PAWLI_GBA_R32(SPRITE_TILES + 32 * quarter + 4 * row) =
                art_sprite_row((enum art_sprite)(quarter / 4), quarter % 4, row);
}

/* ---- at a refresh --------------------------------------------------------------------------- */

static inline void copy_halfwords(uint32_t target, const void *source, uint32_t count) {
    PAWLI_GBA_R32(DMA3_SOURCE) = (uint32_t)(uintptr_t)source;
    PAWLI_GBA_R32(DMA3_TARGET) = target;
    PAWLI_GBA_R32(DMA3_CONTROL) = DMA_HALFWORDS | count;
}

PAWLI_GBA_HOT static void show(void) {
    if (!waiting.ready) {
        missed++;
        return;
    }
    copy_halfwords(SPRITES, waiting.sprites, PICTURE_SPRITES * 4);
    for (uint32_t row = 0; row < PICTURE_ROWS; row++)
        if (waiting.changed >> row & 1) {
            copy_halfwords(TEXT_MAP + 2 * MAP_COLUMNS * row, waiting.text[row], PICTURE_COLUMNS);
        }
    waiting.ready = false;
}

void screen_open(void) {
    load_palettes();
    load_tiles();
    for (uint32_t i = 0; i < 128; i++)
        PAWLI_GBA_R16(SPRITES + 8 * i) = HIDDEN;
    PAWLI_GBA_R16(BG0CNT) = 30u << 8;
    PAWLI_GBA_R16(BG1CNT) = 31u << 8 | 2;
    PAWLI_GBA_R16(BG0VOFS) = 0x1FF & -(uint32_t)PICTURE_TEXT_TOP;
    PAWLI_GBA_R16(DISPCNT) = MODE_0;
    pawli_gba_call_in_pauses(show);
}

/* ---- a picture ------------------------------------------------------------------------------ */

/* Seldom, and too much for an interrupt with little stack: another level has begun. */
static void show_ground(const uint8_t *ground) {
    if (ground == shown_ground) return;
    shown_ground = ground;
    for (uint32_t row = 0; row < PICTURE_ROWS; row++)
        for (uint32_t column = 0; column < PICTURE_COLUMNS; column++)
            PAWLI_GBA_R16(GROUND_MAP + 2 * (row * MAP_COLUMNS + column)) = *ground++;
}

static void put_text(picture_state *picture) {
    waiting.changed = picture->changed;
    for (uint32_t row = 0; row < PICTURE_ROWS; row++)
        if (picture->changed >> row & 1) {
            memcpy(waiting.text[row], picture->text[row], sizeof waiting.text[row]);
        }
    picture->changed = 0;
}

static void put_sprites(const picture_state *picture) {
    for (uint32_t i = 0; i < PICTURE_SPRITES; i++) {
        const picture_sprite *sprite = &picture->sprites[i];
        uint16_t *words = waiting.sprites[i];
        words[0] = HIDDEN;
        if (i >= picture->sprite_count) continue;
        words[0] = (uint16_t)((uint32_t)sprite->y & 0xFF);
        words[1] =
            (uint16_t)(((uint32_t)sprite->x & 0x1FF) | SIZE_16 | (sprite->flipped ? FLIPPED : 0));
        words[2] = (uint16_t)(4u * sprite->image | ABOVE_GROUND);
    }
}

void screen_put(picture_state *picture) {
    while (waiting.ready) {
    }
    atomic_signal_fence(memory_order_acquire);
    show_ground(picture->ground);
    put_text(picture);
    put_sprites(picture);
    atomic_signal_fence(memory_order_release); /* all of it is there before it is ready */
    waiting.ready = true;
}

uint32_t screen_missed_count(void) {
    return missed;
}
