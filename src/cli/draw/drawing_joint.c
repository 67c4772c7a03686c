/* drawing_joint.c - what each type of joint looks like. */
#include "cli/draw/drawing_joint.h"

#define LINE (CLI_PIXEL * 2)
#define THIN CLI_PIXEL
#define RIM (CLI_PIXEL * 5 / 4)
#define PIN (CLI_PIXEL * 3)    /* radius */
#define DOT (CLI_PIXEL * 2)    /* radius */
#define RAIL 14                /* pixels of a rail without limits, to each side */
#define PALE 150               /* of 256 parts of background */
#define SLACK PAWL_FX(0, 1, 8) /* of a rope, in units: shorter than this is tight */

typedef struct joint_painter {
    const pawl_world *world;
    pawl_joint_id id;
    pawl_joint_def def;
    pawl_pose pose_a, pose_b;
    pawl_vec2 a, b; /* anchors */
    const cli_view *view;
    cli_drawing *drawing;
} joint_painter;

static cli_paint ink(bool is_pale) {
    cli_paint paint = cli_theme_role(PAWL_DRAW_JOINT);
    if (is_pale) paint.fill = paint.stroke = cli_theme_mix(paint.fill, CLI_BACKGROUND, PALE);
    return paint;
}

static void add_line(const joint_painter *to, pawl_vec2 a, pawl_vec2 b, bool is_pale) {
    const pawl_vec2 ends[2] = {a, b};
    cli_drawing_add_convex(to->view, ends, 2, is_pale ? THIN : LINE, ink(is_pale), to->drawing);
}

static void add_dot(const joint_painter *to, pawl_vec2 at) {
    cli_drawing_add_convex(to->view, &at, 1, DOT, ink(false), to->drawing);
}

/* A ring: bodies turn around it. */
static void add_pin(const joint_painter *to, pawl_vec2 at) {
    const cli_paint paint = {CLI_BACKGROUND, ink(false).stroke};
    cli_mark *const mark = cli_drawing_add_mark(to->drawing, paint, RIM);
    mark->count = 1;
    mark->radius = PIN;
    mark->points[0] = cli_drawing_place(to->view, at);
}

/* A square: bodies are one. */
static void add_weld(const joint_painter *to, pawl_vec2 at) {
    const cli_drawing_point middle = cli_drawing_place(to->view, at);
    cli_mark *const mark = cli_drawing_add_mark(to->drawing, ink(false), 0);
    mark->count = 4;
    for (int i = 0; i < 4; i++) {
        mark->points[i].x = middle.x + (i == 1 || i == 2 ? DOT : -DOT);
        mark->points[i].y = middle.y + (i < 2 ? DOT : -DOT);
    }
}

/* A place on the x axis of frame A. */
static pawl_vec2 place_on_rail(const joint_painter *to, pawl_fx at) {
    const pawl_rot axis = pawl_rot_from_angle(to->def.frame_a.angle);
    const pawl_vec2 way = pawl_rotate(axis, pawl_vec2_make(at, 0));
    return pawl_vec2_add(to->a, pawl_rotate(to->pose_a.rotation, way));
}

/* From the lower to the upper limit, or a little to each side. */
static void add_rail(const joint_painter *to) {
    const pawl_fx across = pawl_sub(to->view->box.upper.x, to->view->box.lower.x);
    const pawl_fx half = (pawl_fx)((int64_t)across * RAIL / to->view->width);
    const pawl_fx at = pawl_joint_get_translation(to->world, to->id);
    const pawl_fx lower = to->def.limit ? to->def.lower : pawl_sub(at, half);
    const pawl_fx upper = to->def.limit ? to->def.upper : pawl_add(at, half);
    add_line(to, place_on_rail(to, lower), place_on_rail(to, upper), true);
}

/* A rope that hangs through holds nothing. */
static bool is_slack(const joint_painter *to) {
    if (!to->def.limit || to->def.motor || to->def.spring) return false;
    return pawl_joint_get_length(to->world, to->id) < pawl_sub(to->def.upper, SLACK);
}

static void draw_joint(const joint_painter *to) {
    switch (to->def.type) {
    case PAWL_JOINT_REVOLUTE:
    case PAWL_JOINT_RATCHET:
        add_pin(to, to->b);
        break;
    case PAWL_JOINT_WHEEL:
        add_rail(to);
        add_pin(to, to->b);
        break;
    case PAWL_JOINT_PRISMATIC:
        add_rail(to);
        add_weld(to, to->b);
        break;
    case PAWL_JOINT_WELD:
        add_weld(to, to->b);
        break;
    case PAWL_JOINT_DISTANCE:
        add_line(to, to->a, to->b, is_slack(to));
        add_dot(to, to->a);
        add_dot(to, to->b);
        break;
    case PAWL_JOINT_PULLEY:
        add_line(to, to->def.ground_a, to->def.ground_b, true);
        add_line(to, to->a, to->def.ground_a, false);
        add_line(to, to->def.ground_b, to->b, false);
        add_dot(to, to->a);
        add_dot(to, to->b);
        add_pin(to, to->def.ground_a);
        add_pin(to, to->def.ground_b);
        break;
    case PAWL_JOINT_GEAR:
    case PAWL_JOINT_MOTOR:
        add_line(to, to->a, to->b, true);
        break;
    case PAWL_JOINT_FILTER:
        break;
    }
}

/* The image of a place that is nearest to another one; in most worlds the place itself. */
static pawl_vec2 nearest_image(const pawl_world *world, pawl_vec2 from, pawl_vec2 place) {
    return pawl_vec2_add(from, pawl_world_way(world, from, place));
}

/* In a world that goes round: the image that is nearest to the middle of the picture. */
static void come_near(joint_painter *to) {
    const pawl_box box = to->view->box;
    const pawl_vec2 half = pawl_vec2_sub(box.upper, box.lower);
    const pawl_vec2 middle = pawl_vec2_add(box.lower, pawl_vec2_make(half.x / 2, half.y / 2));
    const pawl_vec2 periods = pawl_world_get_periods(to->world);
    if (periods.x == 0 && periods.y == 0) return;
    to->pose_a.position = nearest_image(to->world, middle, to->pose_a.position);
    to->pose_b.position = nearest_image(to->world, to->pose_a.position, to->pose_b.position);
    to->def.ground_a = nearest_image(to->world, to->pose_a.position, to->def.ground_a);
    to->def.ground_b = nearest_image(to->world, to->pose_b.position, to->def.ground_b);
}

void cli_drawing_joint_add(const pawl_world *world, cli_drawing_pose *pose, void *context,
                           const cli_view *view, cli_drawing *drawing) {
    const pawl_joint_id none = {0, 0};
    joint_painter to = {.world = world, .view = view, .drawing = drawing};
    to.id = pawl_world_next_joint(world, none);
    for (; to.id.index1 != 0; to.id = pawl_world_next_joint(world, to.id)) {
        if (pawl_joint_get_def(world, to.id, &to.def) != PAWL_OK) return;
        if (!pawl_body_is_enabled(world, to.def.body_a)) continue;
        if (!pawl_body_is_enabled(world, to.def.body_b)) continue;
        to.pose_a = pose(context, to.def.body_a);
        to.pose_b = pose(context, to.def.body_b);
        come_near(&to);
        to.a = pawl_pose_apply(to.pose_a, to.def.frame_a.anchor);
        to.b = pawl_pose_apply(to.pose_b, to.def.frame_b.anchor);
        draw_joint(&to);
    }
}
