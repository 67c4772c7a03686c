/* replay_damage.h - small replays with all kinds of chunks, to be damaged. */
#ifndef PAWL_TESTS_REPLAY_DAMAGE_H
#define PAWL_TESTS_REPLAY_DAMAGE_H

#include "support/replay/replay_world.h"

/* A small world replay with every kind of chunk that there is, an unknown one included. */
replay_file make_world_file(void);

replay_file make_game_file(void);

/* Everything there is to do with a replay; the status of verifying it. */
pawl_verdict exercise(const pawl_replay *replay);

#endif
