/* net_trial.c - what net_trial.h declares. */
#include "support/net/net_trial.h"

#include "base/bytes.h"
#include "base/crc.h"
#include "pawl/snapshot.h"
#include "support/base/seeded.h"
#include "support/net/machine.h"
#include "support/net/net_world.h"
#include "world/world.h"

#define SECOND_US UINT64_C(1000000)

/* ---- two machines in lockstep ---- */

#define TWIN_SECONDS 40u
#define TWIN_TICKS 3000u

static machine twins[2];

static net_line draw_line(uint64_t *seed, uint32_t loss) {
    const net_line line = {.delay_ms = (uint16_t)net_random(seed, 60),
                           .jitter_ms = (uint16_t)net_random(seed, 20),
                           .loss = (uint8_t)net_random(seed, loss),
                           .duplicate = (uint8_t)net_random(seed, 5)};
    return line;
}

static void play_twin(netsim *net, uint32_t index) {
    machine *const m = &twins[index];
    const uint32_t now_ms = netsim_clock_ms(net, index);
    uint8_t packet[NET_PACKET_MAX];
    uint32_t from, peer;
    int32_t size;
    while ((size = netsim_take(net, index, &from, packet)) >= 0)
        (void)pawl_session_receive(m->session, 0, packet, (size_t)size, now_ms);
    machine_add_inputs(m);
    machine_forget(m);
    (void)machine_run(m);
    while ((size = pawl_session_send(m->session, &peer, packet, sizeof packet, now_ms)) > 0)
        netsim_send(net, index, 1 - index, packet, (size_t)size);
}

typedef struct twin_news {
    uint32_t desyncs, verdicts, tick;
} twin_news;

static void take_news(machine *m, twin_news *news) {
    for (uint32_t i = 0; i < m->event_count; i++) {
        if (m->events[i].type == PAWL_EVENT_VERDICT) news->verdicts++;
        if (m->events[i].type != PAWL_EVENT_DESYNC) continue;
        news->desyncs++;
        news->tick = m->events[i].tick;
    }
    m->event_count = 0;
}

void net_trial_twins(netsim *net, uint64_t seed, net_twins *out) {
    static const uint32_t frames_us[] = {16667, 8333, 4000, 2000};
    uint64_t draw = seed;
    (void)seeded_next(&draw);
    const uint32_t frame_us = frames_us[net_random(&draw, 4)];
    pawl_session_def def = pawl_session_def_default();
    def.window = 0;
    def.session_id = 7;
    def.timeout_ms = 30000;
    def.delay = (uint8_t)(2 + net_random(&draw, 14));
    def.hash_every = (uint8_t)(net_chance(&draw, 70) ? 1 : 2 + net_random(&draw, 4));
    def.packet_size = (uint16_t)(net_chance(&draw, 70) ? PAWL_SESSION_PACKET_MAX : 64);
    netsim_reset(net, seed);
    const uint32_t loss = 1 + net_random(&draw, 41);
    *netsim_line(net, 0, 1) = draw_line(&draw, loss);
    *netsim_line(net, 1, 0) = draw_line(&draw, loss);
    machine_open(&twins[0], &def);
    def.role = PAWL_ROLE_CLIENT;
    machine_open(&twins[1], &def);
    const uint32_t spoiled = net_random(&draw, 2), tick = 100 + net_random(&draw, 300);
    const uint32_t want = (tick + def.hash_every) / def.hash_every * def.hash_every;
    twins[spoiled].spoil_tick = tick;
    twin_news news[2] = {{0, 0, 0}, {0, 0, 0}};
    for (uint64_t us = 0; us < TWIN_SECONDS * SECOND_US; us += frame_us) {
        netsim_set_time(net, us);
        for (uint32_t i = 0; i < 2; i++) {
            play_twin(net, i);
            take_news(&twins[i], &news[i]);
        }
        if (news[0].verdicts + news[1].verdicts >= 2) break;
        if (pawl_session_get_head(twins[0].session) > TWIN_TICKS) break;
    }
    memset(out, 0, sizeof *out);
    for (uint32_t i = 0; i < 2; i++) {
        out->heard += news[i].desyncs == 1;
        out->exact += news[i].desyncs == 1 && news[i].tick == want;
        out->judged += news[i].verdicts == 1;
    }
    snprintf(out->text, sizeof out->text,
             "seed 0x%llx: %u us, delay %u, every %u, loss %u %u, tick %u at %u: host heard %u of "
             "%u, client %u of %u; at tick %u",
             (unsigned long long)seed, frame_us, def.delay, def.hash_every,
             netsim_line(net, 0, 1)->loss, netsim_line(net, 1, 0)->loss, want, spoiled,
             news[0].desyncs, news[0].tick, news[1].desyncs, news[1].tick,
             pawl_session_get_head(twins[0].session));
    machine_close(&twins[0]), machine_close(&twins[1]);
}

/* ---- a bit that turns over ---- */

#define TRIES 400
#define NEWS_MS 8000
#define SLOW_SECONDS 60

static net_world all;
static struct {
    uint32_t tick;
    uint64_t draw;
    bool is_done;
    pawl_difference want; /* a: as it was */
} turned;

#if PAWL_VALIDATE
/* A build that validates takes no snapshot whose state has another hash than it says: a low bit of
 * a body, then. */
static bool turn_bit(const net_station *station, const uint8_t *snapshot, size_t size,
                     uint8_t *memory) {
    pawl_world *world;
    if (pawl_world_decode(snapshot, size, memory, station->game.spare_size, &world) != PAWL_OK)
        return false;
    pawli_body *const body = &pawli_bodies(world)[4 + net_random(&turned.draw, NET_BODIES)];
    int32_t *const fields[] = {&body->position.x, &body->position.y, &body->velocity.x,
                               &body->velocity.y, &body->spin,       &body->angular_damping};
    *fields[net_random(&turned.draw, 6)] ^= (int32_t)(1u << net_random(&turned.draw, 8));
    return pawl_world_compare(station->game.world, world, &turned.want) == 1;
}
#else
/* The state of a world with one bit of its snapshot turned over, if that is one. */
static bool turn_bit(const net_station *station, const uint8_t *snapshot, size_t size,
                     uint8_t *memory) {
    static uint8_t changed[1 << 16];
    const uint32_t at = 250 + net_random(&turned.draw, (uint32_t)size - 260);
    memcpy(changed, snapshot, size);
    changed[at] ^= (uint8_t)(1u << net_random(&turned.draw, 8));
    pawli_store_u32(changed + size - 4, pawli_crc_32(0, changed, size - 4));
    pawl_world *world;
    if (pawl_world_decode(changed, size, memory, station->game.spare_size, &world) != PAWL_OK)
        return false;
    pawl_world *const before = station->game.world;
    if (pawl_world_hash(world) == pawl_world_hash(before)) return false;
    return pawl_world_compare(before, world, &turned.want) == 1 && turned.want.in_a &&
           turned.want.in_b;
}
#endif

static void turn_before_save(net_station *station, uint32_t tick, uint32_t slot) {
    static uint8_t snapshot[1 << 16];
    (void)slot;
    if (tick != turned.tick) return;
    turned.is_done = false; /* it is saved again: only the last time counts */
    size_t size;
    ck_assert_int_eq(pawl_world_encode(station->game.world, snapshot, sizeof snapshot, &size),
                     PAWL_OK);
    for (int i = 0; i < TRIES && !turned.is_done; i++) {
        if (!turn_bit(station, snapshot, size, station->game.spare)) continue;
        memcpy(station->game.world, station->game.spare, station->game.spare_size);
        turned.is_done = true;
    }
}

static bool is_wanted_object(const pawl_difference *got) {
    return got->branch == turned.want.branch && got->key.serial == turned.want.key.serial &&
           got->key.serial_b == turned.want.key.serial_b &&
           got->key.detail == turned.want.key.detail;
}

/* What one side says. */
static void look_at_side(const net_station *station, bool is_spoiled, net_fault *out) {
    const pawl_session_event_info *const desync = net_world_find(station, PAWL_EVENT_DESYNC);
    const pawl_session_event_info *const verdict = net_world_find(station, PAWL_EVENT_VERDICT);
    const pawl_culprit culprit = is_spoiled ? PAWL_CULPRIT_HERE : PAWL_CULPRIT_PEER;
    if (desync == NULL || desync->tick != turned.tick) out->is_tick = false;
    if (verdict == NULL || verdict->culprit != culprit) out->is_machine = false;
    uint32_t tick = 0;
    pawl_difference got;
    memset(&got, 0, sizeof got);
    const bool is_known = pawl_session_get_difference(station->session, &tick, &got) == PAWL_OK;
    if (!is_known || !is_wanted_object(&got)) out->is_object = out->is_field = false;
    const int64_t here = is_spoiled ? turned.want.b.value : turned.want.a.value;
    if (strcmp(got.a.name, turned.want.a.name) != 0 || got.a.value != here) out->is_field = false;
    const size_t used = strlen(out->text);
    snprintf(out->text + used, sizeof out->text - used, "\n  %s: desync %u, culprit %d by %d, %s",
             is_spoiled ? "it" : "other", desync == NULL ? 0 : desync->tick,
             verdict == NULL ? -1 : (int)verdict->culprit,
             verdict == NULL ? -1 : (int)verdict->evidence, got.a.name);
}

static void begin_game(netsim *net, uint64_t seed, uint64_t *draw) {
    *draw = seed;
    (void)seeded_next(draw);
    pawl_session_def def = pawl_session_def_default();
    def.delay = (uint8_t)net_random(draw, 5);
    def.window = (uint8_t)(1 + net_random(draw, 12));
    def.resend_ms = 30;
    net_world_begin(&all, net, seed, 2 + net_random(draw, 2), &def);
    for (uint32_t i = 1; i < all.count; i++) {
        *netsim_line(net, 0, i) = draw_line(draw, 20);
        *netsim_line(net, i, 0) = draw_line(draw, 20);
        netsim_set_clock(net, i, net_random(draw, 1000000), (int32_t)net_random(draw, 4001) - 2000);
    }
}

/* Machines that have no part in it. */
static uint32_t count_alarms(uint32_t spoiled) {
    uint32_t count = 0;
    for (uint32_t i = 1; i < all.count; i++)
        if (spoiled != 0 && i != spoiled && net_world_find(&all.stations[i], PAWL_EVENT_DESYNC))
            count++;
    return count;
}

void net_trial_fault(netsim *net, uint64_t seed, net_fault *out) {
    uint64_t draw;
    begin_game(net, seed, &draw);
    turned.tick = 20 + net_random(&draw, 80);
    turned.draw = seeded_next(&draw);
    turned.is_done = false;
    all.spoiled = net_random(&draw, all.count);
    all.before_save = turn_before_save;
    all.is_any_spoil = true;
    for (uint32_t s = 0; s < SLOW_SECONDS; s++) {
        net_world_run(&all, 1000);
        if (pawl_session_get_confirmed(all.stations[0].session) > turned.tick + 20) break;
    }
    net_world_run(&all, NEWS_MS);
    memset(out, 0, sizeof *out);
    out->is_injected = turned.is_done;
    out->branch = (uint32_t)turned.want.branch;
    snprintf(out->text, sizeof out->text, "seed 0x%llx: tick %u of machine %u of %u, %s %s",
             (unsigned long long)seed, turned.tick, all.spoiled, all.count,
             pawl_branch_text(turned.want.branch), turned.want.a.name);
    if (turned.is_done) {
        out->is_machine = out->is_tick = out->is_object = out->is_field = true;
        look_at_side(&all.stations[all.spoiled], true, out);
        look_at_side(&all.stations[all.spoiled == 0 ? 1 : 0], false, out);
        out->alarms = count_alarms(all.spoiled);
    }
    net_world_end(&all);
}

void net_trial_calm(netsim *net, uint64_t seed, net_fault *out) {
    uint64_t draw;
    begin_game(net, seed, &draw);
    net_world_run(&all, 3000);
    memset(out, 0, sizeof *out);
    for (uint32_t i = 0; i < all.count; i++)
        out->alarms += net_world_find(&all.stations[i], PAWL_EVENT_DESYNC) != NULL ||
                       net_world_find(&all.stations[i], PAWL_EVENT_VERDICT) != NULL;
    snprintf(out->text, sizeof out->text, "seed 0x%llx", (unsigned long long)seed);
    net_world_end(&all);
}
