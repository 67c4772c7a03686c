/* main_gba.c - the game on a Game Boy Advance: keys, pictures, sounds, the record.
 *
 * One step and one picture for each refresh of the screen, 59.73 a second. Everything of note is
 * written to mGBA's log: what was pressed, in the form of a demo, the hashes of the demo, and what
 * it cost. */
#include <pawl/port.h>

#include "common/put.h"

#include "gba/gba.h"
#include "meter.h"
#include "save.h"
#include "screen_gba.h"
#include "sound_gba.h"
#include "view.h"

#include "demo_table.inc"

static game_state played, checked;
static demo_run run;
static picture_state shown;
/* The solver works in here. */
static uint64_t scratch[(GAME_SCRATCH_BYTES + 7) / 8];

typedef struct game_loop {
    bool proving; /* the recorded game plays */
    bool reported;
    bool fresh; /* another screen began */
    uint32_t keys;
    game_record kept;
    meter_state meter;
} game_loop;

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

/* ---- a tick --------------------------------------------------------------------------------- */

/* A game that is stepped, and whether another screen of it began. */
static pawl_status step(game_loop *loop, game_state *game, uint32_t keys) {
    const game_screen screen = game->screen;
    const uint32_t level = game->level, before = pawli_gba_cycles();
    const pawl_status status = game_step(game, keys);
    loop->fresh = loop->fresh || game->screen != screen || game->level != level;
    if (!loop->fresh) {
        meter_step(&loop->meter, pawli_gba_cycles() - before,
                   pawl_world_get_counters(game->flock.world).awake);
    }
    return status;
}

static pawl_status play(game_loop *loop, uint32_t keys) {
    const uint32_t score = played.score;
    if (keys != played.keys) put_keys(played.tick, keys);
    const pawl_status status = step(loop, &played, keys);
    if (played.score != score) meter_put_figure("score", played.score);
    if (played.record.best != loop->kept.best || played.record.reached != loop->kept.reached) {
        loop->kept = played.record;
        save_keep(&played.record);
    }
    return status;
}

static pawl_status prove(game_loop *loop) {
    if (!demo_is_over(&run)) {
        const uint32_t checks = run.checks;
        const pawl_status status = step(loop, &checked, demo_next_keys(&run));
        demo_compare(&run);
        if (run.checks != checks) put_hash(checked.tick, run.hashes[checks]);
        return status;
    }
    if (loop->reported) return PAWL_OK;
    loop->reported = true;
    meter_put(&loop->meter);
    meter_put_figure("demo-level", checked.level + 1);
    meter_put_figure("demo-score", checked.score);
    meter_put_figure("demo-checks", run.checks);
    meter_put_figure("demo-equal", run.equal);
    return PAWL_OK;
}

/* SELECT goes from the game to the proof, and back. */
static pawl_status change(game_loop *loop) {
    loop->proving = !loop->proving;
    loop->reported = false;
    loop->fresh = true;
    if (!loop->proving) return PAWL_OK;
    put_hash(played.tick, game_hash(&played));
    return demo_start(&run, &demo_recorded, &checked, scratch);
}

static pawl_status tick(game_loop *loop) {
    const uint32_t keys = pawl_port_keys(), pressed = keys & ~loop->keys;
    loop->keys = keys;
    if (pressed & PAWL_KEY_SELECT) {
        const pawl_status status = change(loop);
        meter_start(&loop->meter, screen_missed_count());
        if (status != PAWL_OK) return status;
    }
    return loop->proving ? prove(loop) : play(loop, keys & ~(uint32_t)PAWL_KEY_SELECT);
}

static void draw(game_loop *loop) {
    const uint32_t before = pawli_gba_cycles();
    if (loop->proving) {
        view_proof(&shown, &run, loop->fresh);
    } else {
        view_game(&shown, &played, loop->fresh);
    }
    const uint32_t drawn = pawli_gba_cycles();
    screen_put(&shown);
    meter_picture(&loop->meter, drawn - before, screen_missed_count(), loop->fresh);
    sound_play(loop->proving ? checked.sounds : played.sounds);
    loop->fresh = false;
}

int main(void) {
    static game_loop loop;
    loop.kept = save_load();
    meter_put_figure("best", loop.kept.best);
    meter_put_figure("reached", loop.kept.reached);
    screen_open();
    sound_open();
    loop.fresh = true;
    pawl_status status = game_start(&played, &loop.kept, scratch);
    meter_start(&loop.meter, screen_missed_count());
    while (status == PAWL_OK) {
        status = tick(&loop);
        draw(&loop);
    }
    pawli_put_text(pawl_status_text(status));
    pawl_port_putc('\n');
    return 1;
}
