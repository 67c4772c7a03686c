/* marks.c - the marks of a drawing as words for JavaScript. */
#include "marks.h"

#include <stdlib.h>

#include "cli/common/heap.h"

#define HEAD_WORDS 6u

/* What is farther than the page can show is cut off. */
static int32_t word_of(int64_t value) {
    return value > INT32_MAX ? INT32_MAX : value < INT32_MIN ? INT32_MIN : (int32_t)value;
}

static size_t write_mark(int32_t *to, const cli_mark *mark, bool is_ghost) {
    size_t used = HEAD_WORDS;
    to[0] = mark->count;
    to[1] = (int32_t)mark->paint.fill;
    to[2] = (int32_t)mark->paint.stroke;
    to[3] = word_of(mark->radius);
    to[4] = word_of(mark->stroke_width);
    to[5] = is_ghost;
    for (uint32_t i = 0; i < mark->count; i++) {
        to[used++] = word_of(mark->points[i].x);
        to[used++] = word_of(mark->points[i].y);
    }
    return used;
}

size_t marks_write(marks *marks, size_t ghosts) {
    const cli_drawing *const drawing = &marks->drawing;
    const size_t room = drawing->count * (HEAD_WORDS + 2 * PAWL_POLYGON_MAX);
    size_t used = 0;
    if (room > marks->room) {
        marks->room = room + room / 2;
        marks->words = cli_heap_reallocate(marks->words, marks->room * sizeof *marks->words);
    }
    for (size_t i = 0; i < drawing->count; i++)
        used += write_mark(marks->words + used, &drawing->marks[i], i < ghosts);
    return used;
}

void marks_free(marks *marks) {
    free(marks->drawing.marks);
    free(marks->words);
}
