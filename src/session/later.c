#include "session/session.h"
bool pawli_snapshot_is_due(const pawl_session *s, const pawli_peer *p) {
    (void)s;
    (void)p;
    return false;
}
int32_t pawli_send_snapshot(pawl_session *s, pawli_peer *p, void *b, size_t n) {
    (void)s;
    (void)p;
    (void)b;
    (void)n;
    return 0;
}
int32_t pawli_send_snapshot_ack(pawl_session *s, pawli_peer *p, void *b, size_t n) {
    (void)s;
    (void)p;
    (void)b;
    (void)n;
    return 0;
}
pawl_status pawli_receive_snapshot(pawl_session *s, pawli_peer *p, pawli_packet *k) {
    (void)s;
    (void)p;
    (void)k;
    return PAWL_ERR_STALE;
}
pawl_status pawli_receive_snapshot_ack(pawl_session *s, pawli_peer *p, pawli_packet *k) {
    (void)s;
    (void)p;
    (void)k;
    return PAWL_ERR_STALE;
}
bool pawli_log_row(pawl_session *s, const uint8_t *r) {
    (void)s;
    (void)r;
    return false;
}
const uint8_t *pawli_logged_row(const pawl_session *s, uint32_t t) {
    (void)s;
    (void)t;
    return NULL;
}
void pawli_drain_log(pawl_session *s) {
    (void)s;
}
bool pawli_wants_snapshot(const pawl_session *s, uint32_t *t) {
    (void)s;
    (void)t;
    return false;
}
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
pawl_status pawl_session_give_snapshot(pawl_session *s, uint32_t t, const void *p, uint32_t n) {
    (void)s;
    (void)t;
    (void)p;
    (void)n;
    return PAWL_ERR_STALE;
}
pawl_status pawl_session_did_reset(pawl_session *s, bool g) {
    (void)s;
    (void)g;
    return PAWL_ERR_STALE;
}
pawl_status pawl_session_diagnose(pawl_session *s, const pawl_world *w) {
    (void)s;
    (void)w;
    return PAWL_ERR_STALE;
}
