/* online.c - packets, requests of the session, events. */
#include "online.h"

#include <stdio.h>
#include <string.h>

static void apply(void *context, pawl_world *world, uint32_t tick, const uint8_t *inputs,
                  const uint8_t *status) {
    (void)tick, (void)status;
    game_apply(context, world, inputs);
}

/* Random bytes of the system: other games and other machines must not have the same. */
static bool draw(void *bytes, size_t size) {
    FILE *file = fopen("/dev/urandom", "rb");
    const bool good = file != NULL && fread(bytes, 1, size, file) == size;
    if (file != NULL) (void)fclose(file);
    return good;
}

static pawl_udp_status open_socket(online *self, const char *word) {
    const pawl_udp_address all = pawl_udp_any(4, self->is_host ? ONLINE_PORT : 0);
    pawl_udp_address host;
    pawl_udp_status status = pawl_udp_open(&self->udp, &all);
    if (self->is_host || status != PAWL_UDP_OK) return status;
    status = pawl_udp_resolve(word, 4, ONLINE_PORT, &host);
    if (status == PAWL_UDP_OK) (void)pawl_udp_peer_set(&self->peers, 0, &host);
    return status;
}

bool online_open(online *self, const char *word, const char **reason) {
    pawl_session_def def = pawl_session_def_default();
    pawl_status status = game_start(&self->game);
    *reason = pawl_status_text(status);
    self->udp.socket = -1;
    if (status || word == NULL) return status == PAWL_OK;
    self->is_host = strcmp(word, "host") == 0;
    const pawl_udp_status opened = open_socket(self, word);
    *reason = pawl_udp_status_text(opened);
    if (opened != PAWL_UDP_OK) return false;
    def.role = self->is_host ? PAWL_ROLE_HOST : PAWL_ROLE_CLIENT;
    def.input_size = 1;
    def.window = ONLINE_WINDOW;
    def.delay = ONLINE_DELAY;
    def.slots = ONLINE_SLOTS;
    def.rate = GAME_RATE;
    def.app_id = 1; /* another number for each version of the rules */
    def.world_id = pawl_world_get_capacity_id(self->game.world);
    *reason = "no random numbers";
    if (!draw(&def.session_id, sizeof def.session_id) || !draw(def.secret, sizeof def.secret))
        return false;
    def.session_id |= 1;
    self->runner.world = self->game.world;
    self->runner.apply = apply;
    self->runner.context = &self->game;
    self->runner.slots = (uint8_t *)self->slots;
    self->runner.slot_size = sizeof self->slots[0];
    self->runner.spare = (uint8_t *)self->spare;
    self->runner.spare_size = sizeof self->spare;
    status =
        pawl_session_init(self->session_memory, sizeof self->session_memory, &def, &self->session);
    *reason = pawl_status_text(status);
    return status == PAWL_OK;
}

static void receive_all(online *self, uint32_t now_ms) {
    uint8_t packet[PAWL_SESSION_PACKET_MAX];
    pawl_udp_address from;
    int32_t size;
    while ((size = pawl_udp_receive(&self->udp, &from, packet, sizeof packet)) > 0) {
        pawl_session_reply reply; /* a stranger is challenged before it becomes a peer */
        if (!self->is_host) {
            if (pawl_udp_peer_find(&self->peers, &from) == 0)
                (void)pawl_session_receive(self->session, 0, packet, (size_t)size, now_ms);
            continue;
        }
        pawl_session_receive_from(self->session, &from, sizeof from, packet, (size_t)size, now_ms,
                                  &reply);
        if (reply.peer != PAWL_SESSION_PEER_NONE)
            (void)pawl_udp_peer_set(&self->peers, reply.peer, &from);
        if (reply.size > 0) (void)pawl_udp_send(&self->udp, &from, reply.bytes, reply.size);
    }
}

static void send_all(online *self, uint32_t now_ms) {
    uint8_t packet[PAWL_SESSION_PACKET_MAX];
    uint32_t peer;
    int32_t size;
    while ((size = pawl_session_send(self->session, &peer, packet, sizeof packet, now_ms)) > 0)
        (void)pawl_udp_send(&self->udp, pawl_udp_peer_address(&self->peers, peer), packet,
                            (size_t)size);
}

void online_close(online *self) {
    if (self->session != NULL) { /* the other machine is told */
        (void)pawl_session_leave(self->session);
        send_all(self, self->now_ms);
    }
    pawl_udp_close(&self->udp);
}

/* The first value that the two machines do not have alike; a is this one. */
static void tell_difference(const online *self) {
    char text[PAWL_DIFFERENCE_TEXT_MAX];
    pawl_difference found;
    uint32_t tick;
    if (pawl_session_get_difference(self->session, &tick, &found) != PAWL_OK) return;
    (void)pawl_difference_print(&found, text, sizeof text);
    printf("%s", text);
}

static void take_events(online *self) {
    pawl_session_event_info event;
    while (pawl_session_take_event(self->session, &event)) {
        if (event.type == PAWL_EVENT_DESYNC) {
            printf("desync at tick %u\n", (unsigned)event.tick);
            self->has_desync = true;
        }
        if (event.type == PAWL_EVENT_VERDICT) printf("%s\n", pawl_evidence_text(event.evidence));
        if (event.type == PAWL_EVENT_DIAGNOSED) tell_difference(self);
        if (event.type == PAWL_EVENT_REFUSED || event.type == PAWL_EVENT_PEER_DOWN) {
            printf("the other machine is gone: %s\n", pawl_refusal_text(event.reason));
            self->has_ended = true;
        }
    }
}

void online_frame(online *self, const uint8_t *keys, uint32_t now_ms, uint32_t last_tick) {
    if (self->session == NULL) {
        if (online_tick(self) >= last_tick) return;
        game_apply(&self->game, self->game.world, keys);
        self->failed = pawl_world_step(self->game.world, NULL);
        self->has_ended = self->failed != PAWL_OK;
        return;
    }
    self->now_ms = now_ms;
    receive_all(self, now_ms);
    self->rest += pawl_session_take_advice(self->session);
    if (self->rest > 0) {
        self->rest--;
    } else {
        const uint32_t head = pawl_session_get_head(self->session);
        const bool plays = pawl_session_get_phase(self->session) == PAWL_PHASE_PLAYING;
        if (plays && head >= self->given && head < last_tick) {
            (void)pawl_session_add_input(self->session, self->is_host ? 0 : 1, keys);
            self->given = head + 1;
        }
        (void)pawl_session_run(self->session, &self->runner);
        self->failed = self->runner.failed;
        self->has_ended |= self->failed != PAWL_OK;
    }
    send_all(self, now_ms);
    take_events(self);
}

uint32_t online_confirmed(const online *self) {
    return self->session != NULL ? pawl_session_get_confirmed(self->session) : online_tick(self);
}

uint32_t online_tick(const online *self) {
    return (uint32_t)pawl_world_get_tick(self->game.world);
}
