/* base64.h - bytes as letters (RFC 4648, section 4). */
#ifndef CLI_BASE64_H
#define CLI_BASE64_H

#include <stddef.h>
#include <stdint.h>

/* Blanks and ends of lines may stand between the letters. Into `out`, with room for 3/4 of the
 * text; it may be the text itself. The number of bytes, or SIZE_MAX: the text is something else. */
size_t cli_base64_decode(const char *text, size_t length, uint8_t *out);

#endif
