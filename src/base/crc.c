/* crc.c - CRC-32 and CRC-16 by four bits at a time: tables of 64 and 32 bytes.
 *
 * Where size does not matter (neither PAWL_SMALL_CODE nor -Os), CRC-32 takes sixteen bytes at a
 * time: a sum of what each of them comes to at the end of the sixteen (Kounavis and Berry, "Novel
 * table lookup-based algorithms for high-performance CRC generation", 2008), from tables of 16 KiB.
 * Only four of the lookups wait for the sixteen bytes before. Long blocks are folded where the
 * machine can (crc_fold.c). */
#include "base/crc.h"

#include "base/bytes.h"
#include "base/rom.h"

/* Entry n: what n becomes in four steps of the reflected polynomial 0xEDB88320. */
static const uint32_t crc32_nibbles[16] PAWLI_ROM = {
    0x00000000, 0x1DB71064, 0x3B6E20C8, 0x26D930AC, 0x76DC4190, 0x6B6B51F4, 0x4DB26158, 0x5005713C,
    0xEDB88320, 0xF00F9344, 0xD6D6A3E8, 0xCB61B38C, 0x9B64C2B0, 0x86D3D2D4, 0xA00AE278, 0xBDBDF21C,
};

/* Likewise of 0x8408. */
static const uint16_t crc16_nibbles[16] PAWLI_ROM = {
    0x0000, 0x1081, 0x2102, 0x3183, 0x4204, 0x5285, 0x6306, 0x7387,
    0x8408, 0x9489, 0xA50A, 0xB58B, 0xC60C, 0xD68D, 0xE70E, 0xF78F,
};

static uint32_t entry32(uint32_t index) {
    uint32_t copy;
    return *(const uint32_t *)pawli_rom_fetch(&crc32_nibbles[index], &copy, sizeof copy);
}

static uint16_t entry16(unsigned index) {
    uint16_t copy;
    return *(const uint16_t *)pawli_rom_fetch(&crc16_nibbles[index], &copy, sizeof copy);
}

static uint32_t crc32_add_nibbles(uint32_t crc, const uint8_t *at, size_t size) {
    for (size_t i = 0; i < size; i++) {
        crc ^= at[i];
        crc = crc >> 4 ^ entry32(crc & 15);
        crc = crc >> 4 ^ entry32(crc & 15);
    }
    return crc;
}

#if PAWL_SMALL_CODE || defined(__OPTIMIZE_SIZE__)

uint32_t pawli_crc_32(uint32_t crc, const void *bytes, size_t size) {
    PAWL_ASSERT(bytes != NULL || size == 0);
    return ~crc32_add_nibbles(~crc, (const uint8_t *)bytes, size);
}

uint32_t pawli_crc_32_on(pawli_machine machine, uint32_t crc, const void *bytes, size_t size) {
    (void)machine;
    return pawli_crc_32(crc, bytes, size);
}

#else

/* What a byte comes to is the sum of what its bits come to. */
#define CRC_ENTRY(n, a, b, c, d, e, f, g, h)                                     \
    (((n)&1 ? a : 0u) ^ ((n)&2 ? b : 0u) ^ ((n)&4 ? c : 0u) ^ ((n)&8 ? d : 0u) ^ \
     ((n)&16 ? e : 0u) ^ ((n)&32 ? f : 0u) ^ ((n)&64 ? g : 0u) ^ ((n)&128 ? h : 0u))
#define CRC_FOUR(n, ...)                                                                     \
    CRC_ENTRY(n, __VA_ARGS__), CRC_ENTRY(n + 1, __VA_ARGS__), CRC_ENTRY(n + 2, __VA_ARGS__), \
        CRC_ENTRY(n + 3, __VA_ARGS__)
#define CRC_SIXTEEN(n, ...)                                                               \
    CRC_FOUR(n, __VA_ARGS__), CRC_FOUR(n + 4, __VA_ARGS__), CRC_FOUR(n + 8, __VA_ARGS__), \
        CRC_FOUR(n + 12, __VA_ARGS__)
#define CRC_SIXTY_FOUR(n, ...)                                     \
    CRC_SIXTEEN(n, __VA_ARGS__), CRC_SIXTEEN(n + 16, __VA_ARGS__), \
        CRC_SIXTEEN(n + 32, __VA_ARGS__), CRC_SIXTEEN(n + 48, __VA_ARGS__)
#define CRC_TABLE(...)                                                         \
    {                                                                          \
        CRC_SIXTY_FOUR(0, __VA_ARGS__), CRC_SIXTY_FOUR(64, __VA_ARGS__),       \
            CRC_SIXTY_FOUR(128, __VA_ARGS__), CRC_SIXTY_FOUR(192, __VA_ARGS__) \
    }

/* What each bit of a byte becomes in eight steps, and in eight more for each further row. */
static const uint32_t crc32_tables[16][256] = {
    CRC_TABLE(0x77073096, 0xEE0E612C, 0x076DC419, 0x0EDB8832, 0x1DB71064, 0x3B6E20C8, 0x76DC4190,
              0xEDB88320),
    CRC_TABLE(0x191B3141, 0x32366282, 0x646CC504, 0xC8D98A08, 0x4AC21251, 0x958424A2, 0xF0794F05,
              0x3B83984B),
    CRC_TABLE(0x01C26A37, 0x0384D46E, 0x0709A8DC, 0x0E1351B8, 0x1C26A370, 0x384D46E0, 0x709A8DC0,
              0xE1351B80),
    CRC_TABLE(0xB8BC6765, 0xAA09C88B, 0x8F629757, 0xC5B428EF, 0x5019579F, 0xA032AF3E, 0x9B14583D,
              0xED59B63B),
    CRC_TABLE(0x3D6029B0, 0x7AC05360, 0xF580A6C0, 0x30704BC1, 0x60E09782, 0xC1C12F04, 0x58F35849,
              0xB1E6B092),
    CRC_TABLE(0xCB5CD3A5, 0x4DC8A10B, 0x9B914216, 0xEC53826D, 0x03D6029B, 0x07AC0536, 0x0F580A6C,
              0x1EB014D8),
    CRC_TABLE(0xA6770BB4, 0x979F1129, 0xF44F2413, 0x33EF4E67, 0x67DE9CCE, 0xCFBD399C, 0x440B7579,
              0x8816EAF2),
    CRC_TABLE(0xCCAA009E, 0x4225077D, 0x844A0EFA, 0xD3E51BB5, 0x7CBB312B, 0xF9766256, 0x299DC2ED,
              0x533B85DA),
    CRC_TABLE(0x177B1443, 0x2EF62886, 0x5DEC510C, 0xBBD8A218, 0xACC04271, 0x82F182A3, 0xDE920307,
              0x6655004F),
    CRC_TABLE(0xEFC26B3E, 0x04F5D03D, 0x09EBA07A, 0x13D740F4, 0x27AE81E8, 0x4F5D03D0, 0x9EBA07A0,
              0xE6050901),
    CRC_TABLE(0xC18EDFC0, 0x586CB9C1, 0xB0D97382, 0xBAC3E145, 0xAEF6C4CB, 0x869C8FD7, 0xD64819EF,
              0x77E1359F),
    CRC_TABLE(0x9BA54C6F, 0xEC3B9E9F, 0x03063B7F, 0x060C76FE, 0x0C18EDFC, 0x1831DBF8, 0x3063B7F0,
              0x60C76FE0),
    CRC_TABLE(0xDD96D985, 0x605CB54B, 0xC0B96A96, 0x5A03D36D, 0xB407A6DA, 0xB37E4BF5, 0xBD8D91AB,
              0xA06A2517),
    CRC_TABLE(0x9D0FE176, 0xE16EC4AD, 0x19AC8F1B, 0x33591E36, 0x66B23C6C, 0xCD6478D8, 0x41B9F7F1,
              0x8373EFE2),
    CRC_TABLE(0xB9FBDBE8, 0xA886B191, 0x8A7C6563, 0xCF89CC87, 0x44629F4F, 0x88C53E9E, 0xCAFB7B7D,
              0x4E87F0BB),
    CRC_TABLE(0xAE689191, 0x87A02563, 0xD4314C87, 0x73139F4F, 0xE6273E9E, 0x173F7B7D, 0x2E7EF6FA,
              0x5CFDEDF4),
};

static uint32_t crc32_of_word(const uint32_t (*table)[256], uint32_t word) {
    return table[3][word & 255] ^ table[2][word >> 8 & 255] ^ table[1][word >> 16 & 255] ^
           table[0][word >> 24];
}

static uint32_t crc32_add_tables(uint32_t crc, const uint8_t *at, size_t size) {
    for (; size >= 16; size -= 16, at += 16)
        crc = crc32_of_word(&crc32_tables[12], crc ^ pawli_fetch_u32(at)) ^
              (crc32_of_word(&crc32_tables[8], pawli_fetch_u32(at + 4)) ^
               crc32_of_word(&crc32_tables[4], pawli_fetch_u32(at + 8)) ^
               crc32_of_word(&crc32_tables[0], pawli_fetch_u32(at + 12)));
    return crc32_add_nibbles(crc, at, size);
}

#if PAWLI_CRC_FOLDS
/* As crc32_add_tables, of at least 256 bytes. */
static uint32_t crc32_add_folded(uint16_t bits, uint32_t crc, const uint8_t *at, size_t size) {
    uint8_t wide[256], left[16];
    size_t done;
    if (bits == 512) {
        done = pawli_crc_fold_wide(crc, at, size, wide);
        (void)pawli_crc_fold(0, wide, sizeof wide, left);
    } else {
        done = pawli_crc_fold(crc, at, size, left);
    }
    crc = crc32_add_tables(0, left, sizeof left);
    return crc32_add_tables(crc, at + done, size - done);
}
#endif

uint32_t pawli_crc_32_on(pawli_machine machine, uint32_t crc, const void *bytes, size_t size) {
    PAWL_ASSERT(bytes != NULL || size == 0);
    const uint8_t *const at = (const uint8_t *)bytes;
#if PAWLI_CRC_FOLDS
    if (size >= PAWLI_CRC_FOLD_FROM && machine.carryless != 0)
        return ~crc32_add_folded(machine.carryless, ~crc, at, size);
#endif
    (void)machine;
    return ~crc32_add_tables(~crc, at, size);
}

uint32_t pawli_crc_32(uint32_t crc, const void *bytes, size_t size) {
    const pawli_machine unknown = {PAWL_LANES_NONE, 0};
    const bool asks = PAWLI_CRC_FOLDS && size >= PAWLI_CRC_FOLD_FROM;
    return pawli_crc_32_on(asks ? pawli_lanes_ask() : unknown, crc, bytes, size);
}

#endif

uint16_t pawli_crc_16(uint16_t crc, const void *bytes, size_t size) {
    PAWL_ASSERT(bytes != NULL || size == 0);
    const uint8_t *const at = (const uint8_t *)bytes;
    unsigned sum = (unsigned)crc ^ 0xFFFFu;
    for (size_t i = 0; i < size; i++) {
        sum ^= at[i];
        sum = sum >> 4 ^ entry16(sum & 15u);
        sum = sum >> 4 ^ entry16(sum & 15u);
    }
    return (uint16_t)(sum ^ 0xFFFFu);
}
