/* pong.c - two paddles, a ball, and a computer that plays both sides.
 *
 * Shows: an arcade without a world; edges of the bounds that bounce (top and bottom) and that
 * report (left and right: a point); paddles as immovable bodies, which go where their velocity
 * takes them and hit the ball without feeling it; the contacts of a step, by which the game counts
 * points and steers the ball.
 *
 *   make examples && build/examples/pong */
#include <pawl/arcade.h>
#include <stdio.h>

#define HALF_PADDLE (PAWL_UNITS(5) / 4)
#define FIELD_X PAWL_UNITS(8) /* from the middle to the left and right edge */
#define FIELD_Y PAWL_UNITS(5)
#define POINTS_TO_WIN 5

static uint64_t memory[1024]; /* pawl_arcade_size() tells how much is needed */

static pawl_status make_field(pawl_arcade **out) {
    pawl_arcade_def def = pawl_arcade_def_default();
    def.body_capacity = 3;
    def.prototype_capacity = 2;
    def.polygon_capacity = 0;
    def.contact_capacity = 8;
    def.gravity = pawl_vec2_make(0, 0);
    def.bounds.lower = pawl_vec2_make(-FIELD_X, -FIELD_Y);
    def.bounds.upper = pawl_vec2_make(FIELD_X, FIELD_Y);
    def.edges[PAWL_ARCADE_LEFT] = def.edges[PAWL_ARCADE_RIGHT] = PAWL_ARCADE_EDGE_REPORT;
    def.edges[PAWL_ARCADE_BOTTOM] = def.edges[PAWL_ARCADE_TOP] = PAWL_ARCADE_EDGE_BOUNCE;
    return pawl_arcade_init(memory, sizeof memory, &def, out);
}

static pawl_status make_bodies(pawl_arcade *arcade, pawl_arcade_id paddles[2],
                               pawl_arcade_id *ball) {
    pawl_arcade_prototype kind = pawl_arcade_prototype_default();
    uint16_t paddle_kind = 0, ball_kind = 0;
    kind.shape = PAWL_ARCADE_CIRCLE;
    kind.half.x = PAWL_UNITS(1) / 4;
    kind.elasticity = PAWL_UNITS(1); /* the ball loses nothing */
    kind.friction = kind.stick = 0;
    pawl_status status = pawl_arcade_add_prototype(arcade, &kind, &ball_kind);
    if (status) return status;
    kind.shape = PAWL_ARCADE_BOX;
    kind.half = pawl_vec2_make(PAWL_UNITS(1) / 5, HALF_PADDLE);
    kind.inverse_mass = 0;
    status = pawl_arcade_add_prototype(arcade, &kind, &paddle_kind);
    for (int i = 0; i < 2 && !status; i++) {
        const pawl_vec2 place = {i == 0 ? -PAWL_UNITS(7) : PAWL_UNITS(7), 0};
        status =
            pawl_arcade_create(arcade, paddle_kind, place, pawl_vec2_make(0, 0), 0, &paddles[i]);
    }
    if (status) return status;
    const pawl_vec2 middle = {0, 0};
    return pawl_arcade_create(arcade, ball_kind, middle, middle, 0, ball);
}

/* Back to the middle, and off towards the side that has lost the point. */
static pawl_status serve(pawl_arcade *arcade, pawl_arcade_id ball, int side, int points) {
    const pawl_vec2 middle = {0, 0};
    const pawl_vec2 velocity = {side == 0 ? -PAWL_UNITS(9) : PAWL_UNITS(9),
                                pawl_from_int(points % 4 * 3 - 5)};
    const pawl_status status = pawl_arcade_set_position(arcade, ball, middle);
    return status ? status : pawl_arcade_set_velocity(arcade, ball, velocity);
}

/* Follow the ball while it comes, else go back to the middle. Edges do not stop what is
 * immovable, so a paddle has to mind its own way. */
static pawl_status play(pawl_arcade *arcade, pawl_arcade_id paddle, pawl_arcade_id ball,
                        pawl_fx speed) {
    const pawl_vec2 at = pawl_arcade_get_position(arcade, paddle);
    const pawl_vec2 there = pawl_arcade_get_position(arcade, ball);
    const bool comes = (pawl_arcade_get_velocity(arcade, ball).x > 0) == (at.x > 0);
    const pawl_fx most = FIELD_Y - HALF_PADDLE;
    const pawl_fx aside =
        pawl_arcade_get_tick(arcade) / 64 % 2 == 0 ? PAWL_UNITS(1) : -PAWL_UNITS(1);
    const pawl_fx wanted = pawl_clamp(comes ? there.y + aside : 0, -most, most);
    const pawl_fx way = wanted - at.y, reach = speed / 60;
    const pawl_vec2 velocity = {0, pawl_clamp(way, -reach, reach) * 60};
    return pawl_arcade_set_velocity(arcade, paddle, velocity);
}

/* Which edge the ball has passed in the last step; PAWL_ARCADE_NO_EDGE without one. */
static uint8_t find_point(const pawl_arcade *arcade) {
    const pawl_arcade_contact *contact = pawl_arcade_get_contacts(arcade);
    for (int i = pawl_arcade_get_contact_count(arcade); i > 0; i--, contact++) {
        if (contact->edge == PAWL_ARCADE_LEFT || contact->edge == PAWL_ARCADE_RIGHT)
            return contact->edge;
    }
    return PAWL_ARCADE_NO_EDGE;
}

/* Where the ball has hit a paddle says which way it goes: not physics, but what a player wants.
 * Setting the velocity changes the arcade, and so ends the list of contacts. */
static pawl_status steer(pawl_arcade *arcade, pawl_arcade_id ball, int *hits) {
    const pawl_arcade_contact *contact = pawl_arcade_get_contacts(arcade);
    for (int i = pawl_arcade_get_contact_count(arcade); i > 0; i--, contact++) {
        if (contact->type != PAWL_ARCADE_CONTACT_IMPACT) continue;
        const pawl_vec2 paddle = pawl_arcade_get_position(arcade, contact->a); /* the older one */
        const pawl_fx off = pawl_arcade_get_position(arcade, ball).y - paddle.y;
        (*hits)++;
        return pawl_arcade_set_velocity(
            arcade, ball, pawl_vec2_make(paddle.x < 0 ? PAWL_UNITS(14) : -PAWL_UNITS(14), 9 * off));
    }
    return PAWL_OK;
}

int main(void) {
    static const pawl_fx speeds[2] = {PAWL_UNITS(5),
                                      PAWL_UNITS(9) / 2}; /* the left one is faster */
    pawl_arcade *arcade;
    pawl_arcade_id paddles[2], ball;
    int score[2] = {0, 0}, hits = 0;
    pawl_status status = make_field(&arcade);
    if (!status) status = make_bodies(arcade, paddles, &ball);
    if (!status) status = serve(arcade, ball, 1, 0);
    while (!status && score[0] < POINTS_TO_WIN && score[1] < POINTS_TO_WIN) {
        for (int i = 0; i < 2 && !status; i++)
            status = play(arcade, paddles[i], ball, speeds[i]);
        if (!status) status = pawl_arcade_step(arcade);
        if (status) break;
        const uint8_t edge = find_point(arcade);
        status = steer(arcade, ball, &hits);
        if (edge == PAWL_ARCADE_NO_EDGE) continue;
        const int loser = edge == PAWL_ARCADE_LEFT ? 0 : 1;
        score[1 - loser]++;
        printf("tick %4lu: %d : %d after %d hits\n", (unsigned long)pawl_arcade_get_tick(arcade),
               score[0], score[1], hits);
        hits = 0;
        status = serve(arcade, ball, loser, score[0] + score[1]);
    }
    if (status) {
        printf("failed: %s\n", pawl_status_text(status));
        return 1;
    }
    printf("hash %08lx\n", (unsigned long)pawl_arcade_hash(arcade));
    return 0;
}
