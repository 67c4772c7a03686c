/* test_material_table.c - materials of tiles; tables in states; what is refused. */
#include "pawl/snapshot.h"
#include "support/world/materials.h"

/* ---- tile maps ------------------------------------------------------------------------------- */

#define COLUMNS 24
#define ROWS 6

static void draw_cells(uint8_t *cells, uint32_t kinds) {
    for (int i = 0; i < COLUMNS * ROWS; i++) {
        const bool solid = i < COLUMNS || draw_material_number(0, 3) == 0;
        const uint32_t tile = solid ? (uint32_t)draw_material_number(1, 6) : 0;
        const uint32_t kind =
            kinds <= 1 ? kinds : (uint32_t)draw_material_number(0, (int32_t)kinds - 1);
        cells[i] = (uint8_t)(tile | kind << PAWL_TILE_MATERIAL_SHIFT);
    }
}

static pawl_tile_map map_of(const uint8_t *cells) {
    const pawl_tile_map map = {cells, COLUMNS, ROWS, FX(1), VEC(-COLUMNS / 2, -2)};
    return map;
}

static pawl_shape_id add_tiles(pawl_world *world, const pawl_shape_def *def, const uint8_t *cells) {
    const pawl_tile_map map = map_of(cells);
    pawl_shape_id shape;
    ck_assert_int_eq(
        pawl_shape_create_tiles(world, add_body(world, PAWL_STATIC, 0, 0), def, &map, &shape),
        PAWL_OK);
    return shape;
}

/* Kind 1 everywhere: the edges are the same, and the material is that of kind 1. */
START_TEST(a_map_of_one_kind_is_as_if_its_shape_were_made_of_that) {
    material_seed = seeded_fresh("maps of one kind") | 1;
    for (int round = 0; round < SEEDED_ROUNDS(12); round++) {
        uint8_t cells[COLUMNS * ROWS];
        draw_cells(cells, 1);
        const pawl_material materials[] = {draw_material(), draw_material()};
        const pawl_material_table table = {materials, NULL, 2};
        const uint64_t seed = seeded_next(&material_seed);
        const pawl_shape_def other = smooth_def(), def = def_with(&materials[1]);
        pawl_world *const a = make_default_world(), *const b = make_default_world();
        add_tiles(a, &def, cells);
        ck_assert_int_eq(pawl_shape_set_materials(b, add_tiles(b, &other, cells), &table), PAWL_OK);
        add_fallers(a, seed);
        add_fallers(b, seed);
        for (int i = 0; i < 200; i++) {
            run(a, 1);
            run(b, 1);
            ck_assert_uint_eq(pawl_world_motion_hash(a), pawl_world_motion_hash(b));
            ck_assert_uint_eq(pawl_world_hash_tree(a).branches[PAWL_BRANCH_CONTACTS],
                              pawl_world_hash_tree(b).branches[PAWL_BRANCH_CONTACTS]);
        }
        free(a);
        free(b);
    }
}
END_TEST

/* Sides that a run covers, by cell and direction: how often, and by which kind. */
static uint32_t count_run_sides(const pawli_geometry *geometry, uint32_t edge, const uint8_t *cells,
                                bool by_kind) {
    const pawl_box all = {VEC(-99, -99), VEC(99, 99)};
    pawli_edge run;
    ck_assert_int_eq(pawli_surface_find(geometry, edge, all, &run), true);
    const pawl_vec2 way = pawl_vec2_sub(run.end, run.begin);
    const int32_t dx = (way.x > 0) - (way.x < 0), dy = (way.y > 0) - (way.y < 0);
    const uint32_t sides = (uint32_t)(abs(dx != 0 ? way.x : way.y) / PAWL_FX_ONE);
    const uint32_t first = edge / 8;
    for (uint32_t i = 0; i < sides; i++) {
        const int32_t cell = (int32_t)first + (int32_t)i * (dy * COLUMNS + dx);
        if (by_kind)
            ck_assert_uint_eq(cells[cell] >> PAWL_TILE_MATERIAL_SHIFT,
                              cells[first] >> PAWL_TILE_MATERIAL_SHIFT);
    }
    return sides;
}

START_TEST(runs_of_cells_end_where_the_kind_changes) {
    material_seed = seeded_fresh("maps of many kinds") | 1;
    const pawl_box all = {VEC(-99, -99), VEC(99, 99)};
    uint32_t longer = 0;
    for (int round = 0; round < SEEDED_ROUNDS(200); round++) {
        uint8_t cells[COLUMNS * ROWS];
        draw_cells(cells, 3);
        for (int i = 0; i < COLUMNS; i++)
            cells[i] = (uint8_t)(cells[i] & ~PAWL_TILE_MASK) | PAWL_TILE_SOLID;
        const pawl_material material = draw_material();
        const pawl_material_table table = {&material, NULL, 1};
        const pawl_tile_map map = map_of(cells);
        pawli_geometry made;
        uint32_t sides[2] = {0, 0}, edge, edges[2] = {0, 0};
        ck_assert_int_eq(pawli_terrain_make_tiles(&map, &made), PAWL_OK);
        for (int kinds = 0; kinds < 2; kinds++) {
            pawli_surface_query query = pawli_surface_begin(&made, all);
            while (pawli_surface_next(&query, &edge)) {
                const uint32_t more = count_run_sides(&made, edge, cells, kinds == 1);
                sides[kinds] += more;
                edges[kinds]++;
                if (kinds == 1 && more > 1) longer++;
            }
            ck_assert_int_eq(pawli_terrain_add_materials(&table, &made), PAWL_OK);
        }
        ck_assert_uint_eq(sides[0], sides[1]);
        ck_assert_uint_gt(edges[1], edges[0]);
    }
    ck_assert_uint_gt(longer, SEEDED_SHARE > 1 ? 10 : 1000);
}
END_TEST

START_TEST(cells_of_ice_and_rubber_are_felt_one_after_the_other) {
    uint8_t cells[COLUMNS * ROWS] = {0};
    for (int i = 0; i < COLUMNS; i++) /* kind 0 to the middle, then kind 1 */
        cells[i] =
            (uint8_t)(PAWL_TILE_SOLID | (i < COLUMNS / 2 ? 0 : 1) << PAWL_TILE_MATERIAL_SHIFT);
    pawl_world *const world = make_default_world();
    const pawl_shape_def def = smooth_def();
    const pawl_material_table table = {strips, NULL, 2};
    ck_assert_int_eq(pawl_shape_set_materials(world, add_tiles(world, &def, cells), &table),
                     PAWL_OK);
    const pawl_body_id box = add_unit_box(world, -9, -0.5);
    run(world, 30);
    ck_assert_int_eq(pawl_body_set_velocity(world, box, VEC(4, 0)), PAWL_OK);
    run(world, 120);
    ck_assert_int_eq(pawl_body_get_velocity(world, box).x, FX(4));
    run(world, 200);
    ck_assert_int_eq(pawl_body_get_velocity(world, box).x, 0);
    const double x = units(pawl_body_get_position(world, box).x);
    ck_assert_msg(x > -0.5 && x < 1.5, "stopped at %g", x);
    assert_sound(world);
    free(world);
}
END_TEST

/* A map has other edges with a table than without: its touches end and begin. Those of a chain go
 * on. */
START_TEST(a_table_ends_touches_of_maps_and_none_of_chains) {
    static const uint8_t indices[] = {0, 1, 0, 1, 0, 1, 0, 1, 0, 1}, others[10];
    uint8_t cells[COLUMNS * ROWS] = {0};
    memset(cells, PAWL_TILE_SOLID, COLUMNS);
    pawl_world *const world = make_default_world();
    const pawl_shape_def def = smooth_def();
    const pawl_shape_id ground = add_strips(world, indices);
    const pawl_body_id on_ground = add_unit_box(world, 18, 0.5);
    const pawl_shape_id map = add_tiles(world, &def, cells);
    add_unit_box(world, -9, -0.5);
    run(world, 120);
    ck_assert_int_eq(pawl_body_is_awake(world, on_ground), false);
    const pawl_material_table table = {strips, others, 3}, kinds = {strips, NULL, 3};
    ck_assert_int_eq(pawl_shape_set_materials(world, ground, &table), PAWL_OK);
    ck_assert_int_eq(pawl_body_is_awake(world, on_ground), true);
    run(world, 1);
    ck_assert_uint_eq(pawl_world_get_events(world).end_count, 0);
    ck_assert_int_eq(pawl_shape_set_materials(world, map, &kinds), PAWL_OK);
    run(world, 1);
    ck_assert_uint_eq(pawl_world_get_events(world).end_count, 1);
    ck_assert_uint_eq(pawl_world_get_events(world).begin_count, 1);
    ck_assert_int_eq(pawl_shape_set_materials(world, map, &kinds), PAWL_OK);
    run(world, 1);
    ck_assert_uint_eq(pawl_world_get_events(world).end_count, 0);
    ck_assert_int_eq(pawl_shape_set_materials(world, map, NULL), PAWL_OK);
    ck_assert_uint_eq(pawl_shape_get_material_count(world, map), 0);
    run(world, 1);
    ck_assert_uint_eq(pawl_world_get_events(world).end_count, 1);
    assert_sound(world);
    free(world);
}
END_TEST

/* ---- state ----------------------------------------------------------------------------------- */

START_TEST(every_number_of_a_table_is_in_the_hash) {
    static const uint8_t indices[] = {0, 1, 0, 1, 0, 1, 0, 1, 0, 1};
    pawl_world *const world = make_default_world();
    const pawl_shape_id ground = add_strips(world, indices);
    pawl_material materials[2] = {strips[0], strips[1]};
    uint8_t own[10];
    memcpy(own, indices, sizeof own);
    pawl_material_table table = {materials, own, 2};
    ck_assert_int_eq(pawl_shape_set_materials(world, ground, &table), PAWL_OK);
    const uint32_t hash = pawl_world_hash(world);
    for (size_t i = 0; i < sizeof materials / 4; i++) {
        ((uint32_t *)(void *)materials)[i]++;
        ck_assert_int_eq(pawl_shape_set_materials(world, ground, &table), PAWL_OK);
        ck_assert_msg(pawl_world_hash(world) != hash, "number %zu", i);
        ((uint32_t *)(void *)materials)[i]--;
    }
    for (size_t i = 0; i < sizeof own; i++) {
        own[i] ^= 1;
        ck_assert_int_eq(pawl_shape_set_materials(world, ground, &table), PAWL_OK);
        ck_assert_msg(pawl_world_hash(world) != hash, "index %zu", i);
        own[i] ^= 1;
    }
    table.count = 1;
    ck_assert_int_eq(pawl_shape_set_materials(world, ground, &table), PAWL_OK);
    ck_assert_uint_ne(pawl_world_hash(world), hash);
    table.count = 2;
    ck_assert_int_eq(pawl_shape_set_materials(world, ground, &table), PAWL_OK);
    ck_assert_uint_eq(pawl_world_hash(world), hash);
    free(world);
}
END_TEST

/* As if it had never been there. */
START_TEST(a_table_that_is_taken_away_leaves_nothing) {
    drawn_ground from;
    material_seed = first_seed(0);
    draw_ground(&from);
    pawl_world *const world = make_default_world();
    const pawl_shape_id ground = add_ground_chain(world, &from);
    const uint32_t hash = pawl_world_hash(world);
    const size_t size = pawl_world_encode_size(world);
    ck_assert_int_eq(pawl_shape_set_materials(world, ground, &from.table), PAWL_OK);
    ck_assert_uint_ne(pawl_world_hash(world), hash);
    ck_assert_uint_eq(pawl_world_encode_size(world), size + 3 * (2 + 4));
    ck_assert_int_eq(pawl_shape_set_materials(world, ground, NULL), PAWL_OK);
    ck_assert_uint_eq(pawl_world_hash(world), hash);
    ck_assert_uint_eq(pawl_world_encode_size(world), size);
    free(world);
}
END_TEST

START_TEST(a_table_is_bound_elsewhere) {
    drawn_ground from, copy;
    material_seed = first_seed(1);
    draw_ground(&from);
    pawl_world *const world = make_default_world();
    add_fallers(world, 77);
    const pawl_shape_id ground = add_ground_chain(world, &from);
    ck_assert_int_eq(pawl_shape_set_materials(world, ground, &from.table), PAWL_OK);
    run(world, 60);
    size_t size = pawl_world_encode_size(world);
    void *const snapshot = malloc(size);
    ck_assert_int_eq(pawl_world_encode(world, snapshot, size, &size), PAWL_OK);
    const pawl_world_def def = pawl_world_def_default();
    const size_t room = pawl_world_size(&def);
    void *const memory = malloc(room);
    pawl_world *twin;
    ck_assert_int_eq(pawl_world_decode(snapshot, size, memory, room, &twin), PAWL_OK);
    copy = from;
    copy.table.materials = copy.materials;
    copy.table.indices = copy.indices;
    ck_assert_uint_eq(pawl_shape_get_material_count(twin, ground), SOME);
    ck_assert_int_eq(pawl_shape_bind(twin, ground, copy.points), PAWL_OK);
    ck_assert_uint_eq(pawl_world_find_unbound(twin).index1, ground.index1);
    pawl_material material;
    ck_assert_int_eq(pawl_shape_get_material(twin, ground, 0, &material), PAWL_ERR_ARGUMENT);
    copy.materials[3].user_data++;
    ck_assert_int_eq(pawl_shape_bind_materials(twin, ground, &copy.table), PAWL_ERR_ARGUMENT);
    copy.materials[3].user_data--;
    copy.table.count--;
    ck_assert_int_eq(pawl_shape_bind_materials(twin, ground, &copy.table), PAWL_ERR_ARGUMENT);
    copy.table.count++;
    ck_assert_int_eq(pawl_shape_bind_materials(twin, ground, &copy.table), PAWL_OK);
    ck_assert_uint_eq(pawl_world_find_unbound(twin).index1, 0);
    for (int i = 0; i < 200; i++) {
        ck_assert_uint_eq(pawl_world_hash(world), pawl_world_hash(twin));
        run(world, 1);
        run(twin, 1);
    }
    free(world);
    free(memory);
    free(snapshot);
}
END_TEST

/* ---- misuse ---------------------------------------------------------------------------------- */

START_TEST(tables_that_make_no_sense_are_refused) {
    static const uint8_t indices[10];
    uint8_t cells[COLUMNS * ROWS] = {0};
    pawl_world *const world = make_default_world();
    const pawl_shape_def def = smooth_def();
    const pawl_shape_id ground = add_strips(world, indices), map = add_tiles(world, &def, cells);
    const pawl_shape_id box = shape_of(world, add_unit_box(world, 0, 3)), none = {99, 1};
    const pawl_material_table good = {strips, indices, 4}, kinds = {strips, NULL, 4};
    const struct {
        pawl_world *world;
        pawl_shape_id shape;
        pawl_material_table table;
        pawl_status status;
    } rows[] = {
        {NULL, ground, good, PAWL_ERR_NULL},
        {world, none, good, PAWL_ERR_STALE},
        {world, box, good, PAWL_ERR_ARGUMENT},
        {world, map, good, PAWL_ERR_ARGUMENT},
        {world, ground, kinds, PAWL_ERR_NULL},
        {world, ground, {NULL, indices, 4}, PAWL_ERR_NULL},
        {world, ground, {strips, indices, 0}, PAWL_ERR_ARGUMENT},
        {world, ground, {strips, indices, -1}, PAWL_ERR_ARGUMENT},
        {world, ground, {strips, indices, PAWL_MATERIALS_MAX + 1}, PAWL_ERR_ARGUMENT},
        {world, map, {strips, NULL, PAWL_TILE_MATERIALS_MAX + 1}, PAWL_ERR_ARGUMENT},
    };
    const uint32_t hash = pawl_world_hash(world);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ck_assert_msg(pawl_shape_set_materials(rows[i].world, rows[i].shape, &rows[i].table) ==
                          rows[i].status,
                      "row %zu", i);
        ck_assert_msg(pawl_shape_bind_materials(rows[i].world, rows[i].shape, &rows[i].table) ==
                          rows[i].status,
                      "row %zu, bound", i);
    }
    const pawl_material wrong[] = {{-1, 0, 0, 0, 0},
                                   {0, -1, 0, 0, 0},
                                   {0, PAWL_FX_ONE + 1, 0, 0, 0},
                                   {0, 0, PAWL_SPEED_MAX + 1, 0, 0},
                                   {0, 0, INT32_MIN, 0, 0},
                                   {0, 0, 0, -1, 0},
                                   {0, 0, 0, PAWL_FX_ONE + 1, 0}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        const pawl_material_table table = {&wrong[i], indices, 1};
        ck_assert_msg(pawl_shape_set_materials(world, ground, &table) == PAWL_ERR_RANGE,
                      "material %zu", i);
    }
    ck_assert_int_eq(pawl_shape_bind_materials(world, ground, NULL), PAWL_ERR_NULL);
    ck_assert_uint_eq(pawl_world_hash(world), hash);
    free(world);
}
END_TEST

START_TEST(materials_are_read_by_part) {
    static const uint8_t indices[] = {0, 1, 2, 3, 4, 9, 0, 0, 0, 255};
    uint8_t cells[COLUMNS * ROWS] = {0};
    cells[5] = (uint8_t)(PAWL_TILE_SOLID | 2 << PAWL_TILE_MATERIAL_SHIFT);
    pawl_world *const world = make_default_world();
    pawl_shape_def def = smooth_def();
    def.user_data = 42;
    const pawl_shape_id ground = add_strips(world, indices), map = add_tiles(world, &def, cells);
    const pawl_shape_id box = shape_of(world, add_unit_box(world, 0, 3)), none = {99, 1};
    const pawl_material_table kinds = {strips, NULL, 3};
    pawl_material out = {0, 0, 0, 0, 0};
    for (uint32_t part = 0; part < 10; part++) {
        const uint8_t index = indices[9 - part];
        ck_assert_int_eq(pawl_shape_get_material(world, ground, part, &out), PAWL_OK);
        ck_assert_uint_eq(out.user_data, index < 4 ? strips[index].user_data : 0);
        ck_assert_int_eq(out.friction, index < 4 ? strips[index].friction : PAWL_FX_ONE);
    }
    ck_assert_int_eq(pawl_shape_get_material(world, ground, 10, &out), PAWL_ERR_ARGUMENT);
    ck_assert_int_eq(pawl_shape_get_material(world, map, 5, &out), PAWL_OK);
    ck_assert_uint_eq(out.user_data, 42);
    ck_assert_int_eq(pawl_shape_set_materials(world, map, &kinds), PAWL_OK);
    ck_assert_int_eq(pawl_shape_get_material(world, map, 5, &out), PAWL_OK);
    ck_assert_uint_eq(out.user_data, 12);
    ck_assert_int_eq(pawl_shape_get_material(world, map, COLUMNS * ROWS, &out), PAWL_ERR_ARGUMENT);
    ck_assert_int_eq(pawl_shape_get_material(world, box, 0, &out), PAWL_OK);
    ck_assert_int_eq(out.friction, pawl_shape_get_friction(world, box));
    ck_assert_int_eq(pawl_shape_get_material(world, box, 1, &out), PAWL_ERR_ARGUMENT);
    ck_assert_int_eq(pawl_shape_get_material(world, none, 0, &out), PAWL_ERR_STALE);
    ck_assert_int_eq(pawl_shape_get_material(NULL, box, 0, &out), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_shape_get_material(world, box, 0, NULL), PAWL_ERR_NULL);
    ck_assert_uint_eq(pawl_shape_get_material_count(world, ground), 4);
    ck_assert_uint_eq(pawl_shape_get_material_count(world, box), 0);
    ck_assert_uint_eq(pawl_shape_get_material_count(world, none), 0);
    free(world);
}
END_TEST

Suite *suite_material_table(void);
Suite *suite_material_table(void) {
    Suite *const suite = suite_create("material_table");
    TCase *const tests = tcase_create("material_table");
    tcase_add_test(tests, a_map_of_one_kind_is_as_if_its_shape_were_made_of_that);
    tcase_add_test(tests, runs_of_cells_end_where_the_kind_changes);
    tcase_add_test(tests, cells_of_ice_and_rubber_are_felt_one_after_the_other);
    tcase_add_test(tests, a_table_ends_touches_of_maps_and_none_of_chains);
    tcase_add_test(tests, every_number_of_a_table_is_in_the_hash);
    tcase_add_test(tests, a_table_that_is_taken_away_leaves_nothing);
    tcase_add_test(tests, a_table_is_bound_elsewhere);
    tcase_add_test(tests, tables_that_make_no_sense_are_refused);
    tcase_add_test(tests, materials_are_read_by_part);
    suite_add_tcase(suite, tests);
    return suite;
}
