/* board.c - a board plays what a PC asks for, and tells what came of it.
 *
 * It waits for packets (conform/wire.h) on the line of its port, at the beginning, in the middle of
 * a scene and even between two stages of a step: a scene is a function that is called once, so
 * where it has to stand still, what it has called goes on listening. docs/porting.md, "When a port
 * differs". */
#include "conform/board.h"

#include "common/put.h"
#include "conform/product.h"
#include "conform/tree.h"
#include "pawl/pawl.h"
#if __STDC_HOSTED__
#include <time.h>
#endif

#ifndef PAWLI_TARGET
#define PAWLI_TARGET "unknown"
#endif

static board all;

/* ---- answers ---- */

static void answer_hello(conform_packet *to) {
    conform_put(to, CONFORM_PROTOCOL, 1);
    conform_put(to, PAWL_VERSION_MAJOR, 1);
    conform_put(to, PAWL_VERSION_MINOR, 1);
    conform_put(to, PAWL_VERSION_PATCH, 1);
    conform_put(to, PAWL_SIMULATION_VERSION, 4);
    conform_put(to, pawl_math_fingerprint(), 4);
    conform_put(to, PAWL_FEATURES, 4);
    conform_put(to, sizeof(void *), 1);
    conform_put_name(to, PAWLI_TARGET);
}

static void answer_scene(conform_packet *from, conform_packet *to) {
    conform_scene scene;
    const bool exists = conform_scene_at((int)conform_get(from, 2), &scene);
    conform_put(to, exists, 1);
    if (!exists) return;
    char name[CONFORM_NAME_MAX];
    conform_scene_name(&scene, name);
    conform_put_name(to, name);
}

static bool is_behind(const board_place *a, const board_place *b) {
    return a->event != b->event ? a->event < b->event : a->stage < b->stage;
}

static void answer_go(board *own, conform_packet *from, conform_packet *to) {
    board_place target;
    const uint32_t run = (uint32_t)conform_get(from, 4);
    const uint16_t scene = (uint16_t)conform_get(from, 2);
    target.event = (uint32_t)conform_get(from, 4);
    target.stage = (uint16_t)conform_get(from, 2);
    const bool is_traced = conform_get(from, 1) != 0;
    if (run != own->run) {
        own->is_left = true; /* the run before */
        own->run = run;
        own->scene = scene;
        memset(&own->here, 0, sizeof own->here);
        own->state = CONFORM_ON_THE_WAY;
    }
    if (own->is_left || is_behind(&own->target, &target)) {
        own->target = target;
        own->is_traced = is_traced;
        if (is_behind(&own->here, &target) && own->state == CONFORM_THERE) {
            own->state = CONFORM_ON_THE_WAY;
        }
    }
    conform_put(to, own->run, 4);
    conform_put(to, own->state, 1);
    conform_put(to, own->here.event, 4);
    conform_put(to, own->here.stage, 2);
    conform_put(to, own->chain, 4);
    conform_put(to, own->type, 1);
    conform_put(to, (uint64_t)own->value, 8);
    conform_put(to, own->stage_count, 2);
}

static void answer_chain(const board *own, conform_packet *from, conform_packet *to) {
    const uint32_t event = (uint32_t)conform_get(from, 4);
    const bool is_kept = event > 0 && event <= own->events && own->events - event < CONFORM_CHAINS;
    conform_put(to, is_kept, 1);
    conform_put(to, is_kept ? own->chains[event % CONFORM_CHAINS] : 0, 4);
}

static void answer_stages(const board *own, conform_packet *from, conform_packet *to) {
    const uint16_t first = (uint16_t)conform_get(from, 2);
    const uint16_t left = first < own->stage_count ? (uint16_t)(own->stage_count - first) : 0;
    const uint16_t count = left < (CONFORM_ROOM - 1) / 6 ? left : (CONFORM_ROOM - 1) / 6;
    conform_put(to, count, 1);
    for (uint16_t i = first; i < first + count; i++) {
        conform_put(to, own->stages[i].stage, 1);
        conform_put(to, own->stages[i].round, 1);
        conform_put(to, own->stages[i].hash, 4);
    }
}

static void answer_word(conform_packet *from, conform_packet *to) {
    const conform_product product = conform_product_at((uint32_t)conform_get(from, 4));
    conform_put(to, product.count, 4);
    conform_put(to, product.chain, 4);
    conform_put(to, product.word, 4);
}

/* ---- the line ---- */

static void send(board *own, conform_packet *packet) {
    conform_seal(packet);
    if (packet->bad) return;
    while (pawl_stream_is_busy(&own->stream) && pawl_stream_flush(&own->stream) == PAWL_OK) {
    }
    (void)pawl_stream_send(&own->stream, packet->bytes, packet->size);
}

static void answer(board *own, conform_packet *from) {
    conform_packet to;
    conform_begin(&to, conform_type_of(from), conform_number_of(from));
    switch (conform_type_of(from)) {
    case CONFORM_HELLO:
        answer_hello(&to);
        break;
    case CONFORM_SCENE:
        answer_scene(from, &to);
        break;
    case CONFORM_GO:
        answer_go(own, from, &to);
        break;
    case CONFORM_CHAIN:
        answer_chain(own, from, &to);
        break;
    case CONFORM_STAGES:
        answer_stages(own, from, &to);
        break;
    case CONFORM_TREE:
        conform_tree_answer(own->world, from, &to);
        break;
    case CONFORM_WORD:
        answer_word(from, &to);
        break;
    case CONFORM_END:
        own->is_over = own->is_left = true;
        break;
    }
    if (!from->bad) send(own, &to);
}

/* A board goes round and round; a machine with other work to do sleeps for a moment. */
static void rest(void) {
#if __STDC_HOSTED__
    const struct timespec moment = {.tv_nsec = 200000};
    (void)nanosleep(&moment, NULL);
#endif
}

/* Answer what has come. */
static void listen(board *own) {
    int32_t size;
    (void)pawl_stream_flush(&own->stream);
    while (!own->is_over && (size = pawl_stream_receive(&own->stream, 300)) > 0) {
        conform_packet from;
        if (conform_open(&from, own->stream.reader.packet, (size_t)size)) answer(own, &from);
    }
}

/* ---- a scene ---- */

static void wait_here(board *own, const pawl_world *world) {
    own->world = world;
    own->state = CONFORM_THERE;
    for (listen(own); !own->is_left && own->state == CONFORM_THERE; listen(own))
        rest();
    own->world = NULL;
}

static bool take_event(void *context, const conform_event *event) {
    board *const own = context;
    own->here.event = own->events = event->number;
    own->here.stage = CONFORM_AFTER;
    own->chain = event->chain;
    own->type = event->type;
    own->value = event->value;
    own->chains[event->number % CONFORM_CHAINS] = event->chain;
    listen(own);
    if (!own->is_left && !is_behind(&own->here, &own->target)) wait_here(own, event->world);
    own->watch.traced = own->is_traced ? own->target.event : 0;
    return !own->is_left;
}

static void take_stage(void *context, const pawl_world *world, pawl_stage stage, uint32_t round,
                       uint32_t hash) {
    board *const own = context;
    if (own->is_left || own->stage_count >= CONFORM_STAGES_MAX) return;
    own->here.event = own->events + 1;
    own->here.stage = own->stage_count;
    own->stages[own->stage_count].stage = (uint8_t)stage;
    own->stages[own->stage_count].round = (uint8_t)round;
    own->stages[own->stage_count].hash = hash;
    own->stage_count++;
    if (!is_behind(&own->here, &own->target)) wait_here(own, world);
}

static void play(board *own) {
    conform_scene scene;
    own->is_left = false;
    own->events = own->chain = 0;
    own->stage_count = 0;
    own->watch =
        (conform_watch){own, take_event, take_stage, own->is_traced ? own->target.event : 0};
    if (conform_scene_at(own->scene, &scene)) conform_play(&scene, &own->watch);
    while (!own->is_left) { /* and to where it was to go there is nothing more */
        own->state = CONFORM_ENDED;
        listen(own);
        rest();
    }
}

int main(void) {
    pawl_stream_open_link(&all.stream);
    pawli_put_text("conform: waiting for a PC\n");
    for (listen(&all); !all.is_left; listen(&all))
        rest();
    while (!all.is_over)
        play(&all);
    while (pawl_stream_is_busy(&all.stream) && pawl_stream_flush(&all.stream) == PAWL_OK) {
    }
    pawli_put_text("conform: the end\n");
    return 0;
}
