/* arcade_hash.c - the state of an arcade word by word, and its hash. */
#include "arcade/arcade_save.h"
#include "base/xxh32.h"

static void put_word(const pawli_arcade_word_sink *sink, uint32_t word) {
    sink->take(sink->context, word, true);
}

static void put_pair(const pawli_arcade_word_sink *sink, uint16_t low, uint16_t high) {
    put_word(sink, low | (uint32_t)high << 16);
}

static void put_vec(const pawli_arcade_word_sink *sink, pawl_vec2 v) {
    put_word(sink, (uint32_t)v.x);
    put_word(sink, (uint32_t)v.y);
}

static void visit_header(const pawl_arcade *arcade, const pawli_arcade_word_sink *sink) {
    put_pair(sink, arcade->slot_count, arcade->body_count);
    put_pair(sink, arcade->prototype_count, arcade->polygon_count);
    put_vec(sink, arcade->gravity);
    put_vec(sink, arcade->bounds.lower);
    put_vec(sink, arcade->bounds.upper);
    put_word(sink, arcade->edges[0] | (uint32_t)arcade->edges[1] << 8 |
                       (uint32_t)arcade->edges[2] << 16 | (uint32_t)arcade->edges[3] << 24);
    put_word(sink, arcade->rate_numerator);
    put_word(sink, arcade->rate_denominator);
    put_word(sink, arcade->time_frac);
    put_word(sink, arcade->impact_limit);
    put_word(sink, arcade->tick);
    put_word(sink, arcade->faults);
}

static void visit_prototype(const pawl_arcade *arcade, uint16_t index,
                            const pawli_arcade_word_sink *sink) {
    pawl_arcade_prototype prototype;
    if (pawl_arcade_get_prototype(arcade, index, &prototype) != PAWL_OK) return;
    put_word(sink, prototype.shape | (uint32_t)prototype.response << 8 |
                       (uint32_t)prototype.polygon << 16);
    put_vec(sink, prototype.half);
    put_word(sink, (uint32_t)prototype.inverse_mass);
    put_word(sink, (uint32_t)prototype.elasticity);
    put_word(sink, (uint32_t)prototype.friction);
    put_word(sink, (uint32_t)prototype.stick);
    put_word(sink, (uint32_t)prototype.air_drag);
    put_word(sink, (uint32_t)prototype.gravity_scale);
    put_word(sink, (uint32_t)prototype.spring);
    put_pair(sink, prototype.category, prototype.mask);
}

#if PAWL_ARCADE_POLYGONS
static void visit_polygon(const pawl_convex *polygon, const pawli_arcade_word_sink *sink) {
    put_word(sink, polygon->count);
    put_word(sink, (uint32_t)polygon->radius);
    for (int i = 0; i < polygon->count; i++) {
        put_vec(sink, polygon->vertices[i]);
        put_word(sink, (uint32_t)polygon->normals[i].c);
        put_word(sink, (uint32_t)polygon->normals[i].s);
    }
}
#endif

static void visit_body(const pawl_arcade *arcade, uint16_t slot,
                       const pawli_arcade_word_sink *sink) {
    const pawli_arcade_body *const body = pawli_arcade_bodies(arcade) + slot;
    put_pair(sink, slot, body->generation);
    put_vec(sink, body->position);
    put_vec(sink, body->velocity);
    put_pair(sink, (uint16_t)body->frac[0], (uint16_t)body->frac[1]);
    put_pair(sink, body->fine[0], body->fine[1]);
    put_word(sink, body->prototype);
    sink->take(sink->context, body->user_data, false);
}

void pawli_arcade_hash_visit(const pawl_arcade *arcade, const pawli_arcade_word_sink *sink) {
    const pawli_arcade_body *const bodies = pawli_arcade_bodies(arcade);
    visit_header(arcade, sink);
    for (uint16_t i = 0; i < arcade->prototype_count; i++)
        visit_prototype(arcade, i, sink);
#if PAWL_ARCADE_POLYGONS
    for (uint16_t i = 0; i < arcade->polygon_count; i++) {
        visit_polygon(pawli_arcade_polygons(arcade) + i, sink);
    }
#endif
    for (uint16_t rank = 0; rank < arcade->body_count; rank++) {
        visit_body(arcade, pawli_arcade_order(arcade)[rank], sink);
    }
    uint16_t slot = arcade->free_first;
    for (uint16_t i = arcade->body_count; i < arcade->slot_count; i++) {
        put_pair(sink, slot, bodies[slot].generation);
        slot = bodies[slot].prototype;
    }
}

static void hash_word(void *context, uint32_t word, bool is_state) {
    if (is_state) pawli_xxh32_word((pawli_xxh32 *)context, word);
}

uint32_t pawl_arcade_hash(const pawl_arcade *arcade) {
    if (arcade == NULL) return 0;
    pawli_xxh32 hash;
    const pawli_arcade_word_sink sink = {hash_word, &hash};
    pawli_xxh32_begin(&hash, 0);
    pawli_arcade_hash_visit(arcade, &sink);
    return pawli_xxh32_end(&hash);
}
