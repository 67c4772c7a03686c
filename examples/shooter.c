/* shooter.c - a ship shoots at what flies above it, in a pocket: the layer for 8-bit parts.
 *
 * Shows: bodies as an array of the game's own; shots that are sensors; categories and masks; edges
 * that bounce at the sides and report at the top; a ray to look ahead; the contacts of a step, by
 * which bodies go. All of the game's physics takes 580 bytes.
 *
 *   make examples && build/examples/shooter */
#include <pawl/pocket.h>
#include <stdio.h>

#define BODIES 16
#define FIELD_X 20 /* units; the lower left corner is the origin */
#define FIELD_Y 15
#define SHIP_SPEED PAWL_FX(0, 1, 8) /* units per step */
#define SHOT_SPEED PAWL_UNITS(2)    /* twice the height of an enemy: none is missed in between */
#define LOADING 15                  /* steps from one shot to the next */

enum {
    SHIP = 1,
    ENEMY = 2,
    SHOT = 4
}; /* categories */

typedef struct game {
    pawl_pocket pocket;
    pawl_pocket_body bodies[BODIES];
    uint8_t ship;
    int shots, hits, missed;
} game;

static int16_t add(game *g, uint8_t category, uint8_t mask, pawl_fx x, pawl_fx y,
                   pawl_fx velocity_x, pawl_fx velocity_y) {
    pawl_pocket_body body = pawl_pocket_body_default(); /* a circle of radius 1/2 */
    body.category = category;
    body.mask = mask;
    body.position[0] = x;
    body.position[1] = y;
    body.velocity[0] = velocity_x;
    body.velocity[1] = velocity_y;
    if (category == ENEMY) {
        body.elasticity = 255; /* nothing is lost between them and at the sides */
        body.friction = body.stick = 0;
        body.flags |= PAWL_POCKET_BOX; /* of the same half extent; so they stay in their rows */
    } else if (category == SHIP) {
        body.inverse_mass = 0; /* it goes where its velocity takes it */
    } else {
        body.half[0] = 256 / 8; /* Q8.8 */
        body.flags |= PAWL_POCKET_SENSOR;
    }
    return pawl_pocket_add(&g->pocket, g->bodies, &body);
}

static pawl_status make_game(game *g) {
    const pawl_status status = pawl_pocket_init(&g->pocket, g->bodies, BODIES);
    if (status) return status;
    pawl_pocket *pocket = &g->pocket;
    pocket->bounds[PAWL_POCKET_LEFT - PAWL_POCKET_LEFT] = 0;
    pocket->bounds[PAWL_POCKET_RIGHT - PAWL_POCKET_LEFT] = PAWL_UNITS(FIELD_X);
    pocket->bounds[PAWL_POCKET_BOTTOM - PAWL_POCKET_LEFT] = 0;
    pocket->bounds[PAWL_POCKET_TOP - PAWL_POCKET_LEFT] = PAWL_UNITS(FIELD_Y);
    pocket->edges[PAWL_POCKET_LEFT - PAWL_POCKET_LEFT] = PAWL_POCKET_EDGE_BOUNCE;
    pocket->edges[PAWL_POCKET_RIGHT - PAWL_POCKET_LEFT] = PAWL_POCKET_EDGE_BOUNCE;
    pocket->edges[PAWL_POCKET_TOP - PAWL_POCKET_LEFT] = PAWL_POCKET_EDGE_REPORT;
    const int16_t ship = add(g, SHIP, 0, PAWL_UNITS(FIELD_X) / 2, PAWL_UNITS(1), SHIP_SPEED, 0);
    if (ship < 0) return (pawl_status)ship;
    g->ship = (uint8_t)ship;
    for (int i = 0; i < 6; i++) { /* every other one goes to the left */
        const int16_t index =
            add(g, ENEMY, ENEMY | SHOT, pawl_from_int(3 + 3 * i), pawl_from_int(10 + i % 3),
                i % 2 == 0 ? PAWL_FX(0, 1, 16) : -PAWL_FX(0, 1, 12), 0);
        if (index < 0) return (pawl_status)index;
    }
    return PAWL_OK;
}

/* To and fro; a shot when somebody is just above. */
static pawl_status play(game *g) {
    pawl_pocket_body *ship = &g->bodies[g->ship];
    /* Edges do not hold what is immovable. */
    if (ship->position[0] > PAWL_UNITS(FIELD_X - 1)) ship->velocity[0] = -SHIP_SPEED;
    if (ship->position[0] < PAWL_UNITS(1)) ship->velocity[0] = SHIP_SPEED;
    if (g->pocket.tick % LOADING != 0) return PAWL_OK;
    const pawl_fx up[2] = {ship->position[0], PAWL_UNITS(FIELD_Y)};
    pawl_pocket_hit hit;
    const int16_t seen = pawl_pocket_ray(&g->pocket, g->bodies, ship->position, up, ENEMY, &hit);
    if (seen == PAWL_POCKET_NONE) return PAWL_OK;
    if (seen < 0) return (pawl_status)seen;
    const int16_t shot = add(g, SHOT, ENEMY, ship->position[0],
                             ship->position[1] + PAWL_UNITS(1) / 2, 0, SHOT_SPEED);
    if (shot >= 0) g->shots++;
    return shot >= 0 || shot == PAWL_ERR_CAPACITY ? PAWL_OK : (pawl_status)shot;
}

/* Take a body away, but once: a shot that touches for longer is reported again. */
static pawl_status take(game *g, uint8_t index, int *count) {
    if ((g->bodies[index].flags & PAWL_POCKET_USED) == 0) return PAWL_OK;
    (*count)++;
    return pawl_pocket_remove(&g->pocket, g->bodies, index);
}

static pawl_status judge(game *g) {
    int spent = 0;
    for (int i = 0; i < g->pocket.contact_count; i++) {
        const pawl_pocket_contact *contact = &g->pocket.contacts[i];
        const uint8_t a = contact->a, b = contact->b;
        pawl_status status = PAWL_OK;
        if (b == PAWL_POCKET_TOP) {
            if (g->bodies[a].category == SHOT) status = take(g, a, &g->missed);
        } else if (b < PAWL_POCKET_LEFT &&
                   (g->bodies[a].category | g->bodies[b].category) == (ENEMY | SHOT)) {
            const uint8_t enemy = g->bodies[a].category == ENEMY ? a : b;
            status = take(g, enemy, &g->hits);
            if (!status) status = take(g, enemy == a ? b : a, &spent);
            printf("tick %4u: %d down\n", (unsigned)g->pocket.tick, g->hits);
        }
        if (status) return status;
    }
    return PAWL_OK;
}

int main(void) {
    static game g;
    pawl_status status = make_game(&g);
    while (!status && g.hits < 6 && g.pocket.tick < 6000) {
        status = play(&g);
        if (!status) status = pawl_pocket_step(&g.pocket, g.bodies);
        if (!status) status = judge(&g);
    }
    if (status) {
        printf("failed: %s\n", pawl_status_text(status));
        return 1;
    }
    printf("%d shots, %d missed, checksum %08lx\n", g.shots, g.missed,
           (unsigned long)pawl_pocket_hash(&g.pocket, g.bodies));
    return 0;
}
