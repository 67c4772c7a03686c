/* wire.c - packets between a board and a PC. The checksum is its own, one bit at a time: that of
 * the library may be what is wrong. */
#include "conform/wire.h"

#include <string.h>

#define NAME 0xC5u

static uint32_t crc32(const uint8_t *bytes, size_t size) {
    uint32_t crc = UINT32_MAX;
    for (size_t i = 0; i < size; i++) {
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; bit++)
            crc = (crc & 1u) != 0 ? (crc >> 1) ^ UINT32_C(0xEDB88320) : crc >> 1;
    }
    return ~crc;
}

void conform_put(conform_packet *packet, uint64_t value, int bytes) {
    for (int i = 0; i < bytes; i++) {
        if (packet->size >= CONFORM_PACKET_MAX) {
            packet->bad = true;
            return;
        }
        packet->bytes[packet->size++] = (uint8_t)(value >> 8 * i & 255u);
    }
}

void conform_put_name(conform_packet *packet, const char *text) {
    for (; *text != '\0' && packet->size < CONFORM_PACKET_MAX - 4; text++)
        conform_put(packet, (uint8_t)*text, 1);
}

void conform_begin(conform_packet *packet, conform_ask type, uint16_t number) {
    memset(packet, 0, sizeof *packet);
    conform_put(packet, NAME, 1);
    conform_put(packet, (uint64_t)type, 1);
    conform_put(packet, number, 2);
}

void conform_seal(conform_packet *packet) {
    conform_put(packet, crc32(packet->bytes, packet->size), 4);
}

bool conform_open(conform_packet *packet, const uint8_t *bytes, size_t size) {
    memset(packet, 0, sizeof *packet);
    if (size < CONFORM_HEADER + 4 || size > CONFORM_PACKET_MAX || bytes[0] != NAME) return false;
    memcpy(packet->bytes, bytes, size);
    packet->size = (uint16_t)size;
    packet->at = (uint16_t)(size - 4);
    if (conform_get(packet, 4) != crc32(bytes, size - 4)) return false;
    packet->size = (uint16_t)(size - 4);
    packet->at = CONFORM_HEADER;
    return true;
}

conform_ask conform_type_of(const conform_packet *packet) {
    return (conform_ask)packet->bytes[1];
}

uint16_t conform_number_of(const conform_packet *packet) {
    return (uint16_t)(packet->bytes[2] | (unsigned)packet->bytes[3] << 8);
}

uint64_t conform_get(conform_packet *packet, int bytes) {
    uint64_t value = 0;
    if (packet->size - packet->at < bytes) {
        packet->bad = true;
        return 0;
    }
    for (int i = 0; i < bytes; i++)
        value |= (uint64_t)packet->bytes[packet->at++] << 8 * i;
    return value;
}

void conform_get_name(conform_packet *packet, char *text, size_t size) {
    size_t at = 0;
    while (packet->at < packet->size && at + 1 < size) {
        const char letter = (char)packet->bytes[packet->at++];
        text[at++] = letter > ' ' && letter < 127 ? letter : '?';
    }
    text[at] = '\0';
}
