/* soft_solve.h - internal: what the files of the soft body solver share during one step. soft.h has
 * the picture of the step.
 *
 * The method is position based dynamics (Jakobsen, "Advanced Character Physics", 2001; Mueller et
 * al., "Position Based Dynamics", 2007): constraints project positions, x += w lambda gradient C,
 * and velocities follow from positions. All of the data lives in the scratch region, behind that of
 * the rigid bodies, and means nothing once the step is over.
 *
 * Lengths are in 2^-22 units throughout (q22): absolute ones in 64 bits, differences and movements
 * as Q10.22 in 32. A velocity is the movement within one sub-step. Unit vectors are Q2.30, shares
 * Q1.31 (2^31 is 1).
 *
 * The soft bodies are stepped once the rigid ones have been solved, and before fast ones are
 * stopped: what they do to a rigid body changes its movement and its velocity like an impulse of
 * the solver. During the sub-steps a rigid body is seen as a pawli_soft_rigid, which moves along
 * with them. */
#ifndef PAWLI_SOFT_SOLVE_H
#define PAWLI_SOFT_SOLVE_H

#include "solver/solver_body.h"
#include "soft/soft.h"

#define PAWLI_SOFT_PER_RAW 64                    /* 2^-22 units in a raw unit */
#define PAWLI_SOFT_SHARE_ONE (UINT32_C(1) << 31) /* 1 as a share */

/* A point at work. Its index is that of the pawli_soft_point. A change of x or y changes the
 * velocity by as much, unless `from` is changed too. */
typedef struct pawli_soft_particle {
    int64_t x, y;           /* where it is now; before the constraints: the predicted position */
    int64_t from_x, from_y; /* the position before: at the start of the sub-step, where it was
                               allowed to be. The velocity of the next sub-step is x - from */
    uint32_t inverse_mass;  /* w: 1 / mass times the reference mass of its soft body, Q2.30, <= 1;
                               0 for pinned points, which stay where they are */
    uint16_t attachment;    /* the first ATTACH link of the point, counted from the first link of
                               the soft body; PAWLI_NONE */
    uint8_t touching;       /* set by pawli_soft_collide: PAWLI_POINT_TOUCHING of the state */
    uint8_t pad;
} pawli_soft_particle;

/* DISTANCE: links that follow each other, each beginning where the one before it ends, are a chain
 * and are solved together; solve_chain.c. */
typedef struct pawli_soft_chain_row {
    int64_t lambda; /* right side of the elimination, then the multiplier: what moves w = 1 */
    int64_t impulse_x, impulse_y; /* lambda along the link, as a vector */
    int64_t beta_x, beta_y;       /* solve_geometric_stiffness.c */
    int32_t alpha, k;
    int32_t x, y;     /* direction from a to b: the gradient of b */
    int32_t error;    /* C: how much too long the link is */
    int32_t coupling; /* share of the multiplier of the link before that arrives here, Q2.30 */
    uint32_t pad;
    uint32_t pivot; /* of the elimination: inverse mass along the link, Q2.30; 0: it is slack */
} pawli_soft_chain_row;

/* BEND: w / (sum of w |gradient|^2) of each point, Q2.30, and the place of b. */
typedef struct pawli_soft_bend_row {
    uint32_t share_a, share_b, share_c;
    int32_t along, across; /* Q16.16 */
    uint64_t sum;          /* of w |gradient|^2, Q30 */
} pawli_soft_bend_row;

/* ATTACH: the first one of a point makes it one with the body. What moves the point along the arm
 * moves both, what moves it across turns the body as well. */
typedef struct pawli_soft_attach_row {
    int32_t x, y;                       /* unit vector along the arm, now */
    int32_t local_x, local_y;           /* the same in the frame of the body; (1, 0) without arm */
    uint32_t share_along, share_across; /* of a gap between them, how much the body moves */
    int32_t lever;                      /* length of the arm / k, Q12.20 */
    uint32_t center_share;              /* 1 / (1 + lever^2) */
} pawli_soft_attach_row;

/* The constraint row of a link. */
typedef struct pawli_soft_row {
    union {
        pawli_soft_chain_row chain;
        pawli_soft_bend_row bend;
        pawli_soft_attach_row attach;
    };
    uint16_t length; /* of a chain that begins here; else 0 */
    uint8_t torn;    /* 1: in this step */
    uint8_t pad[5];
} pawli_soft_row;

/* A soft body at work. Its index is its slot; void for those that sleep. */
typedef struct pawli_solver_soft {
    pawli_scaled reference;       /* the mass whose inverse is 1: the least of its points */
    uint32_t keep;                /* share of a velocity left by damping, per step */
    int64_t gravity_x, gravity_y; /* g h^2: what gravity adds to a movement, 2^-38 units */
    pawl_box box;                 /* where it rests, with room for what touches it; soft_sleep.c */
    uint8_t restless;             /* 1: something that it holds or touches may not sleep yet */
    uint8_t tears;                /* 1: a link has torn in this step */
    uint8_t pad[6];
} pawli_solver_soft;

/* A rigid body as soft bodies see it; solve_rigid.c. "Turns" are k times an angle, with k the
 * radius of gyration. */
typedef struct pawli_soft_rigid {
    int64_t x, y;                               /* center of mass, now */
    int64_t from_x, from_y;                     /* at the start of the sub-step */
    int64_t start_x, start_y;                   /* at the start of the step */
    int64_t pushed_x, pushed_y, pushed_turn;    /* velocity that soft bodies gave it, 2^-38 */
    int64_t carried_x, carried_y, carried_turn; /* movement that comes from that, 2^-38 */
    int64_t growth_x, growth_y, growth_turn;    /* of its own movement per sub-step, 2^-38 */
    pawl_rot rotation;                          /* now */
    pawl_rot from_rotation;                     /* at the start of the sub-step */
    int32_t last_x, last_y, last_turn;          /* its own movement in the last sub-step */
    int32_t turn;                               /* how far it has turned */
    uint16_t body;                              /* slot */
    uint8_t awake;                              /* 1: it moves along */
    uint8_t moves;                              /* 1: dynamic and awake: it can be pushed */
    uint8_t used;                               /* 1: it takes part in this step */
    uint8_t locks;                              /* axes along which nothing moves it */
    uint8_t pad[2];
} pawli_soft_rigid;

/* How a rigid body responds to a push at a point along a direction. */
typedef struct pawli_soft_response {
    int32_t lever;         /* (arm x direction) / k, Q12.20 */
    uint32_t center_share; /* 1 / (1 + lever^2): of a movement of the point, that of the center */
    uint32_t share;        /* of a correction between it and something soft: its own share */
} pawli_soft_response;

/* soft_collide.h */
typedef struct pawli_soft_candidates pawli_soft_candidates;
typedef struct pawli_soft_start pawli_soft_start;
typedef struct pawli_soft_edge pawli_soft_edge;

typedef struct pawli_soft_step {
    pawl_world *world;
    pawli_body *bodies;
    pawli_shape *shapes;
    pawli_solver_body *solver;
    const uint16_t *solver_index; /* body slot -> solver body, for those that are awake */
    uint32_t solver_count;
    pawli_soft *softs;
    pawli_soft_point *points;
    pawli_soft_link *links;
    /* scratch of the solver */
    pawli_soft_particle *particles;  /* by point, of all soft bodies: those of a soft body are
                                        first_point .. first_point + point_count - 1 */
    pawli_soft_row *rows;            /* by link */
    pawli_solver_soft *solver_softs; /* by slot */
    uint16_t *awake;                 /* soft bodies that are solved, in creation order */
    pawli_soft_rigid *rigids;        /* by body slot; void but for those of pawli_solve_rigid_of */
    uint16_t *rigid_slots;           /* those that take part, in the order of the first use */
    uint16_t *chain_marks;           /* by point: the chain that has it */
    /* scratch of collisions */
    pawli_soft_candidates *candidates; /* by slot of a soft body */
    pawli_soft_start *starts;          /* by point */
    pawli_soft_edge *edge_pool;
    uint16_t *shape_pool;
    uint16_t *found_shapes;      /* room for all shapes: of the soft body that is looked at */
    uint32_t *surface_ends;      /* by point: the first surface link it is an end of; UINT32_MAX */
    uint32_t *next_surface_ends; /* by link * 2, + 1 for its second end: the next of that point */
    uint32_t edge_capacity, shape_capacity; /* of the pools */
    uint32_t awake_count, rigid_count;
    /* time */
    uint32_t substep;    /* h of a soft sub-step, Q0.32 seconds */
    int32_t per_substep; /* 1/h, Q16.16, saturated */
    int32_t substeps;
    int64_t move_max;   /* longest movement of a point in a sub-step, 2^-22, on each axis */
    bool contact_moved; /* set when a point or link was pushed off a body: they may have moved */
    int32_t done;       /* sub-steps that rigid bodies have moved in so far */
    uint32_t faults;    /* PAWL_FAULT_... */
    const pawl_step_hooks *hooks; /* not null */
} pawli_soft_step;

/* The points and links of one soft body: a system of constraints. */
typedef struct pawli_soft_system {
    pawli_soft_step *step;
    const pawli_soft *soft;
    pawli_soft_particle *particles; /* the first of the soft body, as are rows and links */
    pawli_soft_row *rows;
    pawli_soft_link *links;
    uint16_t slot;
} pawli_soft_system;

/* soft_solve.c: the soft bodies of one step; world, solver, solver_index and solver_count are set,
 * the rest is zero. Velocities and movements of solver bodies change. */
void pawli_soft_solve(pawli_soft_step *step, void *scratch);

/* soft_scratch.c: the scratch memory of a step. The size is a multiple of 8. */
uint32_t pawli_soft_scratch_size(const pawl_world *world);
void pawli_soft_scratch_carve(pawli_soft_step *step, void *scratch);

/* solve_integrate.c: the points of one soft body. */
void pawli_solve_integrate_prepare(pawli_soft_step *step, uint16_t soft);
void pawli_solve_integrate(pawli_soft_step *step, uint16_t soft, int32_t substep);
/* Speed and the edge of the world: after the constraints, and once collisions have moved points. */
void pawli_solve_integrate_limit(pawli_soft_step *step, uint16_t soft);
void pawli_solve_integrate_finish(pawli_soft_step *step, uint16_t soft);

/* solve_link.c: the links of one soft body, of all types. */
void pawli_solve_link_prepare(pawli_soft_step *step, uint16_t soft);
void pawli_solve_link_begin(pawli_soft_step *step, uint16_t soft); /* of a sub-step */
void pawli_solve_link_iterate(pawli_soft_step *step, uint16_t soft, int32_t iteration);
void pawli_solve_link_finish(pawli_soft_step *step, uint16_t soft); /* events of tearing */

/* solve_chain.c: prepare gives the number of links of the chain that begins with `first`. */
uint32_t pawli_solve_chain_prepare(const pawli_soft_system *system, uint32_t first);
void pawli_solve_chain(const pawli_soft_system *system, uint32_t first);
/* Whether a link tears. */
bool pawli_solve_chain_is_overstretched(const pawli_soft_system *system, uint32_t link);

/* solve_geometric_stiffness.c: the impulses of the links from their multipliers, where light points
 * are pulled hard. */
void pawli_solve_geometric_stiffness(const pawli_soft_system *system, uint32_t first,
                                     uint32_t count);

/* solve_bend.c */
void pawli_solve_bend_prepare(const pawli_soft_system *system, uint32_t link);
void pawli_solve_bend(const pawli_soft_system *system, uint32_t link);

/* solve_area.c */
void pawli_solve_area(const pawli_soft_system *system);

/* solve_attach.c: prepare once per step, begin once per sub-step. */
void pawli_solve_attach_prepare(const pawli_soft_system *system, uint32_t link);
void pawli_solve_attach_begin(const pawli_soft_system *system, uint32_t link);
void pawli_solve_attach(const pawli_soft_system *system, uint32_t link);
/* The inverse mass of an attached point, with its body, along a unit vector; and the largest in any
 * direction. */
uint32_t pawli_solve_attach_inverse_mass(const pawli_soft_system *system,
                                         const pawli_soft_particle *particle, int32_t x, int32_t y);
uint32_t pawli_solve_attach_inverse_mass_max(const pawli_soft_system *system,
                                             const pawli_soft_particle *particle);
/* Move an attached point and its body by an impulse: how far that moves an inverse mass of 1. */
void pawli_solve_attach_apply(const pawli_soft_system *system, pawli_soft_particle *particle,
                              int64_t x, int64_t y);

/* solve_rigid.c */
void pawli_solve_rigid_move(pawli_soft_step *step, int32_t substep);
void pawli_solve_rigid_finish(pawli_soft_step *step);
/* The rigid body of a slot for this step. The first use of one is in pawli_solve_link_prepare or
 * pawli_soft_candidates_find: later it has missed the sub-steps before. */
pawli_soft_rigid *pawli_solve_rigid_of(pawli_soft_step *step, uint16_t body);
/* An arm of a length in 2^-22 divided by k, Q12.20; 1 / (1 + lever^2); and the share of a body. */
int32_t pawli_solve_rigid_lever(const pawli_soft_step *step, const pawli_soft_rigid *rigid,
                                int64_t length, uint32_t *faults);
uint32_t pawli_solve_rigid_center_share(int32_t lever);
uint32_t pawli_solve_rigid_share(const pawli_soft_step *step, const pawli_soft_rigid *rigid,
                                 uint16_t soft, uint32_t inverse_mass, int32_t lever);
/* How a rigid body responds at an arm from its center of mass (Q10.22, world axes) along a unit
 * normal, against something of a soft body with a given inverse mass: of a link that is hit at
 * fraction t, w_a (1 - t)^2 + w_b t^2. The share is 0 for a body that does not move, and
 * PAWLI_SOFT_SHARE_ONE against a pinned point. */
pawli_soft_response pawli_solve_rigid_response(const pawli_soft_step *step,
                                               const pawli_soft_rigid *rigid, uint16_t soft,
                                               uint32_t inverse_mass, int32_t arm_x, int32_t arm_y,
                                               pawl_rot normal);
/* Move the point of the response by `move` along the normal, 2^-38 units, by an impulse there:
 * position and velocity change by as much. */
void pawli_solve_rigid_push(pawli_soft_step *step, pawli_soft_rigid *rigid,
                            const pawli_soft_response *response, pawl_rot normal, int64_t move);
/* Change only its velocity, for friction and restitution. */
void pawli_solve_rigid_push_velocity(pawli_soft_rigid *rigid, const pawli_soft_response *response,
                                     pawl_rot normal, int64_t move);
/* How a point of the body at an arm (Q10.22) has moved since the start of the sub-step. */
void pawli_solve_rigid_moved_at(const pawli_soft_rigid *rigid, int32_t arm_x, int32_t arm_y,
                                int32_t *x, int32_t *y);

/* soft_sleep.c: before anything else in a step, what is attached to something restless wakes. */
void pawli_soft_sleep_wake_attached(pawl_world *world);
/* Sleeping soft bodies that something restless may touch in this step wake. Nothing but world,
 * softs, points and awake can be used yet. */
void pawli_soft_sleep_wake_near(pawli_soft_step *step);
/* Once in a step, before points are finished. */
void pawli_soft_sleep_count_quiet(pawli_soft_step *step, uint16_t soft);
/* A soft body touches or holds a dynamic rigid body, or touches another soft body, in the last
 * sub-step: neither sleeps while the other is restless. Those that sleep wake by one that is. */
void pawli_soft_sleep_couple_body(pawli_soft_step *step, uint16_t soft, uint16_t body);
void pawli_soft_sleep_couple_softs(pawli_soft_step *step, uint16_t a, uint16_t b);
void pawli_soft_sleep_couple_attached(pawli_soft_step *step, uint16_t soft);
void pawli_soft_sleep(pawli_soft_step *step);

/* The inverse mass of a point for constraints that do not look at directions. */
static inline uint32_t pawli_soft_particle_inverse_mass(const pawli_soft_system *system,
                                                        const pawli_soft_particle *particle) {
    return particle->attachment == PAWLI_NONE
               ? particle->inverse_mass
               : pawli_solve_attach_inverse_mass_max(system, particle);
}

/* solve.c: bytes, for any world of these capacities. */
uint32_t pawli_soft_scratch_size(const pawl_world *world);

#endif
