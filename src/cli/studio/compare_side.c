/* compare_side.c - runs from files, with scripts. */
#include "cli/studio/compare.h"

#include <stdlib.h>
#include <string.h>

#include "cli/common/command.h"
#include "cli/common/heap.h"

static bool apply_script(void *context, pawl_world *world, uint64_t tick) {
    return cli_script_apply(context, world, tick);
}

static int open_with_script(const char *path, const char *script, cli_compare_side *out) {
    cli_source *const source = &out->source;
    const int code = cli_source_open(path, source); /* the file says what it is */
    if (code != CLI_EXIT_OK) return code;
    const bool is_scene = source->type == CLI_SOURCE_SCENE;
    cli_source_close(source);
    if (!is_scene) return cli_command_file_error(path, "only a scene can have a script");
    memset(source, 0, sizeof *source);
    out->script = cli_heap_allocate(sizeof *out->script);
    if (!cli_script_load(script, path, stderr, NULL, out->script, &source->scene)) {
        free(out->script);
        out->script = NULL;
        return CLI_EXIT_INPUT;
    }
    source->path = path;
    source->type = CLI_SOURCE_SCENE;
    source->world = source->scene.world;
    source->last = source->scene.ticks;
    out->apply = apply_script;
    out->context = out->script;
    return CLI_EXIT_OK;
}

int cli_compare_side_open(const char *path, const char *script, cli_compare_side *out) {
    memset(out, 0, sizeof *out);
    return script == NULL ? cli_source_open(path, &out->source)
                          : open_with_script(path, script, out);
}

void cli_compare_side_close(cli_compare_side *side) {
    cli_source_close(&side->source);
    if (side->script == NULL) return;
    cli_script_free(side->script);
    free(side->script);
}
