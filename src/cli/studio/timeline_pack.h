/* timeline_pack.h - internal to the timeline: a state in few bytes, as what differs from another
 * one.
 *
 * States are arrays of 32-bit words. A packet is a list of orders, each a number that holds an
 * order in its low two bits and a count of words above them:
 *
 *   SAME      words that both have
 *   CHANGED   words of which the differences follow, those of the second state less those of the
 * first LEFT_OUT  words that only the first state has, which follow ADDED     words that only the
 * second state has, which follow
 *
 * Words follow in groups of four, less at the end: a byte with two bits for each (0, 1, 2 or 4
 * bytes), then these bytes, low ones first. They are small numbers, positive and negative ones by
 * turns. A number has seven bits a byte, low ones first, and 0x80 in all but the last byte.
 *
 * So a packet leads from either state to the other. */
#ifndef CLI_TIMELINE_PACK_H
#define CLI_TIMELINE_PACK_H

#include <stddef.h>
#include <stdint.h>

typedef struct cli_words {
    const uint32_t *at; /* null: zeros */
    uint32_t count;
} cli_words;

/* Where words of the first state are, by what they are. Any content will do. */
#define CLI_TIMELINE_PACK_PLACES ((size_t)1 << 14)

/* Write the packet from one state to the next. Returns its size; SIZE_MAX when that is more than
 * `room`. */
size_t cli_timeline_pack_write(cli_words from, cli_words to, uint32_t *places, uint8_t *packet,
                               size_t room);

/* Write the second state of a packet to `to`, from the first one; or the other way round. */
typedef enum cli_timeline_pack_way {
    CLI_TIMELINE_PACK_FORWARD,
    CLI_TIMELINE_PACK_BACKWARD
} cli_timeline_pack_way;
void cli_timeline_pack_read(const uint8_t *packet, size_t size, cli_timeline_pack_way way,
                            const uint32_t *from, uint32_t *to);

#endif
