/* build.c - builds that leave something out play with those that have it, for as long as the game
 * does not use it.
 *
 * A feature that one of two builds lacks changes nothing while the world does not use it. From the
 * first state on that does, their calls and steps part: one build answers UNSUPPORTED, or lets a
 * fast body go on. So at the handshake, and at each confirmed state whose hash counts, what the
 * game uses is held against what only one of them has. That comes before the hashes are compared:
 * the reason is named, not just that there is a difference. */
#include "session/session.h"
#include "pawl/state.h"

uint32_t pawli_build_uses(const pawl_session *session) {
    return session->def.features | session->uses;
}

uint32_t pawli_build_parting(uint32_t uses, uint32_t theirs) {
    return uses & (PAWL_FEATURES ^ theirs) & PAWL_FEATURES_ALL;
}

bool pawli_build_has_world(const pawl_session *session, uint32_t world_id, uint32_t theirs) {
    const uint32_t both = theirs & PAWL_FEATURES;
    uint32_t differs = session->def.world_id ^ world_id;
    if (!(both & PAWL_FEATURE_JOINTS)) differs &= ~PAWL_CAPACITY_ID_JOINTS;
    if (!(both & PAWL_FEATURE_SOFT)) differs &= ~PAWL_CAPACITY_ID_SOFT;
    return differs == 0;
}

pawl_status pawl_session_tell_features(pawl_session *session, uint32_t tick, uint32_t features) {
    if (session == NULL) return PAWL_ERR_NULL;
    const pawl_request_type type = session->pending.type;
    if ((type != PAWL_REQUEST_SAVE && type != PAWL_REQUEST_HASH) || session->pending.tick != tick) {
        return PAWL_ERR_ARGUMENT;
    }
    if ((features & ~(uint32_t)PAWL_FEATURES_ALL) != 0) return PAWL_ERR_RANGE;
    session->told = (uint16_t)features;
    return PAWL_OK;
}
