/* clipper_data.h - the cases of Clipper2's Polygons.txt (support/base/data.h). */
#ifndef PAWL_TESTS_CLIPPER_DATA_H
#define PAWL_TESTS_CLIPPER_DATA_H

#include "pawl/polygon.h"

/* Rings of both, end to end: `subjects` of them are the subject, the others clip it. Free with
 * release_clipper_case. */
typedef struct clipper_case {
    int number;
    pawl_boolean operation;
    pawl_fill fill;
    int64_t area; /* Clipper2's own, at one unit for a pixel; see the README of the data */
    pawl_vec2 *points;
    uint32_t *ends;
    uint32_t point_count, ring_count, subjects;
} clipper_case;

typedef struct clipper_reader {
    void *file;
    char *line; /* the next one, or null */
} clipper_reader;

/* False where the test is skipped. */
bool open_clipper_data(clipper_reader *reader);

/* The next case; false, and the file closed, after the last one. Anything odd fails the test. */
bool read_clipper_case(clipper_reader *reader, clipper_case *out);
void release_clipper_case(clipper_case *it);

/* The subject (false) or the clip. The rings refer to the case. `ends` has ring_count places and
 * is needed as long as the result. */
pawl_rings clipper_rings(const clipper_case *it, bool is_clip, uint32_t *ends);

#endif
