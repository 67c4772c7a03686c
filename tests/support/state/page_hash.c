/* page_hash.c - see page_hash.h. */
#include "support/state/page_hash.h"

#include <stddef.h>
#include <string.h>

/* ---- an object ---- */

#define F UINT32_C(32310901)
#define G UINT32_C(2891336453)

static uint32_t m(uint32_t x) {
    return x ^ (x >> 16);
}

static uint32_t power_of_f(unsigned exponent) {
    uint32_t power = 1;
    while (exponent-- > 0)
        power *= F;
    return power;
}

static uint32_t term(unsigned k, uint32_t x) {
    return m(power_of_f(k + 1) * m(G * x));
}

static uint32_t term_of_high_half(unsigned k, uint32_t x) {
    return m(power_of_f(k + 1) * G * m(G * x));
}

static uint32_t end(uint32_t s) {
    s ^= s >> 15;
    s *= UINT32_C(0x85EBCA77);
    s ^= s >> 13;
    s *= UINT32_C(0xC2B2AE3D);
    s ^= s >> 16;
    return s;
}

uint32_t page_hash_words(const uint32_t *words, uint32_t count) {
    uint32_t sum = 0;
    for (uint32_t i = 0; i < count; i++)
        sum += term(i, words[i]);
    return end(sum);
}

/* ---- the snapshot ---- */

#define TYPES 14
#define SECTIONS 19

typedef struct schema_field {
    uint8_t number, size;
    int64_t default_value;
} schema_field;

typedef struct schema {
    schema_field fields[64];
    unsigned count;
} schema;

typedef struct section {
    const uint8_t *at;
    uint32_t size, count; /* of a record; how many */
    unsigned prefix;
} section;

typedef struct page {
    const uint8_t *at, *end;
    schema types[TYPES];
    section sections[SECTIONS];
    int64_t origin_x, origin_y; /* where the world has been shifted */
    unsigned wrap_x, wrap_y;    /* how it goes round */
    page_field without;
    page_hash result;
} page;

static uint64_t number_at(const uint8_t *at, unsigned size) {
    uint64_t value = 0;
    while (size-- > 0)
        value = value << 8 | at[size];
    return value;
}

static uint64_t take(page *p, unsigned size) {
    if ((size_t)(p->end - p->at) < size) {
        p->result.is_whole = false;
        return 0;
    }
    p->at += size;
    return number_at(p->at - size, size);
}

static void read_schema(page *p) {
    const unsigned count = (unsigned)take(p, 1);
    for (unsigned i = 0; i < count && p->result.is_whole; i++) {
        const unsigned type = (unsigned)take(p, 1), fields = (unsigned)take(p, 1);
        p->result.is_whole = p->result.is_whole && type < TYPES && fields <= 64;
        for (unsigned k = 0; k < fields && p->result.is_whole; k++) {
            schema_field *field = &p->types[type].fields[k];
            field->number = (uint8_t)take(p, 1);
            field->size = (uint8_t)take(p, 1);
            if (field->size & 0x80) {
                field->default_value = (int32_t)(uint32_t)take(p, 4);
                field->size &= 0x7F;
            }
            p->types[type].count = k + 1;
        }
    }
}

static void read_sections(page *p) {
    static const unsigned prefixes[SECTIONS] = {
        [2] = 8, [3] = 8, [6] = 6, [11] = 6, [12] = 6, [16] = 2, [17] = 6};
    while (p->at < p->end && p->result.is_whole) {
        const unsigned number = (unsigned)take(p, 2) & 0xFF;
        if (number >= SECTIONS) {
            p->result.is_whole = false;
            return;
        }
        section *s = &p->sections[number];
        s->size = (uint32_t)take(p, 2);
        s->count = (uint32_t)take(p, 4);
        s->at = p->at;
        s->prefix = prefixes[number];
        if ((uint64_t)(p->end - p->at) < (uint64_t)s->size * s->count) p->result.is_whole = false;
        if (p->result.is_whole) p->at += s->size * s->count;
    }
}

static const uint8_t *record_at(const page *p, unsigned number, uint32_t index) {
    return p->sections[number].at + (size_t)index * p->sections[number].size;
}

/* ---- the words ---- */

/* Fields that do not count, and those that are slots of bodies or shapes. */
static bool is_uncounted(unsigned type, unsigned number) {
    return (type == 1 && ((number >= 10 && number <= 13) || number == 19 || number == 20)) ||
           (type == 2 && number == 28) || (type == 3 && number == 15) ||
           (type == 7 && number == 39) || (type == 9 && number == 18);
}

static bool is_reference(unsigned type, unsigned number) {
    return (type == 2 && number == 26) || (type == 5 && (number == 1 || number == 2)) ||
           (type == 7 && (number == 4 || number == 5)) ||
           (type == 13 && (number == 1 || number == 16));
}

static bool is_motion(unsigned type, unsigned number) {
    return (type == 1 && number == 8) || (type == 2 && number <= 6) || (type == 10 && number <= 4);
}

/* Places: bodies and points, boxes, the ground points of pulleys (joints of type 8), the ground of
 * characters that stand. */
static bool is_place(unsigned type, unsigned number, const uint8_t *record) {
    if (type == 7) return number >= 26 && number <= 29 && record[0] == 8;
    if (type == 3) return number <= 4 && number_at(record, 4) != number_at(record + 8, 4);
    if (type == 13) return (number == 11 || number == 12) && (record[4] & 2u) != 0;
    return (type == 2 || type == 10) && number <= 2;
}

static bool is_along_x(unsigned type, unsigned number) {
    return type == 7 ? number % 2 == 0 : number % 2 == 1;
}

typedef struct name {
    uint32_t words[4];
} name;

/* A place as it was before all shifts, and what of that is beyond 32 bits. */
static uint64_t place_of(const page *p, unsigned type, unsigned number, uint64_t value,
                         uint32_t *beyond) {
    const int64_t origin = is_along_x(type, number) ? p->origin_x : p->origin_y;
    const unsigned wrap = is_along_x(type, number) ? p->wrap_x : p->wrap_y;
    int64_t whole = (int32_t)(uint32_t)value + origin;
    if (wrap != 0) {
        const int64_t period = INT64_C(1) << (32 - wrap);
        whole = (whole % period + period) % period;
        if (whole >= period / 2) whole -= period;
    }
    const int64_t low = (int32_t)(uint32_t)((uint64_t)whole & UINT32_MAX);
    *beyond = (uint32_t)(uint64_t)((whole - low) / (INT64_C(1) << 32));
    return (uint64_t)low & UINT32_MAX;
}

static uint64_t value_of(page *p, unsigned type, const schema_field *field, const uint8_t *at,
                         const uint8_t *record, uint32_t *beyond) {
    const uint64_t all = field->size == 8 ? UINT64_MAX : (UINT64_C(1) << 8 * field->size) - 1;
    const uint64_t rest =
        is_reference(type, field->number) ? 0xFFFF : (uint64_t)field->default_value & all;
    uint64_t value = number_at(at, field->size);
    *beyond = 0;
    if (is_place(type, field->number, record))
        value = place_of(p, type, field->number, value, beyond);
    value ^= rest;
    if (p->without.type != type || p->without.number != field->number) return value;
    p->result.left_out += value != 0;
    return 0;
}

/* The sum over name and fields of a record, without its prefix. */
static uint32_t sum_of(page *p, unsigned type, const uint8_t *at, const name *of, bool motion) {
    const uint8_t *const record = at;
    uint32_t sum = 0;
    for (unsigned i = 0; i < 4; i++)
        sum += term(i, of->words[i]);
    for (unsigned i = 0; i < p->types[type].count; i++) {
        const schema_field *field = &p->types[type].fields[i];
        uint32_t beyond;
        const uint64_t value = value_of(p, type, field, at, record, &beyond);
        at += field->size;
        if (is_uncounted(type, field->number)) continue;
        if (motion && !is_motion(type, field->number)) continue;
        sum += term(3u + field->number, (uint32_t)value);
        if (field->size == 8) beyond = (uint32_t)(value >> 32);
        sum += term_of_high_half(3u + field->number, beyond);
    }
    return sum;
}

static void count_object(page *p, unsigned branch, unsigned type, const uint8_t *record,
                         unsigned prefix, const name *of) {
    const uint32_t hash = end(sum_of(p, type, record + prefix, of, false));
    p->result.branches[branch] += hash;
    p->result.state += hash;
    p->result.objects++;
    if (type != 1 && type != 2 && type != 10) return;
    name moving = *of;
    if (type == 2) moving.words[0] = 2u << 24;
    p->result.motion += end(sum_of(p, type, record + prefix, &moving, true));
}

static name name_of(unsigned type, uint32_t number, uint32_t serial) {
    const name made = {{type << 24 | number, serial, 0, 0}};
    return made;
}

/* Bodies, joints, soft bodies: slot and serial come first. */
static void count_slots(page *p, unsigned branch, unsigned type, unsigned number) {
    for (uint32_t i = 0; i < p->sections[number].count; i++) {
        const uint8_t *record = record_at(p, number, i);
        const name of =
            name_of(type, (uint32_t)number_at(record, 2), (uint32_t)number_at(record + 2, 4));
        count_object(p, branch, type, record, p->sections[number].prefix, &of);
    }
}

static uint32_t hash_geometry(page *p, uint32_t number) {
    const bool is_convex = number < p->sections[4].count;
    const unsigned type = is_convex ? 4 : 8;
    const name of = name_of(type, 0, 0);
    const uint8_t *record =
        is_convex ? record_at(p, 4, number) : record_at(p, 5, number - p->sections[4].count);
    return end(sum_of(p, type, record, &of, false));
}

static void count_shapes(page *p) {
    uint32_t shape = 0;
    for (uint32_t body = 0; body < p->sections[2].count; body++) {
        const uint8_t *owner = record_at(p, 2, body);
        for (uint32_t left = (uint32_t)number_at(owner + 6, 2); left > 0; left--, shape++) {
            const uint8_t *record = record_at(p, 3, shape);
            name of =
                name_of(3, (uint32_t)number_at(record, 2), (uint32_t)number_at(record + 2, 4));
            of.words[2] = (uint32_t)number_at(owner, 2) ^ 0xFFFF;
            of.words[3] = hash_geometry(p, (uint32_t)number_at(record + 6, 2));
            count_object(p, 2, 3, record, 8, &of);
        }
    }
}

static void count_contacts(page *p) {
    const name of = name_of(5, 0, 0);
    for (uint32_t i = 0; i < p->sections[7].count; i++)
        count_object(p, 4, 5, record_at(p, 7, i), 0, &of);
}

static uint64_t field_of(const page *p, unsigned type, const uint8_t *at, unsigned number) {
    for (unsigned i = 0; i < p->types[type].count; i++) {
        const schema_field *field = &p->types[type].fields[i];
        if (field->number == number) return number_at(at, field->size);
        at += field->size;
    }
    return 0;
}

/* A pool and its free slots, which begin at `free`; returns the end of these. */
static const uint8_t *count_pool(page *p, unsigned type, uint32_t owner, const uint8_t *at,
                                 const uint8_t *free) {
    const uint32_t used = (uint32_t)field_of(p, type, at, 1);
    const uint32_t live = (uint32_t)field_of(p, type, at, 2);
    name of = name_of(type, 0, 0);
    of.words[2] = owner;
    if (used == 0) return free;
    count_object(p, 5, type, at, 0, &of);
    for (uint32_t i = 1; i <= used - live; i++, free += 4) {
        const uint32_t words[4] = {type << 24 | (uint32_t)number_at(free, 2), i, owner,
                                   (uint32_t)number_at(free + 2, 2)};
        const uint32_t hash = page_hash_words(words, 4);
        p->result.branches[5] += hash;
        p->result.state += hash;
    }
    return free;
}

static void count_pools(page *p) {
    static const uint32_t owners[3] = {2, 3, 7};
    const uint8_t *free = p->sections[9].at;
    for (uint32_t i = 0; i < 3; i++)
        free = count_pool(p, 6, owners[i], record_at(p, 8, i), free);
    if (p->sections[11].count > 0)
        count_pool(p, 12, 9, record_at(p, 11, 0) + 6, p->sections[15].at);
    if (p->sections[16].count > 0)
        count_pool(p, 6, 13, record_at(p, 16, 0) + 2, p->sections[18].at);
}

static void count_softs(page *p) {
    static const struct {
        unsigned type, section, count_field;
    } runs[2] = {{10, 13, 3}, {11, 14, 4}};
    uint32_t next[2] = {0, 0};
    count_slots(p, 6, 9, 12);
    for (uint32_t i = 0; i < p->sections[12].count; i++) {
        const uint8_t *owner = record_at(p, 12, i);
        for (unsigned run = 0; run < 2; run++) {
            const uint32_t count = (uint32_t)field_of(p, 9, owner + 6, runs[run].count_field);
            for (uint32_t k = 0; k < count; k++, next[run]++) {
                const name of = name_of(runs[run].type, k, (uint32_t)number_at(owner + 2, 4));
                count_object(p, 6, runs[run].type, record_at(p, runs[run].section, next[run]), 0,
                             &of);
            }
        }
    }
}

page_hash page_hash_of(const uint8_t *snapshot, uint32_t size, page_field without) {
    const name world = name_of(1, 0, 0);
    page p;
    memset(&p, 0, sizeof p);
    p.without = without;
    p.result.is_whole = size > 48 && memcmp(snapshot, "pawlsnap", 8) == 0;
    if (!p.result.is_whole) return p.result;
    p.at = snapshot + 44;
    p.end = snapshot + size - 4;
    read_schema(&p);
    read_sections(&p);
    if (!p.result.is_whole) return p.result;
    p.origin_x = (int64_t)field_of(&p, 1, record_at(&p, 1, 0), 19);
    p.origin_y = (int64_t)field_of(&p, 1, record_at(&p, 1, 0), 20);
    p.wrap_x = (unsigned)field_of(&p, 1, record_at(&p, 1, 0), 21);
    p.wrap_y = (unsigned)field_of(&p, 1, record_at(&p, 1, 0), 22);
    count_object(&p, 0, 1, record_at(&p, 1, 0), 0, &world);
    count_slots(&p, 1, 2, 2);
    count_shapes(&p);
    count_slots(&p, 3, 7, 6);
    count_contacts(&p);
    count_pools(&p);
    count_softs(&p);
    count_slots(&p, 7, 13, 17);
    return p.result;
}
