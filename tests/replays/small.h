/* small.h - small replays that come out the same on every machine. Plain C on the library alone.
 *
 * The world has a chain, tiles, a joint, a sensor and things that fall on them; something is done
 * to it before some of its steps. The game is a generator and sums of its inputs; its second player
 * leaves. */
#ifndef PAWL_TESTS_REPLAYS_SMALL_H
#define PAWL_TESTS_REPLAYS_SMALL_H

#include "pawl/film.h"
#include "pawl/pawl.h"
#include "pawl/replay.h"
#include "pawl/session.h"

#define SMALL_REPLAY_MAX 16384u

/* Bytes of the replay, written to a buffer of SMALL_REPLAY_MAX bytes; 0 when that fails. */
uint32_t small_world_replay(uint8_t *bytes);
uint32_t small_game_replay(uint8_t *bytes);
/* The run of small_world_replay with more done to it, packed. */
uint32_t small_packed_replay(uint8_t *bytes);

/* A film of the same world, every other tick, without things done to it. */
uint32_t small_film(uint8_t *bytes);

/* Shows all of a film: a checksum of what was drawn of each frame; 0 when it cannot be shown. */
uint32_t small_show(const uint8_t *bytes, uint32_t size);

/* Play and compare; any replay of this game, or of any world. */
pawl_verdict small_verify(const pawl_replay *replay, const pawl_replay_limits *limits, bool force);

#endif
