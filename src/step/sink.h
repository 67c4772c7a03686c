/* sink.h - internal: whether a fast body may sink into something static, for builds that stop none
 * and only have to say so. */
#ifndef PAWLI_SINK_H
#define PAWLI_SINK_H

#include "step/flight.h"

/* 1: a build finds exactly where a fast body would be stopped. Without continuous collision, and
 * where static shapes are plain convexes, an answer that is never a false no is enough. */
#define PAWLI_SINKS_EXACTLY (PAWL_WITH_CONTINUOUS || PAWL_WITH_CHAINS || PAWL_WITH_ONE_WAY)

/* A shape at both ends of its way. */
typedef struct pawli_sink_way {
    const pawl_convex *shape;
    pawli_frame ends[2];
    int64_t depth; /* by how much the box around both may overlap another one, raw units */
} pawli_sink_way;

/* Of a flight of a shape with this inner radius; no vertex is farther than `extent` from its center
 * of rotation. */
pawli_sink_way pawli_sink_way_of(const pawli_flight *flight, pawl_fx inner, pawl_fx extent);
/* Whether the way may lead too deep into a static shape. */
bool pawli_sink_reaches(const pawli_sink_way *way, const pawl_convex *against,
                        const pawli_frame *frame);
/* The same of a body and everything static. */
bool pawli_sink_may(const pawli_step *step, uint16_t body);

#endif
