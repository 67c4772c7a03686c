/* fuzz_module.c - loading a game, and what its module leaves to us. Where a system has no shared
 * objects, or the program is linked without them (CLI_WITHOUT_MODULES), it says so. */
#include "cli/fuzz/fuzz_module.h"

#include <stdio.h>
#include <string.h>

#include "cli/common/command.h"

#if !defined(CLI_WITHOUT_MODULES) && defined(__has_include)
#if __has_include(<dlfcn.h>)
#include <dlfcn.h>
#define HAS_MODULES 1
#endif
#endif

#define NAME_MAX_LENGTH 40u
#define MODULE_TEXT(x) MODULE_TEXT2(x)
#define MODULE_TEXT2(x) #x

#ifdef HAS_MODULES

/* A name without a folder would be looked for where libraries are. */
static void *open_object(const char *path) {
    char here[4096];
    if (strchr(path, '/') != NULL) return dlopen(path, RTLD_NOW | RTLD_LOCAL);
    snprintf(here, sizeof here, "./%s", path);
    return dlopen(here, RTLD_NOW | RTLD_LOCAL);
}

static pawl_game *find_game(const char *path, const char **reason) {
    void *const object = open_object(path);
    if (object == NULL) {
        *reason = dlerror();
        return NULL;
    }
    pawl_game *const game = (pawl_game *)dlsym(object, "pawl_game_module");
    if (game == NULL) *reason = "it has no pawl_game_module";
    return game;
}

#else

static pawl_game *find_game(const char *path, const char **reason) {
    (void)path;
    *reason = "this program cannot load shared objects";
    return NULL;
}

#endif

static bool is_name(const char *name) {
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
    return name != NULL && name[0] != 0 && strlen(name) <= NAME_MAX_LENGTH &&
           strspn(name, letters) == strlen(name);
}

static bool inputs_fit(const pawl_game *game) {
    pawl_session_def def = pawl_session_def_default();
    def.session_id = 1;
    def.trusts_link = true;
    def.players = game->players_max;
    def.input_size = game->input_size;
    return pawl_session_def_check(&def, NULL) == PAWL_OK;
}

/* Null when it is one that can be played. */
static const char *find_defect(const pawl_game *game) {
    if (!is_name(game->name)) return "its name is not one of letters, digits, - and _";
    if (game->players_min < 1 || game->players_max < game->players_min ||
        game->players_max > PAWL_SESSION_PLAYERS_MAX) {
        return "its players are not 1 to " MODULE_TEXT(PAWL_SESSION_PLAYERS_MAX);
    }
    if (game->input_size < 1 || game->input_size > PAWL_SESSION_INPUT_MAX)
        return "its input_size is out of range";
    if (!inputs_fit(game)) return "the inputs of players_max players do not fit a packet";
    if (game->init == NULL || game->step == NULL) return "it has no init or no step";
    if ((game->save == NULL) != (game->load == NULL)) return "it has only one of save and load";
    if ((game->encode == NULL) != (game->decode == NULL))
        return "it has only one of encode and decode";
    if (game->memory_size < 1 || game->memory_size > PAWL_GAME_MEMORY_MAX ||
        game->state_size > PAWL_GAME_MEMORY_MAX) {
        return "its memory_size or state_size is out of range";
    }
    if (game->save != NULL && game->state_size < 1) return "its state_size is 0";
    return NULL;
}

int cli_fuzz_module_load(const char *path, pawl_game **out) {
    const char *reason = NULL;
    pawl_game *const game = find_game(path, &reason);
    if (game == NULL) return cli_command_file_error(path, reason);
    if (game->version != PAWL_GAME_MODULE || game->size != sizeof *game) {
        cli_command_file_error(path, "made for another version of this program");
        return CLI_EXIT_VERSION;
    }
    if (game->prepare != NULL && !game->prepare(game))
        return cli_command_file_error(path, "the game cannot be prepared: its prepare says no");
    reason = find_defect(game);
    if (reason != NULL) return cli_command_file_error(path, reason);
    if (game->save == NULL) game->state_size = game->memory_size;
    if (game->rate == 0) game->rate = 60;
    *out = game;
    return CLI_EXIT_OK;
}

bool cli_fuzz_module_save(const pawl_game *game, const void *memory, void *state) {
    if (game->save != NULL) return game->save(game, memory, state);
    memcpy(state, memory, game->memory_size);
    return true;
}

bool cli_fuzz_module_restore(const pawl_game *game, void *memory, const void *state) {
    if (game->load != NULL) return game->load(game, memory, state);
    memcpy(memory, state, game->memory_size);
    return true;
}

uint32_t cli_fuzz_module_hash(const pawl_game *game, const void *memory) {
    if (game->hash != NULL) return game->hash(game, memory);
    return pawl_xxh32(memory, game->memory_size, 0);
}

size_t cli_fuzz_module_encode(const pawl_game *game, const void *memory, void *bytes) {
    if (game->encode != NULL) return game->encode(game, memory, bytes, game->state_size);
    return cli_fuzz_module_save(game, memory, bytes) ? game->state_size : 0;
}

bool cli_fuzz_module_decode(const pawl_game *game, void *memory, const void *bytes, size_t size) {
    if (game->decode != NULL) return game->decode(game, memory, bytes, size);
    return size == game->state_size && cli_fuzz_module_restore(game, memory, bytes);
}
