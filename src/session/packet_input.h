/* packet_input.h - the head of an INPUT packet, for send_input.c and receive_input.c.
 *
 * A packet holds all rows that the other side has not confirmed, each time, as differences to the
 * one before: how many are the same (u8), then the next one (run lengths of the exclusive or), and
 * again. The host tells whole rows, first those that are final, then what it knows or predicts of
 * later ones; a client tells the columns of its players. */
#ifndef PAWLI_PACKET_INPUT_H
#define PAWLI_PACKET_INPUT_H

#include "session/session.h"

#define PAWLI_INPUT_FLAG_ECHO 1u
#define PAWLI_INPUT_FLAG_BEGIN 2u     /* host: the tick follows; client: known */
#define PAWLI_INPUT_FLAG_REPORT 0x80u /* full: how many packets of the other side were lost */
#define PAWLI_INPUT_COMPACT_TIME 0x40u
#define PAWLI_INPUT_COMPACT_BEGIN 0x80u
#define PAWLI_INPUT_NO_ECHO 0xFFFFu

typedef struct pawli_input_head {
    uint32_t ack, first, begin;
    uint32_t count, confirmed; /* rows, and those of them that are final */
    uint32_t head;
    uint16_t stamp, echo;
    int16_t ahead;
    bool has_time, has_echo, has_begin;
    bool has_report;
    uint16_t lost, loss; /* with a report */
} pawli_input_head;

#endif
