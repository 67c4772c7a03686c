/* ed25519.h - signatures of players, verified by libsodium. */
#ifndef CLI_ED25519_H
#define CLI_ED25519_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether this program can do it: false in a build without libsodium. */
bool cli_ed25519_is_there(void);

/* Whether 64 bytes are a signature of a message by a public key of 32 bytes (RFC 8032). False for
 * any where the library is not there. */
bool cli_ed25519_verify(const uint8_t *key, const uint8_t *message, size_t size,
                        const uint8_t *signature);

#endif
