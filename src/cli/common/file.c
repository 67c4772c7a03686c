/* file.c - whole files in memory, read with a limit. */
#include "cli/common/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/common/heap.h"
#include "cli/common/limits.h"

#define TOO_LARGE "larger than"
#define INPUTS_MAX 64
#define PEEK_MAX (4095 * CLI_MIB) /* of standard input: what any reader takes */

static bool is_too_large(size_t size, size_t limit, char *reason) {
    if (size <= limit) return false;
    snprintf(reason, CLI_REASON_MAX, TOO_LARGE " %lu MiB", (unsigned long)(limit / CLI_MIB));
    return true;
}

/* What fits a buffer that doubles: one byte more than the limit tells that there is too much. */
static bool read_all(FILE *file, size_t capacity, size_t limit, cli_file *out, char *reason) {
    size_t used = 0;
    out->bytes = cli_heap_allocate(capacity + 1);
    for (;;) {
        used += fread(out->bytes + used, 1, capacity - used, file);
        if (used < capacity || used > limit) break;
        capacity *= 2;
        out->bytes = cli_heap_reallocate(out->bytes, capacity + 1);
    }
    out->bytes[used] = 0;
    out->size = used;
    if (!ferror(file)) return !is_too_large(used, limit, reason);
    snprintf(reason, CLI_REASON_MAX, "%s", strerror(errno));
    return false;
}

/* Pipes that are open already have a writer; one with a name may wait for its writer for ever. */
static bool is_open_already(const char *path) {
    static const char *const names[] = {"/dev/fd/", "/proc/self/fd/", "/dev/stdin"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strncmp(path, names[i], strlen(names[i])) == 0) return true;
    return strcmp(path, "/dev/null") == 0;
}

/* What is no file, in words; null when it can be read like one. */
static const char *why_no_file(const char *path, const struct stat *about) {
    if (S_ISREG(about->st_mode)) return NULL;
    if (S_ISDIR(about->st_mode)) return strerror(EISDIR);
    if (S_ISSOCK(about->st_mode)) return "a socket, not a file";
    if (is_open_already(path)) return NULL;
    return S_ISFIFO(about->st_mode) ? "a pipe, not a file; - reads standard input"
                                    : "a device, not a file; - reads standard input";
}

FILE *cli_file_open(const char *path, char reason[CLI_REASON_MAX]) {
    struct stat about;
    if (stat(path, &about) != 0) {
        snprintf(reason, CLI_REASON_MAX, "%s", strerror(errno));
        return NULL;
    }
    const char *no_file = why_no_file(path, &about);
    /* Not to wait, should it have become a pipe since. */
    const int descriptor = no_file != NULL ? -1 : open(path, O_RDONLY | O_NONBLOCK);
    FILE *file = NULL;
    if (descriptor != -1) {
        (void)fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK);
        file = fdopen(descriptor, "rb");
    }
    if (file == NULL) {
        snprintf(reason, CLI_REASON_MAX, "%s", no_file != NULL ? no_file : strerror(errno));
    }
    return file;
}

/* What was read, so that no output takes its place; beyond so many files an output is not checked.
 */
static struct {
    dev_t device;
    ino_t node;
} inputs[INPUTS_MAX];
static size_t input_count;

static void note_input(const struct stat *about) {
    if (!S_ISREG(about->st_mode) || cli_file_is_input(about) || input_count == INPUTS_MAX) return;
    inputs[input_count].device = about->st_dev;
    inputs[input_count++].node = about->st_ino;
}

bool cli_file_is_input(const struct stat *about) {
    for (size_t i = 0; i < input_count; i++) {
        if (inputs[i].device == about->st_dev && inputs[i].node == about->st_ino) return true;
    }
    return false;
}

/* Within the limit, whatever the file says about its size. */
static bool read_file(FILE *file, size_t limit, cli_file *out, char *reason) {
    struct stat about;
    cli_file all = {NULL, 0};
    size_t capacity = 64 * 1024;
    bool good = true;
    if (fstat(fileno(file), &about) == 0 && S_ISREG(about.st_mode) && about.st_size > 0) {
        const uint64_t size = (uint64_t)about.st_size;
        good = !is_too_large(size > SIZE_MAX - 1 ? SIZE_MAX : (size_t)size, limit, reason);
        capacity = (size_t)size + 1;
        note_input(&about);
    }
    good = good && read_all(file, capacity, limit, &all, reason);
    if (good) {
        *out = all;
    } else {
        free(all.bytes);
    }
    return good;
}

/* Standard input is read once, and is there for each reader after that. */
static bool read_stdin(size_t limit, cli_file *out, char *reason) {
    static cli_file whole;
    if (whole.bytes == NULL && !read_file(stdin, limit, &whole, reason)) return false;
    if (is_too_large(whole.size, limit, reason)) return false;
    out->bytes = cli_heap_allocate(whole.size + 1);
    out->size = whole.size;
    memcpy(out->bytes, whole.bytes, whole.size + 1);
    return true;
}

bool cli_file_read(const char *path, size_t limit, cli_file *out, char reason[CLI_REASON_MAX]) {
    if (cli_file_is_stdin(path)) return read_stdin(limit, out, reason);
    FILE *const file = cli_file_open(path, reason);
    if (file == NULL) return false;
    const bool good = read_file(file, limit, out, reason);
    fclose(file);
    return good;
}

bool cli_file_read_limited(const char *path, cli_file *out, char reason[CLI_REASON_MAX]) {
    const uint64_t mib = cli_limits_get(CLI_LIMIT_FILE);
    char hint[CLI_LIMITS_HINT_MAX];
    if (cli_file_read(path, (size_t)mib * CLI_MIB, out, reason)) return true;
    const size_t used = strlen(reason);
    if (strncmp(reason, TOO_LARGE, strlen(TOO_LARGE)) == 0) {
        snprintf(reason + used, CLI_REASON_MAX - used, " %s",
                 cli_limits_hint(CLI_LIMIT_FILE, hint));
    }
    return false;
}

bool cli_file_is_stdin(const char *path) {
    return strcmp(path, "-") == 0;
}

size_t cli_file_peek(const char *path, void *bytes, size_t size) {
    char reason[CLI_REASON_MAX];
    struct stat about;
    if (cli_file_is_stdin(path)) {
        cli_file all;
        if (!cli_file_read(path, PEEK_MAX, &all, reason)) return 0;
        if (size > all.size) size = all.size;
        memcpy(bytes, all.bytes, size);
        free(all.bytes);
        return size;
    }
    if (stat(path, &about) != 0 || !S_ISREG(about.st_mode)) return 0;
    FILE *const file = fopen(path, "rb");
    if (file == NULL) return 0;
    size = fread(bytes, 1, size, file);
    fclose(file);
    return size;
}

const char *cli_file_other_type(const cli_file *file, bool takes_text) {
    static const struct {
        const char *start, *text;
    } types[] = {
        {"PWLR", "a replay: pawl replay plays it"},
        {"PWLF", "a film: pawl film shows it"},
        {"pawlsnap", "a snapshot: pawl info and pawl hash take it"},
        {"pawllevl", "a baked level: pawl info and pawl render take it"},
        {"\x89PNG", "a picture"},
        {"GIF8", "a picture"},
        {"<svg", "a picture"},
        {"\x7F"
         "ELF",
         "a program"},
        {"{", "text, perhaps a scene: pawl run simulates it"},
        {"<?xml", "text, perhaps a map: pawl run simulates it"},
    };
    const size_t known = sizeof types / sizeof types[0];
    for (size_t i = 0; i < (takes_text ? known - 2 : known); i++) {
        const size_t length = strlen(types[i].start);
        if (file->size >= length && memcmp(file->bytes, types[i].start, length) == 0)
            return types[i].text;
    }
    return NULL;
}
