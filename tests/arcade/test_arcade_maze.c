/* test_arcade_maze.c - bodies at top speed among thin walls: none gets to where no way leads. */
#include <check.h>
#include <inttypes.h>
#include <string.h>

#include "pawl/arcade.h"
#include "support/shape/convex.h"

#define COLUMNS 6
#define ROWS 5
#define CELLS (COLUMNS * ROWS)
#define CELL (8 * PAWL_FX_ONE)
#define BODIES 100 /* of each maze */
#define STEPS 2
#define MAZES (SEEDED_SHARE > 1 ? 1 : 10) /* of each pass */
#define PASSES 10

/* What the walls are made of. */
enum {
    THIN,     /* boxes, 32 raw units thick */
    SEGMENTS, /* without thickness, end to end */
    MATERIALS
};

/* Cells, and which of them are one room. */
typedef struct maze {
    pawl_arcade *arcade;
    pawl_vec2 corner;                /* the lower left one */
    bool right[CELLS], above[CELLS]; /* is there a wall */
    int room[CELLS];
    pawl_arcade_id bodies[BODIES];
    int home[BODIES]; /* room of each */
    uint32_t bounces;
} maze;

static uint64_t memory[16384];

static uint16_t add_kind(maze *m, pawl_arcade_prototype *kind, const pawl_convex *polygon) {
    uint16_t made = 0;
    if (polygon != NULL) {
        kind->shape = PAWL_ARCADE_POLYGON;
        ck_assert_int_eq(pawl_arcade_add_polygon(m->arcade, polygon, &kind->polygon), PAWL_OK);
    }
    ck_assert_int_eq(pawl_arcade_add_prototype(m->arcade, kind, &made), PAWL_OK);
    return made;
}

static uint16_t add_wall_kind(maze *m, int material, bool upright) {
    pawl_arcade_prototype kind = pawl_arcade_prototype_default();
    pawl_convex segment;
    const pawl_fx half = CELL / 2;
    const pawl_vec2 end = pawl_vec2_make(upright ? 0 : half, upright ? half : 0);
    kind.inverse_mass = 0;
    kind.elasticity = PAWL_FX_ONE;
    kind.friction = kind.stick = 0;
    kind.category = 2;
    kind.shape = PAWL_ARCADE_BOX;
    kind.half = pawl_vec2_make(pawl_max(end.x, PAWL_SIZE_MIN), pawl_max(end.y, PAWL_SIZE_MIN));
    if (material == THIN) return add_kind(m, &kind, NULL);
    ck_assert_int_eq(pawl_make_segment(pawl_vec2_make(-end.x, -end.y), end, &segment), PAWL_OK);
    return add_kind(m, &kind, &segment);
}

static void add_wall(maze *m, uint16_t kind, pawl_fx x, pawl_fx y) {
    pawl_arcade_id wall;
    const pawl_vec2 at = pawl_vec2_make(m->corner.x + x, m->corner.y + y), still = {0, 0};
    ck_assert_int_eq(pawl_arcade_create(m->arcade, kind, at, still, 0, &wall), PAWL_OK);
}

static void build_walls(maze *m, uint64_t *seed, int material) {
    const uint16_t flat = add_wall_kind(m, material, false);
    const uint16_t upright = add_wall_kind(m, material, true);
    for (int i = 0; i < COLUMNS; i++)
        add_wall(m, flat, i * CELL + CELL / 2, 0);
    for (int i = 0; i < ROWS; i++)
        add_wall(m, upright, 0, i * CELL + CELL / 2);
    for (int i = 0; i < CELLS; i++) {
        const int column = i % COLUMNS, row = i / COLUMNS;
        m->right[i] = column + 1 == COLUMNS || seeded_next(seed) % 2 == 0;
        m->above[i] = row + 1 == ROWS || seeded_next(seed) % 2 == 0;
        if (m->right[i]) add_wall(m, upright, (column + 1) * CELL, row * CELL + CELL / 2);
        if (m->above[i]) add_wall(m, flat, column * CELL + CELL / 2, (row + 1) * CELL);
    }
}

/* The rooms: cells take the lowest number of their neighbours until nothing changes. */
static void number_rooms(maze *m) {
    for (int i = 0; i < CELLS; i++)
        m->room[i] = i;
    for (int again = 0; again < CELLS; again++) {
        for (int i = 0; i < CELLS; i++) {
            const int beside = i + 1, over = i + COLUMNS;
            if (!m->right[i])
                m->room[i] = m->room[beside] =
                    m->room[i] < m->room[beside] ? m->room[i] : m->room[beside];
            if (!m->above[i])
                m->room[i] = m->room[over] =
                    m->room[i] < m->room[over] ? m->room[i] : m->room[over];
        }
    }
}

/* Circles, boxes and polygons; they meet each other where `meet` says so. */
static uint16_t add_body_kind(maze *m, uint64_t *seed, bool meet, int number) {
    pawl_arcade_prototype kind = pawl_arcade_prototype_default();
    pawl_convex polygon;
    const pawl_fx size = number == 0 ? PAWL_SIZE_MIN : seeded_between(seed, 64, CELL / 16);
    kind.half = pawl_vec2_make(size, seeded_between(seed, PAWL_SIZE_MIN, size));
    kind.shape = number % 3 == 1 ? PAWL_ARCADE_BOX : PAWL_ARCADE_CIRCLE;
    kind.elasticity = number == 3 ? 0 : PAWL_FX_ONE;
    kind.friction = number == 4 ? PAWL_FX_ONE / 2 : 0;
    kind.stick = 0;
    kind.mask = meet ? 3 : 2;
    kind.inverse_mass = PAWL_FX_ONE >> number;
    if (number % 3 != 2) return add_kind(m, &kind, NULL);
    const pawl_vec2 points[3] = {{-size, -size}, {size, -size / 2}, {0, size}};
    ck_assert_int_eq(pawl_make_polygon(points, 3, 0, &polygon), PAWL_OK);
    return add_kind(m, &kind, &polygon);
}

static pawl_fx speed_of(uint64_t *seed) {
    if (seeded_next(seed) % 2)
        return seeded_next(seed) % 2 ? PAWL_ARCADE_SPEED_MAX : -PAWL_ARCADE_SPEED_MAX;
    return seeded_between(seed, -PAWL_ARCADE_SPEED_MAX, PAWL_ARCADE_SPEED_MAX);
}

/* Nine places in each cell, far enough from each other. */
static void add_bodies(maze *m, uint64_t *seed, bool meet) {
    uint16_t kinds[6];
    const int first = (int)(seeded_next(seed) % (9 * CELLS));
    for (int i = 0; i < 6; i++)
        kinds[i] = add_body_kind(m, seed, meet, i);
    for (int i = 0; i < BODIES; i++) {
        const int place = (first + 37 * i) % (9 * CELLS), cell = place / 9;
        const pawl_vec2 in =
            pawl_vec2_make(CELL / 4 * (1 + place % 3), CELL / 4 * (1 + place / 3 % 3));
        const pawl_vec2 at = pawl_vec2_make(m->corner.x + cell % COLUMNS * CELL + in.x,
                                            m->corner.y + cell / COLUMNS * CELL + in.y);
        const pawl_fx x = speed_of(seed);
        const pawl_vec2 velocity = pawl_vec2_make(x, speed_of(seed));
        m->home[i] = m->room[cell];
        ck_assert_int_eq(
            pawl_arcade_create(m->arcade, kinds[i % 6], at, velocity, 0, &m->bodies[i]), PAWL_OK);
    }
}

static void build(maze *m, uint64_t *seed, int material, bool meet) {
    pawl_arcade_def def = pawl_arcade_def_default();
    memset(m, 0, sizeof *m);
    def.body_capacity = BODIES + 2 * CELLS + COLUMNS + ROWS;
    def.contact_capacity = 1024;
    def.impact_limit = 200;
    def.gravity = pawl_vec2_make(0, 0);
    m->corner = seeded_point(seed, PAWL_COORD_MAX / 2);
    ck_assert_uint_le(pawl_arcade_size(&def), sizeof memory);
    ck_assert_int_eq(pawl_arcade_init(memory, sizeof memory, &def, &m->arcade), PAWL_OK);
    build_walls(m, seed, material);
    number_rooms(m);
    add_bodies(m, seed, meet);
}

/* The cell of a body's centre; -1 outside. A centre on the line between cells with a wall between
 * them is in neither: the walls have bodies on one side only. */
static int cell_of(const maze *m, pawl_vec2 at) {
    const int64_t x = (int64_t)at.x - m->corner.x, y = (int64_t)at.y - m->corner.y;
    if (x <= 0 || y <= 0 || x >= (int64_t)COLUMNS * CELL || y >= (int64_t)ROWS * CELL) return -1;
    return (int)(x / CELL + y / CELL * COLUMNS);
}

static void assert_at_home(const maze *m, int step, int material, uint64_t seed) {
    for (int i = 0; i < BODIES; i++) {
        const pawl_vec2 at = pawl_arcade_get_position(m->arcade, m->bodies[i]);
        const int cell = cell_of(m, at);
        if (cell < 0 || m->room[cell] != m->home[i])
            ck_abort_msg(
                "body %d is in cell %d instead of room %d, step %d, walls %d, seed %" PRIu64, i,
                cell, m->home[i], step, material, seed);
    }
}

static void run(maze *m, int material, uint64_t seed) {
    for (int step = 0; step < STEPS; step++) {
        ck_assert_int_eq(pawl_arcade_step(m->arcade), PAWL_OK);
        m->bounces += pawl_arcade_get_contact_count(m->arcade);
        m->bounces += pawl_arcade_get_dropped_count(m->arcade);
        assert_at_home(m, step, material, seed);
    }
}

/* 10^4 bodies in all. */
static void run_mazes(int pass, bool meet) {
    uint64_t seed = first_seed(pass);
    uint32_t bounces = 0;
    maze m;
    for (int n = 0; n < MAZES; n++) {
        const int material = n % MATERIALS;
        const uint64_t before = seed;
        build(&m, &seed, material, meet);
        run(&m, material, before);
        bounces += m.bounces;
    }
    /* A body crosses 17 cells in a step, most of them with a wall. */
    ck_assert_msg(bounces > (uint32_t)MAZES * BODIES * STEPS * 4, "only %" PRIu32 " bounces",
                  bounces);
}

START_TEST(no_body_escapes_from_a_maze_of_thin_walls) {
    run_mazes(_i, false);
}
END_TEST

START_TEST(no_body_is_pushed_out_of_a_maze_by_others) {
    run_mazes(_i, true);
}
END_TEST

Suite *suite_arcade_maze(void);

Suite *suite_arcade_maze(void) {
    Suite *const suite = suite_create("arcade_maze");
    TCase *const all = tcase_create("arcade_maze");
    tcase_set_timeout(all, 60);
    tcase_add_loop_test(all, no_body_escapes_from_a_maze_of_thin_walls, 0, PASSES);
    tcase_add_loop_test(all, no_body_is_pushed_out_of_a_maze_by_others, 0, 2);
    suite_add_tcase(suite, all);
    return suite;
}
