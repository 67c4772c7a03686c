/* room_arcade.c - the room in an arcade (pawl/arcade.h). pawli_mark is called before and after each
 * step, for what counts instructions or cycles; the hash of all steps is the same everywhere. */
#include "pawl/arcade.h"
#include "target/room.h"

#define ROOM_BYTES 2048

static _Alignas(8) uint8_t memory[ROOM_BYTES];
static uint32_t bytes, contacts, hash;

static pawl_status add_kind(pawl_arcade *arcade, uint8_t shape, uint16_t *out) {
    pawl_arcade_prototype kind = pawl_arcade_prototype_default();
    kind.shape = shape;
    kind.elasticity = PAWL_FX_ONE;
    kind.friction = kind.stick = 0;
    return pawl_arcade_add_prototype(arcade, &kind, out);
}

static pawl_status make(pawl_arcade **arcade) {
    pawl_arcade_def def = pawl_arcade_def_default();
    uint16_t kinds[2] = {0, 0};
    def.body_capacity = ROOM_BODIES;
    def.prototype_capacity = 2;
    def.polygon_capacity = 0;
    def.contact_capacity = 8;
    def.gravity = pawl_vec2_make(0, 0);
    def.bounds.lower = pawl_vec2_make(0, 0);
    def.bounds.upper = pawl_vec2_make(ROOM_SIDE, ROOM_SIDE);
    for (int i = 0; i < 4; i++)
        def.edges[i] = PAWL_ARCADE_EDGE_BOUNCE;
    bytes = pawl_arcade_size(&def);
    pawl_status status = pawl_arcade_init(memory, sizeof memory, &def, arcade);
    if (status == PAWL_OK) status = add_kind(*arcade, PAWL_ARCADE_CIRCLE, &kinds[0]);
    if (status == PAWL_OK) status = add_kind(*arcade, PAWL_ARCADE_BOX, &kinds[1]);
    for (int32_t i = 0; i < ROOM_BODIES && status == PAWL_OK; i++) {
        const pawl_vec2 at = {room_x(i), room_y(i)};
        const pawl_vec2 speed = {room_speed(i, 0) * PAWL_FX_ONE, room_speed(i, 1) * PAWL_FX_ONE};
        pawl_arcade_id body;
        status = pawl_arcade_create(*arcade, kinds[i % 2], at, speed, 0, &body);
    }
    return status;
}

int main(void) {
    pawl_arcade *arcade = NULL;
    pawl_status status = make(&arcade);
    for (int i = 0; i < ROOM_STEPS && status == PAWL_OK; i++) {
        pawli_mark();
        status = pawl_arcade_step(arcade);
        pawli_mark();
        contacts += pawl_arcade_get_contact_count(arcade) + pawl_arcade_get_dropped_count(arcade);
        hash = (hash << 1 | hash >> 31) ^ pawl_arcade_hash(arcade);
    }
    const uint32_t faults = status == PAWL_OK ? pawl_arcade_get_faults(arcade) : 0;
    return room_print("room-arcade", status, bytes, contacts, faults, hash);
}
