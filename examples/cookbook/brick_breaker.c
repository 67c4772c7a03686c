/* brick_breaker.c - the arcade engine: bodies that do not turn, bounces without any loss. */
#include <pawl/arcade.h>
#include <pawl/pawl_float.h>
#include <stdio.h>

static uint64_t memory[2048];

int main(void) {
    pawl_arcade_def def = pawl_arcade_def_default();
    pawl_arcade *arcade;
    const char *wrong;
    const uint8_t edges[4] = {PAWL_ARCADE_EDGE_BOUNCE, PAWL_ARCADE_EDGE_BOUNCE,
                              PAWL_ARCADE_EDGE_BOUNCE, PAWL_ARCADE_EDGE_BOUNCE};
    const pawl_box field = {pawl_vec2_units(0, 0), pawl_vec2_units(12, 9)};
    def.gravity = pawl_vec2_make(0, 0);
    if (pawl_arcade_def_check(&def, &wrong) || pawl_arcade_size(&def) > sizeof memory ||
        pawl_arcade_init(memory, sizeof memory, &def, &arcade)) {
        return 1;
    }
    pawl_arcade_set_bounds(arcade, field, edges);

    pawl_arcade_prototype ball_def = pawl_arcade_prototype_default(), brick_def = ball_def,
                          paddle_def;
    uint16_t ball_kind, brick_kind, paddle_kind;
    ball_def.half.x = PAWL_DEC(0, 25);
    ball_def.elasticity = PAWL_FX_ONE;
    ball_def.friction = ball_def.stick = 0;
    brick_def.shape = PAWL_ARCADE_BOX;
    brick_def.half = pawl_vec2_make(PAWL_DEC(0, 9), PAWL_DEC(0, 4));
    brick_def.inverse_mass = 0;
    brick_def.friction = brick_def.stick = 0;
    paddle_def = brick_def;
    paddle_def.half = pawl_vec2_make(PAWL_UNITS(1), PAWL_DEC(0, 2));
    if (pawl_arcade_add_prototype(arcade, &ball_def, &ball_kind) ||
        pawl_arcade_add_prototype(arcade, &brick_def, &brick_kind) ||
        pawl_arcade_add_prototype(arcade, &paddle_def, &paddle_kind)) {
        return 1;
    }
    pawl_arcade_id ball, paddle, brick;
    if (pawl_arcade_create(arcade, ball_kind, pawl_vec2_units(6, 1), pawl_vec2_units(7, 10), 0,
                           &ball) ||
        pawl_arcade_create(arcade, paddle_kind, pawl_vec2_units(6, 0), pawl_vec2_make(0, 0), 0,
                           &paddle)) {
        return 1;
    }
    for (int i = 0; i < 15; i++) {
        const pawl_vec2 at = pawl_vec2_units(2 + i % 5 * 2, 5 + i / 5);
        if (pawl_arcade_create(arcade, brick_kind, at, pawl_vec2_make(0, 0), 1, &brick)) return 1;
    }

    for (int tick = 1; tick <= 600; tick++) {
        /* It follows the ball, and hits it with one of its halves. */
        const pawl_fx aim = pawl_arcade_get_position(arcade, ball).x + PAWL_DEC(0, 3);
        const pawl_fx way = pawl_sub(aim, pawl_arcade_get_position(arcade, paddle).x);
        pawl_arcade_set_velocity(arcade, paddle, pawl_vec2_make(pawl_mul(way, PAWL_UNITS(10)), 0));
        if (pawl_arcade_step(arcade)) return 1;
        pawl_arcade_id gone[8];
        uint16_t count = 0;
        const pawl_arcade_contact *contacts = pawl_arcade_get_contacts(arcade);
        for (uint16_t i = 0; i < pawl_arcade_get_contact_count(arcade) && count < 8; i++) {
            const pawl_arcade_id hit = contacts[i].b; /* the ball is older */
            if (pawl_arcade_get_user_data(arcade, hit) == 1) gone[count++] = hit;
        }
        for (uint16_t i = 0; i < count; i++)
            if (pawl_arcade_destroy(arcade, gone[i]) == PAWL_OK)
                printf("tick %3d: %u bricks left\n", tick, pawl_arcade_get_body_count(arcade) - 2u);
    }
    return 0;
}
