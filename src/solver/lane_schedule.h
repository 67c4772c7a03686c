/* lane_schedule.h - internal: which contacts are solved side by side, and their numbers, packed.
 *
 * A contact depends only on the contacts before it that share a moving body with it. A batch holds
 * contacts that do not depend on each other, at most one per lane; each stands in a later batch
 * than all that it depends on. So batch after batch gives the bits of row after row.
 *
 * The numbers of a batch lie field after field, those of all lanes side by side. A lane without a
 * contact holds one that changes nothing. Rows say what fields mean (contact_row.h). */
#ifndef PAWLI_LANE_SCHEDULE_H
#define PAWLI_LANE_SCHEDULE_H

#include "base/lanes.h"
#include "solver/contact_solver.h"

enum {
    PAWLI_LANE_BODY_A, /* offset of a solver body, in bytes */
    PAWLI_LANE_BODY_B,
    PAWLI_LANE_NORMAL_X,
    PAWLI_LANE_NORMAL_Y,
    PAWLI_LANE_SHARE_AX,
    PAWLI_LANE_SHARE_AY,
    PAWLI_LANE_SHARE_BX,
    PAWLI_LANE_SHARE_BY,
    PAWLI_LANE_FRICTION,
    PAWLI_LANE_TANGENT_SPEED,
    PAWLI_LANE_SINGLE, /* -1: one point, else 0 */
    PAWLI_LANE_BIAS_RATE,
    PAWLI_LANE_PUSH, /* -push_limit */
    PAWLI_LANE_IMPULSE_SCALE,
    PAWLI_LANE_COUPLING, /* two */
    PAWLI_LANE_SOFT_COUPLING = PAWLI_LANE_COUPLING + 2,
    PAWLI_LANE_INVERSE = PAWLI_LANE_SOFT_COUPLING + 2, /* three */
    PAWLI_LANE_POINTS = PAWLI_LANE_INVERSE + 3
};

/* Of a point; those of the second one come PAWLI_LANE_POINT_FIELDS later. */
enum {
    PAWLI_LANE_LEVER_A = PAWLI_LANE_POINTS,
    PAWLI_LANE_LEVER_B,
    PAWLI_LANE_GAIN_A,
    PAWLI_LANE_GAIN_B,
    PAWLI_LANE_TANGENT_LEVER_A,
    PAWLI_LANE_TANGENT_LEVER_B,
    PAWLI_LANE_TANGENT_GAIN_A,
    PAWLI_LANE_TANGENT_GAIN_B,
    PAWLI_LANE_SEPARATION,
    PAWLI_LANE_GAP,
    PAWLI_LANE_MASS,
    PAWLI_LANE_SOFT_MASS,
    PAWLI_LANE_TANGENT_MASS,
    PAWLI_LANE_NORMAL_IMPULSE,
    PAWLI_LANE_TANGENT_IMPULSE,
    PAWLI_LANE_PRESSED, /* -1: carried an impulse */
    PAWLI_LANE_POINT_END
};
#define PAWLI_LANE_POINT_FIELDS (PAWLI_LANE_POINT_END - PAWLI_LANE_POINTS)
#define PAWLI_LANE_FIELDS (PAWLI_LANE_POINTS + 2 * PAWLI_LANE_POINT_FIELDS)
#define PAWLI_LANE_WIDTH_MAX 16

/* What lanes solve: velocities and distances within +-2^29, impulses within +-2^27. */
#define PAWLI_LANE_BITS 29
#define PAWLI_LANE_LIMIT (INT32_C(1) << PAWLI_LANE_BITS)
#define PAWLI_LANE_IMPULSE_LIMIT (INT32_C(1) << 27)

/* Rows beyond these are left to the serial kernels; lane_contact.h says what they are good for. */
#define PAWLI_LANE_GAIN_LIMIT (INT32_C(1) << 26)     /* 4, Q8.24 */
#define PAWLI_LANE_COUPLING_LIMIT (INT32_C(1) << 25) /* 2, Q8.24 */
#define PAWLI_LANE_FRICTION_LIMIT (INT32_C(1) << 19) /* 8, Q16.16 */

/* How a batch is packed. */
enum {
    PAWLI_LANE_SERIAL = 0,     /* not: its rows are solved one after the other */
    PAWLI_LANE_SINGLES = 1,    /* rows with one point */
    PAWLI_LANE_PAIRS = 2,      /* with one or two */
    PAWLI_LANE_EQUAL_PAIRS = 3 /* the same, and of each row both bodies have the same share */
};

typedef struct pawli_lane_kernels pawli_lane_kernels;

typedef struct pawli_lane_batch {
    uint32_t first;                    /* of its rows in the order of the schedule */
    uint16_t count;                    /* of rows; any number where they are not packed */
    uint8_t packed;                    /* PAWLI_LANE_SERIAL and so on */
    uint8_t watched;                   /* not 0: a row is, and fields PRESSED mean something */
    const pawli_lane_kernels *kernels; /* that know it */
    int32_t *values;                   /* null where nothing is packed */
} pawli_lane_batch;

typedef struct pawli_lane_schedule pawli_lane_schedule;

/* Works on batches from `at` on, and returns the first one that it has not done: one that is not
 * packed, or for other kernels, one that has left the range of lanes, of which nothing is stored,
 * or the end. */
typedef uint32_t pawli_lane_pass(const pawli_contact_pass *pass,
                                 const pawli_lane_schedule *schedule, uint32_t at);

/* Packs the rows of a batch, whose `values` have room, and sets `packed` and `watched`. False: they
 * are beyond what lanes solve. */
typedef bool pawli_lane_packer(const pawli_contact_pass *pass, const uint32_t *order,
                               pawli_lane_batch *batch);

/* Puts what passes have changed back into the rows of a batch. */
typedef void pawli_lane_unpacker(const pawli_contact_pass *pass, const uint32_t *order,
                                 const pawli_lane_batch *batch);

/* Pushes bodies from `at` on for a sub-step; returns as pawli_lane_mover does. */
typedef uint32_t pawli_lane_pusher(pawli_solver_body *bodies, uint32_t at, uint32_t end);

/* Moves bodies from `at` on by a sub-step, as many at once as there are lanes. Returns the end, or
 * where so many begin that it has not done: they are fewer, or move far. */
typedef uint32_t pawli_lane_mover(pawli_solver_body *bodies, uint32_t at, uint32_t end,
                                  uint32_t substep);

/* Cosines and sines of angles, as pawl_rot_from_angle has them: `count` of them, and what follows
 * them up to a multiple of the width, for which there is room, too. */
typedef void pawli_lane_rotator(const int32_t *angles, uint32_t count, int32_t *cosines,
                                int32_t *sines);

struct pawli_lane_kernels {
    uint32_t width;
    pawli_lane_packer *pack;
    pawli_lane_unpacker *unpack;
    pawli_lane_pass *warm_start, *solve, *relax;
    pawli_lane_pusher *push;
    pawli_lane_mover *move;
    pawli_lane_rotator *rotate; /* null: one after the other */
    const pawli_lane_kernels
        *narrower; /* for batches of at most its width; null: none are faster */
};

struct pawli_lane_schedule {
    pawli_lane_batch *batches;
    uint32_t *order; /* rows, batch after batch */
    uint32_t batch_count;
};

/* What a schedule is made in. */
typedef struct pawli_lane_setup {
    const pawli_lane_kernels *kernels; /* null: there are none, and no schedule */
    void *memory;                      /* aligned like uint64_t */
    size_t memory_size;
    uint32_t body_count; /* of solver bodies */
    void *kept;          /* null: nothing is kept; aligned like uint64_t */
    size_t kept_size;
    uint32_t depth; /* about how many rows there are in the longest chain of dependency */
} pawli_lane_setup;

/* Whether there are lanes for a row at all: what is rare is left to the serial kernels. */
static inline bool pawli_lanes_know(const pawli_contact_row *row) {
    if (row->pressed & PAWLI_PRESSED_LOCKED) return false;
    return !PAWL_WITH_ROLLING || row->count == 2 || row->single.rolling.resistance == 0;
}

/* lane_kernels.c: null where the build has none for them. */
const pawli_lane_kernels *pawli_lane_kernels_of(pawl_lanes lanes);

/* Bytes for so many rows of so many solver bodies in lanes. */
uint64_t pawli_lane_schedule_size(uint32_t rows, uint32_t bodies, pawl_lanes lanes);

/* Memory that is not given to anything yet. */
typedef struct pawli_lane_room {
    uint8_t *at;
    size_t left;
} pawli_lane_room;

/* A schedule for the rows of a pass, and their numbers packed. False: nothing is gained by one. */
bool pawli_lane_schedule_make(const pawli_lane_setup *setup, const pawli_contact_pass *pass,
                              pawli_lane_schedule *schedule);

#if PAWL_WITH_WORKERS
/* Schedules of which several threads have one each, of rows in different zones: step/zones.c makes
 * them, with `packed` of its batches not 0 where lanes know all rows. */

/* Packs what is worth it. In lanes that body 0 stands for, `still` does: a body of zeros for this
 * schedule alone, in bytes behind solver body 0. */
void pawli_lane_schedule_pack(const pawli_contact_pass *pass, const pawli_lane_kernels *kernels,
                              pawli_lane_room room, int32_t still,
                              const pawli_lane_schedule *schedule);

/* A pass over batches `from` to before `end`; solver body 0 is only read. */
void pawli_lane_schedule_warm_start_range(pawli_contact_pass *pass,
                                          const pawli_lane_schedule *schedule, uint32_t from,
                                          uint32_t end);
void pawli_lane_schedule_solve_range(pawli_contact_pass *pass, const pawli_lane_schedule *schedule,
                                     uint32_t from, uint32_t end);
void pawli_lane_schedule_relax_range(pawli_contact_pass *pass, const pawli_lane_schedule *schedule,
                                     uint32_t from, uint32_t end);
#endif

/* A pass over all rows in lanes, as those of contact_solver.h. What changes of packed rows changes
 * in the values alone, until it is written back. */
void pawli_lane_schedule_warm_start(pawli_contact_pass *pass, const pawli_lane_schedule *schedule);
void pawli_lane_schedule_solve(pawli_contact_pass *pass, const pawli_lane_schedule *schedule);
void pawli_lane_schedule_relax(pawli_contact_pass *pass, const pawli_lane_schedule *schedule);
void pawli_lane_schedule_write_back(const pawli_contact_pass *pass,
                                    const pawli_lane_schedule *schedule);

#endif
