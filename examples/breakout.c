/* breakout.c - a ball, a wall of bricks, and a paddle that shoots.
 *
 * Shows: bodies that are destroyed when something hits them; user data, by which a game knows its
 * bodies; pawl_arcade_ray as a bullet, with the nearest hit first; categories, so that a bullet
 * meets bricks alone.
 *
 *   make examples && build/examples/breakout */
#include <pawl/arcade.h>
#include <stdio.h>

#define COLUMNS 8
#define ROWS 4
#define BRICKS (COLUMNS * ROWS)
#define IS_BRICK 2      /* a category */
#define NO_BRICK 0xFFFF /* user data of ball and paddle */
#define RELOAD 180      /* steps from shot to shot */

static uint64_t memory[2048];
static char wall[ROWS][COLUMNS + 1]; /* what is left, for the eye */

static pawl_status make_bricks(pawl_arcade *arcade) {
    pawl_arcade_prototype kind = pawl_arcade_prototype_default();
    uint16_t index = 0;
    kind.shape = PAWL_ARCADE_BOX;
    kind.half = pawl_vec2_make(PAWL_UNITS(3) / 4, PAWL_UNITS(1) / 4);
    kind.inverse_mass = 0;
    kind.friction = kind.stick = 0;
    kind.category = IS_BRICK;
    pawl_status status = pawl_arcade_add_prototype(arcade, &kind, &index);
    for (uint16_t i = 0; i < BRICKS && !status; i++) {
        const pawl_vec2 place = {pawl_from_int(2 * (i % COLUMNS) - COLUMNS + 1),
                                 pawl_from_int(8 - i / COLUMNS)};
        pawl_arcade_id id;
        status = pawl_arcade_create(arcade, index, place, pawl_vec2_make(0, 0), i, &id);
        wall[i / COLUMNS][i % COLUMNS] = '#';
    }
    return status;
}

static pawl_status make_players(pawl_arcade *arcade, pawl_arcade_id *paddle, pawl_arcade_id *ball) {
    pawl_arcade_prototype kind = pawl_arcade_prototype_default();
    uint16_t index = 0;
    kind.half.x = PAWL_UNITS(1) / 4; /* a circle */
    kind.elasticity = PAWL_UNITS(1);
    kind.friction = kind.stick = 0;
    pawl_status status = pawl_arcade_add_prototype(arcade, &kind, &index);
    if (status) return status;
    status = pawl_arcade_create(arcade, index, pawl_vec2_make(0, PAWL_UNITS(1)),
                                pawl_vec2_make(PAWL_UNITS(4), PAWL_UNITS(9)), NO_BRICK, ball);
    if (status) return status;
    kind.shape = PAWL_ARCADE_BOX;
    kind.half = pawl_vec2_make(PAWL_UNITS(1), PAWL_UNITS(1) / 4);
    kind.inverse_mass = 0;
    status = pawl_arcade_add_prototype(arcade, &kind, &index);
    if (status) return status;
    const pawl_vec2 zero = {0, 0};
    return pawl_arcade_create(arcade, index, zero, zero, NO_BRICK, paddle);
}

static pawl_status break_brick(pawl_arcade *arcade, pawl_arcade_id brick) {
    const uint16_t number = pawl_arcade_get_user_data(arcade, brick);
    wall[number / COLUMNS][number % COLUMNS] = '.';
    return pawl_arcade_destroy(arcade, brick);
}

/* All bricks that the ball has hit in the last step. Destroying changes the arcade and so ends the
 * list of contacts: they are gathered first. A brick may be hit twice. */
static pawl_status break_hit(pawl_arcade *arcade) {
    pawl_arcade_id hit[16];
    int count = 0;
    const pawl_arcade_contact *contact = pawl_arcade_get_contacts(arcade);
    for (int i = pawl_arcade_get_contact_count(arcade); i > 0 && count < 16; i--, contact++) {
        if (contact->type != PAWL_ARCADE_CONTACT_IMPACT) continue;
        if (pawl_arcade_get_user_data(arcade, contact->a) == NO_BRICK) continue;
        hit[count++] = contact->a; /* the older one: bricks were made before the ball */
    }
    for (int i = 0; i < count; i++) {
        if (!pawl_arcade_is_valid(arcade, hit[i])) continue;
        const pawl_status status = break_brick(arcade, hit[i]);
        if (status) return status;
    }
    return PAWL_OK;
}

/* Straight up from the paddle: the first brick on the way goes. */
static pawl_status shoot(pawl_arcade *arcade, pawl_arcade_id paddle) {
    const pawl_vec2 from = pawl_arcade_get_position(arcade, paddle);
    const pawl_vec2 to = pawl_vec2_add(from, pawl_vec2_make(0, PAWL_UNITS(12)));
    pawl_arcade_ray_hit hit;
    const int32_t count = pawl_arcade_ray(arcade, from, to, IS_BRICK, &hit, 1);
    if (count < 0) return (pawl_status)count;
    if (count == 0) return PAWL_OK;
    printf("tick %4lu: a shot hits at %ld/100 units, with %ld more behind\n",
           (unsigned long)pawl_arcade_get_tick(arcade),
           (long)((int64_t)(hit.enter_point.y - from.y) * 100 / PAWL_FX_ONE), (long)count - 1);
    return break_brick(arcade, hit.body);
}

/* Where the ball has hit the paddle says which way it goes: not physics, but what a player wants.
 * The bricks are so far away that no step has hits of both. */
static pawl_status steer(pawl_arcade *arcade, pawl_arcade_id paddle, pawl_arcade_id ball) {
    const pawl_arcade_contact *contact = pawl_arcade_get_contacts(arcade);
    for (int i = pawl_arcade_get_contact_count(arcade); i > 0; i--, contact++) {
        if (!pawl_arcade_id_equal(contact->b, paddle)) continue;
        const pawl_fx off =
            pawl_arcade_get_position(arcade, ball).x - pawl_arcade_get_position(arcade, paddle).x;
        return pawl_arcade_set_velocity(arcade, ball, pawl_vec2_make(6 * off, PAWL_UNITS(9)));
    }
    return PAWL_OK;
}

/* Under the ball, as far as 6 units per second allow; a little beside it, by turns. */
static pawl_status follow(pawl_arcade *arcade, pawl_arcade_id paddle, pawl_arcade_id ball) {
    const int turn = (int)(pawl_arcade_get_tick(arcade) / 50 % 3) - 1;
    const pawl_fx way = pawl_arcade_get_position(arcade, ball).x + turn * PAWL_UNITS(3) / 4 -
                        pawl_arcade_get_position(arcade, paddle).x;
    const pawl_vec2 velocity = {pawl_clamp(way, -PAWL_UNITS(6) / 60, PAWL_UNITS(6) / 60) * 60, 0};
    return pawl_arcade_set_velocity(arcade, paddle, velocity);
}

int main(void) {
    pawl_arcade_def def = pawl_arcade_def_default();
    pawl_arcade *arcade;
    pawl_arcade_id paddle, ball;
    def.gravity = pawl_vec2_make(0, 0);
    def.bounds.lower = pawl_vec2_make(-PAWL_UNITS(9), -PAWL_UNITS(1));
    def.bounds.upper = pawl_vec2_make(PAWL_UNITS(9), PAWL_UNITS(10));
    for (int i = PAWL_ARCADE_LEFT; i <= PAWL_ARCADE_TOP; i++)
        def.edges[i] = PAWL_ARCADE_EDGE_BOUNCE;
    pawl_status status = pawl_arcade_init(memory, sizeof memory, &def, &arcade);
    if (!status) status = make_bricks(arcade);
    if (!status) status = make_players(arcade, &paddle, &ball);
    for (int tick = 1; tick <= 1200 && !status; tick++) {
        status = follow(arcade, paddle, ball);
        if (!status) status = pawl_arcade_step(arcade);
        if (!status) status = break_hit(arcade);
        if (!status) status = steer(arcade, paddle, ball);
        if (!status && tick % RELOAD == 0) status = shoot(arcade, paddle);
    }
    if (status) {
        printf("failed: %s\n", pawl_status_text(status));
        return 1;
    }
    for (int i = 0; i < ROWS; i++)
        puts(wall[i]);
    printf("%d bricks are left, hash %08lx\n", pawl_arcade_get_body_count(arcade) - 2,
           (unsigned long)pawl_arcade_hash(arcade));
    return 0;
}
