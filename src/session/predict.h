/* predict.h - internal: guesses that the program makes. */
#ifndef PAWLI_PREDICT_H
#define PAWLI_PREDICT_H

#include "session/session.h"

/* The guess for a tick that the program has made, and that still follows the tick before. */
bool pawli_predict_is_kept(const pawl_session *session, uint32_t player, uint32_t tick);
void pawli_predict_keep(pawl_session *session, uint32_t player, uint32_t tick);
/* The input of the tick before is another one. */
void pawli_predict_forget(pawl_session *session, uint32_t player, uint32_t tick);
/* The same of all players whose input is another one in `row`, which takes the place of a tick. */
void pawli_predict_compare(pawl_session *session, uint32_t tick, const uint8_t *row);
/* A row begins. */
void pawli_predict_clear(pawl_session *session, uint32_t tick);
/* The next tick for which the program is to guess, as a request; false when there is none. */
bool pawli_predict_next(pawl_session *session, pawl_request *out);

#endif
