/* pocket_pong.c - the pocket engine: an array of bodies, and a struct beside it. */
#include <pawl/pocket.h>
#include <stdio.h>

enum {
    BALL,
    LEFT,
    RIGHT,
    BODIES
};

static pawl_pocket pocket;
static pawl_pocket_body bodies[BODIES];

static void add_paddle(int index, int32_t x) {
    bodies[index] = pawl_pocket_body_default();
    bodies[index].flags |= PAWL_POCKET_BOX | PAWL_POCKET_FLOATS;
    bodies[index].position[0] = pawl_from_int(x);
    bodies[index].half[0] = 64;  /* a quarter of a unit, Q8.8 */
    bodies[index].half[1] = 256; /* one unit */
    bodies[index].inverse_mass = 0;
    bodies[index].friction = 255; /* the paddle takes the ball along */
}

int main(void) {
    if (pawl_pocket_init(&pocket, bodies, BODIES)) return 1;
    bodies[BALL] = pawl_pocket_body_default();
    bodies[BALL].velocity[0] = PAWL_FX(0, 1, 8); /* units in a step */
    bodies[BALL].velocity[1] = PAWL_FX(0, 1, 20);
    bodies[BALL].half[0] = 64;
    bodies[BALL].elasticity = 255;
    bodies[BALL].stick = 0;
    add_paddle(LEFT, -7);
    add_paddle(RIGHT, 7);
    pocket.bounds[0] = PAWL_UNITS(-8);
    pocket.bounds[1] = PAWL_UNITS(8);
    pocket.bounds[2] = PAWL_UNITS(-4);
    pocket.bounds[3] = PAWL_UNITS(4);
    pocket.edges[0] = pocket.edges[1] = PAWL_POCKET_EDGE_REPORT; /* a point */
    pocket.edges[2] = pocket.edges[3] = PAWL_POCKET_EDGE_BOUNCE;

    for (int tick = 1; tick <= 400; tick++) {
        for (int i = LEFT; i <= RIGHT; i++) { /* both follow the ball, the right one slowly */
            const pawl_fx away = pawl_sub(bodies[BALL].position[1], bodies[i].position[1]);
            const pawl_fx most = i == LEFT ? PAWL_FX(0, 1, 10) : PAWL_FX(0, 1, 40);
            bodies[i].velocity[1] = pawl_clamp(away, -most, most);
        }
        if (pawl_pocket_step(&pocket, bodies)) return 1;
        for (uint8_t i = 0; i < pocket.contact_count; i++) {
            const pawl_pocket_contact *contact = &pocket.contacts[i];
            if (contact->a != BALL) continue;
            if (contact->b == PAWL_POCKET_LEFT || contact->b == PAWL_POCKET_RIGHT) {
                printf("tick %d: a point for the %s\n", tick,
                       contact->b == PAWL_POCKET_LEFT ? "right" : "left");
                bodies[BALL].position[0] = bodies[BALL].position[1] = 0;
                bodies[BALL].velocity[0] = -bodies[BALL].velocity[0];
            } else if (contact->b < BODIES) {
                printf("tick %d: the %s paddle\n", tick, contact->b == LEFT ? "left" : "right");
            }
        }
    }
    printf("%u bytes, checksum %08lx\n", (unsigned)(sizeof pocket + sizeof bodies),
           (unsigned long)pawl_pocket_hash(&pocket, bodies));
    return 0;
}
