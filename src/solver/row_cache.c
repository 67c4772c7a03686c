/* row_cache.c - where rows are kept, and whether one still fits. */
#include "solver/row_cache.h"

#include "base/optional.h"
#include "solver/lane_kept.h"
#include "solver/row_begin.h"

PAWLI_MARK(pawli_row_cache_mark);

/* Whose an entry is, when it was used last, and which one was asked for after it: ticks, of which
 * the lower bits are enough to find one that is not in use any more. */
struct pawli_row_tag {
    uint32_t tag;
    uint16_t tick, next;
};

typedef struct kept_arm {
    int32_t cross, dot;
} kept_arm;

/* Both rows of a point, in the order of pawli_contact_row_point. */
typedef struct kept_levers {
    int32_t a, b, gain_a, gain_b, tangent_a, tangent_b, tangent_gain_a, tangent_gain_b;
} kept_levers;

typedef struct kept_point {
    kept_levers levers;
    int32_t mass, tangent_mass;
    kept_arm arm_a, arm_b;
} kept_point;

/* What makes the masses of a body. */
typedef struct kept_body {
    uint32_t mass, per_gyration;
} kept_body;

typedef struct kept_shares {
    int32_t ax, ay, bx, by;
} kept_shares;

typedef struct kept_pair {
    int32_t coupling[2], inverse[3];
} kept_pair;

struct pawli_kept_row {
    /* what it was made from */
    pawl_rot normal;
    pawl_vec2 delta, offset[2];
    kept_body a, b;
    uint32_t exponents, facts;
    int32_t mass_scale;
    /* what was made; without the normal, which takes less than a copy */
    kept_pair pair;
    kept_shares shares;
    kept_point points[2];
};

/* A few hundred entries are near enough: to fetch them ahead costs more than it saves. */
#define FETCHED_LEAST 1024u

/* Of the region for each row: its tag, the row, and where lanes have it (lane_kept.h). */
#define KEPT_ROW_BYTES                                \
    (sizeof(pawli_row_tag) + sizeof(pawli_kept_row) + \
     (PAWL_WITH_LANES ? PAWLI_LANE_KEPT_BYTES : 0u))

static uint32_t rows_in(size_t size) {
    const size_t count = size / KEPT_ROW_BYTES;
    return count > UINT16_MAX ? UINT16_MAX : (uint32_t)count;
}

uint64_t pawli_row_cache_size(uint32_t rows) {
    return (uint64_t)rows * KEPT_ROW_BYTES;
}

#if PAWL_WITH_LANES
void *pawli_row_cache_lanes(void *region, size_t size, size_t *lanes_size) {
    const uint32_t count = rows_in(size);
    *lanes_size = count * PAWLI_LANE_KEPT_BYTES;
    return (uint8_t *)region + count * (KEPT_ROW_BYTES - PAWLI_LANE_KEPT_BYTES);
}
#endif

pawli_row_cache pawli_row_cache_of(void *region, size_t size, const pawl_world *world) {
    pawli_row_cache cache;
    cache.count = rows_in(size);
    cache.tick = (uint16_t)(world->tick + 2); /* so that zeros are old from the first step on */
    cache.shapes = cache.tag = UINT32_MAX;
    cache.before = cache.last = cache.ahead = cache.lead = 0;
    cache.fetches = PAWLI_PREFETCHES && world->contact_count >= FETCHED_LEAST;
    cache.per_shape = UINT32_MAX / world->shape_pool.capacity;
    cache.tags = region;
    cache.rows = (pawli_kept_row *)(void *)(cache.tags + cache.count);
    return cache;
}

#if PAWL_WITH_WORKERS
pawli_row_cache pawli_row_cache_slice(const pawli_row_cache *cache, uint32_t index,
                                      uint32_t count) {
    const uint32_t begin = cache->count * index / count, end = cache->count * (index + 1) / count;
    pawli_row_cache out = *cache;
    out.tags += begin;
    out.rows += begin;
    out.count = end - begin;
    out.per_shape *= count; /* the shapes of a slice of the rows fill a slice; others wrap round */
    return out;
}
#endif

/* ---- where --------------------------------------------------------------------------------- */

/* How many entries an owner may be away from its home, and from where its hash falls. */
#define REACH_HOME 8u
#define REACH_HASH 16u
#define GOLDEN UINT32_C(0x9E3779B9)

/* Two shapes have several contacts where one is terrain. */
PAWLI_INLINE void ask_for(pawli_row_cache *cache, const pawli_contact *contact) {
    const uint32_t shapes = (uint32_t)contact->shape_a << 16 | contact->shape_b;
    cache->before = shapes == cache->shapes ? cache->before + 1 : 0;
    cache->shapes = shapes;
    cache->tag = shapes ^ cache->before * GOLDEN;
}

/* The home of a row is among those of its younger shape, which has few older neighbors: what is
 * asked for in contact order lies in about that order. */
PAWLI_INLINE uint32_t home_of(const pawli_row_cache *cache) {
    const uint32_t share = (uint32_t)((cache->shapes & 0xFFFFu) * cache->per_shape) >> 16;
    return share * cache->count >> 16;
}

/* Where those go that find no room at home: many touch one young shape, or a cache is small. */
PAWLI_INLINE uint32_t hashed_place_of(const pawli_row_cache *cache) {
    return ((cache->tag * GOLDEN) >> 16) * cache->count >> 16;
}

static uint32_t find_from(const pawli_row_cache *cache, uint32_t at, uint32_t reach) {
    for (uint32_t i = 0; i < reach; i++) {
        if (cache->tags[at].tag == cache->tag) return at;
        if (++at == cache->count) at = 0;
    }
    return cache->count;
}

/* The first entry that neither this step nor the last one has used, or `count`. */
static uint32_t find_old(const pawli_row_cache *cache, uint32_t at, uint32_t reach) {
    for (uint32_t i = 0; i < reach; i++) {
        if ((uint16_t)(cache->tick - cache->tags[at].tick) > 1) return at;
        if (++at == cache->count) at = 0;
    }
    return cache->count;
}

/* The entry of the tag, or `count`. */
static uint32_t find_tag(const pawli_row_cache *cache) {
    const uint32_t at = find_from(cache, home_of(cache), REACH_HOME);
    return at != cache->count ? at : find_from(cache, hashed_place_of(cache), REACH_HASH);
}

/* The entry of the tag, else an old one, else the one where the hash falls. */
static uint32_t find_room(const pawli_row_cache *cache) {
    uint32_t at = find_tag(cache);
    if (at == cache->count) at = find_old(cache, home_of(cache), REACH_HOME);
    if (at == cache->count) at = find_old(cache, hashed_place_of(cache), REACH_HASH);
    return at != cache->count ? at : hashed_place_of(cache);
}

/* The entry after another one in the step before; of a cache of another size it may be beyond. */
PAWLI_INLINE uint32_t next_of(const pawli_row_cache *cache, uint32_t at) {
    const uint32_t next = cache->tags[at].next;
    return next < cache->count ? next : 0;
}

/* Entries are asked for one after the other, as in the step before, and a world of a thousand
 * bodies has more of them than the nearest memory: those that come next are fetched before they
 * are needed. */
#define LEAD 4u

#if PAWLI_PREFETCHES
PAWLI_INLINE void fetch_next(pawli_row_cache *cache) {
    cache->ahead = next_of(cache, cache->ahead);
    const uint8_t *const row = (const uint8_t *)&cache->rows[cache->ahead];
    PAWL_STATIC_ASSERT(sizeof(pawli_kept_row) <= 256, "a row that needs more than four fetches");
    PAWLI_PREFETCH(row);
    PAWLI_PREFETCH(row + 64);
    PAWLI_PREFETCH(row + 128);
    PAWLI_PREFETCH(row + sizeof(pawli_kept_row) - 1);
}
#endif

PAWLI_INLINE void fetch_ahead(pawli_row_cache *cache, bool is_expected) {
#if PAWLI_PREFETCHES
    if (!cache->fetches) return;
    if (is_expected && cache->lead == LEAD) {
        fetch_next(cache);
        return;
    }
    if (!is_expected) {
        cache->ahead = cache->last;
        cache->lead = 0;
    }
    fetch_next(cache);
    if (cache->lead == LEAD) return;
    fetch_next(cache);
    cache->lead++;
#else
    (void)cache;
    (void)is_expected;
#endif
}

/* The entry of the tag, or `count`: nearly always the one that is expected. */
PAWLI_INLINE uint32_t find_expected(pawli_row_cache *cache) {
    const uint32_t expected = next_of(cache, cache->last);
    const bool is_expected = cache->tags[expected].tag == cache->tag;
    const uint32_t at = is_expected ? expected : find_tag(cache);
    if (at == cache->count) return at;
    if (!is_expected) cache->tags[cache->last].next = (uint16_t)at;
    cache->last = at;
    fetch_ahead(cache, is_expected);
    return at;
}

/* ---- what ---------------------------------------------------------------------------------- */

/* What a row is made from, as far as it may be kept. */
typedef struct row_source {
    const pawl_world *world;
    const pawli_contact *contact;
    pawli_contact_sides sides;
    int32_t mass_scale; /* of the softness */
} row_source;

PAWLI_INLINE row_source row_source_of(const pawli_contact_setup *setup,
                                      const pawli_contact *contact,
                                      const pawli_contact_sides *sides,
                                      const pawli_contact_row *row) {
    const row_source source = {setup->world, contact, *sides,
                               (row->stiff ? setup->stiff : setup->soft)->mass_scale};
    return source;
}

/* Both lie side by side, so that one number of 16 bits is read. */
PAWLI_INLINE uint32_t exponents_of_body(const pawli_body *body) {
    return (uint32_t)(uint8_t)body->mass_exponent | (uint32_t)(uint8_t)body->per_gyration_exponent
                                                        << 8;
}

PAWLI_INLINE uint32_t exponents_of(const row_source *source) {
    return exponents_of_body(source->sides.a) | exponents_of_body(source->sides.b) << 16;
}

/* Whether contacts turn a body, and along which axes they move it, depends on its type and on
 * flags. */
PAWLI_INLINE uint32_t facts_of_body(const pawli_body *body) {
    const uint32_t flags = PAWLI_BODY_FIXED_ROTATION | PAWLI_BODY_LOCKS;
    return (body->type | (uint32_t)body->flags << 8) & (UINT32_C(0xFF) | flags << 8);
}

/* Never 0, since a row has points. */
PAWLI_INLINE uint32_t facts_of(const row_source *source) {
    return facts_of_body(source->sides.a) | facts_of_body(source->sides.b) << 16 |
           (uint32_t)source->contact->count << 4;
}

PAWLI_INLINE kept_body masses_of(const pawli_body *body) {
    const kept_body masses = {body->mass, body->per_gyration};
    return masses;
}

/* Bits by which two pairs of words differ, compared at once where registers have 64 bits. memcpy
 * would be a call on boards, whose compilers are told that there is no C library. */
PAWLI_INLINE uint64_t differ(uint32_t a0, uint32_t a1, uint32_t b0, uint32_t b1) {
    return ((uint64_t)a1 << 32 | a0) ^ ((uint64_t)b1 << 32 | b0);
}

PAWLI_INLINE uint64_t normals_differ(pawl_rot a, pawl_rot b) {
    return differ((uint32_t)a.c, (uint32_t)a.s, (uint32_t)b.c, (uint32_t)b.s);
}

PAWLI_INLINE uint64_t vectors_differ(pawl_vec2 a, pawl_vec2 b) {
    return differ((uint32_t)a.x, (uint32_t)a.y, (uint32_t)b.x, (uint32_t)b.y);
}

/* Whether all that a row is made from is what it was; of a single point the second is not used. */
PAWLI_INLINE bool still_fits(const pawli_kept_row *kept, const row_source *source) {
    const pawli_contact *contact = source->contact;
    const pawli_body *a = source->sides.a, *b = source->sides.b;
    uint64_t changed = normals_differ(kept->normal, contact->normal) |
                       vectors_differ(kept->delta, contact->delta) |
                       vectors_differ(kept->offset[0], contact->points[0].offset) |
                       vectors_differ(kept->offset[1], contact->points[1].offset) |
                       differ(kept->a.mass, kept->a.per_gyration, a->mass, a->per_gyration) |
                       differ(kept->b.mass, kept->b.per_gyration, b->mass, b->per_gyration);
    changed |= (kept->exponents ^ exponents_of(source)) | (kept->facts ^ facts_of(source)) |
               ((uint32_t)kept->mass_scale ^ (uint32_t)source->mass_scale);
    return changed == 0;
}

/* Numbers are read before any is written, so that they go side by side. */
PAWLI_INLINE void take_point(const kept_point *from, const pawli_contact_point *at,
                             const pawli_drift *drift, pawli_contact_row_point *point) {
    const kept_levers levers = from->levers;
    const int32_t mass = from->mass, tangent_mass = from->tangent_mass;
    const pawli_arm_axes a = {from->arm_a.cross, from->arm_a.dot};
    const pawli_arm_axes b = {from->arm_b.cross, from->arm_b.dot};
    point->lever_a = levers.a;
    point->lever_b = levers.b;
    point->gain_a = levers.gain_a;
    point->gain_b = levers.gain_b;
    point->tangent_lever_a = levers.tangent_a;
    point->tangent_lever_b = levers.tangent_b;
    point->tangent_gain_a = levers.tangent_gain_a;
    point->tangent_gain_b = levers.tangent_gain_b;
    point->mass = mass;
    point->tangent_mass = tangent_mass;
    pawli_arm_place(at, drift, a, b, point);
}

PAWLI_INLINE bool take_row(pawli_row_cache *cache, const row_source *source,
                           pawli_contact_row *row) {
    const pawli_contact *contact = source->contact;
    const uint32_t at = find_expected(cache);
    if (at == cache->count) return false;
    const pawli_kept_row *kept = &cache->rows[at];
    if (!still_fits(kept, source)) return false;
    const pawli_drift drift = pawli_contact_drift_along(
        source->world, contact, row->normal_x, row->normal_y, source->sides.a, source->sides.b);
    const kept_shares shares = kept->shares;
    cache->tags[at].tick = cache->tick;
    row->share_ax = shares.ax;
    row->share_ay = shares.ay;
    row->share_bx = shares.bx;
    row->share_by = shares.by;
    take_point(&kept->points[0], &contact->points[0], &drift, &row->points[0]);
    if (row->count == 1) {
        row->single.rolling.resistance = row->single.rolling.impulse = 0;
        return true;
    }
    take_point(&kept->points[1], &contact->points[1], &drift, &row->points[1]);
    const kept_pair pair = kept->pair;
    for (int i = 0; i < 2; i++)
        row->coupling[i] = pair.coupling[i];
    for (int i = 0; i < 3; i++)
        row->inverse[i] = pair.inverse[i];
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
    const kept_point kept = {{point->lever_a, point->lever_b, point->gain_a, point->gain_b,
                              point->tangent_lever_a, point->tangent_lever_b, point->tangent_gain_a,
                              point->tangent_gain_b},
                             point->mass,
                             point->tangent_mass,
                             short_arm(a, fits),
                             short_arm(b, fits)};
    return kept;
}

/* An arm is shorter than 2^31 raw units in all but worlds that are no use, whose rows are not
 * kept. */
static void keep_row(pawli_row_cache *cache, const row_source *source,
                     const pawli_contact_row *row) {
    const pawli_contact *contact = source->contact;
    const uint32_t at = find_room(cache);
    pawli_kept_row *kept = &cache->rows[at];
    const kept_shares shares = {row->share_ax, row->share_ay, row->share_bx, row->share_by};
    bool fits = true;
    for (int i = 0; i < row->count; i++)
        kept->points[i] = keep_point(contact, i, &row->points[i], &fits);
    for (int i = 0; i < 2 && row->count == 2; i++)
        kept->pair.coupling[i] = row->coupling[i];
    for (int i = 0; i < 3 && row->count == 2; i++)
        kept->pair.inverse[i] = row->inverse[i];
    kept->shares = shares;
    kept->normal = contact->normal;
    kept->delta = contact->delta;
    for (int i = 0; i < 2; i++)
        kept->offset[i] = contact->points[i].offset;
    kept->a = masses_of(source->sides.a);
    kept->b = masses_of(source->sides.b);
    kept->exponents = exponents_of(source);
    kept->facts = fits ? facts_of(source) : 0;
    kept->mass_scale = source->mass_scale;
    cache->tags[cache->last].next = (uint16_t)at;
    cache->tags[at].tag = cache->tag;
    cache->tags[at].tick = cache->tick;
    cache->last = at;
}

void pawli_row_cache_prepare(pawli_contact_setup *setup, const pawli_contact *contact,
                             pawli_contact_row *row) {
    pawli_shape own;
    const pawli_contact_sides sides = pawli_contact_sides_of(setup, contact, &own);
    ask_for(setup->cache, contact);
    if ((sides.shape_a->rolling_resistance | sides.shape_b->rolling_resistance) != 0) {
        pawli_contact_row_prepare(setup, contact, row);
        return;
    }
    pawli_contact_row_begin(setup, contact, &sides, row);
    const row_source source = row_source_of(setup, contact, &sides, row);
    if (take_row(setup->cache, &source, row)) return;
    pawli_contact_row_prepare(setup, contact, row);
    if (setup->faults == 0) keep_row(setup->cache, &source, row);
}
