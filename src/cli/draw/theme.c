/* theme.c - a flat theme: warm paper, eight friendly hues, outlines in a darker tone. */
#include "cli/draw/theme.h"

#include "cli/scene/scene_load.h"

static const pawli_colour hues[PAWLI_SCENE_COLOURS] = {
    0xE4572E, /* 0 vermilion */
    0xF3A712, /* 1 amber */
    0x2E86AB, /* 2 blue */
    0x76B041, /* 3 green */
    0x9B5DE5, /* 4 violet */
    0x17A398, /* 5 teal */
    0xEF6F9F, /* 6 pink */
    0x52658F, /* 7 slate */
};

#define SENSOR_FILL 0xE2EFDA
#define SENSOR_STROKE 0x6B9E4F
#define STATIC_FILL UINT32_C(0xCFC9BE)
#define KINEMATIC_FILL UINT32_C(0x6B7A8F)
#define AWAKE_FILL UINT32_C(0xF3A712)
#define ASLEEP_FILL UINT32_C(0x9AA5B8)
#define SHADE UINT32_C(0x1D1B26) /* outlines lean towards it */
#define DUSK UINT32_C(0x8C8791)  /* sleepers lean towards it */

pawli_colour pawli_mix(pawli_colour a, pawli_colour b, int32_t weight) {
    pawli_colour mixed = 0;
    for (int shift = 0; shift <= 16; shift += 8) {
        const int32_t from = (int32_t)(a >> shift & 0xFFu), to = (int32_t)(b >> shift & 0xFFu);
        const int32_t part = (from * (256 - weight) + to * weight + 128) / 256;
        mixed |= (pawli_colour)part << shift;
    }
    return mixed;
}

static pawli_paint outlined(pawli_colour fill) {
    const pawli_paint paint = {fill, pawli_mix(fill, SHADE, 110)};
    return paint;
}

static pawli_paint dynamic_paint(uint32_t hue, int awake) {
    return outlined(awake ? hues[hue] : pawli_mix(hues[hue], DUSK, 128));
}

/* Knuth's multiplicative hash: neighbours get different hues. */
static uint32_t hue_of(uint32_t index) {
    return ((index + 1u) * UINT32_C(2654435761)) >> 29;
}

pawli_paint pawli_theme_body(int type, uint32_t user_data, uint32_t index, int awake) {
    if (user_data >= 1 && user_data <= PAWLI_SCENE_COLOURS) {
        return dynamic_paint(user_data - 1, type != PAWL_DYNAMIC || awake);
    }
    if (type == PAWL_STATIC) return outlined(STATIC_FILL);
    if (type == PAWL_KINEMATIC) return outlined(KINEMATIC_FILL);
    return dynamic_paint(hue_of(index), awake);
}

pawli_paint pawli_theme_sleep(int awake) {
    return outlined(awake ? AWAKE_FILL : ASLEEP_FILL);
}

pawli_paint pawli_theme_island(uint32_t island) {
    return outlined(island == 0 ? PAWLI_BACKGROUND : hues[hue_of(island)]);
}

pawli_paint pawli_theme_region(uint32_t region, pawli_region_look look) {
    static const uint8_t order[] = {3, 0, 2, 4, 1, 5, 6, 7}; /* neighbours differ well */
    static const int32_t pale[] = {0, 150, 215};             /* by look, of 256 */
    const pawli_colour hue = region == 0 ? STATIC_FILL : hues[order[region % 8]];
    const pawli_paint full = outlined(hue);
    const pawli_paint paint = {pawli_mix(full.fill, PAWLI_BACKGROUND, pale[look]),
                               pawli_mix(full.stroke, PAWLI_BACKGROUND, pale[look] / 2)};
    return paint;
}

pawli_paint pawli_theme_level(pawli_level_role role) {
    static const pawli_paint paints[PAWLI_LEVEL_ROLE_COUNT] = {
        [PAWLI_LEVEL_MESH] = {0xB9B2A6, 0xB9B2A6},     [PAWLI_LEVEL_PLAYER] = {0xF3A712, 0x946619},
        [PAWLI_LEVEL_TRAIL] = {0x1F4E9E, 0x1F4E9E},    [PAWLI_LEVEL_PATH] = {0x7A3DB8, 0x7A3DB8},
        [PAWLI_LEVEL_CORRIDOR] = {0xE9DDF4, 0xE9DDF4},
    };
    return paints[role];
}

pawli_paint pawli_theme_sensor(void) {
    const pawli_paint paint = {SENSOR_FILL, SENSOR_STROKE};
    return paint;
}

pawli_paint pawli_theme_role(int role) {
    static const pawli_colour colours[PAWL_DRAW_ROLE_COUNT] = {
        [PAWL_DRAW_BOX] = 0x8A9A5B,     [PAWL_DRAW_ISLAND] = 0x7A3DB8,
        [PAWL_DRAW_JOINT] = 0x1F4E9E,   [PAWL_DRAW_CENTER] = 0x1D1B26,
        [PAWL_DRAW_CONTACT] = 0xC81D3A, [PAWL_DRAW_NORMAL] = 0x0B7A75,
        [PAWL_DRAW_PIN] = 0x1D1B26,
    };
    const pawli_paint paint = {colours[role], colours[role]};
    return paint;
}

/* Appends a colour unless it is there or there is no room. */
static int append(pawli_colour out[255], int count, pawli_colour colour) {
    for (int i = 0; i < count; i++) {
        if (out[i] == colour) return count;
    }
    if (count == 255) return count;
    out[count] = colour;
    return count + 1;
}

int pawli_theme_palette(pawli_colour out[255]) {
    pawli_paint paints[2 * PAWLI_SCENE_COLOURS + 2];
    int paint_count = 0, count = 0;
    for (uint32_t hue = 0; hue < PAWLI_SCENE_COLOURS; hue++) {
        paints[paint_count++] = dynamic_paint(hue, 1);
        paints[paint_count++] = dynamic_paint(hue, 0);
    }
    paints[paint_count++] = outlined(STATIC_FILL);
    paints[paint_count++] = outlined(KINEMATIC_FILL);

    count = append(out, count, PAWLI_BACKGROUND);
    for (int i = 0; i < paint_count; i++) {
        count = append(out, count, paints[i].fill);
        count = append(out, count, paints[i].stroke);
    }
    count = append(out, count, PAWLI_INK);
    count = append(out, count, pawli_theme_role(PAWL_DRAW_JOINT).fill);
    count = append(out, count, SENSOR_FILL);
    count = append(out, count, SENSOR_STROKE);
    for (int i = 0; i < paint_count; i++) {
        for (int32_t weight = 64; weight <= 192; weight += 64) {
            count = append(out, count, pawli_mix(paints[i].fill, paints[i].stroke, weight));
            count = append(out, count, pawli_mix(PAWLI_BACKGROUND, paints[i].stroke, weight));
        }
    }
    for (int32_t weight = 64; weight <= 192; weight += 64) {
        count = append(out, count, pawli_mix(PAWLI_BACKGROUND, PAWLI_INK, weight));
    }
    return count;
}
