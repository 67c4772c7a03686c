/* save.c - sixteen bytes: a name, the points, the levels, and a sum that tells damage. */
#include "save.h"

#include <pawl/port.h>

#define SAVE_BYTES 16
#define SAVE_NAME UINT32_C(0x50454853) /* SHEP */
#define SUM_OFFSET 12

static void put_word(uint8_t *bytes, uint32_t word) {
    for (int i = 0; i < 4; i++)
        bytes[i] = (uint8_t)(word >> 8 * i);
}

static uint32_t get_word(const uint8_t *bytes) {
    uint32_t word = 0;
    for (int i = 0; i < 4; i++)
        word |= (uint32_t)bytes[i] << 8 * i;
    return word;
}

static uint32_t sum_of(const uint8_t *bytes) {
    uint32_t sum = UINT32_C(2166136261);
    for (int i = 0; i < SUM_OFFSET; i++)
        sum = (sum ^ bytes[i]) * UINT32_C(16777619);
    return sum;
}

game_record save_load(void) {
    const game_record none = {.best = 0, .reached = 1};
    uint8_t bytes[SAVE_BYTES];
    if (pawl_port_store_read(bytes, sizeof bytes) != SAVE_BYTES) return none;
    if (get_word(bytes) != SAVE_NAME || get_word(bytes + SUM_OFFSET) != sum_of(bytes)) return none;
    const game_record record = {get_word(bytes + 4), get_word(bytes + 8)};
    return record.reached >= 1 && record.reached <= GAME_LEVELS ? record : none;
}

void save_keep(const game_record *record) {
    uint8_t bytes[SAVE_BYTES];
    put_word(bytes, SAVE_NAME);
    put_word(bytes + 4, record->best);
    put_word(bytes + 8, record->reached);
    put_word(bytes + SUM_OFFSET, sum_of(bytes));
    (void)pawl_port_store_write(bytes, sizeof bytes);
}
