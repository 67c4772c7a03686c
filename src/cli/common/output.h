/* output.h - files that are there whole or not at all.
 *
 * What is written goes to a new file in the folder of the one that was asked for, and takes its
 * name at the end: no failure, interrupt or full disk leaves a part of a file, or harms one that
 * was there before. A name that stands for something else than a file (a device, a pipe) is written
 * to as it comes, and never taken away. "-" is standard output: what the program would print there
 * goes to standard error from then on. */
#ifndef CLI_OUTPUT_H
#define CLI_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Begin a file; null after an error. In this and the next two the reason of an error goes to
 * *reason, or, when `reason` is null, to stderr. */
FILE *cli_output_open(const char *path, const char **reason);

/* The end of a file, which then has its name. False after an error, this one or one before;
 * nothing is left of the file then. */
bool cli_output_close(FILE *file, const char **reason);

/* The same for the whole of one. */
bool cli_output_write(const char *path, const void *bytes, size_t size, const char **reason);

/* Give up what was not finished; null does nothing. */
void cli_output_discard(FILE *file);

/* At the start of the program: standard input, output and error are open, and an interrupt, a
 * request to end or a closed pipe takes unfinished files away before it ends the program. */
void cli_output_prepare(void);

/* Take unfinished files away and end by this signal; may be called in its handler. */
void cli_output_end_by(int number);

#endif
