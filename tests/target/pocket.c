/* pocket.c - breakout on an 8-bit part: two balls, a paddle and thirteen bricks in a pocket, as
 * breakout_scene.c has them in an arcade. Prints the bytes of pocket and bodies, what happened and
 * the hash of all steps, which is the same on every machine. The game calls all of pocket.h, so
 * that the program holds what a game can need. pawli_mark is called before and after each step, for
 * what counts instructions or cycles. With BREAKOUT_BLANK it is the same program without a pocket,
 * to tell what of the compiler's library the rest needs. With POCKET_FILM it shows every fourth
 * step (pocket_screen.c). */
#include "common/put.h"
#include "common/stack.h"
#include "pawl/pocket.h"
#include "target/mark.h"
#ifdef POCKET_FILM
#include "target/pocket_screen.h"
#endif

#define STEPS 300
#define BODIES 16
#define COLUMNS 5
#define BRICKS 13

/* Units per second at 60 steps, for constants. */
#define SPEED(units) ((pawl_fx)((units)*INT32_C(65536) / 60))

enum { /* categories, and who is who */
    BALL = 1,
    BRICK = 2,
    PADDLE = 4
};
enum {
    BALLS = 2,
    PADDLE_INDEX = 2,
    FIRST_BRICK = 3
};

static struct {
    pawl_pocket pocket;
    pawl_pocket_body bodies[BODIES];
} state;

static struct {
    uint16_t broken, lost, bounces, shots;
    pawl_fx reach; /* of all shots */
    uint8_t bricks;
} game;

static void put(const char *name, uint32_t value) {
    pawli_put_text(name);
    pawli_put_number(value);
}

#ifndef BREAKOUT_BLANK
static void game_put_ball(uint8_t index) {
    pawl_pocket_body *const ball = &state.bodies[index];
    ball->position[0] = index == 0 ? PAWL_FX(5, 0, 1) : PAWL_FX(12, 0, 1);
    ball->position[1] = PAWL_FX(5, 0, 1);
    ball->velocity[0] = index == 0 ? SPEED(7) : -SPEED(5);
    ball->velocity[1] = SPEED(19);
}

static void game_add(uint8_t category, pawl_fx x, pawl_fx y) {
    pawl_pocket_body body = pawl_pocket_body_default();
    body.position[0] = x;
    body.position[1] = y;
    body.elasticity = 255;
    body.friction = body.stick = 0;
    body.category = category;
    body.mask = BALL;
    if (category == BALL) {
        body.mask = BALL | BRICK | PADDLE;
    } else {
        body.inverse_mass = 0;
        body.flags |= PAWL_POCKET_BOX;
        body.half[0] = category == BRICK ? 0x1C0 : 0x300;
        body.half[1] = category == BRICK ? 0x0C0 : 0x080;
    }
    if (category == PADDLE) body.friction = 64;
    if (pawl_pocket_add(&state.pocket, state.bodies, &body) >= FIRST_BRICK) game.bricks++;
}

static void game_put_bricks(void) {
    pawl_fx x = PAWL_FX(2, 0, 1), y = PAWL_FX(15, 0, 1);
    for (uint8_t i = 0; i < BRICKS; i++) {
        game_add(BRICK, x, y);
        x += PAWL_FX(4, 0, 1);
        if (x < COLUMNS * PAWL_FX(4, 0, 1)) continue;
        x = PAWL_FX(2, 0, 1);
        y += PAWL_FX(2, 0, 1);
    }
}

static pawl_status game_make(void) {
    pawl_pocket *const pocket = &state.pocket;
    const pawl_status status = pawl_pocket_init(pocket, state.bodies, BODIES);
    if (status != PAWL_OK) return status;
    pocket->bounds[0] = pocket->bounds[2] = 0;
    pocket->bounds[1] = PAWL_FX(20, 0, 1);
    pocket->bounds[3] = PAWL_FX(24, 0, 1);
    pocket->edges[0] = pocket->edges[1] = pocket->edges[3] = PAWL_POCKET_EDGE_BOUNCE;
    pocket->edges[2] = PAWL_POCKET_EDGE_REPORT;
    for (uint8_t i = 0; i < BALLS; i++) {
        game_add(BALL, 0, 0);
        game_put_ball(i);
    }
    game_add(PADDLE, PAWL_FX(10, 0, 1), PAWL_FX(1, 0, 1));
    game_put_bricks();
    return PAWL_OK;
}

/* A brick that two have hit in a step is gone the second time. */
static void game_break(uint8_t index) {
    if (pawl_pocket_remove(&state.pocket, state.bodies, index) != PAWL_OK) return;
    game.broken++;
    game.bricks--;
}

static void game_handle(const pawl_pocket_contact *contact) {
    if (contact->b == PAWL_POCKET_BOTTOM) {
        if (contact->a >= BALLS) return;
        game.lost++;
        game_put_ball(contact->a);
        return;
    }
    game.bounces++;
    if (contact->b >= FIRST_BRICK && contact->b < PAWL_POCKET_LEFT) game_break(contact->b);
}

/* The paddle shoots straight up. */
static void game_shoot(void) {
    const pawl_fx *const from = state.bodies[PADDLE_INDEX].position;
    const pawl_fx to[2] = {from[0], PAWL_FX(24, 0, 1)};
    pawl_pocket_hit hit;
    const int16_t index =
        pawl_pocket_ray(&state.pocket, state.bodies, from, to, BALL | BRICK, &hit);
    if (index < 0) return;
    game.shots++;
    game.reach += hit.point[1] - from[1];
    if (index >= FIRST_BRICK) game_break((uint8_t)index);
}

/* The paddle follows the first ball, and shoots every 32 steps. */
static pawl_status game_step(void) {
    pawl_pocket_body *const paddle = &state.bodies[PADDLE_INDEX];
    paddle->velocity[0] = state.bodies[0].position[0] < paddle->position[0] ? -SPEED(9) : SPEED(9);
    const pawl_status status = pawl_pocket_step(&state.pocket, state.bodies);
    for (uint8_t i = 0; i < state.pocket.contact_count; i++)
        game_handle(&state.pocket.contacts[i]);
    if ((uint8_t)(state.pocket.tick & 31u) == 0) game_shoot();
    if (game.bricks == 0) game_put_bricks();
    return status;
}

/* Apart from main, which the program without a pocket has too. */
__attribute__((noinline)) static pawl_status game_run(uint32_t *hash) {
    pawl_status status = game_make();
    for (int i = 0; i < STEPS && status == PAWL_OK; i++) {
        pawli_mark();
        status = game_step();
        pawli_mark();
#ifdef POCKET_FILM
        if ((uint8_t)((uint8_t)i & 3u) == 0) pocket_screen_show(state.bodies, BODIES);
#endif
        *hash = (*hash << 1 | *hash >> 31) ^ pawl_pocket_hash(&state.pocket, state.bodies);
    }
    return status;
}
#endif

int main(void) {
    uint32_t hash = 0;
#ifdef BREAKOUT_BLANK
    const pawl_status status = PAWL_OK;
    game.broken = game.lost = game.bounces = game.shots = state.bodies[0].half[0];
#else
    const pawl_status status = game_run(&hash);
#endif
    put("bytes ", sizeof state);
    put(" stack ", pawli_stack_peak());
    put(" status ", (uint32_t)-status);
    put(" broken ", game.broken);
    put(" lost ", game.lost);
    put(" bounces ", game.bounces);
    put(" shots ", game.shots);
    put(" reach ", (uint32_t)game.reach);
    pawli_put_text("\nhash ");
    pawli_put_hex(hash);
    pawl_port_putc('\n');
    return status == PAWL_OK ? 0 : 1;
}
