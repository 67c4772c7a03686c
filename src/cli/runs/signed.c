/* signed.c - what signed.h declares. */
#include "cli/runs/signed.h"

#include <stdlib.h>
#include <string.h>

/* A block of one player. */
typedef struct block {
    uint64_t first, end;
    uint32_t player;
    bool is_right;
} block;

typedef struct blocks {
    const cli_signed_check *check;
    block *at;
    size_t count, capacity;
} blocks;

const char *cli_signed_state_text(cli_signed_state state) {
    static const char *const texts[] = {"proven",
                                        "no signature",
                                        "a wrong signature",
                                        "the player was gone",
                                        "the replay has no key of this player",
                                        "its key is not known"};
    return texts[state];
}

/* ---- blocks --------------------------------------------------------------------------------- */

static bool verify_signature(void *context, const uint8_t *key, const uint8_t *message, size_t size,
                             const uint8_t *signature) {
    const blocks *const all = context;
    return all->check->verify == NULL || all->check->verify(key, message, size, signature);
}

static void keep_block(void *context, uint32_t player, uint64_t tick, uint32_t count,
                       pawl_signed_result result) {
    blocks *const all = context;
    if (result == PAWL_SIGNED_OUTSIDE) return;
    if (all->count == all->capacity) {
        all->capacity = all->capacity * 2 + 64;
        all->at = cli_heap_reallocate(all->at, all->capacity * sizeof *all->at);
    }
    all->at[all->count++] = (block){tick, tick + count, player, result == PAWL_SIGNED_RIGHT};
}

/* By player, then by first tick. */
static int compare_blocks(const void *a, const void *b) {
    const block *const x = a;
    const block *const y = b;
    if (x->player != y->player) return x->player < y->player ? -1 : 1;
    if (x->first != y->first) return x->first < y->first ? -1 : 1;
    return 0;
}

/* The blocks of a player, and how far those that have begun reach. */
typedef struct reach {
    const block *next, *end;
    uint64_t right, wrong; /* ticks before these are in a right one, in a wrong one */
} reach;

static void find_reaches(const blocks *all, uint32_t players, reach *out) {
    size_t at = 0;
    for (uint32_t player = 0; player < players; player++) {
        out[player] = (reach){.next = all->at + at};
        while (at < all->count && all->at[at].player == player)
            at++;
        out[player].end = all->at + at;
    }
}

/* Ticks are asked for in their order. */
static cli_signed_state state_at(reach *of, uint64_t tick) {
    while (of->next < of->end && of->next->first <= tick) {
        uint64_t *const to = of->next->is_right ? &of->right : &of->wrong;
        if (of->next->end > *to) *to = of->next->end;
        of->next++;
    }
    if (tick < of->right) return CLI_SIGNED_PROVEN;
    return tick < of->wrong ? CLI_SIGNED_WRONG : CLI_SIGNED_NONE;
}

/* ---- players -------------------------------------------------------------------------------- */

static void find_key(const cli_signed_check *check, const uint8_t *key, cli_signed_player *out) {
    static const uint8_t none[PAWL_SIGN_KEY_SIZE];
    if (memcmp(key, none, sizeof none) == 0) return;
    out->key = key;
    if (check->keys == NULL) out->name = "";
    for (size_t i = 0; check->keys != NULL && i < check->keys->count && out->name == NULL; i++) {
        if (memcmp(check->keys->at[i].bytes, key, PAWL_SIGN_KEY_SIZE) == 0)
            out->name = check->keys->at[i].name;
    }
}

static void add_tick(cli_signed_player *to, uint64_t tick, cli_signed_state state) {
    cli_signed_range *const last = to->range_count == 0 ? NULL : &to->ranges[to->range_count - 1];
    if (state != CLI_SIGNED_GONE) to->ticks++;
    if (state == CLI_SIGNED_PROVEN) to->proven++;
    if (to->more == 0 && last != NULL && last->state == state) {
        last->last = tick;
    } else if (to->range_count < CLI_SIGNED_RANGES_MAX) {
        to->ranges[to->range_count++] = (cli_signed_range){tick, tick, state};
    } else {
        to->more++; /* ticks: how they hang together is not kept */
    }
}

static void find_ticks(const pawl_replay *replay, const blocks *all, cli_signed *out) {
    uint8_t inputs[PAWL_REPLAY_PLAYERS_MAX * PAWL_REPLAY_INPUT_MAX];
    uint8_t status[PAWL_REPLAY_PLAYERS_MAX];
    reach reaches[PAWL_REPLAY_PLAYERS_MAX];
    pawl_input_cursor cursor;
    memset(&cursor, 0, sizeof cursor);
    find_reaches(all, out->player_count, reaches);
    for (uint64_t tick = replay->first_tick; tick < replay->last_tick; tick++) {
        if (pawl_replay_get_inputs(replay, &cursor, tick, inputs, status) != PAWL_OK) return;
        for (uint32_t i = 0; i < out->player_count; i++) {
            cli_signed_player *const player = &out->players[i];
            cli_signed_state state = state_at(&reaches[i], tick);
            if (player->name == NULL && state != CLI_SIGNED_WRONG)
                state = player->key == NULL ? CLI_SIGNED_KEYLESS : CLI_SIGNED_UNKNOWN;
            if (status[i] == 2) state = CLI_SIGNED_GONE; /* pawl_input_status */
            add_tick(player, tick, state);
        }
    }
}

/* ---- the result ----------------------------------------------------------------------------- */

static void judge_share(const cli_signed_check *check, cli_signed *out) {
    for (uint32_t i = 0; i < out->player_count; i++) {
        const cli_signed_player *const player = &out->players[i];
        if (player->ticks == 0) continue;
        /* Of 100 parts, so that nothing overflows. */
        const uint64_t whole =
            player->ticks / 100 * check->share + (player->ticks % 100 * check->share + 99) / 100;
        if (player->proven > 0 && player->proven >= whole) continue;
        out->result = CLI_SIGNED_UNSIGNED;
        char why[40];
        snprintf(why, sizeof why, "less than %llu %%", (unsigned long long)check->share);
        snprintf(out->reason, sizeof out->reason, "player %lu: %llu of %llu ticks are proven: %s",
                 (unsigned long)i, (unsigned long long)player->proven,
                 (unsigned long long)player->ticks,
                 player->key == NULL    ? cli_signed_state_text(CLI_SIGNED_KEYLESS)
                 : player->name == NULL ? cli_signed_state_text(CLI_SIGNED_UNKNOWN)
                 : player->proven == 0  ? cli_signed_state_text(CLI_SIGNED_NONE)
                                        : why);
        return;
    }
}

static void judge(const cli_signed_check *check, cli_signed *out) {
    const pawl_signed_verdict *const verdict = &out->verdict;
    if (verdict->status == PAWL_ERR_CORRUPT) {
        out->result = CLI_SIGNED_FORGED;
        snprintf(out->reason, sizeof out->reason,
                 "player %lu, ticks %llu to %llu: not what this key has signed, offset %lu",
                 (unsigned long)verdict->player, (unsigned long long)verdict->tick,
                 (unsigned long long)(verdict->tick + verdict->count - 1),
                 (unsigned long)verdict->offset);
    } else if (verdict->status == PAWL_ERR_LIMIT) {
        out->result = CLI_SIGNED_LIMIT;
        snprintf(out->reason, sizeof out->reason, "signatures in a wild order");
    } else if (verdict->status != PAWL_OK) {
        out->result = CLI_SIGNED_UNSIGNED;
        snprintf(out->reason, sizeof out->reason, "the replay has no keys");
    } else {
        judge_share(check, out);
    }
}

void cli_signed_find(const pawl_replay *replay, const cli_signed_check *check, cli_signed *out) {
    memset(out, 0, sizeof *out);
    if (replay->header.type != PAWL_REPLAY_GAME) {
        out->result = CLI_SIGNED_UNSIGNED;
        snprintf(out->reason, sizeof out->reason, "a world replay has no players");
        return;
    }
    out->player_count = replay->header.players;
    if (replay->last_tick - replay->first_tick > check->ticks_max) {
        out->result = CLI_SIGNED_LIMIT;
        snprintf(out->reason, sizeof out->reason, "more than %llu ticks",
                 (unsigned long long)check->ticks_max);
        return;
    }
    blocks all = {.check = check};
    const pawl_verifier verifier = {verify_signature, &all, keep_block};
    out->verdict = pawl_replay_verify_signatures(replay, &verifier);
    const uint8_t *const keys = pawl_replay_get_keys(replay, &out->match);
    for (uint32_t i = 0; keys != NULL && i < out->player_count; i++)
        find_key(check, keys + i * PAWL_SIGN_KEY_SIZE, &out->players[i]);
    if (all.count > 0) qsort(all.at, all.count, sizeof *all.at, compare_blocks);
    find_ticks(replay, &all, out);
    free(all.at);
    judge(check, out);
}
