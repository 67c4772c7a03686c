/* text.h - names of files and other foreign text on a line of output. */
#ifndef CLI_TEXT_H
#define CLI_TEXT_H

#include <stdio.h>

/* Control characters become question marks, so that a line stays one line. */
void cli_text_put_plain(FILE *out, const char *text);

/* With quotation marks, as JSON wants it; bytes that are not UTF-8 become U+FFFD. */
void cli_text_put_json(FILE *out, const char *text);

#endif
