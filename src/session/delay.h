/* delay.h - internal: ticks from an input to its use, which may change. */
#ifndef PAWLI_DELAY_H
#define PAWLI_DELAY_H

#include "session/session.h"

/* A tick nearer to where the delay is to be: only between two ticks, when all players of this
 * machine have given as many inputs. */
void pawli_delay_move(pawl_session *session, bool is_even);

#endif
