/* soft_solve.h - internal: what the parts of the soft body solver share during one step. All of it
 * lives in the scratch region, behind that of the rigid bodies, and means nothing once the step is
 * over.
 *
 * Lengths are in 2^-22 units throughout ("fine"): absolute ones in 64 bits, differences and
 * movements as Q10.22 in 32. A velocity is what moves within one sub-step. Unit vectors are Q2.30,
 * shares Q1.31 (2^31 is 1).
 *
 * The soft bodies are stepped once the rigid ones have been solved, and before fast ones are
 * stopped (step_7_continuous.c): what they do to a rigid body changes its movement and its velocity
 * like an impulse of the solver. During the sub-steps a rigid body is seen as a pawli_soft_rigid,
 * which moves along with them.
 *
 * Order of a step:
 *     pawli_soft_sleep_wake_near                 once: who sleeps and is about to be touched
 *     pawli_soft_candidates_find           once: what each soft body may meet in this step
 *     for each sub-step:
 *         integrate                        points and rigid bodies move
 *         links, bends, areas, attachments `iterations` times
 *         pawli_soft_collide               has the last word on where points are
 *     finish                               points, rigid bodies and sleep */
#ifndef PAWLI_SOFT_SOLVE_H
#define PAWLI_SOFT_SOLVE_H

#include "joint/solver.h"
#include "soft/soft.h"

#define PAWLI_SOFT_WHOLE (UINT32_C(1) << 31) /* 1 as a share */

/* A point. Its index is that of the pawli_soft_point. Whoever changes x or y changes the velocity
 * by as much, unless `from` is changed too. */
typedef struct pawli_soft_particle {
    int64_t x, y;           /* where it is now; before the links: where it would go */
    int64_t from_x, from_y; /* at the start of the sub-step, where it was allowed to be: the
                               velocity of the next sub-step is x - from */
    uint32_t weight;  /* inverse mass times the reference mass of its soft body, Q2.30, <= 1; 0 for
                         pinned points, which stay where they are */
    uint16_t glue;    /* the ATTACH link that glues it to a body, counted from the first of the soft
                         body; PAWLI_NONE */
    uint8_t touching; /* set by pawli_soft_collide: PAWLI_POINT_TOUCHING of the state */
    uint8_t pad;
} pawli_soft_particle;

/* DISTANCE: links that follow each other, each beginning where the one before it ends, are a chain
 * and are solved together; solve_chain.c. */
typedef struct pawli_soft_chain_row {
    int64_t pull;             /* what is left to the link, then how much it pulls a weight of 1 */
    int64_t force_x, force_y; /* that as a vector */
    int64_t beta_x, beta_y;   /* solve_geometric_stiffness.c */
    int32_t alpha, k;
    int32_t x, y;    /* direction from a to b */
    int32_t error;   /* how much too long it is */
    int32_t coupled; /* how much of the pull of the link before it arrives here, Q2.30 */
    uint32_t pad;
    uint32_t loose; /* how much it yields to its own pull, Q2.30; 0: it is slack */
} pawli_soft_chain_row;

/* BEND: w / (sum of w |gradient|^2) of each point, Q2.30, and the place of b. */
typedef struct pawli_soft_bend_row {
    uint32_t share_a, share_b, share_c;
    int32_t along, across; /* Q16.16 */
    uint64_t sum;          /* of w |gradient|^2, Q30 */
} pawli_soft_bend_row;

/* ATTACH: the first one of a point glues it to the body. What moves it along the arm moves both,
 * what moves it across turns the body as well. */
typedef struct pawli_soft_attach_row {
    int32_t x, y;                       /* unit vector along the arm, now */
    int32_t own_x, own_y;               /* in the frame of the body; (1, 0) without an arm */
    uint32_t share_along, share_across; /* of a gap between them, how much the body moves */
    int32_t rho;                        /* length of the arm / k, Q12.20 */
    uint32_t center;                    /* 1 / (1 + rho^2) */
} pawli_soft_attach_row;

typedef struct pawli_soft_row {
    union {
        pawli_soft_chain_row chain;
        pawli_soft_bend_row bend;
        pawli_soft_attach_row glue;
    };
    uint16_t length; /* of a chain that begins here; else 0 */
    uint8_t torn;    /* 1: in this step */
    uint8_t pad[5];
} pawli_soft_row;

/* A soft body. Its index is its slot; void for those that sleep. */
typedef struct pawli_solver_soft {
    pawli_scaled reference;   /* the mass whose weight is 1: the least of its points */
    uint32_t keep;            /* share of a velocity left by damping, per step */
    int64_t pull_x, pull_y;   /* what gravity adds to movements per step, 2^-38 units */
    int64_t added_x, added_y; /* of that, how much has been added already, in 2^-22 */
    pawl_box box;             /* where it rests, with room for what touches it; soft_sleep.c */
    uint8_t restless;         /* 1: something that it holds or touches may not sleep yet */
    uint8_t tears;            /* 1: a link has torn in this step */
    uint8_t pad[6];
} pawli_solver_soft;

/* A rigid body as soft bodies see it; solve_rigid.c. */
typedef struct pawli_soft_rigid {
    int64_t x, y;                      /* centre of mass, now */
    int64_t from_x, from_y;            /* at the start of the sub-step */
    int64_t start_x, start_y;          /* at the start of the step */
    int64_t gain_x, gain_y, gain_turn; /* velocity that soft bodies gave it, 2^-38 */
    int64_t way_x, way_y, way_turn;    /* movement that comes from that, 2^-38 */
    int64_t less_x, less_y, less_turn; /* how its own velocity grows, 2^-38 */
    pawl_rot rotation;                 /* now */
    pawl_rot from_rotation;            /* at the start of the sub-step */
    int32_t end_x, end_y, end_turn;    /* how far its own velocity carries it in the last one */
    int32_t turn;                      /* k times how far it has turned */
    uint16_t body;                     /* slot */
    uint8_t awake;                     /* 1: it moves along */
    uint8_t moves;                     /* 1: dynamic and awake: it can be pushed */
    uint8_t used;                      /* 1: it takes part in this step */
    uint8_t pad[3];
} pawli_soft_rigid;

/* How a rigid body yields at a point along a direction. */
typedef struct pawli_soft_response {
    int32_t rho;     /* (arm x normal) / k, Q12.20 */
    uint32_t center; /* 1 / (1 + rho^2): of a movement of that point, what the centre makes */
    uint32_t share;  /* of a correction between it and a point of some weight: its own part */
} pawli_soft_response;

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
    /* scratch */
    pawli_soft_particle *nodes; /* by point, of all soft bodies: those of a soft body are
                               first_point .. first_point + point_count - 1 */
    pawli_soft_row *rows;       /* by link */
    pawli_solver_soft *works;   /* by slot */
    uint16_t *awake;            /* soft bodies that are solved, in creation order */
    pawli_soft_rigid *rigids;   /* by body slot; void unless pawli_solve_rigid_of was asked */
    uint16_t *rigid_slots; /* those that take part, in the order in which they were asked for */
    uint16_t *marks;       /* by point: which chain has it */
    /* scratch of collisions: soft_collide.h */
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
    int64_t way_max; /* longest way of a point in a sub-step, 2^-22, on each axis */
    bool pressed;    /* set when a point or link was pressed against a body: they may have moved */
    int32_t done;    /* sub-steps that rigid bodies have moved in so far */
    uint32_t faults; /* PAWL_FAULT_... */
} pawli_soft_step;

/* The rigid body of a slot for this step. Ask in pawli_soft_candidates_find: who is asked for later
 * has missed the sub-steps before. */
pawli_soft_rigid *pawli_solve_rigid_of(pawli_soft_step *step, uint16_t body);

/* How a rigid body yields at an arm from its centre of mass (Q10.22, world axes) along a unit
 * normal, against a point of a given weight of a soft body: of an edge that is hit at fraction t,
 * w = w_a (1 - t)^2 + w_b t^2. share is 0 for a body that does not move and for weight 0 with
 * neither; PAWLI_SOFT_WHOLE against a pinned point. */
pawli_soft_response pawli_solve_rigid_response(const pawli_soft_step *step,
                                               const pawli_soft_rigid *rigid, uint16_t soft,
                                               uint32_t weight, int32_t arm_x, int32_t arm_y,
                                               pawl_rot normal);
/* Move the point that the lever was made for by `way` along the normal, 2^-38 units, by an impulse
 * there: position and velocity change by as much. */
void pawli_solve_rigid_push(pawli_soft_step *step, pawli_soft_rigid *rigid,
                            const pawli_soft_response *lever, pawl_rot normal, int64_t way);
/* Change only its velocity, for friction and restitution. */
void pawli_solve_rigid_push_velocity(pawli_soft_rigid *rigid, const pawli_soft_response *lever,
                                     pawl_rot normal, int64_t way);
/* How a point of the body at an arm (Q10.22) has moved since the start of the sub-step. */
void pawli_solve_rigid_moved_at(const pawli_soft_rigid *rigid, int32_t arm_x, int32_t arm_y,
                                int32_t *x, int32_t *y);

/* A soft body touches a dynamic rigid body, or another soft body, in the last sub-step: neither
 * sleeps while the other is restless. Those that sleep are woken by one that is. */
void pawli_soft_sleep_couple_body(pawli_soft_step *step, uint16_t soft, uint16_t body);
void pawli_soft_sleep_couple_softs(pawli_soft_step *step, uint16_t a, uint16_t b);

/* soft_collide.c */
/* Before the others: sleeping soft bodies (pawli_wake_soft) that someone restless may touch in this
 * step. Nothing but world, softs, points and awake can be used yet. */
void pawli_soft_sleep_wake_near(pawli_soft_step *step);
/* Whether someone restless is where a soft body rests: those do not let it sleep, and wake it. */
pawl_box pawli_soft_sleep_box(const pawli_soft_step *step, const pawli_soft *soft);
bool pawli_soft_sleep_is_disturbed(const pawli_soft_step *step, uint16_t soft);
void pawli_soft_candidates_find(pawli_soft_step *step);
void pawli_soft_collide(pawli_soft_step *step, int32_t substep);

/* soft_scratch.c: where all of it lies. The size of it is a multiple of 8. */
uint32_t pawli_soft_scratch_size(const pawl_world *world);
void pawli_soft_scratch_carve(pawli_soft_step *step, void *scratch);

/* soft_solve.c: the soft bodies of one step; world, solver, solver_index and solver_count are set,
 * the rest is zero. Velocities and movements of solver bodies change. */
void pawli_soft_solve(pawli_soft_step *step, void *scratch);
/* soft_sleep.c: before anything else in a step, who is attached to someone restless wakes. */
void pawli_soft_sleep_wake_attached(pawl_world *world);

/* solve_integrate.c */
void pawli_solve_integrate_prepare(pawli_soft_step *step, uint16_t soft);
void pawli_solve_integrate(pawli_soft_step *step, uint16_t soft, int32_t substep);
void pawli_solve_integrate_limit(pawli_soft_step *step, uint16_t soft);
void pawli_solve_integrate_finish(pawli_soft_step *step, uint16_t soft);
/* solve_rigid.c */
void pawli_solve_rigid_move(pawli_soft_step *step, int32_t substep);
void pawli_solve_rigid_finish(pawli_soft_step *step);
/* An arm of a length in 2^-22 divided by k, Q12.20; 1 / (1 + rho^2); and the share of a body. */
int32_t pawli_solve_rigid_lever(const pawli_soft_step *step, const pawli_soft_rigid *rigid,
                                int64_t length, uint32_t *faults);
uint32_t pawli_solve_rigid_center_share(int32_t rho);
uint32_t pawli_solve_rigid_share(const pawli_soft_step *step, const pawli_soft_rigid *rigid,
                                 uint16_t soft, uint32_t weight, int32_t rho);
/* solve_link.c: links of all kinds */
void pawli_solve_link_prepare(pawli_soft_step *step, uint16_t soft);
void pawli_solve_link_begin(pawli_soft_step *step, uint16_t soft); /* of a sub-step */
void pawli_solve_link_iterate(pawli_soft_step *step, uint16_t soft, int32_t round);
void pawli_solve_link_finish(pawli_soft_step *step, uint16_t soft); /* events of tearing */

/* The parts of one soft body, and what its links do to them. */
typedef struct pawli_soft_system {
    pawli_soft_step *step;
    const pawli_soft *soft;
    pawli_soft_particle *nodes; /* its first */
    pawli_soft_row *rows;
    pawli_soft_link *links;
    uint16_t slot;
} pawli_soft_system;

/* solve_chain.c */
uint32_t pawli_solve_chain_prepare(const pawli_soft_system *parts,
                                   uint32_t first); /* links of it */
void pawli_solve_chain(const pawli_soft_system *parts, uint32_t first);
bool pawli_solve_chain_is_overstretched(const pawli_soft_system *parts,
                                        uint32_t link); /* it tears */
/* solve_geometric_stiffness.c: the forces of the links from their pulls, where light points are
 * pulled hard. */
void pawli_solve_geometric_stiffness(const pawli_soft_system *parts, uint32_t first,
                                     uint32_t count);
/* solve_bend.c */
void pawli_solve_bend_prepare(const pawli_soft_system *parts, uint32_t link);
void pawli_solve_bend(const pawli_soft_system *parts, uint32_t link);
/* solve_area.c */
void pawli_solve_area(const pawli_soft_system *parts);
/* solve_attach.c */
void pawli_solve_attach_prepare(const pawli_soft_system *parts, uint32_t link); /* once per step */
void pawli_solve_attach_begin(const pawli_soft_system *parts, uint32_t link);   /* per sub-step */
void pawli_solve_attach(const pawli_soft_system *parts, uint32_t link);
/* The weight of a glued point along a unit vector, and the largest one in any direction. */
uint32_t pawli_solve_attach_inverse_mass(const pawli_soft_system *parts,
                                         const pawli_soft_particle *node, int32_t x, int32_t y);
uint32_t pawli_solve_attach_inverse_mass_max(const pawli_soft_system *parts,
                                             const pawli_soft_particle *node);
/* Move a glued point and its body by an impulse: how far it moves a weight of 1. */
void pawli_solve_attach_apply(const pawli_soft_system *parts, pawli_soft_particle *node, int64_t x,
                              int64_t y);

/* soft_sleep.c */
void pawli_soft_sleep_count_quiet(pawli_soft_step *step,
                                  uint16_t soft); /* before points are finished */
void pawli_soft_sleep_couple_attached(pawli_soft_step *step, uint16_t soft);
void pawli_soft_sleep(pawli_soft_step *step);

/* The weight of a point for constraints that do not look at directions. */
static inline uint32_t pawli_soft_particle_inverse_mass(const pawli_soft_system *parts,
                                                        const pawli_soft_particle *node) {
    return node->glue == PAWLI_NONE ? node->weight
                                    : pawli_solve_attach_inverse_mass_max(parts, node);
}

/* A difference of fine positions as Q10.22, saturated with PAWL_FAULT_SOLVER_RANGE. */
static inline int32_t pawli_fine_gap(int64_t from, int64_t to, uint32_t *faults) {
    return pawli_within(to - from, faults);
}

#endif
