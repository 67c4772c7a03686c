/* room_pocket.c - the room in a pocket (pawl/pocket.h). pawli_mark is called before and after each
 * step, for what counts instructions or cycles; the hash of all steps is the same everywhere. */
#include "pawl/pocket.h"
#include "target/room.h"

static struct {
    pawl_pocket pocket;
    pawl_pocket_body bodies[ROOM_BODIES];
} state;
static uint32_t contacts, hash;

static pawl_status make(void) {
    pawl_pocket *const pocket = &state.pocket;
    const pawl_status status = pawl_pocket_init(pocket, state.bodies, ROOM_BODIES);
    pocket->bounds[0] = pocket->bounds[2] = 0;
    pocket->bounds[1] = pocket->bounds[3] = ROOM_SIDE;
    for (uint8_t i = 0; i < 4; i++)
        pocket->edges[i] = PAWL_POCKET_EDGE_BOUNCE;
    for (uint8_t i = 0; i < ROOM_BODIES; i++) {
        pawl_pocket_body *const body = &state.bodies[i];
        *body = pawl_pocket_body_default();
        body->elasticity = 255;
        body->friction = body->stick = 0;
        if (i % 2 == 1) {
            body->flags |= PAWL_POCKET_BOX;
            body->half[0] = body->half[1] = 0x80;
        }
        body->position[0] = room_x(i);
        body->position[1] = room_y(i);
        body->velocity[0] = room_speed(i, 0) * PAWL_FX(0, 1, 60);
        body->velocity[1] = room_speed(i, 1) * PAWL_FX(0, 1, 60);
    }
    return status;
}

int main(void) {
    pawl_status status = make();
    for (int i = 0; i < ROOM_STEPS && status == PAWL_OK; i++) {
        pawli_mark();
        status = pawl_pocket_step(&state.pocket, state.bodies);
        pawli_mark();
        contacts += (uint32_t)state.pocket.contact_count + state.pocket.dropped;
        hash = (hash << 1 | hash >> 31) ^ pawl_pocket_hash(&state.pocket, state.bodies);
    }
    return room_print("room-pocket", status, sizeof state, contacts, state.pocket.faults, hash);
}
