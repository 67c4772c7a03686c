/* canvas.c - clearing, spans, rectangles, convex polygons, text. */
#include "canvas.h"

#define ROW_PAIRS (CANVAS_WIDTH / 2)

/* Whole rows, by double words. */
void canvas_rows(canvas_pixels canvas, int32_t top, int32_t bottom, uint8_t colour) {
    volatile uint32_t *to = (volatile uint32_t *)(volatile void *)(canvas + top * ROW_PAIRS);
    const uint32_t four = colour * UINT32_C(0x01010101);
    for (int32_t i = (bottom - top) * (ROW_PAIRS / 20); i > 0; i--) {
        to[0] = four;
        to[1] = four;
        to[2] = four;
        to[3] = four;
        to[4] = four;
        to[5] = four;
        to[6] = four;
        to[7] = four;
        to[8] = four;
        to[9] = four;
        to += 10;
    }
}

/* Pixels left .. right - 1 of a row, all on the canvas. */
static void span(canvas_pixels canvas, int32_t y, int32_t left, int32_t right, uint8_t colour) {
    volatile uint16_t *row = canvas + y * ROW_PAIRS;
    const uint16_t both = (uint16_t)(colour * 0x0101u);
    if (left >= right) return;
    if (left & 1) {
        row[left >> 1] = (uint16_t)((row[left >> 1] & 0x00FFu) | (both & 0xFF00u));
        left++;
    }
    if (right & 1) {
        right--;
        row[right >> 1] = (uint16_t)((row[right >> 1] & 0xFF00u) | (both & 0x00FFu));
    }
    volatile uint16_t *to = row + (left >> 1), *const end = row + (right >> 1);
    if (to < end && ((uintptr_t)to & 2u)) *to++ = both;
    for (; to + 1 < end; to += 2)
        *(volatile uint32_t *)(volatile void *)to = both * UINT32_C(0x00010001);
    if (to < end) *to = both;
}

static int32_t limit(int32_t value, int32_t high) {
    return value < 0 ? 0 : value > high ? high : value;
}

void canvas_rectangle(canvas_pixels canvas, int32_t left, int32_t top, int32_t width,
                      int32_t height, uint8_t colour) {
    const int32_t right = limit(left + width, CANVAS_WIDTH);
    const int32_t bottom = limit(top + height, CANVAS_HEIGHT);
    left = limit(left, CANVAS_WIDTH);
    for (int32_t y = limit(top, CANVAS_HEIGHT); y < bottom; y++)
        span(canvas, y, left, right, colour);
}

/* The first row or column whose middle is not before a coordinate. */
static int32_t first_at(int32_t sixteenths) {
    return (sixteenths + 7) >> 4;
}

typedef struct row_ends {
    int16_t left[CANVAS_HEIGHT], right[CANVAS_HEIGHT];
} row_ends;

/* Where an edge crosses the middles of the rows. Upward edges are right ends, downward ones left
 * ends, when the corners run clockwise on the screen or not: the smaller and the larger crossing
 * are kept. */
static void trace(row_ends *rows, canvas_point a, canvas_point b) {
    if (a.y > b.y) {
        const canvas_point c = a;
        a = b;
        b = c;
    }
    const int32_t first = limit(first_at(a.y), CANVAS_HEIGHT);
    const int32_t end = limit(first_at(b.y), CANVAS_HEIGHT);
    if (first >= end) return;
    const int32_t slope = (b.x - a.x) * 4096 / (b.y - a.y); /* 1/4096 */
    int32_t x = a.x * 4096 + (16 * first + 8 - a.y) * slope;
    for (int32_t y = first; y < end; y++) {
        const int16_t column = (int16_t)limit(first_at(x >> 12), CANVAS_WIDTH);
        if (column < rows->left[y]) rows->left[y] = column;
        if (column > rows->right[y]) rows->right[y] = column;
        x += 16 * slope;
    }
}

void canvas_polygon(canvas_pixels canvas, const canvas_point *corners, int32_t count,
                    uint8_t colour) {
    row_ends rows;
    int32_t low = corners[0].y, high = low, left = corners[0].x, right = left;
    for (int32_t i = 1; i < count; i++) {
        if (corners[i].y < low) low = corners[i].y;
        if (corners[i].y > high) high = corners[i].y;
        if (corners[i].x < left) left = corners[i].x;
        if (corners[i].x > right) right = corners[i].x;
    }
    if (right < 0 || left > 16 * CANVAS_WIDTH || high - low > 16 * CANVAS_HEIGHT) return;
    const int32_t first = limit(first_at(low), CANVAS_HEIGHT);
    const int32_t end = limit(first_at(high), CANVAS_HEIGHT);
    for (int32_t y = first; y < end; y++) {
        rows.left[y] = CANVAS_WIDTH;
        rows.right[y] = 0;
    }
    for (int32_t i = 0; i < count; i++)
        trace(&rows, corners[i], corners[i + 1 < count ? i + 1 : 0]);
    for (int32_t y = first; y < end; y++)
        span(canvas, y, rows.left[y], rows.right[y], colour);
}

#define GLYPH_WIDTH 3
#define GLYPH_HEIGHT 5

/* A glyph of single pixels: a pair and the left half of the next one. */
static void draw_small(volatile uint16_t *to, uint32_t glyph, uint32_t both) {
    for (int32_t shift = 3 * (GLYPH_HEIGHT - 1); shift >= 0; shift -= 3, to += ROW_PAIRS) {
        const uint32_t dots = glyph >> shift & 7u,
                       mask = (dots & 4u ? 0x00FFu : 0) | (dots & 2u ? 0xFF00u : 0);
        if (mask != 0) to[0] = (uint16_t)((to[0] & ~mask) | (both & mask));
        if (dots & 1u) to[1] = (uint16_t)((to[1] & 0xFF00u) | (both & 0x00FFu));
    }
}

/* A glyph of double pixels: a dot is a pair, twice. */
static void draw_large(volatile uint16_t *to, uint32_t glyph, uint32_t both) {
    for (int32_t shift = 3 * (GLYPH_HEIGHT - 1); shift >= 0; shift -= 3, to += 2 * ROW_PAIRS) {
        for (int32_t column = 0; column < GLYPH_WIDTH; column++)
            if (glyph >> (shift + 2 - column) & 1u) {
                to[column] = to[ROW_PAIRS + column] = (uint16_t)both;
            }
    }
}

void canvas_text(canvas_pixels canvas, int32_t left, int32_t top, int32_t scale, const char *text,
                 uint8_t colour) {
    if (left < 0 || top < 0 || top + GLYPH_HEIGHT * scale > CANVAS_HEIGHT) return;
    volatile uint16_t *to = canvas + top * ROW_PAIRS + left / 2;
    for (; *text != '\0' && left + GLYPH_WIDTH * scale <= CANVAS_WIDTH; text++) {
        const uint32_t index = (uint32_t)(unsigned char)*text - ' ';
        const uint32_t glyph = index < CANVAS_GLYPHS ? canvas_glyphs[index] : 0;
        if (scale == 1) {
            draw_small(to, glyph, colour * UINT32_C(0x0101));
        } else {
            draw_large(to, glyph, colour * UINT32_C(0x0101));
        }
        to += (GLYPH_WIDTH + 1) * scale / 2;
        left += (GLYPH_WIDTH + 1) * scale;
    }
}
