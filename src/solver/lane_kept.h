/* lane_kept.h - internal: in which lanes rows were in the last step, behind the rows of the cache.
 *
 * Which rows can be solved side by side depends on nothing but the bodies of each that move. So
 * where these are what they were, row by row, the batches are right whatever else has happened.
 * A step on workers keeps its zones in the same place (step/zone_schedule.c). */
#ifndef PAWLI_LANE_KEPT_H
#define PAWLI_LANE_KEPT_H

#include "solver/lane_schedule.h"

/* Room for each row: its bodies, its place in the order, and for all but a few rows a batch. */
#define PAWLI_LANE_KEPT_BYTES 8u

/* The batches and the order of a schedule that has memory for them. False, and nothing of it means
 * anything: the rows are others, or the lanes. */
bool pawli_lane_kept_take(const pawli_lane_setup *setup, const pawli_contact_pass *pass,
                          pawli_lane_schedule *schedule);

/* Keeps a new one, before its rows are packed; nothing where it has no room. */
void pawli_lane_kept_put(const pawli_lane_setup *setup, const pawli_contact_pass *pass,
                         const pawli_lane_schedule *schedule);

#endif
