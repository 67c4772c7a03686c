/* breakout_scene.c - two balls, a paddle and thirteen bricks. */
#include "target/breakout.h"

#define COLUMNS 5
#define BRICKS 13
#define WIDTH PAWL_FX(20, 0, 1)
#define HEIGHT PAWL_FX(24, 0, 1)

enum {
    BALL = 1,
    BRICK = 2,
    PADDLE = 4
};

pawl_arcade_def breakout_def(void) {
    pawl_arcade_def def = pawl_arcade_def_default();
    def.body_capacity = 16;
    def.prototype_capacity = 3;
    def.polygon_capacity = 0;
    def.contact_capacity = 4;
    def.gravity = pawl_vec2_make(0, 0);
    def.bounds.lower = pawl_vec2_make(0, 0);
    def.bounds.upper = pawl_vec2_make(WIDTH, HEIGHT);
    def.edges[PAWL_ARCADE_LEFT] = def.edges[PAWL_ARCADE_RIGHT] = PAWL_ARCADE_EDGE_BOUNCE;
    def.edges[PAWL_ARCADE_TOP] = PAWL_ARCADE_EDGE_BOUNCE;
    def.edges[PAWL_ARCADE_BOTTOM] = PAWL_ARCADE_EDGE_REPORT;
    return def;
}

static pawl_status add_kind(breakout *game, uint16_t category, pawl_vec2 half, uint16_t *out) {
    pawl_arcade_prototype kind = pawl_arcade_prototype_default();
    kind.shape = category == BALL ? PAWL_ARCADE_CIRCLE : PAWL_ARCADE_BOX;
    kind.half = half;
    kind.inverse_mass = category == BALL ? PAWL_FX_ONE : 0;
    kind.elasticity = PAWL_FX_ONE;
    kind.friction = category == PADDLE ? PAWL_FX(0, 1, 4) : 0;
    kind.stick = 0;
    kind.category = category;
    kind.mask = category == BALL ? BALL | BRICK | PADDLE : BALL;
    return pawl_arcade_add_prototype(game->arcade, &kind, out);
}

static pawl_status add_bricks(breakout *game) {
    pawl_status status = PAWL_OK;
    for (int32_t i = 0; i < BRICKS && status == PAWL_OK; i++) {
        pawl_arcade_id body;
        const pawl_vec2 at = {PAWL_FX(2, 0, 1) + i % COLUMNS * PAWL_FX(4, 0, 1),
                              PAWL_FX(15, 0, 1) + i / COLUMNS * PAWL_FX(2, 0, 1)};
        status = pawl_arcade_create(game->arcade, game->brick, at, pawl_vec2_make(0, 0), 0, &body);
    }
    return status;
}

static pawl_vec2 start_of(int32_t ball) {
    return pawl_vec2_make(PAWL_FX(5, 0, 1) + ball * PAWL_FX(7, 0, 1), PAWL_FX(5, 0, 1));
}

static pawl_vec2 speed_of(int32_t ball) {
    return pawl_vec2_make(PAWL_FX(7, 0, 1) - ball * PAWL_FX(12, 1, 2), PAWL_FX(19, 0, 1));
}

pawl_status breakout_make(void *memory, size_t size, breakout *out) {
    const pawl_arcade_def def = breakout_def();
    uint16_t ball = 0, paddle = 0;
    out->broken = out->lost = out->bounces = 0;
    pawl_status status = pawl_arcade_init(memory, size, &def, &out->arcade);
    const pawl_vec2 half_brick = {PAWL_FX(1, 3, 4), PAWL_FX(0, 3, 4)};
    const pawl_vec2 half_paddle = {PAWL_FX(3, 0, 1), PAWL_FX(0, 1, 2)};
    const pawl_vec2 radius = {PAWL_FX(0, 1, 2), 0};
    if (status == PAWL_OK) status = add_kind(out, BALL, radius, &ball);
    if (status == PAWL_OK) status = add_kind(out, BRICK, half_brick, &out->brick);
    if (status == PAWL_OK) status = add_kind(out, PADDLE, half_paddle, &paddle);
    for (int32_t i = 0; i < 2 && status == PAWL_OK; i++)
        status = pawl_arcade_create(out->arcade, ball, start_of(i), speed_of(i), 0, &out->balls[i]);
    const pawl_vec2 below = {WIDTH / 2, PAWL_FX(1, 0, 1)};
    if (status == PAWL_OK)
        status =
            pawl_arcade_create(out->arcade, paddle, below, pawl_vec2_make(0, 0), 0, &out->paddle);
    return status == PAWL_OK ? add_bricks(out) : status;
}

/* Towards the first ball, as fast as a hand can. */
static pawl_status move_paddle(breakout *game) {
    const pawl_fx ball = pawl_arcade_get_position(game->arcade, game->balls[0]).x;
    const pawl_fx at = pawl_arcade_get_position(game->arcade, game->paddle).x;
    const pawl_fx speed = pawl_clamp(8 * (ball - at), -PAWL_FX(15, 0, 1), PAWL_FX(15, 0, 1));
    return pawl_arcade_set_velocity(game->arcade, game->paddle, pawl_vec2_make(speed, 0));
}

static pawl_status bring_back(breakout *game, pawl_arcade_id ball) {
    const int32_t which = pawl_arcade_id_equal(ball, game->balls[1]);
    game->lost++;
    const pawl_status status = pawl_arcade_set_position(game->arcade, ball, start_of(which));
    return status == PAWL_OK ? pawl_arcade_set_velocity(game->arcade, ball, speed_of(which))
                             : status;
}

/* A brick that two balls have hit at once is gone the second time. */
static pawl_status handle(breakout *game, const pawl_arcade_contact *contact) {
    if (contact->type == PAWL_ARCADE_CONTACT_EDGE && contact->edge == PAWL_ARCADE_BOTTOM)
        return bring_back(game, contact->a);
    game->bounces++;
    if (pawl_arcade_is_valid(game->arcade, contact->b) &&
        pawl_arcade_get_prototype_of(game->arcade, contact->b) == game->brick) {
        game->broken++;
        return pawl_arcade_destroy(game->arcade, contact->b);
    }
    return PAWL_OK;
}

pawl_status breakout_step(breakout *game) {
    pawl_arcade_contact contacts[4];
    pawl_status status = move_paddle(game);
    if (status == PAWL_OK) status = pawl_arcade_step(game->arcade);
    /* Copied: they last until the arcade is changed. */
    const uint16_t count = pawl_arcade_get_contact_count(game->arcade);
    for (uint16_t i = 0; i < count; i++)
        contacts[i] = pawl_arcade_get_contacts(game->arcade)[i];
    for (uint16_t i = 0; i < count && status == PAWL_OK; i++)
        status = handle(game, &contacts[i]);
    if (status == PAWL_OK && pawl_arcade_get_body_count(game->arcade) == 3)
        status = add_bricks(game);
    return status;
}
