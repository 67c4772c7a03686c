/* test_hash_chance.c - states that differ have different hashes, as often as chance would have it.
 */
#include <math.h>

#include "support/base/seeded.h"
#include "support/scene/scene_pawl.h"
#include "support/state/everything.h"
#include "support/world/fixture.h"
#include "world/canonical.h"

/* ---- changes of a state ---- */

/* All objects of the types that there are most of, with their hashes. */
#define TYPES 4
static const pawli_object_type types[TYPES] = {PAWLI_OBJECT_BODY, PAWLI_OBJECT_SHAPE,
                                               PAWLI_OBJECT_CONTACT, PAWLI_OBJECT_JOINT};

typedef struct state {
    pawl_world *world;
    uint32_t hash;
    pawli_canonical_rows rows[TYPES];
    pawli_canonical_reader readers[TYPES];
} state;

static state begin_state(pawl_world *world) {
    state made;
    memset(&made, 0, sizeof made);
    made.world = world;
    made.hash = pawl_world_hash(world);
    return made;
}

static void read_state(state *of) {
    for (int i = 0; i < TYPES; i++)
        pawli_canonical_world_begin(&of->readers[i], &of->rows[i], of->world, types[i], 0);
}

static pawl_world *make_busy(void) {
    const pawl_world_def def = everything_def();
    pawl_world *const world = make_world(&def);
    ck_assert_int_eq(everything_make(world), true);
    ck_assert_int_eq(everything_run(world, 3, 0, 60), true);
    return world;
}

static pawl_world *make_pile(scene_world *made) {
    scene_def scene;
    ck_assert_int_eq(scene_build("pile105", SCENE_M, &scene), true);
    const pawl_world_def def = scene_world_def(&scene);
    ck_assert_int_eq(scene_world_make(&scene, &def, made), true);
    scene_free(&scene);
    run(made->world, 100);
    return made->world;
}

typedef struct place {
    int type; /* of `types` */
    uint32_t at;
    uint8_t *object;
    uint8_t *edge; /* of a contact: the one member that does not lie in it */
} place;

/* Any object; false: that was no live one. */
static bool draw_place(const state *of, uint64_t *seed, place *out) {
    out->type = (int)(seeded_next(seed) % TYPES);
    const pawli_objects *all = &of->readers[out->type].all;
    const uint32_t used = pawli_objects_used(all, of->world);
    if (used == 0) return false;
    out->at = (uint32_t)(seeded_next(seed) % used);
    out->object = pawli_objects_array(all, of->world) + (size_t)out->at * all->size;
    out->edge = (uint8_t *)&pawli_edges(of->world)[out->at];
    return all->pool == 0 || pawli_objects_is_live(all, of->world, out->at);
}

static const pawli_field *draw_field(const place *at, uint64_t *seed) {
    const pawli_fields table = pawli_fields_of(types[at->type]);
    for (;;) {
        const pawli_field *field = &table.fields[seeded_next(seed) % table.count];
        if (pawli_is_hashed(field)) return field;
    }
}

/* ---- values ---- */

static uint64_t bits_of(const pawli_field *field) {
    if (field->mask != 0) return field->mask;
    return field->size == 8 ? UINT64_MAX : (UINT64_C(1) << 8 * field->size) - 1;
}

static void *find_value(const place *of, const pawli_field *field) {
    return field->coding == PAWLI_CODE_EDGE ? of->edge : of->object + field->offset;
}

static uint64_t get_value(const place *of, const pawli_field *field) {
    const void *const at = find_value(of, field);
    switch (field->size) {
    case 1:
        return *(const uint8_t *)at & bits_of(field);
    case 2:
        return *(const uint16_t *)at;
    case 4:
        return *(const uint32_t *)at;
    default:
        return *(const uint64_t *)at;
    }
}

static void set_value(const place *of, const pawli_field *field, uint64_t value) {
    void *const at = find_value(of, field);
    if (field->size == 1) *(uint8_t *)at = (uint8_t)value;
    if (field->size == 2) *(uint16_t *)at = (uint16_t)value;
    if (field->size == 4) *(uint32_t *)at = (uint32_t)value;
    if (field->size == 8) *(uint64_t *)at = value;
}

/* Some values of one world become others. */
#define CHANGES 3
typedef struct change {
    place at;
    const pawli_field *field;
    uint64_t value, before;
} change;

static uint32_t sum_of_objects(state *of, const change *changes, int count) {
    uint32_t sum = 0;
    for (int i = 0; i < count; i++) {
        bool is_known = false;
        for (int k = 0; k < i; k++)
            is_known |= changes[k].at.object == changes[i].at.object;
        if (is_known) continue;
        sum += pawli_canonical_world_at(&of->readers[changes[i].at.type], changes[i].at.at);
    }
    return sum;
}

/* The hash that the world would have; sometimes looked at from the top. */
static uint32_t hash_with(state *of, change *changes, int count, bool is_thorough) {
    uint32_t hash = of->hash - sum_of_objects(of, changes, count);
    for (int i = 0; i < count; i++) {
        changes[i].before = get_value(&changes[i].at, changes[i].field);
        set_value(&changes[i].at, changes[i].field, changes[i].value & bits_of(changes[i].field));
    }
    hash += sum_of_objects(of, changes, count);
    if (is_thorough) ck_assert_uint_eq(hash, pawl_world_hash(of->world));
    for (int i = count; i-- > 0;)
        set_value(&changes[i].at, changes[i].field, changes[i].before);
    return hash;
}

/* The hash of each state that differs in a single value is another one, without exception. And
 * among each other as many are equal as among random numbers. */
typedef struct outcome {
    uint32_t hash;
    uint64_t what;
} outcome;

static int compare_outcomes(const void *a, const void *b) {
    const outcome *x = a, *y = b;
    if (x->hash != y->hash) return x->hash < y->hash ? -1 : 1;
    return x->what < y->what ? -1 : x->what > y->what;
}

static uint32_t count_equal(outcome *all, uint32_t count, uint32_t *different) {
    uint32_t equal = 0;
    *different = count > 0;
    qsort(all, count, sizeof *all, compare_outcomes);
    for (uint32_t i = 1; i < count; i++) {
        if (all[i].hash == all[i - 1].hash && all[i].what == all[i - 1].what) continue;
        equal += all[i].hash == all[i - 1].hash;
        *different += 1;
    }
    return equal;
}

/* Which change it was, as good as certainly. */
static uint64_t name_change(const change *of) {
    const uint64_t value = of->value & bits_of(of->field);
    const uint64_t where =
        (uint64_t)of->at.type << 48 | (uint64_t)of->at.at << 16 | (uint64_t)of->field->number;
    return (where * SEEDED_MULTIPLIER ^ value) * SEEDED_MULTIPLIER;
}

static void try_single_changes(state *of, uint32_t rounds, uint64_t seed) {
    outcome *const all = malloc(rounds * sizeof *all);
    uint32_t count = 0, different;
    while (count < rounds) {
        change one;
        if (!draw_place(of, &seed, &one.at)) continue;
        one.field = draw_field(&one.at, &seed);
        const uint64_t bits = seeded_next(&seed);
        const uint64_t value = get_value(&one.at, one.field);
        one.value = bits >> 62 == 0   ? value ^ UINT64_C(1) << bits % (8u * one.field->size)
                    : bits >> 62 == 1 ? value + bits % 17 - 8
                                      : value + (uint64_t)seeded_int64(&seed);
        if (((one.value ^ value) & bits_of(one.field)) == 0) continue;
        all[count].hash = hash_with(of, &one, 1, count % 4096 == 0);
        all[count].what = name_change(&one);
        ck_assert_msg(all[count].hash != of->hash, "%d %u %s", (int)types[one.at.type], one.at.at,
                      pawli_fields_name(types[one.at.type], one.field->number));
        count++;
    }
    const uint32_t equal = count_equal(all, count, &different);
    /* Pairs by chance, and six standard deviations. */
    const double want = (double)different * different / 8589934592.0;
    ck_assert_msg(equal > want - 6 * sqrt(want) - 1 && equal < want + 6 * sqrt(want) + 4,
                  "%u of %u, %g by chance", equal, different, want);
    free(all);
}

START_TEST(a_change_of_one_value_always_shows) {
    scene_world made;
    pawl_world *const busy = make_busy();
    state of = begin_state(busy);
    read_state(&of);
    try_single_changes(&of, SEEDED_ROUNDS(500000), first_seed(0));
    of = begin_state(make_pile(&made));
    read_state(&of);
    try_single_changes(&of, SEEDED_ROUNDS(500000), first_seed(1));
    scene_world_free(&made);
    free(busy);
}
END_TEST

/* ---- changes that might cancel ---- */

/* Each draws a few values of a kind that occurs; false when that is no change. */
typedef int (*draw_changes)(const state *of, uint64_t *seed, change *out);

/* Two contacts that have exchanged their shapes are the same two contacts. */
static bool names_a_contact(const change *of) {
    return types[of->at.type] == PAWLI_OBJECT_CONTACT &&
           (of->field->number <= 2 || of->field->number == 23);
}

static bool draw_two(const state *of, uint64_t *seed, change *out) {
    for (int i = 0; i < 2; i++) {
        while (!draw_place(of, seed, &out[i].at) || out[i].at.type != out[0].at.type)
            continue;
        out[i].field = i == 0 ? draw_field(&out[0].at, seed) : out[0].field;
        out[i].value = get_value(&out[i].at, out[i].field);
    }
    return out[0].at.object != out[1].at.object && !names_a_contact(out);
}

/* A value goes from one object to the other, and that one's back. */
static int swap_values(const state *of, uint64_t *seed, change *out) {
    if (!draw_two(of, seed, out) || out[0].value == out[1].value) return 0;
    const uint64_t value = out[0].value;
    out[0].value = out[1].value;
    out[1].value = value;
    return 2;
}

static uint64_t draw_little(uint64_t *seed) {
    return seeded_next(seed) % 16 + 1;
}

static int change_both_alike(const state *of, uint64_t *seed, change *out) {
    if (!draw_two(of, seed, out)) return 0;
    const uint64_t by = draw_little(seed);
    out[0].value += by;
    out[1].value += by;
    return out[0].field->mask == 0 ? 2 : 0;
}

static int change_against_each_other(const state *of, uint64_t *seed, change *out) {
    if (!draw_two(of, seed, out)) return 0;
    const uint64_t by = draw_little(seed);
    out[0].value += by;
    out[1].value -= by;
    return out[0].field->mask == 0 ? 2 : 0;
}

/* Fields of one object. */
static int draw_fields(const state *of, uint64_t *seed, change *out, int count) {
    while (!draw_place(of, seed, &out[0].at))
        continue;
    for (int i = 0; i < count; i++) {
        out[i].at = out[0].at;
        out[i].field = draw_field(&out[0].at, seed);
        out[i].value = get_value(&out[i].at, out[i].field);
        if (out[i].field->mask != 0) return 0;
        for (int k = 0; k < i; k++) {
            if (out[k].field == out[i].field) return 0;
        }
    }
    return count;
}

static int swap_fields(const state *of, uint64_t *seed, change *out) {
    if (draw_fields(of, seed, out, 2) == 0 || out[0].field->size != out[1].field->size) return 0;
    const uint64_t value = out[0].value;
    out[0].value = out[1].value;
    out[1].value = value;
    return value != out[0].value ? 2 : 0;
}

static int change_three_a_little(const state *of, uint64_t *seed, change *out) {
    const int count = draw_fields(of, seed, out, 3);
    for (int i = 0; i < count; i++)
        out[i].value += draw_little(seed) - (seeded_next(seed) % 2) * 17;
    return count;
}

static int flip_upper_bits(const state *of, uint64_t *seed, change *out) {
    const int count = draw_fields(of, seed, out, 2 + (int)(seeded_next(seed) % 2));
    for (int i = 0; i < count; i++)
        out[i].value ^= UINT64_C(1) << (8u * out[i].field->size - 1 - seeded_next(seed) % 3);
    return count;
}

static const struct kind {
    const char *name;
    draw_changes draw;
} kinds[] = {
    {"values of two objects are swapped", swap_values},
    {"two objects change alike", change_both_alike},
    {"two objects change against each other", change_against_each_other},
    {"two fields are swapped", swap_fields},
    {"three fields change a little", change_three_a_little},
    {"upper bits flip", flip_upper_bits},
};
#define KINDS ((int)(sizeof kinds / sizeof kinds[0]))

START_TEST(changes_do_not_cancel) {
    uint64_t seed = first_seed(_i);
    pawl_world *const busy = make_busy();
    state of = begin_state(busy);
    read_state(&of);
    const uint32_t rounds = SEEDED_ROUNDS(400000);
    uint32_t equal = 0;
    for (uint32_t i = 0; i < rounds;) {
        change changes[CHANGES];
        const int count = kinds[_i].draw(&of, &seed, changes);
        if (count == 0) continue;
        equal += hash_with(&of, changes, count, i % 4096 == 0) == of.hash;
        i++;
    }
    /* One in 2^32 by chance; three of 400,000 would be one run in 10^13. */
    ck_assert_msg(equal < 3, "%s: %u of %u show nothing", kinds[_i].name, equal, rounds);
    free(busy);
}
END_TEST

/* All that two objects are, but their names, is exchanged. */
START_TEST(exchanged_objects_show) {
    scene_world made;
    pawl_world *const world = make_pile(&made);
    state of = begin_state(world);
    read_state(&of);
    uint32_t tried = 0;
    for (uint16_t a = 0; a < world->body_pool.used; a++) {
        for (uint16_t b = 0; b < a; b++, tried++) {
            pawli_body *const bodies = pawli_bodies(world);
            const pawli_body first = bodies[a], second = bodies[b];
            const uint32_t before = pawli_canonical_world_at(&of.readers[0], a) +
                                    pawli_canonical_world_at(&of.readers[0], b);
            bodies[a] = second, bodies[b] = first;
            bodies[a].serial = first.serial, bodies[b].serial = second.serial;
            ck_assert_uint_ne(before, pawli_canonical_world_at(&of.readers[0], a) +
                                          pawli_canonical_world_at(&of.readers[0], b));
            bodies[a] = first, bodies[b] = second;
        }
    }
    ck_assert_uint_gt(tried, 1500);
    scene_world_free(&made);
}
END_TEST

/* ---- bits ---- */

/* Each bit of each field turns each bit of the hash in about half of all objects. */
START_TEST(every_bit_turns_half_of_the_hash) {
    const pawli_object_type type = types[_i];
    const pawli_fields fields = pawli_fields_of(type);
    const uint32_t samples = SEEDED_ROUNDS(1000);
    uint64_t seed = first_seed(_i), memory[32];
    pawli_canonical_rows rows = {0};
    const pawli_canonical_table table = pawli_canonical_prepare(&rows, type, 0);
    double worst = 0;
    for (uint16_t i = 0; i < fields.count; i++) {
        const pawli_field *const field = &fields.fields[i];
        if (!pawli_is_hashed(field)) continue;
        for (unsigned bit = 0; bit < 8u * field->size; bit++) {
            uint32_t turned[32] = {0};
            if (!(bits_of(field) >> bit & 1)) continue;
            for (uint32_t sample = 0; sample < samples; sample++) {
                for (int k = 0; k < 32; k++)
                    memory[k] = seeded_next(&seed);
                uint8_t *const object = (uint8_t *)memory;
                const place at = {_i, 0, object, object + field->offset};
                const pawli_canonical_name name = {{(uint32_t)type << 24, sample, 0, 0}};
                const uint32_t hash = pawli_canonical_hash(&table, memory, &name);
                set_value(&at, field, get_value(&at, field) ^ UINT64_C(1) << bit);
                const uint32_t changed = hash ^ pawli_canonical_hash(&table, memory, &name);
                for (int k = 0; k < 32; k++)
                    turned[k] += changed >> k & 1;
            }
            for (int k = 0; k < 32; k++)
                worst = fmax(worst, fabs(turned[k] / (double)samples - 0.5));
        }
    }
    /* Of some 20,000 pairs of bits, seven standard deviations. */
    ck_assert_msg(worst < 3.5 / sqrt(samples), "%g", worst);
}
END_TEST

Suite *suite_hash_chance(void) {
    Suite *const suite = suite_create("hash_chance");
    TCase *const tcase = tcase_create("hash_chance");
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, a_change_of_one_value_always_shows);
    tcase_add_loop_test(tcase, changes_do_not_cancel, 0, KINDS);
    tcase_add_test(tcase, exchanged_objects_show);
    tcase_add_loop_test(tcase, every_bit_turns_half_of_the_hash, 0, TYPES);
    suite_add_tcase(suite, tcase);
    return suite;
}
