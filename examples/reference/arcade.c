/* arcade.c - a game of asteroids: bounds that wrap, prototypes that change, saves and snapshots. */
#include <pawl/arcade.h>
#include <pawl/pawl_float.h>
#include <stdio.h>
#include <string.h>

static uint64_t memory[2048], save[2048];
static uint8_t snapshot[8192];

static void tell(const pawl_arcade *arcade, const char *what, pawl_arcade_id body) {
    const pawl_vec2 at = pawl_arcade_get_position(arcade, body);
    printf("%-22s (%5.2f, %5.2f), prototype %u, name %u\n", what, pawl_fx_to_float(at.x),
           pawl_fx_to_float(at.y), pawl_arcade_get_prototype_of(arcade, body),
           pawl_arcade_get_user_data(arcade, body));
}

/* Space: no gravity, and what leaves on the right comes back on the left. */
static pawl_status begin(pawl_arcade **out) {
    pawl_arcade_def def = pawl_arcade_def_default();
    const uint8_t wrap[4] = {PAWL_ARCADE_EDGE_WRAP, PAWL_ARCADE_EDGE_WRAP, PAWL_ARCADE_EDGE_WRAP,
                             PAWL_ARCADE_EDGE_WRAP};
    const pawl_box space = {pawl_vec2_units(-8, -6), pawl_vec2_units(8, 6)};
    uint8_t edges[4];
    def.body_capacity = 8;
    def.contact_capacity = 8;
    pawl_status status = pawl_arcade_init(memory, sizeof memory, &def, out);
    if (status) return status;
    printf("gravity by default %.0f", pawl_fx_to_float(pawl_arcade_get_gravity(*out).y));
    pawl_arcade_set_gravity(*out, pawl_vec2_make(0, 0));
    pawl_arcade_set_bounds(*out, space, wrap);
    status = pawl_arcade_get_edges(*out, edges);
    printf(", now %.0f; %.0f units wide, %s\n", pawl_fx_to_float(pawl_arcade_get_gravity(*out).y),
           pawl_fx_to_float(pawl_arcade_get_bounds(*out).upper.x -
                            pawl_arcade_get_bounds(*out).lower.x),
           edges[0] == PAWL_ARCADE_EDGE_WRAP ? "wrapping" : "closed");
    return status;
}

/* A rock with corners, and a ship that is a circle. */
static pawl_status add_prototypes(pawl_arcade *arcade, uint16_t *rock, uint16_t *ship) {
    const pawl_vec2 corners[5] = {{PAWL_UNITS(1), 0},
                                  {PAWL_DEC(0, 3), PAWL_UNITS(1)},
                                  {-PAWL_DEC(0, 8), PAWL_DEC(0, 6)},
                                  {-PAWL_DEC(0, 8), -PAWL_DEC(0, 6)},
                                  {PAWL_DEC(0, 3), -PAWL_UNITS(1)}};
    pawl_arcade_prototype def = pawl_arcade_prototype_default();
    pawl_convex outline, copy;
    uint16_t polygon;
    const char *wrong;
    pawl_status status = pawl_make_polygon(corners, 5, 0, &outline);
    if (!status) status = pawl_arcade_add_polygon(arcade, &outline, &polygon);
    if (!status) status = pawl_arcade_get_polygon(arcade, polygon, &copy);
    if (!status) status = pawl_arcade_add_prototype(arcade, &def, ship);
    if (status) return status;
    def.shape = PAWL_ARCADE_POLYGON;
    def.polygon = polygon;
    def.inverse_mass = PAWL_DEC(0, 25);
    def.elasticity = PAWL_FX(2, 0, 1);
    status = pawl_arcade_prototype_check(arcade, &def, &wrong);
    printf("a rock of %d corners: %s is %s\n", copy.count, wrong, pawl_status_text(status));
    def.elasticity = PAWL_DEC(0, 9);
    return pawl_arcade_add_prototype(arcade, &def, rock);
}

int main(void) {
    pawl_arcade *arcade;
    uint16_t rock, ship;
    pawl_arcade_id player, asteroid;
    if (begin(&arcade) || add_prototypes(arcade, &rock, &ship) ||
        pawl_arcade_create(arcade, ship, pawl_vec2_units(-6, 0), pawl_vec2_units(6, 0), 1,
                           &player) ||
        pawl_arcade_create(arcade, rock, pawl_vec2_units(0, 0), pawl_vec2_units(-2, 1), 2,
                           &asteroid)) {
        return 1;
    }

    /* Will they meet in the next second, and when? */
    const pawl_arcade_meeting meeting =
        pawl_arcade_meet(arcade, player, pawl_vec2_units(6, 0), asteroid, pawl_vec2_units(-2, 1));
    printf("they %s after %.2f s\n", meeting.hit ? "meet" : "do not meet",
           (double)meeting.fraction / PAWL_UNIT);
    memcpy(save, memory, pawl_arcade_state_size(arcade)); /* for an undo */
    for (int tick = 1; tick <= 120; tick++) {
        if (pawl_arcade_step(arcade)) return 1;
        const pawl_arcade_contact *contacts = pawl_arcade_get_contacts(arcade);
        for (uint16_t i = 0; i < pawl_arcade_get_contact_count(arcade); i++)
            printf("tick %d: an impulse of %.2f\n", tick,
                   pawl_wide_to_double(pawl_arcade_get_contact_impulse(arcade, &contacts[i])));
    }
    pawl_arcade_id bodies[8];
    const uint16_t count = pawl_arcade_get_bodies(arcade, bodies, 8);
    printf("%u bodies, the first is %s\n", count,
           pawl_arcade_id_equal(bodies[0], player) ? "the player" : "a rock");
    for (pawl_arcade_id body = PAWL_NULL_ARCADE;
         body = pawl_arcade_next_body(arcade, body), !pawl_arcade_is_null(body);)
        tell(arcade, "after two seconds", body);
    memcpy(memory, save, pawl_arcade_state_size(arcade));
    tell(arcade, "undone", player);

    /* A shield: all ships are larger at once. And this rock becomes a ship. */
    pawl_arcade_prototype shielded;
    if (pawl_arcade_get_prototype(arcade, ship, &shielded)) return 1;
    shielded.half.x = PAWL_UNITS(1);
    pawl_arcade_set_prototype(arcade, ship, &shielded);
    pawl_arcade_set_prototype_of(arcade, asteroid, ship);
    pawl_arcade_set_user_data(arcade, asteroid, 3);
    tell(arcade, "a rock no more", asteroid);

    /* Too fast: clamped, and told. */
    pawl_arcade_set_velocity(arcade, player, pawl_vec2_make(PAWL_ARCADE_SPEED_MAX, 0));
    pawl_arcade_set_gravity(arcade, pawl_vec2_units(60, 0));
    if (pawl_arcade_step(arcade)) return 1;
    printf("fault of speed %d", (pawl_arcade_get_faults(arcade) & PAWL_ARCADE_FAULT_SPEED) != 0);
    pawl_arcade_clear_faults(arcade);
    printf(", cleared: %lu\n", (unsigned long)pawl_arcade_get_faults(arcade));

    size_t size;
    const uint32_t word = pawl_arcade_id_store(player);
    if (pawl_arcade_encode_size(arcade) > sizeof snapshot ||
        pawl_arcade_encode(arcade, snapshot, sizeof snapshot, &size) ||
        pawl_arcade_decode(arcade, snapshot, size)) {
        return 1;
    }
    printf("a snapshot of %u bytes; the player is %s\n", (unsigned)size,
           pawl_arcade_is_valid(arcade, pawl_arcade_id_load(word)) ? "in it" : "lost");
    return 0;
}
