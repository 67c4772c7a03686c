/* test_character_state.c - characters are part of the state: of hashes, snapshots, differences and
 * rollbacks. */
#include "support/base/seeded.h"
#include "support/world/hero.h"
#include "support/world/mover.h"
#include "world/fields.h"

#define HEROES 3
#define LADDER 4u

static double between(uint64_t *seed, double low, double high) {
    return low + (high - low) * (double)(seeded_next(seed) % 65536) / 65536;
}

/* Ground, stairs, a lift, crates, a ladder; heroes of all sizes. */
static pawl_world *make_busy_world(uint64_t *seed, pawl_character_id *heroes) {
    pawl_world *const world = make_hero_world();
    pawl_shape_def zone = pawl_shape_def_default();
    const pawl_convex convex = box_convex(0.5, 3);
    pawl_shape_id shape;
    add_ground(world);
    for (int i = 0; i < 6; i++)
        add_block(world, 3 + i, 0, 4 + i, 0.25 * (i + 1));
    add_slope(world, -9, 30, 3);
    zone.sensor = true;
    zone.filter.category = LADDER;
    ck_assert_int_eq(
        pawl_shape_create(world, add_body(world, PAWL_STATIC, -4, 3), &zone, &convex, &shape),
        PAWL_OK);
    const pawl_body_id lift = add_body(world, PAWL_KINEMATIC, 0, 1);
    add_box(world, lift, 1, 0.25);
    pawl_body_set_velocity(world, lift, VEC(0.5, 0.25));
    for (int i = 0; i < 5; i++)
        add_unit_box(world, between(seed, -6, 6), between(seed, 2, 6));
    for (int i = 0; i < HEROES; i++) {
        pawl_character_def def = pawl_character_def_default();
        def.position = VEC(2.0 * i - 2, 6);
        def.radius = FX(between(seed, 0.2, 0.4));
        def.half_height = FX(between(seed, 0, 0.6));
        def.push = FX(between(seed, 0, 2));
        def.air_jumps = (uint8_t)i;
        def.ladders = LADDER;
        heroes[i] = add_hero(world, &def);
    }
    return world;
}

static void play_busy(pawl_world *world, const pawl_character_id *heroes, uint64_t *seed,
                      int steps) {
    for (int i = 0; i < steps; i++) {
        for (int k = 0; k < HEROES; k++) {
            pawl_character_input input = {FX(between(seed, -1, 1)), FX(between(seed, -1, 1)), 0};
            if (seeded_next(seed) % 3 == 0) input.buttons = PAWL_CHARACTER_JUMP;
            if (seeded_next(seed) % 7 == 0) input.buttons |= PAWL_CHARACTER_DROP;
            if (seeded_next(seed) % 4 == 0)
                ck_assert_int_eq(pawl_character_set_input(world, heroes[k], &input), PAWL_OK);
        }
        ck_assert_int_eq(pawl_world_step(world, NULL), PAWL_OK);
        assert_sound(world);
    }
}

static pawl_world *decode_of(const pawl_world *world, void **memory) {
    const size_t room = pawl_world_encode_size(world), size = world->total_size;
    uint8_t *const bytes = malloc(room);
    pawl_world *copy;
    size_t used;
    *memory = malloc(size);
    ck_assert_int_eq(pawl_world_encode(world, bytes, room, &used), PAWL_OK);
    ck_assert_int_eq(pawl_world_decode(bytes, used, *memory, size, &copy), PAWL_OK);
    free(bytes);
    return copy;
}

START_TEST(a_loaded_world_goes_on_as_the_saved_one) {
    uint64_t seed = first_seed(_i);
    pawl_character_id heroes[HEROES];
    pawl_world *const world = make_busy_world(&seed, heroes);
    void *memory;
    play_busy(world, heroes, &seed, (int)(seeded_next(&seed) % 200));
    pawl_world *const copy = decode_of(world, &memory);
    ck_assert_uint_eq(pawl_world_hash(copy), pawl_world_hash(world));
    ck_assert_int_eq(pawl_world_compare(world, copy, NULL), 0);
    uint64_t other = seed;
    play_busy(world, heroes, &seed, 150);
    play_busy(copy, heroes, &other, 150);
    ck_assert_uint_eq(pawl_world_hash(copy), pawl_world_hash(world));
    free(memory);
    free(world);
}
END_TEST

START_TEST(a_rollback_takes_characters_back) {
    uint64_t seed = first_seed(_i + 100);
    pawl_character_id heroes[HEROES];
    pawl_world *const world = make_busy_world(&seed, heroes);
    play_busy(world, heroes, &seed, 60);
    const size_t size = pawl_world_save_size(world);
    void *const slot = malloc(size);
    ck_assert_int_eq(pawl_world_save(world, slot, size), PAWL_OK);
    const uint64_t from = seed;
    play_busy(world, heroes, &seed, 40);
    const uint32_t hash = pawl_world_hash(world);
    uint64_t wrong = from + 2;
    ck_assert_int_eq(pawl_world_restore(world, slot, size), PAWL_OK);
    play_busy(world, heroes, &wrong, 30);
    ck_assert_int_eq(pawl_world_restore(world, slot, size), PAWL_OK);
    seed = from;
    play_busy(world, heroes, &seed, 40);
    ck_assert_uint_eq(pawl_world_hash(world), hash);
    free(slot);
    free(world);
}
END_TEST

/* The lowest bit of each field in turn. */
START_TEST(a_change_of_any_field_is_hashed_and_named) {
    uint64_t seed = first_seed(0);
    pawl_character_id heroes[HEROES];
    pawl_world *const world = make_busy_world(&seed, heroes);
    void *memory;
    play_busy(world, heroes, &seed, 100);
    pawl_world *const copy = decode_of(world, &memory);
    const pawli_fields table = pawli_fields_of(PAWLI_OBJECT_CHARACTER);
    for (uint16_t i = 0; i < table.count; i++) {
        const pawli_field field = table.fields[i];
        uint8_t *const at = (uint8_t *)&pawli_characters(copy)[1] + field.offset;
        const char *const name = pawli_fields_name(PAWLI_OBJECT_CHARACTER, field.number);
        pawl_difference difference;
        const bool is_slot = field.coding == PAWLI_CODE_BODY || field.coding == PAWLI_CODE_SHAPE;
        if (is_slot && *(const uint16_t *)(const void *)at == PAWLI_NONE) continue;
        *at ^= 1;
        ck_assert_msg(pawl_world_hash(copy) != pawl_world_hash(world), "%s is not hashed", name);
        ck_assert_int_eq(pawl_world_compare(world, copy, &difference), 1);
        ck_assert_int_eq(difference.branch, PAWL_BRANCH_CHARACTERS);
        ck_assert_str_eq(difference.a.name, name);
        *at ^= 1;
    }
    ck_assert_uint_eq(pawl_world_hash(copy), pawl_world_hash(world));
    free(memory);
    free(world);
}
END_TEST

/* Bytes of a snapshot that are not those of a world are refused, or make one that can go on. */
START_TEST(a_damaged_snapshot_is_refused_or_plays_on) {
    uint64_t seed = seeded_fresh("damaged characters");
    pawl_character_id heroes[HEROES];
    pawl_world *const world = make_busy_world(&seed, heroes);
    const pawli_fields table = pawli_fields_of(PAWLI_OBJECT_CHARACTER);
    int played = 0, refused = 0;
    play_busy(world, heroes, &seed, 50);
    for (int round = 0; round < 400; round++) {
        pawl_world *const broken = malloc(world->total_size);
        memcpy(broken, world, world->total_size);
        const pawli_field field = table.fields[seeded_next(&seed) % table.count];
        uint8_t *const at = (uint8_t *)&pawli_characters(broken)[seeded_next(&seed) % HEROES];
        for (uint32_t i = 0; i < field.size; i++)
            at[field.offset + i] ^= (uint8_t)(seeded_next(&seed) >> 20);
        const size_t room = pawl_world_encode_size(broken);
        uint8_t *const bytes = malloc(room);
        void *const memory = malloc(world->total_size);
        pawl_world *loaded;
        size_t used;
        const bool is_slot = field.coding == PAWLI_CODE_BODY || field.coding == PAWLI_CODE_SHAPE;
        /* A slot beyond all cannot be hashed, which encoding does. */
        if (!is_slot && pawl_world_encode(broken, bytes, room, &used) == PAWL_OK &&
            pawl_world_decode(bytes, used, memory, world->total_size, &loaded) == PAWL_OK) {
            assert_sound(loaded);
            for (int i = 0; i < 10; i++)
                ck_assert_int_eq(pawl_world_step(loaded, NULL), PAWL_OK);
            assert_sound(loaded);
            played++;
        } else {
            refused++;
        }
        free(memory);
        free(bytes);
        free(broken);
    }
    ck_assert_msg(played > 20 && refused > 20, "%d played, %d refused", played, refused);
    free(world);
}
END_TEST

START_TEST(room_for_characters_changes_nothing_else) {
    pawl_world_def def = pawl_world_def_default();
    pawl_world *const without = make_world(&def);
    def.character_capacity = 9;
    pawl_world *const with = make_world(&def);
    for (int i = 0; i < 2; i++) {
        pawl_world *const world = i == 0 ? without : with;
        add_ground(world);
        add_unit_box(world, 0, 2);
        run(world, 40);
    }
    ck_assert_uint_eq(pawl_world_hash(with), pawl_world_hash(without));
    ck_assert_uint_eq(pawl_world_get_features(with), pawl_world_get_features(without));
    ck_assert_uint_ne(pawl_world_get_capacity_id(with), pawl_world_get_capacity_id(without));
    ck_assert_uint_lt(pawl_world_encode_size(without), pawl_world_encode_size(with));
    const pawl_character_id hero = add_hero_at(with, 5, 2);
    ck_assert_uint_ne(pawl_world_get_features(with) & PAWL_FEATURE_CHARACTERS, 0);
    ck_assert_int_eq(pawl_character_destroy(with, hero), PAWL_OK);
    ck_assert_uint_ne(pawl_world_get_features(with) & PAWL_FEATURE_CHARACTERS, 0);
    free(with);
    free(without);
}
END_TEST

/* How many fields the schema of characters (type 13) has, which begins with the sizes of `body`,
 * `generation` and `flags`; 0: there is none. */
static int fields_in_snapshot(const pawl_world *world) {
    static const uint8_t first[] = {1, 2, 2, 2, 3, 1};
    const size_t room = pawl_world_encode_size(world);
    uint8_t *const bytes = malloc(room);
    size_t size;
    int found = 0;
    ck_assert_int_eq(pawl_world_encode(world, bytes, room, &size), PAWL_OK);
    for (size_t i = 0; i + 2 + sizeof first <= size && found == 0; i++)
        if (bytes[i] == PAWLI_OBJECT_CHARACTER && memcmp(bytes + i + 2, first, sizeof first) == 0)
            found = bytes[i + 1];
    free(bytes);
    return found;
}

/* Without soft bodies a snapshot has the bytes that it had when nobody could stand on one. */
START_TEST(soft_ground_is_written_with_soft_bodies) {
    pawl_world_def def = pawl_world_def_default();
    pawl_soft_point points[2] = {{VEC(9, 9), {0, 0}, FX(1)}, {VEC(9, 8), {0, 0}, FX(1)}};
    pawl_soft_def dots = pawl_soft_def_default();
    pawl_soft_id soft;
    def.character_capacity = 1;
    def.soft_capacity = 1;
    def.soft_point_capacity = 2;
    pawl_world *const world = make_world(&def);
    add_ground(world);
    add_hero_at(world, 0, 1);
    run(world, 30);
    ck_assert_int_eq(fields_in_snapshot(world), 48);
    dots.points = points;
    dots.point_count = 2;
    ck_assert_int_eq(pawl_soft_create(world, &dots, &soft), PAWL_OK);
    ck_assert_int_eq(fields_in_snapshot(world), 49);
    free(world);
}
END_TEST

Suite *suite_character_state(void);

Suite *suite_character_state(void) {
    Suite *const suite = suite_create("character_state");
    TCase *const tcase = tcase_create("character_state");
    tcase_add_loop_test(tcase, a_loaded_world_goes_on_as_the_saved_one, 0, 8);
    tcase_add_loop_test(tcase, a_rollback_takes_characters_back, 0, 8);
    tcase_add_test(tcase, a_change_of_any_field_is_hashed_and_named);
    tcase_add_test(tcase, a_damaged_snapshot_is_refused_or_plays_on);
    tcase_add_test(tcase, room_for_characters_changes_nothing_else);
    tcase_add_test(tcase, soft_ground_is_written_with_soft_bodies);
    suite_add_tcase(suite, tcase);
    return suite;
}
