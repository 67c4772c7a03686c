/* crc.c - CRC-32 and CRC-16 by four bits at a time: tables of 64 and 32 bytes. */
#include "base/crc.h"

#include "base/assert.h"
#include "base/rom.h"

/* Entry n: what n becomes in four steps of the reflected polynomial 0xEDB88320. */
static const uint32_t table32[16] PAWLI_ROM = {
    0x00000000, 0x1DB71064, 0x3B6E20C8, 0x26D930AC, 0x76DC4190, 0x6B6B51F4, 0x4DB26158, 0x5005713C,
    0xEDB88320, 0xF00F9344, 0xD6D6A3E8, 0xCB61B38C, 0x9B64C2B0, 0x86D3D2D4, 0xA00AE278, 0xBDBDF21C,
};

/* Likewise of 0x8408. */
static const uint16_t table16[16] PAWLI_ROM = {
    0x0000, 0x1081, 0x2102, 0x3183, 0x4204, 0x5285, 0x6306, 0x7387,
    0x8408, 0x9489, 0xA50A, 0xB58B, 0xC60C, 0xD68D, 0xE70E, 0xF78F,
};

static uint32_t entry32(uint32_t index) {
    uint32_t copy;
    return *(const uint32_t *)pawli_rom_fetch(&table32[index], &copy, sizeof copy);
}

static uint16_t entry16(unsigned index) {
    uint16_t copy;
    return *(const uint16_t *)pawli_rom_fetch(&table16[index], &copy, sizeof copy);
}

uint32_t pawli_crc32(uint32_t crc, const void *bytes, size_t size) {
    PAWL_ASSERT(bytes != NULL || size == 0);
    const uint8_t *const at = (const uint8_t *)bytes;
    crc = ~crc;
    for (size_t i = 0; i < size; i++) {
        crc ^= at[i];
        crc = crc >> 4 ^ entry32(crc & 15);
        crc = crc >> 4 ^ entry32(crc & 15);
    }
    return ~crc;
}

uint16_t pawli_crc16(uint16_t crc, const void *bytes, size_t size) {
    PAWL_ASSERT(bytes != NULL || size == 0);
    const uint8_t *const at = (const uint8_t *)bytes;
    unsigned rest = (unsigned)crc ^ 0xFFFFu;
    for (size_t i = 0; i < size; i++) {
        rest ^= at[i];
        rest = rest >> 4 ^ entry16(rest & 15u);
        rest = rest >> 4 ^ entry16(rest & 15u);
    }
    return (uint16_t)(rest ^ 0xFFFFu);
}
