/* wire.h - what a board and a PC say to each other: packets in the frames of common/stream.h.
 *
 *   name 0xC5, type u8, number u16, then what the type has, then CRC-32 of all before;
 * little-endian
 *
 * The PC asks and the board answers, with the type and the number of what was asked. Nothing that
 * is asked changes its meaning when it is asked again: what is lost or damaged is repeated. */
#ifndef PAWLI_CONFORM_WIRE_H
#define PAWLI_CONFORM_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CONFORM_PROTOCOL 1
#define CONFORM_PACKET_MAX 128 /* bytes; a noisy line carries short ones */

typedef enum conform_ask {
    /* -> protocol u8, version 3 u8, simulation u32, fingerprint u32, features u32, pointer u8,
     * target text */
    CONFORM_HELLO = 1,
    CONFORM_SCENE = 2, /* index u16 -> exists u8, name text */
    /* run u32, scene u16, event u32, stage u16, traced u8 -> run u32, state u8, event u32, stage
     * u16, chain u32, type u8, value u64, stages u16: be after that event, or after that stage of
     * it, in that run of the scene. Another run begins the scene; one that is further does not go
     * back. */
    CONFORM_GO = 3,
    CONFORM_CHAIN = 4,  /* event u32 -> is kept u8, chain u32: of the last CONFORM_CHAINS events */
    CONFORM_STAGES = 5, /* first u16 -> count u8, count times: stage u8, round u8, hash u32 */
    CONFORM_TREE = 6,   /* level u8, branch u8, index u32, first u16 -> total u16, count u8, of
                         * fields: exists u8, key, then count times hash u32 or type u8, number u8,
                         * value u64 */
    CONFORM_WORD = 7,   /* first u32 -> count u32, chain u32, word u32 (product.h) */
    CONFORM_END = 8     /* the program on the board ends: for emulators */
} conform_ask;

#define CONFORM_CHAINS 128u
#define CONFORM_STAGES_MAX 80          /* of one step */
#define CONFORM_AFTER UINT16_C(0xFFFF) /* as a stage: after all of them */

typedef enum conform_state {
    CONFORM_ON_THE_WAY = 0,
    CONFORM_THERE = 1,
    CONFORM_ENDED = 2 /* the scene is over: there is no such event */
} conform_state;

/* Levels of the tree of a world (pawl/state.h). */
typedef enum conform_level {
    CONFORM_BRANCHES = 0,
    CONFORM_BLOCKS = 1,
    CONFORM_OBJECTS = 2, /* of the block `index` */
    CONFORM_FIELDS = 3   /* of the object `index` */
} conform_level;

/* What does not fit is not written, what is not there is read as 0, and `bad` says so. */
typedef struct conform_packet {
    uint8_t bytes[CONFORM_PACKET_MAX];
    uint16_t size, at; /* at: where reading goes on */
    bool bad;
} conform_packet;

#define CONFORM_HEADER 4
#define CONFORM_ROOM (CONFORM_PACKET_MAX - CONFORM_HEADER - 4)

void conform_begin(conform_packet *packet, conform_ask type, uint16_t number);
void conform_put(conform_packet *packet, uint64_t value, int bytes);
void conform_put_name(conform_packet *packet, const char *text);
void conform_seal(conform_packet *packet);

/* Whether these bytes are a packet, which is then ready to be read behind its header. */
bool conform_open(conform_packet *packet, const uint8_t *bytes, size_t size);
conform_ask conform_type_of(const conform_packet *packet);
uint16_t conform_number_of(const conform_packet *packet);
uint64_t conform_get(conform_packet *packet, int bytes);
/* The rest of the packet, cut to what fits; unprintable characters become question marks. */
void conform_get_name(conform_packet *packet, char *text, size_t size);

#endif
