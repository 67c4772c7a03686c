/* soft_board.c - soft bodies on a board: a rope of 20 links swings, a blob of 12 points falls on a
 * floor and lies there, each in a world of its own. pawli_mark is called before and after the steps
 * that count, for what counts instructions or cycles; the state hash at the end is the same on
 * every machine. */
#include "common/put.h"
#include "common/stack.h"
#include "target/boxes.h"
#include "target/mark.h"

#define COUNTED_STEPS 60
#define ROPE_LINKS 20
#define BLOB_POINTS 12
#define POINTS (ROPE_LINKS + 1)
#define LINKS (2 * BLOB_POINTS)

static _Alignas(8) unsigned char memory[SOFT_WORLD_BYTES];

static pawl_world_def world_def(uint16_t points, uint16_t links) {
    pawl_world_def def = tight_def(0, 1);
    def.geometry_capacity = 1;
    def.soft_capacity = 1;
    def.soft_point_capacity = points;
    def.soft_link_capacity = links;
    return def;
}

static pawl_status add_soft(pawl_world *world, pawl_soft_def *def, const pawl_soft_parts *parts,
                            pawl_soft_id *out) {
    def->points = parts->points;
    def->links = parts->links;
    def->point_count = parts->point_count;
    def->link_count = parts->link_count;
    return pawl_soft_create(world, def, out);
}

/* The parts are needed only until the soft body is there: they lie on the stack. */
static pawl_status make_rope(pawl_world **world, uint32_t *bytes, pawl_soft_id *rope) {
    const pawl_world_def def = world_def(POINTS, ROPE_LINKS);
    const pawl_vec2 from = {0, PAWL_FX(8, 0, 1)}, to = {PAWL_FX(5, 0, 1), PAWL_FX(8, 0, 1)};
    pawl_soft_point points[POINTS];
    pawl_soft_link links[ROPE_LINKS];
    pawl_soft_parts parts = {points, links, POINTS, ROPE_LINKS, 0, 0};
    pawl_soft_def soft = pawl_soft_def_default();
    *bytes = pawl_world_size(&def);
    pawl_status status = make_ground(memory, sizeof memory, &def, world);
    if (status == PAWL_OK)
        status = pawl_soft_add_rope(&parts, from, to, ROPE_LINKS, PAWL_FX_ONE, PAWL_FX_ONE, 0);
    points[0].mass = 0;
    return status == PAWL_OK ? add_soft(*world, &soft, &parts, rope) : status;
}

static pawl_status make_blob(pawl_world **world, uint32_t *bytes, pawl_soft_id *blob) {
    const pawl_world_def def = world_def(BLOB_POINTS, LINKS);
    const pawl_vec2 center = {0, PAWL_FX(1, 1, 2)};
    pawl_soft_point points[BLOB_POINTS];
    pawl_soft_link links[LINKS];
    pawl_soft_parts parts = {points, links, BLOB_POINTS, LINKS, 0, 0};
    pawl_soft_def soft = pawl_soft_def_default();
    *bytes = pawl_world_size(&def);
    pawl_status status = make_ground(memory, sizeof memory, &def, world);
    if (status == PAWL_OK)
        status = pawl_soft_add_blob(&parts, center, PAWL_FX_ONE, BLOB_POINTS, PAWL_FX_ONE,
                                    PAWL_FX(0, 1, 1000), PAWL_FX(0, 1, 1000));
    soft.outline_count = BLOB_POINTS;
    soft.pressure = soft.damping = PAWL_FX_ONE;
    return status == PAWL_OK ? add_soft(*world, &soft, &parts, blob) : status;
}

static uint32_t count_touching(const pawl_world *world, pawl_soft_id soft) {
    uint32_t touching = 0;
    for (uint32_t i = 0; i < pawl_soft_get_point_count(world, soft); i++)
        touching += pawl_soft_is_point_touching(world, soft, i);
    return touching;
}

typedef pawl_status maker(pawl_world **world, uint32_t *bytes, pawl_soft_id *soft);

static pawl_status count(const char *name, maker *make, int warm_up, uint32_t touching) {
    pawl_world *world = NULL;
    pawl_soft_id soft = {0, 0};
    uint32_t bytes = 0;
    pawl_status status = make(&world, &bytes, &soft);
    for (int step = 0; step < warm_up && status == PAWL_OK; step++)
        status = pawl_world_step(world, NULL);
    for (int step = 0; step < COUNTED_STEPS && status == PAWL_OK; step++) {
        pawli_mark();
        status = pawl_world_step(world, NULL);
        pawli_mark();
    }
    pawli_put_text(name);
    pawli_put_text(" bytes ");
    pawli_put_number(bytes);
    if (status != PAWL_OK) {
        pawli_put_text(pawl_status_text(status));
    } else {
        pawli_put_text(" contacts ");
        const uint32_t touch = count_touching(world, soft);
        pawli_put_number(touch);
        if (touch < touching) status = PAWL_ERR_GEOMETRY;
        pawli_put_text(" faults ");
        pawli_put_number(pawl_world_get_faults(world));
        pawli_put_text(" hash ");
        pawli_put_hex(pawl_world_hash(world));
        if (pawl_world_get_faults(world) != 0) status = PAWL_ERR_RANGE;
    }
    pawl_port_putc('\n');
    return status;
}

int main(void) {
    const pawl_status rope = count("soft-rope", make_rope, 0, 0);
    const pawl_status blob = count("soft-blob", make_blob, 60, 2);
    pawli_put_text("stack ");
    pawli_put_number(pawli_stack_peak());
    pawl_port_putc('\n');
    return rope == PAWL_OK && blob == PAWL_OK ? 0 : 1;
}
