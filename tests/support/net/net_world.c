/* net_world.c - a closed room with boxes and balls that the players push about. */
#include "support/net/net_world.h"

#include <stdlib.h>
#include <string.h>

#include "support/world/fixture.h"
#include "support/base/seeded.h"

#define MS_US UINT64_C(1000)
#define ROOM 6
#define SNAPSHOT_MAX 65536
#define REQUESTS_MAX 1000

static pawl_world_def room_def(void) {
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = def.shape_capacity = 16;
    def.joint_capacity = 1;
    return def;
}

/* Everything keeps moving: little friction, bouncing walls, and the inputs never end. */
static void furnish(net_station *station, pawl_world *world) {
    static const double walls[4][4] = {{0, -1, ROOM, 1},
                                       {0, 2 * ROOM + 1, ROOM, 1},
                                       {-ROOM - 1, ROOM, 1, ROOM + 2},
                                       {ROOM + 1, ROOM, 1, ROOM + 2}};
    for (int i = 0; i < 4; i++)
        add_box(world, add_body(world, PAWL_STATIC, walls[i][0], walls[i][1]), walls[i][2],
                walls[i][3]);
    for (int i = 0; i < NET_BODIES; i++) {
        station->bodies[i] = add_body(world, PAWL_DYNAMIC, i % 5 * 2 - 4, 1 + i / 5 * 2);
        if (i % 2 == 0) {
            add_box(world, station->bodies[i], 0.5, 0.5);
        } else {
            const pawl_convex ball = circle_convex(0, 0, 0.5);
            add_shape(world, station->bodies[i], &ball);
        }
    }
}

/* A player pushes two bodies; bytes are accelerations in 1/8 units per step. */
static void apply(void *context, pawl_world *world, uint32_t tick, const uint8_t *inputs,
                  const uint8_t *status) {
    net_station *const station = context;
    for (uint32_t player = 0; player < station->def.players; player++) {
        if (status[player] == PAWL_INPUT_GONE) continue;
        const uint8_t *const input = inputs + player * NET_INPUT_SIZE;
        const pawl_vec2 push = {((int32_t)input[0] - 128) * 256, ((int32_t)input[1] - 100) * 256};
        for (uint32_t i = player; i < NET_BODIES; i += station->def.players) {
            pawl_vec2 point = pawl_body_get_position(world, station->bodies[i]);
            point.y += FX(0.25); /* so that it turns */
            const pawl_status done =
                pawl_body_change_velocity(world, station->bodies[i], push, point);
            const bool is_spoiled = station->index == station->all->spoiled;
            if (!is_spoiled || !station->all->is_any_spoil) ck_assert_int_eq(done, PAWL_OK);
        }
    }
    station->steps++;
    if (station->all->before_step != NULL && station->index == station->all->spoiled)
        station->all->before_step(station, tick);
}

static void begin_station(net_world *all, uint32_t index, const pawl_session_def *shared) {
    net_station *const station = &all->stations[index];
    memset(station, 0, sizeof *station);
    station->all = all;
    station->index = index;
    station->def = *shared;
    const bool is_spectator = index >= all->players;
    station->def.players = (uint8_t)all->players;
    station->def.local_players = is_spectator ? 0 : 1;
    station->def.input_size = NET_INPUT_SIZE;
    station->def.role = index == 0     ? PAWL_ROLE_HOST
                        : is_spectator ? PAWL_ROLE_SPECTATOR
                                       : PAWL_ROLE_CLIENT;
    station->def.peers = (uint8_t)(index == 0 ? NET_WORLDS_MAX : 1);
    station->def.session_id = 77 + index;
    station->def.trusts_link = true;
    station->def.secret[0] = (uint8_t)(index + 1);
    if (station->def.slots == 0) station->def.slots = 64;
    station->def.can_replay = 1;
    station->def.can_hash = all->seed % 2 != 0; /* of a spoiled one: others say so themselves */

    const pawl_world_def room = room_def();
    pawl_session_world *const game = &station->game;
    game->world = make_world(&room);
    furnish(station, game->world);
    game->apply = apply;
    game->context = station;
    game->slot_size = (pawl_world_save_size_max(&room) + 7u) & ~7u;
    game->slots = malloc((size_t)game->slot_size * station->def.slots);
    game->spare_size = pawl_world_size(&room);
    game->spare = malloc(game->spare_size);
    game->snapshot_size = SNAPSHOT_MAX;
    game->snapshot = malloc(SNAPSHOT_MAX);

    const size_t size = pawl_session_size(&station->def);
    void *const memory = malloc(size);
    ck_assert_int_eq(pawl_session_init(memory, size, &station->def, &station->session), PAWL_OK);
    if (index > 0) {
        station->client_snapshot = malloc(SNAPSHOT_MAX);
        ck_assert_int_eq(pawl_session_set_snapshot_memory(station->session,
                                                          station->client_snapshot, SNAPSHOT_MAX),
                         PAWL_OK);
    }
}

void net_world_begin(net_world *all, netsim *net, uint64_t seed, uint32_t count,
                     const pawl_session_def *def) {
    memset(all, 0, sizeof *all);
    all->net = net;
    all->seed = seed;
    all->count = all->players = count;
    all->spoiled = UINT32_MAX;
    netsim_reset(net, seed);
    for (uint32_t i = 0; i < count; i++)
        begin_station(all, i, def);
}

void net_world_add_spectator(net_world *all, const pawl_session_def *def) {
    begin_station(all, all->count, def);
    all->stations[all->count].next_us = netsim_time(all->net);
    all->count++;
}

void net_world_end(net_world *all) {
    for (uint32_t i = 0; i < all->count; i++) {
        net_station *const station = &all->stations[i];
        free(station->session);
        free(station->game.world);
        free(station->game.slots);
        free(station->game.spare);
        free(station->game.snapshot);
        free(station->client_snapshot);
    }
}

/* The world of a slot in the spare memory. */
static pawl_world *load_spare(net_station *station, const uint8_t *slot) {
    pawl_session_world *const game = &station->game;
    const pawl_world_def room = room_def();
    pawl_world *spare = NULL;
    ck_assert_int_eq(pawl_world_init(game->spare, game->spare_size, &room, &spare), PAWL_OK);
    ck_assert_int_eq(pawl_world_restore(spare, slot, game->slot_size), PAWL_OK);
    return spare;
}

static void replay(net_station *station, const pawl_request *request, const uint8_t *slot) {
    pawl_world *const spare =
        request->is_current ? (pawl_world *)(void *)station->game.spare : load_spare(station, slot);
    const uint32_t before = pawl_world_hash(spare);
    apply(station, spare, request->tick, request->inputs, request->status);
    ck_assert_int_eq(pawl_world_step(spare, NULL), PAWL_OK);
    ck_assert_int_eq(pawl_session_answer_replay(station->session, request->tick, true, before,
                                                pawl_world_hash(spare)),
                     PAWL_OK);
}

/* As pawl_session_run, for the requests of a game that has begun and whom nobody joins. */
static pawl_request_type run_spoiled(net_station *station) {
    pawl_session_world *const game = &station->game;
    for (uint32_t count = 0; count < REQUESTS_MAX; count++) {
        pawl_request request;
        const pawl_request_type kind = pawl_session_next_request(station->session, &request);
        uint8_t *const slot = game->slots + (size_t)request.slot * game->slot_size;
        switch (kind) {
        case PAWL_REQUEST_SAVE:
            station->all->before_save(station, request.tick, request.slot);
            ck_assert_int_eq(pawl_world_save(game->world, slot, game->slot_size), PAWL_OK);
            ck_assert_int_eq(
                pawl_session_answer_save(station->session, request.tick,
                                         request.wants_hash ? pawl_world_hash(game->world) : 0),
                PAWL_OK);
            break;
        case PAWL_REQUEST_LOAD:
            ck_assert_int_eq(pawl_world_restore(game->world, slot, game->slot_size), PAWL_OK);
            break;
        case PAWL_REQUEST_STEP:
            apply(station, game->world, request.tick, request.inputs, request.status);
            ck_assert_int_eq(pawl_world_step(game->world, NULL), PAWL_OK);
            break;
        case PAWL_REQUEST_DIAGNOSE:
            ck_assert_int_eq(
                pawl_session_answer_diagnose(station->session, load_spare(station, slot)), PAWL_OK);
            break;
        case PAWL_REQUEST_HASH:
            ck_assert_int_eq(pawl_session_answer_hash(station->session, request.tick,
                                                      pawl_world_hash(load_spare(station, slot))),
                             PAWL_OK);
            break;
        case PAWL_REQUEST_REPLAY:
            replay(station, &request, slot);
            break;
        default:
            return kind;
        }
    }
    ck_abort_msg("more than %d requests", REQUESTS_MAX);
    return PAWL_REQUEST_NONE;
}

static void add_input(net_station *station) {
    const uint32_t local = pawl_session_get_local_players(station->session);
    const uint32_t tick = pawl_session_get_head(station->session) + station->def.delay;
    for (uint32_t player = 0; player < station->def.players; player++) {
        if ((local >> player & 1u) == 0) continue;
        uint64_t draw = station->all->seed + SEEDED_MULTIPLIER * (tick / 8 * 16 + player + 1);
        const uint64_t drawn = seeded_next(&draw);
        const uint8_t input[NET_INPUT_SIZE] = {(uint8_t)(drawn >> 40), (uint8_t)(drawn >> 50)};
        (void)pawl_session_add_input(station->session, player, input);
    }
}

static void log_confirmed(net_station *station) {
    net_world *const all = station->all;
    uint32_t tick;
    while (all->log_count < NET_LOG_MAX) {
        net_logged *const next = &all->log[all->log_count];
        if (!pawl_session_take_confirmed(station->session, &tick, next->inputs, next->status))
            break;
        ck_assert_uint_eq(tick, all->log_count);
        all->log_count++;
    }
}

static void turn(net_station *station) {
    netsim *const net = station->all->net;
    const uint32_t now_ms = netsim_clock_ms(net, station->index);
    uint8_t packet[NET_PACKET_MAX];
    uint32_t from, peer;
    int32_t size;
    while ((size = netsim_take(net, station->index, &from, packet)) >= 0)
        (void)pawl_session_receive(station->session, station->index == 0 ? from : 0, packet,
                                   (size_t)size, now_ms);
    const uint32_t last = station->all->last_tick;
    if ((last == 0 || pawl_session_get_head(station->session) < last) &&
        pawl_session_get_phase(station->session) == PAWL_PHASE_PLAYING &&
        pawl_session_take_advice(station->session) == 0)
        add_input(station);
    if (station->all->before_save != NULL && station->index == station->all->spoiled)
        (void)run_spoiled(station);
    else
        (void)pawl_session_run(station->session, &station->game);
    if (station->index == 0) log_confirmed(station);
    while ((size = pawl_session_send(station->session, &peer, packet, sizeof packet, now_ms)) > 0)
        netsim_send(net, station->index, station->index == 0 ? peer : 0, packet, (size_t)size);
    pawl_session_event_info event;
    while (pawl_session_take_event(station->session, &event)) {
        if (event.type == PAWL_EVENT_STALLED) continue; /* over a bad line that is most of them */
        if (station->event_count < NET_EVENTS_KEPT) station->events[station->event_count++] = event;
    }
}

void net_world_run(net_world *all, uint32_t ms) {
    const uint64_t end_us = netsim_time(all->net) + MS_US * ms;
    for (;;) {
        net_station *next = &all->stations[0];
        for (uint32_t i = 1; i < all->count; i++)
            if (all->stations[i].next_us < next->next_us) next = &all->stations[i];
        if (next->next_us > end_us) break;
        netsim_set_time(all->net, next->next_us);
        turn(next);
        next->next_us += netsim_span_us(all->net, next->index, 1000000u / next->def.rate);
    }
    netsim_set_time(all->net, end_us);
}

const pawl_session_event_info *net_world_find(const net_station *station,
                                              pawl_session_event_type kind) {
    for (uint32_t i = 0; i < station->event_count; i++)
        if (station->events[i].type == kind) return &station->events[i];
    return NULL;
}

void net_world_calm(net_world *all, uint32_t ms) {
    for (uint32_t i = 0; i < all->count; i++) {
        const uint32_t head = pawl_session_get_head(all->stations[i].session);
        if (head >= all->last_tick) all->last_tick = head + 1; /* an input may wait already */
    }
    net_world_run(all, ms);
}

void net_world_apply(net_world *all, pawl_world *world, uint32_t tick) {
    net_station plain = {.all = all, .index = UINT32_MAX - 1, .def = all->stations[0].def};
    memcpy(plain.bodies, all->stations[0].bodies, sizeof plain.bodies);
    ck_assert_uint_lt(tick, all->log_count);
    apply(&plain, world, tick, all->log[tick].inputs, all->log[tick].status);
}

pawl_world *net_world_replay(net_world *all, uint32_t tick) {
    net_station plain = {.all = all};
    const pawl_world_def room = room_def();
    pawl_world *const world = make_world(&room);
    furnish(&plain, world);
    for (uint32_t i = 0; i < tick; i++) {
        net_world_apply(all, world, i);
        ck_assert_int_eq(pawl_world_step(world, NULL), PAWL_OK);
    }
    return world;
}
