/* main.c - @NAME@ without a window: a generator presses the keys.
 *
 *   ./@NAME@                 both players here
 *   ./@NAME@ host            waits for the other machine, then plays
 *   ./@NAME@ ADDRESS         goes to a host
 *
 * Machines that played together print the same hash. */
#include "online.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define TICKS 600
#define PATIENCE_MS 60000

static online play;

static uint32_t clock_ms(void) {
    struct timespec now;
    (void)timespec_get(&now, TIME_UTC);
    return (uint32_t)((uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000);
}

int main(int argc, char **argv) {
    const char *const word = argc > 1 ? argv[1] : NULL, *reason;
    const uint32_t begin_ms = clock_ms();
    if (!online_open(&play, word, &reason)) {
        fprintf(stderr, "@NAME@: %s\n", reason);
        return 1;
    }
    /* The last tick is known to be the same once all keys for it have come. */
    const uint32_t ticks = word == NULL ? TICKS : TICKS + ONLINE_DELAY;
    while (online_confirmed(&play) < ticks && !play.has_ended) {
        const uint32_t tick =
            word == NULL ? online_tick(&play) : pawl_session_get_head(play.session);
        const uint8_t keys[GAME_PLAYERS] = {game_bot(word == NULL || play.is_host ? 0 : 1, tick),
                                            game_bot(1, tick)};
        online_frame(&play, keys, clock_ms(), TICKS);
        if (word == NULL) continue;
        pawl_udp *const sockets[] = {&play.udp};
        (void)pawl_udp_wait(sockets, 1, 4);
        if (clock_ms() - begin_ms > PATIENCE_MS) break;
    }
    /* The guest says goodbye, for which the host waits. */
    const uint32_t linger_ms = play.is_host ? 2000 : 500;
    for (uint32_t end_ms = clock_ms();
         word != NULL && !play.has_ended && clock_ms() - end_ms < linger_ms;) {
        online_frame(&play, NULL, clock_ms(), 0); /* what the other one lacks is sent again */
        pawl_udp *const sockets[] = {&play.udp};
        (void)pawl_udp_wait(sockets, 1, 4);
    }
    if (play.failed) printf("a step failed: %s\n", pawl_status_text(play.failed));
    printf("tick %u hash %08x%s\n", (unsigned)online_tick(&play),
           (unsigned)pawl_world_hash(play.game.world), play.has_desync ? " DESYNC" : "");
    const bool done = online_confirmed(&play) >= ticks && !play.has_desync && !play.failed;
    online_close(&play);
    return done ? 0 : 1;
}
