/* file.c - whole files in memory, read with a limit. */
#include "cli/common/file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/common/command.h"
#include "cli/common/heap.h"

static bool is_too_large(size_t size, size_t limit, char *reason) {
    if (size <= limit) return false;
    snprintf(reason, CLI_REASON_MAX, "larger than %lu MiB", (unsigned long)(limit / CLI_MIB));
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

bool cli_file_read(const char *path, size_t limit, cli_file *out, char reason[CLI_REASON_MAX]) {
    struct stat about;
    cli_file all = {NULL, 0};
    size_t capacity = 64 * 1024;
    FILE *file = fopen(path, "rb");
    if (file == NULL || fstat(fileno(file), &about) != 0) {
        snprintf(reason, CLI_REASON_MAX, "%s", strerror(errno));
        if (file != NULL) fclose(file);
        return false;
    }
    bool good = true;
    if (S_ISREG(about.st_mode) && about.st_size > 0) {
        const uint64_t size = (uint64_t)about.st_size;
        good = !is_too_large(size > SIZE_MAX - 1 ? SIZE_MAX : (size_t)size, limit, reason);
        capacity = (size_t)size + 1;
    }
    good = good && read_all(file, capacity, limit, &all, reason);
    fclose(file);
    if (good) {
        *out = all;
    } else {
        free(all.bytes);
    }
    return good;
}

FILE *cli_file_create(const char *path) {
    FILE *file = fopen(path, "wb");
    if (file == NULL) cli_command_file_error(path, strerror(errno));
    return file;
}

void cli_file_discard(const char *path) {
    struct stat about;
    if (lstat(path, &about) == 0 && S_ISREG(about.st_mode)) remove(path);
}

bool cli_file_close(FILE *file, const char *path) {
    const bool good = fflush(file) == 0 && !ferror(file);
    const int error = errno;
    if (fclose(file) == 0 && good) return true;
    cli_command_file_error(path, strerror(good ? errno : error));
    return false;
}

bool cli_file_write(const char *path, const void *bytes, size_t size) {
    FILE *file = cli_file_create(path);
    if (file == NULL) return false;
    fwrite(bytes, 1, size, file);
    return cli_file_close(file, path);
}
