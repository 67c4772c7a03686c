/* crc.h - checksums that find damage in files and packets. They are no protection against forgery.
 *
 * CRC-32 as in Ethernet, zip and PNG (ISO 3309): reflected, polynomial 0x04C11DB7; the check value
 * of "123456789" is 0xCBF43926. CRC-16/X-25 (ISO/IEC 13239) for short packets: reflected, 0x1021,
 * check value 0x906E. Both find every burst of up to 32 or 16 bits. */
#ifndef PAWLI_CRC_H
#define PAWLI_CRC_H

#include "base/lanes.h"

/* Of bytes that go on after those whose CRC is given; 0 at the beginning. */
uint32_t pawli_crc_32(uint32_t crc, const void *bytes, size_t size);
uint16_t pawli_crc_16(uint16_t crc, const void *bytes, size_t size);

/* The same CRC-32 on a machine that has been asked already. */
uint32_t pawli_crc_32_on(pawli_machine machine, uint32_t crc, const void *bytes, size_t size);

/* crc_fold.c: most of a block at once. `crc` is the number before its last inversion, `left`
 * becomes what has the remainder of all of it, when it is taken from 0 on. They return how many
 * bytes that were. The first takes at least 64 bytes on machines that are `carryless`, the second
 * at least 256 on those that are so with 512 bits. */
#if PAWLI_LANES_X86 && !PAWL_SMALL_CODE && !defined(__OPTIMIZE_SIZE__)
#define PAWLI_CRC_FOLDS 1
size_t pawli_crc_fold(uint32_t crc, const uint8_t *at, size_t size, uint8_t left[16]);
size_t pawli_crc_fold_wide(uint32_t crc, const uint8_t *at, size_t size, uint8_t left[256]);
#else
#define PAWLI_CRC_FOLDS 0
#endif
/* Shorter blocks are done before the machine is asked. */
#define PAWLI_CRC_FOLD_FROM 65536u

#endif
