/* net_game.c - mixes every byte of every input into five words, by the rounds of XXH32. */
#include "support/net/net_game.h"

#include <string.h>

#include "base/bytes.h"
#include "support/base/seeded.h"

#define WORDS 5
#define HEAD_SIZE (4u * (WORDS + 1))

static uint32_t mix(uint32_t word, uint32_t value) {
    word += value * 3266489917u;
    word = word << 17 | word >> 15;
    return word * 668265263u;
}

void net_game_begin(net_game *game, uint32_t seed) {
    for (uint32_t i = 0; i < WORDS; i++)
        game->words[i] = mix(seed, i + 1);
    game->tick = 0;
}

void net_game_step(net_game *game, uint32_t players, uint32_t input_size, const uint8_t *inputs,
                   uint32_t gone) {
    for (uint32_t i = 0; i < players * input_size; i++) {
        uint32_t *const word = &game->words[i % WORDS];
        *word = mix(*word ^ game->words[(i + 1) % WORDS], inputs[i] + 256u * i);
    }
    game->words[0] = mix(game->words[0] ^ game->words[WORDS - 1], gone);
    game->words[1] = mix(game->words[1], game->tick);
    game->tick++;
}

uint32_t net_game_gone(uint32_t gone, uint32_t players, const uint8_t *sizes) {
    uint32_t sum = 0;
    for (uint32_t i = 0; sizes != NULL && i < players; i++)
        sum = mix(sum, sizes[i]);
    return gone ^ sum << 16;
}

uint32_t net_game_hash(const net_game *game) {
    uint8_t bytes[HEAD_SIZE];
    net_game_encode(game, bytes, sizeof bytes);
    return pawl_xxh32(bytes, sizeof bytes, 0);
}

void net_game_encode(const net_game *game, uint8_t *bytes, uint32_t size) {
    pawli_writer to = pawli_writer_of(bytes, size);
    for (uint32_t i = 0; i < WORDS; i++)
        pawli_write_u32(&to, game->words[i]);
    pawli_write_u32(&to, game->tick);
    uint32_t ballast = game->words[0];
    while (to.at < size) {
        ballast = mix(ballast, size);
        pawli_write_u8(&to, (uint8_t)(ballast >> 24));
    }
}

bool net_game_decode(const uint8_t *bytes, uint32_t size, net_game *out) {
    uint8_t again[NET_SNAPSHOT_MAX];
    pawli_reader from = pawli_reader_of(bytes, size);
    net_game game;
    for (uint32_t i = 0; i < WORDS; i++)
        game.words[i] = pawli_read_u32(&from);
    game.tick = pawli_read_u32(&from);
    if (from.bad || size > sizeof again) return false;
    net_game_encode(&game, again, size);
    if (memcmp(again, bytes, size) != 0) return false;
    *out = game;
    return true;
}
