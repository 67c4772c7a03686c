/* outline_matrix.c - transforms of SVG, in decimal fixed point: products are rounded to 10^-12,
 * half away from zero, and held within a million. */
#include <string.h>

#include "cli/outline/outline.h"
#include "fx/fx_text.h"

const cli_outline_matrix cli_outline_matrix_one = {CLI_PIXEL, 0, 0, CLI_PIXEL, 0, 0};

static cli_pixels held(cli_pixels value) {
    if (value > CLI_OUTLINE_FAR) return CLI_OUTLINE_FAR;
    return value < -CLI_OUTLINE_FAR ? -CLI_OUTLINE_FAR : value;
}

/* a b, at most 4 * 10^18, so that two of them and a coordinate fit. */
static cli_pixels times(cli_pixels a, cli_pixels b) {
    return cli_tiled_shape_scaled(a, b, CLI_PIXEL);
}

cli_pixel_point cli_outline_matrix_apply(const cli_outline_matrix *by, cli_pixel_point point) {
    const cli_pixels x = held(point.x), y = held(point.y);
    const cli_pixel_point out = {held(times(by->a, x) + times(by->c, y) + by->e),
                                 held(times(by->b, x) + times(by->d, y) + by->f)};
    return out;
}

cli_outline_matrix cli_outline_matrix_multiply(cli_outline_matrix outer, cli_outline_matrix inner) {
    const cli_pixel_point at =
        cli_outline_matrix_apply(&outer, (cli_pixel_point){inner.e, inner.f});
    const cli_outline_matrix out = {
        held(times(outer.a, inner.a) + times(outer.c, inner.b)),
        held(times(outer.b, inner.a) + times(outer.d, inner.b)),
        held(times(outer.a, inner.c) + times(outer.c, inner.d)),
        held(times(outer.b, inner.c) + times(outer.d, inner.d)),
        at.x,
        at.y,
    };
    return out;
}

/* ---- text ---- */

static const char *skip_spaces(const char *at) {
    while (*at == ' ' || *at == ',' || *at == '\n' || *at == '\r' || *at == '\t')
        at++;
    return at;
}

/* How long the number here is: a sign, digits, a point, an exponent. */
static size_t number_length(const char *at) {
    size_t i = *at == '-' || *at == '+' ? 1 : 0, digits = 0;
    for (; at[i] >= '0' && at[i] <= '9'; i++)
        digits++;
    if (at[i] == '.') i++;
    for (; at[i] >= '0' && at[i] <= '9'; i++)
        digits++;
    if (digits == 0) return 0;
    if (at[i] != 'e' && at[i] != 'E') return i;
    size_t end = i + 1;
    if (at[end] == '-' || at[end] == '+') end++;
    if (at[end] < '0' || at[end] > '9') return i; /* the e of a unit such as em */
    while (at[end] >= '0' && at[end] <= '9')
        end++;
    return end;
}

bool cli_outline_matrix_number(const char **from, cli_pixels *out) {
    const char *at = skip_spaces(*from);
    const size_t length = number_length(at);
    const size_t sign = *at == '+' ? 1 : 0;
    char text[64] = "";
    if (length == 0 || length + 2 > sizeof text) return false;
    /* ".5" and "5." are numbers here. */
    size_t used = 0;
    for (size_t i = sign; i < length; i++) {
        const bool has_before = used > 0 && text[used - 1] >= '0' && text[used - 1] <= '9';
        if (at[i] == '.' && !has_before) text[used++] = '0';
        if (at[i] == '.' && (at[i + 1] < '0' || at[i + 1] > '9')) continue;
        if (used + 2 < sizeof text) text[used++] = at[i];
    }
    text[used] = 0;
    if (pawli_fx_text_parse(text, used, 12, (uint64_t)CLI_PIXELS_MAX, out) != PAWL_OK) return false;
    *out = held(*out);
    *from = at + length;
    return true;
}

/* ---- one transform after the other ---- */

static cli_outline_matrix rotation(cli_pixels degrees) {
    const pawl_fx angle = cli_tiled_shape_units(degrees, CLI_PIXEL);
    const pawl_rot by = pawl_rot_from_angle(pawl_angle_from_degrees(angle));
    const int64_t one = INT64_C(1) << 30;
    const cli_pixels c = cli_tiled_shape_scaled(CLI_PIXEL, by.c, one);
    const cli_pixels s = cli_tiled_shape_scaled(CLI_PIXEL, by.s, one);
    return (cli_outline_matrix){c, s, -s, c, 0, 0};
}

static cli_outline_matrix moved(cli_pixels x, cli_pixels y) {
    return (cli_outline_matrix){CLI_PIXEL, 0, 0, CLI_PIXEL, x, y};
}

/* The tangent of an angle below 89 degrees. */
static cli_pixels tangent(cli_pixels degrees) {
    const cli_outline_matrix by = rotation(degrees);
    const cli_pixels least = CLI_PIXEL / 64;
    return by.a > least || by.a < -least ? cli_tiled_shape_scaled(by.b, CLI_PIXEL, by.a) : 0;
}

static bool make(const char *name, size_t length, const cli_pixels *v, uint32_t count,
                 cli_outline_matrix *out) {
    static const char *const names[] = {"matrix", "translate", "scale", "rotate", "skewX", "skewY"};
    size_t i = 0;
    while (i < 6 && (strlen(names[i]) != length || strncmp(names[i], name, length) != 0))
        i++;
    *out = cli_outline_matrix_one;
    if (i == 6 || count < (i == 0 ? 6u : 1u)) return false;
    if (i == 0) *out = (cli_outline_matrix){v[0], v[1], v[2], v[3], v[4], v[5]};
    if (i == 1) *out = moved(v[0], count > 1 ? v[1] : 0);
    if (i == 2) {
        out->a = v[0];
        out->d = count > 1 ? v[1] : v[0];
    }
    if (i == 3) *out = rotation(v[0]);
    if (i == 3 && count > 2) {
        *out = cli_outline_matrix_multiply(moved(v[1], v[2]), *out);
        *out = cli_outline_matrix_multiply(*out, moved(-v[1], -v[2]));
    }
    if (i == 4) out->c = tangent(v[0]);
    if (i == 5) out->b = tangent(v[0]);
    return true;
}

bool cli_outline_matrix_parse(const char *text, cli_outline_matrix *out) {
    const char *at = skip_spaces(text);
    *out = cli_outline_matrix_one;
    while (*at != 0) {
        const char *name = at;
        cli_pixels values[6];
        cli_outline_matrix one;
        uint32_t count = 0;
        while ((*at >= 'a' && *at <= 'z') || (*at >= 'A' && *at <= 'Z'))
            at++;
        const size_t length = (size_t)(at - name);
        at = skip_spaces(at);
        if (*at++ != '(') return false;
        while (count < 6 && cli_outline_matrix_number(&at, &values[count]))
            count++;
        at = skip_spaces(at);
        if (*at++ != ')' || !make(name, length, values, count, &one)) return false;
        *out = cli_outline_matrix_multiply(*out, one);
        at = skip_spaces(at);
    }
    return true;
}
