/* test_net_divergence.c - a machine that computes one bit otherwise: both sides name the tick, the
 * object, the field and both values. And machines that do not: nobody raises an alarm. */
#include <check.h>
#include <string.h>

#include "support/world/fixture.h"
#include "support/net/net_star.h"
#include "support/net/net_world.h"
#include "support/base/seeded.h"
#include "support/state/side_by_side.h"
#include "world/world.h"

#define RUN_MS 6000
#define SLOW_MS 60000
#define CALM_MS 3000
#define GAMES 40

static netsim *net;
static net_world all;
static uint32_t flips;

/* What is changed in the state before a tick. */
static struct spoil {
    uint32_t tick, kind, body, bit;
    bool is_done;
    pawl_difference want; /* a: as it was */
} spoil;

static void set_up(void) {
    net = netsim_make();
    ck_assert_ptr_ne(net, NULL);
}

static void tear_down(void) {
    netsim_free(net);
}

#define KINDS 8

static void flip(pawl_world *world) {
    pawli_body *const body = &pawli_bodies(world)[spoil.body];
    int32_t *const fields[KINDS] = {
        &body->position.x,       &body->position.y, &body->velocity.x,      &body->velocity.y,
        (int32_t *)&body->angle, &body->spin,       &body->angular_damping, NULL};
    if (fields[spoil.kind] != NULL) {
        *fields[spoil.kind] ^= (int32_t)(1u << spoil.bit);
        return;
    }
    /* Of the first contact that has points; where there is none, of a body. */
    for (uint32_t i = 0; i < pawl_world_get_object_count(world, PAWL_BRANCH_CONTACTS); i++) {
        pawli_contact *const contact = &pawli_contacts(world)[i];
        if (contact->count == 0) continue;
        contact->points[0].normal_impulse ^= (int32_t)(1u << spoil.bit);
        return;
    }
    body->velocity.x ^= 1;
}

static void before_save(net_station *station, uint32_t tick, uint32_t slot) {
    (void)slot;
    if (tick != spoil.tick) return;
    pawl_world *const world = station->game.world;
    const size_t size = station->game.spare_size;
    pawl_world *const before = malloc(size);
    memcpy(before, world, size);
    flip(world);
    ck_assert_int_eq(pawl_world_compare(before, world, &spoil.want), 1);
    free(before);
    spoil.is_done = true;
}

static void set_lines(uint64_t *seed) {
    for (uint32_t i = 1; i < NET_WORLDS_MAX; i++) {
        net_line line = {.delay_ms = (uint16_t)net_random(seed, 60),
                         .jitter_ms = (uint16_t)net_random(seed, 20),
                         .loss = (uint8_t)net_random(seed, 15),
                         .duplicate = (uint8_t)net_random(seed, 10)};
        *netsim_line(net, 0, i) = line;
        line.delay_ms = (uint16_t)net_random(seed, 60);
        *netsim_line(net, i, 0) = line;
        netsim_set_clock(net, i, net_random(seed, 1000000), (int32_t)net_random(seed, 4001) - 2000);
    }
}

static pawl_session_def draw_def(uint64_t *seed) {
    pawl_session_def def = pawl_session_def_default();
    def.delay = (uint8_t)net_random(seed, 5);
    def.window = (uint8_t)(1u + net_random(seed, 12));
    def.resend_ms = 30;
    def.packet_size =
        (uint16_t)(net_chance(seed, 50) ? PAWL_SESSION_PACKET_MAX : 128u + net_random(seed, 200));
    return def;
}

/* A game with a short window over a slow line takes a minute for a few hundred ticks. */
static void run_until_turned(void) {
    for (uint32_t ms = 0; !spoil.is_done; ms += 1000) {
        ck_assert_msg(ms < SLOW_MS, "tick %u was not played in %u ms", spoil.tick, ms);
        net_world_run(&all, 1000);
    }
    net_world_run(&all, RUN_MS); /* the news */
}

/* Each machine has played the tick before again: the one whose state was changed comes to another
 * one, and both say which that is. */
static void assert_verdict(const net_station *station, bool is_spoiled) {
    const pawl_session_event_info *const verdict = net_world_find(station, PAWL_EVENT_VERDICT);
    ck_assert_msg(verdict != NULL, "machine %u: no verdict", station->index);
    ck_assert_uint_eq(verdict->tick, spoil.tick);
    ck_assert_int_eq(verdict->culprit, is_spoiled ? PAWL_CULPRIT_HERE : PAWL_CULPRIT_PEER);
    ck_assert_int_eq(verdict->evidence, PAWL_EVIDENCE_REPLAY);
}

/* The side of this machine is a. */
static void assert_difference(const net_station *station, bool is_spoiled) {
    const pawl_session_event_info *const desync = net_world_find(station, PAWL_EVENT_DESYNC);
    ck_assert_msg(desync != NULL, "machine %u saw nothing", station->index);
    ck_assert_uint_eq(desync->tick, spoil.tick);
    ck_assert_uint_ne(desync->ours, desync->theirs);
    ck_assert_msg(net_world_find(station, PAWL_EVENT_DIAGNOSED) != NULL,
                  "machine %u: no diagnosis of kind %u at tick %u", station->index, spoil.kind,
                  spoil.tick);
    uint32_t tick = 0;
    pawl_difference got;
    ck_assert_int_eq(pawl_session_get_difference(station->session, &tick, &got), PAWL_OK);
    ck_assert_uint_eq(tick, spoil.tick);
    ck_assert_int_eq(got.branch, spoil.want.branch);
    ck_assert_uint_eq(got.key.serial, spoil.want.key.serial);
    ck_assert_uint_eq(got.key.serial_b, spoil.want.key.serial_b);
    ck_assert_uint_eq(got.key.slot, spoil.want.key.slot);
    ck_assert_int_eq(got.in_a && got.in_b, true);
    ck_assert_str_eq(got.a.name, spoil.want.a.name);
    ck_assert_str_eq(got.b.name, spoil.want.a.name);
    ck_assert_int_eq(got.a.value, is_spoiled ? spoil.want.b.value : spoil.want.a.value);
    ck_assert_int_eq(got.b.value, is_spoiled ? spoil.want.a.value : spoil.want.b.value);
}

START_TEST(one_bit_before_a_hash_is_named_on_both_sides) {
    for (int pass = 0; pass < SEEDED_ROUNDS(GAMES); pass++) {
        uint64_t seed = first_seed(pass);
        (void)seeded_next(&seed);
        const uint32_t count = 2 + net_random(&seed, 2);
        pawl_session_def def = draw_def(&seed);
        net_world_begin(&all, net, seed, count, &def);
        set_lines(&seed);
        spoil = (struct spoil){.tick = 20 + net_random(&seed, 120),
                               .kind = (uint32_t)pass % KINDS,
                               .body = 4 + net_random(&seed, NET_BODIES),
                               .bit = net_random(&seed, 8)};
        all.spoiled = net_random(&seed, count);
        all.before_save = before_save;
        run_until_turned();
        const uint32_t other = all.spoiled == 0 ? 1 : 0;
        assert_difference(&all.stations[all.spoiled], true);
        assert_difference(&all.stations[other], false);
        assert_verdict(&all.stations[all.spoiled], true);
        assert_verdict(&all.stations[other], false);
        flips++;
        net_world_end(&all);
    }
    ck_assert_uint_gt(flips, 0);
}
END_TEST

#if PAWL_TRACE
/* ---- a bit that turns over inside a step ---- */

static void turn_velocity(void *context, pawl_world *world) {
    (void)context;
    pawli_bodies(world)[spoil.body].velocity.x ^= (int32_t)(1u << spoil.bit);
    spoil.is_done = true;
}

/* The stage after which it turns, and the first one that reads it. */
static const struct {
    pawl_stage at, seen;
} stages[] = {{PAWL_STAGE_BEGIN, PAWL_STAGE_PREPARE},
              {PAWL_STAGE_ISLANDS, PAWL_STAGE_PREPARE},
              {PAWL_STAGE_FINISH, PAWL_STAGE_SLEEP}};
#define STAGES (sizeof stages / sizeof *stages)

static side_log inside;
static pawl_step_hooks inside_hooks;

static void before_step(net_station *station, uint32_t tick) {
    (void)station;
    inside.interfere = tick == spoil.tick ? turn_velocity : NULL;
}

/* What the session says is what the two worlds say, stepped side by side from the last tick on
 * which they agreed; and those name the stage. */
static void assert_stage(pawl_stage seen) {
    pawl_world *const sound = net_world_replay(&all, spoil.tick);
    pawl_world *const ill = net_world_replay(&all, spoil.tick);
    net_world_apply(&all, sound, spoil.tick);
    net_world_apply(&all, ill, spoil.tick);
    side_log log = {0};
    side_report report;
    inside.interfere = turn_velocity;
    ck_assert_int_eq(side_step(sound, &log, ill, &inside, &report), true);
    ck_assert_int_eq(report.has_stage, true);
    ck_assert_str_eq(pawl_stage_text(report.stage), pawl_stage_text(seen));
    ck_assert_uint_eq(report.tick, spoil.tick);
    spoil.want = report.difference;
    spoil.tick++; /* of the first hash that differs */
    assert_difference(&all.stations[all.spoiled], true);
    assert_difference(&all.stations[all.spoiled == 0 ? 1 : 0], false);
    free(sound);
    free(ill);
}

START_TEST(one_bit_inside_a_step_is_named_with_its_stage) {
    for (int pass = 0; pass < SEEDED_ROUNDS(GAMES); pass++) {
        uint64_t seed = first_seed(pass) + 2;
        (void)seeded_next(&seed);
        pawl_session_def def = draw_def(&seed);
        net_world_begin(&all, net, seed, 2 + net_random(&seed, 2), &def);
        set_lines(&seed);
        spoil = (struct spoil){.tick = 20 + net_random(&seed, 120),
                               .body = 4 + net_random(&seed, NET_BODIES),
                               .bit = 8};
        all.spoiled = net_random(&seed, all.count);
        all.before_step = before_step;
        inside = (side_log){.stage = stages[(uint32_t)pass % STAGES].at};
        inside_hooks = (pawl_step_hooks){.context = &inside, .trace = side_trace};
        all.stations[all.spoiled].game.hooks = &inside_hooks;
        run_until_turned();
        assert_stage(stages[(uint32_t)pass % STAGES].seen);
        net_world_end(&all);
    }
}
END_TEST
#endif

/* ---- the game of integers: states that only their hashes tell apart ---- */

#define AFTER_TICKS 400 /* long enough for the news to arrive */

static struct turn_aside {
    uint32_t machine, tick, want;
    uint32_t seen_here, seen_at_host; /* events */
    uint32_t last_tick;               /* of them */
    bool is_elsewhere;                /* somebody else, or another tick, was named */
} aside;

static uint32_t next_hashed(const net_star *star, uint32_t tick) {
    const uint32_t every = star->plan.machine[0].def.hash_every;
    return (tick + every - 1) / every * every;
}

/* A machine that comes late, with a snapshot of a later tick, turns aside in its first one. */
static void turn_aside(void *context, net_star *star, net_machine *machine) {
    (void)context;
    if (machine->index != aside.machine) return;
    if (aside.tick <= machine->first) {
        aside.tick = machine->first + 1;
        aside.want = next_hashed(star, aside.tick);
        star->plan.ticks = aside.want + AFTER_TICKS;
    }
    if (machine->game.tick == aside.tick) machine->game.words[1] ^= 1u << 9;
}

static void note_desync(void *context, net_star *star, net_machine *machine,
                        const pawl_session_event_info *event) {
    (void)context;
    if (event->type != PAWL_EVENT_DESYNC) return;
    aside.last_tick = event->tick;
    if (event->tick != aside.want) aside.is_elsewhere = true;
    if (machine->index == aside.machine)
        aside.seen_here++;
    else if (machine->index == 0 &&
             net_star_peer(star, &star->machines[aside.machine]) == (int32_t)event->peer)
        aside.seen_at_host++;
    else
        aside.is_elsewhere = true;
}

START_TEST(a_state_that_differs_is_reported_at_its_first_hash) {
    net_star *const star = net_star_make();
    uint32_t count = 0;
    for (uint64_t seed = 0; count < SEEDED_ROUNDS(60); seed++) {
        net_plan plan;
        net_plan_make(seed, seed % 3 == 0 ? NET_PLAN_COMPACT : NET_PLAN_STEADY, &plan);
        if (plan.machine[0].def.hash_every == 0 || plan.event_count > 0) continue;
        count++;
        uint64_t draw = first_seed((int)seed);
        aside = (struct turn_aside){.machine = 1 + net_random(&draw, plan.machines - 1),
                                    .tick = 10 + net_random(&draw, 40)};
        star->plan = plan;
        aside.want = next_hashed(star, aside.tick);
        const net_star_hooks hooks = {.stepped = turn_aside,
                                      .event = note_desync,
                                      .hostile = UINT32_C(1) << aside.machine,
                                      .duration_ms = plan.limit_ms / 2};
        plan.ticks = aside.want + AFTER_TICKS;
        const bool good = net_star_play(star, &plan, &hooks);
        static char text[6000];
        net_plan_text(&plan, text, sizeof text);
        ck_assert_msg(good, "%s\n%s", star->defect, text);
        ck_assert_msg(aside.seen_here == 1 && aside.seen_at_host == 1 && !aside.is_elsewhere,
                      "machine %u at %u: %u and %u reports, the last one of %u instead of %u\n%s",
                      aside.machine, aside.tick, aside.seen_here, aside.seen_at_host,
                      aside.last_tick, aside.want, text);
    }
    net_star_free(star);
}
END_TEST

START_TEST(worlds_over_a_network_are_that_of_a_plain_loop) {
    uint32_t rollbacks = 0, watched = 0;
    for (int pass = 0; pass < SEEDED_ROUNDS(GAMES); pass++) {
        uint64_t seed = first_seed(pass) + 1;
        (void)seeded_next(&seed);
        const uint32_t count = 2 + net_random(&seed, 3);
        pawl_session_def def = draw_def(&seed);
        if (pass % 4 == 0) def.window = 0;
        net_world_begin(&all, net, seed, count, &def);
        set_lines(&seed);
        /* Some are watched, from the middle on. */
        net_world_run(&all, RUN_MS / 2);
        if (count < NET_WORLDS_MAX && pass % 2 == 0) net_world_add_spectator(&all, &def);
        net_world_run(&all, RUN_MS / 2);
        net_world_calm(&all, CALM_MS);
        for (uint32_t i = 0; i < all.count; i++) {
            net_station *const station = &all.stations[i];
            const uint32_t head = pawl_session_get_head(station->session);
            ck_assert_uint_gt(head, 30);
            /* Who only watches goes on as far as the delay of the others reaches. */
            ck_assert_uint_le(all.last_tick, head);
            if (i < count) ck_assert_uint_eq(head, all.last_tick);
            ck_assert_uint_le(head, pawl_session_get_confirmed(station->session));
            pawl_world *const plain = net_world_replay(&all, head);
            ck_assert_uint_eq(pawl_world_hash(station->game.world), pawl_world_hash(plain));
            free(plain);
            ck_assert_ptr_eq(net_world_find(station, PAWL_EVENT_DESYNC), NULL);
            pawl_session_stats stats;
            ck_assert_int_eq(pawl_session_get_stats(station->session, 0, &stats), PAWL_OK);
            rollbacks += stats.rollbacks;
            if (i >= count) watched++;
        }
        net_world_end(&all);
    }
    ck_assert_uint_gt(rollbacks, 100);
    ck_assert_uint_gt(watched, 0);
}
END_TEST

Suite *suite_net_divergence(void) {
    Suite *const suite = suite_create("net_divergence");
    TCase *const test = tcase_create("net_divergence");
    tcase_add_checked_fixture(test, set_up, tear_down);
    tcase_add_test(test, one_bit_before_a_hash_is_named_on_both_sides);
    tcase_add_test(test, worlds_over_a_network_are_that_of_a_plain_loop);
    tcase_add_test(test, a_state_that_differs_is_reported_at_its_first_hash);
#if PAWL_TRACE
    tcase_add_test(test, one_bit_inside_a_step_is_named_with_its_stage);
#endif
    suite_add_tcase(suite, test);
    return suite;
}
