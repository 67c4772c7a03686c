/* theme.c - a flat theme: warm paper, eight friendly hues, outlines in a darker tone. */
#include "cli/draw/theme.h"

#include "cli/scene/scene_load.h"

static const cli_color hues[CLI_SCENE_COLORS] = {
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

cli_color cli_theme_mix(cli_color a, cli_color b, int32_t weight) {
    cli_color mixed = 0;
    for (int shift = 0; shift <= 16; shift += 8) {
        const int32_t from = (int32_t)(a >> shift & 0xFFu), to = (int32_t)(b >> shift & 0xFFu);
        const int32_t part = (from * (256 - weight) + to * weight + 128) / 256;
        mixed |= (cli_color)part << shift;
    }
    return mixed;
}

static cli_paint outlined(cli_color fill) {
    const cli_paint paint = {fill, cli_theme_mix(fill, SHADE, 110)};
    return paint;
}

static cli_paint dynamic_paint(uint32_t hue, int awake) {
    return outlined(awake ? hues[hue] : cli_theme_mix(hues[hue], DUSK, 128));
}

/* Knuth's multiplicative hash: neighbors get different hues. */
static uint32_t hue_of(uint32_t index) {
    return ((index + 1u) * UINT32_C(2654435761)) >> 29;
}

cli_paint cli_theme_body(int type, uint32_t user_data, uint32_t index, int awake) {
    if (user_data >= 1 && user_data <= CLI_SCENE_COLORS) {
        return dynamic_paint(user_data - 1, type != PAWL_DYNAMIC || awake);
    }
    if (type == PAWL_STATIC) return outlined(STATIC_FILL);
    if (type == PAWL_KINEMATIC) return outlined(KINEMATIC_FILL);
    return dynamic_paint(hue_of(index), awake);
}

cli_paint cli_theme_sleep(int awake) {
    return outlined(awake ? AWAKE_FILL : ASLEEP_FILL);
}

cli_paint cli_theme_island(uint32_t island) {
    return outlined(island == 0 ? CLI_BACKGROUND : hues[hue_of(island)]);
}

cli_paint cli_theme_region(uint32_t region, cli_region_look look) {
    static const uint8_t order[] = {3, 0, 2, 4, 1, 5, 6, 7}; /* neighbors differ well */
    static const int32_t pale[] = {0, 180, 215};             /* by look, of 256 */
    const cli_color hue = region == 0 ? STATIC_FILL : hues[order[region % 8]];
    const cli_paint full = outlined(hue);
    const cli_paint paint = {cli_theme_mix(full.fill, CLI_BACKGROUND, pale[look]),
                             cli_theme_mix(full.stroke, CLI_BACKGROUND, pale[look] / 2)};
    return paint;
}

cli_paint cli_theme_level(cli_level_role role) {
    static const cli_paint paints[CLI_LEVEL_ROLE_COUNT] = {
        [CLI_LEVEL_MESH] = {0xB9B2A6, 0xB9B2A6},     [CLI_LEVEL_WALKER] = {0xF3A712, 0x946619},
        [CLI_LEVEL_TRAIL] = {0x1F4E9E, 0x1F4E9E},    [CLI_LEVEL_PATH] = {0x7A3DB8, 0x7A3DB8},
        [CLI_LEVEL_CORRIDOR] = {0xE9DDF4, 0xE9DDF4},
    };
    return paints[role];
}

cli_paint cli_theme_sensor(void) {
    const cli_paint paint = {SENSOR_FILL, SENSOR_STROKE};
    return paint;
}

cli_paint cli_theme_role(int role) {
    static const cli_color colors[PAWL_DRAW_ROLE_COUNT] = {
        [PAWL_DRAW_BOX] = 0x8A9A5B,     [PAWL_DRAW_ISLAND] = 0x7A3DB8,
        [PAWL_DRAW_JOINT] = 0x1F4E9E,   [PAWL_DRAW_CENTER] = 0x1D1B26,
        [PAWL_DRAW_CONTACT] = 0xC81D3A, [PAWL_DRAW_NORMAL] = 0x0B7A75,
        [PAWL_DRAW_PIN] = 0x1D1B26,
    };
    const cli_paint paint = {colors[role], colors[role]};
    return paint;
}

/* Appends a color unless it is there or there is no room. */
static int append(cli_color out[255], int count, cli_color color) {
    for (int i = 0; i < count; i++) {
        if (out[i] == color) return count;
    }
    if (count == 255) return count;
    out[count] = color;
    return count + 1;
}

int cli_theme_palette(cli_color out[255]) {
    cli_paint paints[2 * CLI_SCENE_COLORS + 2];
    int paint_count = 0, count = 0;
    for (uint32_t hue = 0; hue < CLI_SCENE_COLORS; hue++) {
        paints[paint_count++] = dynamic_paint(hue, 1);
        paints[paint_count++] = dynamic_paint(hue, 0);
    }
    paints[paint_count++] = outlined(STATIC_FILL);
    paints[paint_count++] = outlined(KINEMATIC_FILL);

    count = append(out, count, CLI_BACKGROUND);
    for (int i = 0; i < paint_count; i++) {
        count = append(out, count, paints[i].fill);
        count = append(out, count, paints[i].stroke);
    }
    count = append(out, count, CLI_INK);
    count = append(out, count, cli_theme_role(PAWL_DRAW_JOINT).fill);
    count = append(out, count, SENSOR_FILL);
    count = append(out, count, SENSOR_STROKE);
    for (int i = 0; i < paint_count; i++) {
        for (int32_t weight = 64; weight <= 192; weight += 64) {
            count = append(out, count, cli_theme_mix(paints[i].fill, paints[i].stroke, weight));
            count = append(out, count, cli_theme_mix(CLI_BACKGROUND, paints[i].stroke, weight));
        }
    }
    for (int32_t weight = 64; weight <= 192; weight += 64) {
        count = append(out, count, cli_theme_mix(CLI_BACKGROUND, CLI_INK, weight));
    }
    return count;
}
