/* layout.h - internal: what a world is made of.
 *
 *   | pawl_world | bodies | shapes | geometries | nodes | contacts | joints | soft bodies, their
 *     points and links | characters | edges of contacts | events | bits by slot |
 *   |<------------------------------ state region ----------------------------->|
 *   | scratch |
 *
 * Everything is found by 32-bit offsets from the start of the buffer and 16-bit indices, so the
 * block can be copied or moved. Stored structs have fixed-width fields, explicit padding that is
 * always zero, and no pointers, enums, bit-fields or bools: the same bytes on every ABI. */
#ifndef PAWLI_LAYOUT_H
#define PAWLI_LAYOUT_H

#include "base/compiler.h"
#include "fx/scaled.h"
#include "pawl/body.h"
#include "pawl/convex.h"
#include "pawl/terrain.h"
#include "world/layout_soft.h"

/* MODE=object has one more type of object, which shows that a new type needs no more than this:
 * tests/object/object.c. */
#ifndef PAWLI_TEST_OBJECT
#define PAWLI_TEST_OBJECT 0
#endif

/* The types of stored objects. A number stays for ever: hashes and snapshots hold it. What else is
 * known of a type is in objects.c and fields.c. */
typedef enum pawli_object_type {
    PAWLI_OBJECT_WORLD = 1,
    PAWLI_OBJECT_BODY = 2,
    PAWLI_OBJECT_SHAPE = 3,
    PAWLI_OBJECT_GEOMETRY = 4,
    PAWLI_OBJECT_CONTACT = 5,
    PAWLI_OBJECT_POOL = 6,
    PAWLI_OBJECT_JOINT = 7,
    PAWLI_OBJECT_TERRAIN = 8, /* instead of a geometry */
    PAWLI_OBJECT_SOFT = 9,
    PAWLI_OBJECT_SOFT_POINT = 10,
    PAWLI_OBJECT_SOFT_LINK = 11,
    PAWLI_OBJECT_SOFT_POOL = 12, /* what the world itself has for soft bodies */
#if PAWL_WITH_CHARACTERS
    PAWLI_OBJECT_CHARACTER = 13,
#endif
#if PAWLI_TEST_OBJECT
    PAWLI_OBJECT_TEST, /* whichever comes next */
#endif
    PAWLI_OBJECT_END,
    PAWLI_LAST_OBJECT = PAWLI_OBJECT_END - 1
} pawli_object_type;

/* The sections of a snapshot, by the objects that they hold. */
typedef enum pawli_section {
    PAWLI_SECTION_WORLD = 1,
    PAWLI_SECTION_BODIES = 2,     /* slot u16, serial u32, shapes u16 */
    PAWLI_SECTION_SHAPES = 3,     /* slot u16, serial u32, geometry u16 */
    PAWLI_SECTION_GEOMETRIES = 4, /* convexes, in the order of their first use */
    PAWLI_SECTION_TERRAINS = 5,   /* likewise; their numbers go on behind the convexes */
    PAWLI_SECTION_JOINTS = 6,     /* slot u16, serial u32 */
    PAWLI_SECTION_CONTACTS = 7,
    PAWLI_SECTION_POOLS = 8, /* bodies, shapes, joints */
    PAWLI_SECTION_FREE = 9,  /* slot u16, generation u16: of the three pools, next ones first */
    PAWLI_SECTION_ENDS = 10, /* two handles: touches, then sensors */
    PAWLI_SECTION_SOFT =
        11, /* capacities u16: soft bodies, points, links; and what the world has */
    PAWLI_SECTION_SOFT_BODIES = 12, /* slot u16, serial u32 */
    PAWLI_SECTION_SOFT_POINTS = 13, /* of one soft body after the other */
    PAWLI_SECTION_SOFT_LINKS = 14,  /* likewise */
    PAWLI_SECTION_SOFT_FREE = 15,   /* as FREE, of the pool of soft bodies */
#if PAWL_WITH_CHARACTERS
    PAWLI_SECTION_CHARACTER_POOL = 16, /* capacity u16, and the pool */
    PAWLI_SECTION_CHARACTERS = 17,     /* slot u16, serial u32 */
    PAWLI_SECTION_CHARACTER_FREE = 18, /* as FREE */
#endif
#if PAWLI_TEST_OBJECT
    PAWLI_SECTION_TEST_POOL,
    PAWLI_SECTION_TEST,
    PAWLI_SECTION_TEST_FREE,
#endif
    PAWLI_SECTION_END,
    PAWLI_SECTION_COUNT = PAWLI_SECTION_END - 1
} pawli_section;

/* Body flags. Those of features that are left out are 0, here and below, so that no object has them
 * and code that asks for them goes as well. */
#define PAWLI_BODY_LIVE PAWLI_LIVE
#define PAWLI_BODY_AWAKE 2u
#define PAWLI_BODY_ENABLED 4u
#define PAWLI_BODY_CAN_SLEEP 8u
#define PAWLI_BODY_FIXED_ROTATION 16u
#define PAWLI_BODY_BULLET (PAWL_WITH_CONTINUOUS ? 32u : 0u)
#define PAWLI_BODY_LOCK_X (PAWL_WITH_JOINTS ? 64u : 0u)
#define PAWLI_BODY_LOCK_Y (PAWL_WITH_JOINTS ? 128u : 0u)
#define PAWLI_BODY_LOCKS (PAWLI_BODY_LOCK_X | PAWLI_BODY_LOCK_Y)

/* mass and per_gyration are pawli_scaled values whose two parts are stored apart, so that the
 * struct has no holes. */
typedef struct pawli_body {
    pawl_vec2 position; /* of the center of mass, Q16.16 */
    pawl_angle angle;
    pawl_rot rotation;      /* of angle; cached */
    pawl_vec2 velocity;     /* of the center of mass, Q16.16 */
    int32_t spin;           /* k * angular velocity, Q16.16 units/s; k = radius of gyration */
    pawl_vec2 acceleration; /* from forces since the last step, Q16.16 */
    int32_t spin_acceleration;
    pawl_vec2 center;      /* of mass, in the body's frame */
    uint32_t mass;         /* mantissa; 0 for static and kinematic bodies */
    uint32_t per_gyration; /* mantissa of 1/k; 0: contacts and torques do not turn it */
    int8_t mass_exponent;
    int8_t per_gyration_exponent;
    int8_t frac_x, frac_y; /* position below one raw unit, in 2^-22 units, -32 .. 32 */
    pawl_fx gravity_scale;
    pawl_fx linear_damping, angular_damping; /* and above them pawli_sleep_code */
    pawl_fx extent;  /* largest distance of any shape point from the center of mass; cached */
    uint32_t serial; /* creation order: the key of every order in the engine */
    uint32_t user_data;
    uint16_t generation;
    uint16_t next, previous; /* live bodies in creation order; next: also the free queue */
    uint16_t first_shape;
    uint16_t island;      /* asleep: the slot of its island's oldest body, else PAWLI_NONE */
    uint16_t quiet_steps; /* consecutive steps below the sleep speed */
    uint8_t type;         /* pawl_body_type */
    uint8_t flags;
    /* What rounding has left, so that slow motion and weak pushes are exact in the long run: */
    int16_t spin_frac;                        /* spin below one raw unit, in 2^-32 units/s */
    int16_t turn_frac;                        /* turn below 2^-22, in 2^-37 */
    int16_t velocity_frac_x, velocity_frac_y; /* velocity below one raw unit, in 2^-32 units/s */
    int8_t move_frac_x, move_frac_y;          /* position below frac_x, frac_y, in 2^-30 units */
} pawli_body;
PAWL_STATIC_ASSERT(sizeof(pawli_body) == 112, "pawli_body has holes");

/* Dampings have at most 27 bits. */
#define PAWLI_DAMPING_BITS 27
static inline pawl_fx pawli_damping_of(pawl_fx stored) {
    return stored & (pawl_fx)((UINT32_C(1) << PAWLI_DAMPING_BITS) - 1u);
}

/* The sleep threshold of a body: 0 is that of the world; else an exponent in the upper five bits
 * and three below a leading one, as of pawli_break_impulse. The lower four bits lie above the
 * linear damping, the others above the angular one, so that none is ever negative. */
#define PAWLI_SLEEP_CODE_MAX 208u /* PAWL_SPEED_MAX */
static inline uint32_t pawli_sleep_code(const pawli_body *body) {
    return (uint32_t)body->linear_damping >> PAWLI_DAMPING_BITS |
           ((uint32_t)body->angular_damping >> PAWLI_DAMPING_BITS) << 4;
}

static inline pawl_fx pawli_sleep_threshold(const pawli_body *body) {
    const uint32_t code = pawli_sleep_code(body);
    return code == 0 ? 0 : (pawl_fx)((8u + code % 8u) << code / 8u);
}

/* Fixed rotation keeps contacts and torques from turning a body; kinematic ones feel neither. */
static inline bool pawli_body_turns(const pawli_body *body) {
    return body->type == PAWL_KINEMATIC || !(body->flags & PAWLI_BODY_FIXED_ROTATION);
}

static inline pawli_scaled pawli_body_mass(const pawli_body *body) {
    const pawli_scaled mass = {body->mass, body->mass_exponent};
    return mass;
}

static inline pawli_scaled pawli_body_per_gyration(const pawli_body *body) {
    pawli_scaled value = {0, 0};
    if (!pawli_body_turns(body)) return value;
    value.mantissa = body->per_gyration;
    value.exponent = body->per_gyration_exponent;
    return value;
}

/* The axes along which nothing moves it: PAWLI_BODY_LOCK_X and PAWLI_BODY_LOCK_Y. */
static inline unsigned pawli_body_locks(const pawli_body *body) {
    return body->type == PAWL_DYNAMIC ? body->flags & PAWLI_BODY_LOCKS : 0;
}

/* Whether it has nothing that would move it along a locked axis. */
static inline bool pawli_body_is_held(const pawli_body *body) {
    const unsigned locks = pawli_body_locks(body);
    const bool x = body->velocity.x == 0 && body->velocity_frac_x == 0 && body->acceleration.x == 0;
    const bool y = body->velocity.y == 0 && body->velocity_frac_y == 0 && body->acceleration.y == 0;
    return (x || !(locks & PAWLI_BODY_LOCK_X)) && (y || !(locks & PAWLI_BODY_LOCK_Y));
}

/* Distance between two centers along an axis in 2^-22 units, exact: the way from a to b. */
static inline int64_t pawli_center_delta(pawl_fx way, int8_t frac_a, int8_t frac_b) {
    return (int64_t)way * 64 + frac_b - frac_a;
}

/* Shape flags. */
#define PAWLI_SHAPE_LIVE PAWLI_LIVE
#define PAWLI_SHAPE_MOVED 2u /* its fat box is new: look for pairs in the next step */
#define PAWLI_SHAPE_HIT_EVENTS 4u
#define PAWLI_SHAPE_IN_TREE 8u
#define PAWLI_SHAPE_SENSOR (PAWL_WITH_SENSORS ? 16u : 0u)
#define PAWLI_SHAPE_CUSTOM_FILTER (PAWL_WITH_HOOKS ? 32u : 0u)
#define PAWLI_SHAPE_PRE_SOLVE (PAWL_WITH_HOOKS ? 64u : 0u)
#define PAWLI_SHAPE_ONE_WAY (PAWL_WITH_ONE_WAY ? 128u : 0u)

typedef struct pawli_shape {
    pawl_box fat_box; /* state: it decides which pairs exist */
    pawl_fx density, friction, restitution, tangent_speed;
    uint32_t category, mask;
    uint32_t serial;
    uint32_t user_data;
    uint16_t body; /* free slot: next in the free queue */
    uint16_t next; /* shapes of the body, in creation order */
    uint16_t geometry;
    uint16_t node; /* parent node in the tree, PAWLI_NONE at the root */
    uint16_t generation;
    int16_t group;
    uint8_t flags;
    uint8_t break_impulse;       /* 0: unbreakable; else see pawli_break_impulse */
    uint16_t rolling_resistance; /* Q1.15, 0 .. 1 */
} pawli_shape;
PAWL_STATIC_ASSERT(sizeof(pawli_shape) == 64, "pawli_shape has holes");

PAWLI_FOLD bool pawli_is_breakable(const pawli_shape *shape) {
    return PAWL_WITH_FRACTURE && shape->break_impulse != 0;
}

/* The impulse that a breakable shape bears, Q48.16. Eight bits are enough of it, and take no room:
 * an exponent in the upper five, and three bits below a leading one. Code 0 would be 2^9. */
static inline pawl_wide pawli_break_impulse(const pawli_shape *shape) {
    const uint8_t code = shape->break_impulse;
    return code == 0 ? 0 : (pawl_wide)(8 + code % 8) * (INT64_C(1) << (code / 8 + 6));
}

/* Terrain flags. */
#define PAWLI_TERRAIN_LOOP 1u
#define PAWLI_TERRAIN_ONE_SIDED 2u
#define PAWLI_TERRAIN_GHOST_ENDS 4u

/* Terrain: its data stays with the caller. The address is the one thing in a world that is no
 * index: it is not part of the canonical state, and is set anew with pawl_shape_bind. */
typedef struct pawli_terrain {
    pawl_box box;  /* around all of it, in the frame of the body */
    int32_t count; /* points of a chain, columns of a tile map */
    int32_t rows;  /* of a tile map, whose lower left corner is that of the box; of heights their
                      scale, Q16.16 */
    pawl_fx cell_size;          /* of heights: how far they are apart */
    uint32_t flags;             /* PAWLI_TERRAIN_... */
    uint32_t content;           /* XXH32 of the data */
    pawl_fx base;               /* of heights: y at height 0 */
    uint32_t materials;         /* how many a table has; 0: there is none */
    uint32_t materials_content; /* XXH32 of the table */
    uint32_t address[2];        /* of the data, low half first; null: nothing is there */
    uint32_t materials_address[2], indices_address[2]; /* of the table, likewise */
} pawli_terrain;

/* What a geometry is. */
#define PAWLI_CONVEX 0u
#define PAWLI_CHAIN 1u
#define PAWLI_TILES 2u
#define PAWLI_HEIGHTS 4u /* a chain whose points are found from heights; a bit of its own */

/* How the x of the points of a chain goes on: those near a box are found by binary search where it
 * never turns back. */
#define PAWLI_ORDER_NONE 0u
#define PAWLI_ORDER_RIGHT 1u /* each point's is at least that of the one before */
#define PAWLI_ORDER_LEFT 2u  /* at most */

/* Geometry is immutable and interned: equal convexes share one entry. */
typedef struct pawli_geometry {
    union {
        pawl_convex convex;
        pawli_terrain terrain;
    };
    uint16_t users; /* 0: free */
    uint8_t type;   /* PAWLI_CONVEX ...: says which of the two it is */
    uint8_t inner;  /* of a convex: its inner radius in eight bits, see pawli_inner_of; of a chain
                       or heights that are bound: PAWLI_ORDER_..., which follows from their data */
} pawli_geometry;
PAWL_STATIC_ASSERT(sizeof(pawli_geometry) == 12 + 16 * PAWL_POLYGON_MAX,
                   "pawli_geometry has holes");

/* Whether it is no terrain. */
PAWLI_FOLD bool pawli_is_convex(const pawli_geometry *geometry) {
    return !PAWL_WITH_CHAINS || geometry->type == PAWLI_CONVEX;
}

/* Inner node of the box tree. A child with PAWLI_LEAF set is a shape. */
#define PAWLI_LEAF UINT16_C(0x8000)
typedef struct pawli_node {
    pawl_box box;
    uint16_t parent; /* free node: next in the free list */
    uint16_t child[2];
    uint8_t height;
    uint8_t pad;
} pawli_node;
PAWL_STATIC_ASSERT(sizeof(pawli_node) == 24, "pawli_node has holes");

/* Contact flags. A contact that has points but does not touch is disabled: it is
 * neither solved nor reported. That of a sensor has no points and never touches, so that nothing
 * else need know about sensors; its points[0].separation bounds the distance, or below 0 the depth,
 * from which the overlap cannot change unnoticed. */
#define PAWLI_CONTACT_TOUCHING 1u
#define PAWLI_CONTACT_OVERLAPS (PAWL_WITH_SENSORS ? 2u : 0u) /* the visitor is in the sensor */
#define PAWLI_CONTACT_CACHED 4u    /* the manifold and the pose it was made at are valid */
#define PAWLI_CONTACT_DROPPED 8u   /* disabled until it has no more points */
#define PAWLI_CONTACT_DISABLED 16u /* disabled in the last step */
#define PAWLI_CONTACT_IDLE 128u    /* not state: neither body is awake; void while `idle_unknown` */
/* Likewise: it and the contacts that follow it, so many in all, are idle. Not of small code. */
#define PAWLI_CONTACT_IDLE_RUN (PAWLI_LARGE_CODE ? 64u : 0u)
#define PAWLI_CONTACT_RUN 32u

/* One point of a stored manifold. Everything is as it was when the manifold was made: while the
 * pair hardly moves it is recycled, and frozen anchors are what keeps tall stacks upright. */
typedef struct pawli_contact_point {
    pawl_vec2 offset; /* from the center of mass of A, world axes */
    pawl_fx separation;
    int32_t normal_impulse; /* times (1/mA + 1/mB): a velocity, Q16.16 */
    int32_t tangent_impulse;
} pawli_contact_point;

typedef struct pawli_contact {
    uint16_t shape_a, shape_b; /* A has the lower serial */
    uint8_t feature[2];        /* which vertices meet: A's index * 8 + B's */
    uint8_t flags, count;
    pawl_rot normal;               /* A to B, world axes */
    pawl_vec2 delta;               /* center of B minus center of A when the manifold was made */
    pawl_angle angle_a, angle_b;   /* likewise */
    pawli_contact_point points[2]; /* count == 0: points[0].separation bounds the distance;
                                      count == 1: points[1].tangent_impulse is the one that
                                      resists rolling */
} pawli_contact;
PAWL_STATIC_ASSERT(sizeof(pawli_contact) == 72, "pawli_contact has holes");

/* All that is state of a contact, which is what the field table describes. Edges lie in an array of
 * their own, beside the contacts, which worlds without terrain do not have. */
typedef struct pawli_whole_contact {
    pawli_contact contact;
    uint32_t edge; /* of terrain, see terrain.h; else 0 */
} pawli_whole_contact;

/* ---- soft bodies ---- */

/* Points and links lie side by side, those of the oldest soft body first and without gaps: when one
 * goes, those behind it move up. So there is nothing but the order to be saved. */

/* Point flags. */
#define PAWLI_POINT_TOUCHING 1u /* something is in its way: it has friction */

#if PAWLI_TEST_OBJECT
#define PAWLI_TEST_OBJECTS 8
typedef struct pawli_test_object {
    pawl_fx size; /* three fields */
    uint32_t color;
    uint16_t level;
    uint16_t generation, next, previous;
    uint32_t serial;
    uint8_t flags, pad[3];
} pawli_test_object;
#endif

/* Slots of one type. Free slots form a queue, so that a slot is free as long as possible before it
 * is used again and stale handles do not alias. */
typedef struct pawli_pool {
    uint16_t capacity, used; /* used: high-water mark */
    uint16_t live;
    uint16_t free_first, free_last;
    uint16_t pad;
    uint32_t next_serial;
} pawli_pool;

/* Lengths and speeds that scale with the length unit; derived from the def at init. */
typedef struct pawli_scales {
    pawl_fx length_unit;
    pawl_fx speculative; /* 0.02 L: points closer than this are solved */
    pawl_fx fat_margin;  /* 0.03 L: how far a fat box reaches beyond its shape */
    pawl_fx recycle;     /* 0.05 L: motion after which a manifold is made anew */
} pawli_scales;

/* Settings of the program that have a default, which is 0 here: it follows from the scales, and is
 * not state. See pawl_world_def. */
typedef struct pawli_tuning {
    pawl_contact_tuning contact;
    pawl_fx restitution_threshold, hit_threshold;
} pawli_tuning;

/* pawl_counters but for what is counted when it is asked for. Of bodies and shapes there are fewer
 * than 2^15. */
typedef struct pawli_counters {
    uint16_t awake, islands, moved, tree_height;
    uint16_t solved_joints, capped; /* capped: saturated */
    uint32_t touching, points, new_pairs, lost_pairs, manifolds, recycled;
    uint32_t batches, dropped_events, sweeps;
} pawli_counters;

/* Room for what this build leaves out, as a snapshot of another build tells it: nothing is ever put
 * there, and the next snapshot tells it again. */
typedef struct pawli_foreign_room {
    uint16_t joints, softs, soft_points, soft_links;
} pawli_foreign_room;
#define PAWLI_HAS_FOREIGN_ROOM (!PAWL_WITH_JOINTS || !PAWL_WITH_SOFT)

/* An axis goes round after 2^(32 - wrap) raw units; 0: it does not. */
typedef struct pawli_wrap {
    uint8_t x, y;
} pawli_wrap;

/* Why a world may not be changed. */
#define PAWLI_LOCK_NONE 0u
#define PAWLI_LOCK_READ 1u /* the library is reading: the state is whole */
#define PAWLI_LOCK_STEP 2u /* a step is under way: the state is between two */

struct pawl_world {
    uint32_t state_size, scratch_size, total_size;
    uint32_t at_bodies, at_shapes, at_geometries, at_nodes, at_contacts, at_joints;
    uint32_t at_softs, at_soft_points, at_soft_links;
    uint32_t at_edges;  /* by contact; 0: there is no room for terrain */
    uint32_t at_events; /* see pawli_event_at */
    uint32_t at_bits; /* of bodies that are awake, and behind them of shapes that have moved; where
                         there is room for joints, behind these the first joint of each body */
    uint32_t contact_capacity, contact_count;
    pawli_pool body_pool, shape_pool, joint_pool, soft_pool;
    uint16_t geometry_capacity, geometry_used;
    uint16_t event_capacity;
    uint16_t first_body, last_body; /* in creation order */
    uint16_t first_joint, last_joint;
    uint16_t first_soft, last_soft;
    uint16_t soft_point_capacity, soft_link_capacity;
    uint16_t soft_point_count, soft_link_count;
    uint16_t tree_root, free_node, node_used;
    pawl_vec2 gravity;
    pawli_scales scales;
    pawli_tuning tuning;
    uint32_t rate_numerator, rate_denominator;
    uint8_t substeps, sleeping;
    uint8_t idle_unknown; /* 1: a body woke or was put elsewhere since contacts were looked at */
    uint8_t soft_substeps;
    uint8_t terrain; /* 1: chains and tile maps may be made, in builds that have them */
    uint8_t lock;    /* not state: PAWLI_LOCK_..., while a function of the program is called */
    uint16_t load_count;
    uint16_t sleep_steps; /* quiet steps before an island may sleep: half a second */
    uint16_t tear_count;
    uint16_t begin_count, end_count, hit_count, break_count, fracture_count;
    uint16_t sensor_begin_count, sensor_end_count;
    pawli_wrap wrap;
    uint32_t faults;
    uint64_t tick;
    pawl_wide2 origin; /* what pawl_world_shift has taken from all places: pawl_world_get_origin */
    uint32_t late_end_count, late_sensor_end_count; /* ends by calls since the last step */
    uint32_t late_dropped_count;                    /* of those, how many did not fit */
    uint32_t unseen_end_count; /* reported ones that a snapshot has left out: until the next step
                                  they take their room, so that no more of the late ones fit */
    pawli_counters counters;
#if PAWLI_HAS_FOREIGN_ROOM
    pawli_foreign_room foreign;
#endif
#if PAWL_WITH_CHARACTERS
    pawli_pool character_pool;
    uint32_t at_characters;
    uint16_t first_character, last_character;
#endif
#if PAWLI_TEST_OBJECT
    pawli_pool test_pool;
    uint32_t at_tests;
    uint16_t first_test, last_test;
#endif
};

/* What comes of the settings of the program, or of the length unit: how fast an overlap is
 * corrected at most, the slowest impacts that bounce and that are reported, and below what speed a
 * body may fall asleep (0.05 L/s, of which the number is that of `recycle`). */
static inline pawl_fx pawli_push_speed(const pawl_world *world) {
    const pawl_fx own = world->tuning.contact.push_speed;
    return own != 0 ? own : 3 * world->scales.length_unit;
}

static inline pawl_fx pawli_bounce_speed(const pawl_world *world) {
    const pawl_fx own = world->tuning.restitution_threshold;
    return own != 0 ? own : world->scales.length_unit;
}

static inline pawl_fx pawli_hit_speed(const pawl_world *world) {
    const pawl_fx own = world->tuning.hit_threshold;
    return own != 0 ? own : world->scales.length_unit;
}

static inline pawl_fx pawli_sleep_speed(const pawl_world *world) {
    return world->scales.recycle;
}

static inline pawl_fx pawli_sleep_speed_of(const pawl_world *world, const pawli_body *body) {
    const uint32_t above = (uint32_t)(body->linear_damping | body->angular_damping);
    return above >> PAWLI_DAMPING_BITS != 0 ? pawli_sleep_threshold(body)
                                            : pawli_sleep_speed(world);
}

#endif
