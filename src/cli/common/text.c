/* text.c - foreign text, made harmless. */
#include "cli/common/text.h"

#include <string.h>

void cli_text_put_plain(FILE *out, const char *text) {
    for (; *text != 0; text++)
        fputc((unsigned char)*text < 0x20 || *text == 0x7F ? '?' : *text, out);
}

/* The length of the UTF-8 character here (RFC 3629); 0 when it is none. */
static size_t character_length(const unsigned char *at) {
    const size_t length = at[0] < 0x80                    ? 1
                          : at[0] >= 0xC2 && at[0] < 0xE0 ? 2
                          : at[0] >= 0xE0 && at[0] < 0xF0 ? 3
                          : at[0] >= 0xF0 && at[0] < 0xF5 ? 4
                                                          : 0;
    for (size_t i = 1; i < length; i++) {
        if ((at[i] & 0xC0u) != 0x80u) return 0;
    }
    /* Longer than needed, a surrogate, or beyond U+10FFFF. */
    if ((at[0] == 0xE0 && at[1] < 0xA0) || (at[0] == 0xED && at[1] >= 0xA0)) return 0;
    if ((at[0] == 0xF0 && at[1] < 0x90) || (at[0] == 0xF4 && at[1] >= 0x90)) return 0;
    return length;
}

void cli_text_put_json(FILE *out, const char *text) {
    const unsigned char *at = (const unsigned char *)text;
    fputc('"', out);
    while (*at != 0) {
        const size_t length = character_length(at);
        if (length == 0) {
            fputs("\\ufffd", out);
        } else if (*at < 0x20 || *at == '"' || *at == '\\' || *at == 0x7F) {
            fprintf(out, "\\u%04x", (unsigned)*at);
        } else {
            fwrite(at, 1, length, out);
        }
        at += length > 0 ? length : 1;
    }
    fputc('"', out);
}
