/* drawing_arcade.c - pictures of arcades.
 *
 * Bodies of a prototype have a color, unless the file gives them one; what nothing moves is gray,
 * what only reports is pale as a sensor. Edges of the bounds that bounce are walls, the others that
 * do something are thin lines. */
#include "cli/draw/drawing_arcade.h"

#include <stdlib.h>

#include "cli/common/heap.h"

/* All bodies; free() them. */
static pawl_arcade_id *list_bodies(const pawl_arcade *arcade, uint16_t *count) {
    *count = pawl_arcade_get_body_count(arcade);
    pawl_arcade_id *bodies = cli_heap_allocate((*count + 1u) * sizeof *bodies);
    *count = pawl_arcade_get_bodies(arcade, bodies, *count);
    return bodies;
}

static pawl_convex shape_of(const cli_scene *scene, pawl_arcade_id body) {
    const pawl_vec2 at = pawl_arcade_get_position(scene->arcade, body);
    pawl_convex shape = scene->arcade_shapes[pawl_arcade_get_prototype_of(scene->arcade, body)];
    for (int32_t i = 0; i < (int32_t)shape.count; i++)
        shape.vertices[i] = pawl_vec2_add(shape.vertices[i], at);
    return shape;
}

static bool has_edges(const cli_scene *scene) {
    for (int i = 0; i < 4; i++) {
        if (scene->arcade_edges[i] != PAWL_ARCADE_EDGE_OPEN) return true;
    }
    return false;
}

pawl_box cli_drawing_arcade_box(const cli_scene *scene) {
    pawl_box box = {{-PAWL_FX_ONE, -PAWL_FX_ONE}, {PAWL_FX_ONE, PAWL_FX_ONE}};
    uint16_t count = 0;
    pawl_arcade_id *bodies = list_bodies(scene->arcade, &count);
    bool found = has_edges(scene);
    if (found) box = pawl_arcade_get_bounds(scene->arcade);
    for (uint16_t i = 0; i < count; i++) {
        const pawl_convex shape = shape_of(scene, bodies[i]);
        for (int32_t j = 0; j < (int32_t)shape.count; j++) {
            const pawl_box point = {shape.vertices[j], shape.vertices[j]};
            const pawl_box round = cli_drawing_grow_box(point, shape.radius);
            box = found ? cli_drawing_unite_boxes(box, round) : round;
            found = true;
        }
    }
    free(bodies);
    const pawl_fx margin =
        pawl_max(pawl_sub(box.upper.x, box.lower.x), pawl_sub(box.upper.y, box.lower.y)) / 40;
    box.upper.y = pawl_add(box.upper.y, margin); /* for the caption */
    return cli_drawing_grow_box(box, margin);
}

static cli_paint paint_of(const cli_scene *scene, pawl_arcade_id body) {
    const pawl_arcade *arcade = scene->arcade;
    const uint16_t index = pawl_arcade_get_prototype_of(arcade, body);
    const uint16_t color = pawl_arcade_get_user_data(arcade, body);
    const pawl_vec2 velocity = pawl_arcade_get_velocity(arcade, body);
    pawl_arcade_prototype prototype = pawl_arcade_prototype_default();
    int type = PAWL_DYNAMIC;
    if (pawl_arcade_get_prototype(arcade, index, &prototype) == PAWL_OK &&
        prototype.inverse_mass == 0) {
        type = velocity.x == 0 && velocity.y == 0 ? PAWL_STATIC : PAWL_KINEMATIC;
    }
    if (prototype.response == PAWL_ARCADE_SENSOR && color == 0) return cli_theme_sensor();
    return cli_theme_body(type, color, index, true);
}

static void draw_edges(const cli_scene *scene, const cli_view *view, cli_drawing *drawing) {
    const pawl_box box = pawl_arcade_get_bounds(scene->arcade);
    const pawl_vec2 corners[4] = {
        box.lower, {box.upper.x, box.lower.y}, box.upper, {box.lower.x, box.upper.y}};
    static const uint8_t ends[4][2] = {{3, 0}, {1, 2}, {0, 1}, {2, 3}}; /* by edge */
    for (int i = 0; i < 4; i++) {
        const uint8_t does = scene->arcade_edges[i];
        const bool is_wall = does == PAWL_ARCADE_EDGE_BOUNCE;
        cli_paint paint = cli_theme_body(PAWL_STATIC, 0, 0, true);
        const pawl_vec2 line[2] = {corners[ends[i][0]], corners[ends[i][1]]};
        if (does == PAWL_ARCADE_EDGE_OPEN) continue;
        paint.fill = paint.stroke = is_wall ? paint.stroke : paint.fill;
        cli_drawing_add_convex(view, line, 2, is_wall ? CLI_PIXEL * 3 : CLI_PIXEL * 3 / 2, paint,
                               drawing);
    }
}

void cli_drawing_arcade_add(const cli_scene *scene, const cli_view *view, cli_drawing *drawing) {
    uint16_t count = 0;
    pawl_arcade_id *bodies = list_bodies(scene->arcade, &count);
    cli_drawing_begin(view, drawing);
    draw_edges(scene, view, drawing);
    for (uint16_t i = 0; i < count; i++) {
        const pawl_convex shape = shape_of(scene, bodies[i]);
        cli_drawing_add_shape(view, &shape, paint_of(scene, bodies[i]), drawing);
    }
    free(bodies);
}
