/* corpus.c - writes the inputs that the fuzz targets of snapshots, deltas and levels start from.
 *
 *     fuzz-corpus FOLDER    fills FOLDER/snapshot, FOLDER/delta, FOLDER/level, which must exist
 *
 * Small worlds: a fuzzer is good at few bytes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pawl/pawl.h"
#include "support/state/everything.h"
#include "support/level/level_parts.h"
#include "support/level/level_random.h"

#define FX(units) ((pawl_fx)((units)*65536.0))

static uint64_t memory[1 << 17];

static void require(bool good, const char *what) {
    if (good) return;
    fprintf(stderr, "fuzz-corpus: %s\n", what);
    exit(1);
}

static pawl_world *make_world_for(uint16_t softs) {
    pawl_world_def def = pawl_world_def_default();
    pawl_world *world;
    def.soft_capacity = softs;
    def.soft_point_capacity = (uint16_t)(12 * softs);
    def.soft_link_capacity = (uint16_t)(24 * softs);
    def.body_capacity = def.shape_capacity = 12;
    def.joint_capacity = 4;
    def.event_capacity = 6;
    def.contact_capacity = 16;
    require(pawl_world_init(memory, sizeof memory, &def, &world) == PAWL_OK, "init");
    return world;
}

static pawl_world *make_world(void) {
    return make_world_for(0);
}

static pawl_body_id add_box(pawl_world *world, pawl_body_type type, double x, double y,
                            double half_width, const pawl_shape_def *shape_def) {
    pawl_body_def def = pawl_body_def_default();
    pawl_body_id body;
    pawl_shape_id shape;
    pawl_convex box;
    def.type = type;
    def.position = pawl_vec2_make(FX(x), FX(y));
    require(pawl_body_create(world, &def, &body) == PAWL_OK, "body");
    require(pawl_make_box(FX(half_width), FX(0.5), &box) == PAWL_OK, "box");
    require(pawl_shape_create(world, body, shape_def, &box, &shape) == PAWL_OK, "shape");
    return body;
}

static void write_file(const char *folder, const char *name, const void *bytes, size_t size) {
    char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *const file = fopen(path, "wb");
    require(file != NULL && fwrite(bytes, 1, size, file) == size, path);
    fclose(file);
}

static uint8_t *encode(const pawl_world *world, size_t *size) {
    *size = pawl_world_encode_size(world);
    uint8_t *const bytes = malloc(*size);
    require(pawl_world_encode(world, bytes, *size, size) == PAWL_OK, "encode");
    return bytes;
}

static void write_snapshot(const char *folder, const char *name, const pawl_world *world) {
    char path[64];
    size_t size;
    uint8_t *const bytes = encode(world, &size);
    snprintf(path, sizeof path, "snapshot/%s", name);
    write_file(folder, path, bytes, size);
    free(bytes);
}

static void run(pawl_world *world, int steps) {
    for (int i = 0; i < steps; i++)
        require(pawl_world_step(world, NULL) == PAWL_OK, "step");
}

static pawl_world *make_stack(int steps) {
    pawl_world *const world = make_world();
    const pawl_shape_def def = pawl_shape_def_default();
    add_box(world, PAWL_STATIC, 0, -0.5, 5, &def);
    for (int i = 0; i < 3; i++)
        add_box(world, PAWL_DYNAMIC, 0, 0.5 + i, 0.5, &def);
    run(world, steps);
    return world;
}

/* A stack in a world that goes round. */
static pawl_world *make_torus(void) {
    pawl_world *const world = make_stack(20);
    require(pawl_world_set_periods(world, pawl_vec2_make(FX(32), FX(64))) == PAWL_OK, "periods");
    run(world, 5);
    return world;
}

static pawl_world *make_terrain(void) {
    pawl_world *const world = make_world();
    const pawl_shape_def def = pawl_shape_def_default();
    const pawl_tile_map map = {everything_cells, 24, 4, PAWL_FX_ONE, {FX(-12), FX(-1)}};
    const pawl_chain chain = {everything_points, EVERYTHING_POINTS, false, true, true};
    const pawl_body_def ground_def = pawl_body_def_default();
    pawl_body_id ground;
    pawl_shape_id shape;
    require(pawl_body_create(world, &ground_def, &ground) == PAWL_OK, "ground");
    require(pawl_shape_create_tiles(world, ground, &def, &map, &shape) == PAWL_OK, "tiles");
    require(pawl_shape_create_chain(world, ground, &def, &chain, &shape) == PAWL_OK, "chain");
    add_box(world, PAWL_DYNAMIC, 0, 0.4, 0.5, &def);
    add_box(world, PAWL_DYNAMIC, 15, -0.5, 0.5, &def);
    run(world, 10);
    return world;
}

static pawl_world *make_joints(pawl_joint_type first) {
    pawl_world *const world = make_world();
    pawl_shape_def def = pawl_shape_def_default();
    pawl_body_id before = add_box(world, PAWL_STATIC, 0, 0, 1, &def);
    for (int i = 0; i < 3; i++) {
        const pawl_body_id body = add_box(world, PAWL_DYNAMIC, i + 1, 0, 0.25, &def);
        const pawl_vec2 point = pawl_vec2_make(FX(i + 0.5), 0);
        pawl_joint_def joint =
            pawl_joint_def_at(world, (pawl_joint_type)(first + i), before, body, point, 0);
        pawl_joint_id made;
        joint.limit = joint.motor = joint.spring = true;
        joint.upper = joint.target = joint.hertz = FX(2);
        joint.motor_max = FX(9);
        require(pawl_joint_create(world, &joint, &made) == PAWL_OK, "joint");
        before = body;
    }
    run(world, 5);
    return world;
}

/* Sensors, sleepers, free slots, ends that are late. */
static pawl_world *make_odd(void) {
    pawl_world *const world = make_stack(40);
    pawl_shape_def def = pawl_shape_def_default();
    def.sensor = true;
    add_box(world, PAWL_STATIC, 0, 1, 0.75, &def);
    def.sensor = false;
    def.one_way = true;
    add_box(world, PAWL_KINEMATIC, 3, 1, 0.75, &def);
    run(world, 30);
    pawl_body_id body = pawl_world_next_body(world, PAWL_NULL_BODY);
    for (int i = 0; i < 2; i++)
        body = pawl_world_next_body(world, body);
    require(pawl_body_destroy(world, body) == PAWL_OK, "destroy");
    return world;
}

static pawl_soft_id add_soft(pawl_world *world, const pawl_soft_parts *parts, uint32_t outline) {
    pawl_soft_def def = pawl_soft_def_default();
    pawl_soft_id soft;
    def.points = parts->points;
    def.links = parts->links;
    def.point_count = parts->point_count;
    def.link_count = parts->link_count;
    def.outline_count = outline;
    def.pressure = outline > 0 ? FX(0.5) : 0;
    require(pawl_soft_create(world, &def, &soft) == PAWL_OK, "soft body");
    return soft;
}

/* A rope that is pinned, holds a box and is torn; a blob on the ground; a free slot. */
static pawl_world *make_soft(int steps) {
    pawl_world *const world = make_world_for(3);
    pawl_soft_point points[12];
    pawl_soft_link links[24];
    pawl_soft_parts rope = {points, links, 12, 24, 0, 0}, blob = rope;
    const pawl_shape_def shape_def = pawl_shape_def_default();
    const pawl_vec2 top = {0, FX(2)}, end = {FX(1), FX(2)}, center = {FX(-1), FX(0.5)};
    add_box(world, PAWL_STATIC, 0, -0.5, 5, &shape_def);
    const pawl_body_id box = add_box(world, PAWL_DYNAMIC, 1, 1.5, 0.25, &shape_def);
    uint32_t link;
    require(pawl_soft_add_rope(&rope, top, end, 5, PAWL_FX_ONE, PAWL_FX_ONE, FX(0.25)) == PAWL_OK,
            "rope");
    points[0].mass = 0;
    links[0].tear = FX(2);
    const pawl_soft_id first = add_soft(world, &rope, 0), second = add_soft(world, &rope, 0);
    require(pawl_soft_attach(world, second, 5, box, (pawl_vec2){0, FX(0.5)}, &link) == PAWL_OK,
            "attach");
    require(pawl_soft_add_blob(&blob, center, FX(0.5), 6, PAWL_FX_ONE, PAWL_FX_ONE, 0) == PAWL_OK,
            "blob");
    add_soft(world, &blob, 6);
    require(pawl_soft_destroy(world, first) == PAWL_OK, "destroy");
    run(world, steps);
    require(pawl_soft_tear(world, second, 3) == PAWL_OK, "tear");
    return world;
}

/* Nothing is left of what there was but a slot that has been used. */
static pawl_world *make_gone(bool is_soft) {
    pawl_world *const world = is_soft ? make_soft(5) : make_joints(PAWL_JOINT_REVOLUTE);
    pawl_soft_id soft;
    pawl_joint_id joint;
    while ((soft = pawl_world_next_soft(world, PAWL_NULL_SOFT)).index1 != 0)
        require(pawl_soft_destroy(world, soft) == PAWL_OK, "destroy");
    while ((joint = pawl_world_next_joint(world, PAWL_NULL_JOINT)).index1 != 0)
        require(pawl_joint_destroy(world, joint) == PAWL_OK, "destroy");
    return world;
}

static pawl_world *make_ball(void) {
    pawl_world *const world = make_world();
    const pawl_shape_def def = pawl_shape_def_default();
    const pawl_body_id body = add_box(world, PAWL_DYNAMIC, 0, 0.5, 0.5, &def);
    pawl_convex circle;
    pawl_shape_id shape;
    require(pawl_make_circle((pawl_vec2){0, 0}, FX(0.75), &circle) == PAWL_OK, "circle");
    require(pawl_shape_create(world, body, &def, &circle, &shape) == PAWL_OK, "shape");
    run(world, 5);
    return world;
}

/* A wall of bricks that break, and one on its way. */
static pawl_world *make_bricks(void) {
    pawl_world *const world = make_world();
    pawl_shape_def def = pawl_shape_def_default();
    add_box(world, PAWL_STATIC, 0, -0.5, 5, &def);
    def.break_impulse = FX(2);
    for (int i = 0; i < 3; i++)
        add_box(world, PAWL_DYNAMIC, i % 2, 0.5 + i, 0.5, &def);
    run(world, 5);
    return world;
}

/* As fuzz_delta.c makes its base: differences to it, after a byte 0; edits of it after a byte 1. */
static void write_deltas(const char *folder) {
    static uint8_t bytes[1 << 17];
    const pawl_world_def def = everything_def();
    pawl_world *world;
    require(pawl_world_init(memory, sizeof memory, &def, &world) == PAWL_OK, "init");
    require(everything_make(world) && everything_run(world, 1, 0, 20), "everything");
    size_t base_size, next_size, size;
    uint8_t *const base = encode(world, &base_size);
    for (uint32_t i = 0; i < 5; i++) {
        char path[64];
        if (i == 1) pawl_body_set_user_data(world, pawl_world_next_body(world, PAWL_NULL_BODY), 7);
        if (i == 2) require(everything_run(world, 1, 20, 1), "step");
        const pawl_soft_id soft = pawl_world_next_soft(world, PAWL_NULL_SOFT);
        if (i == 3) require(pawl_soft_tear(world, soft, 0) == PAWL_OK, "tear");
        if (i == 4) require(pawl_soft_destroy(world, soft) == PAWL_OK, "destroy");
        uint8_t *const next = encode(world, &next_size);
        bytes[0] = 0;
        require(pawl_snapshot_diff(base, base_size, next, next_size, bytes + 1, sizeof bytes - 1,
                                   &size) == PAWL_OK,
                "delta");
        snprintf(path, sizeof path, "delta/change-%u", (unsigned)i);
        write_file(folder, path, bytes, size + 1);
        free(next);
    }
    static const uint8_t edits[] = {1, 0x10, 0x02, 7, 0x55, 0x07, 9, 0, 0x10, 0xFF};
    write_file(folder, "delta/edits", edits, sizeof edits);
    free(base);
}

/* A square by hand, narrow and wide, and a few polygons built. */
static void write_levels(const char *folder) {
    static _Alignas(4) uint8_t bytes[LEVEL_SQUARE_SIZE];
    write_file(folder, "level/square", bytes, level_square(false, bytes));
    write_file(folder, "level/wide", bytes, level_square(true, bytes));
    level_random_options options = level_random_default();
    options.polygon_count = 5;
    options.region_count = 4;
    options.room = PAWL_FX(2, 0, 1);
    level_random level = level_random_make(7, &options);
    const level_built built = level_build_now(&level.def);
    write_file(folder, "level/built", built.block, built.size);
    free(built.block);
    level_random_free(&level);
}

int main(int count, char **words) {
    require(count == 2, "FOLDER is missing");
    write_snapshot(words[1], "empty", make_world());
    write_snapshot(words[1], "stack", make_stack(20));
    write_snapshot(words[1], "asleep", make_stack(120));
    write_snapshot(words[1], "terrain", make_terrain());
    write_snapshot(words[1], "joints-1", make_joints(PAWL_JOINT_REVOLUTE));
    write_snapshot(words[1], "joints-4", make_joints(PAWL_JOINT_WELD));
    write_snapshot(words[1], "joints-8", make_joints(PAWL_JOINT_PULLEY));
    write_snapshot(words[1], "odd", make_odd());
    write_snapshot(words[1], "soft", make_soft(20));
    write_snapshot(words[1], "soft-asleep", make_soft(400));
    write_snapshot(words[1], "soft-gone", make_gone(true));
    write_snapshot(words[1], "joints-gone", make_gone(false));
    write_snapshot(words[1], "ball", make_ball());
    write_snapshot(words[1], "bricks", make_bricks());
    write_snapshot(words[1], "torus", make_torus());
    write_deltas(words[1]);
    write_levels(words[1]);
    return 0;
}
