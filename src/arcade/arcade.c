/* arcade.c - an arcade in its buffer: def, init, bodies. */
#include "base/check.h"
#include "arcade/arcade.h"

#include "base/align.h"
#include "fx/range.h"
#include "base/arena.h"

#include <string.h>

#define ARCADE_COOKIE UINT32_C(0x61726401)

/* As few as this many are not sorted. */
#define SORTED_FROM 24

pawl_arcade_def pawl_arcade_def_default(void) {
    pawl_arcade_def def;
    memset(&def, 0, sizeof def);
    def.cookie = ARCADE_COOKIE;
    def.body_capacity = 64;
    def.prototype_capacity = 16;
    def.polygon_capacity = PAWL_ARCADE_POLYGONS ? 8 : 0;
    def.contact_capacity = 64;
    def.impact_limit = 64;
    def.gravity.y = -PAWL_FX(10, 0, 1);
    def.bounds.lower = pawl_vec2_make(-PAWL_FX(100, 0, 1), -PAWL_FX(100, 0, 1));
    def.bounds.upper = pawl_vec2_make(PAWL_FX(100, 0, 1), PAWL_FX(100, 0, 1));
    def.rate_numerator = 60;
    def.rate_denominator = 1;
    return def;
}

/* ---- checks --------------------------------------------------------------------------------- */

bool pawli_arcade_bounds_are_valid(pawl_box bounds) {
    return pawli_is_position(bounds.lower) && pawli_is_position(bounds.upper) &&
           bounds.lower.x < bounds.upper.x && bounds.lower.y < bounds.upper.y;
}

bool pawli_arcade_edges_are_valid(const uint8_t edges[4]) {
    for (int i = 0; i < 4; i++) {
        if (edges[i] > PAWL_ARCADE_EDGE_REPORT) return false;
    }
    return (edges[0] == PAWL_ARCADE_EDGE_WRAP) == (edges[1] == PAWL_ARCADE_EDGE_WRAP) &&
           (edges[2] == PAWL_ARCADE_EDGE_WRAP) == (edges[3] == PAWL_ARCADE_EDGE_WRAP);
}

/* 1 .. 1000 steps per second. */
bool pawli_arcade_rate_is_valid(uint32_t numerator, uint32_t denominator) {
    const uint32_t whole = numerator / 1000;
    return denominator != 0 && numerator >= denominator &&
           (whole < denominator || (whole == denominator && numerator % 1000 == 0));
}

PAWLI_FOLD pawl_status check_arcade_def(const pawl_arcade_def *def, const char **field) {
    PAWLI_CHECK(field, def->cookie == ARCADE_COOKIE, ERR_COOKIE, "cookie");
    PAWLI_CHECK(field, def->body_capacity != 0 && def->body_capacity <= PAWL_ARCADE_BODIES_MAX,
                ERR_RANGE, "body_capacity");
    PAWLI_CHECK(field,
                def->prototype_capacity != 0 &&
                    def->prototype_capacity <= PAWL_ARCADE_PROTOTYPES_MAX,
                ERR_RANGE, "prototype_capacity");
    PAWLI_CHECK(field, def->polygon_capacity <= PAWL_ARCADE_POLYGONS_MAX, ERR_RANGE,
                "polygon_capacity");
    PAWLI_CHECK(field, def->contact_capacity <= PAWL_ARCADE_CONTACTS_MAX, ERR_RANGE,
                "contact_capacity");
    PAWLI_CHECK(field, def->impact_limit != 0, ERR_RANGE, "impact_limit");
    PAWLI_CHECK(field, pawli_arcade_edges_are_valid(def->edges), ERR_RANGE, "edges");
    PAWLI_CHECK(field, pawli_vec_in_range(def->gravity, PAWL_ARCADE_SPEED_MAX), ERR_RANGE,
                "gravity");
    PAWLI_CHECK(field, pawli_arcade_bounds_are_valid(def->bounds), ERR_RANGE, "bounds");
    PAWLI_CHECK(field, def->rate_denominator != 0, ERR_RANGE, "rate_denominator");
    PAWLI_CHECK(field, pawli_arcade_rate_is_valid(def->rate_numerator, def->rate_denominator),
                ERR_RANGE, "rate_numerator");
    PAWLI_CHECK(field, PAWL_ARCADE_POLYGONS || def->polygon_capacity == 0, ERR_UNSUPPORTED,
                "polygon_capacity");
    return PAWL_OK;
}

static PAWLI_RARE pawl_status check_arcade(const pawl_arcade_def *def) {
    if (def == NULL) return PAWL_ERR_NULL;
    return PAWLI_CHECK_ONLY(check_arcade_def, pawl_arcade_def_check, def);
}

PAWLI_RARE pawl_status pawl_arcade_def_check(const pawl_arcade_def *def, const char **field) {
    PAWLI_CHECK_CALL(check_arcade_def, def, field);
}

/* ---- memory --------------------------------------------------------------------------------- */

static uint32_t lay_out_arcade(const pawl_arcade_def *def, pawl_arcade *out) {
    pawli_arena arena = {sizeof *out, 8};
    (void)pawli_arena_reserve(&arena, def->prototype_capacity, sizeof(pawli_arcade_prototype));
    out->offset_polygons = pawli_arena_reserve(&arena, def->polygon_capacity, sizeof(pawl_convex));
    out->offset_bodies = pawli_arena_reserve(&arena, def->body_capacity, sizeof(pawli_arcade_body));
    out->offset_order = pawli_arena_reserve(&arena, def->body_capacity, sizeof(uint16_t));
    out->offset_contacts =
        pawli_arena_reserve(&arena, def->contact_capacity, sizeof(pawl_arcade_contact));
    out->offset_paths = pawli_arena_reserve(&arena, def->body_capacity, sizeof(pawli_arcade_path));
    out->offset_spans = 0;
    if (PAWL_ARCADE_SORTED && def->body_capacity > SORTED_FROM) {
        const uint32_t spans = def->body_capacity * (uint32_t)sizeof(pawli_arcade_span);
        const uint32_t marks =
            PAWLI_ORDER_SET_WORDS(def->body_capacity) * (uint32_t)sizeof(uint32_t);
        out->offset_spans = pawli_arena_reserve(&arena, spans + marks, 1);
    }
    return (uint32_t)pawli_arena_end(&arena, 8);
}

size_t pawl_arcade_size(const pawl_arcade_def *def) {
    pawl_arcade header;
    return check_arcade(def) == PAWL_OK ? pawli_size_or_none(lay_out_arcade(def, &header)) : 0;
}

pawl_status pawl_arcade_init_for(uint32_t config_id, void *buffer, size_t size,
                                 const pawl_arcade_def *def, pawl_arcade **out) {
    if (buffer == NULL || out == NULL) return PAWL_ERR_NULL;
    const pawl_status status = check_arcade(def);
    if (status != PAWL_OK) return status;
    if (config_id != PAWL_ARCADE_CONFIG_ID) return PAWL_ERR_CONFIG;
    pawl_arcade header;
    memset(&header, 0, sizeof header);
    const uint32_t needed = lay_out_arcade(def, &header);
    if (size < needed || !pawli_is_aligned(buffer)) return PAWL_ERR_MEMORY;
    memset(buffer, 0, (size_t)needed);
    header.config = config_id;
    header.body_capacity = def->body_capacity;
    header.prototype_capacity = def->prototype_capacity;
    header.polygon_capacity = def->polygon_capacity;
    header.contact_capacity = def->contact_capacity;
    header.impact_limit = def->impact_limit;
    header.free_first = PAWLI_ARCADE_NO_SLOT;
    header.free_last = PAWLI_ARCADE_NO_SLOT;
    memcpy(header.edges, def->edges, sizeof header.edges);
    header.gravity = def->gravity;
    header.bounds = def->bounds;
    header.rate_numerator = def->rate_numerator;
    header.rate_denominator = def->rate_denominator;
    memcpy(buffer, &header, sizeof header);
    *out = (pawl_arcade *)buffer;
    return PAWL_OK;
}

size_t pawl_arcade_state_size(const pawl_arcade *arcade) {
    return arcade == NULL ? 0 : (size_t)arcade->offset_contacts;
}

/* ---- the whole ------------------------------------------------------------------------------ */

pawl_status pawl_arcade_set_gravity(pawl_arcade *arcade, pawl_vec2 gravity) {
    if (arcade == NULL) return PAWL_ERR_NULL;
    if (!pawli_vec_in_range(gravity, PAWL_ARCADE_SPEED_MAX)) return PAWL_ERR_RANGE;
    arcade->gravity = gravity;
    return PAWL_OK;
}

pawl_vec2 pawl_arcade_get_gravity(const pawl_arcade *arcade) {
    return arcade == NULL ? pawl_vec2_make(0, 0) : arcade->gravity;
}

pawl_status pawl_arcade_set_bounds(pawl_arcade *arcade, pawl_box bounds, const uint8_t edges[4]) {
    if (arcade == NULL || edges == NULL) return PAWL_ERR_NULL;
    if (!pawli_arcade_bounds_are_valid(bounds)) return PAWL_ERR_RANGE;
    if (!pawli_arcade_edges_are_valid(edges)) return PAWL_ERR_ARGUMENT;
    arcade->bounds = bounds;
    memcpy(arcade->edges, edges, sizeof arcade->edges);
    return PAWL_OK;
}

pawl_box pawl_arcade_get_bounds(const pawl_arcade *arcade) {
    pawl_box none;
    memset(&none, 0, sizeof none);
    return arcade == NULL ? none : arcade->bounds;
}

pawl_status pawl_arcade_get_edges(const pawl_arcade *arcade, uint8_t out[4]) {
    if (arcade == NULL || out == NULL) return PAWL_ERR_NULL;
    memcpy(out, arcade->edges, sizeof arcade->edges);
    return PAWL_OK;
}

uint32_t pawl_arcade_get_tick(const pawl_arcade *arcade) {
    return arcade == NULL ? 0 : arcade->tick;
}

uint32_t pawl_arcade_get_faults(const pawl_arcade *arcade) {
    return arcade == NULL ? 0 : arcade->faults;
}

void pawl_arcade_clear_faults(pawl_arcade *arcade) {
    if (arcade != NULL) arcade->faults = 0;
}
