/* sized.h - internal: inputs that vary in size. */
#ifndef PAWLI_SIZED_H
#define PAWLI_SIZED_H

#include "session/session.h"

/* What a packet tells of a tick: a row, or the columns of some players with their sizes in front.
 */
typedef struct pawli_sized_form {
    uint32_t columns;    /* 0: all inputs have the same size */
    uint32_t gone_bytes; /* of a row, in front; 0: these are columns */
    uint32_t input_size;
} pawli_sized_form;

pawli_sized_form pawli_sized_form_of(const pawl_session *session, uint32_t columns, bool is_row);
/* Most bytes of a row in a packet. */
uint32_t pawli_sized_row_max(uint32_t players, uint32_t input_size);
/* The row differs from the one before it. */
void pawli_sized_pack(const pawli_sized_form *form, pawli_writer *to, const uint8_t *row,
                      const uint8_t *base);
/* Into the row before it; false when that is not what is there, and the row is void. */
bool pawli_sized_unpack(const pawli_sized_form *form, pawli_reader *from, uint8_t *row);
/* Whether an input may have so many bytes. */
bool pawli_sized_is_valid(const pawl_session *session, uint32_t size);

#endif
