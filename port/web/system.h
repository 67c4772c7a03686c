/* system.h - what wasi-libc lacks of POSIX, and system.c has; in front of all that is compiled for
 * a page. */
#ifndef WEB_SYSTEM_H
#define WEB_SYSTEM_H

/* The name without "." and "..": files in memory have no links. */
char *realpath(const char *restrict path, char *restrict out);

/* In yajl for strtod. Never called, for numbers are taken as texts; ends the module if it is. */
double system_no_double(const char *restrict text, char **restrict end);

#endif
