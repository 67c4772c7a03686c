/* arcades.c - scenes of the arcade layer, step by step: crowds of bodies that fall, bounce, wrap,
 * stick, press each other apart, and come and go. `answers` sums up all contacts and some rays. */
#include "golden/arcades.h"

#include "pawl/state.h"

#include <string.h>

#define UNITS(n) PAWL_FX(n, 0, 1)
#define CHECKPOINT_STEPS 60
#define EDIT_STEPS 20
#define BODIES_MAX 64

static pawl_fx between(golden_crowd *crowd, pawl_fx low, pawl_fx high) {
    return pawl_random_between(&crowd->random, low, high);
}

static pawl_vec2 any_vec2(golden_crowd *crowd, pawl_vec2 reach) {
    const pawl_fx x = between(crowd, -reach.x, reach.x);
    return pawl_vec2_make(x, between(crowd, -reach.y, reach.y));
}

static pawl_status add_kind(golden_crowd *crowd, const pawl_arcade_prototype *kind) {
    return pawl_arcade_add_prototype(crowd->arcade, kind, &crowd->kinds[crowd->kind_count++]);
}

static pawl_status add_polygon(golden_crowd *crowd, pawl_arcade_prototype *kind, pawl_fx size) {
    pawl_vec2 points[6];
    pawl_convex polygon;
    for (int i = 0; i < 6; i++)
        points[i] = any_vec2(crowd, pawl_vec2_make(size, size));
    const int32_t count = pawl_hull(points, 6, points);
    if (count < 3) return PAWL_ERR_GEOMETRY;
    const pawl_status status = pawl_make_polygon(points, count, 0, &polygon);
    kind->shape = PAWL_ARCADE_POLYGON;
    if (status != PAWL_OK) return status;
    return pawl_arcade_add_polygon(crowd->arcade, &polygon, &kind->polygon);
}

static pawl_status add_body(golden_crowd *crowd) {
    pawl_arcade_id body;
    const uint16_t kind = crowd->kinds[pawl_random_below(&crowd->random, crowd->kind_count)];
    const pawl_vec2 position = any_vec2(crowd, crowd->reach);
    const pawl_vec2 velocity = any_vec2(crowd, pawl_vec2_make(crowd->speed, crowd->speed));
    return pawl_arcade_create(crowd->arcade, kind, position, velocity, 0, &body);
}

static void define_box(pawl_arcade_def *def, pawl_fx width, pawl_fx height, uint8_t edge) {
    *def = pawl_arcade_def_default();
    def->polygon_capacity = 0;
    def->impact_limit = 16; /* crowds that reach it are part of what is kept */
    def->bounds.lower = pawl_vec2_make(-width, -height);
    def->bounds.upper = pawl_vec2_make(width, height);
    memset(def->edges, edge, sizeof def->edges);
}

/* ---- pit: circles and boxes of all kinds fall between walls ---------------------------------- */

static void define_pit(pawl_arcade_def *def) {
    define_box(def, UNITS(12), UNITS(10), PAWL_ARCADE_EDGE_BOUNCE);
}

static pawl_status fill_pit(golden_crowd *crowd) {
    pawl_status status = PAWL_OK;
    crowd->count = 48;
    crowd->reach = pawl_vec2_make(UNITS(11), UNITS(9));
    crowd->speed = UNITS(10);
    for (int i = 0; i < 8 && status == PAWL_OK; i++) {
        pawl_arcade_prototype kind = pawl_arcade_prototype_default();
        kind.shape = i % 2 ? PAWL_ARCADE_BOX : PAWL_ARCADE_CIRCLE;
        kind.half = pawl_vec2_make(pawl_ratio(2 + i, 8), pawl_ratio(10 - i, 8));
        kind.inverse_mass = i == 7 ? 0 : pawl_ratio(1 + i, 3);
        kind.elasticity = i * (PAWL_FX_ONE / 8);
        kind.friction = PAWL_FX_ONE - i * (PAWL_FX_ONE / 9);
        kind.air_drag = i == 3 ? PAWL_FX(0, 1, 2) : 0;
        kind.gravity_scale = i == 5 ? -PAWL_FX_ONE : PAWL_FX_ONE;
        status = add_kind(crowd, &kind);
    }
    return status;
}

/* ---- swarm: a soft crowd that wraps around, among sensors -------------------------------------
 */

static void define_swarm(pawl_arcade_def *def) {
    define_box(def, UNITS(10), UNITS(8), PAWL_ARCADE_EDGE_WRAP);
    def->edges[PAWL_ARCADE_BOTTOM] = def->edges[PAWL_ARCADE_TOP] = PAWL_ARCADE_EDGE_REPORT;
    def->gravity = pawl_vec2_make(0, 0);
    def->rate_numerator = UINT32_C(16777216);
    def->rate_denominator = 280896;
    def->contact_capacity = 24;
}

static pawl_status fill_swarm(golden_crowd *crowd) {
    pawl_status status = PAWL_OK;
    crowd->count = 40;
    crowd->reach = pawl_vec2_make(UNITS(9), UNITS(7));
    crowd->speed = UNITS(30);
    for (int i = 0; i < 4 && status == PAWL_OK; i++) {
        pawl_arcade_prototype kind = pawl_arcade_prototype_default();
        kind.shape = i % 2 ? PAWL_ARCADE_BOX : PAWL_ARCADE_CIRCLE;
        kind.half = pawl_vec2_make(pawl_ratio(3 + i, 4), PAWL_FX(0, 1, 2));
        kind.response = i == 3   ? PAWL_ARCADE_SENSOR
                        : i == 2 ? PAWL_ARCADE_BOUNCE
                                 : PAWL_ARCADE_SPRING;
        kind.air_drag = PAWL_FX(0, 1, 10);
        kind.category = (uint16_t)(1u << i);
        kind.mask = i == 0 ? 0x0007 : 0xFFFF;
        status = add_kind(crowd, &kind);
    }
    return status;
}

/* ---- slopes: polygons, on which bodies stick and slide ----------------------------------------
 */

static void define_slopes(pawl_arcade_def *def) {
    define_box(def, UNITS(16), UNITS(12), PAWL_ARCADE_EDGE_BOUNCE);
    def->polygon_capacity = 8;
}

static pawl_status fill_slopes(golden_crowd *crowd) {
    pawl_status status = PAWL_OK;
    crowd->count = 40;
    crowd->reach = pawl_vec2_make(UNITS(14), UNITS(11));
    crowd->speed = UNITS(6);
    for (int i = 0; i < 7 && status == PAWL_OK; i++) {
        pawl_arcade_prototype kind = pawl_arcade_prototype_default();
        kind.elasticity = i * (PAWL_FX_ONE / 10);
        kind.friction = i < 3 ? PAWL_FX_ONE / 2 : PAWL_FX_ONE / 20;
        kind.stick = pawl_ratio(i, 32);
        kind.inverse_mass = i == 6 ? 0 : PAWL_FX_ONE;
        if (i != 1) status = add_polygon(crowd, &kind, i == 6 ? UNITS(6) : UNITS(1));
        if (status == PAWL_OK) status = add_kind(crowd, &kind);
    }
    return status;
}

/* ---- storm: at top speed, and past what one step can hold -------------------------------------
 */

static void define_storm(pawl_arcade_def *def) {
    define_box(def, UNITS(30), UNITS(20), PAWL_ARCADE_EDGE_BOUNCE);
    def->impact_limit = 8;
    def->gravity = pawl_vec2_make(UNITS(3), -UNITS(40));
}

static pawl_status fill_storm(golden_crowd *crowd) {
    pawl_status status = PAWL_OK;
    crowd->count = 32;
    crowd->reach = pawl_vec2_make(UNITS(28), UNITS(18));
    crowd->speed = PAWL_ARCADE_SPEED_MAX;
    for (int i = 0; i < 4 && status == PAWL_OK; i++) {
        pawl_arcade_prototype kind = pawl_arcade_prototype_default();
        kind.shape = i % 2 ? PAWL_ARCADE_BOX : PAWL_ARCADE_CIRCLE;
        kind.half = pawl_vec2_make(i == 3 ? PAWL_SIZE_MIN : PAWL_FX(0, 1, 4), UNITS(1));
        kind.inverse_mass = i == 3 ? 0 : INT32_C(1) << 10 * i;
        kind.elasticity = PAWL_FX_ONE;
        kind.friction = kind.stick = 0;
        status = add_kind(crowd, &kind);
    }
    return status;
}

static const golden_arcade arcades[GOLDEN_ARCADE_COUNT] = {
    {"arcade/pit", define_pit, fill_pit, 600},
    {"arcade/swarm", define_swarm, fill_swarm, 600},
    {"arcade/slopes", define_slopes, fill_slopes, 600},
    {"arcade/storm", define_storm, fill_storm, 300},
};

const golden_arcade *golden_arcade_at(int index) {
    return &arcades[index];
}

/* ---- a run ------------------------------------------------------------------------------------
 */

/* FNV-1a of a word at once: Fowler, Noll, Vo. */
static uint32_t fold(uint32_t sum, int32_t value) {
    return (sum ^ (uint32_t)value) * UINT32_C(16777619);
}

static uint32_t sum_of_contacts(const pawl_arcade *arcade, uint32_t sum) {
    const pawl_arcade_contact *const contacts = pawl_arcade_get_contacts(arcade);
    for (uint16_t i = 0; i < pawl_arcade_get_contact_count(arcade); i++) {
        const pawl_arcade_contact *const c = &contacts[i];
        sum = fold(fold(sum, (int32_t)pawl_arcade_id_store(c->a)),
                   (int32_t)pawl_arcade_id_store(c->b));
        sum = fold(fold(fold(sum, (int32_t)c->time), c->normal.c), c->normal.s);
        sum = fold(fold(fold(sum, c->point.x), c->point.y), c->speed);
        sum = fold(fold(sum, c->change), c->type * 256 + c->edge);
        sum = fold(sum, (int32_t)pawl_arcade_get_contact_impulse(arcade, c));
    }
    return fold(sum, (int32_t)pawl_arcade_get_dropped_count(arcade));
}

/* From one side to the other. */
static uint32_t sum_of_ray(golden_crowd *crowd, uint32_t sum) {
    pawl_arcade_ray_hit hits[6];
    const pawl_vec2 from = pawl_vec2_make(-crowd->reach.x, any_vec2(crowd, crowd->reach).y);
    const pawl_vec2 to = pawl_vec2_make(crowd->reach.x, any_vec2(crowd, crowd->reach).y);
    const int32_t count = pawl_arcade_ray(crowd->arcade, from, to, 0xFFFF, hits, 6);
    for (int32_t i = 0; i < count && i < 6; i++) {
        sum = fold(fold(sum, hits[i].enter), hits[i].exit);
        sum = fold(fold(sum, hits[i].enter_point.x), hits[i].exit_point.y);
        sum = fold(fold(sum, hits[i].enter_normal.c), hits[i].exit_normal.s);
    }
    return fold(sum, count);
}

/* A few go, and others come in their places. */
static pawl_status edit(golden_crowd *crowd) {
    pawl_arcade_id bodies[BODIES_MAX];
    pawl_status status = PAWL_OK;
    const uint16_t count = pawl_arcade_get_bodies(crowd->arcade, bodies, BODIES_MAX);
    for (int i = 0; i < 3 && count > 0 && status == PAWL_OK; i++) {
        const pawl_arcade_id body = bodies[pawl_random_below(&crowd->random, count)];
        if (pawl_arcade_is_valid(crowd->arcade, body))
            status = pawl_arcade_destroy(crowd->arcade, body);
    }
    while (pawl_arcade_get_body_count(crowd->arcade) < crowd->count && status == PAWL_OK)
        status = add_body(crowd);
    return status;
}

/* A snapshot of the end: its bytes are the same everywhere, and another arcade takes them. */
static pawl_status finish(const golden_crowd *crowd, uint8_t *bytes, uint32_t room,
                          const golden_arcade_sink *sink) {
    size_t size = 0;
    pawl_status status = pawl_arcade_encode(crowd->arcade, bytes, room, &size);
    if (status != PAWL_OK) return status;
    const uint32_t hash = pawl_arcade_hash(crowd->arcade);
    status = pawl_arcade_decode(crowd->arcade, bytes, size);
    if (status == PAWL_OK && pawl_arcade_hash(crowd->arcade) != hash) status = PAWL_ERR_CORRUPT;
    sink->end(sink->context, pawl_arcade_get_faults(crowd->arcade), (uint32_t)size,
              pawl_xxh32(bytes, size, 0));
    return status;
}

pawl_status golden_arcade_run(const golden_arcade *scene, void *memory, size_t size,
                              const golden_arcade_sink *sink) {
    golden_crowd crowd;
    pawl_arcade_def def;
    uint32_t contacts = 0, answers = 0;
    memset(&crowd, 0, sizeof crowd);
    crowd.random = pawl_random_make(7, 0);
    scene->define(&def);
    if (!PAWL_ARCADE_POLYGONS && def.polygon_capacity > 0) return PAWL_ERR_UNSUPPORTED;
    pawl_status status = pawl_arcade_init(memory, size, &def, &crowd.arcade);
    if (status == PAWL_OK) status = scene->fill(&crowd);
    for (uint16_t step = 0; step < scene->steps && status == PAWL_OK; step++) {
        if (step % EDIT_STEPS == 0) status = edit(&crowd);
        if (status == PAWL_OK) status = pawl_arcade_step(crowd.arcade);
        contacts += pawl_arcade_get_contact_count(crowd.arcade);
        answers = sum_of_ray(&crowd, sum_of_contacts(crowd.arcade, answers));
        if ((step + 1) % CHECKPOINT_STEPS != 0) continue;
        sink->checkpoint(sink->context, pawl_arcade_get_tick(crowd.arcade),
                         pawl_arcade_get_body_count(crowd.arcade), contacts, answers,
                         pawl_arcade_hash(crowd.arcade));
        contacts = 0;
    }
    if (status != PAWL_OK) return status;
    const size_t used = pawl_arcade_size(&def);
    return finish(&crowd, (uint8_t *)memory + used, (uint32_t)(size - used), sink);
}
