/* viewer.c - a running scene with a camera, overlays and a hand.
 *
 * Time: a step is a fixed share of a second, however long a frame takes. What a frame owes is kept
 * in units of 1 / (8 * 10^6 * rate_numerator) seconds, in which steps, microseconds and slow motion
 * are whole numbers, so nothing drifts. The picture lies between the last two steps; what is still
 * owed says where. */
#include "cli/runs/viewer.h"

#include <stdlib.h>

#include "cli/common/heap.h"
#include "cli/draw/drawing_world.h"

#define SLOWNESS 8u
#define FRAME_MAX UINT64_C(250000) /* microseconds: after a longer frame time is lost */
#define SHARE_ONE 65536

#define ACROSS_MIN PAWL_FX(0, 1, 4)
#define ACROSS_MAX PAWL_FX(16000, 0, 1) /* so that a view twice as high fits Q16.16 */
#define CENTER_MAX PAWL_FX(16000, 0, 1)

/* ---- time ---- */

static uint64_t step_length(const cli_viewer *viewer) {
    return UINT64_C(1000000) * SLOWNESS * viewer->scene.def.rate_denominator;
}

static void remember_places(cli_viewer *viewer) {
    const pawl_world *world = viewer->scene.world;
    const pawl_body_id none = {0, 0};
    pawl_body_id body = pawl_world_next_body(world, none);
    for (; body.index1 != 0; body = pawl_world_next_body(world, body)) {
        const cli_placement place = {pawl_body_get_position(world, body),
                                     pawl_body_get_angle(world, body), body.generation};
        viewer->before[body.index1 - 1] = place;
    }
}

/* From a to b; below 2^33 * 2^16. Which way half a raw unit goes is not visible. */
static int32_t between(int64_t a, int64_t b, int64_t share) {
    return (int32_t)(a + (b - a) * share / SHARE_ONE);
}

/* By the shorter way; while paused, the step as it is. */
pawl_pose cli_viewer_pose(void *context, pawl_body_id body, pawl_pose now) {
    const cli_viewer *viewer = context;
    const cli_placement *before = &viewer->before[body.index1 - 1];
    const int64_t share = (int64_t)(viewer->owed * SHARE_ONE / step_length(viewer));
    if (viewer->paused || before->generation != body.generation) return now;
    const pawl_angle angle = pawl_body_get_angle(viewer->scene.world, body);
    const int32_t turn = between(0, (int32_t)(angle - before->angle), share);
    const pawl_vec2 way = pawl_world_way(viewer->scene.world, now.position, before->position);
    const pawl_vec2 from = pawl_vec2_add(now.position, way);
    const pawl_pose pose = {
        {between(from.x, now.position.x, share), between(from.y, now.position.y, share)},
        pawl_rot_from_angle(before->angle + (pawl_angle)turn)};
    return pose;
}

/* A spring between the grip and the target, critically damped, with a frequency of an eighth of the
 * step rate: soft enough to be stable for the ends of long bodies too. It is a change of velocity,
 * the same for whatever the body weighs, and carries the body's weight. */
static void pull_body(cli_viewer *viewer) {
    pawl_world *world = viewer->scene.world;
    const pawl_body_id body = viewer->hand.body;
    if (!pawl_body_is_valid(world, body)) return;
    const int64_t numerator = viewer->scene.def.rate_numerator;
    const int64_t denominator = viewer->scene.def.rate_denominator;
    const pawl_vec2 grip = pawl_pose_apply(pawl_body_get_pose(world, body), viewer->hand.grip);
    const pawl_vec2 way = pawl_vec2_sub(viewer->hand.target, grip);
    const pawl_vec2 velocity = pawl_body_get_velocity_at(world, body, grip);
    const pawl_vec2 gravity = pawl_world_get_gravity(world);
    const pawl_fx scale = pawl_body_get_gravity_scale(world, body);
    const pawl_vec2 weight = {pawl_mul(gravity.x, scale), pawl_mul(gravity.y, scale)};
    const int64_t change[2] = {
        way.x * numerator / denominator / 64 - velocity.x / 4 - weight.x * denominator / numerator,
        way.y * numerator / denominator / 64 - velocity.y / 4 - weight.y * denominator / numerator};
    const pawl_vec2 limited = {
        pawl_clamp(pawl_saturate(change[0]), -PAWL_SPEED_MAX, PAWL_SPEED_MAX),
        pawl_clamp(pawl_saturate(change[1]), -PAWL_SPEED_MAX, PAWL_SPEED_MAX)};
    pawl_body_change_velocity(world, body, limited, grip);
}

void cli_viewer_step(cli_viewer *viewer, cli_clock clock) {
    remember_places(viewer);
    pull_body(viewer);
    const int64_t begin = clock == NULL ? 0 : clock();
    viewer->profile.is_on = clock != NULL && viewer->overlays[CLI_OVERLAY_STAGES];
    if (viewer->source == NULL) {
        (void)cli_scene_break_step(&viewer->scene, cli_profile_hooks(&viewer->profile));
        cli_profile_count(&viewer->profile);
    } else if (!viewer->source->step(viewer->source->context, &viewer->scene)) {
        viewer->paused = true;
    }
    viewer->step_microseconds = clock == NULL ? -1 : clock() - begin;
}

void cli_viewer_step_back(cli_viewer *viewer) {
    if (viewer->source == NULL) return;
    viewer->paused = true;
    viewer->source->back(viewer->source->context, &viewer->scene);
    remember_places(viewer);
}

void cli_viewer_advance(cli_viewer *viewer, uint64_t microseconds, cli_clock clock) {
    const uint64_t length = step_length(viewer);
    if (viewer->paused) return;
    if (microseconds > FRAME_MAX) microseconds = FRAME_MAX;
    viewer->owed += microseconds * viewer->scene.def.rate_numerator * (viewer->slow ? 1 : SLOWNESS);
    while (viewer->owed >= length && !viewer->paused) {
        viewer->owed -= length;
        cli_viewer_step(viewer, clock);
    }
}

/* ---- camera ---- */

cli_view cli_viewer_view(const cli_viewer *viewer) {
    const int32_t width = viewer->canvas.width, height = viewer->canvas.height;
    const pawl_fx half_width = viewer->across / 2;
    const pawl_fx half_height = pawl_saturate((int64_t)half_width * height / width);
    const pawl_vec2 half = {half_width, half_height};
    const pawl_box box = {pawl_vec2_sub(viewer->center, half), pawl_vec2_add(viewer->center, half)};
    const cli_view view = {box, width, height, 0};
    return view;
}

static pawl_fx pixels_to_units(const cli_viewer *viewer, int32_t pixels) {
    return pawl_saturate((int64_t)pixels * viewer->across / viewer->canvas.width);
}

static pawl_vec2 world_at(const cli_viewer *viewer, int32_t x, int32_t y) {
    const cli_view view = cli_viewer_view(viewer);
    const pawl_vec2 point = {pawl_add(view.box.lower.x, pixels_to_units(viewer, x)),
                             pawl_sub(view.box.upper.y, pixels_to_units(viewer, y))};
    return point;
}

static void move_camera(cli_viewer *viewer, pawl_vec2 by) {
    const pawl_vec2 center = pawl_vec2_add(viewer->center, by);
    viewer->center.x = pawl_clamp(center.x, -CENTER_MAX, CENTER_MAX);
    viewer->center.y = pawl_clamp(center.y, -CENTER_MAX, CENTER_MAX);
}

void cli_viewer_zoom(cli_viewer *viewer, bool in, int32_t x, int32_t y) {
    const pawl_vec2 before = world_at(viewer, x, y);
    const pawl_fx eighth = viewer->across / 8;
    const pawl_fx across = pawl_add(viewer->across, in ? -eighth : eighth);
    viewer->across = pawl_clamp(across, ACROSS_MIN, ACROSS_MAX);
    move_camera(viewer, pawl_vec2_sub(before, world_at(viewer, x, y)));
}

void cli_viewer_pan(cli_viewer *viewer, int32_t right, int32_t down) {
    const pawl_vec2 by = {pixels_to_units(viewer, right), -pixels_to_units(viewer, down)};
    move_camera(viewer, by);
}

void cli_viewer_resize(cli_viewer *viewer, int32_t width, int32_t height) {
    cli_canvas_free(&viewer->canvas);
    viewer->canvas = cli_canvas_make(width, height);
}

/* ---- the hand ---- */

static bool body_contains(const pawl_world *world, pawl_body_id body, pawl_vec2 point) {
    const pawl_pose pose = pawl_body_get_pose(world, body);
    pawl_shape_id shape = {0, 0};
    for (;;) {
        pawl_convex convex;
        shape = pawl_body_next_shape(world, body, shape);
        if (shape.index1 == 0) return false;
        if (pawl_shape_get_convex(world, shape, &convex) != PAWL_OK) continue;
        if (pawl_contains_point(&convex, pose, point)) return true;
    }
}

void cli_viewer_grab(cli_viewer *viewer, int32_t x, int32_t y) {
    const pawl_world *world = viewer->scene.world;
    const pawl_vec2 point = world_at(viewer, x, y);
    const pawl_body_id none = {0, 0};
    if (viewer->source != NULL) return; /* a replay is what it is */
    pawl_body_id body = pawl_world_next_body(world, none);
    for (; body.index1 != 0; body = pawl_world_next_body(world, body)) {
        if (pawl_body_get_type(world, body) != PAWL_DYNAMIC) continue;
        if (!body_contains(world, body, point)) continue;
        viewer->hand.body = body; /* the last one is painted on top */
        viewer->hand.grip = pawl_pose_unapply(pawl_body_get_pose(world, body), point);
        viewer->hand.target = point;
    }
}

void cli_viewer_drag(cli_viewer *viewer, int32_t x, int32_t y) {
    viewer->hand.target = world_at(viewer, x, y);
}

void cli_viewer_release(cli_viewer *viewer) {
    const pawl_body_id none = {0, 0};
    viewer->hand.body = none;
}

/* ---- a character ---- */

static pawl_character_id first_character(const cli_viewer *viewer) {
    const pawl_character_id none = {0, 0};
    return viewer->source != NULL ? none : pawl_world_next_character(viewer->scene.world, none);
}

bool cli_viewer_steers(const cli_viewer *viewer) {
    return first_character(viewer).index1 != 0;
}

void cli_viewer_steer(cli_viewer *viewer, const pawl_character_input *input) {
    (void)pawl_character_set_input(viewer->scene.world, first_character(viewer), input);
}

/* ---- the scene ---- */

static void start_scene(cli_viewer *viewer) {
    const size_t size = viewer->scene.def.body_capacity * sizeof(cli_placement);
    viewer->before = cli_heap_reallocate(viewer->before, size);
    for (uint16_t i = 0; i < viewer->scene.def.body_capacity; i++) {
        viewer->before[i].generation = 0;
    }
    viewer->owed = 0;
    viewer->step_microseconds = -1;
    cli_viewer_release(viewer);
}

/* With its scene there. */
static void open_camera(cli_viewer *viewer, int32_t width) {
    const cli_view view = cli_drawing_world_view(&viewer->scene, width);
    const pawl_box box = view.box;
    viewer->across = pawl_clamp(pawl_sub(box.upper.x, box.lower.x), ACROSS_MIN, ACROSS_MAX);
    move_camera(viewer, pawl_vec2_make(between(box.lower.x, box.upper.x, SHARE_ONE / 2),
                                       between(box.lower.y, box.upper.y, SHARE_ONE / 2)));
    cli_viewer_resize(viewer, view.width, view.height - view.top);
    start_scene(viewer);
}

bool cli_viewer_open(cli_viewer *viewer, const char *path, int32_t width) {
    if (!cli_scene_load(path, stderr, &viewer->scene)) return false;
    viewer->path = path;
    open_camera(viewer, width);
    return true;
}

void cli_viewer_open_source(cli_viewer *viewer, const cli_viewer_source *source,
                            const cli_scene *scene, int32_t width) {
    viewer->source = source;
    viewer->scene = *scene;
    open_camera(viewer, width);
}

void cli_viewer_restart(cli_viewer *viewer) {
    cli_scene scene;
    if (viewer->source != NULL) {
        viewer->source->restart(viewer->source->context, &viewer->scene);
        start_scene(viewer);
        return;
    }
    if (!cli_scene_load(viewer->path, stderr, &scene)) return;
    cli_scene_load_free(&viewer->scene);
    viewer->scene = scene;
    start_scene(viewer);
}

void cli_viewer_close(cli_viewer *viewer) {
    if (viewer->source == NULL) cli_scene_load_free(&viewer->scene);
    cli_canvas_free(&viewer->canvas);
    free(viewer->drawing.marks);
    free(viewer->before);
}
