/* world.h - a world in a caller's buffer: create it, step it, read what happened.
 *
 * The buffer is one block: first the state region, which is the whole state and holds indices,
 * never pointers, so it may be copied, moved in memory or saved byte for byte; then the scratch
 * region, which means nothing between steps. A copy of the state region alone must be stepped with
 * scratch memory in the hooks, unless the block it lies in is as large as the original's.
 *
 * A third region is optional, and never part of the block: a cache, in which steps keep what they
 * would otherwise compute again. No result depends on it, nor on its size. */
#ifndef PAWL_WORLD_H
#define PAWL_WORLD_H

#include "pawl/config.h"
#include "pawl/id.h"
#include "pawl/lanes.h"
#include "pawl/vec.h"
#include "pawl/workers.h"

typedef struct pawl_world pawl_world;

/* Bodies, shapes and geometries are indexed by 16 bits, one of which marks leaves of the tree. */
#define PAWL_CAPACITY_MAX 32000
#define PAWL_CONTACT_CAPACITY_MAX UINT32_C(256000)

/* The length unit: 1/16 .. 1024 units. */
#define PAWL_LENGTH_UNIT_MIN PAWL_FX(0, 1, 16)
#define PAWL_LENGTH_UNIT_MAX PAWL_FX(1024, 0, 1)
#define PAWL_SUBSTEPS_MAX 16
#define PAWL_SOFT_SUBSTEPS_MAX 32

/* Fastest speed, in units per second; beyond it, and beyond PAWL_STEP_MAX units per step,
 * velocities are clamped. */
#define PAWL_SPEED_MAX PAWL_FX(8192, 0, 1)

/* How stiff contacts are; 0 in a field means its default. A contact whose points overlap is a
 * spring with a damper, which takes the overlap out no faster than at a certain speed. Stiffer ones
 * sink in less and are pushed apart more violently. Between moving bodies the frequency is `hertz`,
 * against what does not move twice that; no more than an eighth (with one sub-step a fifth) of the
 * sub-steps per second comes to bear, so that beyond it more sub-steps are what makes contacts
 * stiffer. */
typedef struct pawl_contact_tuning {
    pawl_fx hertz;         /* oscillations per second; 0 or 1 .. PAWL_HERTZ_MAX; default 0: 30 */
    pawl_fx damping_ratio; /* 1: critical; 0 .. PAWL_CONTACT_DAMPING_MAX; default 0: 10 */
    pawl_fx push_speed;    /* units/s; 0 .. PAWL_SPEED_MAX; default 0: 3 L/s */
} pawl_contact_tuning;
#define PAWL_CONTACT_DAMPING_MAX PAWL_FX(20, 0, 1)
/* Springs of joints and contacts: 0 .. 1000 oscillations per second, damping ratio of joints 0 ..
 * 1000. */
#define PAWL_HERTZ_MAX PAWL_FX(1000, 0, 1)

typedef struct pawl_world_def {
    uint32_t cookie; /* set by pawl_world_def_default(); do not touch */

    /* Capacities. All memory is taken at init; a full pool is an error or a reported fault. */
    uint16_t body_capacity;     /* default 256 */
    uint16_t shape_capacity;    /* default 256 */
    uint16_t geometry_capacity; /* distinct shape geometries; equal ones are stored once.
                                   Default 0: as many as shapes */
    uint16_t event_capacity;    /* begins, ends and hits per step, each; touches and sensors share
                                   them, and seven fractures take the room of eight hits. What
                                   comes into a full array takes the place of the last one of its
                                   own type, or is dropped where that comes before it; both are
                                   counted as dropped. Default 0: as many as shapes */
    uint16_t joint_capacity;    /* default 64, or 0 in a build without joints; 0: no joints */
    uint32_t contact_capacity;  /* pairs whose boxes overlap. Default 0: four per shape */
    /* Soft bodies (soft.h), and points and links of all of them together; default 0: none. */
    uint16_t soft_capacity;
    uint16_t soft_point_capacity, soft_link_capacity;

    pawl_vec2 gravity;       /* units/s^2. Default (0, -10) */
    pawl_fx length_unit;     /* L: the size of a typical body, and what slop (0.005 L), speculative
                                margin (0.02 L), push speed (3 L/s), restitution (1 L/s) and sleep
                                (0.05 L/s) thresholds scale with, where they have no value of their
                                own. Range 1/16 .. 1024. Default 0:
                                |gravity| / 10 clamped to that range, or 1 without gravity */
    uint32_t rate_numerator; /* steps per second, as a fraction; default 60/1. */
    uint32_t rate_denominator;   /* Range 1 .. 1000 steps per second */
    uint8_t substeps;            /* solver sub-steps per step, 1 .. 16; default 4 */
    bool sleeping;               /* islands at rest go to sleep (default), or never; what moves on
                                  slowly among bodies at rest is then slowed by a hundredth of
                                  its weight, so that it comes to rest as well (docs/1-step.md) */
    uint8_t soft_substeps;       /* of soft bodies, 1 .. PAWL_SOFT_SUBSTEPS_MAX; default 8 */
    bool terrain;                /* chains and tile maps may be created (default); without, a
                                    contact takes four bytes less */
    uint16_t character_capacity; /* characters (character.h); default 0: none */
    pawl_contact_tuning contact_tuning; /* default 0, 0, 0 */
    /* Points that approach at least as fast bounce, if they have restitution; and faster than that
     * hits are reported. Units/s, 0 .. PAWL_SPEED_MAX; default 0: 1 L/s. */
    pawl_fx restitution_threshold, hit_threshold;
} pawl_world_def;

/* A def with the defaults above. */
PAWL_API pawl_world_def pawl_world_def_default(void);
/* Whether a def is one that pawl_world_init takes: the status that it would give for the def alone,
 * and through `field` (may be null) the name of the first wrong field, or null when none is. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_world_def_check(const pawl_world_def *def,
                                                          const char **field);

/* Bytes of the buffer that a def needs: state region, scratch region, and both. Exact; 0 for an
 * invalid def. */
PAWL_API size_t pawl_world_state_size(const pawl_world_def *def);
PAWL_API size_t pawl_world_scratch_size(const pawl_world_def *def);
PAWL_API size_t pawl_world_size(const pawl_world_def *def);
/* Bytes of a cache with room for all contacts that a def allows: what hardly changes at those whose
 * bodies rest on each other, which takes a fifth of the work of a resting pile. Any other size does
 * as well, 0 too: it keeps fewer. The linker brings the code of the cache when this is called;
 * without that, memory in the hooks is not used. Exact; 0 for an invalid def. */
PAWL_API size_t pawl_world_cache_size(const pawl_world_def *def);

/* Bytes of lane memory with room for all contacts that a def allows to be solved in `lanes`, which
 * may be others than this machine has: 0 for NONE and what the build does not know. Less does as
 * well: fewer contacts are solved side by side. The linker brings the code of lanes when this is
 * called; without that, lanes in the hooks are not used. Exact; 0 for an invalid def. */
PAWL_API size_t pawl_world_lanes_size(const pawl_world_def *def, pawl_lanes lanes);

/* Make a world in a buffer aligned like uint64_t. *out points into the buffer (at its start).
 * With a buffer of only pawl_world_state_size bytes the scratch region must be handed to each
 * step through its hooks: worlds stepped in turn can share one.
 * Errors: NULL, COOKIE, RANGE (a def field), UNSUPPORTED (room for joints in a build without them),
 * MEMORY (size or alignment), CONFIG (program and library were compiled with different knobs). */
static inline PAWL_MUST_CHECK pawl_status pawl_world_init(void *buffer, size_t size,
                                                          const pawl_world_def *def,
                                                          pawl_world **out);

/* The same for a program whose headers had the PAWL_CONFIG_ID that is given. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_world_init_for(uint32_t config_id, void *buffer,
                                                         size_t size, const pawl_world_def *def,
                                                         pawl_world **out);

static inline PAWL_MUST_CHECK pawl_status pawl_world_init(void *buffer, size_t size,
                                                          const pawl_world_def *def,
                                                          pawl_world **out) {
    return pawl_world_init_for(PAWL_CONFIG_ID, buffer, size, def, out);
}

struct pawl_contact;     /* shape.h */
struct pawl_body_events; /* body_event.h */

/* Where a step tells what it has done so far, in this order; SOLVE to RELAX once per sub-step. */
typedef enum pawl_stage {
    PAWL_STAGE_BEGIN = 0,      /* the state, with all that was done to it since the last step */
    PAWL_STAGE_PAIRS = 1,      /* which shapes are near each other; fat boxes */
    PAWL_STAGE_MANIFOLDS = 2,  /* where they touch */
    PAWL_STAGE_ISLANDS = 3,    /* which bodies are awake, and how connected */
    PAWL_STAGE_PREPARE = 4,    /* rows of contacts and joints */
    PAWL_STAGE_SOLVE = 5,      /* velocities and impulses after forces and the soft solve */
    PAWL_STAGE_INTEGRATE = 6,  /* movements */
    PAWL_STAGE_RELAX = 7,      /* velocities and impulses after the relax solve */
    PAWL_STAGE_BOUNCE = 8,     /* and after restitution */
    PAWL_STAGE_CONTINUOUS = 9, /* movements that end where something is in the way */
    PAWL_STAGE_FINISH = 10,    /* all of it in the state */
    PAWL_STAGE_SLEEP = 11,     /* what sleeps */
    PAWL_STAGE_END = 12        /* the state after the step */
} pawl_stage;
#define PAWL_STAGE_COUNT 13
/* "islands"; "unknown stage" for what is none. */
PAWL_API const char *pawl_stage_text(pawl_stage stage);

/* Passed to each step, never stored. Zero-initialize: all fields are optional.
 *
 * What the functions return is an input of the simulation, as much as the calls between two steps:
 * machines that are to agree must return the same. So they should depend on nothing but their
 * arguments. Unlike the state, user data is not hashed.
 *
 * From inside of them the world is locked: calls that would change it, saves, snapshots and steps
 * answer LOCKED and change nothing; those that read it work. One that is left (longjmp) leaves the
 * world locked until pawl_world_init makes it anew: docs/hooks.md. */
typedef struct pawl_step_hooks {
    void *scratch;       /* aligned like uint64_t; null: the scratch region behind the state */
    size_t scratch_size; /* at least pawl_world_scratch_size */
    /* The cache, aligned like uint64_t; null: none. All zeros before the first step, and whenever
     * its size changes. Between steps it may be filled with zeros, moved or given up at any time,
     * and need not go with the world: not be saved, nor wiped when the world is restored or another
     * one is stepped with it. Only what steps of the same build have written, and zeros, may be in
     * it. */
    void *cache;
    size_t cache_size; /* any number of bytes; pawl_world_cache_size has room for all */
    void *context;     /* yours: the first argument of every function */
    /* Contacts are solved in these lanes, which this machine must have (pawl_lanes_has), in memory
     * of any size, aligned like uint64_t, that means nothing between steps: those that it has no
     * room for are solved one after the other, which gives the same bits. Builds without
     * PAWL_WITH_LANES look at none of the three. */
    pawl_lanes lanes;
    void *lane_memory; /* null: no lanes */
    size_t lane_memory_size;
    /* Threads of the program: workers.h. Null: the step is all done by the caller's. */
    pawl_parallel parallel;
    /* Called by a worker that has waited for another one for some ten microseconds, on its thread;
     * null: it goes on looking. Where other programs want the processors, too, let it give way. */
    void (*yield)(void *context);
    uint32_t workers;    /* how many of them may work at once, 1 .. PAWL_WORKERS_MAX */
    void *worker_memory; /* aligned like uint64_t; means nothing between steps */
    size_t worker_memory_size;
    /* Asked for a pair that the filters allow, when its boxes begin to overlap and one of the
     * shapes has custom_filter; a was created before b. False: they do not meet, and are asked
     * about again when a box of theirs has moved on. In contact order. */
    bool (*should_collide)(void *context, const pawl_world *world, pawl_shape_id a,
                           pawl_shape_id b);
    /* Asked in each step for a contact that has points and an awake body, when one of its shapes
     * has pre_solve. False: in this step they pass through each other and do not touch, which
     * ends a touch that had begun. In contact order; the impulses are those of the last step. */
    bool (*pre_solve)(void *context, const pawl_world *world, const struct pawl_contact *contact);
    /* Mix the materials of two shapes, a created before b, for each contact that is solved. The
     * result is clamped: friction to >= 0, restitution to 0 .. 1. Null: as pawl_shape_def says. */
    pawl_fx (*mix_friction)(void *context, pawl_fx a, uint32_t user_data_a, pawl_fx b,
                            uint32_t user_data_b);
    pawl_fx (*mix_restitution)(void *context, pawl_fx a, uint32_t user_data_a, pawl_fx b,
                               uint32_t user_data_b);
    /* Told after each stage of the step, in builds with PAWL_TRACE; `round` is the sub-step, else
     * 0, `hash` is XXH32 over what the stage has produced. Equal states stepped alike tell equal
     * hashes on every machine and in every build that has what the world needs; the hashes of
     * another simulation version mean nothing. The world is in between two states: look at nothing
     * but its tick. docs/desync.md shows what it is good for. */
    void (*trace)(void *context, const pawl_world *world, pawl_stage stage, uint32_t round,
                  uint32_t hash);
    /* The program's own clock, in ticks of any length that never go back, to see what the stages of
     * a step cost: asked at its beginning and after each stage, 3 times more in each sub-step. The
     * answers change nothing and are stored nowhere but in `stage_ticks`. */
    uint64_t (*clock)(void *context);
    /* What each stage took is added here: stage_ticks[PAWL_STAGE_COUNT], by stage; CONTINUOUS
     * has soft bodies, too. Null: the clock is not asked. In builds with PAWL_TRACE the hashes of a
     * stage count for the next one. */
    uint64_t *stage_ticks;
    /* Where the step tells which bodies have moved, woken, fallen asleep or met a limit:
     * body_event.h. Null: nothing is told, at no cost. */
    struct pawl_body_events *body_events;
    /* Asked for a soft body that is awake and a shape with custom_filter near it, where the filters
     * allow the pair and nothing holds the soft body on the body of the shape. False: they pass
     * through each other in this step. Asked in each step, in the order of soft bodies and then of
     * shapes, and again in a sub-step for which what is near was not looked up; it must answer
     * alike within a step. Positions and velocities are those from which the step starts. */
    bool (*should_collide_soft)(void *context, const pawl_world *world, pawl_soft_id soft,
                                pawl_shape_id shape);
} pawl_step_hooks;

/* Advance by one step of rate_denominator/rate_numerator seconds. hooks may be null.
 * Errors: NULL; LOCKED: from inside a hook; MEMORY: no scratch, or scratch, cache, lane memory,
 * worker memory or that of body events is not aligned, or the last is too small; UNSUPPORTED:
 * functions or body events in hooks, in a build without them; lanes of another machine; or the
 * world was copied from another program, and has what this one is not linked with. Numeric trouble
 * does not return: it saturates and sets a sticky fault. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_world_step(pawl_world *world,
                                                     const pawl_step_hooks *hooks);

/* A program gets the code of joints and soft bodies from the linker when it calls
 * pawl_joint_create or pawl_soft_create, that of terrain by pawl_shape_create_chain,
 * _heights or _tiles or pawl_shape_bind, that of circles, without PAWL_WITH_CONTINUOUS, by
 * pawl_make_circle, and not before, so that it pays for what it uses (docs/profiles.md). One that
 * makes none, but loads snapshots and replays which others have made, asks for all features by a
 * call of this anywhere; without it those that need more are refused with UNSUPPORTED. Nothing else
 * happens. */
PAWL_API void pawl_world_link_all(void);

/* Sticky faults: part of the state and of the hash. */
enum {
    PAWL_FAULT_WORLD_EDGE = 1 << 0,    /* a body was stopped at PAWL_COORD_MAX */
    PAWL_FAULT_SPEED = 1 << 1,         /* a velocity was clamped to PAWL_SPEED_MAX */
    PAWL_FAULT_TRANSLATION = 1 << 2,   /* a body would have moved more than PAWL_STEP_MAX */
    PAWL_FAULT_SOLVER_RANGE = 1 << 3,  /* an impulse or separation saturated in the solver */
    PAWL_FAULT_CONTACTS_FULL = 1 << 4, /* a contact was dropped: the pair with the highest
                                          (lower serial, higher serial) goes first */
    PAWL_FAULT_FORCE_RANGE = 1 << 5,   /* an applied force or impulse saturated */
    PAWL_FAULT_NOT_STOPPED = 1 << 6    /* a fast body ran into something static that it may pass
                                          through: only in builds without continuous collision,
                                          which from here on may differ from others */
};
PAWL_API uint32_t pawl_world_get_faults(const pawl_world *world);
PAWL_API pawl_status pawl_world_clear_faults(pawl_world *world);
/* The name of the lowest set fault bit, "none" for 0. */
PAWL_API const char *pawl_fault_text(uint32_t faults);

/* Steps done since init, and the exact time in seconds, rounded down to Q48.16. */
PAWL_API uint64_t pawl_world_get_tick(const pawl_world *world);
PAWL_API pawl_wide pawl_world_get_time(const pawl_world *world);

/* Worlds without edge: move everything that is in a world by `offset`, so that what matters comes
 * back to the middle of the coordinates: bodies, soft bodies, ground points of pulleys, the events
 * of the last step; not what the program keeps beside it (movers, levels, areas of fields, cameras,
 * films). Nothing wakes. Each step that follows does, bit for bit, what it would have done, with
 * `offset` added to all places, for as long as nothing meets the edge.
 *
 * The origin takes the opposite way, and a place plus the origin stays what it was. Hashes, the
 * tree, pawl_world_compare and pawl_object_field look at these sums: a world that was shifted
 * agrees with one that was not, on another machine, and with itself before. It is part of saves,
 * snapshots, their differences and replays; a snapshot of a world with an origin is refused by
 * versions that have none (UNSUPPORTED).
 *
 * Errors: NULL, LOCKED, RANGE (a center, a point or a ground point would be beyond PAWL_COORD_MAX,
 * a box, also the last one of a body that is disabled, beyond 32 bits, or the origin beyond 2^46
 * units), and then nothing has moved. Rounding: none.
 * Cost: a look at each body, shape, soft point, joint and node of the tree, twice. */
PAWL_API pawl_status pawl_world_shift(pawl_world *world, pawl_vec2 offset);
/* What has the coordinates (0, 0) now, counted from what had them first: the sum of all offsets,
 * with the opposite sign; units, Q48.16. */
PAWL_API pawl_wide2 pawl_world_get_origin(const pawl_world *world);

/* Worlds that go round: what leaves one on one side comes back on the other. A period is a power of
 * two from 1 to 8192 units for each axis; 0 (as from init): that axis does not go round. All that
 * depends on where things are, from contacts to rays and characters, takes the shortest way, and is
 * bit for bit the same wherever the seam is. Centers of mass lie in [-period / 2, period / 2) after
 * each step; places that the program gives may be any, and those of answers lie near them.
 *
 * Shapes reach an eighth of the shorter period from the origin of their body, those of static
 * bodies a quarter, and joints less than half of it. What moves by more than a quarter in a step
 * may pass what it would meet. A query that is more than two periods wide finds nothing.
 *
 * Wakes all bodies. It is part of the state; builds without PAWL_WITH_PERIODS have none of it.
 * Errors: NULL, LOCKED, RANGE (no such period, one below four length units, or something does not
 * fit), UNSUPPORTED (there are soft bodies, which no world that goes round has; or the build). */
PAWL_API pawl_status pawl_world_set_periods(pawl_world *world, pawl_vec2 periods);
PAWL_API pawl_vec2 pawl_world_get_periods(const pawl_world *world);
/* A place where the world has it; and the shortest way from one to another. In worlds that do not
 * go round, the place itself and the difference. */
PAWL_API pawl_vec2 pawl_world_wrap(const pawl_world *world, pawl_vec2 place);
PAWL_API pawl_vec2 pawl_world_way(const pawl_world *world, pawl_vec2 from, pawl_vec2 to);

/* Wakes all bodies; the length unit stays what it was. |component| <= PAWL_SPEED_MAX. */
PAWL_API pawl_status pawl_world_set_gravity(pawl_world *world, pawl_vec2 gravity);
/* As it was set, units/s^2. */
PAWL_API pawl_vec2 pawl_world_get_gravity(const pawl_world *world);
/* As in the def, units. */
PAWL_API pawl_fx pawl_world_get_length_unit(const pawl_world *world);
/* Takes effect with the next step; part of the state. */
PAWL_API pawl_status pawl_world_set_substeps(pawl_world *world, int32_t substeps);
/* Of each step. */
PAWL_API int32_t pawl_world_get_substeps(const pawl_world *world);
/* As those of the def, with 0 for the default; they take effect with the next step, wake nothing,
 * and are part of the state. What sleeps is not pressed any further until it wakes. */
PAWL_API pawl_status pawl_world_set_contact_tuning(pawl_world *world, pawl_contact_tuning tuning);
PAWL_API pawl_status pawl_world_set_restitution_threshold(pawl_world *world, pawl_fx speed);
PAWL_API pawl_status pawl_world_set_hit_threshold(pawl_world *world, pawl_fx speed);
/* As they were set: 0 is the default. */
PAWL_API pawl_contact_tuning pawl_world_get_contact_tuning(const pawl_world *world);
PAWL_API pawl_fx pawl_world_get_restitution_threshold(const pawl_world *world);
PAWL_API pawl_fx pawl_world_get_hit_threshold(const pawl_world *world);
/* Switching it off wakes all bodies. */
PAWL_API pawl_status pawl_world_set_sleeping_enabled(pawl_world *world, bool enabled);
/* Whether bodies fall asleep. */
PAWL_API bool pawl_world_is_sleeping_enabled(const pawl_world *world);

/* What the last step did: its cost in work, known on every target. Not state. */
typedef struct pawl_counters {
    uint32_t bodies, shapes, geometries, joints; /* alive */
    uint32_t awake;    /* dynamic and kinematic bodies awake after the step */
    uint32_t contacts; /* pairs with overlapping boxes, asleep or awake */
    uint32_t touching; /* contacts with points that were solved: not those of sleepers */
    uint32_t points;   /* contact points solved */
    uint32_t solved_joints;
    uint32_t new_pairs, lost_pairs;
    uint32_t manifolds; /* computed anew */
    uint32_t recycled;  /* reused */
    uint32_t islands;   /* awake ones */
    uint32_t batches;   /* rounds a parallel solver would need for the same results: contacts
                           of a batch share no moving body */
    uint32_t moved;     /* boxes that left their fat box */
    uint32_t tree_height;
    uint32_t dropped_events;
    uint32_t sweeps; /* of a moving shape against another, to see when they meet */
    uint32_t capped; /* of those, how many gave up early: such a body stops before it meets */
} pawl_counters;
/* What the last step has counted; zeros for a null world. */
PAWL_API pawl_counters pawl_world_get_counters(const pawl_world *world);

/* Events of the last step, in contact order; ends caused by calls before the step come first, in
 * the order of the calls. The arrays live in the buffer: valid until the next step or call that
 * ends a contact. A handle in an end event may already be stale. */
typedef struct pawl_touch_event {
    pawl_shape_id shape_a, shape_b; /* a was created before b */
} pawl_touch_event;

typedef struct pawl_hit_event {
    pawl_shape_id shape_a, shape_b;
    pawl_vec2 point; /* world */
    pawl_rot normal; /* from a to b */
    pawl_fx speed;   /* approach speed before the step, units/s, > hit_threshold */
} pawl_hit_event;

/* A joint that broke under its load; the handle is stale by now. */
typedef struct pawl_break_event {
    pawl_joint_id joint;
    uint32_t user_data;
} pawl_break_event;

/* A joint with load_events has had to hold more than its break_force or break_torque in the last
 * sub-step. It lives: pawl_joint_get_reaction_force and _torque tell how much. */
typedef struct pawl_load_event {
    pawl_joint_id joint;
    uint32_t user_data;
} pawl_load_event;

/* A contact has pressed on a shape with more than its break_impulse. The impulse is all that the
 * contact has exerted in the step along its normal: the sum over its points and over the sub-steps,
 * with the rebound of restitution. So it is the change of momentum along the normal, whatever the
 * number of sub-steps; a resting load counts with its weight times the length of a step. Where
 * both shapes of a contact are pressed too hard there are two events, the older shape first. */
typedef struct pawl_fracture_event {
    pawl_wide impulse; /* Q48.16, > the break_impulse of the shape */
    pawl_shape_id shape, other;
    pawl_vec2 point; /* world: of the points of the contact the one that carried more */
    pawl_rot normal; /* the direction in which the shape was pushed */
} pawl_fracture_event;

/* A shape has come into a sensor, or left it. */
typedef struct pawl_sensor_event {
    pawl_shape_id sensor, visitor;
} pawl_sensor_event;

/* A link of a soft body that tore because it was stretched: not those of pawl_soft_tear, nor of
 * bodies that went. There is room for all. */
typedef struct pawl_tear_event {
    pawl_soft_id soft;
    uint32_t link;
} pawl_tear_event;
typedef struct pawl_events {
    const pawl_touch_event *begins, *ends;
    const pawl_hit_event *hits;
    const pawl_sensor_event *sensor_begins, *sensor_ends;
    const pawl_break_event *breaks; /* in the order of creation */
    uint32_t begin_count, end_count, hit_count, break_count;
    uint32_t sensor_begin_count, sensor_end_count;
    const pawl_fracture_event *fractures; /* null in a build without fracture */
    uint32_t fracture_count;
    const pawl_tear_event *tears; /* in the order of soft bodies and links; null in a build without
                                     soft bodies */
    uint32_t tear_count;
    const pawl_load_event *loads; /* in the order of creation; there is room for all */
    uint32_t load_count;          /* of joints that have held too much */
} pawl_events;
/* What happened in the last step; empty for a null world. */
PAWL_API pawl_events pawl_world_get_events(const pawl_world *world);

/* One line of facts about how the library was built, printed by every test run. */
PAWL_API const char *pawl_build_options(void);

#endif
