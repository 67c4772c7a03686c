/* state.h - hashes of a world, and what differs between two: machines agree exactly when the hashes
 * agree, and when they do not, the tree below leads to the first value that is different.
 *
 * The hash is a sum modulo 2^32 of one number for each object, made of its name and of the fields
 * that are not at their defaults, as the field table (src/world/fields.c) has them. So it depends
 * on no order, and is the same on every machine and in every build that has what the world uses.
 * Capacities, tree links, counters and cached values are left out. docs/5-determinism.md defines it
 * to the bit, with an example. */
#ifndef PAWL_STATE_H
#define PAWL_STATE_H

#include "pawl/lanes.h"
#include "pawl/world.h"

/* The first simulation version with this hash. Those before had another one, so what they have
 * hashed is not to be compared with anything of this version or later. */
#define PAWL_HASH_SIMULATION_VERSION 4

/* The whole state: two worlds with equal hashes and equal capacities step alike. 0 for a null
 * world. Cost: one look at all of the state; on x86-64 in SSE2, unless the build expects more. */
PAWL_API uint32_t pawl_world_hash(const pawl_world *world);

/* The same number, worked out in `lanes` that this machine must have (pawl_lanes_has); those that
 * this build has no code for are NONE. Ask pawl_lanes_best once and keep the answer. Sessions,
 * recorders and playbacks hash in the lanes of their step hooks. Nothing is kept from one call to
 * the next: what has been written to the world by any means is seen. 0 for a null world.
 * Cost: of 1000 bodies in a pile, in AVX2 or AVX-512 a sixth of what NONE takes, in SSE4.1 a
 * quarter, in DEFAULT on x86-64 (SSE2) a third. */
PAWL_API uint32_t pawl_world_hash_lanes(const pawl_world *world, pawl_lanes lanes);

/* One number for the capacities of a world, which its hash leaves out. They count all the same,
 * even before anything is full: a handle is used again only when there are no fresh ones left.
 * Machines that play together, or compare hashes, must agree in it (pawl_session_def.world_id).
 * Never 0 but for a null world.
 *
 * The lowest 16 bits are of bodies, shapes, geometries, events and contacts, the next 8 of joints,
 * the highest 8 of soft bodies, each 0 for none: room for what one of two builds leaves out is not
 * compared, because neither will use it. Other capacities have the same number by chance: of joints
 * or soft bodies once in 255 times, of the rest once in 65,535 times. */
PAWL_API uint32_t pawl_world_get_capacity_id(const pawl_world *world);
#define PAWL_CAPACITY_ID_JOINTS UINT32_C(0x00FF0000)
#define PAWL_CAPACITY_ID_SOFT UINT32_C(0xFF000000)

/* The features that a world uses, PAWL_FEATURE_ bits of config.h: a build that has them all
 * computes the same bits as any other. 0 for null. Joints and soft bodies: once there has been one,
 * since its handle must not come again. Polygons: a shape of five vertices or more, or a rounded
 * one of two or more. Hooks: custom_filter or pre_solve of a shape. Continuous: a bullet. Fracture:
 * a shape with a break_impulse. The rest: a shape of that sort. What calls do without leaving a
 * trace (functions in pawl_step_hooks, pawl_body_shatter) is not in the world, and a body that
 * becomes too fast for a build without continuous collision shows as PAWL_FAULT_NOT_STOPPED there.
 * Cost: a look at each body, shape and geometry. */
PAWL_API uint32_t pawl_world_get_features(const pawl_world *world);

/* Names of features, such as "joints, soft bodies"; "none" for 0. Returns the length without the 0
 * at the end, cut to what fits. */
PAWL_API size_t pawl_features_print(uint32_t features, char *text, size_t size);
#define PAWL_FEATURES_TEXT_MAX 176 /* enough for all */

/* Only what moves: positions, angles, velocities and faults. Survives changes of the layout; a
 * change of this number means that the simulation itself changed. */
PAWL_API uint32_t pawl_world_motion_hash(const pawl_world *world);

/* Hashes tick by tick: a difference that comes and goes cannot slip between two comparisons. 0 is
 * the chain before the first tick. */
PAWL_API uint32_t pawl_hash_chain(uint32_t chain, uint32_t hash);

/* XXH32 over the results of the number layer for fixed arguments, from the same code that a step
 * uses: machines where it differs cannot play together, and portcheck tells why. */
PAWL_API uint32_t pawl_math_fingerprint(void);

/* XXH32 over bytes, for files and packets (Yann Collet's xxHash, specification v0.1.1). */
PAWL_API uint32_t pawl_xxh32(const void *data, size_t size, uint32_t seed);

/* ---- the tree: world > branch > block of 16 objects > object > field ---- */

typedef enum pawl_branch {
    PAWL_BRANCH_WORLD = 0,    /* settings, tick, faults: one object */
    PAWL_BRANCH_BODIES = 1,   /* in creation order */
    PAWL_BRANCH_SHAPES = 2,   /* with their geometry; by body, in creation order */
    PAWL_BRANCH_JOINTS = 3,   /* in creation order */
    PAWL_BRANCH_CONTACTS = 4, /* in contact order, with impulses */
    PAWL_BRANCH_POOLS = 5,    /* of bodies, shapes and joints: which handles come next; once there
                               has been a soft body or a character, of them as well */
    PAWL_BRANCH_SOFT = 6,     /* soft bodies in creation order, each followed by its points and its
                               links, all of which are objects */
    PAWL_BRANCH_CHARACTERS = 7, /* in creation order */
    PAWL_BRANCH_RULES = 255 /* of no world: values of a game's own that a session has compared, in
                             a pawl_difference */
} pawl_branch;
#ifndef PAWL_BRANCH_COUNT /* tests of the library itself have one more */
#define PAWL_BRANCH_COUNT 8
#endif
#define PAWL_BLOCK_SIZE 16 /* objects */

typedef struct pawl_hash_tree {
    uint32_t root; /* the sum of the branches: pawl_world_hash */
    uint32_t branches[PAWL_BRANCH_COUNT];
} pawl_hash_tree;

/* All zeros for null. Costs as much as pawl_world_hash. */
PAWL_API pawl_hash_tree pawl_world_hash_tree(const pawl_world *world);
/* "bodies"; "unknown part" for what is none. */
PAWL_API const char *pawl_branch_text(pawl_branch branch);

/* Objects of a branch, counted from 0 in the order above. What does not exist has the hash 0.
 *
 * The hash of a block is the sum over its objects, that of a branch the sum over its blocks. Equal
 * states have equal trees on every build, whatever its capacities and wherever its geometry lies.
 *
 * Cost: contacts are found at once; bodies, shapes and joints are lists, in which finding an index
 * takes as many links as the index says. To visit everything use pawl_block_hashes, and
 * pawl_object_next. */
PAWL_API uint32_t pawl_world_get_object_count(const pawl_world *world, pawl_branch branch);
PAWL_API uint32_t pawl_block_hash(const pawl_world *world, pawl_branch branch, uint32_t block);
PAWL_API uint32_t pawl_object_hash(const pawl_world *world, pawl_branch branch, uint32_t index);
/* The hashes of up to `count` blocks from `first` on; returns how many there were. */
PAWL_API uint32_t pawl_block_hashes(const pawl_world *world, pawl_branch branch, uint32_t first,
                                    uint32_t *out, uint32_t count);

/* Which object it is, for people and for finding it again in another world. */
typedef struct pawl_object_key {
    uint32_t serial;   /* creation order, from 1; that of shape A for a contact; else 0 */
    uint32_t serial_b; /* of the body of a shape; of shape B of a contact; 0 a soft body, 1 one of
                          its points, 2 one of its links; else 0 */
    uint32_t detail;   /* part of the terrain that a contact is on; which pool: 0 bodies, 1 shapes,
                          2 joints, 3 soft bodies; number of the point or link; else 0 */
    uint16_t slot;     /* index1 - 1 of its handle; of a contact, that of shape A; 0xFFFF: none */
    uint16_t body_a, body_b; /* slots of the bodies it belongs to; 0xFFFF: none */
    uint16_t pad;
} pawl_object_key;

/* Object number `index` of a branch. Errors: NULL, RANGE (no such object). */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_object_find(const pawl_world *world, pawl_branch branch,
                                                      uint32_t index, pawl_object_key *out);
/* From an object of this world to the next one of its branch, without a search.
 * Errors: NULL, RANGE (behind the last), STALE (no such object here). */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_object_next(const pawl_world *world, pawl_branch branch,
                                                      pawl_object_key *key);
/* The object of the same serials as one of another world. Errors: NULL, STALE (there is none). */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_object_match(const pawl_world *world, pawl_branch branch,
                                                       const pawl_object_key *other,
                                                       uint32_t *out_index);

#define PAWL_FIELD_NAME_MAX 32

/* One value of an object: all of them with an index from 0 on; RANGE behind the last. */
typedef struct pawl_field_value {
    char name[PAWL_FIELD_NAME_MAX]; /* "velocity.x"; "field 4" in builds without names */
    int64_t value;
    uint8_t type, number; /* of the field table: name it on every build. 0: the slot, 255: the
                             serial of a shape's body, or the generation of a free slot */
    uint8_t fraction;     /* bits behind the point: 16 for Q16.16 */
    bool is_hashed;       /* false: user data, which may differ */
} pawl_field_value;
/* The value of a field. Errors: NULL, RANGE (no such object, or behind its last field). */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_object_field(const pawl_world *world, pawl_branch branch,
                                                       uint32_t index, uint32_t field,
                                                       pawl_field_value *out);

/* ---- the first difference ---- */

typedef struct pawl_difference {
    uint32_t values, objects; /* how many differ in all; 0: the states are equal */
    pawl_branch branch;       /* of the first one, in the order of the tree */
    bool in_a, in_b;          /* whether it exists there */
    pawl_object_key key;
    pawl_field_value a, b; /* its first field that differs; void unless it is in both */
} pawl_difference;

/* Compare what is hashed, as pawl_world_hash and the tree do. Objects are matched by their serials,
 * so one that is missing does not make all that follow different; its values that are not at their
 * defaults count. Null is a world without any objects. Returns the number of values, saturated; out
 * may be null. Cost: about ten times that of pawl_world_hash. */
PAWL_API int32_t pawl_world_compare(const pawl_world *a, const pawl_world *b, pawl_difference *out);

/* Two lines of text, such as
 *   contacts: 3 values in 2 objects; first: contact of shapes 17 and 23, part 0 (bodies 4, 9)
 *   points[0].normal_impulse  a 0x0001A3F0 1.64038  b 0x0001A3EF 1.64037  (1 apart)
 * or, of an object that only one of them has, "only in a". Objects are named by their serials,
 * bodies in parentheses by their slots. Values are raw, then as decimals with as many digits as
 * tell them from their neighbors (Q16.16: that parse back); how far apart is in raw units. Returns
 * the length without the 0 at the end, cut to what fits; 0 for null. */
PAWL_API size_t pawl_difference_print(const pawl_difference *difference, char *text, size_t size);
/* Enough for any. */
#define PAWL_DIFFERENCE_TEXT_MAX 320

#endif
