/* row_cache.c - where rows are kept, and whether one still fits. */
#include "solver/row_cache.h"

#include "base/optional.h"
#include "solver/row_begin.h"

PAWLI_MARK(pawli_row_cache_mark);

/* Whose an entry is, and when it was used last: ticks, of which the lower bits are enough to find
 * one that is not in use any more. */
struct pawli_row_tag {
    uint32_t tag, tick;
};

typedef struct kept_arm {
    int32_t cross, dot;
} kept_arm;

typedef struct kept_point {
    int32_t lever_a, lever_b, gain_a, gain_b;
    int32_t tangent_lever_a, tangent_lever_b, tangent_gain_a, tangent_gain_b;
    int32_t mass, tangent_mass;
    kept_arm arm_a, arm_b;
} kept_point;

struct pawli_kept_row {
    /* what it was made from */
    pawl_rot normal;
    pawl_vec2 delta, offset[2];
    uint32_t mass_a, mass_b, per_gyration_a, per_gyration_b;
    uint32_t exponents, facts;
    int32_t mass_scale;
    /* what was made; without the normal, which takes less than a copy */
    int32_t share_ax, share_ay, share_bx, share_by;
    int32_t coupling[2], inverse[3];
    kept_point points[2];
};

uint64_t pawli_row_cache_size(uint32_t rows) {
    return (uint64_t)rows * (sizeof(pawli_row_tag) + sizeof(pawli_kept_row));
}

pawli_row_cache pawli_row_cache_of(void *region, size_t size, uint64_t tick) {
    pawli_row_cache cache;
    const size_t count = size / (sizeof(pawli_row_tag) + sizeof(pawli_kept_row));
    cache.count = count > UINT16_MAX ? UINT16_MAX : (uint32_t)count;
    cache.tick = (uint32_t)tick + 2; /* so that zeros are old from the first step on */
    cache.shapes = cache.tag = UINT32_MAX;
    cache.before = 0;
    cache.tags = region;
    cache.rows = (pawli_kept_row *)(void *)(cache.tags + cache.count);
    return cache;
}

/* ---- where --------------------------------------------------------------------------------- */

/* How many entries an owner may be away from where its hash falls. */
#define REACH 16u
#define GOLDEN UINT32_C(0x9E3779B9)

/* Two shapes have several contacts where one is terrain. */
static void ask_for(pawli_row_cache *cache, const pawli_contact *contact) {
    const uint32_t shapes = (uint32_t)contact->shape_a << 16 | contact->shape_b;
    cache->before = shapes == cache->shapes ? cache->before + 1 : 0;
    cache->shapes = shapes;
    cache->tag = shapes ^ cache->before * GOLDEN;
}

static uint32_t home_of(const pawli_row_cache *cache, uint32_t tag) {
    return ((tag * GOLDEN) >> 16) * cache->count >> 16;
}

/* The entry of a tag, or `count` when there is none. */
static uint32_t find_tag(const pawli_row_cache *cache, uint32_t tag) {
    uint32_t at = home_of(cache, tag);
    for (uint32_t i = 0; i < REACH; i++) {
        if (cache->tags[at].tag == tag) return at;
        if (++at == cache->count) at = 0;
    }
    return cache->count;
}

/* The entry of a tag, else the first one that neither this step nor the last one has used, else the
 * one where its hash falls. */
static uint32_t find_room(const pawli_row_cache *cache, uint32_t tag) {
    const uint32_t own = find_tag(cache, tag), home = home_of(cache, tag);
    if (own != cache->count) return own;
    uint32_t at = home;
    for (uint32_t i = 0; i < REACH; i++) {
        if (cache->tick - cache->tags[at].tick > 1) return at;
        if (++at == cache->count) at = 0;
    }
    return home;
}

/* ---- what ---------------------------------------------------------------------------------- */

/* What a row is made from, as far as it may be kept. */
typedef struct row_source {
    const pawli_contact *contact;
    const pawli_body *a, *b;
    int32_t mass_scale; /* of the softness */
} row_source;

static row_source row_source_of(const pawli_contact_setup *setup, const pawli_contact *contact,
                                const pawli_contact_row *row) {
    const pawli_shape *shapes = pawli_shapes_const(setup->world);
    const pawli_body *bodies = pawli_bodies_const(setup->world);
    const row_source source = {contact, &bodies[shapes[contact->shape_a].body],
                               &bodies[shapes[contact->shape_b].body],
                               (row->stiff ? setup->stiff : setup->soft)->mass_scale};
    return source;
}

static uint32_t exponents_of(const row_source *source) {
    const pawli_body *a = source->a, *b = source->b;
    return (uint32_t)(uint8_t)a->mass_exponent | (uint32_t)(uint8_t)a->per_gyration_exponent << 8 |
           (uint32_t)(uint8_t)b->mass_exponent << 16 |
           (uint32_t)(uint8_t)b->per_gyration_exponent << 24;
}

static uint32_t facts_of(const row_source *source) {
    const pawli_body *a = source->a, *b = source->b;
    return (uint32_t)source->contact->count << 16 | (uint32_t)a->type << 8 | (uint32_t)b->type |
           (pawli_body_turns(a) ? UINT32_C(1) << 24 : 0) |
           (pawli_body_turns(b) ? UINT32_C(1) << 25 : 0);
}

/* Bits by which two numbers differ. */
static uint32_t differ(int32_t a, int32_t b) {
    return (uint32_t)a ^ (uint32_t)b;
}

/* Whether all that a row is made from is what it was; of a single point the second is not used. */
static bool still_fits(const pawli_kept_row *kept, const row_source *source) {
    const pawli_contact *contact = source->contact;
    const pawli_body *a = source->a, *b = source->b;
    uint32_t changed =
        differ(kept->normal.c, contact->normal.c) | differ(kept->normal.s, contact->normal.s) |
        differ(kept->delta.x, contact->delta.x) | differ(kept->delta.y, contact->delta.y) |
        differ(kept->mass_scale, source->mass_scale);
    for (int i = 0; i < 2; i++) {
        changed |= differ(kept->offset[i].x, contact->points[i].offset.x) |
                   differ(kept->offset[i].y, contact->points[i].offset.y);
    }
    changed |= (kept->mass_a ^ a->mass) | (kept->mass_b ^ b->mass) |
               (kept->per_gyration_a ^ a->per_gyration) | (kept->per_gyration_b ^ b->per_gyration);
    return changed == 0 && kept->exponents == exponents_of(source) &&
           kept->facts == facts_of(source);
}

static void take_point(const kept_point *from, const pawli_contact_point *at,
                       const pawli_drift *drift, pawli_contact_row_point *point) {
    const pawli_arm_axes a = {from->arm_a.cross, from->arm_a.dot};
    const pawli_arm_axes b = {from->arm_b.cross, from->arm_b.dot};
    point->lever_a = from->lever_a;
    point->lever_b = from->lever_b;
    point->gain_a = from->gain_a;
    point->gain_b = from->gain_b;
    point->tangent_lever_a = from->tangent_lever_a;
    point->tangent_lever_b = from->tangent_lever_b;
    point->tangent_gain_a = from->tangent_gain_a;
    point->tangent_gain_b = from->tangent_gain_b;
    point->mass = from->mass;
    point->tangent_mass = from->tangent_mass;
    pawli_arm_place(at, drift, a, b, point);
}

static bool take_row(const pawli_contact_setup *setup, const pawli_contact *contact,
                     pawli_contact_row *row) {
    const pawli_row_cache *cache = setup->cache;
    const uint32_t at = find_tag(cache, cache->tag);
    if (at == cache->count) return false;
    const pawli_kept_row *kept = &cache->rows[at];
    const row_source source = row_source_of(setup, contact, row);
    if (!still_fits(kept, &source)) return false;
    const pawli_drift drift = pawli_contact_drift(contact, source.a, source.b);
    cache->tags[at].tick = cache->tick;
    row->share_ax = kept->share_ax;
    row->share_ay = kept->share_ay;
    row->share_bx = kept->share_bx;
    row->share_by = kept->share_by;
    take_point(&kept->points[0], &contact->points[0], &drift, &row->points[0]);
    if (row->count == 1) {
        row->single.rolling.resistance = row->single.rolling.impulse = 0;
        return true;
    }
    take_point(&kept->points[1], &contact->points[1], &drift, &row->points[1]);
    for (int i = 0; i < 2; i++)
        row->coupling[i] = kept->coupling[i];
    for (int i = 0; i < 3; i++)
        row->inverse[i] = kept->inverse[i];
    return true;
}

static kept_arm short_arm(pawli_arm_axes axes, bool *fits) {
    const kept_arm arm = {(int32_t)axes.cross, (int32_t)axes.dot};
    *fits &= arm.cross == axes.cross && arm.dot == axes.dot;
    return arm;
}

static kept_point keep_point(const pawli_contact *contact, int index,
                             const pawli_contact_row_point *point, bool *fits) {
    const pawl_vec2 offset = contact->points[index].offset;
    const pawli_arm_axes a = pawli_arm_split(offset, contact->normal);
    const pawli_arm_axes b =
        pawli_arm_split(pawl_vec2_sub(offset, contact->delta), contact->normal);
    const kept_point kept = {point->lever_a,        point->lever_b,         point->gain_a,
                             point->gain_b,         point->tangent_lever_a, point->tangent_lever_b,
                             point->tangent_gain_a, point->tangent_gain_b,  point->mass,
                             point->tangent_mass,   short_arm(a, fits),     short_arm(b, fits)};
    return kept;
}

/* An arm is shorter than 2^31 raw units in all but worlds that are no use, whose rows are not
 * kept. */
static void keep_row(const pawli_contact_setup *setup, const pawli_contact *contact,
                     const pawli_contact_row *row) {
    const pawli_row_cache *cache = setup->cache;
    const row_source source = row_source_of(setup, contact, row);
    const uint32_t at = find_room(cache, cache->tag);
    pawli_kept_row *kept = &cache->rows[at];
    bool fits = true;
    for (int i = 0; i < row->count; i++)
        kept->points[i] = keep_point(contact, i, &row->points[i], &fits);
    for (int i = 0; i < 2 && row->count == 2; i++)
        kept->coupling[i] = row->coupling[i];
    for (int i = 0; i < 3 && row->count == 2; i++)
        kept->inverse[i] = row->inverse[i];
    kept->share_ax = row->share_ax;
    kept->share_ay = row->share_ay;
    kept->share_bx = row->share_bx;
    kept->share_by = row->share_by;
    kept->normal = contact->normal;
    kept->delta = contact->delta;
    for (int i = 0; i < 2; i++)
        kept->offset[i] = contact->points[i].offset;
    kept->mass_a = source.a->mass;
    kept->mass_b = source.b->mass;
    kept->per_gyration_a = source.a->per_gyration;
    kept->per_gyration_b = source.b->per_gyration;
    kept->exponents = exponents_of(&source);
    kept->facts = fits ? facts_of(&source) : 0;
    kept->mass_scale = source.mass_scale;
    cache->tags[at].tag = cache->tag;
    cache->tags[at].tick = cache->tick;
}

void pawli_row_cache_prepare(pawli_contact_setup *setup, const pawli_contact *contact,
                             pawli_contact_row *row) {
    const pawli_shape *shapes = pawli_shapes_const(setup->world);
    const bool rolls = shapes[contact->shape_a].rolling_resistance != 0 ||
                       shapes[contact->shape_b].rolling_resistance != 0;
    ask_for(setup->cache, contact);
    if (!rolls) {
        pawli_contact_row_begin(setup, contact, row);
        if (take_row(setup, contact, row)) return;
    }
    pawli_contact_row_prepare(setup, contact, row);
    if (!rolls && setup->faults == 0) keep_row(setup, contact, row);
}
