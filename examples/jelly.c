/* jelly.c - a jelly jumps through a level.
 *
 * Shows walls that are drawn as polygons, which may overlap: pawl_level_build joins them,
 * pawl_level_outline gives the boundary, and each of its rings becomes a chain. And it shows how a
 * soft body is steered, through the velocities of its points. The jelly is a ring of points with
 * pressure inside: it squeezes through a gap lower than itself. A scene file does the same:
 *
 *   pawl run examples/scenes/jelly.json --script examples/scripts/jelly.txt --gif jelly.gif
 *
 *   make examples && build/examples/jelly */
#include <pawl/level.h>
#include <pawl/pawl.h>
#include <stdio.h>

#define PART(n, d) ((pawl_fx)((int64_t)(n)*PAWL_FX_ONE / (d)))
#define AT(x, y) \
    { PAWL_UNITS(x), PAWL_UNITS(y) }
#define POINTS 20

/* The ground with a step and a pit, a tower on it, and a beam that leaves a gap below. */
static const pawl_vec2 corners[] = {
    AT(-2, -2),
    AT(40, -2),
    AT(40, 8),
    AT(38, 8),
    AT(38, 0),
    AT(16, 0),
    AT(16, -1),
    AT(13, -1),
    AT(13, 1),
    AT(8, 1),
    AT(6, 0),
    AT(0, 0),
    AT(0, 8),
    AT(-2, 8), /* ground */
    AT(20, -1),
    AT(22, -1),
    AT(22, 2),
    AT(20, 2), /* tower */
    {PAWL_UNITS(26), PAWL_DEC(1, 75)},
    AT(28, 5),
    AT(27, 8),
    AT(25, 8), /* beam */
};
static const uint32_t ends[] = {14, 18, 22};

static uint64_t memory[65536], level_memory[65536];
static uint32_t block[4096], ring_ends[8];
static pawl_vec2 ring_points[64];

/* The outline's points must stay where they are. */
static pawl_status build_level(pawl_ring_buffer *outline) {
    const pawl_level_polygon polygon = {{corners, ends, 3}, 0};
    pawl_level_def def = pawl_level_def_default();
    pawl_level_report report;
    pawl_level level;
    def.polygons = &polygon;
    def.polygon_count = 1;
    pawl_status status = pawl_level_build(&def, level_memory, sizeof level_memory, NULL, block,
                                          sizeof block, &report);
    if (!status) status = pawl_level_open(block, report.size, &level);
    return status ? status : pawl_level_outline(&level, NULL, outline);
}

static pawl_status add_walls(pawl_world *world, const pawl_ring_buffer *outline) {
    const pawl_body_def body_def = pawl_body_def_default();
    const pawl_shape_def def = pawl_shape_def_default();
    pawl_shape_id shape;
    pawl_body_id body;
    pawl_status status = pawl_body_create(world, &body_def, &body);
    for (uint32_t i = 0, first = 0; i < outline->ring_count && !status; i++) {
        const pawl_chain chain = {outline->points + first, (int32_t)(outline->ends[i] - first),
                                  true, true, false};
        status = pawl_shape_create_chain(world, body, &def, &chain, &shape);
        first = outline->ends[i];
    }
    return status;
}

static pawl_status add_jelly(pawl_world *world, pawl_soft_id *out) {
    pawl_soft_point points[POINTS];
    pawl_soft_link links[2 * POINTS];
    pawl_soft_parts parts = {points, links, POINTS, 2 * POINTS, 0, 0};
    const pawl_status status = pawl_soft_add_blob(&parts, (pawl_vec2)AT(2, 2), PAWL_UNITS(1),
                                                  POINTS, PAWL_UNITS(3), PART(1, 20), PART(1, 50));
    if (status) return status;
    pawl_soft_def def = pawl_soft_def_default();
    def.points = points;
    def.links = links;
    def.point_count = def.outline_count = parts.point_count;
    def.link_count = parts.link_count;
    def.pressure = PART(1, 10);
    def.iterations = 2;
    return pawl_soft_create(world, &def, out);
}

/* The ground is so near below the box around it. */
static bool is_on_ground(const pawl_world *world, pawl_soft_id jelly) {
    const pawl_query_filter filter = pawl_query_filter_default();
    pawl_vec2 down = {0, pawl_soft_get_box(world, jelly).lower.y - PAWL_DEC(0, 25)};
    down.y -= pawl_soft_get_center(world, jelly).y;
    return pawl_world_ray_any(world, pawl_soft_get_center(world, jelly), down, &filter);
}

static int hundredths(pawl_fx value) {
    return (int)((int64_t)value * 100 / PAWL_FX_ONE);
}

int main(void) {
    pawl_world_def def = pawl_world_def_default();
    pawl_ring_buffer outline = {ring_points, ring_ends, 64, 8, 0, 0};
    pawl_soft_id jelly;
    pawl_world *world;
    int jumps = 0, rest = 0, step = 0;
    def.body_capacity = def.shape_capacity = 8;
    def.soft_capacity = 1;
    def.soft_point_capacity = POINTS;
    def.soft_link_capacity = 2 * POINTS;
    if (pawl_world_init(memory, sizeof memory, &def, &world)) return 1;
    if (build_level(&outline) || add_walls(world, &outline) || add_jelly(world, &jelly)) return 1;
    printf("level: %u rings of walls\n", (unsigned)outline.ring_count);
    while (step++ < 60 * 60 && pawl_soft_get_center(world, jelly).x < PAWL_UNITS(34)) {
        if (++rest > 45 && is_on_ground(world, jelly)) { /* no two in three quarters of a second */
            if (pawl_soft_change_velocity(world, jelly,
                                          pawl_vec2_make(PAWL_UNITS(5), PAWL_UNITS(8))))
                return 1;
            jumps++;
            rest = 0;
        }
        if (pawl_world_step(world, NULL)) return 1;
        if (step % 120 != 0) continue;
        const pawl_vec2 at = pawl_soft_get_center(world, jelly);
        printf("%2d s: %2d jumps, at %5d %4d hundredths\n", step / 60, jumps, hundredths(at.x),
               hundredths(at.y));
    }
    printf("out after %d steps and %d jumps\n", step - 1, jumps);
    printf("hash %08x\n", (unsigned)pawl_world_hash(world));
    return 0;
}
