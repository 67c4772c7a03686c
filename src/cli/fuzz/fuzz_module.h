/* fuzz_module.h - a game that is loaded from a shared object. */
#ifndef CLI_FUZZ_MODULE_H
#define CLI_FUZZ_MODULE_H

#include <stdbool.h>

#include "host/pawl_game_module.h"

/* The module stays loaded. Returns an exit code; errors have been reported. */
int cli_fuzz_module_load(const char *path, pawl_game **out);

/* What may be left out of a module. */
bool cli_fuzz_module_save(const pawl_game *game, const void *memory, void *state);
bool cli_fuzz_module_restore(const pawl_game *game, void *memory, const void *state);
uint32_t cli_fuzz_module_hash(const pawl_game *game, const void *memory);
size_t cli_fuzz_module_encode(const pawl_game *game, const void *memory, void *bytes);
bool cli_fuzz_module_decode(const pawl_game *game, void *memory, const void *bytes, size_t size);

#endif
