/* energy_watch.h - an observer beside a world that names islands whose energy rises from nothing.
 *
 * It steps the world and reads it through the public interface; the state of the world stays what
 * it would be without. It works in doubles, so it is no part of the library: builds that validate
 * (PAWL_VALIDATE) step their goldens and quality scenes with it.
 *
 * The energy of a body is that of its movement and its height. Means over two windows of a second
 * each are compared, for each set of dynamic bodies that contacts and joints have connected within
 * them. What may raise it is no alarm: motors, kinematic bodies, conveyor belts, calls between two
 * steps (forces and fields are calls), contacts with restitution; and as much as springs and
 * joints that give way may have given back, and as contacts have worked that push an overlap apart.
 * Worlds with soft bodies are not watched. */
#ifndef PAWL_TESTS_ENERGY_WATCH_H
#define PAWL_TESTS_ENERGY_WATCH_H

#include "pawl/pawl.h"

typedef struct energy_watch energy_watch;

/* For a world that makes `rate` steps per second. Ends the program where there is no memory. */
energy_watch *energy_watch_make(pawl_world *world, int rate);
void energy_watch_free(energy_watch *watch);

/* pawl_world_step, watched. */
pawl_status energy_watch_step(energy_watch *watch, const pawl_step_hooks *hooks);

/* A line about the first island whose energy has risen, or null. */
const char *energy_watch_alarm(const energy_watch *watch);
/* Forgets the alarm. */
void energy_watch_clear(energy_watch *watch);

/* Takes what has been done since the last step for what the step itself did: a test of the watch
 * gives energy so. */
void energy_watch_overlook(energy_watch *watch);

/* How many comparisons of islands there have been that could have raised an alarm. */
long energy_watch_comparisons(const energy_watch *watch);

#endif
