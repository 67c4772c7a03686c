/* main_pc.c - the same game on a PC, under SDL2.
 *
 *   game                play: arrows, X barks, Y or Z calls, Enter starts, Tab shows the hashes,
 * Esc ends game --record FILE  play, and write what was pressed to a demo game --herd         let
 * the rules of herd.c play all levels, and print that as a demo game --hash DEMO    print the
 * hashes of a demo; needs no window game --hash-at TICK DEMO  the one hash at a tick game --table
 * DEMO   the demo and its hashes as C, for the cartridge
 *
 * A demo is a text of lines "TICK KEYS", such as "120 RIGHT A": held from that tick on. Its last
 * line says how long it is. */
#include <pawl/port.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "herd.h"
#include "screen_pc.h"
#include "view.h"

#define ENTRIES_MAX 8192

static const char *const key_names[8] = {"A",     "B",    "SELECT", "START",
                                         "RIGHT", "LEFT", "UP",     "DOWN"};

static game_state played, checked;
static uint64_t scratch[(GAME_SCRATCH_BYTES + 7) / 8];

static void fail(const char *what, const char *which) {
    fprintf(stderr, "game: %s %s\n", what, which);
    exit(2);
}

/* ---- demos ---------------------------------------------------------------------------------- */

static demo_keys entries[ENTRIES_MAX];
static uint32_t hashes[DEMO_CHECKS_MAX];

static uint32_t key_of(const char *name, const char *path) {
    for (uint32_t i = 0; i < 8; i++)
        if (strcmp(name, key_names[i]) == 0) return UINT32_C(1) << i;
    fprintf(stderr, "game: %s: unknown key %s\n", path, name);
    exit(2);
}

static demo_record read_demo(const char *path) {
    static const char *const separators = " \t\r\n";
    demo_record demo = {.keys = entries, .hashes = hashes};
    char line[256];
    FILE *file = fopen(path, "r");
    if (file == NULL) fail("cannot read", path);
    while (fgets(line, sizeof line, file) != NULL) {
        line[strcspn(line, "#")] = '\0';
        const char *word = strtok(line, separators);
        if (word == NULL) continue;
        if (demo.key_count == ENTRIES_MAX) fail("too many lines in", path);
        demo_keys *entry = &entries[demo.key_count++];
        entry->tick = (uint16_t)strtoul(word, NULL, 10);
        while ((word = strtok(NULL, separators)) != NULL)
            entry->keys = (uint16_t)(entry->keys | key_of(word, path));
        demo.length = entry->tick / DEMO_PERIOD * DEMO_PERIOD;
    }
    fclose(file);
    if (demo.length > DEMO_PERIOD * DEMO_CHECKS_MAX) fail("too long:", path);
    return demo;
}

/* Play a demo to its end; its hashes are what comes out. */
static void play_demo(const demo_record *demo) {
    static demo_run run;
    pawl_status status = demo_start(&run, demo, &checked, scratch);
    while (status == PAWL_OK && !demo_is_over(&run)) {
        status = game_step(&checked, demo_next_keys(&run));
        demo_compare(&run);
    }
    if (status != PAWL_OK) fail("step:", pawl_status_text(status));
    if (pawl_world_get_faults(checked.flock.world) != 0) {
        fail("fault:", pawl_fault_text(pawl_world_get_faults(checked.flock.world)));
    }
    memcpy(hashes, run.hashes, sizeof hashes);
}

static void print_hashes(const char *path) {
    const demo_record demo = read_demo(path);
    play_demo(&demo);
    for (uint32_t i = 0; i < demo.length / DEMO_PERIOD; i++)
        printf("hash %u %08x\n", (unsigned)(i + 1) * DEMO_PERIOD, (unsigned)hashes[i]);
    printf("won %s\nscore %u\n", checked.screen == GAME_END ? "yes" : "no",
           (unsigned)checked.score);
}

/* The tick need not be one at which hashes are compared. */
static void print_hash_at(const char *tick, const char *path) {
    const demo_record demo = read_demo(path);
    const uint32_t end = (uint32_t)strtoul(tick, NULL, 10);
    uint32_t next = 0, keys = 0;
    const game_record nothing = {.best = 0, .reached = 1};
    pawl_status status = game_start(&checked, &nothing, scratch);
    while (status == PAWL_OK && checked.tick < end) {
        while (next < demo.key_count && entries[next].tick <= checked.tick)
            keys = entries[next++].keys;
        status = game_step(&checked, keys);
    }
    if (status != PAWL_OK) fail("step:", pawl_status_text(status));
    printf("hash %u %08x\n", (unsigned)end, (unsigned)game_hash(&checked));
}

static void print_table(const char *path) {
    const demo_record demo = read_demo(path);
    play_demo(&demo);
    printf("/* demo_table.inc - made of %s by game --table. */\n", path);
    printf("static const demo_keys recorded_keys[] = {\n");
    for (uint32_t i = 0; i < demo.key_count; i++)
        printf("    {%u, 0x%02x},\n", entries[i].tick, entries[i].keys);
    printf("};\nstatic const uint32_t recorded_hashes[] = {\n");
    for (uint32_t i = 0; i < demo.length / DEMO_PERIOD; i++)
        printf("    0x%08x,\n", (unsigned)hashes[i]);
    printf(
        "};\nstatic const demo_record demo_recorded = {recorded_keys, %u, %u, recorded_hashes};\n",
        (unsigned)demo.key_count, (unsigned)demo.length);
}

/* ---- the player made of rules --------------------------------------------------------------- */

static void record_keys(FILE *file, uint32_t tick, uint32_t keys) {
    fprintf(file, "%u", (unsigned)tick);
    for (int i = 0; i < 8; i++)
        if (keys >> i & 1) fprintf(file, " %s", key_names[i]);
    fputc('\n', file);
}

#define HERD_TICKS_MAX 36000 /* ten minutes */

/* From the title until all levels are won, and a little longer. */
static void print_herd(void) {
    const game_record nothing = {.best = 0, .reached = 1};
    herd_player player = {0, false};
    pawl_status status = game_start(&played, &nothing, scratch);
    while (status == PAWL_OK && played.tick < HERD_TICKS_MAX &&
           (played.screen != GAME_END || played.wait < 2 * DEMO_PERIOD)) {
        const uint32_t keys = played.screen == GAME_END ? 0 : herd_keys(&player, &played);
        if (keys != played.keys) record_keys(stdout, played.tick, keys);
        status = game_step(&played, keys);
    }
    if (status != PAWL_OK) fail("step:", pawl_status_text(status));
    record_keys(stdout, played.tick, 0);
}

/* ---- the window ----------------------------------------------------------------------------- */

#if defined(PAWLI_WITH_SDL)
#define SDL_MAIN_HANDLED
#include <SDL.h>

#define DEMO_FILE "build/demo.txt"
#define SCALE 3
/* Time is counted in 1/262144000 seconds: a millisecond is 262144 of them, a tick 4389000. */
#define MILLISECOND 262144
#define TICK 4389000

static uint32_t held_keys(void) {
    static const struct {
        SDL_Scancode code;
        uint32_t key;
    } map[] = {{SDL_SCANCODE_X, PAWL_KEY_A},          {SDL_SCANCODE_Z, PAWL_KEY_B},
               {SDL_SCANCODE_Y, PAWL_KEY_B},          {SDL_SCANCODE_TAB, PAWL_KEY_SELECT},
               {SDL_SCANCODE_RETURN, PAWL_KEY_START}, {SDL_SCANCODE_RIGHT, PAWL_KEY_RIGHT},
               {SDL_SCANCODE_LEFT, PAWL_KEY_LEFT},    {SDL_SCANCODE_UP, PAWL_KEY_UP},
               {SDL_SCANCODE_DOWN, PAWL_KEY_DOWN}};
    const uint8_t *state = SDL_GetKeyboardState(NULL);
    uint32_t keys = 0;
    for (size_t i = 0; i < sizeof map / sizeof *map; i++)
        if (state[map[i].code]) keys |= map[i].key;
    return keys;
}

static void present(SDL_Renderer *renderer, SDL_Texture *texture, const picture_state *picture) {
    static uint16_t pixels[SCREEN_WIDTH * SCREEN_HEIGHT];
    screen_draw(picture, pixels);
    SDL_UpdateTexture(texture, NULL, pixels, SCREEN_WIDTH * 2);
    SDL_RenderCopy(renderer, texture, NULL, NULL);
    SDL_RenderPresent(renderer);
}

typedef struct pc_session {
    FILE *record;
    demo_record demo;
    demo_run run;
    bool checking, fresh;
    uint32_t keys;
} pc_session;

static pawl_status step(pc_session *session, game_state *game, uint32_t keys) {
    const game_screen screen = game->screen;
    const uint32_t level = game->level;
    const pawl_status status = game_step(game, keys);
    session->fresh = session->fresh || game->screen != screen || game->level != level;
    return status;
}

static pawl_status tick(pc_session *session) {
    const uint32_t keys = held_keys(), pressed = keys & ~session->keys;
    pawl_status status = PAWL_OK;
    session->keys = keys;
    if (pressed & PAWL_KEY_SELECT) {
        session->checking = !session->checking;
        session->fresh = true;
        if (session->checking)
            status = demo_start(&session->run, &session->demo, &checked, scratch);
        if (status != PAWL_OK) return status;
    }
    if (session->checking) {
        if (demo_is_over(&session->run)) return PAWL_OK;
        status = step(session, &checked, demo_next_keys(&session->run));
        demo_compare(&session->run);
        return status;
    }
    const uint32_t used = keys & ~(uint32_t)PAWL_KEY_SELECT;
    if (session->record != NULL && used != played.keys) {
        record_keys(session->record, played.tick, used);
    }
    return step(session, &played, used);
}

static bool is_closed(void) {
    SDL_Event event;
    bool closed = false;
    while (SDL_PollEvent(&event))
        closed |= event.type == SDL_QUIT ||
                  (event.type == SDL_KEYDOWN && event.key.keysym.sym == SDLK_ESCAPE);
    return closed;
}

static void run_window(pc_session *session, SDL_Renderer *renderer, SDL_Texture *texture) {
    static picture_state shown;
    uint64_t owed = 0;
    uint32_t before = SDL_GetTicks();
    while (!is_closed()) {
        const uint32_t now = SDL_GetTicks(), elapsed = now - before;
        before = now;
        owed += (uint64_t)(elapsed < 250 ? elapsed : 250) * MILLISECOND;
        for (; owed >= TICK; owed -= TICK) {
            const pawl_status status = tick(session);
            if (status != PAWL_OK) fail("step:", pawl_status_text(status));
            if (session->checking) {
                view_proof(&shown, &session->run, session->fresh);
            } else {
                view_game(&shown, &played, session->fresh);
            }
            session->fresh = false;
        }
        if (shown.ground != NULL) present(renderer, texture, &shown);
        SDL_Delay(1);
    }
}

static int play(const char *record) {
    static pc_session session;
    const game_record nothing = {.best = 0, .reached = 1};
    session.demo = read_demo(DEMO_FILE);
    play_demo(&session.demo);
    session.fresh = true;
    if (record != NULL && (session.record = fopen(record, "w")) == NULL) {
        fail("cannot write", record);
    }
    if (game_start(&played, &nothing, scratch) != PAWL_OK) return 1;
    SDL_SetMainReady();
    if (SDL_Init(SDL_INIT_VIDEO) != 0) fail("no screen:", SDL_GetError());
    SDL_Window *window =
        SDL_CreateWindow("pawl: counting sheep", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED,
                         SCALE * SCREEN_WIDTH, SCALE * SCREEN_HEIGHT, 0);
    SDL_Renderer *renderer = SDL_CreateRenderer(window, -1, SDL_RENDERER_PRESENTVSYNC);
    SDL_Texture *texture = SDL_CreateTexture(
        renderer, SDL_PIXELFORMAT_BGR555, SDL_TEXTUREACCESS_STREAMING, SCREEN_WIDTH, SCREEN_HEIGHT);
    if (texture == NULL) fail("no window:", SDL_GetError());
    run_window(&session, renderer, texture);
    if (session.record != NULL) {
        record_keys(session.record, played.tick, 0);
        fclose(session.record);
    }
    SDL_Quit();
    return 0;
}
#else
static int play(const char *record) {
    (void)record;
    fprintf(stderr, "game: built without SDL2 (libsdl2-dev), so there is no window\n");
    return 2;
}
#endif

int main(int argc, char **argv) {
    if (argc == 2 && strcmp(argv[1], "--herd") == 0) {
        print_herd();
    } else if (argc == 3 && strcmp(argv[1], "--hash") == 0) {
        print_hashes(argv[2]);
    } else if (argc == 4 && strcmp(argv[1], "--hash-at") == 0) {
        print_hash_at(argv[2], argv[3]);
    } else if (argc == 3 && strcmp(argv[1], "--table") == 0) {
        print_table(argv[2]);
    } else if (argc == 3 && strcmp(argv[1], "--record") == 0) {
        return play(argv[2]);
    } else if (argc == 1) {
        return play(NULL);
    } else {
        fprintf(stderr, "usage: game [--record FILE | --herd | --hash DEMO | --hash-at TICK DEMO | "
                        "--table DEMO]\n");
        return 2;
    }
    return 0;
}
