/* test_snapshot_hostile.c - snapshots that are damaged, cut off, forged, or of other builds. */
#include "state/snapshot.h"
#include "support/state/forged.h"
#include "support/base/seeded.h"

#define MEMORY_MAX (UINT32_C(1) << 20)

static uint64_t memory[MEMORY_MAX / sizeof(uint64_t)];

static bytes make_snapshot(uint32_t steps) {
    pawl_world *const world = make_everything();
    ck_assert_int_eq(everything_run(world, 11, 0, steps), true);
    const bytes made = encode(world);
    free(world);
    return made;
}

static pawl_status try_to_decode(bytes from) {
    pawl_world *world = NULL;
    const pawl_status status = pawl_world_decode(from.at, from.size, memory, sizeof memory, &world);
    ck_assert_int_eq(world != NULL, status == PAWL_OK);
    return status;
}

/* Where a field of a record is. */
static uint8_t *field_at(bytes snapshot, pawli_section section, uint32_t index, uint8_t number) {
    pawli_snapshot opened;
    ck_assert_int_eq(pawli_snapshot_open(snapshot.at, snapshot.size, &opened), PAWL_OK);
    ck_assert_msg(index < opened.sections[section].count, "section %d has %u records", (int)section,
                  opened.sections[section].count);
    const pawli_schema schema = opened.schemas[pawli_snapshot_open_content((int)section).type];
    pawli_reader from = pawli_reader_of(snapshot.at + schema.at, snapshot.size - schema.at);
    uint32_t at = pawli_snapshot_open_content((int)section).prefix;
    for (uint16_t i = 0; i < schema.count; i++) {
        const pawli_schema_field field = pawli_record_read_schema_field(&from);
        if (field.number == number) {
            return snapshot.at + (pawli_record_at(&opened, section, index) - snapshot.at) + at;
        }
        at += field.size;
    }
    ck_abort_msg("no field %d", number);
    return NULL;
}

static uint8_t *record_at(bytes snapshot, pawli_section section, uint32_t index) {
    pawli_snapshot opened;
    ck_assert_int_eq(pawli_snapshot_open(snapshot.at, snapshot.size, &opened), PAWL_OK);
    return snapshot.at + (pawli_record_at(&opened, section, index) - snapshot.at);
}

START_TEST(what_is_cut_off_is_refused) {
    const bytes whole = make_snapshot(20);
    memset(memory, 0x55, sizeof memory);
    for (uint32_t size = 0; size < whole.size; size += SEEDED_STRIDE(3)) {
        const bytes part = copy_of((bytes){whole.at, size});
        pawl_snapshot_info info;
        const pawl_status want = size < 8 ? PAWL_ERR_FORMAT : PAWL_ERR_CORRUPT;
        ck_assert_int_eq(pawl_snapshot_inspect(part.at, size, &info), want);
        ck_assert_int_eq(try_to_decode(part), want);
        free(part.at);
    }
    const bytes longer = {realloc(whole.at, whole.size + 1), whole.size + 1};
    longer.at[whole.size] = 0;
    ck_assert_int_eq(try_to_decode(longer), PAWL_ERR_CORRUPT);
    for (size_t i = 0; i < sizeof memory / sizeof memory[0]; i++)
        ck_assert_uint_eq(memory[i], UINT64_C(0x5555555555555555)); /* nothing was written */
    free(longer.at);
}
END_TEST

START_TEST(every_damaged_byte_is_noticed) {
    const bytes whole = make_snapshot(20);
    for (uint32_t at = 0; at < whole.size; at += at < 64 ? 1 : SEEDED_STRIDE(3)) {
        const uint8_t mask = (uint8_t)(1u << at % 8);
        whole.at[at] ^= mask;
        ck_assert_int_eq(try_to_decode(whole), at < 8 ? PAWL_ERR_FORMAT : PAWL_ERR_CORRUPT);
        whole.at[at] ^= mask;
    }
    ck_assert_int_eq(try_to_decode(whole), PAWL_OK);
    free(whole.at);
}
END_TEST

static pawl_status try_to_verify(bytes from) {
    pawl_world *world = NULL;
    const pawl_status status =
        pawli_decode_verified(from.at, from.size, memory, sizeof memory, &world);
    ck_assert_int_eq(world != NULL, status == PAWL_OK);
    return status;
}

/* With a checksum that fits, every value is checked, or makes another state that can be played.
 * Who looks at the hash notices all of these but for what nobody hashes. `make soak` forges every
 * bit. */
START_TEST(every_forged_byte_is_noticed_or_harmless) {
    const bytes whole = make_snapshot(20);
    const forged_plan plan = {SEEDED_STRIDE(11), 0, 1, NULL};
    forged_totals totals = {0, 0, 0};
    const char *const wrong = forge_each_byte(whole, &plan, &totals);
    ck_assert_msg(wrong == NULL, "%s", wrong);
    /* Few bytes are tried where it is slow: user data may not be among them. */
    if (SEEDED_STRIDE(11) == 11) ck_assert_uint_gt(totals.verified, 0);
    ck_assert_uint_lt(totals.verified, whole.size / 8); /* and little else */
    if (!PAWL_VALIDATE) ck_assert_uint_gt(totals.accepted, 2 * totals.verified);
    ck_assert_int_eq(try_to_decode(whole), PAWL_OK);
    free(whole.at);
}
END_TEST

/* The hash of the header is what the writer says, and a question of its own. */
START_TEST(a_wrong_hash_is_seen_by_those_who_look) {
    const bytes whole = make_snapshot(20);
    pawl_snapshot_info info;
    ck_assert_int_eq(try_to_verify(whole), PAWL_OK);
    whole.at[PAWLI_SNAPSHOT_HASH_AT + 3] ^= 1;
    seal(whole);
    ck_assert_int_eq(pawl_snapshot_inspect(whole.at, whole.size, &info), PAWL_OK);
    ck_assert_int_eq(try_to_decode(whole), PAWL_VALIDATE ? PAWL_ERR_FORMAT : PAWL_OK);
    if (!PAWL_VALIDATE) {
        const pawl_world *const world = (const pawl_world *)(const void *)memory;
        ck_assert_uint_eq(pawl_world_hash(world) ^ info.hash, UINT32_C(1) << 24);
        assert_sound(world);
    }
    ck_assert_int_eq(try_to_verify(whole), PAWL_ERR_FORMAT);
    for (size_t i = 0; i < sizeof(pawl_world) / sizeof memory[0]; i++)
        ck_assert_uint_eq(memory[i], 0); /* there is no world */
    ck_assert_int_eq(pawli_decode_verified(NULL, 0, memory, sizeof memory, NULL), PAWL_ERR_NULL);
    free(whole.at);
}
END_TEST

/* Values that the functions of the API refuse. */
static const struct forged_value {
    pawli_section section;
    uint8_t number;
    uint8_t size;
    uint32_t value;
} forged_values[] = {
    {PAWLI_SECTION_WORLD, 1, 4, (uint32_t)PAWL_SPEED_MAX + 1},  /* gravity */
    {PAWLI_SECTION_WORLD, 3, 4, 0},                             /* length unit */
    {PAWLI_SECTION_WORLD, 5, 4, 0},                             /* rate */
    {PAWLI_SECTION_WORLD, 5, 4, 4},                             /* not in lowest terms */
    {PAWLI_SECTION_WORLD, 6, 1, 17},                            /* sub-steps */
    {PAWLI_SECTION_WORLD, 7, 1, 2},                             /* sleeping */
    {PAWLI_SECTION_WORLD, 10, 4, 1},                            /* late ends that are not there */
    {PAWLI_SECTION_WORLD, 13, 4, 13},                           /* more than fit */
    {PAWLI_SECTION_BODIES, 1, 4, (uint32_t)PAWL_COORD_MAX + 1}, /* x */
    {PAWLI_SECTION_BODIES, 4, 4, (uint32_t)-PAWL_SPEED_MAX - 1u},
    {PAWLI_SECTION_BODIES, 7, 1, 33},          /* remainder */
    {PAWLI_SECTION_BODIES, 15, 4, 1},          /* mass that is not normal */
    {PAWLI_SECTION_BODIES, 17, 4, 0x40000000}, /* gyration of a static body */
    {PAWLI_SECTION_BODIES, 20, 4, UINT32_MAX}, /* damping */
    {PAWLI_SECTION_BODIES, 22, 2, 0},          /* generation */
    {PAWLI_SECTION_BODIES, 23, 1, 3},          /* type */
    {PAWLI_SECTION_BODIES, 24, 1, 0},          /* flags: not live */
    {PAWLI_SECTION_BODIES, 24, 1, 0x43},       /* unknown flags */
    {PAWLI_SECTION_BODIES, 26, 2, 63},         /* island of nobody */
    {PAWLI_SECTION_SHAPES, 1, 4, 0x7FFFFFFF},  /* inside out */
    {PAWLI_SECTION_SHAPES, 6, 4, UINT32_MAX},  /* friction */
    {PAWLI_SECTION_SHAPES, 7, 4, 65537},       /* restitution */
    {PAWLI_SECTION_SHAPES, 12, 2, 0},          /* generation */
    {PAWLI_SECTION_SHAPES, 13, 1, 0},          /* flags */
    {PAWLI_SECTION_SHAPES, 14, 2, 32769},      /* rolling resistance */
    {PAWLI_SECTION_GEOMETRIES, 1, 1, 0},       /* no vertices */
    {PAWLI_SECTION_GEOMETRIES, 1, 1, 9},
    {PAWLI_SECTION_GEOMETRIES, 2, 4, UINT32_MAX}, /* radius */
    {PAWLI_SECTION_GEOMETRIES, 3, 4, 0x7FFFFFFF},
    {PAWLI_SECTION_TERRAINS, 1, 1, 3},          /* kind */
    {PAWLI_SECTION_TERRAINS, 3, 4, 0},          /* points */
    {PAWLI_SECTION_TERRAINS, 9, 4, UINT32_MAX}, /* rows */
    {PAWLI_SECTION_TERRAINS, 10, 4, 1},         /* cell size */
    {PAWLI_SECTION_JOINTS, 1, 1, 11},           /* type */
    {PAWLI_SECTION_JOINTS, 4, 2, 60},           /* body */
    {PAWLI_SECTION_JOINTS, 12, 8, 0x80000000},  /* turned, see below */
    {PAWLI_SECTION_JOINTS, 18, 4, UINT32_MAX},  /* hertz */
    {PAWLI_SECTION_CONTACTS, 1, 2, 95},         /* shape */
    {PAWLI_SECTION_CONTACTS, 3, 1, 0x84},       /* a flag that is not state */
    {PAWLI_SECTION_CONTACTS, 4, 1, 3},          /* points */
    {PAWLI_SECTION_CONTACTS, 7, 4, 0x40000001}, /* normal, longer than 1 */
    {PAWLI_SECTION_CONTACTS, 15, 4, 0x80000000},
    {PAWLI_SECTION_POOLS, 1, 2, 65}, /* used */
    {PAWLI_SECTION_POOLS, 2, 2, 1},  /* live */
    {PAWLI_SECTION_POOLS, 3, 4, 1},  /* next serial */
};

/* With a contact, of which some scenes have none yet after twenty steps. */
static bytes make_snapshot_with_contact(void) {
    pawl_world *const world = make_everything();
    uint32_t steps = 20;
    ck_assert_int_eq(everything_run(world, 11, 0, steps), true);
    for (; pawl_world_get_object_count(world, PAWL_BRANCH_CONTACTS) == 0; steps++) {
        ck_assert_uint_lt(steps, 600);
        ck_assert_int_eq(everything_run(world, 11, steps, 1), true);
    }
    const bytes made = encode(world);
    free(world);
    return made;
}

START_TEST(values_out_of_range_are_refused) {
    const bytes whole = make_snapshot_with_contact();
    for (size_t i = 0; i < sizeof forged_values / sizeof forged_values[0]; i++) {
        const struct forged_value row = forged_values[i];
        const bytes forged = copy_of(whole);
        uint8_t *const at = field_at(forged, row.section, 0, row.number);
        if (row.size == 1) *at = (uint8_t)row.value;
        if (row.size == 2) pawli_store_u16(at, (uint16_t)row.value);
        if (row.size == 4) pawli_store_u32(at, row.value);
        if (row.size == 8) pawli_store_u32(at + 4, row.value);
        seal(forged);
        pawli_snapshot opened;
        pawl_world *world;
        /* whatever the hash says */
        pawl_status status = pawli_snapshot_open(forged.at, forged.size, &opened);
        if (status == PAWL_OK) {
            status = pawli_decode_snapshot(&opened, memory, sizeof memory, &world);
        }
        ck_assert_msg(status == PAWL_ERR_FORMAT, "section %d, field %d: status %d", row.section,
                      row.number, status);
        free(forged.at);
    }
    free(whole.at);
}
END_TEST

/* Each part is within its range: only together they are no direction. One part alone does not do: 5
 * in 2^-30 beside a whole 1 is a normal as good as others. */
START_TEST(normals_that_are_no_directions_are_refused) {
    static const int32_t parts[][2] = {{5, 5}, {-5, 0}, {0x40000000, 0x40000000}, {0x3FF00000, 0}};
    const bytes whole = make_snapshot_with_contact();
    uint8_t *const c = field_at(whole, PAWLI_SECTION_CONTACTS, 0, 7);
    uint8_t *const s = field_at(whole, PAWLI_SECTION_CONTACTS, 0, 8);
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        pawli_store_u32(c, (uint32_t)parts[i][0]);
        pawli_store_u32(s, (uint32_t)parts[i][1]);
        seal(whole);
        ck_assert_int_eq(try_to_decode(whole), PAWL_ERR_FORMAT);
    }
    free(whole.at);
}
END_TEST

/* Slots and serials in front of the fields. */
START_TEST(links_that_contradict_each_other_are_refused) {
    static const struct {
        pawli_section section;
        uint32_t index, at, size, value;
    } rows[] = {
        {PAWLI_SECTION_BODIES, 1, 0, 2, 0},  /* the slot of another */
        {PAWLI_SECTION_BODIES, 1, 0, 2, 64}, /* beyond all */
        {PAWLI_SECTION_BODIES, 1, 2, 4, 1},  /* the serial of another */
        {PAWLI_SECTION_BODIES, 1, 2, 4, 5000},
        {PAWLI_SECTION_BODIES, 1, 6, 2, 96}, /* too many shapes */
        {PAWLI_SECTION_BODIES, 1, 6, 2, 0},  /* too few */
        {PAWLI_SECTION_SHAPES, 2, 0, 2, 0},
        {PAWLI_SECTION_SHAPES, 2, 0, 2, 96},
        {PAWLI_SECTION_SHAPES, 2, 2, 4, 1}, /* a serial twice, on another body */
        {PAWLI_SECTION_SHAPES, 2, 2, 4, 5000},
        {PAWLI_SECTION_SHAPES, 2, 6, 2, 1}, /* a geometry before its time */
        {PAWLI_SECTION_SHAPES, 3, 6, 2, 90},
        {PAWLI_SECTION_JOINTS, 1, 0, 2, 0},
        {PAWLI_SECTION_JOINTS, 1, 2, 4, 0},
        {PAWLI_SECTION_FREE, 0, 0, 2, 0},
        {PAWLI_SECTION_FREE, 0, 0, 2, 64},
        {PAWLI_SECTION_FREE, 0, 2, 2, 0},
    };
    pawl_world *const source = make_everything();
    ck_assert_int_eq(everything_run(source, 11, 0, 20), true);
    const pawl_body_id gone = add_unit_box(source, 0, 9);
    ck_assert_int_eq(pawl_body_destroy(source, gone), PAWL_OK);
    const bytes whole = encode(source);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const bytes forged = copy_of(whole);
        uint8_t *const at = record_at(forged, rows[i].section, rows[i].index) + rows[i].at;
        if (rows[i].size == 2) pawli_store_u16(at, (uint16_t)rows[i].value);
        if (rows[i].size == 4) pawli_store_u32(at, rows[i].value);
        seal(forged);
        pawli_snapshot opened;
        pawl_world *world;
        ck_assert_int_eq(pawli_snapshot_open(forged.at, forged.size, &opened), PAWL_OK);
        const pawl_status status = pawli_decode_snapshot(&opened, memory, sizeof memory, &world);
        ck_assert_msg(status == PAWL_ERR_FORMAT, "row %zu: status %d", i, status);
        free(forged.at);
    }
    free(whole.at);
    free(source);
}
END_TEST

static pawl_status load(bytes from) {
    pawli_snapshot opened;
    pawl_world *world;
    ck_assert_int_eq(pawli_snapshot_open(from.at, from.size, &opened), PAWL_OK);
    return pawli_decode_snapshot(&opened, memory, sizeof memory, &world);
}

/* Shapes that meet nobody: no contact would notice. And more slots than there were serials. */
START_TEST(serials_are_unique) {
    pawl_world *const world = make_default_world();
    const pawl_body_id body = add_unit_box(world, 0, 0);
    add_unit_box(world, 50, 0);
    add_box(world, body, 1, 1); /* serials 1, 3 and 2 in the order of the records */
    const bytes whole = encode(world), same = copy_of(whole);
    ck_assert_int_eq(load(whole), PAWL_OK);
    pawli_store_u32(record_at(whole, PAWLI_SECTION_SHAPES, 2) + 2, 1);
    seal(whole);
    ck_assert_int_eq(load(whole), PAWL_ERR_FORMAT);
    pawli_store_u32(record_at(same, PAWLI_SECTION_SHAPES, 1) + 2, 2);
    seal(same);
    ck_assert_int_eq(load(same), PAWL_ERR_FORMAT);
    ck_assert_int_eq(pawl_body_destroy(world, body), PAWL_OK);
    ck_assert_int_eq(pawl_body_destroy(world, pawl_world_next_body(world, PAWL_NULL_BODY)),
                     PAWL_OK);
    const bytes empty = encode(world);
    ck_assert_int_eq(load(empty), PAWL_OK);
    pawli_store_u32(field_at(empty, PAWLI_SECTION_POOLS, 0, 3), 2);
    seal(empty);
    ck_assert_int_eq(load(empty), PAWL_ERR_FORMAT);
    free(whole.at);
    free(same.at);
    free(empty.at);
    free(world);
}
END_TEST

/* The island of a sleeper is named by a body that is there. */
START_TEST(labels_masses_and_lengths_are_checked) {
    pawl_world *const world = make_default_world();
    const pawl_body_id gone = add_unit_box(world, 0, 0), sleeper = add_unit_box(world, 9, 0);
    ck_assert_int_eq(pawl_body_set_awake(world, sleeper, false), PAWL_OK);
    ck_assert_int_eq(pawl_body_destroy(world, gone), PAWL_OK);
    const bytes whole = encode(world);
    ck_assert_int_eq(load(whole), PAWL_OK);
    const bytes heavy = copy_of(whole), shorter = copy_of(whole);
    pawli_store_u16(field_at(whole, PAWLI_SECTION_BODIES, 0, 26), 0);
    seal(whole);
    ck_assert_int_eq(load(whole), PAWL_ERR_FORMAT);
    pawli_store_u32(field_at(heavy, PAWLI_SECTION_BODIES, 0, 15), 5); /* a mass of three bits */
    seal(heavy);
    ck_assert_int_eq(load(heavy), PAWL_ERR_FORMAT);
    pawl_snapshot_info info; /* another length than it says */
    pawli_store_u32(shorter.at + 20, shorter.size - 1);
    seal(shorter);
    ck_assert_int_eq(pawl_snapshot_inspect(shorter.at, shorter.size, &info), PAWL_ERR_FORMAT);
    free(heavy.at);
    free(shorter.at);
    free(whole.at);
    free(world);
}
END_TEST

/* What this reader would say to the writers of other versions and builds. */
START_TEST(other_versions_are_told_apart) {
    const bytes whole = make_snapshot(5);
    pawl_snapshot_info info;
    pawli_store_u32(whole.at + 8, PAWL_SNAPSHOT_FORMAT + 1);
    seal(whole);
    ck_assert_int_eq(pawl_snapshot_inspect(whole.at, whole.size, &info), PAWL_ERR_VERSION);
    pawli_store_u32(whole.at + 8, PAWL_SNAPSHOT_FORMAT);
    pawli_store_u32(whole.at + 12, PAWL_SIMULATION_VERSION + 1);
    seal(whole);
    ck_assert_int_eq(pawl_snapshot_inspect(whole.at, whole.size, &info), PAWL_OK);
    ck_assert_uint_eq(info.simulation, PAWL_SIMULATION_VERSION + 1);
    memset(memory, 0x55, sizeof memory);
    ck_assert_int_eq(try_to_decode(whole), PAWL_ERR_VERSION);
    ck_assert_uint_eq(memory[0], UINT64_C(0x5555555555555555));
    free(whole.at);
}
END_TEST

/* A snapshot of a later version: another field in the bodies, with or without a value, and a
 * section more. `value` goes into the new field of the last body. */
static bytes with_a_new_field(bytes from, uint32_t value, uint32_t extra_count) {
    pawli_snapshot opened;
    ck_assert_int_eq(pawli_snapshot_open(from.at, from.size, &opened), PAWL_OK);
    const pawli_section_place bodies = opened.sections[PAWLI_SECTION_BODIES];
    const pawli_schema schema = opened.schemas[PAWLI_OBJECT_BODY];
    bytes made = {malloc(from.size + bodies.count * 4 + 64), 0};
    pawli_writer to = pawli_writer_of(made.at, from.size + bodies.count * 4 + 64);
    uint32_t end = schema.at; /* of the schema of bodies */
    pawli_reader reader = pawli_reader_of(from.at, from.size);
    reader.at = schema.at;
    for (uint16_t i = 0; i < schema.count; i++)
        (void)pawli_record_read_schema_field(&reader);
    end = reader.at;
    pawli_write_bytes(&to, from.at, schema.at - 1);
    pawli_write_u8(&to, (uint8_t)(schema.count + 1));
    pawli_write_bytes(&to, from.at + schema.at, end - schema.at);
    pawli_write_u8(&to, 200); /* number */
    pawli_write_u8(&to, 4 | PAWLI_HAS_DEFAULT);
    pawli_write_u32(&to, (uint32_t)-7);
    pawli_write_bytes(&to, from.at + end, bodies.at - PAWLI_SECTION_HEAD - end);
    pawli_write_u8(&to, PAWLI_SECTION_BODIES);
    pawli_write_u8(&to, 0);
    pawli_write_u16(&to, (uint16_t)(bodies.record + 4));
    pawli_write_u32(&to, bodies.count);
    for (uint32_t i = 0; i < bodies.count; i++) {
        pawli_write_bytes(&to, pawli_record_at(&opened, PAWLI_SECTION_BODIES, i), bodies.record);
        pawli_write_u32(&to, i + 1 == bodies.count ? value : (uint32_t)-7);
    }
    const uint32_t after = bodies.at + bodies.count * bodies.record;
    pawli_write_bytes(&to, from.at + after, from.size - 4 - after);
    pawli_write_u8(&to, 77); /* a section that nobody knows */
    pawli_write_u8(&to, 0);
    pawli_write_u16(&to, 3);
    pawli_write_u32(&to, extra_count);
    for (uint32_t i = 0; i < 3 * extra_count; i++)
        pawli_write_u8(&to, 1);
    pawli_write_u32(&to, 0);
    made.size = to.at;
    pawli_store_u32(made.at + 20, made.size);
    seal(made);
    return made;
}

START_TEST(unknown_fields_must_be_at_their_defaults) {
    const bytes whole = make_snapshot(12);
    const bytes fine = with_a_new_field(whole, (uint32_t)-7, 0);
    const bytes used = with_a_new_field(whole, 3, 0);
    const bytes more = with_a_new_field(whole, (uint32_t)-7, 2);
    ck_assert_int_eq(try_to_decode(fine), PAWL_OK);
    const bytes again = encode((pawl_world *)(void *)memory);
    assert_same_bytes(again, whole);
    memset(memory, 0x55, sizeof memory);
    ck_assert_int_eq(try_to_decode(used), PAWL_ERR_UNSUPPORTED);
    ck_assert_int_eq(try_to_decode(more), PAWL_ERR_UNSUPPORTED);
    ck_assert_uint_eq(memory[0], UINT64_C(0x5555555555555555));
    size_t size; /* differences are exact even so */
    uint8_t *const delta = malloc(pawl_snapshot_diff_size_max(whole.size, fine.size));
    uint8_t *const result = malloc(fine.size);
    ck_assert_int_eq(pawl_snapshot_diff(whole.at, whole.size, fine.at, fine.size, delta,
                                        pawl_snapshot_diff_size_max(whole.size, fine.size), &size),
                     PAWL_OK);
    ck_assert_int_eq(
        pawl_snapshot_patch(whole.at, whole.size, delta, size, result, fine.size, &size), PAWL_OK);
    assert_same_bytes((bytes){result, size}, fine);
    free(delta);
    free(result);
    free(again.at);
    free(fine.at);
    free(used.at);
    free(more.at);
    free(whole.at);
}
END_TEST

/* A field that the writer did not have yet gets its default. */
START_TEST(missing_fields_get_their_defaults) {
    pawl_world *const source = make_default_world();
    add_unit_box(source, 0, 0);
    bytes whole = encode(source);
    pawli_snapshot opened;
    ck_assert_int_eq(pawli_snapshot_open(whole.at, whole.size, &opened), PAWL_OK);
    const pawli_schema schema = opened.schemas[PAWLI_OBJECT_BODY];
    pawli_reader from = pawli_reader_of(whole.at, whole.size);
    from.at = schema.at;
    uint32_t last = from.at;
    for (uint16_t i = 0; i < schema.count; i++) {
        last = from.at;
        (void)pawli_record_read_schema_field(&from);
    }
    ck_assert_uint_eq(whole.at[last], 32); /* move_frac_y, the last one */
    whole.at[last] = 128;
    seal(whole);
    ck_assert_int_eq(try_to_decode(whole), PAWL_OK);
    run(source, 1); /* it falls, by no whole number of 2^-22 units */
    free(whole.at);
    whole = encode(source);
    whole.at[last] = 128;
    seal(whole);
    ck_assert_int_eq(try_to_decode(whole), PAWL_ERR_UNSUPPORTED);
    free(whole.at);
    free(source);
}
END_TEST

Suite *suite_snapshot_hostile(void) {
    Suite *const suite = suite_create("snapshot_hostile");
    TCase *const tcase = tcase_create("snapshot_hostile");
    tcase_add_test(tcase, what_is_cut_off_is_refused);
    tcase_add_test(tcase, every_damaged_byte_is_noticed);
    tcase_set_timeout(tcase, 120);
    tcase_add_test(tcase, every_forged_byte_is_noticed_or_harmless);
    tcase_add_test(tcase, a_wrong_hash_is_seen_by_those_who_look);
    tcase_add_test(tcase, values_out_of_range_are_refused);
    tcase_add_test(tcase, normals_that_are_no_directions_are_refused);
    tcase_add_test(tcase, links_that_contradict_each_other_are_refused);
    tcase_add_test(tcase, serials_are_unique);
    tcase_add_test(tcase, labels_masses_and_lengths_are_checked);
    tcase_add_test(tcase, other_versions_are_told_apart);
    tcase_add_test(tcase, unknown_fields_must_be_at_their_defaults);
    tcase_add_test(tcase, missing_fields_get_their_defaults);
    suite_add_tcase(suite, tcase);
    return suite;
}
