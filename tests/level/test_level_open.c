/* test_level_open.c - levels as bytes: what is written is read, and nothing else is taken. */
#include <check.h>
#include <stdlib.h>

#include "pawl/level.h"
#include "support/level/level_parts.h"
#include "support/base/seeded.h"

static _Alignas(4) uint8_t bytes[LEVEL_SQUARE_SIZE + 4], damaged[LEVEL_SQUARE_SIZE + 4];

START_TEST(what_was_written_is_read) {
    const bool is_wide = _i != 0;
    const level_parts parts = level_square_parts(is_wide);
    const uint32_t size = level_square(is_wide, bytes);
    pawl_level level;
    ck_assert_uint_eq(size, 64 + 64 + (is_wide ? 280 : 140) + 8 + 8 + 60 + 32);
    ck_assert_int_eq(pawl_level_open(bytes, size, &level), PAWL_OK);
    ck_assert_uint_eq(level.is_wide, is_wide);
    ck_assert_uint_eq(level.vertex_count, 8);
    ck_assert_mem_eq(&level.bounds, &parts.bounds, sizeof parts.bounds);
    for (uint32_t i = 0; i < 8; i++) {
        const pawl_vec2 vertex = pawl_level_get_vertex(&level, i);
        ck_assert_mem_eq(&vertex, &parts.vertices[i], sizeof vertex);
    }
    for (uint32_t i = 0; i < 10; i++) {
        const pawl_level_triangle triangle = pawl_level_get_triangle(&level, i);
        ck_assert_mem_eq(triangle.vertices, parts.triangles[i].vertices, sizeof triangle.vertices);
        ck_assert_mem_eq(triangle.neighbors, parts.triangles[i].neighbors,
                         sizeof triangle.neighbors);
        ck_assert_uint_eq(triangle.cell, parts.triangles[i].cell);
    }
    for (uint32_t i = 0; i < 3; i++) {
        const pawl_region region = pawl_level_get_region(&level, i);
        ck_assert_mem_eq(&region, &parts.regions[i], sizeof region);
    }
    uint16_t regions[3] = {9, 9, 9};
    ck_assert_uint_eq(pawl_level_get_cell_regions(&level, 0, regions, 3), 0);
    ck_assert_uint_eq(regions[0], 9);
    ck_assert_uint_eq(pawl_level_get_cell_regions(&level, 2, regions, 3), 2);
    ck_assert_uint_eq(regions[0], 0);
    ck_assert_uint_eq(regions[1], 2);
    ck_assert_uint_eq(regions[2], 9);
    ck_assert_uint_eq(pawl_level_get_cell_regions(&level, 2, NULL, 0), 2);
    ck_assert_ptr_eq(level_find_defect(&level), NULL);
}
END_TEST

START_TEST(what_is_trusted_reads_the_same) {
    pawl_level opened, trusted;
    const uint32_t size = level_square(_i != 0, bytes);
    ck_assert_int_eq(pawl_level_open(bytes, size, &opened), PAWL_OK);
    ck_assert_int_eq(pawl_level_trust(bytes, size, &trusted), PAWL_OK);
    ck_assert_mem_eq(&opened, &trusted, sizeof opened);
    bytes[size - 1] ^= 1;
    ck_assert_int_eq(pawl_level_trust(bytes, size, &trusted), PAWL_OK);
    ck_assert_int_eq(pawl_level_open(bytes, size, &opened), PAWL_ERR_CORRUPT);
    ck_assert_int_eq(pawl_level_trust(bytes, size - 4, &trusted), PAWL_ERR_FORMAT);
    ck_assert_int_eq(pawl_level_trust(bytes, 60, &trusted), PAWL_ERR_CORRUPT);
    bytes[12]++;
    ck_assert_int_eq(pawl_level_trust(bytes, size, &trusted), PAWL_ERR_VERSION);
}
END_TEST

START_TEST(misuse_is_an_error_and_changes_nothing) {
    pawl_level level;
    memset(&level, 0x55, sizeof level);
    const pawl_level before = level;
    const uint32_t size = level_square(false, bytes);
    ck_assert_int_eq(pawl_level_open(NULL, size, &level), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_level_open(bytes, size, NULL), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_level_trust(NULL, size, &level), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_level_trust(bytes, size, NULL), PAWL_ERR_NULL);
    memmove(damaged + 2, bytes, size);
    ck_assert_int_eq(pawl_level_open(damaged + 2, size, &level), PAWL_ERR_MEMORY);
    ck_assert_int_eq(pawl_level_open(bytes, 0, &level), PAWL_ERR_FORMAT);
    ck_assert_int_eq(pawl_level_open(bytes, 8, &level), PAWL_ERR_CORRUPT);
    bytes[0]++;
    ck_assert_int_eq(pawl_level_open(bytes, size, &level), PAWL_ERR_FORMAT);
    bytes[0]--, bytes[12]++;
    ck_assert_int_eq(pawl_level_open(bytes, size, &level), PAWL_ERR_CORRUPT);
    level_seal(bytes, size);
    ck_assert_int_eq(pawl_level_open(bytes, size, &level), PAWL_ERR_VERSION);
    ck_assert_mem_eq(&level, &before, sizeof level);

    (void)level_square(false, bytes);
    ck_assert_int_eq(pawl_level_open(bytes, size, &level), PAWL_OK);
    ck_assert_uint_eq(pawl_level_get_triangle(&level, 10).neighbors[0], PAWL_TRIANGLE_NONE);
    ck_assert_uint_eq(pawl_level_get_triangle(NULL, 0).neighbors[2], PAWL_TRIANGLE_NONE);
    ck_assert_int_eq(pawl_level_get_vertex(&level, 8).x, 0);
    ck_assert_int_eq(pawl_level_get_vertex(NULL, 0).y, 0);
    ck_assert_uint_eq(pawl_level_get_region(&level, 3).user_data, 0);
    ck_assert_uint_eq(pawl_level_get_region(NULL, 0).user_data, 0);
    ck_assert_uint_eq(pawl_level_get_cell_regions(&level, 4, NULL, 0), 0);
    ck_assert_uint_eq(pawl_level_get_cell_regions(NULL, 1, NULL, 0), 0);
    ck_assert_uint_eq(pawl_level_get_cell_regions(&level, 2, NULL, 5), 2);
}
END_TEST

START_TEST(a_gate_is_a_bit_of_its_own) {
    pawl_gates gates;
    memset(&gates, 0, sizeof gates);
    for (uint32_t i = 0; i < PAWL_LEVEL_REGIONS_MAX; i += 5) {
        pawl_gates_set_open(&gates, i, true);
        for (uint32_t j = 0; j < PAWL_LEVEL_REGIONS_MAX; j++)
            ck_assert_uint_eq(pawl_gates_is_open(&gates, j), j <= i && j % 5 == 0);
    }
    for (uint32_t i = 0; i < PAWL_LEVEL_REGIONS_MAX; i++)
        pawl_gates_set_open(&gates, i, false);
    for (uint32_t i = 0; i < PAWL_LEVEL_REGIONS_MAX / 32; i++)
        ck_assert_uint_eq(gates.open[i], 0);
    pawl_gates_set_open(&gates, PAWL_LEVEL_REGIONS_MAX, true);
    pawl_gates_set_open(NULL, 0, true);
    ck_assert_uint_eq(pawl_gates_is_open(&gates, UINT32_MAX), false);
    ck_assert_uint_eq(pawl_gates_is_open(NULL, 0), false);
}
END_TEST

/* ---- damage ---------------------------------------------------------------------------------- */

START_TEST(every_truncation_and_every_flipped_bit_is_found) {
    pawl_level level;
    const uint32_t size = level_square(_i != 0, bytes);
    for (uint32_t length = 0; length < size; length++) {
        uint8_t *const copy = malloc(length + 1); /* the sanitizer sees a byte read too much */
        memcpy(copy, bytes, length);
        ck_assert_int_ne(pawl_level_open(copy, length, &level), PAWL_OK);
        level_seal(copy, length);
        ck_assert_int_ne(pawl_level_open(copy, length, &level), PAWL_OK);
        ck_assert_int_ne(pawl_level_trust(copy, length, &level), PAWL_OK);
        free(copy);
    }
    ck_assert_int_ne(pawl_level_open(bytes, size + 4, &level), PAWL_OK);
    for (uint32_t bit = 0; bit < size * 8; bit++) {
        bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
        ck_assert_int_eq(pawl_level_open(bytes, size, &level),
                         bit < 64 ? PAWL_ERR_FORMAT : PAWL_ERR_CORRUPT);
        bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
    ck_assert_int_eq(pawl_level_open(bytes, size, &level), PAWL_OK);
}
END_TEST

/* Walks end, and where they say. */
static void walk_in(const pawl_level *level) {
    const pawl_box box = level->bounds;
    pawl_gates gates;
    memset(&gates, 0, sizeof gates);
    gates.open[0] = pawl_level_get_triangle(level, 0).vertices[0] % 4;
    for (int i = 0; i < 4; i++) {
        pawl_place place;
        pawl_walk walk;
        pawl_step_report report;
        const pawl_vec2 from = i % 2 ? box.lower : pawl_vec2_make(box.upper.x, box.lower.y);
        const pawl_vec2 to = i < 2 ? box.upper : pawl_vec2_make(box.lower.x + 1, box.upper.y - i);
        ck_assert_int_eq(pawl_level_locate(level, from, 3, &place), PAWL_OK);
        ck_assert_int_eq(pawl_level_walk(level, &gates, place, to, &walk), PAWL_OK);
        ck_assert_uint_lt(walk.triangle, level->triangle_count);
        for (int step = 0; step < 3; step++) {
            const pawl_vec2 movement = {(to.x - from.x) / 2, (to.y - from.y) / 2 + step};
            ck_assert_int_eq(pawl_level_step(level, &gates, movement, 1000 * step,
                                             PAWL_FRICTION_COULOMB, &place, &report),
                             PAWL_OK);
            ck_assert_uint_lt(place.triangle, level->triangle_count);
        }
    }
}

/* With the checksum put right, what is taken is a level all the same. */
static uint32_t try_damage(uint32_t size) {
    pawl_level level;
    level_seal(damaged, size);
    const pawl_status status = pawl_level_open(damaged, size, &level);
    if (status != PAWL_OK) {
        ck_assert_msg(status == PAWL_ERR_FORMAT || status == PAWL_ERR_VERSION, "%d", status);
        return 0;
    }
    const char *const defect = level_find_defect(&level);
    ck_assert_msg(defect == NULL, "%s", defect);
    walk_in(&level);
    return 1;
}

START_TEST(every_byte_changed_under_a_right_checksum_is_found_or_harmless) {
    const uint32_t size = level_square(_i != 0, bytes);
    uint32_t taken = 0, tried = 0;
    for (uint32_t at = 0; at < size; at++) {
        for (unsigned change = 1; change < 256; change += change < 8 ? 1 : 13) {
            memcpy(damaged, bytes, size);
            damaged[at] = (uint8_t)(damaged[at] + change);
            if (at >= 8) taken += try_damage(size), tried++;
        }
    }
    /* Positions, cells, user data and friction may well be others. */
    ck_assert_msg(taken > 200 && taken < tried / 4, "%u of %u", taken, tried);
}
END_TEST

START_TEST(any_damage_under_a_right_checksum_is_found_or_harmless) {
    uint64_t seed = first_seed(_i);
    uint32_t taken = 0;
    const int rounds = SEEDED_ROUNDS(20000);
    for (int n = 0; n < rounds; n++) {
        const uint32_t size = level_square(seeded_next(&seed) % 2 != 0, damaged);
        for (uint64_t k = seeded_next(&seed) % 4 + 1; k > 0; k--) {
            const uint64_t draw = seeded_next(&seed);
            uint32_t at = (uint32_t)(draw % size), from = (uint32_t)((draw >> 32) % size);
            if (at < 8) continue;
            if (draw >> 20 & 1) at -= at % 2, from -= from % 2;
            memmove(damaged + at, damaged + from,
                    draw >> 21 & 1 || at + 2 > size || from + 2 > size ? 1 : 2);
        }
        taken += try_damage(size);
    }
    ck_assert_msg((int)taken > SEEDED_OFTEN(rounds / 50), "%u", taken);
}
END_TEST

/* ---- what is refused, one defect at a time --------------------------------------------------- */

typedef struct square_copy {
    level_parts parts;
    pawl_vec2 vertices[9], player[8];
    pawl_level_triangle triangles[20];
    uint16_t ends[5], members[8];
    pawl_region regions[4];
} square_copy;

static void copy_square(square_copy *to) {
    memset(to, 0, sizeof *to);
    to->parts = level_square_parts(false);
    memcpy(to->vertices, to->parts.vertices, 8 * sizeof *to->vertices);
    memcpy(to->triangles, to->parts.triangles, 10 * sizeof *to->triangles);
    memcpy(to->ends, to->parts.cell_ends, sizeof(uint16_t) * 4);
    memcpy(to->members, to->parts.members, sizeof(uint16_t) * 4);
    memcpy(to->regions, to->parts.regions, 3 * sizeof *to->regions);
    memcpy(to->player, to->parts.player, 4 * sizeof *to->player);
    to->parts.vertices = to->vertices;
    to->parts.triangles = to->triangles;
    to->parts.cell_ends = to->ends;
    to->parts.members = to->members;
    to->parts.regions = to->regions;
    to->parts.player = to->player;
}

static pawl_status open_copy(const square_copy *copy) {
    static _Alignas(4) uint8_t block[2048];
    pawl_level level;
    uint32_t size;
    ck_assert_int_eq(level_write(&copy->parts, block, sizeof block, &size), PAWL_OK);
    const pawl_status status = pawl_level_open(block, size, &level);
    if (status == PAWL_OK) ck_assert_ptr_eq(level_find_defect(&level), NULL);
    return status;
}

#define expect(status, change)                             \
    do {                                                   \
        square_copy copy;                                  \
        copy_square(&copy);                                \
        change;                                            \
        ck_assert_int_eq(open_copy(&copy), PAWL_##status); \
    } while (0)

static void link_again(square_copy *copy, uint32_t count) {
    copy->parts.counts.triangles = count;
    level_link(copy->triangles, count);
}

/* The same mesh a second time, joined to the first one crosswise along the edge 4 -> 6. */
static void double_cover(square_copy *copy) {
    for (uint32_t t = 0; t < 10; t++) {
        copy->triangles[10 + t] = copy->triangles[t];
        for (unsigned i = 0; i < 3; i++)
            if (copy->triangles[t].neighbors[i] != PAWL_TRIANGLE_NONE)
                copy->triangles[10 + t].neighbors[i] += 10;
    }
    copy->triangles[8].neighbors[1] = 19, copy->triangles[19].neighbors[2] = 8;
    copy->triangles[18].neighbors[1] = 9, copy->triangles[9].neighbors[2] = 18;
    copy->parts.counts.triangles = 20;
}

START_TEST(meshes_that_are_no_tiling_are_refused) {
    expect(OK, (void)copy);
    expect(OK, copy.vertices[4].x = -4);
    expect(ERR_FORMAT, copy.vertices[4] = copy.vertices[5]);
    expect(ERR_FORMAT, copy.vertices[4].x = 3);         /* no area */
    expect(ERR_FORMAT, copy.vertices[4].x = 4);         /* folded */
    expect(ERR_FORMAT, copy.vertices[0].x = -9);        /* out of bounds */
    expect(ERR_FORMAT, copy.vertices[0].x = -7);        /* a gap */
    expect(ERR_FORMAT, copy.parts.counts.vertices = 9); /* one that nobody uses */
    expect(ERR_FORMAT, copy.parts.counts.vertices = 7);
    expect(ERR_FORMAT, link_again(&copy, 9));
    expect(ERR_FORMAT, double_cover(&copy));
    expect(ERR_FORMAT, (copy.triangles[10] = copy.triangles[9], copy.parts.counts.triangles = 11));
    expect(ERR_FORMAT, copy.triangles[0].neighbors[0] = PAWL_TRIANGLE_NONE);
    expect(ERR_FORMAT, copy.triangles[0].neighbors[0] = 0);
    expect(ERR_FORMAT, copy.triangles[0].neighbors[0] = 10);
    expect(ERR_FORMAT, copy.triangles[0].neighbors[2] = 1);
    expect(ERR_FORMAT, copy.parts.bounds.upper.x = 9);
    expect(ERR_FORMAT, copy.parts.bounds.upper.x = -8);
    expect(ERR_FORMAT, copy.parts.counts.triangles = 0);
    expect(ERR_FORMAT, (copy.parts.counts.triangles = 0, copy.parts.counts.vertices = 1));
    /* Two vertices in one place: the fan of vertex 4 is the work of two. */
    expect(ERR_FORMAT, (copy.vertices[8] = copy.vertices[4], copy.triangles[8].vertices[0] = 8,
                        copy.triangles[9].vertices[0] = 8, copy.parts.counts.vertices = 9));
}
END_TEST

#define SHEETS 9u

/* The square nine times, joined to a spiral stair around the edge 4 -> 6, and as many vertices that
 * nobody uses that the numbers of a tiling come out. Its box has 2^61 as twice the area: modulo
 * 2^64 nine of them are one. */
START_TEST(sheets_whose_areas_wrap_around_are_refused) {
    static pawl_vec2 vertices[64];
    static pawl_level_triangle triangles[10 * SHEETS];
    static _Alignas(4) uint8_t block[4096];
    level_parts parts = level_square_parts(false);
    const int32_t scale = INT32_C(1) << 26;
    for (uint32_t s = 0; s < SHEETS; s++) {
        uint32_t names[8], next = s == 0 ? 0 : 8 + 6 * (s - 1);
        for (uint32_t v = 0; v < 8; v++) {
            names[v] = s > 0 && (v == 4 || v == 6) ? v : next++;
            vertices[names[v]].x = parts.vertices[v].x * scale;
            vertices[names[v]].y = parts.vertices[v].y * scale;
        }
        for (uint32_t t = 0; t < 10; t++) {
            pawl_level_triangle *const to = &triangles[10 * s + t];
            *to = parts.triangles[t];
            for (unsigned i = 0; i < 3; i++) {
                const uint32_t across = to->neighbors[i];
                to->vertices[i] = names[to->vertices[i]];
                if (across == PAWL_TRIANGLE_NONE) continue;
                const uint32_t sheet = t == 8 && across == 9   ? (s + 1) % SHEETS
                                       : t == 9 && across == 8 ? (s + SHEETS - 1) % SHEETS
                                                               : s;
                to->neighbors[i] = 10 * sheet + across;
            }
        }
    }
    parts.vertices = vertices;
    parts.triangles = triangles;
    parts.counts.vertices = 64;
    parts.counts.triangles = 10 * SHEETS;
    parts.bounds.lower = pawl_vec2_make(-8 * scale, -8 * scale);
    parts.bounds.upper = pawl_vec2_make(8 * scale, 8 * scale);
    pawl_level level;
    uint32_t size = 0;
    ck_assert_int_eq(level_write(&parts, block, sizeof block, &size), PAWL_OK);
    ck_assert_int_eq(pawl_level_open(block, size, &level), PAWL_ERR_FORMAT);
    parts.counts.vertices = 8; /* the first of them alone, cut off from the others */
    parts.counts.triangles = 10;
    triangles[8].neighbors[1] = 9;
    triangles[9].neighbors[2] = 8;
    ck_assert_int_eq(level_write(&parts, block, sizeof block, &size), PAWL_OK);
    ck_assert_int_eq(pawl_level_open(block, size, &level), PAWL_OK);
}
END_TEST

START_TEST(cells_regions_and_players_that_make_no_sense_are_refused) {
    expect(ERR_FORMAT, copy.triangles[3].cell = 4);
    expect(ERR_FORMAT, copy.ends[0] = 1);
    expect(ERR_FORMAT, copy.ends[1] = 4);
    expect(ERR_FORMAT, copy.ends[3] = 3);
    expect(ERR_FORMAT, copy.ends[3] = 5);
    expect(ERR_FORMAT, copy.parts.counts.cells = 0);
    expect(ERR_FORMAT, copy.members[1] = 2);                     /* not ascending */
    expect(ERR_FORMAT, copy.members[2] = 0);                     /* twice */
    expect(ERR_FORMAT, copy.members[2] = 3);                     /* no such region */
    expect(ERR_FORMAT, copy.members[3] = 0);                     /* cells out of order */
    expect(ERR_FORMAT, (copy.ends[1] = 2, copy.members[1] = 2)); /* the same cell twice */
    expect(ERR_FORMAT, (copy.ends[1] = 0));                      /* empty cells */
    expect(OK, copy.members[3] = 1);
    expect(ERR_FORMAT, copy.parts.counts.regions = 0);
    expect(ERR_FORMAT, copy.regions[1].type = 3);
    expect(ERR_FORMAT, copy.regions[1].friction = -1);
    expect(OK, copy.regions[1].friction = PAWL_FX_MAX);
    expect(ERR_FORMAT, copy.regions[1].direction.c = INT32_MIN);
    expect(ERR_FORMAT, copy.regions[1].direction.c = 0);
    expect(ERR_FORMAT, copy.regions[1].direction.s = 100000);
    expect(OK, copy.regions[1].direction.s = 2);
    expect(OK, copy.regions[1].direction.c = PAWL_UNIT - 2);
    expect(ERR_FORMAT, copy.regions[1].direction.c = PAWL_UNIT - 5);
    expect(ERR_FORMAT, copy.parts.counts.walker_points = 0);
    expect(OK, copy.parts.counts.walker_points = 1);
    expect(ERR_FORMAT,
           (copy.parts.counts.walker_points = 1, copy.player[0].x = PAWL_COORD_MAX + 1));
    expect(OK, copy.parts.counts.walker_points = 2);
    expect(OK, copy.parts.counts.walker_points = 3);
    expect(ERR_FORMAT, copy.parts.counts.walker_points = 5); /* (0, 0) is inside */
    expect(ERR_FORMAT, copy.player[3].x = 0);                /* in line */
    expect(ERR_FORMAT, copy.player[3].x = 1);                /* reflex */
    expect(ERR_FORMAT, copy.player[3] = copy.player[2]);
    expect(ERR_FORMAT, copy.player[1] = copy.player[0]);
    expect(ERR_FORMAT, (copy.player[1].x = -4, copy.player[3].x = 4)); /* clockwise */
    expect(ERR_FORMAT, copy.player[3].y = -6);                         /* begins elsewhere */
    expect(ERR_FORMAT, (memcpy(&copy.player[4], copy.player, 4 * sizeof *copy.player),
                        copy.parts.counts.walker_points = 8)); /* twice around */
}
END_TEST

START_TEST(gaps_and_flags_are_zero) {
    static const uint8_t zeros[] = {21, 22, 23, 56, 57, 58, 59, 60, 61, 62, 63};
    pawl_level level;
    const uint32_t size = level_square(false, bytes);
    for (uint32_t i = 0; i < sizeof zeros; i++) {
        memcpy(damaged, bytes, size);
        damaged[zeros[i]] = 1;
        level_seal(damaged, size);
        ck_assert_int_eq(pawl_level_open(damaged, size, &level), PAWL_ERR_FORMAT);
    }
    square_copy copy;
    copy_square(&copy);
    copy.parts.counts.cells = 3, copy.parts.counts.members = 3, copy.triangles[4].cell = 0;
    uint32_t odd = 0;
    ck_assert_int_eq(level_write(&copy.parts, bytes, sizeof bytes, &odd), PAWL_OK);
    ck_assert_uint_eq(odd, size);
    ck_assert_int_eq(pawl_level_open(bytes, odd, &level), PAWL_OK);
    const uint8_t *const gaps[] = {level.cells + 6, level.cells + 7, level.members + 6,
                                   level.members + 7};
    for (int i = 0; i < 4; i++) {
        const size_t at = (size_t)(gaps[i] - bytes);
        bytes[at] = 1;
        level_seal(bytes, odd);
        ck_assert_int_eq(pawl_level_open(bytes, odd, &level), PAWL_ERR_FORMAT);
        bytes[at] = 0;
    }
}
END_TEST

START_TEST(the_writer_says_what_does_not_fit) {
    level_parts parts = level_square_parts(false);
    uint32_t size = 5;
    const uint32_t need = level_square(false, bytes);
    for (uint32_t room = 0; room < need; room++)
        ck_assert_int_eq(level_write(&parts, damaged, room, &size), PAWL_ERR_CAPACITY);
    ck_assert_uint_eq(size, 5);
    ck_assert_int_eq(level_write(&parts, damaged, need, &size), PAWL_OK);
    ck_assert_mem_eq(damaged, bytes, need);
    parts.counts.vertices = PAWL_LEVEL_NARROW_MAX + 1;
    ck_assert_int_eq(level_write(&parts, damaged, need, &size), PAWL_ERR_RANGE);
    parts.counts.is_wide = true;
    ck_assert_int_eq(level_write(&parts, damaged, need, &size), PAWL_ERR_CAPACITY);
    parts.counts.triangles = UINT32_MAX / 20;
    ck_assert_int_eq(level_write(&parts, damaged, need, &size), PAWL_ERR_RANGE);
}
END_TEST

Suite *suite_level_open(void);
Suite *suite_level_open(void) {
    Suite *const suite = suite_create("level_open");
    TCase *const tcase = tcase_create("all");
    tcase_set_timeout(tcase, 60);
    tcase_add_loop_test(tcase, what_was_written_is_read, 0, 2);
    tcase_add_loop_test(tcase, what_is_trusted_reads_the_same, 0, 2);
    tcase_add_test(tcase, misuse_is_an_error_and_changes_nothing);
    tcase_add_test(tcase, a_gate_is_a_bit_of_its_own);
    tcase_add_loop_test(tcase, every_truncation_and_every_flipped_bit_is_found, 0, 2);
    tcase_add_loop_test(tcase, every_byte_changed_under_a_right_checksum_is_found_or_harmless, 0,
                        2);
    tcase_add_loop_test(tcase, any_damage_under_a_right_checksum_is_found_or_harmless, 0, 2);
    tcase_add_test(tcase, meshes_that_are_no_tiling_are_refused);
    tcase_add_test(tcase, sheets_whose_areas_wrap_around_are_refused);
    tcase_add_test(tcase, cells_regions_and_players_that_make_no_sense_are_refused);
    tcase_add_test(tcase, gaps_and_flags_are_zero);
    tcase_add_test(tcase, the_writer_says_what_does_not_fit);
    suite_add_tcase(suite, tcase);
    return suite;
}
