/* view.c - the scene, the line of figures, the screen of hashes. */
#include "view.h"

enum colour {
    SKY,
    CLOUD,
    GROUND,
    GRASS,
    STONE_WALL,
    BOX_A,
    BOX_B,
    BOX_C,
    BOX_EDGE,
    PLAYER,
    PLAYER_EYE,
    STONE,
    TEXT,
    DIM,
    GOOD,
    BAD
};

#define RGB(red, green, blue) ((red) | (green) << 5 | (blue) << 10)
const uint16_t view_palette[VIEW_COLOURS] = {
    [SKY] = RGB(4, 6, 12),     [CLOUD] = RGB(6, 9, 16),        [GROUND] = RGB(9, 6, 4),
    [GRASS] = RGB(7, 17, 6),   [STONE_WALL] = RGB(12, 12, 14), [BOX_A] = RGB(28, 18, 6),
    [BOX_B] = RGB(26, 12, 6),  [BOX_C] = RGB(29, 24, 11),      [BOX_EDGE] = RGB(12, 6, 3),
    [PLAYER] = RGB(9, 22, 30), [PLAYER_EYE] = RGB(2, 3, 6),    [STONE] = RGB(22, 22, 24),
    [TEXT] = RGB(30, 30, 30),  [DIM] = RGB(18, 20, 24),        [GOOD] = RGB(8, 28, 9),
    [BAD] = RGB(31, 7, 7),
};

/* ---- text ----------------------------------------------------------------------------------- */

#define LINE_MAX 61
typedef struct text_line {
    char text[LINE_MAX];
    int length;
} text_line;

static void put(text_line *line, const char *text) {
    while (*text != '\0' && line->length < LINE_MAX - 1)
        line->text[line->length++] = *text++;
    line->text[line->length] = '\0';
}

static void put_number(text_line *line, uint32_t value, int width) {
    char digits[11];
    int count = 10;
    digits[count] = '\0';
    do {
        digits[--count] = (char)('0' + value % 10);
        value /= 10;
    } while (count > 0 && (value != 0 || 10 - count < width));
    put(line, digits + count);
}

static void put_hex(text_line *line, uint32_t value) {
    char digits[9];
    for (int i = 0; i < 8; i++)
        digits[i] = "0123456789ABCDEF"[value >> (28 - 4 * i) & 15];
    digits[8] = '\0';
    put(line, digits);
}

static void show(canvas_pixels canvas, int32_t left, int32_t top, const text_line *line,
                 uint8_t colour) {
    canvas_text(canvas, left, top, 1, line->text, colour);
}

/* ---- the scene ------------------------------------------------------------------------------ */

/* Sixteen pixels to a unit, in sixteenths of a pixel: a unit is 2^16 raw and 2^8 of these. */
static canvas_point on_screen(pawl_vec2 point) {
    const canvas_point corner = {point.x / 256, 16 * CANVAS_HEIGHT - point.y / 256};
    return corner;
}

#define GROUND_TOP (CANVAS_HEIGHT - 16)

static void draw_pedestal(canvas_pixels canvas, const game_block *block) {
    const canvas_point low = on_screen(
        pawl_vec2_make(block->center.x - block->half_width, block->center.y + block->half_height));
    const canvas_point high = on_screen(
        pawl_vec2_make(block->center.x + block->half_width, block->center.y - block->half_height));
    canvas_rectangle(canvas, low.x / 16, low.y / 16, (high.x - low.x) / 16, (high.y - low.y) / 16,
                     STONE_WALL);
    canvas_rectangle(canvas, low.x / 16, low.y / 16, (high.x - low.x) / 16, 2, GRASS);
}

/* A square: half its side in sixteenths of a pixel along the axes of a rotation. The picture has
 * time for 32 bits only. */
static void draw_square(canvas_pixels canvas, canvas_point middle, pawl_rot rotation, int32_t half,
                        uint8_t colour) {
    const int32_t x = half * (rotation.c / 65536) / 16384, y = half * (rotation.s / 65536) / 16384;
    const canvas_point corners[4] = {{middle.x + x + y, middle.y - y + x},
                                     {middle.x - x + y, middle.y + y + x},
                                     {middle.x - x - y, middle.y + y - x},
                                     {middle.x + x - y, middle.y - y - x}};
    canvas_polygon(canvas, corners, 4, colour);
}

static void draw_boxes(canvas_pixels canvas, const game_state *game) {
    for (int i = 0; i < GAME_BOXES; i++) {
        const pawl_pose pose = pawl_body_get_pose(game->world, game->boxes[i]);
        const canvas_point middle = on_screen(pose.position);
        draw_square(canvas, middle, pose.rotation, GAME_BOX_HALF / 256, BOX_EDGE);
        draw_square(canvas, middle, pose.rotation, GAME_BOX_HALF / 256 - 16,
                    (uint8_t)(BOX_A + i % 3));
    }
}

/* Octagons. */
static void draw_stones(canvas_pixels canvas, const game_state *game) {
    static const int8_t ring[8][2] = {{62, 26},   {26, 62},   {-26, 62}, {-62, 26},
                                      {-62, -26}, {-26, -62}, {26, -62}, {62, -26}};
    for (int i = 0; i < GAME_STONES; i++) {
        if (!pawl_body_is_enabled(game->world, game->stones[i])) continue;
        const canvas_point middle = on_screen(pawl_body_get_position(game->world, game->stones[i]));
        canvas_point corners[8];
        for (int k = 0; k < 8; k++) {
            corners[k].x = middle.x + ring[k][0];
            corners[k].y = middle.y + ring[k][1];
        }
        canvas_polygon(canvas, corners, 8, STONE);
    }
}

static void draw_player(canvas_pixels canvas, const game_state *game) {
    const pawl_vec2 at = pawl_body_get_position(game->world, game->player);
    const canvas_point middle = on_screen(at);
    const int32_t x = middle.x >> 4, y = middle.y >> 4;
    canvas_rectangle(canvas, x - 4, y - 7, 8, 14, PLAYER);
    canvas_rectangle(canvas, x - 5, y - 5, 10, 10, PLAYER);
    canvas_rectangle(canvas, game->facing > 0 ? x + 1 : x - 3, y - 4, 2, 3, PLAYER_EYE);
    if (game->cooldown > 0) { /* the arm is still stretched out */
        canvas_rectangle(canvas, game->facing > 0 ? x + 5 : x - 9, y - 2, 4, 2, PLAYER);
    }
}

static void draw_scene(canvas_pixels canvas, const game_state *game) {
    canvas_rows(canvas, 0, GROUND_TOP, SKY);
    canvas_rows(canvas, GROUND_TOP, GROUND_TOP + 2, GRASS);
    canvas_rows(canvas, GROUND_TOP + 2, CANVAS_HEIGHT, GROUND);
    canvas_rectangle(canvas, 20, 62, 44, 6, CLOUD);
    canvas_rectangle(canvas, 30, 57, 22, 5, CLOUD);
    canvas_rectangle(canvas, 120, 78, 40, 5, CLOUD);
    draw_pedestal(canvas, &game_blocks[3]);
    draw_boxes(canvas, game);
    draw_stones(canvas, game);
    draw_player(canvas, game);
}

void view_game(canvas_pixels canvas, const game_state *game, const view_figures *figures) {
    draw_scene(canvas, game);
    text_line first = {.length = 0}, second = {.length = 0};
    put(&first, "SCORE ");
    put_number(&first, game->score, 4);
    canvas_text(canvas, 4, 4, 2, first.text, TEXT);
    put_number(&second, figures->pictures_per_second, 2);
    put(&second, " FRAMES/S  ");
    put_number(&second, (uint32_t)pawl_world_get_substeps(game->world), 1);
    put(&second, pawl_world_get_substeps(game->world) == 1 ? " SUB-STEP   " : " SUB-STEPS  ");
    put_number(&second, pawl_world_get_counters(game->world).awake, 2);
    put(&second, " AWAKE");
    if (figures->step_cycles > 0) {
        put(&second, "  STEP ");
        put_number(&second, figures->step_cycles / 1000, 3);
        put(&second, "K");
    }
    show(canvas, 4, 17, &second, DIM);
    if (game->tick < 300) {
        canvas_text(canvas, 4, 25, 1, "A JUMP  B THROW  UP+B HIGH  SELECT HASHES", DIM);
    }
    if (game->pause > 0) canvas_text(canvas, 92, 40, 2, "CLEARED", GOOD);
}

/* ---- the hashes ----------------------------------------------------------------------------- */

#define ROWS 5

static void draw_row(canvas_pixels canvas, const demo_run *run, uint32_t check, int32_t top) {
    const bool equal = run->hashes[check] == run->demo->hashes[check];
    text_line row = {.length = 0};
    put_number(&row, (check + 1) * DEMO_PERIOD, 4);
    put(&row, "  ");
    put_hex(&row, run->hashes[check]);
    put(&row, "  ");
    put_hex(&row, run->demo->hashes[check]);
    show(canvas, 4, top, &row, equal ? GOOD : BAD);
}

void view_check(canvas_pixels canvas, const demo_run *run) {
    draw_scene(canvas, run->game);
    text_line verdict = {.length = 0};
    canvas_text(canvas, 4, 4, 1, "THE SAME KEYS HERE AND ON A PC", TEXT);
    canvas_text(canvas, 4, 11, 1, "TICK  HERE      PC", DIM);
    const uint32_t first = run->checks > ROWS ? run->checks - ROWS : 0;
    for (uint32_t check = first; check < run->checks; check++)
        draw_row(canvas, run, check, 18 + 7 * (int32_t)(check - first));
    put_number(&verdict, run->equal, 1);
    put(&verdict, " OF ");
    put_number(&verdict, run->checks, 1);
    put(&verdict, run->equal == run->checks ? " EQUAL" : " EQUAL: DIFFERENT MACHINES");
    put(&verdict, demo_is_over(run) ? ", END" : "");
    canvas_text(canvas, 4, 55, 2, verdict.text, run->equal == run->checks ? GOOD : BAD);
}
