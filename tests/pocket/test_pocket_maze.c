/* test_pocket_maze.c - bodies at top speed among thin walls: none gets to where no way leads. */
#include <inttypes.h>

#include "support/arcade/pocket.h"

#define COLUMNS 4
#define ROWS 3
#define CELLS (COLUMNS * ROWS)
#define CELL (8 * PAWL_FX_ONE)
#define HALF_WALL 1 /* Q8.8: walls are 1/128 unit thick */
#define WALLS (2 * CELLS + COLUMNS + ROWS)
#define MOVING 10
#define LENGTH (WALLS + MOVING)
#define STEPS 5
#define MAZES 50 /* of each pass: with four passes 10^4 motions */
#define PASSES 4

/* Cells, and which of them are one room. */
typedef struct maze {
    pawl_pocket pocket;
    pawl_pocket_body bodies[LENGTH]; /* walls, and those that move */
    pawl_fx corner[2];               /* the lower left one */
    bool right[CELLS], above[CELLS]; /* is there a wall */
    int room[CELLS];
    int home[MOVING];
} maze;

static void put_in(maze *m, const pawl_pocket_body *body) {
    ck_assert_int_ge(pawl_pocket_add(&m->pocket, m->bodies, body), 0);
}

/* A wall as long as a cell and as thick as it is, so that they overlap where they meet. */
static void add_wall(maze *m, bool upright, pawl_fx x, pawl_fx y) {
    pawl_pocket_body wall = pawl_pocket_body_default();
    wall.position[0] = m->corner[0] + x;
    wall.position[1] = m->corner[1] + y;
    wall.half[upright ? 0 : 1] = HALF_WALL;
    wall.half[upright ? 1 : 0] = (CELL >> 9) + HALF_WALL;
    wall.inverse_mass = 0;
    wall.elasticity = 255;
    wall.friction = wall.stick = 0;
    wall.category = 2;
    wall.flags |= PAWL_POCKET_BOX;
    put_in(m, &wall);
}

static void build_walls(maze *m, uint64_t *seed) {
    for (int i = 0; i < COLUMNS; i++)
        add_wall(m, false, i * CELL + CELL / 2, 0);
    for (int i = 0; i < ROWS; i++)
        add_wall(m, true, 0, i * CELL + CELL / 2);
    for (int i = 0; i < CELLS; i++) {
        const int column = i % COLUMNS, row = i / COLUMNS;
        m->right[i] = column + 1 == COLUMNS || seeded_next(seed) % 2 == 0;
        m->above[i] = row + 1 == ROWS || seeded_next(seed) % 2 == 0;
        if (m->right[i]) add_wall(m, true, (column + 1) * CELL, row * CELL + CELL / 2);
        if (m->above[i]) add_wall(m, false, column * CELL + CELL / 2, (row + 1) * CELL);
    }
}

static void join(maze *m, int a, int b) {
    const int lower = m->room[a] < m->room[b] ? m->room[a] : m->room[b];
    m->room[a] = m->room[b] = lower;
}

/* The rooms: cells take the lowest number of their neighbours until nothing changes. */
static void number_rooms(maze *m) {
    for (int i = 0; i < CELLS; i++)
        m->room[i] = i;
    for (int again = 0; again < CELLS; again++) {
        for (int i = 0; i < CELLS; i++) {
            if (!m->right[i]) join(m, i, i + 1);
            if (!m->above[i]) join(m, i, i + COLUMNS);
        }
    }
}

static pawl_fx speed_of(uint64_t *seed) {
    const pawl_fx most = PAWL_POCKET_SPEED_MAX;
    if (seeded_next(seed) % 2) return seeded_next(seed) % 2 ? most : -most;
    return (pawl_fx)(seeded_next(seed) % (2 * (uint32_t)most + 1)) - most;
}

/* Circles and boxes, the first two as small as can be; they meet each other where `meet` says so.
 */
static void add_bodies(maze *m, uint64_t *seed, bool meet) {
    const int first = (int)(seeded_next(seed) % CELLS);
    for (int i = 0; i < MOVING; i++) {
        const int cell = (first + 7 * i) % CELLS;
        pawl_pocket_body body = pawl_pocket_body_default();
        m->home[i] = m->room[cell];
        for (int axis = 0; axis < 2; axis++) {
            const int place = axis == 0 ? cell % COLUMNS : cell / COLUMNS;
            body.position[axis] = m->corner[axis] + place * CELL + CELL / 2 +
                                  (pawl_fx)(seeded_next(seed) % CELL) / 4 - CELL / 8;
            body.half[axis] = (uint16_t)(i < 2 ? 1 : 1 + seeded_next(seed) % 256);
        }
        if (i % 2 != 0) body.flags |= PAWL_POCKET_BOX;
        body.elasticity = i == 3 ? 0 : 255;
        body.friction = i == 4 ? 128 : 0;
        body.stick = 0;
        body.mask = meet ? 3 : 2;
        body.inverse_mass = (uint8_t)(1u << i % 8);
        put_in(m, &body);
    }
}

static void build(maze *m, uint64_t *seed, bool meet) {
    memset(m, 0, sizeof *m);
    ck_assert_int_eq(pawl_pocket_init(&m->pocket, m->bodies, LENGTH), PAWL_OK);
    m->pocket.impact_limit = 255;
    for (int axis = 0; axis < 2; axis++)
        m->corner[axis] = (pawl_fx)(seeded_next(seed) % PAWL_POCKET_COORD_MAX) - (1 << 27);
    build_walls(m, seed);
    number_rooms(m);
    add_bodies(m, seed, meet);
}

/* The cell of a body's centre; -1 outside. */
static int cell_of(const maze *m, const pawl_fx at[2]) {
    const int64_t x = (int64_t)at[0] - m->corner[0], y = (int64_t)at[1] - m->corner[1];
    if (x <= 0 || y <= 0 || x >= (int64_t)COLUMNS * CELL || y >= (int64_t)ROWS * CELL) return -1;
    return (int)(x / CELL + y / CELL * COLUMNS);
}

/* Whether it moves. */
static bool is_body(const maze *m, int i) {
    return (m->bodies[i].flags & PAWL_POCKET_USED) != 0 && m->bodies[i].inverse_mass != 0;
}

static void assert_at_home(const maze *m, int step, uint64_t seed) {
    for (int i = 0, body = 0; i < LENGTH; i++) {
        if (!is_body(m, i)) continue;
        const int cell = cell_of(m, m->bodies[i].position);
        ck_assert_msg(cell >= 0 && m->room[cell] == m->home[body],
                      "body %d is in cell %d instead of room %d, step %d, seed %" PRIu64, body,
                      cell, m->home[body], step, seed);
        body++;
    }
}

/* Each step begins with other velocities. */
static uint32_t run(maze *m, uint64_t *seed, uint64_t before) {
    uint32_t bounces = 0;
    for (int step = 0; step < STEPS; step++) {
        for (int i = 0; i < LENGTH; i++) {
            if (!is_body(m, i)) continue;
            m->bodies[i].velocity[0] = speed_of(seed);
            m->bodies[i].velocity[1] = speed_of(seed);
        }
        ck_assert_int_eq(pawl_pocket_step(&m->pocket, m->bodies), PAWL_OK);
        bounces += m->pocket.contact_count;
        bounces += m->pocket.dropped;
        assert_at_home(m, step, before);
    }
    return bounces;
}

static void run_mazes(int pass, bool meet) {
    static maze m;
    uint64_t seed = first_seed(pass);
    uint32_t bounces = 0;
    const int mazes = SEEDED_ROUNDS(MAZES);
    for (int n = 0; n < mazes; n++) {
        const uint64_t before = seed;
        build(&m, &seed, meet);
        bounces += run(&m, &seed, before);
    }
    /* At top speed a body crosses eight cells in a step, half of them with a wall. */
    ck_assert_msg(bounces > (uint32_t)mazes * MOVING * STEPS * 4, "only %" PRIu32 " bounces",
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

Suite *suite_pocket_maze(void);

Suite *suite_pocket_maze(void) {
    Suite *const suite = suite_create("pocket_maze");
    TCase *const all = tcase_create("pocket_maze");
    tcase_set_timeout(all, 120);
    tcase_add_loop_test(all, no_body_escapes_from_a_maze_of_thin_walls, 0, PASSES);
    tcase_add_loop_test(all, no_body_is_pushed_out_of_a_maze_by_others, 0, 1);
    suite_add_tcase(suite, all);
    return suite;
}
