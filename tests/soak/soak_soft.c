/* soak_soft.c - soft bodies in numbers that take minutes; `make soak` runs it.
 *
 * Usage: soak_soft [STORIES [SEEDS [FIRST]]]: so many stories of each kind of walls, at rest and
 * moving, and of each kind with a crowd; so many seeds of a world of everything, taken back by all
 * distances and cold from every moment, and every bit of a snapshot of it forged. FIRST is the
 * first seed. Prints what failed, and what was met. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "support/state/everything.h"
#include "support/state/forged.h"
#include "support/state/rewind.h"
#include "support/soft/soft_story.h"

#define STORIES 2000
#define SEEDS 8
#define STEPS 24
#define STEPS_CROWDED 120
#define STEPS_SYNC 300
#define STEPS_COLD 90
#define PLAYED 40

static const char *const kind_names[ARENA_KIND_COUNT] = {"room",   "cage",     "blocks", "tiles",
                                                         "zigzag", "polygons", "level"};

static uint64_t failed;

static void tell(const char *what, uint64_t number, const char *defect) {
    if (defect == NULL) return;
    printf("soak_soft: %s, number %" PRIu64 ": %s\n", what, number, defect);
    fflush(stdout);
    failed++;
}

/* ---- walls ---- */

static void play(const soft_story *story, uint64_t first, uint64_t count) {
    char name[40];
    soft_story_totals totals;
    memset(&totals, 0, sizeof totals);
    snprintf(name, sizeof name, "%s%s%s", kind_names[story->kind], story->moves ? " moves" : "",
             story->crowded ? " crowded" : "");
    for (uint64_t i = first; i < first + count; i++)
        tell(name, i, soft_story_play(seeded_base * (2 * i + 1), story, &totals));
    printf("soak_soft: %s: %" PRIu64 " stories, %" PRIu64 " steps, %" PRIu64 " judged, %" PRIu64
           " touches, %" PRIu64 " fast, %" PRIu64 " attached, %" PRIu64 " torn, %" PRIu64
           " asleep, %" PRIu64 " woken\n",
           name, totals.stories, totals.steps, totals.judged, totals.touches, totals.fast,
           totals.attached, totals.torn, totals.asleep, totals.woken);
    fflush(stdout);
    const bool few = totals.touches < totals.stories * 10 || totals.fast == 0;
    const bool lonely = story->crowded && (totals.attached == 0 || totals.torn == 0 ||
                                           totals.asleep == 0 || totals.woken == 0);
    if (count >= 100 && (few || lonely)) tell(name, first, "too little was seen");
}

static void play_all(uint64_t first, uint64_t count) {
    for (int kind = 0; kind < ARENA_KIND_COUNT; kind++) {
        const soft_story still = {(arena_kind)kind, false, false, STEPS};
        const soft_story moving = {(arena_kind)kind, true, false, STEPS};
        const soft_story crowded = {(arena_kind)kind, false, true, STEPS_CROWDED};
        play(&still, first, count);
        play(&moving, first, count);
        play(&crowded, first, count);
    }
}

/* ---- a world of everything ---- */

static void drive(void *context, pawl_world *world, uint32_t step) {
    everything_drive(world, *(const uint64_t *)context, step);
}

static pawl_status bind(pawl_world *world) {
    return everything_bind(world) ? PAWL_OK : PAWL_ERR_ARGUMENT;
}

static pawl_world *make(uint64_t seed) {
    const pawl_world_def def = everything_def();
    const size_t size = pawl_world_size(&def);
    pawl_world *world = NULL;
    if (pawl_world_init(malloc(size), size, &def, &world) != PAWL_OK) exit(2);
    if (!everything_make(world) || !everything_run(world, seed, 0, 10)) exit(2);
    return world;
}

static void take_back(uint64_t number) {
    uint64_t seed = seeded_base * (2 * number + 1);
    const rewind_script script = {&seed, drive, bind};
    for (uint32_t distance = 1; distance <= REWIND_DISTANCE_MAX; distance++) {
        const rewind_sync_plan plan = {STEPS_SYNC, distance, (distance + number) % 2 == 1};
        pawl_world *const world = make(seed);
        tell("taken back", number, rewind_sync(world, &script, &plan));
        free(world);
    }
}

static void restore_cold(uint64_t number) {
    uint64_t seed = seeded_base * (2 * number + 1);
    const rewind_script script = {&seed, drive, bind};
    const pawl_world_def def = everything_def();
    pawl_world *const world = make(seed);
    rewind_record record;
    rewind_record_make(world, &def, &script, STEPS_COLD + PLAYED, NULL, NULL, &record);
    for (uint32_t moment = 0; moment < 2 * STEPS_COLD; moment++) {
        for (int how = REWIND_DECODE; how <= REWIND_RESTORE; how++) {
            const rewind_cold_plan plan = {(rewind_how)how, moment, PLAYED, 1, 10};
            tell("restored cold", number, rewind_cold(&record, &plan));
        }
    }
    rewind_record_free(&record);
    free(world);
}

static void forge(uint64_t number) {
    forged_totals totals;
    memset(&totals, 0, sizeof totals);
    pawl_world *const world = make(seeded_base * (2 * number + 1));
    size_t size = pawl_world_encode_size(world);
    bytes whole = {malloc(size), (uint32_t)size};
    if (pawl_world_encode(world, whole.at, whole.size, &size) != PAWL_OK) exit(2);
    for (unsigned bit = 0; bit < 8; bit++) {
        const forged_plan plan = {1, bit, 3, bind};
        tell("forged", number, forge_each_byte(whole, &plan, &totals));
    }
    printf("soak_soft: forged %" PRIu32 " bits, %" PRIu32 " accepted, %" PRIu32 " verified\n",
           totals.tried, totals.accepted, totals.verified);
    free(whole.at);
    free(world);
}

int main(int argc, char **argv) {
    const uint64_t stories = argc > 1 ? strtoull(argv[1], NULL, 10) : STORIES;
    const uint64_t seeds = argc > 2 ? strtoull(argv[2], NULL, 10) : SEEDS;
    const uint64_t first = argc > 3 ? strtoull(argv[3], NULL, 10) : 0;
    if (stories > 0) play_all(first, stories);
    for (uint64_t i = first; i < first + seeds; i++) {
        take_back(i);
        restore_cold(i);
        forge(i);
    }
    printf("soak_soft: %" PRIu64 " stories of each kind, %" PRIu64 " seeds, %" PRIu64 " failed\n",
           stories, seeds, failed);
    return failed != 0;
}
