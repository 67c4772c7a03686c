/* exchange.c - writes files for other machines, and reads theirs.
 *
 *     exchange write FOLDER
 *     exchange read FOLDER...    exit status 1 when anything is not as its writer had it
 *
 * Plain C on the library alone, for every host that has files. */
#include "exchange/exchange.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const exchange_kind kinds[] = {
    {"snapshots", exchange_write_snapshots, exchange_read_snapshots},
};
#define KINDS (sizeof kinds / sizeof kinds[0])

static const char *folder;
static int passed, failed;

static FILE *open_file(const char *name, const char *mode) {
    char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *const file = fopen(path, mode);
    if (file == NULL) {
        fprintf(stderr, "exchange: cannot open %s\n", path);
        exit(2);
    }
    return file;
}

void exchange_put(const char *name, const void *bytes, size_t size) {
    FILE *const file = open_file(name, "wb");
    const bool whole = fwrite(bytes, 1, size, file) == size;
    if (fclose(file) != 0 || !whole) exit(2);
}

size_t exchange_get(const char *name, void *bytes, size_t capacity) {
    FILE *const file = open_file(name, "rb");
    const size_t size = fread(bytes, 1, capacity, file);
    fclose(file);
    return size;
}

void exchange_expect(bool holds, const char *name, const char *claim) {
    passed += holds;
    failed += !holds;
    if (!holds) printf("exchange: %s/%s: %s\n", folder, name, claim);
}

int main(int argc, char **argv) {
    const bool write = argc == 3 && strcmp(argv[1], "write") == 0;
    const bool read = argc >= 3 && strcmp(argv[1], "read") == 0;
    if (!write && !read) {
        fprintf(stderr, "usage: exchange write FOLDER | read FOLDER...\n");
        return 2;
    }
    for (int i = 2; i < argc; i++) {
        folder = argv[i];
        for (size_t kind = 0; kind < KINDS; kind++) {
            if (write) kinds[kind].write();
            if (read) kinds[kind].read();
        }
    }
    if (read) printf("exchange: %d passed, %d failed\n", passed, failed);
    return failed != 0;
}
