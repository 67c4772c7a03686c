/* level_run.c - see levels.h: what is computed with a level, and how it is summed up. */
#include "golden/levels.h"

#include "pawl/convex.h"
#include "pawl/state.h"

#include <string.h>

#define QUESTIONS 300 /* locate, sight, nearest free place */
#define PATHS 24
#define PATH_POINTS 96
#define INPUT_TICKS 12   /* as long the player wants the same */
#define GATE_TICKS 40    /* between two changes of a door */
#define SMALL_BYTES 1024 /* room for a block that makes a level worth a try */
#define PARTS_CORNERS 8  /* of a convex part: PAWL_POLYGON_MAX is smaller in small profiles */

/* A level that was built, and the memory behind it. */
typedef struct run {
    const golden_level *plan;
    golden_drawing drawing;
    const golden_level_sink *sink;
    pawl_level level;
    pawl_gates gates;
    uint8_t *work;
    size_t work_size;
    uint32_t count, hash; /* of what is summed up now */
} run;

static void fold(run *on, uint32_t word) {
    uint8_t bytes[4];
    for (unsigned i = 0; i < 4; i++)
        bytes[i] = (uint8_t)(word >> (8 * i));
    on->hash = pawl_xxh32(bytes, sizeof bytes, on->hash);
}

static void fold_point(run *on, pawl_vec2 point) {
    fold(on, (uint32_t)point.x);
    fold(on, (uint32_t)point.y);
}

static void fold_place(run *on, pawl_place place) {
    fold_point(on, place.position);
    fold(on, place.triangle);
}

static void begin(run *on) {
    on->count = 0;
    on->hash = 0;
}

static void tell(run *on, const char *what, const char *unit) {
    on->sink->put(on->sink->context, what, unit, on->count, on->hash);
}

/* ---- memory ---------------------------------------------------------------------------------- */

/* What operations on the polygons need, and behind it room for the rings that they make. */
typedef struct polygon_room {
    pawl_polygon_limits limits;
    size_t need, size;
    pawl_ring_buffer rings;
} polygon_room;

static polygon_room make_room(const run *on) {
    const uint32_t count = on->drawing.point_count;
    polygon_room room;
    memset(&room, 0, sizeof room);
    room.limits.segments = count;
    room.limits.vertices = 6 * count;
    room.limits.edges = 10 * count;
    room.need = (pawl_polygon_size(&room.limits) + 7) / 8 * 8;
    room.rings.point_capacity = 6 * count;
    room.rings.ring_capacity = 2 * count;
    room.rings.points = (pawl_vec2 *)(void *)(on->work + room.need);
    room.rings.ends = (uint32_t *)(void *)(room.rings.points + room.rings.point_capacity);
    room.size = room.need + room.rings.point_capacity * sizeof(pawl_vec2) +
                room.rings.ring_capacity * sizeof(uint32_t);
    return room;
}

/* ---- the block ------------------------------------------------------------------------------- */

static pawl_status build(run *on) {
    golden_drawing *const drawing = &on->drawing;
    uint8_t *const rest = drawing->memory + drawing->used;
    const size_t room = drawing->size - drawing->used;
    const size_t need = pawl_level_build_size(&drawing->def);
    if (need == 0 || need + SMALL_BYTES > room) return PAWL_ERR_MEMORY;
    const size_t block = (room - need) / 8 * 8;
    pawl_level_report report;
    pawl_status status =
        pawl_level_build(&drawing->def, rest + block, need, NULL, rest, (uint32_t)block, &report);
    if (status == PAWL_OK) status = pawl_level_open(rest, report.size, &on->level);
    /* Paths want more than the build of a small level. */
    const size_t used = (report.size + 7u) / 8 * 8;
    on->work = rest + used;
    on->work_size = room - used;
    if (status == PAWL_ERR_MEMORY) return status;
    if (status != PAWL_OK) return status;
    if (pawl_shortest_path_size(&on->level) > on->work_size) return PAWL_ERR_MEMORY;
    if (make_room(on).size > on->work_size) return PAWL_ERR_MEMORY;
    begin(on);
    on->count = report.size;
    on->hash = pawl_xxh32(rest, report.size, 0);
    tell(on, "block", "bytes");
    on->count = report.triangles;
    on->hash = 0;
    fold(on, report.vertices);
    fold(on, report.parts);
    fold(on, report.cells);
    fold(on, report.used.segments);
    fold(on, report.used.vertices);
    fold(on, report.used.edges);
    tell(on, "report", "triangles");
    return PAWL_OK;
}

/* ---- questions ------------------------------------------------------------------------------- */

static pawl_vec2 random_point(run *on) {
    const pawl_box bounds = on->level.bounds;
    pawl_random *const random = &on->drawing.random;
    const pawl_fx x = pawl_random_between(random, bounds.lower.x, bounds.upper.x);
    return pawl_vec2_make(x, pawl_random_between(random, bounds.lower.y, bounds.upper.y));
}

static pawl_status ask_places(run *on) {
    begin(on);
    for (uint32_t i = 0; i < QUESTIONS; i++) {
        const pawl_vec2 point = random_point(on);
        pawl_place place = {{0, 0}, 0};
        pawl_status status = pawl_level_locate(&on->level, point, i, &place);
        if (status != PAWL_OK) return status;
        fold_place(on, place);
        const bool solid = pawl_level_is_solid(&on->level, &on->gates, place.triangle);
        on->count += solid;
        status = pawl_level_find_nearest_free(&on->level, &on->gates, point, &place);
        if (status != PAWL_OK) return status;
        fold_place(on, place);
    }
    tell(on, "places", "solid");
    return PAWL_OK;
}

static pawl_status ask_walks(run *on) {
    begin(on);
    for (uint32_t i = 0; i < QUESTIONS; i++) {
        const pawl_vec2 point = random_point(on);
        pawl_place from;
        pawl_walk walk;
        pawl_status status = pawl_level_find_nearest_free(&on->level, &on->gates, point, &from);
        const pawl_vec2 to = random_point(on);
        if (status == PAWL_OK) status = pawl_level_walk(&on->level, &on->gates, from, to, &walk);
        if (status != PAWL_OK) return status;
        on->count += walk.end == PAWL_WALK_REACHED;
        fold(on, walk.end);
        fold(on, walk.triangle);
        if (walk.end == PAWL_WALK_REACHED) continue;
        fold_point(on, walk.a);
        fold_point(on, walk.b);
        fold(on, walk.region);
    }
    tell(on, "straight", "reached");
    return PAWL_OK;
}

static pawl_status ask_paths(run *on, bool shortest) {
    pawl_vec2 points[PATH_POINTS];
    uint32_t expanded = 0;
    begin(on);
    for (uint32_t i = 0; i < PATHS; i++) {
        pawl_path path = {points, PATH_POINTS, 0, 0, 0};
        pawl_place from, to;
        const pawl_vec2 start = random_point(on), end = random_point(on);
        pawl_status status = pawl_level_find_nearest_free(&on->level, &on->gates, start, &from);
        if (status == PAWL_OK)
            status = pawl_level_find_nearest_free(&on->level, &on->gates, end, &to);
        if (status != PAWL_OK) return status;
        status = shortest ? pawl_level_find_shortest_path(&on->level, &on->gates, from, to,
                                                          on->work, on->work_size, &path)
                          : pawl_level_find_path(&on->level, &on->gates, from, to, on->work,
                                                 on->work_size, &path);
        if (status != PAWL_OK) return status;
        on->count += path.count;
        fold(on, path.count);
        expanded += path.expanded;
        fold(on, (uint32_t)((uint64_t)path.length & UINT32_MAX));
        for (uint32_t k = 0; k < path.count; k++)
            fold_point(on, points[k]);
    }
    tell(on, shortest ? "shortest" : "paths", "corners");
    begin(on); /* apart: quicker ways to the same paths look at less */
    on->count = expanded;
    fold(on, expanded);
    tell(on, shortest ? "shortest-search" : "search", "triangles");
    return PAWL_OK;
}

/* ---- walks ----------------------------------------------------------------------------------- */

/* A door opens or closes, and who is in it is put out of it. */
static pawl_status change_gate(run *on, pawl_place *place) {
    if (on->level.region_count < 2) return PAWL_OK;
    const uint32_t region = 1 + pawl_random_below(&on->drawing.random, on->level.region_count - 1u);
    pawl_gates_set_open(&on->gates, region, !pawl_gates_is_open(&on->gates, region));
    return pawl_level_find_nearest_free(&on->level, &on->gates, place->position, place);
}

static void fold_report(run *on, const pawl_step_report *report) {
    on->count += report->contact_count;
    fold(on, report->contact_count);
    for (uint32_t i = 0; i < report->contact_count; i++) {
        fold(on, (uint32_t)report->contacts[i].normal.c);
        fold(on, (uint32_t)report->contacts[i].normal.s);
        fold(on, report->contacts[i].corner + 256u * report->contacts[i].platform);
    }
}

/* Movements of one raw unit up to 3 units in a tick. */
static pawl_status take_steps(run *on) {
    pawl_random *const random = &on->drawing.random;
    pawl_vec2 movement = {0, 0};
    pawl_place place;
    pawl_step_report report;
    begin(on);
    pawl_status status =
        pawl_level_find_nearest_free(&on->level, &on->gates, random_point(on), &place);
    for (uint32_t tick = 0; status == PAWL_OK && tick < on->plan->ticks; tick++) {
        if (tick % INPUT_TICKS == 0) {
            const pawl_fx most = PAWL_FX(3, 0, 1) >> pawl_random_below(random, 18);
            movement.x = pawl_random_between(random, -most, most);
            movement.y = pawl_random_between(random, -most, most);
        }
        if (tick % GATE_TICKS == GATE_TICKS - 1) status = change_gate(on, &place);
        if (status != PAWL_OK) break;
        const pawl_fx friction = (pawl_fx)(tick / 100 % 4) * PAWL_FX(0, 1, 8);
        status = pawl_level_step(&on->level, &on->gates, movement, friction,
                                 tick / 200 % 2 == 0 ? PAWL_FRICTION_COULOMB : PAWL_FRICTION_FACTOR,
                                 &place, &report);
        fold_place(on, place);
        fold_report(on, &report);
    }
    tell(on, "steps", "contacts");
    return status;
}

static pawl_status put_walker(run *on, pawl_walker *walker) {
    return pawl_level_find_nearest_free(&on->level, &on->gates, random_point(on), &walker->place);
}

/* The controller, beside a lift that goes up and down in the middle of the level. */
static pawl_status take_strides(run *on) {
    static const pawl_vec2 lift[4] = {
        {-98304, -49152}, {98304, -49152}, {98304, 49152}, {-98304, 49152}};
    const pawl_box bounds = on->level.bounds;
    pawl_random *const random = &on->drawing.random;
    pawl_walker_def def = pawl_walker_def_default();
    pawl_platform platform = {lift, 4, {0, 0}, {0, 0}, PAWL_FX(0, 1, 2)};
    pawl_walker walker;
    pawl_step_report report;
    pawl_vec2 input = {0, 0};
    platform.position.x = bounds.lower.x + (bounds.upper.x - bounds.lower.x) / 2;
    platform.position.y = bounds.lower.y + (bounds.upper.y - bounds.lower.y) / 2;
    if (on->plan->gravity) def.gravity.y = -PAWL_FX(20, 0, 1);
    memset(&walker, 0, sizeof walker);
    begin(on);
    pawl_status status = put_walker(on, &walker);
    for (uint32_t tick = 0; status == PAWL_OK && tick < on->plan->ticks; tick++) {
        if (tick % INPUT_TICKS == 0) {
            input.x = pawl_random_between(random, -PAWL_FX_ONE, PAWL_FX_ONE);
            input.y = pawl_random_between(random, -PAWL_FX_ONE, PAWL_FX_ONE);
            if (walker.on_ground != 0) walker.velocity.y += PAWL_FX(9, 0, 1);
        }
        if (tick % 1000 == 999) status = put_walker(on, &walker);
        if (status != PAWL_OK) break;
        platform.move.y = (tick / 64 % 2 == 0 ? 1 : -1) * PAWL_FX(0, 1, 32);
        status =
            pawl_walker_step(&on->level, &on->gates, &def, &platform, 1, input, &walker, &report);
        platform.position = pawl_vec2_add(platform.position, platform.move);
        fold_place(on, walker.place);
        fold_point(on, walker.velocity);
        fold_point(on, walker.remainder);
        fold(on, walker.on_ground + 256u * walker.platform);
        fold_report(on, &report);
    }
    tell(on, "strides", "contacts");
    return status;
}

/* ---- polygons -------------------------------------------------------------------------------- */

static void tell_rings(run *on, const char *what, const pawl_ring_buffer *rings) {
    begin(on);
    on->count = rings->point_count;
    for (uint32_t i = 0; i < rings->ring_count; i++)
        fold(on, rings->ends[i]);
    for (uint32_t i = 0; i < rings->point_count; i++)
        fold_point(on, rings->points[i]);
    tell(on, what, "points");
}

/* The first half of the polygons and the others. */
static pawl_status combine(run *on, pawl_fill fill) {
    static const char *const names[2][4] = {
        {"union", "intersection", "difference", "xor"},
        {"union-odd", "intersection-odd", "difference-odd", "xor-odd"}};
    const golden_drawing *const drawing = &on->drawing;
    const uint32_t half = drawing->polygon_count / 2, split = drawing->ends[half - 1];
    uint32_t *const ends = drawing->ends;
    const pawl_rings first = {drawing->points, ends, half};
    const pawl_rings second = {drawing->points + split, ends + half, drawing->polygon_count - half};
    polygon_room room = make_room(on);
    pawl_status status = PAWL_OK;
    for (uint32_t i = 0; i < second.count; i++) /* counted from their first point */
        ends[half + i] -= split;
    for (int i = 0; status == PAWL_OK && i < 4; i++) {
        status = pawl_polygon_boolean((pawl_boolean)i, fill, &first, &second, &room.limits,
                                      on->work, room.need, &room.rings);
        if (status == PAWL_OK) tell_rings(on, names[fill == PAWL_FILL_EVEN_ODD][i], &room.rings);
    }
    for (uint32_t i = 0; i < second.count; i++)
        ends[half + i] += split;
    return status;
}

static pawl_status cut(run *on) {
    const golden_drawing *const drawing = &on->drawing;
    const pawl_rings all = {drawing->points, drawing->ends, drawing->polygon_count};
    polygon_room room = make_room(on);
    const pawl_status status = pawl_polygon_convex_parts(
        PAWL_FILL_NONZERO, &all, PARTS_CORNERS, &room.limits, on->work, room.need, &room.rings);
    if (status == PAWL_OK) tell_rings(on, "parts", &room.rings);
    return status;
}

/* ---- all of it ------------------------------------------------------------------------------- */

pawl_status golden_level_run(const golden_level *level, void *memory, size_t size,
                             const golden_level_sink *sink) {
    run on;
    memset(&on, 0, sizeof on);
    on.plan = level;
    on.sink = sink;
    pawl_status status = golden_level_draw(level, memory, size, &on.drawing);
    if (status == PAWL_OK) status = build(&on);
    if (status == PAWL_OK) status = ask_places(&on);
    if (status == PAWL_OK) status = ask_walks(&on);
    if (status == PAWL_OK) status = ask_paths(&on, false);
    if (status == PAWL_OK) status = ask_paths(&on, true);
    if (status == PAWL_OK) status = take_steps(&on);
    if (status == PAWL_OK) status = take_strides(&on);
    if (status == PAWL_OK) status = combine(&on, PAWL_FILL_NONZERO);
    if (status == PAWL_OK) status = combine(&on, PAWL_FILL_EVEN_ODD);
    if (status == PAWL_OK) status = cut(&on);
    return status;
}
