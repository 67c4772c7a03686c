/* later.c - the diagnosis over the wire follows. */
#include "session/session.h"
void pawli_begin_diagnosis(pawl_session *s, uint32_t p, uint32_t t) {
    (void)s;
    (void)p;
    (void)t;
}
bool pawli_diagnosis_is_due(const pawl_session *s, uint32_t p) {
    (void)s;
    (void)p;
    return false;
}
int32_t pawli_send_diagnosis(pawl_session *s, pawli_peer *p, void *b, size_t n) {
    (void)s;
    (void)p;
    (void)b;
    (void)n;
    return 0;
}
pawl_status pawli_receive_diagnosis(pawl_session *s, uint32_t p, pawli_packet *k) {
    (void)s;
    (void)p;
    (void)k;
    return PAWL_ERR_STALE;
}
bool pawli_wants_diagnosis(const pawl_session *s, uint32_t *t, uint32_t *l) {
    (void)s;
    (void)t;
    (void)l;
    return false;
}
pawl_status pawl_session_diagnose(pawl_session *s, const pawl_world *w) {
    (void)s;
    (void)w;
    return PAWL_ERR_STALE;
}
