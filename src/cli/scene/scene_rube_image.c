/* scene_rube_image.c - the images of R.U.B.E. exports, for pictures: each hangs on a body, or in
 * the world, with its four corners there, or with a center, an angle and its height. */
#include <string.h>

#include "cli/scene/scene_readers.h"

#define COORD_ANY (-PAWL_COORD_MAX), PAWL_COORD_MAX

/* {"x": [4 numbers], "y": [4 numbers]}: lower left, lower right, upper right, upper left. */
static bool read_corners(cli_plan *plan, const cli_json *image, pawl_vec2 corners[4]) {
    const cli_json *pair = cli_json_find(image, "corners");
    const cli_json *xs = cli_json_find(pair, "x"), *ys = cli_json_find(pair, "y");
    if (xs == NULL || ys == NULL || xs->count != 4 || ys->count != 4) return false;
    const cli_json *x = xs->child, *y = ys->child;
    for (int i = 0; i < 4; i++, x = x->next, y = y->next) {
        if (!cli_scene_plan_value_fx(plan, x, "x", COORD_ANY, &corners[i].x) ||
            !cli_scene_plan_value_fx(plan, y, "y", COORD_ANY, &corners[i].y))
            return false;
    }
    return true;
}

/* What is drawn later lies above. */
static void insert(cli_scene_image *images, uint32_t count, const cli_scene_image *one) {
    uint32_t at = count;
    while (at > 0 && images[at - 1].order > one->order) {
        images[at] = images[at - 1];
        at--;
    }
    images[at] = *one;
}

static void read_image(cli_plan *plan, const cli_json *value, uint32_t index) {
    cli_scene_image one = {.body = -1, .opacity = PAWL_FX_ONE, .height = PAWL_FX_ONE};
    const char *name = NULL, *file = NULL;
    pawl_fx radians = 0;
    int64_t body = -1;
    if (!cli_scene_plan_value_type(plan, value, "image", CLI_JSON_OBJECT)) return;
    cli_scene_plan_read_text(plan, value, "name", &name);
    cli_scene_plan_at(plan, "image", index, name);
    cli_scene_plan_read_text(plan, value, "file", &file);
    cli_scene_plan_read_int(plan, value, "body", -1, INT32_MAX, &body);
    cli_scene_plan_read_fx(plan, value, "renderOrder", -PAWL_FX_MAX, PAWL_FX_MAX, &one.order);
    cli_scene_plan_read_fx(plan, value, "opacity", 0, PAWL_FX_MAX, &one.opacity);
    cli_scene_plan_read_fx(plan, value, "scale", 0, PAWL_EXTENT_MAX, &one.height);
    cli_scene_plan_read_fx(plan, value, "angle", -PAWL_FX_MAX, PAWL_FX_MAX, &radians);
    cli_scene_plan_read_bool(plan, value, "flip", &one.flip);
    cli_scene_rube_value_vec2(plan, value, "center", &one.center);
    one.angle = pawl_angle_from_radians(radians);
    one.has_corners = read_corners(plan, value, one.corners);
    if (one.opacity > PAWL_FX_ONE) one.opacity = PAWL_FX_ONE;
    if (plan->failed || file == NULL || file[0] == 0) return;
    if (body >= (int64_t)plan->body_count) {
        cli_scene_plan_note(plan, value->line, "there is no body %lld", (long long)body);
        return;
    }
    one.body = (int32_t)body;
    one.name = cli_scene_plan_keep_name(plan, name != NULL ? name : file);
    one.file = cli_scene_plan_keep_name(plan, file);
    insert(plan->scene.images, plan->scene.image_count++, &one);
}

void cli_scene_rube_image_read(cli_plan *plan, const cli_json *root) {
    const cli_json *list = cli_json_find(root, "image");
    const cli_json *one = list == NULL || list->type != CLI_JSON_ARRAY ? NULL : list->child;
    const uint32_t room = one == NULL ? 0 : list->count;
    if (one == NULL || plan->failed) return;
    if (room > CLI_SCENE_IMAGES_MAX) {
        cli_scene_plan_note(plan, list->line, "images after the first %lu are not drawn",
                            (unsigned long)CLI_SCENE_IMAGES_MAX);
    }
    plan->scene.images =
        cli_heap_take(&plan->scene.terrain, CLI_SCENE_IMAGES_MAX * sizeof *plan->scene.images);
    plan->scene.source = cli_scene_plan_keep_name(plan, plan->path);
    for (uint32_t i = 0; one != NULL && i < CLI_SCENE_IMAGES_MAX && !plan->failed; i++) {
        read_image(plan, one, i);
        one = one->next;
    }
    plan->where[0] = 0;
}
