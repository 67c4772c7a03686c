/* outline_svg.c - SVG 1.1 drawings as outlines: path, polygon, polyline, line, rect, circle and
 * ellipse, in groups, with transforms. What draws in other ways is left out with a note. Libexpat
 * parses; a build without it says so. */
#include <stdio.h>
#include <string.h>

#include "cli/outline/outline.h"

bool cli_outline_svg_is(const char *text, size_t size) {
    size_t i = 0;
    if (size >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) i = 3;
    for (; i < size && i < 65536; i++) {
        if (memchr(" \t\r\n", text[i], 4) != NULL) continue;
        if (text[i] != '<') return false;
        /* Past declarations and comments, of which each ends with '>'. */
        if (i + 1 < size && (text[i + 1] == '?' || text[i + 1] == '!')) {
            const bool is_comment = i + 4 <= size && memcmp(text + i, "<!--", 4) == 0;
            while (i < size &&
                   (text[i] != '>' || (is_comment && memcmp(text + i - 2, "--", 2) != 0)))
                i++;
            continue;
        }
        return size - i > 4 && (memcmp(text + i, "<svg", 4) == 0 ||
                                (size - i > 8 && memcmp(text + i, "<svg:svg", 8) == 0));
    }
    return false;
}

#ifndef CLI_WITH_EXPAT

const cli_json *cli_outline_svg_read(cli_plan *plan, const char *text, size_t size,
                                     const char *id) {
    (void)text;
    (void)size;
    (void)id;
    cli_scene_plan_fail(plan, 0, "this pawl was built without libexpat and cannot read SVG");
    return NULL;
}

#else

#include "cli/common/xml.h"

/* What a group has for all that is in it. */
typedef struct group {
    cli_outline_matrix matrix;
    const char *name; /* that says what it is; "" */
    bool is_hidden, is_wanted, is_even_odd, is_unfilled;
} group;

typedef struct reader {
    cli_plan *plan;
    XML_Parser parser;
    cli_outline_map map;
    group open[CLI_OUTLINE_DEPTH_MAX];
    uint32_t depth, skipped; /* skipped: how deep in what is not drawn */
    uint32_t points, shapes, left_out, elements;
    const char *id; /* of what is wanted; null: all */
    bool is_found, has_box;
    cli_pixel_point box[2];
} reader;

static uint32_t line_of(const reader *read) {
    return cli_xml_line(read->parser);
}

static const char *attribute(const char **list, const char *name) {
    for (; list[0] != NULL; list += 2) {
        if (strcmp(list[0], name) == 0) return list[1];
    }
    return "";
}

/* A property of the style, or the attribute of that name. */
static bool has_style(const char **list, const char *name, const char *value) {
    const char *style = attribute(list, "style");
    if (strcmp(attribute(list, name), value) == 0) return true;
    for (const char *at = strstr(style, name); at != NULL; at = strstr(at + 1, name)) {
        if (at > style && at[-1] != ';' && at[-1] != ' ') continue;
        const char *end = at + strlen(name);
        while (*end == ' ' || *end == ':')
            end++;
        if (strncmp(end, value, strlen(value)) == 0) return true;
    }
    return false;
}

static cli_pixels number(const char **list, const char *name) {
    const char *text = attribute(list, name);
    cli_pixels value = 0;
    return cli_outline_matrix_number(&text, &value) ? value : 0;
}

/* A name that says what it is: a class, a label, an id. */
static const char *name_of(const char **list) {
    static const char *const keys[] = {"class", "inkscape:label", "id"};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        const char *text = attribute(list, keys[i]);
        if (text[0] != 0 && cli_scene_words_of_thing(text) != CLI_MEANS_NONE) return text;
    }
    return "";
}

static const char *kept(reader *read, const char *text) {
    return cli_heap_text(&read->plan->heap, text, strlen(text));
}

/* ---- shapes ---- */

static void add_corners(cli_outline_pen *pen, const char *text, bool is_closed) {
    cli_pixel_point point;
    cli_outline_path_begin(pen);
    while (cli_outline_matrix_number(&text, &point.x) && cli_outline_matrix_number(&text, &point.y))
        cli_outline_path_add(pen, point);
    if (is_closed) cli_outline_path_close(pen);
}

/* A rectangle; rounded corners are taken as corners. */
static void add_rectangle(reader *read, cli_outline_pen *pen, const char **list) {
    const cli_pixels x = number(list, "x"), y = number(list, "y");
    const cli_pixels right = x + number(list, "width"), low = y + number(list, "height");
    if (right <= x || low <= y) return;
    cli_outline_path_begin(pen);
    cli_outline_path_add(pen, (cli_pixel_point){x, y});
    cli_outline_path_add(pen, (cli_pixel_point){right, y});
    cli_outline_path_add(pen, (cli_pixel_point){right, low});
    cli_outline_path_add(pen, (cli_pixel_point){x, low});
    cli_outline_path_close(pen);
    if (number(list, "rx") > 0 || number(list, "ry") > 0) {
        cli_scene_plan_note(read->plan, line_of(read), "\"%.40s\": its corners are not rounded",
                            attribute(list, "id"));
    }
}

static void add_line(cli_outline_pen *pen, const char **list) {
    cli_outline_path_begin(pen);
    cli_outline_path_add(pen, (cli_pixel_point){number(list, "x1"), number(list, "y1")});
    cli_outline_path_add(pen, (cli_pixel_point){number(list, "x2"), number(list, "y2")});
}

/* False when it is none of the shapes. */
static bool draw(reader *read, cli_outline_pen *pen, const char *element, const char **list) {
    if (strcmp(element, "path") == 0) {
        if (!cli_outline_path_parse(pen, attribute(list, "d"))) {
            cli_scene_plan_warn(read->plan, line_of(read),
                                "\"%.40s\": its path ends where it has %s", attribute(list, "id"),
                                pen->is_full ? "too many points" : "a mistake");
        }
    } else if (strcmp(element, "polygon") == 0 || strcmp(element, "polyline") == 0) {
        add_corners(pen, attribute(list, "points"), element[4] == 'g');
    } else if (strcmp(element, "rect") == 0) {
        add_rectangle(read, pen, list);
    } else if (strcmp(element, "circle") == 0 || strcmp(element, "ellipse") == 0) {
        const bool is_circle = element[0] == 'c';
        const cli_pixel_point center = {number(list, "cx"), number(list, "cy")};
        cli_outline_path_ellipse(pen, center, number(list, is_circle ? "r" : "rx"),
                                 number(list, is_circle ? "r" : "ry"));
    } else if (strcmp(element, "line") == 0) {
        add_line(pen, list);
    } else {
        return false;
    }
    return true;
}

static const char *class_of(const reader *read, const char **list) {
    if (read->plan->outline_class != NULL) return read->plan->outline_class;
    const char *own = name_of(list);
    cli_role role = cli_scene_words_of_thing(own);
    for (uint32_t i = read->depth; i > 0 && role == CLI_MEANS_NONE; i--)
        role = cli_scene_words_of_thing(read->open[i - 1].name);
    const char *class = cli_scene_words_class(role);
    return class != NULL ? class : "solid";
}

/* Moved and as wide as high, but neither turned nor turned over. */
static bool stays_round(const cli_outline_matrix *by) {
    return by->b == 0 && by->c == 0 && by->a == by->d && by->a > 0 && by->a < 1000 * CLI_PIXEL;
}

static bool add_shape(reader *read, const group *of, const char *element, const char **list) {
    cli_outline_pen pen = {.plan = read->plan, .matrix = of->matrix};
    const char *id = attribute(list, "id");
    cli_outline_shape shape = {.line = line_of(read)};
    const uint32_t used = read->points + read->plan->outline_corners;
    pen.room = used < CLI_OUTLINE_POINTS_MAX ? CLI_OUTLINE_POINTS_MAX - used : 0;
    if (!of->is_wanted) return draw(read, &pen, element, list);
    if (!draw(read, &pen, element, list)) return false;
    if (++read->shapes > CLI_OUTLINE_SHAPES_MAX || pen.is_full) {
        cli_scene_plan_fail(read->plan, shape.line, "more than %lu shapes or %lu corners",
                            (unsigned long)CLI_OUTLINE_SHAPES_MAX,
                            (unsigned long)CLI_OUTLINE_POINTS_MAX);
    }
    if (read->plan->failed) return true;
    read->points += pen.point_count;
    shape.name = kept(read, id[0] != 0 ? id : element);
    shape.class = class_of(read, list);
    shape.is_even_odd = of->is_even_odd;
    if (strcmp(element, "circle") == 0 && stays_round(&of->matrix)) {
        const cli_pixel_point center = {number(list, "cx"), number(list, "cy")};
        const cli_pixels radius =
            cli_tiled_shape_scaled(number(list, "r"), of->matrix.a, CLI_PIXEL);
        const cli_pixel_point at = cli_outline_matrix_apply(&of->matrix, center);
        if (radius > 0) cli_outline_map_add_circle(&read->map, &shape, at, radius);
        return true;
    }
    shape.is_line = of->is_unfilled || strcmp(element, "line") == 0;
    cli_outline_map_add(&read->map, &shape, &pen);
    return true;
}

/* ---- elements ---- */

static void fail(reader *read, const char *reason) {
    cli_scene_plan_fail(read->plan, line_of(read), "%s", reason);
    XML_StopParser(read->parser, XML_FALSE);
}

/* The group around it, as this element changes it. */
static group inside(reader *read, const char **list) {
    group of = {.matrix = cli_outline_matrix_one, .name = "", .is_wanted = read->id == NULL};
    cli_outline_matrix own;
    if (read->depth > 0) of = read->open[read->depth - 1];
    if (!cli_outline_matrix_parse(attribute(list, "transform"), &own)) {
        cli_scene_plan_warn(read->plan, line_of(read), "transform: \"%.40s\" is none that is known",
                            attribute(list, "transform"));
    }
    of.matrix = cli_outline_matrix_multiply(of.matrix, own);
    of.name = kept(read, name_of(list));
    of.is_hidden = of.is_hidden || has_style(list, "display", "none");
    of.is_even_odd = of.is_even_odd || has_style(list, "fill-rule", "evenodd");
    of.is_unfilled =
        has_style(list, "fill", "none") || (of.is_unfilled && attribute(list, "fill")[0] == 0);
    if (read->id != NULL && strcmp(attribute(list, "id"), read->id) == 0) {
        of.is_wanted = true;
        read->is_found = true;
    }
    return of;
}

static void read_root(reader *read, const char **list) {
    const char *text = attribute(list, "viewBox"), *scale = attribute(list, "data-scale");
    cli_pixels v[4] = {0, 0, number(list, "width"), number(list, "height")};
    cli_pixels given[4];
    int count = 0;
    while (count < 4 && cli_outline_matrix_number(&text, &given[count]))
        count++;
    if (count == 4) memcpy(v, given, sizeof v);
    read->has_box = v[2] > 0 && v[3] > 0;
    read->box[0] = (cli_pixel_point){v[0], v[1]};
    read->box[1] = (cli_pixel_point){v[0] + v[2], v[1] + v[3]};
    if (scale[0] == 0 || read->plan->outline_scale > 0) return;
    cli_pixels pixels = 0;
    if (cli_outline_matrix_number(&scale, &pixels) && pixels >= CLI_PIXEL / 64 &&
        pixels <= 65536 * CLI_PIXEL) {
        read->map.scale = pixels;
    } else {
        fail(read, "data-scale: no number in 1/64 .. 65536");
    }
}

/* Those that draw nothing themselves. */
static bool is_silent(const char *element) {
    static const char *const names[] = {
        "defs",     "title",          "desc",           "metadata", "style",
        "clipPath", "mask",           "marker",         "symbol",   "pattern",
        "filter",   "linearGradient", "radialGradient", "script",   "sodipodi:namedview"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(element, names[i]) == 0) return true;
    }
    return false;
}

static void on_start(void *context, const char *element, const char **list) {
    reader *read = context;
    if (read->plan->failed) return;
    if (strncmp(element, "svg:", 4) == 0) element += 4;
    if (read->skipped > 0 || is_silent(element)) {
        read->skipped++;
        return;
    }
    if (++read->elements > CLI_OUTLINE_ELEMENTS_MAX) {
        fail(read, "more than 65536 elements");
        return;
    }
    if (read->depth == CLI_OUTLINE_DEPTH_MAX) {
        fail(read, "nested too deeply");
        return;
    }
    if (read->depth == 0) read_root(read, list);
    const group of = inside(read, list);
    read->open[read->depth] = of;
    const bool is_group = strcmp(element, "g") == 0 || strcmp(element, "a") == 0 ||
                          strcmp(element, "switch") == 0 || strcmp(element, "svg") == 0;
    if (!is_group && !of.is_hidden && !add_shape(read, &of, element, list) && of.is_wanted)
        read->left_out++;
    if (is_group) {
        read->depth++;
    } else {
        read->skipped++; /* with what is in it: titles, tspans, animations */
    }
    if (read->plan->failed) XML_StopParser(read->parser, XML_FALSE);
}

static void on_end(void *context, const char *element) {
    reader *read = context;
    (void)element;
    if (read->skipped > 0) {
        read->skipped--;
    } else if (read->depth > 0) {
        read->depth--;
    }
}

static void on_entity(void *context, const char *name, int is_parameter, const char *value,
                      int length, const char *base, const char *system, const char *public,
                      const char *notation) {
    (void)name;
    (void)is_parameter;
    (void)value;
    (void)length;
    (void)base;
    (void)system;
    (void)public;
    (void)notation;
    fail(context, "entities are not read");
}

static void parse(reader *read, const char *text, size_t size) {
    read->parser = XML_ParserCreate(NULL);
    if (read->parser == NULL) cli_heap_out_of_memory();
    XML_SetUserData(read->parser, read);
    XML_SetElementHandler(read->parser, on_start, on_end);
    XML_SetEntityDeclHandler(read->parser, on_entity);
    if (XML_Parse(read->parser, text, (int)size, XML_TRUE) != XML_STATUS_OK) {
        cli_scene_plan_fail(read->plan, line_of(read), "%s",
                            XML_ErrorString(XML_GetErrorCode(read->parser)));
    }
    XML_ParserFree(read->parser);
}

const cli_json *cli_outline_svg_read(cli_plan *plan, const char *text, size_t size,
                                     const char *id) {
    reader *read = cli_heap_take(&plan->heap, sizeof *read);
    read->plan = plan;
    read->id = id;
    if (size > CLI_OUTLINE_SIZE_MAX) {
        cli_scene_plan_fail(plan, 0, "larger than 16 MiB");
        return NULL;
    }
    cli_outline_map_begin(&read->map, plan, "drawing");
    parse(read, text, size);
    plan->outline_corners += read->points;
    if (plan->failed) return NULL;
    if (id != NULL && !read->is_found) {
        cli_scene_plan_fail(plan, 0, "no element has the id \"%.40s\"", id);
    } else if (read->left_out > 0) {
        cli_scene_plan_note(plan, 0,
                            "%lu element%s left out: text, pictures and what is used again",
                            (unsigned long)read->left_out, read->left_out == 1 ? "" : "s");
    }
    if (!plan->failed && read->shapes == 0) cli_scene_plan_note(plan, 0, "it has no outlines");
    return cli_outline_map_end(&read->map, read->has_box && id == NULL ? read->box : NULL);
}

#endif
