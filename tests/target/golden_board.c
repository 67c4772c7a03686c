/* golden_board.c - the goldens on a board: scenes and expected hashes are compiled in, worlds live
 * in GOLDEN_WORLD_BYTES of RAM. Scenes that need more are named and left out; on slow machines
 * runs end after GOLDEN_STEPS steps (0: never). Prints a line for each scene, then what the
 * compiler makes of C, then the verdict; the status is 0 when nothing differs. */
#include "common/put.h"
#include "common/stack.h"
#include "golden/arcades.h"
#include "golden/episodes.h"
#include "golden/levels.h"
#include "golden/run.h"
#include "golden/scenes.inc"
#include "golden/softs.h"
#include "golden_expected.inc"
#include "pawl/pawl.h"

#define SCENE_COUNT (sizeof scenes / sizeof scenes[0])
PAWL_STATIC_ASSERT(SCENE_COUNT == sizeof expected / sizeof expected[0], "each scene has a golden");

static uint64_t memory[GOLDEN_WORLD_BYTES / sizeof(uint64_t)];

/* A run and what it should be: pairs of hashes, and at the end faults and answers. */
typedef struct comparison {
    const uint32_t *expected;
    uint32_t tick; /* of the last checkpoint */
    bool ended, differs;
} comparison;

static void put_fact(const char *name, uint32_t value) {
    pawli_put_text(name);
    pawli_put_number(value);
}

static void put_pair(const char *title, const uint32_t *pair) {
    pawli_put_text(title);
    pawli_put_hex(pair[0]);
    pawl_port_putc(' ');
    pawli_put_hex(pair[1]);
    pawl_port_putc('\n');
}

static void compare(comparison *with, const char *place, uint32_t first, uint32_t second) {
    const uint32_t computed[2] = {first, second};
    uint32_t wanted[2];
    GOLDEN_READ(&wanted, with->expected);
    with->expected += 2;
    if (with->differs || (first == wanted[0] && second == wanted[1])) return;
    with->differs = true;
    put_fact(" differs at tick ", with->tick);
    pawli_put_text(place);
    put_pair("  expected  ", wanted);
    put_pair("  computed  ", computed);
}

static void compare_checkpoint(void *context, uint32_t tick, uint32_t motion, uint32_t state) {
    comparison *const with = context;
    with->tick = tick;
    compare(with, ": motion, state\n", motion, state);
}

static void compare_end(void *context, uint32_t faults, uint32_t answers) {
    comparison *const with = context;
    with->ended = true;
    compare(with, ", the end: faults, answers\n", faults, answers);
}

/* Whether the scene is as it should be. */
static bool check_scene(const golden_scene *scene, const uint32_t *golden) {
    comparison with = {golden, 0, false, false};
    const golden_sink sink = {&with, compare_checkpoint, compare_end, NULL};
    const pawl_status status = golden_run(scene, GOLDEN_STEPS > 0 ? GOLDEN_STEPS : scene->steps,
                                          memory, sizeof memory, &sink);
    if (status == PAWL_ERR_UNSUPPORTED && PAWL_CONFIG_ID != PAWL_CONFIG_ID_FULL && !with.differs) {
        pawli_put_text(" not to its end with this profile\n");
        return true;
    }
    if (status != PAWL_OK) {
        pawl_port_putc(' ');
        pawli_put_text(pawl_status_text(status));
        pawl_port_putc('\n');
        return false;
    }
    if (with.differs) return false;
    pawli_put_text(" equal");
    if (!with.ended) {
        put_fact(" up to step ", with.tick);
        put_fact(" of ", scene->steps);
    }
    pawl_port_putc('\n');
    return true;
}

typedef struct level_comparison {
    const uint32_t *expected, *end;
    bool differs;
} level_comparison;

static void compare_sum(void *context, const char *what, const char *unit, uint32_t count,
                        uint32_t hash) {
    level_comparison *const with = context;
    const uint32_t computed[2] = {count, hash};
    uint32_t wanted[2] = {0, 0};
    if (with->expected < with->end) GOLDEN_READ(&wanted, with->expected);
    with->expected += 2;
    if (with->differs || (count == wanted[0] && hash == wanted[1])) return;
    with->differs = true;
    pawli_put_text(" differs: ");
    pawli_put_text(what);
    pawl_port_putc(' ');
    pawli_put_text(unit);
    put_pair(", hash\n  expected  ", wanted);
    put_pair("  computed  ", computed);
}

typedef enum verdict {
    EQUAL,
    DIFFERENT,
    LEFT_OUT
} verdict;

static verdict check_level(const golden_level *level, const uint32_t *golden, uint32_t count) {
    level_comparison with = {golden, golden + count, false};
    const golden_level_sink sink = {&with, compare_sum};
    pawli_put_text(level->name);
    const pawl_status status = golden_level_run(level, memory, sizeof memory, &sink);
    if (status == PAWL_ERR_MEMORY && with.expected == golden) {
        pawli_put_text(" left out: too little memory\n");
        return LEFT_OUT;
    }
    if (status != PAWL_OK) {
        pawl_port_putc(' ');
        pawli_put_text(pawl_status_text(status));
    } else if (!with.differs) {
        pawli_put_text(with.expected == with.end ? " equal" : " ends elsewhere");
    }
    pawl_port_putc('\n');
    return status == PAWL_OK && !with.differs && with.expected == with.end ? EQUAL : DIFFERENT;
}

/* ---- arcades and soft bodies ---- */

/* Boards with less have no flash for the arcade layer either; and slow ones would take minutes. */
#define HAS_MORE (GOLDEN_STEPS == 0)
#define HAS_ARCADES (HAS_MORE && GOLDEN_WORLD_BYTES >= 32768)

typedef struct word_comparison {
    const uint32_t *expected, *end;
    bool differs;
} word_comparison;

static void compare_word(word_comparison *with, uint32_t tick, const char *what, uint32_t found) {
    uint32_t wanted[1] = {0};
    if (with->expected < with->end) GOLDEN_READ(&wanted, with->expected);
    with->expected++;
    if (with->differs || found == wanted[0]) return;
    with->differs = true;
    put_fact(" differs at tick ", tick);
    pawli_put_text(what);
    pawli_put_hex(found);
    pawli_put_text(", expected ");
    pawli_put_hex(wanted[0]);
}

static void compare_arcade(void *with, uint32_t tick, uint32_t bodies, uint32_t contacts,
                           uint32_t answers, uint32_t state) {
    compare_word(with, tick, ": bodies ", bodies);
    compare_word(with, tick, ": contacts ", contacts);
    compare_word(with, tick, ": answers ", answers);
    compare_word(with, tick, ": state ", state);
}

static void compare_arcade_end(void *with, uint32_t faults, uint32_t bytes, uint32_t hash) {
    compare_word(with, 0, ", the end: faults ", faults);
    compare_word(with, 0, ", the end: bytes ", bytes);
    compare_word(with, 0, ", the end: hash ", hash);
}

static void compare_soft(void *with, uint32_t tick, uint32_t motion, uint32_t state) {
    compare_word(with, tick, ": motion ", motion);
    compare_word(with, tick, ": state ", state);
}

static void compare_soft_end(void *with, uint32_t faults, uint32_t tears) {
    compare_word(with, 0, ", the end: faults ", faults);
    compare_word(with, 0, ", the end: tears ", tears);
}

static pawl_status run_more(int index, word_comparison *with) {
    const golden_arcade_sink arcade = {with, compare_arcade, compare_arcade_end};
    const golden_soft_sink soft = {with, compare_soft, compare_soft_end, NULL};
    if (index == GOLDEN_ARCADE_COUNT && HAS_MORE) {
        return golden_soft_run(memory, sizeof memory, &soft);
    }
    return HAS_ARCADES ? golden_arcade_run(golden_arcade_at(index), memory, sizeof memory, &arcade)
                       : PAWL_ERR_MEMORY;
}

/* An arcade, or the soft bodies behind them. */
static verdict check_more(int index) {
    const uint32_t *const golden = expected_more[index];
    word_comparison with = {golden, golden + expected_more_words[index], false};
    pawli_put_text(expected_more_names[index]);
    const pawl_status status = run_more(index, &with);
    if ((status == PAWL_ERR_MEMORY || status == PAWL_ERR_UNSUPPORTED) && with.expected == golden) {
        pawli_put_text(status == PAWL_ERR_MEMORY ? " left out: too little memory or time\n"
                                                 : " left out by this profile\n");
        return LEFT_OUT;
    }
    const bool equal = status == PAWL_OK && !with.differs && with.expected == with.end;
    if (status != PAWL_OK) {
        pawl_port_putc(' ');
        pawli_put_text(pawl_status_text(status));
    } else if (!with.differs) {
        pawli_put_text(equal ? " equal" : " ends elsewhere");
    }
    pawl_port_putc('\n');
    return equal ? EQUAL : DIFFERENT;
}

/* ---- episodes ---- */

/* Where the flash holds no more than the scenes, portcheck plays them, in its parts. */
#define HAS_EPISODES (GOLDEN_EPISODES && GOLDEN_WORLD_BYTES >= PAWLI_MEMORY_BYTES)
#define EPISODE_COUNT ((int)(sizeof expected_episodes / sizeof expected_episodes[0]))

typedef struct tally {
    int run, left_out, different;
    int episodes;
} tally;

#if HAS_EPISODES
void *pawli_world_memory(size_t *size) {
    *size = PAWLI_MEMORY_BYTES;
    return memory;
}

static void compare_episode(void *context, const char *name, const pawli_check *found) {
    tally *const with = context;
    uint32_t wanted[1] = {0};
    if (with->episodes < EPISODE_COUNT) GOLDEN_READ(&wanted, &expected_episodes[with->episodes]);
    with->episodes++;
    pawli_put_text(name);
    if (found == NULL) {
        pawli_put_text(" left out by this profile\n");
        with->left_out++;
        return;
    }
    const bool equal = found->hash == wanted[0] && found->failures == 0;
    with->run++;
    with->different += !equal;
    pawli_put_text(equal ? " equal\n" : " differs\n  expected  ");
    if (equal) return;
    pawli_put_hex(wanted[0]);
    pawli_put_text("\n  computed  ");
    pawli_put_hex(found->hash);
    if (found->failures > 0) {
        pawli_put_text("\n  ");
        pawli_put_failure(found);
    }
    pawl_port_putc('\n');
}

static void check_episodes(tally *with) {
    const golden_episode_sink sink = {with, compare_episode};
    golden_episodes_run(&sink);
    if (with->episodes == EPISODE_COUNT) return;
    pawli_put_text("there are more or fewer episodes than goldens\n");
    with->different++;
}
#else
static void check_episodes(tally *with) {
    put_fact("episodes left out: ", (uint32_t)EPISODE_COUNT);
    pawli_put_text(", see portcheck\n");
    with->left_out += EPISODE_COUNT;
}
#endif

static void put_facts(void) {
    const uint16_t one = 1;
    uint8_t first;
    memcpy(&first, &one, 1);
    put_fact("machine: int=", sizeof(int));
    put_fact(" long=", sizeof(long));
    put_fact(" pointer=", sizeof(void *));
    pawli_put_text(first == 1 ? " endian=little" : " endian=big");
    pawli_put_text((char)-1 < 0 ? " char=signed" : " char=unsigned");
    put_fact(" world=", sizeof memory);
    put_fact(" stack=", pawli_stack_peak());
    pawl_port_putc('\n');
}

int main(void) {
    tally all = {0, 0, 0, 0};
    for (size_t i = 0; i < SCENE_COUNT; i++) {
        golden_scene scene;
        GOLDEN_READ(&scene, &scenes[i]);
        pawli_put_text(scene.name);
        const size_t size = golden_world_size(&scene);
        if (size > sizeof memory) {
            put_fact(" left out: needs ", (uint32_t)size);
            pawli_put_text(" bytes\n");
            all.left_out++;
            continue;
        }
        all.run++;
        if (!check_scene(&scene, expected[i])) all.different++;
    }
    for (int i = 0; i < GOLDEN_LEVEL_COUNT; i++) {
        const verdict found =
            check_level(golden_level_at(i), expected_levels[i], expected_level_words[i]);
        all.run += found != LEFT_OUT;
        all.left_out += found == LEFT_OUT;
        all.different += found == DIFFERENT;
    }
    for (int i = 0; i <= GOLDEN_ARCADE_COUNT; i++) {
        const verdict found = check_more(i);
        all.run += found != LEFT_OUT;
        all.left_out += found == LEFT_OUT;
        all.different += found == DIFFERENT;
    }
    check_episodes(&all);
    put_facts();
    put_fact("golden_board: ", (uint32_t)all.run);
    put_fact(" scenes, ", (uint32_t)all.left_out);
    put_fact(" left out, ", (uint32_t)all.different);
    pawli_put_text(" differ\n");
    return all.run == 0 || all.different > 0;
}
