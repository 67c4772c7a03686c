/* challenge.c - the keyed hashes of a handshake: numbers that prove something when they come back.
 *
 * Source: SipHash-2-4 as a pseudorandom function (Aumasson and Bernstein, 2012); cookies without
 * memory as in RFC 9000, 8.1.
 *
 * A cookie is a hash of address, nonce, time and game under the host's secret. Only the host can
 * make it, and only what receives at the address can repeat it, so the host need not remember what
 * it told where.
 *
 * A client that is to come back has a secret, too. Its name in a game and its keys are hashes under
 * it. To come in it tells its name and a commitment, a hash under key n of a fixed text, from which
 * the key cannot be found. To come back it shows key n, and commits to key n + 1: what an
 * eavesdropper has seen is used up. The host tells n, so a client needs to remember its secret
 * alone.
 *
 * Each hash has a label of its own, so that none can be taken for another. */
#include "base/siphash.h"
#include "session/session.h"

#define COOKIE_WINDOW_SHIFT 13u /* 8.2 s: a cookie is good for one to two of these */
#define COOKIE_WINDOWS (UINT32_C(1) << (32u - COOKIE_WINDOW_SHIFT))
#define HASH_WORDS_MAX 5u

typedef enum hash_label {
    LABEL_ADDRESS = 1,
    LABEL_COOKIE,
    LABEL_GAME,
    LABEL_VISIT,
    LABEL_NAME,
    LABEL_KEY, /* this and the next one: its halves */
    LABEL_COMMITMENT = LABEL_KEY + 2
} hash_label;

PAWL_STATIC_ASSERT(PAWLI_RETURN_KEY == PAWLI_SIPHASH_KEY &&
                       PAWL_SESSION_SECRET == PAWLI_SIPHASH_KEY,
                   "keys and secrets are keys of SipHash");

static uint64_t keyed_hash(const uint8_t *key, uint32_t label, const uint32_t *words,
                           uint32_t count) {
    uint8_t message[1u + 4u * HASH_WORDS_MAX];
    message[0] = (uint8_t)label;
    for (uint32_t i = 0; i < count; i++)
        pawli_store_u32(message + 1u + 4u * i, words[i]);
    return pawli_siphash(key, message, (size_t)(1u + 4u * count));
}

static void store_hash(uint8_t *at, uint64_t hash) {
    pawli_store_u32(at, (uint32_t)(hash & UINT32_MAX));
    pawli_store_u32(at + 4, (uint32_t)(hash >> 32));
}

/* ---- host ---- */

uint64_t pawli_challenge_tag(const pawl_session *session, const void *address, size_t size) {
    uint8_t message[1u + PAWL_SESSION_ADDRESS_MAX];
    message[0] = LABEL_ADDRESS;
    if (size > 0) memcpy(message + 1, address, size);
    return pawli_siphash(session->def.secret, message, 1u + size);
}

static uint64_t cookie_of(const pawl_session *session, uint64_t tag, uint32_t nonce,
                          uint32_t window) {
    const uint32_t words[] = {(uint32_t)(tag & UINT32_MAX), (uint32_t)(tag >> 32), nonce,
                              window % COOKIE_WINDOWS, session->def.session_id};
    return keyed_hash(session->def.secret, LABEL_COOKIE, words, 5);
}

bool pawli_challenge_is_met(const pawl_session *session, uint64_t tag, uint32_t nonce,
                            const uint8_t *cookie, uint32_t now_ms) {
    const uint32_t window = now_ms >> COOKIE_WINDOW_SHIFT;
    const uint64_t told = (uint64_t)pawli_fetch_u32(cookie + 4) << 32 | pawli_fetch_u32(cookie);
    for (uint32_t age = 0; age < 2; age++) {
        /* All at once: how long it takes does not tell how much was right. */
        if (cookie_of(session, tag, nonce, window + COOKIE_WINDOWS - age) == told) return true;
    }
    return false;
}

/* Names and keys are of one game: what was shown in another is worth nothing in this one. */
static uint32_t game_number(const pawl_session *session) {
    return (uint32_t)(keyed_hash(session->def.secret, LABEL_GAME, &session->def.session_id, 1) &
                      UINT32_MAX);
}

void pawli_challenge_write(const pawl_session *session, pawli_writer *to, uint64_t tag,
                           uint32_t nonce, uint32_t count, uint32_t now_ms) {
    pawli_write_u32(to, nonce);
    pawli_write_u32(to, game_number(session));
    pawli_write_u64(to, cookie_of(session, tag, nonce, now_ms >> COOKIE_WINDOW_SHIFT));
    pawli_write_u32(to, count == PAWLI_NEVER ? 0 : count);
}

/* A late copy of a HELLO may begin a second visit with the same nonce, and a client knocks with the
 * same one when the host has begun another game meanwhile: they must differ. On a
 * trusted link that is enough; else what another client is told must not tell it this one. */
uint32_t pawli_challenge_visit(pawl_session *session, uint64_t tag, uint32_t nonce) {
    if (pawli_session_trusts_link(session)) {
        return session->id ^ nonce ^ session->visits++ * UINT32_C(0x9E3779B9);
    }
    const uint32_t words[] = {(uint32_t)(tag & UINT32_MAX), (uint32_t)(tag >> 32), nonce,
                              session->visits++, session->def.session_id};
    return (uint32_t)(keyed_hash(session->def.secret, LABEL_VISIT, words, 5) & UINT32_MAX);
}

/* ---- client ---- */

void pawli_challenge_name(const pawl_session *session, uint32_t game, uint8_t *out) {
    store_hash(out, keyed_hash(session->def.secret, LABEL_NAME, &game, 1));
}

void pawli_challenge_key(const pawl_session *session, uint32_t game, uint32_t count, uint8_t *out) {
    const uint32_t words[] = {game, count};
    for (uint32_t half = 0; half < 2; half++)
        store_hash(out + 8u * half, keyed_hash(session->def.secret, LABEL_KEY + half, words, 2));
}

/* ---- both ---- */

void pawli_challenge_commit(const uint8_t *key, uint8_t *out) {
    for (uint32_t half = 0; half < 2; half++)
        store_hash(out + 8u * half, keyed_hash(key, LABEL_COMMITMENT + half, NULL, 0));
}
