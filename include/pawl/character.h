/* character.h - players and creatures that a world moves: they run, jump, climb, swim and ride.
 *
 * A character is told what it should do, and each step of the world moves it:
 *
 *   pawl_character_create(world, &def, &hero);      once; the def of the world has room for it
 *   pawl_character_set_input(world, hero, &input);  before a step: stick and buttons
 *   pawl_world_step(world, &hooks);
 *   pawl_character_get_state(world, hero, &state);  where it is, what it stands on, what happened
 *
 * It is part of the world: of its state and hash, snapshots, differences, replays and rollbacks.
 * Its body is a kinematic one with a capsule, so that drawings, queries, sensors and other
 * characters see it; destroying that body destroys the character. It moves as a mover does
 * (mover.h): along walls, up steps and slopes, down along the ground, on whatever carries it,
 * through one-way platforms from below. What is dynamic it pushes aside by at most `push` in a
 * step, and loads by its weight; it gives way to what moves into it, and bears what falls on its
 * head. Characters pass through each other from the side and stand on each other. Soft bodies that
 * its filter meets are ground and walls to it, too, and sag and give way under it.
 *
 * Characters move after everything else in a step, in the order of their creation, by integers
 * alone. A world without them takes 24 bytes for what could be there. docs/character.md compares
 * it with movers, walkers of levels and the arcade. */
#ifndef PAWL_CHARACTER_H
#define PAWL_CHARACTER_H

#include "pawl/mover.h"

/* What a character is; all of it is kept in the world. */
typedef struct pawl_character_def {
    uint32_t cookie;    /* set by pawl_character_def_default() */
    pawl_vec2 position; /* of its middle */
    pawl_angle angle;   /* of its body, whose +y is up for it; default 0 */
    /* How it stands and walks, as in pawl_mover_def: */
    pawl_fx radius, half_height; /* of the capsule; defaults 0.3 and 0.5 */
    pawl_angle slope_limit;      /* default 46 degrees */
    pawl_fx step_height;         /* default 0.3 */
    pawl_fx snap_distance;       /* default 0.5 */
    pawl_fx skin;                /* default 1/64 */
    pawl_fx mass;       /* of its weight on bodies that it stands on or lands on, >= 0; default 1 */
    pawl_fx push;       /* largest impulse on a body in its way in a step, >= 0; default 0: none */
    pawl_filter filter; /* of its shape, and of what it meets */
    uint32_t user_data; /* of its body */
    /* How it moves. Speeds are units/s, accelerations units/s^2, none negative: */
    pawl_fx speed;            /* of walking at full input; default 6 */
    pawl_fx acceleration;     /* on the ground, towards what the input asks; default 60 */
    pawl_fx braking;          /* on the ground, without input; default 60 */
    pawl_fx air_acceleration; /* in the air, with input; default 30 */
    pawl_fx jump_speed;       /* upwards; default 7 */
    pawl_fx jump_cut;      /* share of that speed which is left when the button is let go while it
                              rises, 0 .. 1; default 0.5 */
    pawl_fx gravity_scale; /* of the world's gravity, -1024 .. 1024; default 1 */
    pawl_fx fall_speed;    /* fastest fall; default 30 */
    pawl_fx climb_speed;   /* on ladders; default 3 */
    pawl_fx swim_speed;    /* in water, where it does not fall; default 3 */
    uint32_t ladders;      /* categories of sensors that are ladders; default 0: none */
    uint32_t water;        /* categories of sensors that are water; default 0: none */
    uint8_t coyote_steps;  /* steps after it has left the ground in which it may still jump;
                              default 6 */
    uint8_t buffer_steps;  /* steps that a press of the button waits for the ground; default 6 */
    uint8_t air_jumps;     /* jumps without ground until it stands again; default 0 */
    uint8_t pad;
} pawl_character_def;

/* A def with the defaults above. */
PAWL_API pawl_character_def pawl_character_def_default(void);
/* As pawl_body_def_check in body.h. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_character_def_check(const pawl_character_def *def,
                                                              const char **field);

/* A new character. It finds its ground in the first step. Errors: NULL, LOCKED, COOKIE, RANGE (the
 * def), UNSUPPORTED (a build without PAWL_WITH_CHARACTERS), CAPACITY (characters, bodies, shapes or
 * geometries). */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_character_create(pawl_world *world,
                                                           const pawl_character_def *def,
                                                           pawl_character_id *out);
/* The character and its body. Errors: NULL, LOCKED, STALE. */
PAWL_API pawl_status pawl_character_destroy(pawl_world *world, pawl_character_id character);
PAWL_API bool pawl_character_is_valid(const pawl_world *world, pawl_character_id character);
/* All in creation order: the first after a null handle, null after the last. */
PAWL_API pawl_character_id pawl_world_next_character(const pawl_world *world,
                                                     pawl_character_id after);
/* Null when stale. */
PAWL_API pawl_body_id pawl_character_get_body(const pawl_world *world, pawl_character_id character);
/* The character whose body this is; null: it is none's. Cost: a look at each character. */
PAWL_API pawl_character_id pawl_body_get_character(const pawl_world *world, pawl_body_id body);

/* What a character is told to do. It is kept, and goes on being done, until it is told something
 * else. Zeros: nothing. */
enum {
    PAWL_CHARACTER_JUMP = 1, /* a jump when it goes down, as high as it is held */
    PAWL_CHARACTER_DROP = 2  /* fall through one-way platforms */
};
typedef struct pawl_character_input {
    pawl_fx run;      /* -1 .. 1: share of the speed along +x of its body, Q16.16 */
    pawl_fx climb;    /* -1 .. 1: on ladders and in water, along +y */
    uint32_t buttons; /* PAWL_CHARACTER_JUMP ... */
} pawl_character_input;
/* `input` is what it does from now on. Errors: NULL, LOCKED, STALE, RANGE (beyond -1 .. 1),
 * ARGUMENT (unknown buttons). */
PAWL_API pawl_status pawl_character_set_input(pawl_world *world, pawl_character_id character,
                                              const pawl_character_input *input);
/* Zeros when stale. */
PAWL_API pawl_character_input pawl_character_get_input(const pawl_world *world,
                                                       pawl_character_id character);

/* How it moved in the last step. */
typedef enum pawl_character_mode {
    PAWL_CHARACTER_FALLS = 0,  /* in the air, rising or falling */
    PAWL_CHARACTER_STANDS = 1, /* on the ground */
    PAWL_CHARACTER_CLIMBS = 2,
    PAWL_CHARACTER_SWIMS = 3
} pawl_character_mode;

/* What happened in the last step: bits of pawl_character_state.events. */
enum {
    PAWL_CHARACTER_JUMPED = 1 << 0,
    PAWL_CHARACTER_LANDED = 1 << 1, /* `landing_speed` says how hard */
    PAWL_CHARACTER_LEFT_GROUND = 1 << 2,
    PAWL_CHARACTER_HIT_WALL = 1 << 3,
    PAWL_CHARACTER_HIT_HEAD = 1 << 4,
    PAWL_CHARACTER_CRUSHED = 1 << 5, /* something has been in it for seven steps, and neither gives
                                        way; of soft bodies only where they are pinned */
    PAWL_CHARACTER_CHANGED_MODE = 1 << 6
};

typedef struct pawl_character_state {
    pawl_vec2 position;        /* of the middle */
    pawl_vec2 velocity;        /* units/s, of the world; with that of the ground */
    pawl_vec2 ground_velocity; /* units/s, of what it stands on */
    pawl_rot ground_normal;    /* zero in the air */
    pawl_shape_id ground;      /* what it stands on; null in the air, on a soft body, and when that
                                  is gone */
    pawl_soft_id ground_soft;  /* the soft body that it stands on; else null */
    uint32_t ground_part;      /* of a chain, tile map or soft body */
    pawl_character_mode mode;  /* how it moved */
    uint32_t events;           /* PAWL_CHARACTER_JUMPED ... */
    pawl_fx landing_speed;     /* with LANDED: against the ground, units/s, >= 0; else 0 */
} pawl_character_state;
/* Zeros when stale. */
PAWL_API pawl_character_state pawl_character_get_state(const pawl_world *world,
                                                       pawl_character_id character);

/* Give it a velocity, units/s, of the world: a spring, a blow, a dash. It leaves the ground if that
 * leads upwards. Errors: NULL, LOCKED, STALE, RANGE (a component beyond PAWL_SPEED_MAX). */
PAWL_API pawl_status pawl_character_launch(pawl_world *world, pawl_character_id character,
                                           pawl_vec2 velocity);
/* Put it elsewhere, standing still in the air. Errors: NULL, LOCKED, STALE, RANGE. */
PAWL_API pawl_status pawl_character_put(pawl_world *world, pawl_character_id character,
                                        pawl_vec2 position);
/* What it is; the position and the angle are those of now. A def with a cookie of 0 when stale. */
PAWL_API pawl_character_def pawl_character_get_def(const pawl_world *world,
                                                   pawl_character_id character);
/* Change how it moves, from `speed` on, and mass, push, slopes, steps and skin. Its size, filter,
 * user data and place stay what they are: those of the def are not looked at.
 * Errors: NULL, LOCKED, STALE, COOKIE, RANGE. */
PAWL_API pawl_status pawl_character_tune(pawl_world *world, pawl_character_id character,
                                         const pawl_character_def *def);

#endif
