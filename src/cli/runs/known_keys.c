/* known_keys.c - public keys of players, from a file. */
#include <stdlib.h>
#include <string.h>

#include "cli/common/command.h"
#include "cli/common/file.h"
#include "cli/runs/signed.h"

#define KEYS_MIB 64u

static int hex_digit(char letter) {
    static const char digits[] = "0123456789abcdef0123456789ABCDEF";
    const char *const at = letter == 0 ? NULL : strchr(digits, letter);
    return at == NULL ? -1 : (int)((at - digits) % 16);
}

static bool read_key(const char *text, uint8_t *out) {
    for (size_t i = 0; i < PAWL_SIGN_KEY_SIZE; i++) {
        const int high = hex_digit(text[2 * i]);
        const int low = high < 0 ? -1 : hex_digit(text[2 * i + 1]);
        if (low < 0) return false;
        out[i] = (uint8_t)(high * 16 + low);
    }
    return true;
}

/* False when it is no key and a name. */
static bool take_line(char *line, cli_known_keys *out, size_t *capacity) {
    size_t length = strlen(line);
    while (length > 0 && strchr(" \t\r", line[length - 1]) != NULL)
        line[--length] = 0;
    if (line[0] == 0 || line[0] == '#') return true;
    cli_known_key key;
    if (!read_key(line, key.bytes)) return false;
    const char *name = line + 2 * PAWL_SIGN_KEY_SIZE;
    if (*name != 0 && *name != ' ' && *name != '\t') return false;
    name += strspn(name, " \t");
    key.name = cli_heap_text(&out->heap, name, strlen(name));
    if (out->count == *capacity) {
        *capacity = *capacity * 2 + 16;
        out->at = cli_heap_reallocate(out->at, *capacity * sizeof *out->at);
    }
    out->at[out->count++] = key;
    return true;
}

int cli_known_keys_read(const char *path, cli_known_keys *out) {
    cli_file file;
    char reason[CLI_REASON_MAX];
    size_t capacity = 0;
    if (!cli_file_read(path, KEYS_MIB * CLI_MIB, &file, reason))
        return cli_command_file_error(path, reason);
    const bool has_zeros = memchr(file.bytes, 0, file.size) != NULL;
    char *line = (char *)file.bytes;
    unsigned long number = 0;
    bool good = !has_zeros;
    while (good && line != NULL) {
        char *const end = strchr(line, '\n');
        if (end != NULL) *end = 0;
        number++;
        good = take_line(line, out, &capacity);
        line = end == NULL ? NULL : end + 1;
    }
    free(file.bytes);
    if (good && out->count > 0) return CLI_EXIT_OK;
    if (good) return cli_command_file_error(path, "no key");
    char text[CLI_REASON_MAX];
    snprintf(text, sizeof text, "line %lu: not a key, 64 hexadecimal digits, and a name",
             has_zeros ? 1UL : number);
    return cli_command_file_error(path, text);
}

void cli_known_keys_free(cli_known_keys *keys) {
    cli_heap_free(&keys->heap);
    free(keys->at);
}
