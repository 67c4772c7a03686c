/* seal.c - what seal.h declares. */
#include "sealed/seal.h"

#include <string.h>

#define NONCE crypto_aead_xchacha20poly1305_ietf_NPUBBYTES

void seal_begin(seal *self, uint32_t number, const uint8_t key[crypto_kdf_KEYBYTES], bool is_host) {
    memset(self, 0, sizeof *self);
    self->number = number;
    (void)crypto_kdf_derive_from_key(is_host ? self->out : self->in, sizeof self->out, 1,
                                     "pawlseal", key);
    (void)crypto_kdf_derive_from_key(is_host ? self->in : self->out, sizeof self->in, 2, "pawlseal",
                                     key);
}

size_t seal_close(const seal *self, const void *packet, size_t size, uint8_t *to) {
    unsigned long long length = 0;
    for (uint32_t i = 0; i < SEAL_NUMBER; i++)
        to[i] = (uint8_t)(self->number >> 8 * i);
    /* 24 random bytes do not repeat, so nothing needs to be counted over restarts. */
    randombytes_buf(to + SEAL_NUMBER, NONCE);
    (void)crypto_aead_xchacha20poly1305_ietf_encrypt(to + SEAL_NUMBER + NONCE, &length, packet,
                                                     size, to, SEAL_NUMBER, NULL, to + SEAL_NUMBER,
                                                     self->out);
    return SEAL_NUMBER + NONCE + (size_t)length;
}

uint32_t seal_get_number(const uint8_t *bytes, size_t size) {
    uint32_t number = 0;
    if (size <= SEAL_OVERHEAD) return 0;
    for (uint32_t i = 0; i < SEAL_NUMBER; i++)
        number |= (uint32_t)bytes[i] << 8 * i;
    return number;
}

size_t seal_open(const seal *self, const uint8_t *bytes, size_t size, uint8_t *to) {
    unsigned long long length = 0;
    if (seal_get_number(bytes, size) != self->number) return 0;
    const int status = crypto_aead_xchacha20poly1305_ietf_decrypt(
        to, &length, NULL, bytes + SEAL_NUMBER + NONCE, size - SEAL_NUMBER - NONCE, bytes,
        SEAL_NUMBER, bytes + SEAL_NUMBER, self->in);
    return status == 0 ? (size_t)length : 0;
}
