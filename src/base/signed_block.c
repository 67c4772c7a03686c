/* signed_block.c - the bytes that a player signs. */
#include "base/bytes.h"
#include "base/rom.h"
#include "pawl/sign.h"

#define DOMAIN_SIZE 20u
static const char domain[DOMAIN_SIZE + 1u] PAWLI_ROM = "pawl signed inputs 1";
#define DOMAIN_SIZED '2' /* its last letter where inputs vary in size */
PAWL_STATIC_ASSERT(DOMAIN_SIZE + PAWL_SIGN_MATCH_SIZE + 16u == PAWL_SIGN_HEAD_SIZE, "head");

uint32_t pawl_signed_block_write(const pawl_signed_block *block, const uint8_t *inputs,
                                 uint8_t *message, size_t room) {
    if (block == NULL || inputs == NULL || message == NULL) return 0;
    const uint32_t size = (uint32_t)block->count *
                          ((uint32_t)block->input_size + (block->variable_inputs != 0 ? 1u : 0u));
    if (size == 0 || size > PAWL_SIGN_INPUTS_MAX || room < PAWL_SIGN_HEAD_SIZE + size) return 0;
    pawli_writer to = pawli_writer_of(message, PAWL_SIGN_HEAD_SIZE + size);
    char copy[sizeof domain];
    pawli_write_bytes(&to, pawli_rom_fetch(domain, copy, sizeof copy), DOMAIN_SIZE - 1u);
    pawli_write_u8(&to, block->variable_inputs != 0 ? DOMAIN_SIZED : '1');
    pawli_write_bytes(&to, block->match, PAWL_SIGN_MATCH_SIZE);
    pawli_write_u32(&to, block->app_id);
    pawli_write_u8(&to, block->player);
    pawli_write_u8(&to, block->input_size);
    pawli_write_u16(&to, block->count);
    pawli_write_u64(&to, block->tick);
    pawli_write_bytes(&to, inputs, size);
    PAWL_ASSERT(!to.full && to.at == PAWL_SIGN_HEAD_SIZE + size);
    return to.at;
}
