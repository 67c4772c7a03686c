/* verify.c - a game replay played by its game, and compared tick by tick. */
#include "replay/checkpoint.h"

/* Checkpoints of this tick; false when one differs. */
static bool check_game_tick(const pawl_replay *replay, uint32_t *next, uint64_t tick,
                            pawli_run_hash *run, pawl_verdict *verdict) {
    pawl_chunk chunk;
    while (pawli_checkpoint_next_chunk(replay, next, tick, &chunk)) {
        if (chunk.type != PAWL_CHUNK_HASH && chunk.type != PAWL_CHUNK_END) continue;
        if (chunk.tick == tick && !pawli_checkpoint_agrees(&chunk, run, verdict)) return false;
    }
    return true;
}

static void play_game(const pawl_replay *replay, const pawl_replay_game *game,
                      const pawl_progress *progress, pawl_verdict *verdict) {
    uint8_t inputs[PAWL_REPLAY_ROW_MAX];
    uint8_t status[PAWL_REPLAY_PLAYERS_MAX], sizes[PAWL_REPLAY_PLAYERS_MAX];
    pawli_run_hash run = {0, 0, false};
    pawl_input_cursor cursor;
    memset(&cursor, 0, sizeof cursor);
    uint32_t next = replay->first_keyframe;
    for (uint64_t tick = replay->first_tick;; tick++) {
        verdict->tick = tick;
        pawli_enter_tick(&run, game->hash(game->context));
        if (!check_game_tick(replay, &next, tick, &run, verdict)) return;
        if (tick == replay->first_tick) pawli_begin_chain(&run);
        if (!pawli_goes_on(progress, tick, replay->last_tick)) {
            verdict->status = PAWL_ERR_LIMIT;
            return;
        }
        if (tick == replay->last_tick) return;
        verdict->status =
            pawl_replay_get_inputs_sized(replay, &cursor, tick, inputs, sizes, status);
        if (verdict->status != PAWL_OK) return;
        if (game->step_sized != NULL) {
            game->step_sized(game->context, inputs, sizes, status);
        } else {
            game->step(game->context, inputs, status);
        }
    }
}

pawl_verdict pawl_replay_verify(const pawl_replay *replay, const pawl_replay_game *game,
                                const pawl_replay_limits *limits, bool force,
                                const pawl_progress *progress) {
    pawl_verdict verdict;
    memset(&verdict, 0, sizeof verdict);
    verdict.status = PAWL_ERR_NULL;
    if (replay == NULL || game == NULL || game->load == NULL || game->hash == NULL ||
        (game->step == NULL && game->step_sized == NULL)) {
        return verdict;
    }
    const pawl_replay_limits own = limits == NULL ? pawl_replay_limits_default() : *limits;
    verdict = pawli_checkpoint_first_verdict(replay, &own, force);
    if (replay->header.type != PAWL_REPLAY_GAME) verdict.status = PAWL_ERR_ARGUMENT;
    if (verdict.status != PAWL_OK) return verdict;
    pawl_chunk keyframe;
    uint32_t next;
    verdict.offset = replay->first_keyframe;
    verdict.status = pawl_replay_get_chunk(replay, replay->first_keyframe, &keyframe, &next);
    if (verdict.status != PAWL_OK) return verdict;
    if (!game->load(game->context, keyframe.tick, keyframe.content, keyframe.content_size)) {
        verdict.status = PAWL_ERR_FORMAT;
        return verdict;
    }
    play_game(replay, game, progress, &verdict);
    return verdict;
}
