/* font.c - text as lines of a pen, so that it is smooth and readable at any height.
 *
 * A letter is drawn on a grid of units: capitals and digits are 8 high, small letters 5, and what
 * hangs below the line has 3. Each pair of signs of a glyph is a place of the pen, x and y, with y
 * downwards from the top of the capitals, and `a` and `b` for 10 and 11; a space lifts the pen. */
#include "cli/draw/canvas.h"

#define UNITS_HIGH 8 /* of capitals */
#define GAP 2        /* units between two letters */
#define SPACE 3      /* units that a space is wide */

/* From ! to ~. */
static const char *const glyphs[] = {
    "0005 0808",
    "0002 2022",
    "2018 5048 0363 0565",
    "514010010314445557481807 2028",
    "0020220200 6008 4666684846",
    "681311203041420507183865",
    "0002",
    "201103051728",
    "001123251708",
    "2226 0345 0543",
    "2226 0444",
    "180a",
    "0434",
    "0808",
    "4008",
    "104051574818070110",
    "022028 0848",
    "01104051530858",
    "01104051534424 445557481807",
    "48400656",
    "50000413435457481807",
    "514010010718485755441405",
    "005028",
    "104051534414030110 1405071848575544",
    "534414030110405157481807",
    "0404 0808",
    "1414 180a",
    "410447",
    "0343 0545",
    "014407",
    "01103041422425 2828",
    "4245566562402002062858 433223253645",
    "083068 1555",
    "08004051534404 4455574808",
    "5140100107184857",
    "00305256380800",
    "50000858 0444",
    "500008 0444",
    "51401001071848575434",
    "0008 5058 0454",
    "0008",
    "4047381807",
    "0008 5005 2358",
    "000848",
    "0800346068",
    "08005850",
    "204062664828060220",
    "08004051534404",
    "204062664828060220 4668",
    "08004051534404 3458",
    "514010010314445557481807",
    "0060 3038",
    "000718485750",
    "003860",
    "0028426880",
    "0058 5008",
    "003460 3438",
    "00500858",
    "20000828",
    "0048",
    "00202808",
    "022042",
    "0959",
    "0011",
    "0413334448 45150607183847",
    "0008 0413334447381807",
    "4433130407183847",
    "4048 4433130407183847",
    "05454433130407183847",
    "30201118 0333",
    "434a3b1b0a 4433130407183847",
    "0008 0413334448",
    "0308 0101",
    "232a1b0b 2121",
    "0008 4306 1548",
    "000718",
    "0308 0413233438 3443536468",
    "0308 0413334448",
    "133344473818070413",
    "030b 0413334447381807",
    "434b 4433130407183847",
    "0308 052333",
    "44331304153647381807",
    "11172838 0333",
    "030718384743 4748",
    "032843",
    "0328344863",
    "0348 4308",
    "0328 431b",
    "03430848",
    "20111304151728",
    "0009",
    "00111324151708",
    "05143544",
};
/* What has no glyph: a box. */
static const char unknown[] = "00505808 0008";

/* The glyph of the sign that begins at *text, which goes on to the next; null: a space. The bytes
 * of one sign of UTF-8 count as one. */
static const char *next_glyph(const char **text) {
    const unsigned char first = (unsigned char)*(*text)++;
    while (((unsigned char)**text & 0xC0u) == 0x80u)
        (*text)++;
    if (first <= ' ') return NULL;
    return first < 127 ? glyphs[first - '!'] : unknown;
}

static int32_t units_of(char sign) {
    return sign >= 'a' ? sign - 'a' + 10 : sign - '0';
}

static int32_t glyph_width(const char *glyph) {
    int32_t width = 0;
    for (; *glyph != 0; glyph += *glyph == ' ' ? 1 : 2)
        if (*glyph != ' ' && units_of(*glyph) > width) width = units_of(*glyph);
    return width;
}

/* Of so many units in 1/256 pixels, where capitals are `height` pixels high. */
static int64_t length_of(int32_t units, int32_t height) {
    return (int64_t)units * height * CLI_PIXEL / UNITS_HIGH;
}

int32_t cli_font_width(const char *text, int32_t height) {
    int32_t units = 0;
    while (*text != 0) {
        const char *const glyph = next_glyph(&text);
        units += (glyph == NULL ? SPACE : glyph_width(glyph)) + GAP;
    }
    return (int32_t)((length_of(units, height) + CLI_PIXEL - 1) / CLI_PIXEL);
}

/* As thick as a tenth of its height and more, and at least a pixel. */
static int64_t pen_radius(int32_t height) {
    const int64_t radius = (int64_t)height * CLI_PIXEL / 15;
    return radius > CLI_PIXEL / 2 ? radius : CLI_PIXEL / 2;
}

/* The center of a pixel is where the pen stands best. */
static cli_drawing_point pen_place(const char *pair, cli_drawing_point corner, int32_t height) {
    const cli_drawing_point place = {
        corner.x + length_of(units_of(pair[0]), height) + CLI_PIXEL / 2,
        corner.y + length_of(units_of(pair[1]), height) + CLI_PIXEL / 2,
    };
    return place;
}

static void paint_glyph(cli_canvas *canvas, const char *glyph, cli_drawing_point corner,
                        int32_t height, cli_color color) {
    cli_mark line = {.radius = pen_radius(height), .paint = {color, color}, .count = 2};
    while (*glyph != 0) {
        line.points[1] = pen_place(glyph, corner, height);
        for (glyph += 2; *glyph != 0 && *glyph != ' '; glyph += 2) {
            line.points[0] = line.points[1];
            line.points[1] = pen_place(glyph, corner, height);
            cli_canvas_paint_mark(canvas, &line);
        }
        if (*glyph == ' ') glyph++;
    }
}

void cli_font_paint(cli_canvas *canvas, int32_t left, int32_t top, int32_t height, const char *text,
                    cli_color color) {
    cli_drawing_point corner = {(int64_t)left * CLI_PIXEL, (int64_t)top * CLI_PIXEL};
    while (*text != 0) {
        const char *const glyph = next_glyph(&text);
        if (glyph != NULL) paint_glyph(canvas, glyph, corner, height, color);
        corner.x += length_of((glyph == NULL ? SPACE : glyph_width(glyph)) + GAP, height);
    }
}
