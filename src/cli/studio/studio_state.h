/* studio_state.h - internal to the studio: the state of a tick as bytes, and its numbers. */
#ifndef CLI_STUDIO_STATE_H
#define CLI_STUDIO_STATE_H

#include "cli/studio/studio.h"

/* The state that is there, into studio->state; returns its size, 0 after an error, which has been
 * reported. */
size_t cli_studio_state_write(cli_studio *studio);

/* Put a state back, or that of a world or arcade alone into another of the same def. */
bool cli_studio_state_read(cli_studio *studio, const cli_timeline_state *from);
bool cli_studio_state_show(const cli_timeline_state *from, const cli_scene *scene);

/* The numbers of the tick that is there; studio_sample.c. */
cli_studio_sample cli_studio_sample_take(const cli_studio *studio);

#endif
