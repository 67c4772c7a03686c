/* test_tiles.c - tile maps as ground: sliding, slopes, one-way tops, and their outline. */
#include "support/world/ground.h"
#include "support/base/seeded.h"
#include "world/shape_piece.h"

#define COLUMNS 1100
#define ROWS 4

static uint8_t cells[COLUMNS * ROWS];

static pawl_tile_map map_of(int32_t width, int32_t height, double cell_size) {
    const pawl_tile_map map = {cells, width, height, FX(cell_size), {0, 0}};
    return map;
}

static pawl_shape_id add_map(pawl_world *world, pawl_body_id body, const pawl_tile_map *map) {
    const pawl_shape_def def = smooth_def();
    pawl_shape_id shape = {0, 0};
    ck_assert_int_eq(pawl_shape_create_tiles(world, body, &def, map, &shape), PAWL_OK);
    return shape;
}

/* A picture, top row first: # solid, / and \ slopes of a floor, 7 and F of a ceiling, - one-way. */
static void draw_cells(const char *const *picture, int32_t width, int32_t height) {
    for (int32_t y = 0; y < height; y++) {
        for (int32_t x = 0; x < width; x++) {
            static const char kinds[] = ".#/\\7F-";
            const char *const at = strchr(kinds, picture[height - 1 - y][x]);
            cells[y * width + x] = (uint8_t)((at - kinds) | (x % 5) << 3); /* some of the game's */
        }
    }
}

/* A floor of 1000 cells whose top is y = 0, some of them one-way when `mixed`: from end to end,
 * under the sanitizers over the fifth in the middle. */
static void drag_over_tiles(int index, double scale, double cell_size, bool mixed) {
    const int kind = index % SLIDERS;
    const double speed = (index / SLIDERS % 2 ? 5 : -5) * scale, size = cell_size * scale;
    for (int i = 0; i < COLUMNS; i++)
        cells[i] = mixed && i % 7 < 3 ? PAWL_TILE_ONE_WAY : PAWL_TILE_SOLID;
    pawl_world *const world = make_scaled_world(scale);
    const pawl_tile_map map = {cells, COLUMNS, 1, FX(size), VEC(-COLUMNS / 2 * size, -size)};
    add_map(world, add_body(world, PAWL_STATIC, 0, 0), &map);
    const double start = (speed > 0 ? -1 : 1) * SEEDED_ROUNDS(500) * size;
    const double rest = slider_rest(kind, scale);
    const pawl_body_id body = add_slider(world, kind, scale, start, rest);
    run(world, 60);
    ck_assert_int_eq(pawl_body_set_velocity(world, body, VEC(speed, 0)), PAWL_OK);
    const drag worst = drag_over(world, body, speed, -start, 40000);
    ck_assert_msg(worst.speed_error < 0.001, "case %d: speed off by %g", index, worst.speed_error);
    ck_assert_msg(kind == 2 || worst.angle < 0.1, "case %d: turned by %g", index, worst.angle);
    ck_assert_msg(worst.lowest > rest - 0.01 * scale, "case %d: sank to %g", index, worst.lowest);
    ck_assert_msg(worst.highest < rest + 0.01 * scale, "case %d: rose to %g", index, worst.highest);
    if (!mixed) ck_assert_uint_eq(world->contact_count, 1);
    ck_assert_uint_eq(pawl_world_get_faults(world), 0);
    free(world);
}

START_TEST(a_floor_of_a_thousand_tiles_is_one_edge) {
    drag_over_tiles(_i, 1, 1, false);
    drag_over_tiles(_i, 1, 0.3125, false);
    drag_over_tiles(_i, 8, 1, false);
}
END_TEST

START_TEST(nothing_is_felt_of_joints_with_one_way_tops) {
    drag_over_tiles(_i, 1, 1, true);
}
END_TEST

/* Slides down the left slope, through the valley, and up the right one: 3 units high. */
START_TEST(slopes_lead_down_and_up_again) {
    static const char *const picture[] = {
        "#\\............./#", "##\\.........../##", "###\\........./###",
        "####\\......./####", "#################",
    };
    draw_cells(picture, 17, 5);
    pawl_world *const world = make_default_world();
    const pawl_tile_map map = map_of(17, 5, 1);
    add_map(world, add_body(world, PAWL_STATIC, 0, 0), &map);
    const pawl_body_id body = add_slider(world, 2, 0.5, 2.5, 3.5 + 0.25 * sqrt(2));
    double before = 2.5, highest = 0;
    for (int i = 0; i < 300; i++) {
        run(world, 1);
        const pawl_vec2 p = pawl_body_get_position(world, body);
        const double x = units(p.x);
        const double ground = x < 5 ? 6 - x : x > 12 ? x - 11 : 1;
        const double flat = x > 5 && x < 12 ? 0.25 : 0.2;
        ck_assert_msg(units(p.y) > ground + flat - 0.05, "step %d: at %g, %g", i, x, units(p.y));
        if (x > 12) highest = fmax(highest, units(p.y));
        if (x < before && x < 12) break;
        before = x;
    }
    /* A joint of 45 degrees takes half of the energy, so a quarter is left of a fall of 2.5. */
    ck_assert_msg(highest > 1.25 + 0.25, "only %g high", highest);
    free(world);
}
END_TEST

START_TEST(one_way_tops_are_passed_from_below_and_carry_from_above) {
    static const char *const picture[] = {"---", "..."};
    draw_cells(picture, 3, 2);
    pawl_world *const world = make_default_world();
    const pawl_tile_map map = map_of(3, 2, 1);
    add_map(world, add_body(world, PAWL_STATIC, 0, 0), &map);
    const pawl_body_id body = add_slider(world, _i, 0.5, 1.5, 0.5);
    ck_assert_int_eq(pawl_body_set_velocity(world, body, VEC(0, 9)), PAWL_OK);
    bool was_above = false;
    for (int i = 1; i < 180; i++) {
        run(world, 1);
        const double y = units(pawl_body_get_position(world, body).y);
        if (i < 50)
            assert_near(units(pawl_body_get_velocity(world, body).y), 9 - i / 6.0, 0.01, "rise");
        was_above |= y > 3;
        ck_assert_msg(!was_above || y > 2, "step %d: fell to %g", i, y);
    }
    ck_assert_int_eq(was_above, true);
    assert_near(units(pawl_body_get_position(world, body).y), 2 + slider_rest(_i, 0.5), 0.01,
                "rest");
    free(world);
}
END_TEST

/* The centre rises a little above the top, the rest stays below: no reason to be lifted onto it. */
START_TEST(a_jump_that_is_too_low_falls_back_through_a_one_way_top) {
    static const char *const picture[] = {"---", "..."};
    draw_cells(picture, 3, 2);
    pawl_world *const world = make_default_world();
    const pawl_tile_map map = map_of(3, 2, 1);
    add_map(world, add_body(world, PAWL_STATIC, 0, 0), &map);
    const pawl_body_id body = add_slider(world, _i, 0.5, 1.5, 0.5);
    ck_assert_int_eq(pawl_body_set_velocity(world, body, VEC(0, 5.65625)), PAWL_OK);
    double highest = 0;
    for (int i = 0; i < 90; i++) {
        run(world, 1);
        highest = fmax(highest, units(pawl_body_get_position(world, body).y));
    }
    ck_assert_msg(highest > 2 && highest < 2.15, "%g high", highest);
    ck_assert_int_lt(pawl_body_get_position(world, body).y, FX(1));
    free(world);
}
END_TEST

START_TEST(what_rests_across_tiles_sleeps_and_stays_asleep) {
    memset(cells, PAWL_TILE_SOLID, sizeof cells);
    pawl_world *const world = make_default_world();
    const pawl_tile_map map = map_of(20, 2, 0.375);
    add_map(world, add_body(world, PAWL_STATIC, 0, 0), &map);
    pawl_body_id bodies[3];
    for (int i = 0; i < 3; i++)
        bodies[i] = add_slider(world, i % 2, 1, 1.2 + 2.3 * i, 2 + i);
    run(world, 240);
    for (int i = 0; i < 3; i++)
        ck_assert_int_eq(pawl_body_is_awake(world, bodies[i]), false);
    const uint32_t motion = pawl_world_motion_hash(world);
    run(world, 100);
    ck_assert_uint_eq(pawl_world_motion_hash(world), motion);
    free(world);
}
END_TEST

/* A random room with walls, rubble and slopes; nobody leaves it or ends in a solid cell. */
static void drop_on_rubble(uint64_t seed, double scale) {
    const int32_t width = 24, height = 20;
    const uint64_t first = seed;
    static uint8_t room[24 * 20];
    for (int32_t y = 0; y < height; y++) {
        for (int32_t x = 0; x < width; x++) {
            const uint64_t draw = seeded_next(&seed) % 16;
            uint8_t tile = draw < 2 ? PAWL_TILE_SOLID : draw < 7 ? (uint8_t)draw : 0;
            if (y > 8) tile = PAWL_TILE_EMPTY;
            if (x == 0 || y == 0 || x == width - 1 || y == height - 1) tile = PAWL_TILE_SOLID;
            room[y * width + x] = tile;
        }
    }
    pawl_world *const world = make_scaled_world(scale);
    const pawl_tile_map map = {room, width, height, FX(scale), {0, 0}};
    add_map(world, add_body(world, PAWL_STATIC, 0, 0), &map);
    pawl_body_id bodies[18];
    for (int i = 0; i < 18; i++)
        bodies[i] = add_slider(world, i % SLIDERS, 0.75 * scale, (2.5 + i % 9 * 2.25) * scale,
                               (11 + i / 9 * 2) * scale);
    for (int step = 0; step < 500; step++) {
        run(world, 1);
        for (int i = 0; i < 18; i++) {
            const pawl_vec2 p = pawl_body_get_position(world, bodies[i]);
            const double x = units(p.x) / scale, y = units(p.y) / scale;
            const bool inside = x > 1 && y > 1 && x < width - 1 && y < height - 1;
            const bool solid = inside && room[(int)y * width + (int)x] == PAWL_TILE_SOLID;
            ck_assert_msg(inside && !solid, "seed %llx, step %d: body %d at %g, %g",
                          (unsigned long long)first, step, i, x, y);
        }
    }
    ck_assert_uint_eq(pawl_world_get_faults(world), 0);
    assert_sound(world);
    free(world);
}

START_TEST(nothing_falls_through_random_maps) {
    for (uint64_t i = 0; i < 4; i++)
        drop_on_rubble(seeded_base + 100 * (uint64_t)_i + i, _i % 2 ? 16 : 1);
}
END_TEST

/* ---- the outline, against a search through all cells -------------------------------------- */

static int tile(int32_t width, int32_t height, int32_t x, int32_t y) {
    if (x < 0 || y < 0 || x >= width || y >= height) return 0;
    return cells[y * width + x] & 7;
}

/* Whether the half of a cell around a point just inside one of its sides is solid: dx, dy say which
 * side, as seen from the middle of the cell. */
static bool is_filled(int kind, int dx, int dy) {
    if (kind == PAWL_TILE_SOLID) return true;
    if (kind == PAWL_TILE_LOWER_RIGHT) return dx > 0 || dy < 0;
    if (kind == PAWL_TILE_LOWER_LEFT) return dx < 0 || dy < 0;
    if (kind == PAWL_TILE_UPPER_RIGHT) return dx > 0 || dy > 0;
    if (kind == PAWL_TILE_UPPER_LEFT) return dx < 0 || dy > 0;
    return false;
}

/* Sides of cells that bound the solid, counted cell by cell: they must be as long, together, as
 * all the edges; and each edge that the walk finds is found once. */
START_TEST(the_outline_is_that_of_the_cells) {
    uint64_t seed = seeded_base + (uint64_t)_i;
    for (int n = 0; n < 30; n++) {
        const int32_t width = (int32_t)(seeded_next(&seed) % 12 + 1);
        const int32_t height = (int32_t)(seeded_next(&seed) % 12 + 1);
        for (int32_t i = 0; i < width * height; i++)
            cells[i] = (uint8_t)(seeded_next(&seed) % (n % 2 ? 2 : 7));
        pawl_world *const world = make_default_world();
        const pawl_tile_map map = map_of(width, height, 1);
        const pawl_shape_id shape = add_map(world, add_body(world, PAWL_STATIC, 0, 0), &map);
        const pawli_geometry *const geometry = terrain_geometry(world, shape);
        int32_t straight = 0, slanted = 0;
        for (int32_t y = 0; y < height; y++) {
            for (int32_t x = 0; x < width; x++) {
                static const int8_t sides[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
                const int kind = tile(width, height, x, y);
                slanted += kind >= PAWL_TILE_LOWER_RIGHT && kind <= PAWL_TILE_UPPER_LEFT;
                for (int s = 0; s < 4; s++) {
                    const int dx = sides[s][0], dy = sides[s][1];
                    const bool top = kind == PAWL_TILE_ONE_WAY && dy > 0;
                    straight += (is_filled(kind, dx, dy) || top) &&
                                !is_filled(tile(width, height, x + dx, y + dy), -dx, -dy);
                }
            }
        }
        const pawl_box all = {VEC(-1, -1), VEC(13, 13)};
        pawli_surface_query walk = pawli_surface_begin(geometry, all);
        uint32_t part, seen[600];
        int count = 0;
        while (pawli_surface_next(&walk, &part)) {
            pawli_edge edge;
            for (int i = 0; i < count; i++)
                ck_assert_uint_ne(seen[i], part);
            seen[count++] = part;
            ck_assert_int_eq(pawli_surface_find(geometry, part, all, &edge), true);
            const pawl_vec2 along = pawl_vec2_sub(edge.end, edge.begin);
            const int32_t length = pawl_max(pawl_abs(along.x), pawl_abs(along.y)) / PAWL_FX_ONE;
            const bool slope = along.x != 0 && along.y != 0;
            *(slope ? &slanted : &straight) -= length;
            /* The surface goes on from the end, and does not turn right around. */
            const pawl_vec2 next = pawl_vec2_sub(edge.after, edge.end);
            ck_assert_int_eq(pawl_max(pawl_abs(next.x), pawl_abs(next.y)), PAWL_FX_ONE);
            ck_assert_msg(pawl_vec2_cross(along, next) != 0 || pawl_vec2_dot(along, next) > 0,
                          "part %u turns right around", part);
        }
        ck_assert_int_eq(straight, 0);
        ck_assert_int_eq(slanted, 0);
        free(world);
    }
}
END_TEST

/* Whether a piece of an edge one cell long overlaps a box. */
static bool touches(const pawli_edge *edge, pawl_box box) {
    const pawl_vec2 along = pawl_vec2_sub(edge->end, edge->begin);
    const int32_t length = pawl_max(pawl_abs(along.x), pawl_abs(along.y)) / PAWL_FX_ONE;
    for (int32_t i = 0; i < length; i++) {
        const pawl_vec2 a = {edge->begin.x + along.x / length * i,
                             edge->begin.y + along.y / length * i};
        const pawl_vec2 b = {a.x + along.x / length, a.y + along.y / length};
        const pawl_box own = {{pawl_min(a.x, b.x), pawl_min(a.y, b.y)},
                              {pawl_max(a.x, b.x), pawl_max(a.y, b.y)}};
        if (pawl_box_overlaps(own, box)) return true;
    }
    return false;
}

START_TEST(the_parts_found_are_those_that_overlap) {
    uint64_t seed = seeded_base + (uint64_t)_i;
    const int32_t width = 10, height = 9;
    for (int32_t i = 0; i < width * height; i++)
        cells[i] = (uint8_t)(seeded_next(&seed) % (_i % 2 ? 2 : 7));
    pawl_world *const world = make_default_world();
    const pawl_tile_map map = map_of(width, height, 1);
    const pawl_shape_id shape = add_map(world, add_body(world, PAWL_STATIC, 0, 0), &map);
    const pawli_geometry *const geometry = terrain_geometry(world, shape);
    const pawl_box all = {VEC(-1, -1), VEC(13, 13)};
    for (int n = 0; n < 300; n++) {
        pawl_vec2 corner = {(pawl_fx)(seeded_next(&seed) % FX(12)) - FX(1),
                            (pawl_fx)(seeded_next(&seed) % FX(12)) - FX(1)};
        pawl_fx size = (pawl_fx)(seeded_next(&seed) % FX(4));
        if (n % 3 == 0) { /* exactly on the grid */
            corner = pawl_vec2_make(corner.x / 65536 * 65536, corner.y / 65536 * 65536);
            size = size / 65536 * 65536;
        }
        const pawl_box box = {corner, pawl_vec2_make(corner.x + size, corner.y + size)};
        uint32_t part, found = 0, expected = 0;
        pawli_surface_query every = pawli_surface_begin(geometry, all);
        while (pawli_surface_next(&every, &part)) {
            pawli_edge edge, clipped;
            ck_assert_int_eq(pawli_surface_find(geometry, part, all, &edge), true);
            const bool near = touches(&edge, box);
            expected += near;
            ck_assert_int_eq(pawli_surface_is_near(geometry, part, box), near);
            if (!near) continue;
            /* Clipped, it is the same line, and whole wherever the box is. */
            ck_assert_int_eq(pawli_surface_find(geometry, part, box, &clipped), true);
            const pawl_vec2 along = pawl_vec2_sub(edge.end, edge.begin);
            ck_assert_int_eq(pawl_vec2_cross(along, pawl_vec2_sub(clipped.begin, edge.begin)) == 0,
                             true);
            const bool same_begin =
                clipped.begin.x == edge.begin.x && clipped.begin.y == edge.begin.y;
            const bool same_end = clipped.end.x == edge.end.x && clipped.end.y == edge.end.y;
            const pawl_box at_begin = {clipped.begin, clipped.begin};
            const pawl_box at_end = {clipped.end, clipped.end};
            ck_assert_int_eq(same_begin || !pawl_box_overlaps(at_begin, box), true);
            ck_assert_int_eq(same_end || !pawl_box_overlaps(at_end, box), true);
        }
        pawli_surface_query near = pawli_surface_begin(geometry, box);
        while (pawli_surface_next(&near, &part))
            found++;
        ck_assert_uint_eq(found, expected);

        uint32_t pieces = 0, filled = 0;
        pawli_shape_piece piece;
        pawli_shape_piece_query cell =
            pawli_shape_piece_begin(world, (uint16_t)(shape.index1 - 1u), box);
        while (pawli_shape_piece_next(&cell, &piece)) {
            ck_assert_int_eq(pawl_convex_is_valid(piece.convex), true);
            const int kind = cells[piece.part] & 7;
            ck_assert_int_eq(piece.one_sided, kind == PAWL_TILE_ONE_WAY);
            ck_assert_int_eq(piece.convex->count, kind == 1 ? 4 : kind == 6 ? 2 : 3);
            pieces++;
        }
        for (int32_t i = 0; i < width * height; i++) {
            const pawl_vec2 lower = {i % width * PAWL_FX_ONE, i / width * PAWL_FX_ONE};
            const pawl_box own = {lower, {lower.x + PAWL_FX_ONE, lower.y + PAWL_FX_ONE}};
            filled += cells[i] != 0 && pawl_box_overlaps(own, box);
        }
        ck_assert_uint_eq(pieces, filled);
    }
    free(world);
}
END_TEST

/* ---- state and misuse --------------------------------------------------------------------- */

static pawl_world *make_room(pawl_vec2 offset, const uint8_t *at) {
    pawl_world *const world = make_default_world();
    pawl_body_def def = pawl_body_def_default();
    def.position = offset;
    def.angle = pawl_angle_from_degrees(FX(10));
    pawl_body_id ground;
    ck_assert_int_eq(pawl_body_create(world, &def, &ground), PAWL_OK);
    const pawl_tile_map map = {at, 16, 4, FX(1), VEC(-8, -4)};
    add_map(world, ground, &map);
    for (int i = 0; i < 9; i++) {
        const pawl_body_id body = add_slider(world, i % SLIDERS, 1, i * 1.25 - 5, 4 + i % 4);
        const pawl_vec2 p = pawl_vec2_add(pawl_body_get_position(world, body), offset);
        ck_assert_int_eq(pawl_body_set_pose(world, body, p, 0), PAWL_OK);
    }
    return world;
}

static void draw_room(void) {
    static const char *const picture[] = {
        "#...........-..#",
        "#.../##\\..-...##",
        "#\\./####\\....###",
        "################",
    };
    draw_cells(picture, 16, 4);
}

START_TEST(a_shifted_map_is_the_same_map) {
    draw_room();
    const pawl_vec2 shift = pawl_vec2_make(123456789 * (_i % 2 ? 1 : -1), _i * 7654321 + 1);
    pawl_world *const here = make_room(VEC(0, 0), cells), *const there = make_room(shift, cells);
    for (int i = 0; i < 300; i++) {
        run(here, 1);
        run(there, 1);
        for (uint16_t k = 0; k < 10; k++) {
            const pawli_body *a = &pawli_bodies(here)[k], *b = &pawli_bodies(there)[k];
            assert_vec_eq(pawl_vec2_sub(b->position, a->position), shift);
            assert_vec_eq(a->velocity, b->velocity);
            ck_assert_uint_eq(a->angle, b->angle);
        }
    }
    free(here);
    free(there);
}
END_TEST

START_TEST(a_map_is_bound_to_the_same_cells_elsewhere) {
    draw_room();
    uint8_t *const copy = malloc(64);
    memcpy(copy, cells, 64);
    pawl_world *const world = make_room(VEC(0, 0), cells), *const twin = make_room(VEC(0, 0), copy);
    ck_assert_uint_eq(pawl_world_hash(world), pawl_world_hash(twin));
    const pawl_shape_id map = {1, 1};
    ck_assert_int_eq(pawl_shape_bind(twin, map, cells), PAWL_OK);
    ck_assert_int_eq(pawl_shape_bind(world, map, copy), PAWL_OK);
    run(world, 100);
    run(twin, 100);
    ck_assert_uint_eq(pawl_world_hash(world), pawl_world_hash(twin));
    copy[63] ^= 0x80;
    ck_assert_int_eq(pawl_shape_bind(twin, map, copy), PAWL_ERR_ARGUMENT);
    free(world);
    free(twin);
    free(copy);
}
END_TEST

static const struct {
    const char *what;
    pawl_tile_map map;
    pawl_status status;
} misuses[] = {
    {"null", {NULL, 4, 4, 65536, {0, 0}}, PAWL_ERR_NULL},
    {"no column", {cells, 0, 4, 65536, {0, 0}}, PAWL_ERR_ARGUMENT},
    {"negative", {cells, 4, -4, 65536, {0, 0}}, PAWL_ERR_ARGUMENT},
    {"no size", {cells, 4, 4, 0, {0, 0}}, PAWL_ERR_RANGE},
    {"negative size", {cells, 4, 4, -65536, {0, 0}}, PAWL_ERR_RANGE},
    {"too small", {cells, 4, 4, 4095, {0, 0}}, PAWL_ERR_RANGE},
    {"too many", {cells, 4097, 4096, 4096, {0, 0}}, PAWL_ERR_RANGE},
    {"far too many", {cells, INT32_MAX, INT32_MAX, 4096, {0, 0}}, PAWL_ERR_RANGE},
    {"huge cells", {cells, 4, 4, INT32_MAX, {0, 0}}, PAWL_ERR_RANGE},
    {"too wide", {cells, 17000, 1, 65536, {-8191 * 65536, 0}}, PAWL_ERR_RANGE},
    {"too far", {cells, 4, 4, 65536, {INT32_MIN, INT32_MAX}}, PAWL_ERR_RANGE},
    {"a corner too far", {cells, 4, 4, 65536, {0, 8188 * 65536}}, PAWL_ERR_RANGE},
    {"the least", {cells, 1, 1, 4096, {-65536, 65536}}, PAWL_OK},
};

START_TEST(a_map_that_makes_no_sense_is_refused) {
    draw_room();
    pawl_world *const world = make_default_world();
    const pawl_body_id body = add_body(world, PAWL_STATIC, 0, 0);
    const pawl_body_id moving = add_body(world, PAWL_DYNAMIC, 0, 0);
    const pawl_shape_def def = pawl_shape_def_default();
    pawl_shape_id shape = {77, 88};
    const uint32_t hash = pawl_world_hash(world);
    const pawl_status status = pawl_shape_create_tiles(world, body, &def, &misuses[_i].map, &shape);
    ck_assert_msg(status == misuses[_i].status, "%s: %s", misuses[_i].what,
                  pawl_status_text(status));
    if (status != PAWL_OK) ck_assert_uint_eq(pawl_world_hash(world), hash);
    const pawl_tile_map good = map_of(16, 4, 1);
    ck_assert_int_eq(pawl_shape_create_tiles(world, moving, &def, &good, &shape),
                     PAWL_ERR_ARGUMENT);
    ck_assert_int_eq(pawl_shape_create_tiles(world, body, &def, NULL, &shape), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_shape_create_tiles(world, NO_BODY, &def, &good, &shape), PAWL_ERR_STALE);
    cells[5] = 0xFF;
    ck_assert_int_eq(pawl_shape_create_tiles(world, body, &def, &good, &shape), PAWL_ERR_ARGUMENT);
    assert_sound(world);
    free(world);
}
END_TEST

Suite *suite_tiles(void);
Suite *suite_tiles(void) {
    Suite *const suite = suite_create("tiles");
    TCase *const tests = tcase_create("tiles");
    tcase_add_loop_test(tests, a_floor_of_a_thousand_tiles_is_one_edge, 0, SLIDERS * 2);
    tcase_add_loop_test(tests, nothing_is_felt_of_joints_with_one_way_tops, 0,
                        SEEDED_ROUNDS(SLIDERS * 2));
    tcase_add_test(tests, slopes_lead_down_and_up_again);
    tcase_add_loop_test(tests, one_way_tops_are_passed_from_below_and_carry_from_above, 0, SLIDERS);
    tcase_add_loop_test(tests, a_jump_that_is_too_low_falls_back_through_a_one_way_top, 0, SLIDERS);
    tcase_add_test(tests, what_rests_across_tiles_sleeps_and_stays_asleep);
    tcase_add_loop_test(tests, nothing_falls_through_random_maps, 0, 6);
    tcase_add_loop_test(tests, the_outline_is_that_of_the_cells, 0, 6);
    tcase_add_loop_test(tests, the_parts_found_are_those_that_overlap, 0, 6);
    tcase_add_loop_test(tests, a_shifted_map_is_the_same_map, 0, 4);
    tcase_add_test(tests, a_map_is_bound_to_the_same_cells_elsewhere);
    tcase_add_loop_test(tests, a_map_that_makes_no_sense_is_refused, 0,
                        (int)(sizeof misuses / sizeof misuses[0]));
    suite_add_tcase(suite, tests);
    return suite;
}
