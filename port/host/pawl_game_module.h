/* pawl_game_module.h - a game as a shared object that `pawl fuzznet` plays: one struct,
 * `pawl_game`.
 *
 *   cc -shared -fPIC -o mine.so mine.c -lpawl
 *   pawl fuzznet mine.so
 *
 * A module brings its own library and its own rules; the program brings sessions, a network and
 * everything that goes wrong. All that a step depends on lies in the memory that the game is given:
 * many games of one module play at the same time in one process, at any address, in memory that was
 * filled with anything before. docs/fuzznet.md has a whole module; for a game whose state is a
 * world and the values of its rules, pawl_game_world.h has all functions but three. */
#ifndef PAWL_GAME_MODULE_H
#define PAWL_GAME_MODULE_H

#include <pawl/session.h>

#define PAWL_GAME_MODULE 1 /* of this struct; another one is refused */
#define PAWL_GAME_DECLINES_COMMANDS                            \
    1 /* an input is not left out, nor cut short and filled up \
         with zeros (variable_inputs), but for players that are gone */
#define PAWL_GAME_MEMORY_MAX (UINT32_C(256) << 20)

typedef struct pawl_game pawl_game;

/* What a module exports under the name `pawl_game_module`. What is not needed is null or 0. Each
 * function is given the struct itself first. `memory` is memory_size bytes, aligned to 16. */
struct pawl_game {
    uint32_t version;                 /* PAWL_GAME_MODULE */
    uint32_t size;                    /* sizeof(pawl_game) */
    const char *name;                 /* of the game: letters, digits, - and _ */
    uint8_t players_min, players_max; /* 1 .. PAWL_SESSION_PLAYERS_MAX */
    uint8_t input_size;               /* bytes of a player's input, 1 .. PAWL_SESSION_INPUT_MAX */
    uint8_t declines; /* PAWL_GAME_DECLINES_ bits: what `pawl fuzznet` must not draw */
    uint16_t rate;    /* ticks per second; 0: 60 */
    uint16_t pad2;
    uint32_t features;   /* as in pawl_session_def */
    size_t memory_size;  /* of a running game, bytes */
    size_t state_size;   /* of what `save` writes, bytes at most; aligned like uint64_t */
    const void *context; /* for the module's own use */

    /* Once, before all else: may fill in the sizes. False: this game cannot be played. */
    bool (*prepare)(pawl_game *game);
    /* Tick 0 of a game. The memory holds anything; equal seeds must give equal games. */
    bool (*init)(const pawl_game *game, void *memory, uint32_t seed, uint32_t players);
    /* One tick. inputs: input_size bytes for each player; status: pawl_input_status of each, of
     * which a step may ask nothing but whether it is PAWL_INPUT_GONE. */
    bool (*step)(const pawl_game *game, void *memory, const uint8_t *inputs, const uint8_t *status);
    /* The state, and back into a game that was begun with the same seed and players. Both null: the
     * memory itself is the state, without pointers. */
    bool (*save)(const pawl_game *game, const void *memory, void *state);
    bool (*load)(const pawl_game *game, void *memory, const void *state);
    /* Of the whole state; null: of all bytes of the memory. */
    uint32_t (*hash)(const pawl_game *game, const void *memory);

    /* The state for other machines: the bytes written, 0 when it fails. At most state_size, as
     * well. Both null: what `save` writes. */
    size_t (*encode)(const pawl_game *game, const void *memory, void *bytes, size_t capacity);
    bool (*decode)(const pawl_game *game, void *memory, const void *bytes, size_t size);
    /* An input drawn from a number; null: any bytes. */
    void (*draw_input)(const pawl_game *game, uint64_t random, uint32_t player, uint8_t *input);
    /* What must hold after each step; null when it does, else what does not. */
    const char *(*check)(const pawl_game *game, const void *memory);
    /* Which players sit at this machine, a bit each: for cameras and sounds. The state must not
     * depend on it. */
    void (*set_local)(const pawl_game *game, void *memory, uint32_t players);
    /* The first value in which two states differ, as a text of at most `size` bytes. */
    void (*compare)(const pawl_game *game, const void *a, const void *b, char *text, size_t size);
    /* Change one bit of the state, drawn from a number: what a defect of memory or a cheat does. */
    void (*damage)(const pawl_game *game, void *memory, uint32_t random);
};

#endif
