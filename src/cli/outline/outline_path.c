/* outline_path.c - the data of paths as corners. Curves become as many lines as keep them within a
 * sixteenth of a pixel of the drawing, 64 at most: of a cubic with n lines the error is at most
 * 3/4 D / n^2, where D is the larger second difference of its points (Wang 1984); of a quadratic
 * D / (4 n^2); of an arc r a^2 / (8 n^2), where a is its angle. Points of curves are sums of
 * products that are each rounded to 10^-12. */
#include <string.h>

#include "cli/outline/outline.h"

#define STEPS_MAX 64
#define TOLERANCE (CLI_PIXEL / 16)

/* ---- rings ---- */

void cli_outline_path_begin(cli_outline_pen *pen) {
    if (pen->ring_count == pen->ring_capacity) {
        const uint32_t larger = 2 * pen->ring_capacity + 16;
        cli_outline_ring *rings = cli_heap_take(&pen->plan->heap, larger * sizeof *rings);
        if (pen->ring_count > 0) memcpy(rings, pen->rings, pen->ring_count * sizeof *rings);
        pen->rings = rings;
        pen->ring_capacity = larger;
    }
    pen->rings[pen->ring_count++] = (cli_outline_ring){.first = pen->point_count};
}

static void add_point(cli_outline_pen *pen, cli_pixel_point point) {
    if (pen->point_count == pen->room) pen->is_full = true;
    if (pen->is_full || pen->ring_count == 0) return;
    if (pen->point_count == pen->point_capacity) {
        const uint32_t larger = 2 * pen->point_capacity + 64;
        cli_pixel_point *points = cli_heap_take(&pen->plan->heap, larger * sizeof *points);
        if (pen->point_count > 0) memcpy(points, pen->points, pen->point_count * sizeof *points);
        pen->points = points;
        pen->point_capacity = larger;
    }
    pen->points[pen->point_count++] = point;
    pen->rings[pen->ring_count - 1].count++;
}

void cli_outline_path_add(cli_outline_pen *pen, cli_pixel_point point) {
    add_point(pen, cli_outline_matrix_apply(&pen->matrix, point));
}

void cli_outline_path_close(cli_outline_pen *pen) {
    if (pen->ring_count > 0) pen->rings[pen->ring_count - 1].is_closed = true;
}

/* ---- curves ---- */

static cli_pixels size_of(cli_pixels value) {
    return value < 0 ? -value : value;
}

/* |a - 2 b + c|, the larger of both axes, at most 4 million pixels. */
static cli_pixels second_difference(cli_pixel_point a, cli_pixel_point b, cli_pixel_point c) {
    const cli_pixels x = size_of(a.x - 2 * b.x + c.x), y = size_of(a.y - 2 * b.y + c.y);
    return x > y ? x : y;
}

/* The least n with n^2 * tolerance >= error. */
static int64_t steps_of(cli_pixels error) {
    int64_t n = 1;
    while (n < STEPS_MAX && n * n * TOLERANCE < error)
        n++;
    return n;
}

static cli_pixels mix(const cli_pixels *at, const int64_t *weights, int count, int64_t sum) {
    cli_pixels value = 0;
    for (int i = 0; i < count; i++)
        value += cli_tiled_shape_scaled(at[i], weights[i], sum);
    return value;
}

/* The corners behind the first of a curve with three or four points, before the transform. */
static void add_curve(cli_outline_pen *pen, const cli_pixel_point *given, int count) {
    cli_pixels x[4], y[4];
    cli_pixel_point points[4];
    for (int i = 0; i < count; i++) {
        points[i] = cli_outline_matrix_apply(&pen->matrix, given[i]);
        x[i] = points[i].x;
        y[i] = points[i].y;
    }
    cli_pixels bend = second_difference(points[0], points[1], points[2]);
    if (count == 4) {
        const cli_pixels other = second_difference(points[1], points[2], points[3]);
        bend = other > bend ? other : bend;
    }
    const int64_t n = steps_of(count == 4 ? bend / 4 * 3 : bend / 4);
    for (int64_t i = 1; i < n; i++) {
        const int64_t j = n - i;
        const int64_t cubic[4] = {j * j * j, 3 * j * j * i, 3 * j * i * i, i * i * i};
        const int64_t quadratic[3] = {j * j, 2 * j * i, i * i};
        const int64_t sum = count == 4 ? n * n * n : n * n;
        const int64_t *weights = count == 4 ? cubic : quadratic;
        const cli_pixel_point at = {mix(x, weights, count, sum), mix(y, weights, count, sum)};
        add_point(pen, at);
    }
    add_point(pen, points[count - 1]);
}

/* ---- arcs ---- */

typedef struct arc {
    cli_pixel_point center;
    cli_pixels rx, ry;
    pawl_rot turned;
    pawl_angle start;
    uint32_t sweep; /* of a turn, 0: all of it */
    bool is_back;   /* against the direction of angles */
} arc;

static cli_pixels part(cli_pixels value, int32_t factor) {
    return cli_tiled_shape_scaled(value, factor, INT64_C(1) << 30);
}

static cli_pixel_point point_of(const arc *of, pawl_angle angle) {
    const pawl_rot at = pawl_rot_from_angle(angle);
    const cli_pixels x = part(of->rx, at.c), y = part(of->ry, at.s);
    const cli_pixel_point out = {
        of->center.x + part(x, of->turned.c) - part(y, of->turned.s),
        of->center.y + part(x, of->turned.s) + part(y, of->turned.c),
    };
    return out;
}

/* The most that a transform stretches, at most. */
static cli_pixels stretch(const cli_outline_matrix *by) {
    const cli_pixels a = size_of(by->a) + size_of(by->c), b = size_of(by->b) + size_of(by->d);
    return a > b ? a : b;
}

/* A whole turn has (2 pi)^2 / 8 < 5 radii. */
static int64_t arc_steps(const cli_outline_pen *pen, const arc *of) {
    const cli_pixels larger = of->rx > of->ry ? of->rx : of->ry;
    const cli_pixels radius = cli_tiled_shape_scaled(larger, stretch(&pen->matrix), CLI_PIXEL);
    const int64_t all = steps_of(radius > CLI_PIXELS_MAX / 5 ? CLI_PIXELS_MAX : 5 * radius);
    const int64_t whole = all < 8 ? 8 : all;
    if (of->sweep == 0) return whole;
    return (int64_t)(((uint64_t)of->sweep * (uint64_t)whole >> 32) + 1);
}

static void add_arc(cli_outline_pen *pen, const arc *of) {
    const int64_t n = arc_steps(pen, of);
    const uint64_t sweep = of->sweep == 0 ? UINT64_C(1) << 32 : of->sweep;
    for (int64_t i = 1; i < n; i++) {
        const uint32_t by = (uint32_t)(sweep * (uint64_t)i / (uint64_t)n);
        cli_outline_path_add(pen, point_of(of, of->is_back ? of->start - by : of->start + by));
    }
}

void cli_outline_path_ellipse(cli_outline_pen *pen, cli_pixel_point center, cli_pixels rx,
                              cli_pixels ry) {
    const arc whole = {.center = center, .rx = rx, .ry = ry, .turned = {1 << 30, 0}};
    if (rx <= 0 || ry <= 0) return;
    cli_outline_path_begin(pen);
    cli_outline_path_add(pen, point_of(&whole, 0));
    add_arc(pen, &whole);
    cli_outline_path_close(pen);
}

/* Q16.16 of a length in radii, held within 256. */
static int64_t in_radii(cli_pixels length, cli_pixels radius) {
    const cli_pixels ratio = cli_tiled_shape_scaled(length, INT64_C(65536), radius);
    const int64_t most = INT64_C(1) << 24;
    return ratio > most ? most : ratio < -most ? -most : ratio;
}

/* Endpoints to center, SVG 1.1 F.6.5, in the frame in which the ellipse is a circle of radius 1. */
static bool find_arc(cli_pixel_point from, cli_pixel_point to, bool is_large, arc *out) {
    const cli_pixels half_x = (from.x - to.x) / 2, half_y = (from.y - to.y) / 2;
    const cli_pixels x = part(half_x, out->turned.c) + part(half_y, out->turned.s);
    const cli_pixels y = part(half_y, out->turned.c) - part(half_x, out->turned.s);
    const int64_t u = in_radii(x, out->rx), v = in_radii(y, out->ry);
    const int64_t one = INT64_C(65536), square = (u * u + v * v) / one;
    int64_t cx = 0, cy = 0, ux = u, uy = v;
    if (square <= 0) return false;
    if (square >= one) { /* radii that are too small grow */
        const pawl_fx grow = pawl_sqrt(square > PAWL_FX_MAX ? PAWL_FX_MAX : (pawl_fx)square);
        out->rx = cli_tiled_shape_scaled(out->rx, grow, one);
        out->ry = cli_tiled_shape_scaled(out->ry, grow, one);
        ux = u * one / grow;
        uy = v * one / grow;
    } else {
        const int64_t share = (one - square) * one / square;
        const int64_t k = pawl_sqrt(share > PAWL_FX_MAX ? PAWL_FX_MAX : (pawl_fx)share);
        const int64_t sign = is_large != !out->is_back ? 1 : -1;
        cx = sign * k * v / one;
        cy = -sign * k * u / one;
    }
    const cli_pixels dx = cli_tiled_shape_scaled(out->rx, cx, one);
    const cli_pixels dy = cli_tiled_shape_scaled(out->ry, cy, one);
    out->center.x = (from.x + to.x) / 2 + part(dx, out->turned.c) - part(dy, out->turned.s);
    out->center.y = (from.y + to.y) / 2 + part(dx, out->turned.s) + part(dy, out->turned.c);
    out->start = pawl_atan2((pawl_fx)(uy - cy), (pawl_fx)(ux - cx));
    const pawl_angle end = pawl_atan2((pawl_fx)(-uy - cy), (pawl_fx)(-ux - cx));
    out->sweep = out->is_back ? out->start - end : end - out->start;
    return out->sweep != 0;
}

/* ---- commands ---- */

typedef struct reader {
    cli_outline_pen *pen;
    const char *at;
    cli_pixel_point here, begin, control;
    char before; /* the command before, in capitals */
    bool is_open;
} reader;

static bool take_point(reader *read, bool is_relative, cli_pixel_point *out) {
    if (!cli_outline_matrix_number(&read->at, &out->x) ||
        !cli_outline_matrix_number(&read->at, &out->y))
        return false;
    if (!is_relative) return true;
    const cli_outline_matrix by = {CLI_PIXEL, 0, 0, CLI_PIXEL, read->here.x, read->here.y};
    *out = cli_outline_matrix_apply(&by, *out);
    return true;
}

/* A flag of an arc is one character, with nothing behind it. */
static bool take_flag(reader *read, bool *out) {
    while (*read->at == ' ' || *read->at == ',' || *read->at == '\n' || *read->at == '\t')
        read->at++;
    *out = *read->at == '1';
    if (*read->at != '0' && *read->at != '1') return false;
    read->at++;
    return true;
}

static cli_pixel_point mirrored(cli_pixel_point at, cli_pixel_point from) {
    return (cli_pixel_point){2 * at.x - from.x, 2 * at.y - from.y};
}

/* A point is where the path goes on; a ring begins where it was closed before. */
static void line_to(reader *read, cli_pixel_point to) {
    if (!read->is_open) {
        cli_outline_path_begin(read->pen);
        cli_outline_path_add(read->pen, read->here);
        read->begin = read->here;
        read->is_open = true;
    }
    if (to.x != read->here.x || to.y != read->here.y) cli_outline_path_add(read->pen, to);
    read->here = read->control = to;
}

static bool curve_to(reader *read, char command, bool is_relative) {
    const bool is_cubic = command == 'C' || command == 'S';
    const bool is_smooth = command == 'S' || command == 'T';
    const char *same = is_cubic ? "CS" : "QT";
    cli_pixel_point points[4];
    const int count = is_cubic ? 4 : 3;
    int i = 1;
    if (is_smooth) {
        const bool follows = read->before != 0 && strchr(same, read->before) != NULL;
        points[i++] = follows ? mirrored(read->here, read->control) : read->here;
    }
    for (; i < count; i++) {
        if (!take_point(read, is_relative, &points[i])) return false;
    }
    line_to(read, read->here);
    points[0] = read->here;
    add_curve(read->pen, points, count);
    read->control = points[count - 2];
    read->here = points[count - 1];
    return true;
}

static bool arc_to(reader *read, bool is_relative) {
    arc of = {.sweep = 0};
    cli_pixels degrees = 0;
    bool is_large = false, is_forward = false;
    cli_pixel_point to;
    if (!cli_outline_matrix_number(&read->at, &of.rx) ||
        !cli_outline_matrix_number(&read->at, &of.ry) ||
        !cli_outline_matrix_number(&read->at, &degrees) || !take_flag(read, &is_large) ||
        !take_flag(read, &is_forward) || !take_point(read, is_relative, &to))
        return false;
    line_to(read, read->here);
    of.rx = size_of(of.rx);
    of.ry = size_of(of.ry);
    of.is_back = !is_forward;
    of.turned =
        pawl_rot_from_angle(pawl_angle_from_degrees(cli_tiled_shape_units(degrees, CLI_PIXEL)));
    if (of.rx > 0 && of.ry > 0 && find_arc(read->here, to, is_large, &of)) add_arc(read->pen, &of);
    line_to(read, to);
    return true;
}

static bool move_to(reader *read, bool is_relative) {
    cli_pixel_point to;
    if (!take_point(read, is_relative, &to)) return false;
    read->here = read->control = read->begin = to;
    read->is_open = false;
    return true;
}

static bool take_line(reader *read, char command, bool is_relative) {
    cli_pixel_point to = read->here;
    cli_pixels value = 0;
    if (command == 'L') {
        if (!take_point(read, is_relative, &to)) return false;
    } else {
        if (!cli_outline_matrix_number(&read->at, &value)) return false;
        const cli_pixel_point by = {command == 'H' ? value : 0, command == 'V' ? value : 0};
        if (command == 'H') to.x = is_relative ? to.x + by.x : by.x;
        if (command == 'V') to.y = is_relative ? to.y + by.y : by.y;
        to = cli_outline_matrix_apply(&cli_outline_matrix_one, to);
    }
    line_to(read, to);
    return true;
}

static bool take_command(reader *read, char command, bool is_relative) {
    switch (command) {
    case 'M':
        return move_to(read, is_relative);
    case 'L':
    case 'H':
    case 'V':
        return take_line(read, command, is_relative);
    case 'C':
    case 'S':
    case 'Q':
    case 'T':
        return curve_to(read, command, is_relative);
    case 'A':
        return arc_to(read, is_relative);
    default:
        return false;
    }
}

static void close_ring(reader *read) {
    if (read->is_open) cli_outline_path_close(read->pen);
    read->is_open = false;
    read->here = read->control = read->begin;
}

bool cli_outline_path_parse(cli_outline_pen *pen, const char *text) {
    reader read = {.pen = pen, .at = text};
    char command = 0;
    for (;;) {
        while (*read.at == ' ' || *read.at == ',' || *read.at == '\n' || *read.at == '\r' ||
               *read.at == '\t')
            read.at++;
        const char c = *read.at;
        if (c == 0 || pen->is_full) return !pen->is_full;
        const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        if (is_letter) {
            command = c;
            read.at++;
        }
        if (command == 'z' || command == 'Z') {
            if (!is_letter) return false;
            close_ring(&read);
            read.before = 'Z';
            continue;
        }
        const bool is_relative = command >= 'a';
        const char large = (char)(is_relative ? command - 'a' + 'A' : command);
        if (!take_command(&read, large, is_relative)) return false;
        read.before = large;
        if (large == 'M') command = is_relative ? 'l' : 'L'; /* more points are lines */
    }
}
