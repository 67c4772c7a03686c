/* main_gba.c - the game on a Game Boy Advance: keys, two pages of video memory, cycles.
 *
 * One step and one picture per refresh of the screen, 59.73 a second; when that takes longer the
 * game slows down for a while. Everything of note is written to mGBA's log: what was pressed, in
 * the form of a demo, and the hashes of the demo. */
#include <pawl/port.h>

#include "common/put.h"
#include "common/stack.h"

#include "gba/gba.h"
#include "view.h"

#include "demo_table.inc"

enum {
    DISPCNT = 0x04000000,
    PALETTE = 0x05000000,
    PAGE_0 = 0x06000000,
    PAGE_1 = 0x0600A000
};
#define MODE_4 0x0404u /* 256 colours, two pages */
#define SHOW_PAGE_1 0x10u

static game_state played, checked;
static demo_run run;
/* The solver works in here. */
PAWLI_GBA_FAST static uint64_t scratch[GAME_SCRATCH_WORDS];

/* ---- measuring ------------------------------------------------------------------------------ */

typedef struct game_meter {
    uint32_t since, pictures, longest; /* of the present second */
    uint32_t begin, shown;             /* of the whole run */
    view_figures figures;              /* of the last one */
    uint32_t steps, step_longest, picture_longest;
    uint32_t pictures_least; /* fewest in a second */
    uint64_t step_cycles, picture_cycles;
} game_meter;

static void meter_start(game_meter *meter) {
    const view_figures figures = meter->figures;
    *meter = (game_meter){.figures = figures, .since = pawli_gba_cycles()};
    meter->begin = meter->since;
    meter->pictures_least = UINT32_MAX;
}

static void meter_step(game_meter *meter, uint32_t cycles) {
    meter->steps++;
    meter->step_cycles += cycles;
    if (cycles > meter->longest) meter->longest = cycles;
    if (cycles > meter->step_longest) meter->step_longest = cycles;
}

static void meter_picture(game_meter *meter, uint32_t cycles) {
    const uint32_t now = pawli_gba_cycles();
    meter->pictures++;
    meter->shown++;
    meter->picture_cycles += cycles;
    if (cycles > meter->picture_longest) meter->picture_longest = cycles;
    if (now - meter->since < PAWLI_GBA_FREQUENCY) return;
    meter->figures.pictures_per_second = meter->pictures;
    meter->figures.step_cycles = meter->longest;
    if (meter->pictures < meter->pictures_least) meter->pictures_least = meter->pictures;
    meter->since = now;
    meter->pictures = meter->longest = 0;
}

static void put_figure(const char *name, uint64_t value) {
    pawli_put_text(name);
    pawl_port_putc(' ');
    pawli_put_number((int64_t)value);
    pawl_port_putc('\n');
}

static void put_meter(const game_meter *meter) {
    put_figure("steps", meter->steps);
    put_figure("step-cycles-mean", meter->step_cycles / meter->steps);
    put_figure("step-cycles-most", meter->step_longest);
    put_figure("drawing-cycles-mean", meter->picture_cycles / meter->steps);
    put_figure("drawing-cycles-most", meter->picture_longest);
    const uint32_t cycles = pawli_gba_cycles() - meter->begin;
    put_figure("frames-per-second-mean", (uint64_t)meter->shown * PAWLI_GBA_FREQUENCY / cycles);
    put_figure("frames-per-second-least", meter->pictures_least);
    put_figure("stack-most", pawli_stack_peak());
}

/* ---- the log -------------------------------------------------------------------------------- */

static void put_keys(uint32_t tick, uint32_t keys) {
    static const char *const names[] = {" A",     " B",    " SELECT", " START",
                                        " RIGHT", " LEFT", " UP",     " DOWN"};
    pawli_put_text("keys ");
    pawli_put_number(tick);
    for (int i = 0; i < 8; i++)
        if (keys >> i & 1) pawli_put_text(names[i]);
    pawl_port_putc('\n');
}

static void put_hash(uint32_t tick, uint32_t hash) {
    pawli_put_text("hash ");
    pawli_put_number(tick);
    pawl_port_putc(' ');
    pawli_put_hex(hash);
    pawl_port_putc('\n');
}

/* ---- the loop ------------------------------------------------------------------------------- */

typedef struct game_loop {
    bool checking; /* the screen of hashes */
    bool reported;
    uint32_t keys, page;
    game_meter meter;
} game_loop;

static pawl_status start_check(game_loop *loop) {
    loop->checking = !loop->checking;
    loop->reported = false;
    if (loop->checking) put_hash(played.tick, game_hash(&played));
    meter_start(&loop->meter);
    return loop->checking ? demo_start(&run, &demo_recorded, &checked, scratch) : PAWL_OK;
}

static pawl_status play(game_loop *loop, uint32_t keys) {
    if (keys != played.keys) put_keys(played.tick, keys);
    const uint32_t before = pawli_gba_cycles(), score = played.score;
    const pawl_status status = game_step(&played, keys);
    meter_step(&loop->meter, pawli_gba_cycles() - before);
    if (played.score != score) put_figure("score", played.score);
    return status;
}

static pawl_status check(game_loop *loop) {
    if (demo_is_over(&run)) {
        if (loop->reported) return PAWL_OK;
        loop->reported = true;
        put_meter(&loop->meter);
        put_figure("demo-checks", run.checks);
        put_figure("demo-equal", run.equal);
        return PAWL_OK;
    }
    const uint32_t before = pawli_gba_cycles(), checks = run.checks;
    const pawl_status status = demo_step(&run);
    if (run.checks != checks) {
        put_hash(checked.tick, run.hashes[checks]);
    } else {
        meter_step(&loop->meter, pawli_gba_cycles() - before);
    }
    return status;
}

static void draw(game_loop *loop) {
    const uint32_t before = pawli_gba_cycles();
    const canvas_pixels hidden = (canvas_pixels)(uintptr_t)(loop->page == 0 ? PAGE_1 : PAGE_0);
    if (loop->checking) {
        view_check(hidden, &run);
    } else {
        view_game(hidden, &played, &loop->meter.figures);
    }
    meter_picture(&loop->meter, pawli_gba_cycles() - before);
    pawli_gba_wait();
    loop->page ^= 1u;
    PAWLI_GBA_R16(DISPCNT) = (uint16_t)(MODE_4 | (loop->page ? SHOW_PAGE_1 : 0));
}

int main(void) {
    static game_loop loop;
    for (uint32_t i = 0; i < VIEW_COLOURS; i++)
        PAWLI_GBA_R16(PALETTE + 2 * i) = view_palette[i];
    PAWLI_GBA_R16(DISPCNT) = MODE_4;
    pawl_status status = game_start(&played, scratch);
    meter_start(&loop.meter);
    while (status == PAWL_OK) {
        const uint32_t keys = pawl_port_keys(), pressed = keys & ~loop.keys;
        loop.keys = keys;
        if (pressed & PAWL_KEY_SELECT) status = start_check(&loop);
        if (status != PAWL_OK) break;
        status = loop.checking ? check(&loop) : play(&loop, keys & ~(uint32_t)PAWL_KEY_SELECT);
        draw(&loop);
    }
    pawli_put_text(pawl_status_text(status));
    pawl_port_putc('\n');
    return 1;
}
