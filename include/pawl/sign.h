/* sign.h - what a player signs: its confirmed inputs of a block of ticks, as bytes that are the
 * same on every machine. docs/netplay.md says what a signature proves.
 *
 * The engine knows no keys and no curve: a program signs with a library of its choice, where a
 * signature has 64 bytes and a public key 32 (Ed25519, RFC 8032). The message holds the inputs
 * themselves and no hash of ours, so that all rests on the program's library. */
#ifndef PAWL_SIGN_H
#define PAWL_SIGN_H

#include "pawl/base.h"

#define PAWL_SIGNATURE_SIZE 64
#define PAWL_SIGN_KEY_SIZE 32
#define PAWL_SIGN_MATCH_SIZE 16
#define PAWL_SIGN_HEAD_SIZE 52    /* bytes of a message before the inputs */
#define PAWL_SIGN_INPUTS_MAX 1024 /* bytes of the inputs of a block */
#define PAWL_SIGN_MESSAGE_MAX (PAWL_SIGN_HEAD_SIZE + PAWL_SIGN_INPUTS_MAX)

/* A block of ticks of one player. */
typedef struct pawl_signed_block {
    /* A number of the match that never comes again, the same on all machines: random bytes of a
     * server or the host. Without it a block of an earlier match could be shown as one of this. */
    uint8_t match[PAWL_SIGN_MATCH_SIZE];
    uint32_t app_id;
    uint8_t player, input_size;
    uint16_t count;          /* of ticks */
    uint64_t tick;           /* the first */
    uint8_t variable_inputs; /* 1: each input is a byte, its size, and input_size bytes, those
                                behind its size zeros */
} pawl_signed_block;

/* The message: "pawl signed inputs 1", or 2 where they vary in size, match, app_id, player,
 * input_size, count, tick (little-endian, 16 + 4 + 1 + 1 + 2 + 8 bytes), inputs[count * input_size]
 * of the ticks in order, where they vary in size a byte more for each. Its size, 0 where there is
 * too little room or more than PAWL_SIGN_INPUTS_MAX bytes of inputs, or anything is null. */
PAWL_API uint32_t pawl_signed_block_write(const pawl_signed_block *block, const uint8_t *inputs,
                                          uint8_t *message, size_t room);

#endif
