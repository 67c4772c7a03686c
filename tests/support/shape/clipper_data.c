/* clipper_data.c - the cases of Clipper2's Polygons.txt. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/base/data.h"
#include "support/shape/clipper_data.h"

static bool next_line(clipper_reader *reader) {
    size_t size = 0;
    free(reader->line);
    reader->line = NULL;
    if (getline(&reader->line, &size, reader->file) > 0) return true;
    free(reader->line);
    reader->line = NULL;
    return false;
}

bool open_clipper_data(clipper_reader *reader) {
    const char *const path = data_path("geometry/clipper2/Polygons.txt");
    if (!path) return false;
    reader->line = NULL;
    reader->file = fopen(path, "r");
    if (!reader->file) ck_abort_msg("there is no %s", path);
    next_line(reader);
    return true;
}

/* What follows the word at the start of the line, or null when it starts with another. */
static const char *after(const char *line, const char *word) {
    const size_t length = strlen(word);
    if (!line || strncmp(line, word, length) != 0) return NULL;
    return line + length + strspn(line + length, " ");
}

static bool begins(const char *text, const char *word) {
    return strncmp(text, word, strlen(word)) == 0;
}

static pawl_boolean operation_of(const char *text) {
    if (begins(text, "UNION")) return PAWL_UNION;
    if (begins(text, "INTERSECTION")) return PAWL_INTERSECTION;
    if (begins(text, "DIFFERENCE")) return PAWL_DIFFERENCE;
    if (!begins(text, "XOR")) ck_abort_msg("operation %s", text);
    return PAWL_XOR;
}

static pawl_fill fill_of(const char *text) {
    if (begins(text, "NONZERO")) return PAWL_FILL_NONZERO;
    if (begins(text, "EVENODD")) return PAWL_FILL_EVEN_ODD;
    if (begins(text, "POSITIVE")) return PAWL_FILL_POSITIVE;
    if (!begins(text, "NEGATIVE")) ck_abort_msg("fill rule %s", text);
    return PAWL_FILL_NEGATIVE;
}

/* "x,y, x,y, ..." */
static void read_ring(clipper_case *it, const char *text) {
    char *end;
    for (long x = strtol(text, &end, 10); end != text; x = strtol(text, &end, 10)) {
        text = end + strspn(end, ", ");
        const long y = strtol(text, &end, 10);
        if (end == text) ck_abort_msg("case %d: half a point", it->number);
        text = end + strspn(end, ", \r\n");
        it->points = realloc(it->points, (it->point_count + 1) * sizeof(pawl_vec2));
        ck_assert_ptr_nonnull(it->points);
        it->points[it->point_count++] = pawl_vec2_make((pawl_fx)x, (pawl_fx)y);
    }
    if (*text != '\0') ck_abort_msg("case %d: %s", it->number, text);
    it->ends = realloc(it->ends, (it->ring_count + 1) * sizeof(uint32_t));
    ck_assert_ptr_nonnull(it->ends);
    it->ends[it->ring_count++] = it->point_count;
}

static void read_rings(clipper_reader *reader, clipper_case *it) {
    while (reader->line && strspn(reader->line, "-0123456789") > 0) {
        read_ring(it, reader->line);
        next_line(reader);
    }
}

bool read_clipper_case(clipper_reader *reader, clipper_case *out) {
    memset(out, 0, sizeof *out);
    while (reader->line && !after(reader->line, "CAPTION:"))
        next_line(reader);
    if (!reader->line) {
        fclose(reader->file);
        return false;
    }
    out->number = atoi(after(reader->line, "CAPTION:"));
    next_line(reader);
    while (reader->line && !after(reader->line, "CAPTION:")) {
        const char *text = after(reader->line, "CLIPTYPE:");
        if (text) out->operation = operation_of(text);
        text = after(reader->line, "FILLRULE:");
        if (text) out->fill = fill_of(text);
        text = after(reader->line, "SOL_AREA:");
        if (text) out->area = strtoll(text, NULL, 10);
        const bool is_subject = begins(reader->line, "SUBJECTS");
        const bool is_clip = begins(reader->line, "CLIPS");
        next_line(reader);
        if (is_subject || is_clip) read_rings(reader, out);
        if (is_subject) out->subjects = out->ring_count;
    }
    return true;
}

void release_clipper_case(clipper_case *it) {
    free(it->points);
    free(it->ends);
}

pawl_rings clipper_rings(const clipper_case *it, bool is_clip, uint32_t *ends) {
    const uint32_t first = is_clip ? it->subjects : 0;
    const uint32_t last = is_clip ? it->ring_count : it->subjects;
    const uint32_t begin = first == 0 ? 0 : it->ends[first - 1];
    for (uint32_t i = first; i < last; i++)
        ends[i - first] = it->ends[i] - begin;
    const pawl_rings rings = {it->points ? it->points + begin : NULL, ends, last - first};
    return rings;
}
