/* identify.c - what a file is, for JavaScript. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/common/file.h"
#include "cli/common/heap.h"
#include "cli/runs/board_log.h"
#include "exports.h"
#include "state/snapshot.h"

static bool has(const char *text, const char *word) {
    return strstr(text, word) != NULL;
}

static const char *type_of_text(const char *text) {
    text += strspn(text, " \t\r\n\xEF\xBB\xBF");
    if (strncmp(text, "pawl-script", 11) == 0) return "script";
    if (text[0] == '<') return "map";
    if (text[0] != '{') return "unknown: neither a scene nor a replay, snapshot or map";
    if (has(text, "\"pawl-scene\"")) return "scene";
    if (has(text, "\"layers\"") || has(text, "\"defs\"") || has(text, "\"maps\"") ||
        has(text, "\"rigidBodies\"")) {
        return "map";
    }
    return has(text, "\"body\"") ? "scene" : "unknown: JSON, but no scene and no map";
}

/* By how it begins: "scene", "replay", "snapshot", "film", "map", "script" or "unknown: why"; by
 * any of its lines: "board". */
EXPORT(studio_identify) const char *studio_identify(const char *path) {
    static char answer[80 + CLI_REASON_MAX];
    cli_file file;
    char reason[CLI_REASON_MAX];
    if (!cli_file_read(path, (size_t)CLI_REPLAY_MIB * CLI_MIB, &file, reason)) {
        snprintf(answer, sizeof answer, "unknown: %s", reason);
        return answer;
    }
    const char *type = "";
    char *const text = cli_heap_allocate(file.size + 1);
    memcpy(text, file.bytes, file.size);
    text[file.size] = 0;
    if (file.size >= PAWLI_SNAPSHOT_MAGIC_SIZE &&
        memcmp(text, PAWLI_SNAPSHOT_MAGIC, PAWLI_SNAPSHOT_MAGIC_SIZE) == 0) {
        type = "snapshot";
    } else if (cli_replay_file_is_replay(&file)) {
        type = "replay";
    } else if (cli_film_reader_is_film(&file)) {
        type = "film";
    } else if (cli_board_log_is_log(text, file.size)) {
        type = "board";
    } else {
        type = type_of_text(text);
    }
    snprintf(answer, sizeof answer, "%s", type);
    free(text);
    free(file.bytes);
    return answer;
}
