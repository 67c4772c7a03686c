/* slope.c - crates on slopes: which hold, and which slide.
 *
 * Shows: a polygon that does not move; gravity; the threshold `stick`, below which a body comes to
 * rest on a slope and then stays exactly where it is, for as long as you like. It holds while
 *   sin(angle) < stick * steps per second / gravity
 * which is 0.1 * 60 / 10 = 0.6 here: 3 : 4 is the slope whose sine that is.
 *
 *   make examples && build/examples/slope */
#include <pawl/arcade.h>
#include <stdio.h>

#define CRATES 3
#define SECOND 60 /* steps */

static uint64_t memory[2048];

/* A hill, `height` for `width` units, that goes down to the right from the origin. */
static pawl_status make_hill(pawl_arcade *arcade, int width, int height) {
    const pawl_vec2 corners[3] = {{0, 0},
                                  {0, -PAWL_UNITS(100) * height / width},
                                  {PAWL_UNITS(100), -PAWL_UNITS(100) * height / width}};
    pawl_arcade_prototype kind = pawl_arcade_prototype_default();
    pawl_convex triangle;
    pawl_arcade_id id;
    uint16_t index = 0;
    kind.shape = PAWL_ARCADE_POLYGON;
    kind.inverse_mass = 0;
    kind.elasticity = 0;
    kind.friction = kind.stick = 0; /* of two kinds the larger counts: the crates say it all */
    pawl_status status = pawl_make_polygon(corners, 3, 0, &triangle);
    if (!status) status = pawl_arcade_add_polygon(arcade, &triangle, &kind.polygon);
    if (!status) status = pawl_arcade_add_prototype(arcade, &kind, &index);
    if (status) return status;
    return pawl_arcade_create(arcade, index, pawl_vec2_make(0, 0), pawl_vec2_make(0, 0), 0, &id);
}

/* Crates beside each other, a little above the slope. */
static pawl_status make_crates(pawl_arcade *arcade, int width, int height,
                               pawl_arcade_id crates[CRATES]) {
    pawl_arcade_prototype kind = pawl_arcade_prototype_default();
    uint16_t index = 0;
    kind.shape = PAWL_ARCADE_BOX;
    kind.half = pawl_vec2_make(PAWL_UNITS(1) / 2, PAWL_UNITS(1) / 2);
    kind.elasticity = 0;
    kind.friction = 0;
    kind.stick = PAWL_FX(0, 1, 10);
    pawl_status status = pawl_arcade_add_prototype(arcade, &kind, &index);
    for (int i = 0; i < CRATES && !status; i++) {
        const pawl_fx x = pawl_from_int(10 + 2 * i),
                      left = x - kind.half.x; /* its lower left corner */
        const pawl_vec2 place = {x, -left / width * height + kind.half.y + PAWL_UNITS(1) / 16};
        status = pawl_arcade_create(arcade, index, place, pawl_vec2_make(0, 0), 0, &crates[i]);
    }
    return status;
}

static pawl_status run(pawl_arcade *arcade, int ticks) {
    pawl_status status = PAWL_OK;
    for (int i = 0; i < ticks && !status; i++)
        status = pawl_arcade_step(arcade);
    return status;
}

/* Two seconds to settle, then a minute: how far the crates go in it, in raw units of 1/65536. */
static pawl_status measure(int width, int height) {
    pawl_arcade_def def = pawl_arcade_def_default();
    pawl_arcade_id crates[CRATES];
    pawl_vec2 before[CRATES];
    pawl_arcade *arcade;
    uint32_t sum = 0;
    pawl_fx fastest = 0;
    def.body_capacity = 1 + CRATES;
    def.prototype_capacity = 2;
    def.polygon_capacity = 1;
    def.contact_capacity = 16;
    pawl_status status = pawl_arcade_init(memory, sizeof memory, &def, &arcade);
    if (!status) status = make_hill(arcade, width, height);
    if (!status) status = make_crates(arcade, width, height, crates);
    if (!status) status = run(arcade, 2 * SECOND);
    if (status) return status;
    for (int i = 0; i < CRATES; i++)
        before[i] = pawl_arcade_get_position(arcade, crates[i]);
    status = run(arcade, SECOND);
    for (int i = 0; i < CRATES; i++)
        fastest = pawl_max(fastest, pawl_arcade_get_velocity(arcade, crates[i]).x);
    if (!status && fastest == 0) status = run(arcade, 59 * SECOND);
    for (int i = 0; i < CRATES; i++) {
        const pawl_vec2 now = pawl_arcade_get_position(arcade, crates[i]);
        sum += (uint32_t)pawl_abs(now.x - before[i].x) + (uint32_t)pawl_abs(now.y - before[i].y);
    }
    if (fastest == 0) {
        printf("%2d : %2d holds: raw units moved in 60 s: %lu\n", height, width,
               (unsigned long)sum);
    } else {
        printf("%2d : %2d slides: %ld/100 units in a second\n", height, width,
               (long)((uint64_t)sum * 100 / CRATES / PAWL_FX_ONE));
    }
    return status;
}

int main(void) {
    static const int slopes[][2] = {{10, 1}, {10, 5}, {10, 7}, {10, 8}, {10, 9}, {10, 12}};
    for (size_t i = 0; i < sizeof slopes / sizeof *slopes; i++) {
        const pawl_status status = measure(slopes[i][0], slopes[i][1]);
        if (!status) continue;
        printf("failed: %s\n", pawl_status_text(status));
        return 1;
    }
    return 0;
}
