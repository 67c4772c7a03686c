/* mesh_data.c - readers of three text formats. */
#include "support/shape/mesh_data.h"

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/base/data.h"

#define EXTENT_BITS 28

typedef struct reader {
    double (*points)[2];
    uint32_t *ends;
    uint32_t (*edges)[2];
    uint32_t point_count, point_capacity, ring_count, ring_capacity, edge_count, edge_capacity;
} reader;

/* Room for one more item. */
static void *grow(void *items, uint32_t count, uint32_t *capacity, size_t size) {
    if (count < *capacity) return items;
    *capacity = *capacity == 0 ? 64 : 2 * *capacity;
    void *const grown = realloc(items, *capacity * size);
    if (grown == NULL) abort();
    return grown;
}

static void add_point(reader *to, double x, double y) {
    to->points = grow(to->points, to->point_count, &to->point_capacity, sizeof *to->points);
    to->points[to->point_count][0] = x;
    to->points[to->point_count++][1] = y;
}

static void add_edge(reader *to, uint32_t a, uint32_t b) {
    to->edges = grow(to->edges, to->edge_count, &to->edge_capacity, sizeof *to->edges);
    to->edges[to->edge_count][0] = a;
    to->edges[to->edge_count++][1] = b;
}

/* What was added since the last ring is one. */
static void end_ring(reader *to) {
    const uint32_t begin = to->ring_count > 0 ? to->ends[to->ring_count - 1] : 0;
    for (uint32_t i = begin; i < to->point_count; i++)
        add_edge(to, i, i + 1 < to->point_count ? i + 1 : begin);
    to->ends = grow(to->ends, to->ring_count, &to->ring_capacity, sizeof *to->ends);
    to->ends[to->ring_count++] = to->point_count;
}

/* Numbers of points and of edges, the points, the edges. */
static bool read_cdt(const char *text, reader *to) {
    char *at = NULL;
    const unsigned long points = strtoul(text, &at, 10), edges = strtoul(at, &at, 10);
    for (unsigned long i = 0; i < points; i++) {
        const char *const before = at;
        const double x = strtod(at, &at), y = strtod(at, &at);
        if (at == before) return false;
        add_point(to, x, y);
    }
    for (unsigned long i = 0; i < edges; i++) {
        const char *const before = at;
        const unsigned long a = strtoul(at, &at, 10), b = strtoul(at, &at, 10);
        if (at == before || a >= points || b >= points) return false;
        add_edge(to, (uint32_t)a, (uint32_t)b);
    }
    return points > 0;
}

/* Points, and the words HOLE and STEINER. */
static bool read_poly2tri(const char *text, reader *to) {
    bool is_ring = true;
    char *at = NULL;
    for (const char *line = text; *line != '\0'; line = at) {
        line += strspn(line, " \t\r\n");
        if (*line == 'H' || *line == 'S') {
            if (is_ring) end_ring(to);
            is_ring = *line == 'H';
            at = (char *)line + strcspn(line, "\n");
            continue;
        }
        const double x = strtod(line, &at);
        if (at == line) break;
        add_point(to, x, strtod(at, &at));
    }
    if (is_ring) end_ring(to);
    return to->point_count > 0 && at != NULL && at[strspn(at, " \t\r\n")] == '\0';
}

/* [[[x, y], ...], ...] */
static bool read_earcut(const char *text, reader *to) {
    int depth = 0, parts = 0;
    double part[2] = {0, 0};
    for (const char *at = text; *at != '\0';) {
        if (*at == '[') {
            depth++;
            parts = 0;
        } else if (*at == ']') {
            if (depth == 3 && parts >= 2) add_point(to, part[0], part[1]);
            if (depth == 2) end_ring(to);
            depth--;
        } else if (strchr(", \t\r\n", *at) == NULL) {
            char *end = NULL;
            const double number = strtod(at, &end);
            if (end == at || depth != 3) return false;
            if (parts < 2) part[parts++] = number;
            at = end;
            continue;
        }
        at++;
    }
    return depth == 0;
}

static void scale_points(const reader *from, pawl_vec2 *points) {
    double lower[2] = {INFINITY, INFINITY}, upper[2] = {-INFINITY, -INFINITY};
    for (uint32_t i = 0; i < from->point_count; i++)
        for (int axis = 0; axis < 2; axis++) {
            lower[axis] = fmin(lower[axis], from->points[i][axis]);
            upper[axis] = fmax(upper[axis], from->points[i][axis]);
        }
    int exponent = 0;
    frexp(fmax(upper[0] - lower[0], upper[1] - lower[1]), &exponent);
    for (uint32_t i = 0; i < from->point_count; i++) {
        double at[2];
        for (int axis = 0; axis < 2; axis++)
            at[axis] = floor(ldexp(from->points[i][axis] - (lower[axis] + upper[axis]) / 2,
                                   EXTENT_BITS - exponent) +
                             0.5);
        points[i] = pawl_vec2_make((pawl_fx)at[0], (pawl_fx)at[1]);
    }
}

static char *read_text(const char *path) {
    FILE *const file = fopen(path, "rb");
    if (file == NULL) return NULL;
    fseek(file, 0, SEEK_END);
    const long size = ftell(file);
    rewind(file);
    char *const text = size >= 0 ? calloc((size_t)size + 1, 1) : NULL;
    const bool is_read = text != NULL && fread(text, 1, (size_t)size, file) == (size_t)size;
    fclose(file);
    if (is_read) return text;
    free(text);
    return NULL;
}

glob_t list_mesh_data(const char *pattern) {
    char name[64];
    glob_t found;
    memset(&found, 0, sizeof found);
    snprintf(name, sizeof name, "geometry/%s", pattern);
    const char *const path = data_path(name);
    if (path != NULL && glob(path, 0, NULL, &found) != 0) ck_abort_msg("there is no %s", path);
    return found;
}

bool read_mesh_data(const char *path, mesh_data *out) {
    char *const text = read_text(path);
    const char *const ending = strrchr(path, '.');
    reader from;
    memset(&from, 0, sizeof from);
    bool is_read = false;
    if (text != NULL && ending != NULL) {
        if (strcmp(ending, ".txt") == 0) is_read = read_cdt(text, &from);
        if (strcmp(ending, ".dat") == 0) is_read = read_poly2tri(text, &from);
        if (strcmp(ending, ".json") == 0) is_read = read_earcut(text, &from);
    }
    free(text);
    if (is_read) {
        out->points = calloc(from.point_count + 1, sizeof *out->points);
        scale_points(&from, out->points);
        out->ends = from.ends;
        out->edges = from.edges;
        out->point_count = from.point_count;
        out->ring_count = from.ring_count;
        out->edge_count = from.edge_count;
    } else {
        free(from.ends);
        free(from.edges);
    }
    free(from.points);
    return is_read;
}

void free_mesh_data(mesh_data *data) {
    free(data->points);
    free(data->ends);
    free(data->edges);
    memset(data, 0, sizeof *data);
}

static int compare_points(const void *left, const void *right) {
    const pawl_vec2 *const a = left, *const b = right;
    if (a->y != b->y) return a->y < b->y ? -1 : 1;
    return (a->x > b->x) - (a->x < b->x);
}

void merge_mesh_data(mesh_data *data) {
    pawl_vec2 *const merged = calloc(data->point_count + 1, sizeof *merged);
    memcpy(merged, data->points, data->point_count * sizeof *merged);
    qsort(merged, data->point_count, sizeof *merged, compare_points);
    uint32_t count = 0, edges = 0;
    for (uint32_t i = 0; i < data->point_count; i++)
        if (count == 0 || compare_points(&merged[count - 1], &merged[i]) != 0)
            merged[count++] = merged[i];
    for (uint32_t i = 0; i < data->edge_count; i++) {
        uint32_t ends[2];
        for (int k = 0; k < 2; k++) {
            const pawl_vec2 *const found = bsearch(&data->points[data->edges[i][k]], merged, count,
                                                   sizeof *merged, compare_points);
            ends[k] = (uint32_t)(found - merged);
        }
        if (ends[0] != ends[1]) memcpy(data->edges[edges++], ends, sizeof ends);
    }
    free(data->points);
    data->points = merged;
    data->point_count = count;
    data->edge_count = edges;
    data->ring_count = 0;
}
