/* episodes_fracture.c - bodies that are cut, shattered, and broken by what hits them. */
#include "portcheck/check.h"

#include "pawl/fracture.h"
#include "pawl/pawl.h"

#define UNITS(n) PAWL_FX(n, 0, 1)
#define CELLS 4
#define BODIES 7

#if PAWL_WITH_FRACTURE && PAWL_WITH_POLYGONS
#define EPISODE(name) \
    { #name, run_##name }

static pawl_vec2 at(int16_t x, int16_t y) {
    return pawl_vec2_make(pawli_hundredths(x), pawli_hundredths(y));
}

/* Memory for a fracture, behind the world. */
static void *room(size_t *size) {
    size_t whole;
    uint8_t *const memory = pawli_world_memory(&whole);
    *size = pawl_fracture_size(1, CELLS);
    return memory + whole - (*size + 7) / 8 * 8;
}

/* Fewer contacts than other worlds have: the rest of the memory is for the fracture. */
static pawl_world *make_site(pawli_check *check, pawl_body_id *block) {
    size_t size, need;
    void *const memory = pawli_world_memory(&size);
    pawl_world_def def = pawl_world_def_default();
    pawl_world *world = NULL;
    (void)room(&need);
    def.body_capacity = def.shape_capacity = BODIES;
    def.event_capacity = 4;
    def.contact_capacity = 16;
    def.joint_capacity = 0;
    need += 8 + pawl_world_size(&def);
    pawli_expect(check, "room to break a body", need <= size, 1);
    if (need > size) return NULL;
    const pawl_status status = pawl_world_init(memory, pawl_world_size(&def), &def, &world);
    pawli_expect(check, "pawl_world_init()", status, PAWL_OK);
    if (status != PAWL_OK) return NULL;
    (void)pawli_add(check, world, PAWL_STATIC, 0, -50, 400, 50);
    *block = pawli_add(check, world, PAWL_DYNAMIC, 0, 150, 80, 60);
    (void)pawl_body_set_pose(world, *block, at(0, 150), PAWL_TURN(1, 20));
    (void)pawl_body_set_angular_velocity(world, *block, UNITS(3));
    return world;
}

static void run_cut(pawli_check *check) {
    pawl_body_id block, pieces[4];
    pawl_world *const world = make_site(check, &block);
    if (world == NULL) return;
    size_t size;
    void *const memory = room(&size);
    pawl_fragments out = {pieces, 4, 0, 0};
    pawli_play(check, world, 10);
    pawli_expect(check, "pawl_body_cut()",
                 pawl_body_cut(world, block, at(-200, 100), at(150, 190), memory, size, &out),
                 PAWL_OK);
    pawli_expect(check, "pieces of a cut", (int64_t)out.count, 2);
    pawli_fold(check, out.left);
    pawli_play(check, world, 30);
    out.capacity = 4;
    pawli_expect(check, "pawl_body_cut()",
                 pawl_body_cut(world, pieces[0], at(10, 0), at(-20, 300), memory, size, &out),
                 PAWL_OK);
    pawli_fold(check, out.count);
    pawli_play(check, world, 40);
}

static void run_shatter(pawli_check *check) {
    pawl_body_id block, pieces[6];
    pawl_world *const world = make_site(check, &block);
    if (world == NULL) return;
    size_t size;
    void *const memory = room(&size);
    pawl_fracture_def def = pawl_fracture_def_default();
    pawl_fragments out = {pieces, 6, 0, 0};
    def.seed = 11;
    def.cells = CELLS;
    pawli_play(check, world, 5);
    pawli_expect(check, "pawl_body_shatter()",
                 pawl_body_shatter(world, block, at(-60, 140), &def, memory, size, &out), PAWL_OK);
    pawli_expect(check, "pieces of a block", out.count > 1, 1);
    for (uint32_t i = 0; i < out.count; i++) {
        pawl_convex convex;
        const pawl_shape_id shape = pawl_body_next_shape(world, pieces[i], PAWL_NULL_SHAPE);
        if (pawl_shape_get_convex(world, shape, &convex) != PAWL_OK) continue;
        for (int k = 0; k < convex.count; k++)
            pawli_fold_vec2(check, convex.vertices[k]);
    }
    pawli_play(check, world, 60);
}

static void run_break(pawli_check *check) {
    pawl_body_id block;
    pawl_world *const world = make_site(check, &block);
    if (world == NULL) return;
    size_t size;
    void *const memory = room(&size);
    pawl_fracture_def def = pawl_fracture_def_default();
    int32_t broken = 0;
    def.seed = 12;
    def.cells = CELLS - 1;
    const pawl_shape_id shape = pawl_body_next_shape(world, block, PAWL_NULL_SHAPE);
    pawli_expect(check, "pawl_shape_set_break_impulse()",
                 pawl_shape_set_break_impulse(world, shape, PAWL_WIDE(4, 0, 1)), PAWL_OK);
    const pawl_body_id ball = pawli_add(check, world, PAWL_DYNAMIC, -300, 160, 20, 0);
    (void)pawl_body_set_velocity(world, ball, at(4000, 0));
    for (int16_t tick = 0; tick < 40; tick++) {
        pawli_play(check, world, 1);
        const pawl_events events = pawl_world_get_events(world);
        for (uint32_t i = 0; i < events.fracture_count; i++) {
            pawli_fold_wide(check, events.fractures[i].impulse);
            pawli_fold_vec2(check, events.fractures[i].point);
        }
        broken += pawl_world_break(world, &def, memory, size);
    }
    pawli_fold(check, (uint32_t)broken);
    pawli_expect(check, "a block breaks", broken > 0, 1);
}
#else
#define EPISODE(name) \
    { #name, NULL }
#endif

const pawli_episode pawli_fracture_episodes[] = {
    EPISODE(cut),
    EPISODE(shatter),
    EPISODE(break),
    {NULL, NULL},
};

void pawli_stage_fracture(pawli_check *check) {
    pawli_run_episodes(check, pawli_fracture_episodes);
}
