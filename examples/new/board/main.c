/* main.c - @NAME@ on a microcontroller or a console, by the ports of pawl:
 *
 *   make -C PAWL board-program TARGET=cortex-m3 OPT=-Os PROGRAM="$PWD/main.c $PWD/game.c"
 *
 * A session of one machine plays it: each tick is saved, played, brought back and played again, and
 * must come out the same, as rollback on this board needs it. With PAWL_ROLE_CLIENT and a line to
 * another machine it is a game of two: examples/board/duel.c of pawl. */
#include "game.h"

#include <common/put.h>
#include <pawl/session.h>

#define TICKS 300
#define SLOTS 3
#define DELAY 0

static game play;
static uint64_t slots[SLOTS][GAME_SAVE_WORDS];
static uint64_t session_memory[PAWL_SESSION_SIZE_MAX(GAME_PLAYERS, 1, 1, DELAY, SLOTS, 1) / 8 + 1];

static void apply(void *context, pawl_world *world, uint32_t tick, const uint8_t *inputs,
                  const uint8_t *status) {
    (void)tick, (void)status;
    game_apply(context, world, inputs);
}

/* Of the player here; where there are no keys, a generator presses them. */
static uint8_t read_keys(uint32_t player, uint32_t tick) {
    const uint32_t keys = player == 0 ? pawl_port_keys() : 0;
    if (keys == 0) return game_bot(player, tick);
    return (uint8_t)((keys & PAWL_KEY_LEFT ? GAME_LEFT : 0) |
                     (keys & PAWL_KEY_RIGHT ? GAME_RIGHT : 0) |
                     (keys & PAWL_KEY_A ? GAME_JUMP : 0));
}

int main(void) {
    pawl_session_def def = pawl_session_def_default();
    pawl_session_world runner = {.apply = apply, .context = &play};
    pawl_session_event_info event;
    pawl_session *session;
    if (game_start(&play)) return 1;
    def.role = PAWL_ROLE_SYNCTEST;
    def.local_players = GAME_PLAYERS;
    def.input_size = 1, def.delay = DELAY, def.slots = SLOTS, def.session_id = 1;
    if (pawl_session_init(session_memory, sizeof session_memory, &def, &session)) return 1;
    runner.world = play.world;
    runner.slots = (uint8_t *)slots, runner.slot_size = sizeof slots[0];
    while (pawl_session_get_head(session) < TICKS) {
        const uint32_t tick = pawl_session_get_head(session);
        for (uint32_t player = 0; player < GAME_PLAYERS; player++) {
            const uint8_t keys = read_keys(player, tick);
            (void)pawl_session_add_input(session, player, &keys);
        }
        (void)pawl_session_run(session, &runner);
        if (runner.failed) return 1;
        while (pawl_session_take_event(session, &event))
            if (event.type == PAWL_EVENT_DESYNC) pawli_put_text("DESYNC\n");
    }
    pawli_put_text("hash ");
    pawli_put_hex(pawl_world_hash(play.world));
    pawl_port_putc('\n');
    return 0;
}
