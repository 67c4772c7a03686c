/* system.c - what the program asks of its system, where there is a browser below: files are in
 * memory and belong to nobody, no signal ends the program, and WASI has the clock. */
#define _XOPEN_SOURCE 700 /* strdup */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/common/clock.h"
#include "cli/common/command.h"
#include "cli/common/output.h"

/* ---- files: they have no links, and are written where they are asked for ---- */

char *realpath(const char *restrict path, char *restrict out) {
    const size_t length = strlen(path);
    char *const found = out != NULL ? out : malloc(length + 2);
    size_t used = 0;
    if (found == NULL) return NULL;
    if (path[0] != '/') found[used++] = '/';
    for (const char *at = path; *at != 0;) {
        const size_t part = strcspn(at, "/");
        const bool is_up = part == 2 && memcmp(at, "..", 2) == 0;
        if (is_up) {
            while (used > 1 && found[--used - 1] != '/') {
            }
        } else if (part > 0 && !(part == 1 && *at == '.')) {
            if (used == 0 || found[used - 1] != '/') found[used++] = '/';
            memcpy(found + used, at, part);
            used += part;
        }
        at += part + (at[part] == '/');
        if (used == 0) found[used++] = '/';
    }
    while (used > 1 && found[used - 1] == '/')
        used--;
    found[used] = 0;
    return found;
}

/* libexpat makes hashes of names differ from process to process by it. */
pid_t getpid(void) {
    return 1;
}

double system_no_double(const char *restrict text, char **restrict end) {
    (void)text;
    (void)end;
    abort();
}

/* Names of files that are being written; errors are told as of them. */
#define OUTPUTS_MAX 4
static struct {
    FILE *file;
    char path[256];
} outputs[OUTPUTS_MAX];

static bool fail(const char *path, const char **reason) {
    const char *const text = strerror(errno);
    if (reason != NULL) {
        *reason = text;
    } else {
        cli_command_file_error(path, text);
    }
    return false;
}

FILE *cli_output_open(const char *path, const char **reason) {
    for (int i = 0; i < OUTPUTS_MAX; i++) {
        if (outputs[i].file != NULL) continue;
        snprintf(outputs[i].path, sizeof outputs[i].path, "%s", path);
        outputs[i].file = fopen(path, "wb");
        if (outputs[i].file == NULL) fail(path, reason);
        return outputs[i].file;
    }
    errno = EMFILE;
    fail(path, reason);
    return NULL;
}

static const char *forget(const FILE *file) {
    for (int i = 0; i < OUTPUTS_MAX; i++) {
        if (outputs[i].file != file) continue;
        outputs[i].file = NULL;
        return outputs[i].path;
    }
    return "";
}

bool cli_output_close(FILE *file, const char **reason) {
    const char *const path = forget(file);
    const bool was_good = ferror(file) == 0;
    if (fclose(file) == 0 && was_good) return true;
    (void)unlink(path);
    return fail(path, reason);
}

void cli_output_discard(FILE *file) {
    if (file == NULL) return;
    const char *const path = forget(file);
    fclose(file);
    (void)unlink(path);
}

bool cli_output_write(const char *path, const void *bytes, size_t size, const char **reason) {
    FILE *const file = cli_output_open(path, reason);
    if (file == NULL) return false;
    (void)fwrite(bytes, 1, size, file);
    return cli_output_close(file, reason);
}

/* ---- time ---- */

uint64_t cli_clock_nanoseconds(void) {
    struct timespec now = {0};
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

uint64_t cli_clock_now(void) {
    return cli_clock_nanoseconds() / 1000;
}

bool cli_clock_is_interrupted(void) {
    return false;
}
