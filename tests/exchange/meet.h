/* meet.h - the world of meet.c: boxes, circles and triangles that every build has, pushed about,
 * destroyed and made again; and one thing for each feature that builds may lack. */
#ifndef PAWL_TESTS_MEET_H
#define PAWL_TESTS_MEET_H

#include <stdbool.h>

#include "pawl/pawl.h"

#define MEET_WORLD_MAX (1u << 17)

/* Beside the features: throw a body at a wall, too fast for a build that cannot stop it. */
#define MEET_THROW (PAWL_FEATURES_ALL + 1u)

/* Null when the memory is too small. */
pawl_world *meet_make(void *memory, size_t size);
/* The same with room for characters, which not every build has. */
pawl_world *meet_make_peopled(void *memory, size_t size, uint16_t characters);
/* What happens before a step: two bytes of input for each player. */
void meet_call(pawl_world *world, uint32_t tick, const uint8_t *inputs, uint32_t players);
/* Use a feature; UNSUPPORTED in a build without. */
pawl_status meet_use(pawl_world *world, uint32_t feature);

int meet_write(const char *folder);
int meet_read(int count, char **folders);

#endif
