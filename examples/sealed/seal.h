/* seal.h - packets of a session in an authenticated cipher: XChaCha20-Poly1305 of libsodium.
 *
 * Both sides have a ticket: a number, and a key of 32 random bytes that something they trust gave
 * to both, such as a lobby server over HTTPS. A sealed packet is the ticket's number, a random
 * nonce, and the packet, encrypted and authenticated. It tells nothing but its length, and what was
 * changed on the way, or sealed with another key, does not open. A whole packet that comes again
 * does: against that the session has its sequences, visits and cookies. */
#ifndef SEAL_H
#define SEAL_H

#include <pawl/session.h>
#include <sodium.h>

#define SEAL_NUMBER 4u
#define SEAL_OVERHEAD                                             \
    (SEAL_NUMBER + crypto_aead_xchacha20poly1305_ietf_NPUBBYTES + \
     crypto_aead_xchacha20poly1305_ietf_ABYTES)
/* packet_size of a session whose sealed packets still fit every path. */
#define SEAL_PACKET_SIZE (PAWL_SESSION_PACKET_MAX - SEAL_OVERHEAD)

typedef struct seal {
    uint32_t number;
    uint8_t out[crypto_aead_xchacha20poly1305_ietf_KEYBYTES]; /* a key for each direction */
    uint8_t in[crypto_aead_xchacha20poly1305_ietf_KEYBYTES];
} seal;

/* After sodium_init. */
void seal_begin(seal *self, uint32_t number, const uint8_t key[crypto_kdf_KEYBYTES], bool is_host);

/* `to` has room for SEAL_OVERHEAD bytes more than the packet. Its size. */
size_t seal_close(const seal *self, const void *packet, size_t size, uint8_t *to);

/* The number of the ticket; 0: it is no sealed packet. */
uint32_t seal_get_number(const uint8_t *bytes, size_t size);

/* `to` has room for `size` bytes. The size of the packet; 0: it is not of the other side. */
size_t seal_open(const seal *self, const uint8_t *bytes, size_t size, uint8_t *to);

#endif
