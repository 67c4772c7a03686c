/* breakout.c - breakout on a small microcontroller: prints the bytes of the arcade, what happened
 * and the hash of all steps, which is the same on every machine. pawli_mark is called before and
 * after each step, for what counts instructions or cycles. With BREAKOUT_BLANK it is the same
 * program without an arcade, to tell how large the rest is. */
#include "target/breakout.h"
#include "common/put.h"
#include "common/stack.h"
#include "target/mark.h"

#define STEPS 300

static _Alignas(8) uint8_t memory[BREAKOUT_BYTES];

static void put(const char *name, uint32_t value) {
    pawli_put_text(name);
    pawli_put_number(value);
}

int main(void) {
    breakout game;
    uint32_t hash = 0;
#ifdef BREAKOUT_BLANK
    pawl_status status = PAWL_OK;
    const uint32_t size = sizeof memory;
    game.broken = game.lost = game.bounces = memory[0];
#else
    const pawl_arcade_def def = breakout_def();
    const size_t size = pawl_arcade_size(&def);
    pawl_status status = breakout_make(memory, sizeof memory, &game);
    for (int i = 0; i < STEPS && status == PAWL_OK; i++) {
        pawli_mark();
        status = breakout_step(&game);
        pawli_mark();
        hash = (hash << 1 | hash >> 31) ^ pawl_arcade_hash(game.arcade);
    }
#endif
    put("bytes ", size);
    put(" stack ", pawli_stack_peak());
    put(" status ", (uint32_t)-status);
    put(" broken ", game.broken);
    put(" lost ", game.lost);
    put(" bounces ", game.bounces);
    pawli_put_text("\nhash ");
    pawli_put_hex(hash);
    pawl_port_putc('\n');
    return status == PAWL_OK ? 0 : 1;
}
