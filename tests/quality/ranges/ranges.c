/* ranges.c - the table of usable ranges in docs/2-numbers.md; `make ranges` writes it.
 *
 * Usage: ranges [FILE]: the table, or the page FILE with the table between its markers renewed. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "range.h"

range_outcome range_works(void) {
    return (range_outcome){""};
}

range_outcome range_fails(const char *format, ...) {
    range_outcome made;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(made.text, sizeof made.text, format, arguments);
    va_end(arguments);
    return made;
}

/* To two digits. */
static double shorten(double value) {
    char text[32];
    snprintf(text, sizeof text, "%.1e", value);
    return strtod(text, NULL);
}

/* The last value that works on the way to `end`; beyond it, what happens. */
static double search(const range_row *row, double end, double factor, const char *at_end,
                     range_outcome *beyond) {
    double works = row->start;
    for (;;) {
        double next = shorten(works * factor);
        if (row->whole) next = factor > 1 ? ceil(next) : floor(next);
        const bool last = factor > 1 ? next >= end : next <= end;
        if (last) next = end;
        if (works == end) break;
        *beyond = row->measure(next);
        if (beyond->text[0]) return works;
        works = next;
    }
    snprintf(beyond->text, sizeof beyond->text, "%s", at_end);
    return works;
}

static void print_row(const range_row *row) {
    range_outcome below, above;
    const range_outcome start = row->measure(row->start);
    if (start.text[0]) {
        printf("| %s | %s | none: at %.3g %s | | |\n", row->what, row->scene, row->start,
               start.text);
        return;
    }
    const double low = search(row, row->low, 1 / row->factor, row->low_end, &below);
    const double high = search(row, row->high, row->factor, row->high_end, &above);
    printf("| %s | %s | %.3g .. %.5g | %s | %s |\n", row->what, row->scene, low, high, below.text,
           above.text);
    fflush(stdout);
}

static void print_table(void) {
    printf("| what | scene and demand | works | below | above |\n|---|---|---|---|---|\n");
    for (const range_row *row = range_bodies; row->what; row++)
        print_row(row);
    for (const range_row *row = range_motions; row->what; row++)
        print_row(row);
}

static bool begins(const char *line, const char *with) {
    return strncmp(line, with, strlen(with)) == 0;
}

int main(int count, char **words) {
    char line[4096];
    if (count < 2) {
        print_table();
        return 0;
    }
    FILE *const page = fopen(words[1], "r");
    if (!page) {
        fprintf(stderr, "ranges: %s cannot be read\n", words[1]);
        return 2;
    }
    bool inside = false, found = false;
    while (fgets(line, sizeof line, page)) {
        if (begins(line, "<!-- end of ranges")) inside = false;
        if (!inside) fputs(line, stdout);
        if (begins(line, "<!-- ranges")) {
            inside = found = true;
            print_table();
        }
    }
    fclose(page);
    if (!found) fprintf(stderr, "ranges: %s has no place for the table\n", words[1]);
    return found ? 0 : 2;
}
