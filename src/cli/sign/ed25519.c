/* ed25519.c - what ed25519.h declares. Libsodium refuses keys of small order and signatures that
 * are not canonical, so a signature cannot be turned into another one that is right as well. */
#include "cli/sign/ed25519.h"

#ifndef CLI_WITH_SODIUM

bool cli_ed25519_is_there(void) {
    return false;
}

bool cli_ed25519_verify(const uint8_t *key, const uint8_t *message, size_t size,
                        const uint8_t *signature) {
    (void)key;
    (void)message;
    (void)size;
    (void)signature;
    return false;
}

#else

#include <sodium.h>

bool cli_ed25519_is_there(void) {
    return sodium_init() >= 0;
}

bool cli_ed25519_verify(const uint8_t *key, const uint8_t *message, size_t size,
                        const uint8_t *signature) {
    return crypto_sign_verify_detached(signature, message, size, key) == 0;
}

#endif
