/* test_film.c - a film shows what was to be seen of a world, and nothing can make it do harm. */
#include "pawl/film.h"
#include "replay/film.h"
#include "support/replay/film_picture.h"
#include "support/replay/replay_file.h"
#include "support/state/pileup.h"

#define FRAMES 150u
#define STROKES 400u

typedef struct filming {
    pawl_world *world;
    pawl_film_recorder *recorder;
    replay_file file;
    void *memory, *recorder_memory;
    picture *pictures; /* as they must be, by frame */
    uint64_t ticks[FRAMES];
    uint32_t count;
} filming;

static pawl_film_def film_def(void) {
    pawl_film_def def = pawl_film_def_default();
    def.bodies = pileup_def().body_capacity;
    def.strokes = STROKES;
    def.keyframe_every = 37;
    return def;
}

static void begin_filming(filming *run, const pawl_film_def *def) {
    memset(run, 0, sizeof *run);
    const pawl_world_def world_def = pileup_def();
    run->memory = malloc(pawl_world_size(&world_def));
    ck_assert_int_eq(pileup_make(run->memory, pawl_world_size(&world_def), &world_def, &run->world),
                     PAWL_OK);
    run->recorder_memory = malloc(pawl_film_recorder_size(def));
    ck_assert_int_eq(pawl_film_begin(run->recorder_memory, pawl_film_recorder_size(def), def,
                                     replay_file_sink(&run->file), &run->recorder),
                     PAWL_OK);
    run->pictures = calloc(FRAMES, sizeof *run->pictures);
}

/* Everything happens in a pileup; a frame now and then. */
static void film_pileup(filming *run, const pawl_film_def *def, uint64_t seed) {
    begin_filming(run, def);
    for (uint32_t step = 0; run->count < FRAMES; step++) {
        if (seeded_next(&seed) % 4 != 0) {
            ck_assert_int_eq(pawl_film_add_frame(run->recorder, step, run->world), PAWL_OK);
            picture_of_world(&run->pictures[run->count], run->world, def->precision,
                             def->strokes > 0);
            run->ticks[run->count++] = step;
        }
        pileup_call(NULL, run->world, step);
        ck_assert_int_eq(pawl_world_step(run->world, NULL), PAWL_OK);
    }
    ck_assert_int_eq(pawl_film_end(run->recorder), PAWL_OK);
}

static void free_filming(filming *run) {
    for (uint32_t i = 0; i < FRAMES; i++)
        picture_free(&run->pictures[i]);
    free(run->pictures);
    free(run->memory);
    free(run->recorder_memory);
    replay_file_free(&run->file);
}

static pawl_film open_film(const replay_file *file) {
    pawl_film film;
    ck_assert_int_eq(pawl_film_open(file->bytes, file->size, &film, NULL), PAWL_OK);
    return film;
}

static pawl_film_playback *start_film(const pawl_film *film) {
    pawl_film_playback *playback;
    const size_t size = pawl_film_playback_size(film);
    ck_assert_int_eq(pawl_film_start(film, malloc(size), size, &playback), PAWL_OK);
    return playback;
}

/* ---- what it shows ---- */

START_TEST(each_frame_is_what_was_to_be_seen) {
    static const uint8_t precisions[] = {10, 16, 4, 0};
    pawl_film_def def = film_def();
    def.precision = precisions[_i];
    if (_i == 2) def.strokes = 0;
    filming run;
    film_pileup(&run, &def, seeded_fresh("film"));
    const pawl_film film = open_film(&run.file);
    ck_assert_uint_eq(film.frames, FRAMES);
    ck_assert_uint_eq(film.first_tick, run.ticks[0]);
    ck_assert_uint_eq(film.last_tick, run.ticks[FRAMES - 1]);
    ck_assert_int_eq(film.is_cut_off, false);
    pawl_film_playback *const playback = start_film(&film);
    picture shown = {0};
    for (uint32_t i = 0; i < FRAMES; i++) {
        ck_assert_int_eq(pawl_film_next(playback), PAWL_OK);
        ck_assert_uint_eq(pawl_film_get_tick(playback), run.ticks[i]);
        picture_of_film(&shown, playback);
        ck_assert_uint_gt(shown.count, PILEUP_BODIES);
        ck_assert_msg(picture_is_equal(&shown, &run.pictures[i]), "frame %u", (unsigned)i);
    }
    ck_assert_int_eq(pawl_film_next(playback), PAWL_ERR_RANGE);
    picture_of_film(&shown, playback);
    ck_assert_int_eq(picture_is_equal(&shown, &run.pictures[FRAMES - 1]), true);
    picture_free(&shown);
    free(playback);
    free_filming(&run);
}
END_TEST

START_TEST(any_frame_can_be_sought) {
    const pawl_film_def def = film_def();
    uint64_t seed = seeded_fresh("film");
    filming run;
    film_pileup(&run, &def, seed);
    const pawl_film film = open_film(&run.file);
    pawl_film_playback *const playback = start_film(&film);
    picture shown = {0};
    for (int i = 0; i < SEEDED_ROUNDS(400); i++) {
        const uint64_t tick =
            run.ticks[0] + seeded_next(&seed) % (run.ticks[FRAMES - 1] - run.ticks[0] + 9);
        uint32_t frame = FRAMES - 1;
        while (run.ticks[frame] > tick)
            frame--;
        ck_assert_int_eq(pawl_film_seek(playback, tick), PAWL_OK);
        ck_assert_uint_eq(pawl_film_get_tick(playback), run.ticks[frame]);
        picture_of_film(&shown, playback);
        ck_assert_msg(picture_is_equal(&shown, &run.pictures[frame]), "frame %u", (unsigned)frame);
    }
    if (run.ticks[0] > 0) {
        ck_assert_int_eq(pawl_film_seek(playback, run.ticks[0] - 1), PAWL_ERR_RANGE);
    }
    picture_free(&shown);
    free(playback);
    free_filming(&run);
}
END_TEST

/* Pose, role and user data of bodies; none where none is. */
START_TEST(bodies_are_told_by_slot) {
    pawl_film_def def = film_def();
    def.precision = 16;
    filming run;
    begin_filming(&run, &def);
    pawl_body_id body = pawl_world_next_body(run.world, PAWL_NULL_BODY);
    ck_assert_int_eq(pawl_body_set_user_data(run.world, body, 0xFEDCBA98), PAWL_OK);
    ck_assert_int_eq(pawl_film_add_frame(run.recorder, 7, run.world), PAWL_OK);
    ck_assert_int_eq(pawl_body_set_user_data(run.world, body, 11), PAWL_OK);
    ck_assert_int_eq(pawl_film_add_frame(run.recorder, 8, run.world), PAWL_OK);
    ck_assert_int_eq(pawl_body_set_enabled(run.world, body, false), PAWL_OK);
    ck_assert_int_eq(pawl_film_add_frame(run.recorder, 9, run.world), PAWL_OK);
    const pawl_film film = open_film(&run.file);
    ck_assert_int_eq(film.is_cut_off, true);
    pawl_film_playback *const playback = start_film(&film);
    pawl_film_body shown;
    ck_assert_int_eq(pawl_film_get_body(playback, 0, &shown), false);
    for (uint64_t tick = 7; tick < 9; tick++) {
        ck_assert_int_eq(pawl_film_next(playback), PAWL_OK);
        ck_assert_int_eq(pawl_film_get_body(playback, body.index1 - 1u, &shown), true);
        ck_assert_uint_eq(shown.user_data, tick == 7 ? 0xFEDCBA98 : 11);
        const pawl_vec2 place = pawl_body_get_position(run.world, body);
        ck_assert_int_eq(shown.pose.position.x, place.x);
        ck_assert_int_eq(shown.pose.position.y, place.y);
    }
    ck_assert_int_eq(pawl_film_next(playback), PAWL_OK);
    ck_assert_int_eq(pawl_film_get_body(playback, body.index1 - 1u, &shown), false);
    ck_assert_int_eq(pawl_film_get_body(playback, film.bodies, &shown), false);
    free(playback);
    free_filming(&run);
}
END_TEST

/* ---- what it costs ---- */

/* What rests costs three bytes of counts and the chunk around them. */
START_TEST(rest_costs_nothing) {
    const pawl_film_def def = film_def();
    filming run;
    begin_filming(&run, &def);
    ck_assert_int_eq(pawl_film_add_frame(run.recorder, 0, run.world), PAWL_OK);
    ck_assert_int_eq(pawl_film_add_frame(run.recorder, 1, run.world), PAWL_OK);
    const size_t before = run.file.size;
    ck_assert_int_eq(pawl_film_add_frame(run.recorder, 2, run.world), PAWL_OK);
    ck_assert_uint_le(run.file.size - before, PAWLI_CHUNK_FRAME + 8 + 2 + (STROKES + 127) / 128);
    free_filming(&run);
}
END_TEST

/* ---- mistakes ---- */

START_TEST(what_does_not_fit_is_not_written) {
    pawl_film_def def = film_def();
    if (_i == 0) def.bodies = PILEUP_BODIES / 2;
    if (_i == 1) def.strokes = 3;
    filming run;
    begin_filming(&run, &def);
    const size_t before = run.file.size;
    ck_assert_int_eq(pawl_film_add_frame(run.recorder, 0, run.world), PAWL_ERR_CAPACITY);
    ck_assert_uint_eq(run.file.size, before);
    ck_assert_int_eq(pawl_film_end(run.recorder), PAWL_OK);
    const pawl_film film = open_film(&run.file);
    ck_assert_uint_eq(film.frames, 0);
    pawl_film_playback *const playback = start_film(&film);
    ck_assert_int_eq(pawl_film_next(playback), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_film_seek(playback, 0), PAWL_ERR_RANGE);
    free(playback);
    free_filming(&run);
}
END_TEST

START_TEST(ticks_go_up_and_failures_stay) {
    const pawl_film_def def = film_def();
    filming run;
    begin_filming(&run, &def);
    ck_assert_int_eq(pawl_film_add_frame(run.recorder, 5, run.world), PAWL_OK);
    ck_assert_int_eq(pawl_film_add_frame(run.recorder, 5, run.world), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_film_add_frame(run.recorder, 4, run.world), PAWL_ERR_RANGE);
    run.file.fails_after = run.file.size + 5;
    ck_assert_int_eq(pawl_film_add_frame(run.recorder, 6, run.world), PAWL_ERR_MEMORY);
    run.file.fails_after = 0;
    ck_assert_int_eq(pawl_film_add_frame(run.recorder, 7, run.world), PAWL_ERR_MEMORY);
    ck_assert_int_eq(pawl_film_end(run.recorder), PAWL_ERR_MEMORY);
    free_filming(&run);
}
END_TEST

START_TEST(null_and_too_little_memory) {
    const pawl_film_def def = film_def();
    filming run;
    begin_filming(&run, &def);
    const size_t size = pawl_film_recorder_size(&def);
    const pawl_sink sink = replay_file_sink(&run.file), none = {NULL, NULL};
    pawl_film_recorder *recorder;
    ck_assert_int_eq(pawl_film_begin(NULL, size, &def, sink, &recorder), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_film_begin(run.recorder_memory, size - 1, &def, sink, &recorder),
                     PAWL_ERR_MEMORY);
    ck_assert_int_eq(pawl_film_begin(run.recorder_memory, size, &def, none, &recorder),
                     PAWL_ERR_MEMORY);
    ck_assert_int_eq(pawl_film_add_frame(NULL, 0, run.world), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_film_add_frame(run.recorder, 0, NULL), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_film_end(NULL), PAWL_ERR_NULL);
    const pawl_film film = open_film(&run.file);
    pawl_film_playback *playback;
    const size_t room = pawl_film_playback_size(&film);
    uint64_t *const memory = malloc(room);
    ck_assert_int_eq(pawl_film_start(&film, memory, room - 1, &playback), PAWL_ERR_MEMORY);
    ck_assert_int_eq(pawl_film_start(&film, (uint8_t *)memory + 1, room, &playback),
                     PAWL_ERR_MEMORY);
    ck_assert_int_eq(pawl_film_start(&film, memory, room, &playback), PAWL_OK);
    ck_assert_int_eq(pawl_film_draw(playback, NULL), PAWL_ERR_NULL);
    const pawl_draw_hooks wrong = {.layers = PAWL_LAYER_ALL + 1};
    ck_assert_int_eq(pawl_film_draw(playback, &wrong), PAWL_ERR_ARGUMENT);
    ck_assert_int_eq(pawl_film_next(NULL), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_film_seek(NULL, 0), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_film_open(NULL, 0, NULL, NULL), PAWL_ERR_NULL);
    free(memory);
    free_filming(&run);
}
END_TEST

/* ---- damage ---- */

/* Opens, shows and draws as far as it goes; how many frames. */
static uint32_t show_all(const uint8_t *bytes, size_t size, pawl_status *opened) {
    uint8_t *const copy = malloc(size > 0 ? size : 1); /* of exactly its size, for the sanitizer */
    memcpy(copy, bytes, size);
    pawl_film film;
    uint32_t shown = 0;
    *opened = pawl_film_open(copy, size, &film, NULL);
    if (*opened == PAWL_OK) {
        pawl_film_playback *const playback = start_film(&film);
        picture seen = {0};
        while (pawl_film_next(playback) == PAWL_OK) {
            if (shown++ % 8 == 0) picture_of_film(&seen, playback);
        }
        const pawl_status sought = pawl_film_seek(playback, film.last_tick / 2);
        ck_assert_msg(sought == PAWL_OK || sought == PAWL_ERR_FORMAT || sought == PAWL_ERR_RANGE,
                      "%s", pawl_status_text(sought));
        picture_of_film(&seen, playback);
        picture_free(&seen);
        free(playback);
    }
    free(copy);
    return shown;
}

START_TEST(a_film_that_is_cut_off_shows_what_there_is) {
    const pawl_film_def def = film_def();
    uint64_t seed = seeded_fresh("film");
    filming run;
    film_pileup(&run, &def, seed);
    uint32_t most = 0;
    for (size_t size = 0; size < run.file.size; size += 1 + seeded_next(&seed) % 400) {
        pawl_status opened;
        const uint32_t shown = show_all(run.file.bytes, size, &opened);
        const size_t head = PAWLI_REPLAY_MAGIC_SIZE + PAWLI_CHUNK_FRAME + PAWLI_FILM_HEAD_CONTENT;
        ck_assert_int_eq(opened == PAWL_OK, size >= head);
        ck_assert_uint_ge(shown, most);
        most = shown;
    }
    ck_assert_uint_gt(most, FRAMES * 3 / 4);
    free_filming(&run);
}
END_TEST

START_TEST(a_changed_byte_is_always_seen) {
    const pawl_film_def def = film_def();
    uint64_t seed = seeded_fresh("film");
    filming run;
    film_pileup(&run, &def, seed);
    for (int i = 0; i < SEEDED_ROUNDS(1000); i++) {
        const size_t at = seeded_next(&seed) % run.file.size;
        const uint8_t with = (uint8_t)(1 + seeded_next(&seed) % 255);
        run.file.bytes[at] ^= with;
        pawl_film film;
        uint32_t where = 0;
        const pawl_status status = pawl_film_open(run.file.bytes, run.file.size, &film, &where);
        ck_assert_msg(status == (at < 8 ? PAWL_ERR_FORMAT : PAWL_ERR_CORRUPT),
                      "byte %zu xor %d: %s", at, with, pawl_status_text(status));
        ck_assert_uint_le(where, at);
        run.file.bytes[at] ^= with;
    }
    free_filming(&run);
}
END_TEST

/* Changed bytes whose checks are right again: what is shown may be nonsense, and no more. */
START_TEST(forged_films_do_no_harm) {
    const pawl_film_def def = film_def();
    uint64_t seed = seeded_fresh("film");
    filming run;
    film_pileup(&run, &def, seed);
    uint32_t refused = 0, cut_short = 0;
    for (int i = 0; i < SEEDED_ROUNDS(600); i++) {
        uint8_t *const bytes = malloc(run.file.size);
        memcpy(bytes, run.file.bytes, run.file.size);
        const uint64_t changes = 1 + seeded_next(&seed) % 3;
        for (uint64_t n = 0; n < changes; n++) {
            /* The head more often than its size would have it. */
            const size_t span = seeded_next(&seed) % 3 == 0 ? 100 : run.file.size;
            const size_t at = seeded_next(&seed) % span;
            const uint64_t how = seeded_next(&seed);
            bytes[at] =
                how % 3 == 0 ? (uint8_t)(how >> 8) : bytes[at] ^ (uint8_t)(1u << (how >> 8) % 8);
        }
        for (uint32_t at = 8; at + PAWLI_CHUNK_FRAME <= run.file.size;) {
            const uint32_t size = pawli_fetch_u32(run.file.bytes + at + 8);
            pawli_store_u32(bytes + at + 8, size);
            repair_chunk(bytes, at);
            at += size + PAWLI_CHUNK_FRAME;
        }
        pawl_status opened;
        const uint32_t shown = show_all(bytes, run.file.size, &opened);
        refused += opened != PAWL_OK;
        cut_short += opened == PAWL_OK && shown < FRAMES;
        free(bytes);
    }
    ck_assert_int_gt((int)refused, SEEDED_OFTEN(10));
    ck_assert_int_gt((int)cut_short, SEEDED_OFTEN(10));
    free_filming(&run);
}
END_TEST

Suite *suite_film(void);
Suite *suite_film(void) {
    TCase *cases = tcase_create("film");
    tcase_add_loop_test(cases, each_frame_is_what_was_to_be_seen, 0, 4);
    tcase_add_test(cases, any_frame_can_be_sought);
    tcase_add_test(cases, bodies_are_told_by_slot);
    tcase_add_test(cases, rest_costs_nothing);
    tcase_add_loop_test(cases, what_does_not_fit_is_not_written, 0, 2);
    tcase_add_test(cases, ticks_go_up_and_failures_stay);
    tcase_add_test(cases, null_and_too_little_memory);
    tcase_add_test(cases, a_film_that_is_cut_off_shows_what_there_is);
    tcase_add_test(cases, a_changed_byte_is_always_seen);
    tcase_add_test(cases, forged_films_do_no_harm);
    Suite *suite = suite_create("film");
    suite_add_tcase(suite, cases);
    return suite;
}
