/* room.h - sixteen circles and boxes in a room, for the programs that count what a step costs in an
 * arcade and in a pocket: they fly without gravity, bounce and lose nothing. */
#ifndef PAWLI_TARGET_ROOM_H
#define PAWLI_TARGET_ROOM_H

#include "common/put.h"
#include "common/stack.h"
#include "target/mark.h"

#define ROOM_STEPS 120
#define ROOM_BODIES 16
#define ROOM_CONTACTS 60 /* of all steps, at least */
#define ROOM_SIDE PAWL_FX(10, 0, 1)

/* In columns of four; every other one is a box. In units and units per second. */
static inline int32_t room_x(int32_t i) {
    return PAWL_FX(1, 1, 2) + i % 4 * PAWL_FX(2, 1, 4) + i / 4 % 2 * PAWL_FX(0, 1, 4);
}

static inline int32_t room_y(int32_t i) {
    return PAWL_FX(1, 0, 1) + i / 4 * PAWL_FX(2, 1, 4);
}

static inline int32_t room_speed(int32_t i, int32_t axis) {
    return (i * 5 + axis * 7) % 11 - 5;
}

/* NAME bytes B contacts C hash H, then the stack; contacts are those of all steps. */
static inline int room_print(const char *name, pawl_status status, uint32_t bytes,
                             uint32_t contacts, uint32_t faults, uint32_t hash) {
    pawli_put_text(name);
    pawli_put_text(" bytes ");
    pawli_put_number(bytes);
    pawli_put_text(" contacts ");
    pawli_put_number(contacts);
    pawli_put_text(" faults ");
    pawli_put_number(faults);
    pawli_put_text(" hash ");
    pawli_put_hex(hash);
    pawli_put_text("\nstack ");
    pawli_put_number(pawli_stack_peak());
    pawl_port_putc('\n');
    return status == PAWL_OK && faults == 0 && contacts >= ROOM_CONTACTS ? 0 : 1;
}

#endif
