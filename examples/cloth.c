/* cloth.c - a cloth between two posts bears a light ball, until a heavy one tears it.
 *
 * Shows a cloth of 24 x 2 cells that is pinned at both ends, links that tear when they are longer
 * than 1.3 times what they were made for, and the events that tell which. Torn links stay in the
 * body with a flag, so that numbers of links do not change. The scene as a picture:
 *
 *   pawl run examples/scenes/cloth.json --gif cloth.gif
 *
 *   make examples && build/examples/cloth */
#include <pawl/pawl.h>
#include <stdio.h>

#define PART(n, d) ((pawl_fx)((int64_t)(n)*PAWL_FX_ONE / (d)))
#define COLUMNS 24
#define ROWS 2
#define POINTS ((COLUMNS + 1) * (ROWS + 1))
/* Level, upright, and two diagonals for each cell. */
#define LINKS (COLUMNS * (ROWS + 1) + (COLUMNS + 1) * ROWS + 2 * COLUMNS * ROWS)

static uint64_t memory[65536];

/* Points are numbered row by row from the upper left one. */
static pawl_status add_cloth(pawl_world *world, pawl_soft_id *out) {
    static pawl_soft_point points[POINTS];
    static pawl_soft_link links[LINKS];
    pawl_soft_parts parts = {points, links, POINTS, LINKS, 0, 0};
    const pawl_box box = {{PAWL_UNITS(-6), PAWL_UNITS(4)}, {PAWL_UNITS(6), PAWL_UNITS(5)}};
    const pawl_status status =
        pawl_soft_add_cloth(&parts, box, COLUMNS, ROWS, PAWL_UNITS(2), PART(3, 10), PART(1, 10));
    if (status) return status;
    for (int row = 0; row <= ROWS; row++) { /* both ends are pinned */
        points[row * (COLUMNS + 1)].mass = 0;
        points[row * (COLUMNS + 1) + COLUMNS].mass = 0;
    }
    for (uint32_t i = 0; i < parts.link_count; i++)
        links[i].tear = PART(13, 10);

    pawl_soft_def def = pawl_soft_def_default();
    def.points = points;
    def.links = links;
    def.point_count = parts.point_count;
    def.link_count = parts.link_count;
    def.iterations = 2; /* few: it gives way */
    return pawl_soft_create(world, &def, out);
}

static pawl_status add_ground(pawl_world *world) {
    pawl_body_def def = pawl_body_def_default();
    pawl_body_id body;
    def.position.y = -PAWL_DEC(0, 5);
    return pawl_body_create_box(world, &def, NULL, PAWL_UNITS(30), PAWL_DEC(0, 5), &body);
}

static pawl_status throw_ball(pawl_world *world, pawl_vec2 position, pawl_vec2 velocity,
                              pawl_fx radius, pawl_fx density, pawl_body_id *out) {
    pawl_body_def def = pawl_body_def_default();
    pawl_shape_def shape_def = pawl_shape_def_default();
    def.type = PAWL_DYNAMIC;
    def.position = position;
    def.velocity = velocity;
    shape_def.density = density;
    return pawl_body_create_circle(world, &def, &shape_def, radius, out);
}

static uint32_t count_torn(const pawl_world *world, pawl_soft_id cloth) {
    uint32_t torn = 0;
    for (uint32_t i = 0; i < pawl_soft_get_link_count(world, cloth); i++) {
        pawl_soft_link link;
        if (pawl_soft_get_link(world, cloth, i, &link)) continue;
        if (link.flags & PAWL_LINK_TORN) torn++;
    }
    return torn;
}

static int hundredths(pawl_fx value) {
    return (int)((int64_t)value * 100 / PAWL_FX_ONE);
}

int main(void) {
    pawl_world_def def = pawl_world_def_default();
    pawl_world *world;
    pawl_soft_id cloth;
    pawl_body_id light, heavy;
    def.body_capacity = def.shape_capacity = 4;
    def.soft_capacity = 1;
    def.soft_point_capacity = POINTS;
    def.soft_link_capacity = LINKS;
    if (pawl_world_init(memory, sizeof memory, &def, &world)) return 1;
    if (add_ground(world) || add_cloth(world, &cloth)) return 1;
    if (throw_ball(world, pawl_vec2_make(PAWL_UNITS(-2), PAWL_UNITS(8)), pawl_vec2_make(0, 0),
                   PART(3, 5), PAWL_DEC(0, 5), &light))
        return 1;
    if (throw_ball(world, pawl_vec2_make(PART(-58, 5), PAWL_UNITS(6)),
                   pawl_vec2_make(PAWL_UNITS(6), PAWL_UNITS(10)), PART(4, 5), PAWL_UNITS(30),
                   &heavy))
        return 1;
    for (int step = 1; step <= 60 * 6; step++) {
        if (pawl_world_step(world, NULL)) return 1;
        const uint32_t count = pawl_world_get_events(world).tear_count;
        if (count > 0) printf("step %d: %u links tear\n", step, (unsigned)count);
        if (step % 60 != 0) continue;
        printf("%d s: %3u of %u links torn, light ball at height %4d hundredths, heavy at %4d\n",
               step / 60, (unsigned)count_torn(world, cloth),
               (unsigned)pawl_soft_get_link_count(world, cloth),
               hundredths(pawl_body_get_position(world, light).y),
               hundredths(pawl_body_get_position(world, heavy).y));
    }
    printf("faults: %s\n", pawl_fault_text(pawl_world_get_faults(world)));
    printf("hash %08x\n", (unsigned)pawl_world_hash(world));
    return 0;
}
