/* viewer.c - a running scene with a camera, overlays and a hand.
 *
 * Time: a step is a fixed share of a second, however long a frame takes. What a frame owes is kept
 * in units of 1 / (8 * 10^6 * rate_numerator) seconds, in which steps, microseconds and slow motion
 * are whole numbers, so nothing drifts. The picture lies between the last two steps; what is still
 * owed says where. */
#include "cli/studio/viewer.h"

#include <stdlib.h>

#include "cli/common/command.h"
#include "cli/common/heap.h"
#include "cli/draw/drawing_world.h"

#define FRAME_MAX UINT64_C(250000) /* microseconds: after a longer frame time is lost */
#define SHARE_ONE 65536

#define ACROSS_MIN PAWL_FX(0, 1, 4)
#define ACROSS_MAX PAWL_FX(16000, 0, 1) /* so that a view twice as high fits Q16.16 */
#define CENTER_MAX PAWL_FX(16000, 0, 1)

/* ---- time ---- */

static uint64_t step_length(const cli_viewer *viewer) {
    return UINT64_C(1000000) * CLI_SPEED_PLAIN * viewer->scene->def.rate_denominator;
}

static void remember_places(cli_viewer *viewer) {
    const pawl_world *world = viewer->scene->world;
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
    const pawl_angle angle = pawl_body_get_angle(viewer->scene->world, body);
    const int32_t turn = between(0, (int32_t)(angle - before->angle), share);
    const pawl_vec2 way = pawl_world_way(viewer->scene->world, now.position, before->position);
    const pawl_vec2 from = pawl_vec2_add(now.position, way);
    const pawl_pose pose = {
        {between(from.x, now.position.x, share), between(from.y, now.position.y, share)},
        pawl_rot_from_angle(before->angle + (pawl_angle)turn)};
    return pose;
}

void cli_viewer_step(cli_viewer *viewer, cli_clock clock) {
    remember_places(viewer);
    const int64_t begin = clock == NULL ? 0 : clock();
    viewer->profile.is_on = clock != NULL && viewer->overlays[CLI_OVERLAY_STAGES];
    viewer->studio->hooks = cli_profile_hooks(&viewer->profile);
    if (cli_studio_play(viewer->studio, 1) == 1) {
        cli_profile_count(&viewer->profile);
    } else {
        viewer->paused = true;
    }
    viewer->studio->hooks = NULL;
    viewer->step_microseconds = clock == NULL ? -1 : clock() - begin;
}

void cli_viewer_seek(cli_viewer *viewer, uint64_t tick) {
    viewer->paused = true;
    (void)cli_studio_seek(viewer->studio, tick);
    remember_places(viewer);
}

void cli_viewer_step_back(cli_viewer *viewer) {
    const uint64_t tick = viewer->studio->tick;
    cli_viewer_seek(viewer, tick > viewer->studio->first ? tick - 1 : tick);
}

void cli_viewer_rewind(cli_viewer *viewer) {
    viewer->is_rewinding = !viewer->is_rewinding;
    viewer->paused = false;
}

static void rewind_step(cli_viewer *viewer) {
    cli_studio *const studio = viewer->studio;
    remember_places(viewer);
    if (studio->tick > studio->first && cli_studio_seek(studio, studio->tick - 1)) return;
    viewer->is_rewinding = false;
    viewer->paused = true;
}

void cli_viewer_advance(cli_viewer *viewer, uint64_t microseconds, cli_clock clock) {
    const uint64_t length = step_length(viewer);
    if (microseconds > FRAME_MAX) microseconds = FRAME_MAX;
    if (!viewer->paused)
        viewer->owed += microseconds * viewer->scene->def.rate_numerator * viewer->speed;
    while (viewer->owed >= length && !viewer->paused) {
        viewer->owed -= length;
        if (viewer->is_rewinding) {
            rewind_step(viewer);
        } else {
            cli_viewer_step(viewer, clock);
        }
    }
}

/* ---- camera ---- */

cli_view cli_viewer_view(const cli_viewer *viewer) {
    const int32_t below = viewer->overlays[CLI_OVERLAY_TIMELINE] ? CLI_VIEWER_TIME_HEIGHT : 0;
    const int32_t width = cli_viewer_side_picture_width(viewer);
    const int32_t height = pawl_max(viewer->canvas.height - below, 1);
    const pawl_fx half_width = viewer->across / 2;
    const pawl_fx half_height = pawl_saturate((int64_t)half_width * height / width);
    const pawl_vec2 half = {half_width, half_height};
    const pawl_box box = {pawl_vec2_sub(viewer->center, half), pawl_vec2_add(viewer->center, half)};
    const cli_view view = {box, width, height, 0};
    return view;
}

static pawl_fx pixels_to_units(const cli_viewer *viewer, int32_t pixels) {
    return pawl_saturate((int64_t)pixels * viewer->across / cli_viewer_side_picture_width(viewer));
}

pawl_vec2 cli_viewer_place(const cli_viewer *viewer, int32_t x, int32_t y) {
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
    const pawl_vec2 before = cli_viewer_place(viewer, x, y);
    const pawl_fx eighth = viewer->across / 8;
    const pawl_fx across = pawl_add(viewer->across, in ? -eighth : eighth);
    viewer->across = pawl_clamp(across, ACROSS_MIN, ACROSS_MAX);
    move_camera(viewer, pawl_vec2_sub(before, cli_viewer_place(viewer, x, y)));
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

void cli_viewer_grab(cli_viewer *viewer, int32_t x, int32_t y) {
    (void)cli_studio_edit_grab(viewer->studio, cli_viewer_place(viewer, x, y));
}

void cli_viewer_drag(cli_viewer *viewer, int32_t x, int32_t y) {
    cli_studio_edit_drag(viewer->studio, cli_viewer_place(viewer, x, y));
}

void cli_viewer_release(cli_viewer *viewer) {
    cli_studio_edit_release(viewer->studio);
}

/* ---- a character ---- */

bool cli_viewer_steers(const cli_viewer *viewer) {
    const pawl_character_id none = {0, 0};
    return viewer->studio->type == CLI_STUDIO_SCENE &&
           pawl_world_next_character(viewer->scene->world, none).index1 != 0;
}

void cli_viewer_steer(cli_viewer *viewer, const pawl_character_input *input) {
    const cli_studio *const studio = viewer->studio;
    const bool is_still = input->run == 0 && input->climb == 0 && input->buttons == 0;
    if (is_still && studio->tick < studio->last) return; /* it does what it did */
    (void)cli_studio_edit_steer(viewer->studio, input);
}

/* ---- the run ---- */

static void start_scene(cli_viewer *viewer) {
    const size_t size = viewer->scene->def.body_capacity * sizeof(cli_placement);
    viewer->before = cli_heap_reallocate(viewer->before, size);
    for (uint16_t i = 0; i < viewer->scene->def.body_capacity; i++) {
        viewer->before[i].generation = 0;
    }
    viewer->owed = 0;
    viewer->step_microseconds = -1;
    viewer->is_rewinding = false;
    viewer->press.is_down = viewer->is_scrubbing = false;
    cli_inspector_forget(&viewer->inspector);
    cli_sliders_forget(&viewer->sliders);
}

void cli_viewer_fit(cli_viewer *viewer) {
    const int32_t width = cli_viewer_side_picture_width(viewer);
    const cli_view shown = cli_viewer_view(viewer);
    const cli_view wanted = cli_drawing_world_view(viewer->scene, width);
    const pawl_box box = wanted.box;
    const int64_t across = pawl_sub(box.upper.x, box.lower.x);
    const int64_t high = (int64_t)pawl_sub(box.upper.y, box.lower.y) * width / shown.height;
    viewer->across =
        pawl_clamp(pawl_saturate(across > high ? across : high), ACROSS_MIN, ACROSS_MAX);
    viewer->center = pawl_vec2_make(0, 0);
    move_camera(viewer, pawl_vec2_make(between(box.lower.x, box.upper.x, SHARE_ONE / 2),
                                       between(box.lower.y, box.upper.y, SHARE_ONE / 2)));
}

static void open_camera(cli_viewer *viewer, int32_t width) {
    const cli_view view = cli_drawing_world_view(viewer->scene, width);
    const pawl_box box = view.box;
    viewer->across = pawl_clamp(pawl_sub(box.upper.x, box.lower.x), ACROSS_MIN, ACROSS_MAX);
    move_camera(viewer, pawl_vec2_make(between(box.lower.x, box.upper.x, SHARE_ONE / 2),
                                       between(box.lower.y, box.upper.y, SHARE_ONE / 2)));
    cli_viewer_resize(viewer, view.width, view.height - view.top);
    start_scene(viewer);
}

/* A film has nothing that could be asked, and a command of its own. */
static cli_studio *open_run(const cli_studio_def *def) {
    cli_studio *const studio = cli_studio_open(def);
    if (studio == NULL || studio->type != CLI_STUDIO_FILM) return studio;
    cli_command_file_error(def->path, "a film: pawl film shows it");
    cli_studio_close(studio);
    return NULL;
}

bool cli_viewer_open(cli_viewer *viewer, const cli_studio_def *def, int32_t width) {
    viewer->def = *def;
    viewer->studio = open_run(def);
    if (viewer->studio == NULL) return false;
    viewer->scene = &viewer->studio->scene;
    viewer->speed = CLI_SPEED_PLAIN;
    open_camera(viewer, width);
    return true;
}

void cli_viewer_restart(cli_viewer *viewer) {
    cli_studio *const studio = open_run(&viewer->def);
    if (studio == NULL) return;
    cli_studio_close(viewer->studio);
    viewer->studio = studio;
    viewer->scene = &studio->scene;
    start_scene(viewer);
}

void cli_viewer_close(cli_viewer *viewer) {
    cli_inspector_free(&viewer->inspector);
    cli_sliders_forget(&viewer->sliders);
    cli_studio_close(viewer->studio);
    cli_canvas_free(&viewer->canvas);
    free(viewer->drawing.marks);
    free(viewer->before);
}
