/* draw.c - the world as text: a wall, a ball, and a screen of characters instead of a window.
 *
 * Shows the callbacks of pawl_world_draw. The library says what there is, in world coordinates; the
 * program chooses how it looks: here a character for each role, and no real number anywhere.
 *
 *   make examples && build/examples/draw */
#include <pawl/pawl.h>
#include <stdio.h>
#include <string.h>

#define COLUMNS 72
#define ROWS 14
#define CELL_WIDTH PAWL_FX(0, 1, 4)
#define CELL_HEIGHT PAWL_FX(0, 1, 2) /* characters are about twice as high as wide */

static uint64_t memory[16384];
static char screen[ROWS][COLUMNS + 1];

/* The middle of a character. The lower left corner of the screen is at (-9, -1). */
static pawl_vec2 middle_of(int row, int column) {
    return pawl_vec2_make(CELL_WIDTH * column + CELL_WIDTH / 2 - PAWL_FX(9, 0, 1),
                          CELL_HEIGHT * (ROWS - 1 - row) + CELL_HEIGHT / 2 - PAWL_FX(1, 0, 1));
}

static char character_of(const pawl_draw_item *item) {
    static const char characters[PAWL_DRAW_ROLE_COUNT] = {
        [PAWL_DRAW_STATIC] = '=',
        [PAWL_DRAW_DYNAMIC] = '#',
        [PAWL_DRAW_ASLEEP] = ':',
        [PAWL_DRAW_CENTER] = '+',
    };
    return characters[item->role];
}

/* A point is inside when it lies to the left of every edge. */
static void draw_polygon(void *context, const pawl_draw_item *item, const pawl_vec2 *points,
                         int32_t count, pawl_fx radius) {
    (void)context, (void)radius;
    for (int row = 0; row < ROWS; row++) {
        for (int column = 0; column < COLUMNS; column++) {
            const pawl_vec2 point = middle_of(row, column);
            bool inside = true;
            for (int32_t i = 0; i < count; i++) {
                const pawl_vec2 edge = pawl_vec2_sub(points[(i + 1) % count], points[i]);
                inside = inside && pawl_vec2_cross(edge, pawl_vec2_sub(point, points[i])) >= 0;
            }
            if (inside) screen[row][column] = character_of(item);
        }
    }
}

static void draw_circle(void *context, const pawl_draw_item *item, pawl_vec2 center, pawl_fx radius,
                        pawl_rot rotation) {
    (void)context, (void)rotation;
    for (int row = 0; row < ROWS; row++) {
        for (int column = 0; column < COLUMNS; column++) {
            const pawl_vec2 offset = pawl_vec2_sub(middle_of(row, column), center);
            if (pawl_vec2_length(offset) <= radius) screen[row][column] = character_of(item);
        }
    }
}

static void draw_point(void *context, const pawl_draw_item *item, pawl_vec2 point) {
    (void)context;
    for (int row = 0; row < ROWS; row++) {
        for (int column = 0; column < COLUMNS; column++) {
            const pawl_vec2 offset = pawl_vec2_sub(point, middle_of(row, column));
            if (pawl_abs(offset.x) * 2 > CELL_WIDTH || pawl_abs(offset.y) * 2 > CELL_HEIGHT)
                continue;
            screen[row][column] = character_of(item);
        }
    }
}

static int show(const pawl_world *world) {
    const pawl_draw_hooks hooks = {
        .layers = PAWL_LAYER_SHAPES | PAWL_LAYER_CENTERS,
        .polygon = draw_polygon,
        .circle = draw_circle,
        .point = draw_point,
    };
    for (int row = 0; row < ROWS; row++) {
        memset(screen[row], ' ', COLUMNS);
    }
    if (pawl_world_draw(world, &hooks) != PAWL_OK) return 1;
    printf("step %d\n", (int)pawl_world_get_tick(world));
    for (int row = 0; row < ROWS; row++) {
        int end = COLUMNS;
        while (end > 0 && screen[row][end - 1] == ' ')
            end--;
        printf("%.*s\n", end, screen[row]);
    }
    return 0;
}

static pawl_status add(pawl_world *world, pawl_body_type type, pawl_vec2 position,
                       const pawl_convex *convex, pawl_body_id *out) {
    pawl_body_def def = pawl_body_def_default();
    def.type = type;
    def.position = position;
    return pawl_body_create_convex(world, &def, NULL, convex, out);
}

int main(void) {
    pawl_world_def def = pawl_world_def_default();
    pawl_world *world;
    pawl_convex ground, box, ball;
    pawl_body_id body;
    def.body_capacity = def.shape_capacity = 16;
    def.joint_capacity = 0;
    if (pawl_world_init(memory, sizeof memory, &def, &world) ||
        pawl_make_box(PAWL_FX(9, 0, 1), PAWL_FX(0, 1, 2), &ground) ||
        pawl_make_box(PAWL_FX(0, 3, 4), PAWL_FX(0, 1, 2), &box) ||
        pawl_make_circle(pawl_vec2_make(0, 0), PAWL_FX_ONE, &ball)) {
        return 1;
    }
    if (add(world, PAWL_STATIC, pawl_vec2_make(0, -PAWL_FX(0, 1, 2)), &ground, &body)) return 1;
    for (int i = 0; i < 5; i++) {
        const pawl_vec2 place = {PAWL_FX(3, 0, 1), PAWL_FX_ONE * i + PAWL_FX(0, 1, 2)};
        if (add(world, PAWL_DYNAMIC, place, &box, &body)) return 1;
    }
    if (add(world, PAWL_DYNAMIC, pawl_vec2_make(-PAWL_FX(7, 0, 1), PAWL_FX(3, 0, 1)), &ball,
            &body) ||
        pawl_body_set_velocity(world, body, pawl_vec2_make(PAWL_FX(12, 0, 1), PAWL_FX(2, 0, 1)))) {
        return 1;
    }
    if (show(world)) return 1;
    for (int tick = 1; tick <= 240; tick++) {
        if (pawl_world_step(world, NULL) != PAWL_OK) return 1;
        if ((tick == 60 || tick == 240) && show(world)) return 1;
    }
    printf("hash %08x\n", (unsigned)pawl_world_hash(world));
    return 0;
}
