/* soft.h - the soft bodies that bench-soft measures, and what it looks at in them. */
#ifndef PAWL_BENCH_SOFT_H
#define PAWL_BENCH_SOFT_H

#include "pawl/pawl.h"

#define BENCH_POINTS 512
#define BENCH_LINKS 2048
#define BENCH_BLOBS 20
#define BENCH_FIXED(value) ((pawl_fx)((value)*65536.0 + ((value) < 0 ? -0.5 : 0.5)))

/* A world with soft bodies, the parts of the last one added, and the state to come back to. */
typedef struct bench_soft {
    pawl_world *world;
    uint32_t size;
    void *start; /* the whole block as it was at bench_soft_keep */
    pawl_soft_point points[BENCH_POINTS];
    pawl_soft_link links[BENCH_LINKS];
    pawl_soft_parts parts;
    pawl_soft_def def;
    pawl_soft_id softs[BENCH_BLOBS];
    int soft_count;
    uint32_t point_count, link_count; /* of all soft bodies */
    uint32_t firm_count; /* of each soft body, links that `stretch` looks at; the rest are `skew` */
} bench_soft;

/* Without sleeping each step is one that works. */
bench_soft *bench_soft_begin(bool sleeping, uint8_t substeps);
#define BENCH_SUBSTEPS 8
void bench_soft_end(bench_soft *on);
/* A soft body of the parts so far, which begin anew. */
void bench_soft_add(bench_soft *on);
void bench_soft_keep(bench_soft *on);
void bench_soft_back(bench_soft *on); /* to what was kept */
void bench_soft_step(bench_soft *on, int steps);

/* Parts: a rope of 40 links that is level, held by its first point; a cloth of 20 x 20 cells, held
 * by its upper left corner and the middle of its upper rim. Links only, all of stiffness 1. */
void bench_soft_rope(bench_soft *on);
void bench_soft_cloth(bench_soft *on);
/* 20 blobs of 12 points above a floor between walls; or above the ground of a tile map. */
void bench_soft_blobs(bench_soft *on, bool on_tiles);
void bench_soft_floor(bench_soft *on); /* its top at 0 */

/* How it is with all of them. */
typedef struct bench_soft_look {
    double stretch;         /* by how much of its length the worst distance is off */
    double skew;            /* the same of diagonals */
    double area;            /* by how much of what it should be the worst area is off */
    double mean;            /* height of the centres of mass */
    double lowest, highest; /* point */
    double speed;           /* of the fastest point, units/s */
    int touching;           /* points */
} bench_soft_look;
bench_soft_look bench_soft_look_at(const bench_soft *on);

/* soft_values.c: lines for docs/soft.md. */
void bench_soft_values(void);

/* The points as bodies and the distances as pin joints in Chipmunk; null without Chipmunk. */
void *bench_peer_soft(const bench_soft *parts, int iterations, int substeps);
void bench_peer_counted_soft(void *peer, int steps);
/* Stretch and mean height alone. */
bench_soft_look bench_peer_look_at(const void *peer);
void bench_peer_free_soft(void *peer);

#endif
