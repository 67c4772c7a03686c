/* studio_edit.c - what hands do to a run: lines of its script. */
#include <inttypes.h>
#include <string.h>

#include "cli/common/command.h"
#include "cli/studio/studio_state.h"

#define LINE_MAX_LENGTH 240
#define OVERLAPS_MAX 64 /* at one place */

static bool may_edit(const cli_studio *studio) {
    if (studio->type == CLI_STUDIO_SCENE && studio->scene.arcade == NULL) return true;
    cli_command_file_error(studio->path, studio->type == CLI_STUDIO_SCENE
                                             ? "an arcade takes no edits"
                                             : "only scenes take edits");
    return false;
}

bool cli_studio_edit_line(cli_studio *studio, const char *line) {
    if (!may_edit(studio)) return false;
    if (studio->tick < studio->changed) studio->changed = studio->tick;
    if (studio->tick < studio->last && !cli_studio_ghost_branch(studio)) return false;
    if (cli_script_add_line(&studio->script, studio->scene.world, studio->tick, line) != PAWL_OK) {
        return false;
    }
    studio->is_over = false;
    studio->samples[studio->tick - studio->first].edits++;
    const size_t size = cli_studio_state_write(studio);
    if (size > 0) cli_timeline_replace(studio->timeline, studio->state, size);
    return size > 0;
}

/* ---- places ---- */

static bool contains(const pawl_world *world, pawl_body_id body, pawl_vec2 point) {
    const pawl_pose pose = pawl_body_get_pose(world, body);
    pawl_shape_id shape = {0, 0};
    while ((shape = pawl_body_next_shape(world, body, shape)).index1 != 0) {
        pawl_convex convex;
        if (pawl_shape_get_convex(world, shape, &convex) != PAWL_OK) continue;
        if (pawl_contains_point(&convex, pose, point)) return true;
    }
    return false;
}

pawl_body_id cli_studio_edit_pick(const cli_studio *studio, pawl_vec2 at, bool only_dynamic) {
    const pawl_world *const world = cli_studio_world(studio);
    pawl_body_id found = {0, 0}, body = {0, 0};
    if (world == NULL) return found;
    while ((body = pawl_world_next_body(world, body)).index1 != 0) {
        if (only_dynamic && pawl_body_get_type(world, body) != PAWL_DYNAMIC) continue;
        if (contains(world, body, at)) found = body;
    }
    return found;
}

pawl_soft_id cli_studio_edit_pick_soft(const cli_studio *studio, pawl_vec2 at, pawl_fx reach) {
    const pawl_query_filter filter = {.category = UINT32_MAX, .mask = UINT32_MAX, .soft = true};
    const pawl_pose pose = {at, pawl_rot_from_angle(0)};
    pawl_query_overlap found[OVERLAPS_MAX];
    const pawl_soft_id none = {0, 0};
    pawl_convex circle;
    if (pawl_make_circle((pawl_vec2){0, 0}, pawl_max(reach, PAWL_SIZE_MIN), &circle) != PAWL_OK)
        return none;
    const uint32_t count =
        pawl_world_overlap(cli_studio_world(studio), &circle, pose, &filter, found, OVERLAPS_MAX);
    /* Shapes come first; of the soft bodies the last one lies on top. */
    if (count == 0) return none;
    const uint32_t last = count < OVERLAPS_MAX ? count - 1 : OVERLAPS_MAX - 1;
    return found[last].soft;
}

bool cli_studio_edit_make(cli_studio *studio, cli_studio_made what, pawl_vec2 at, pawl_fx size) {
    char line[LINE_MAX_LENGTH], x[PAWL_FX_TEXT_MAX], y[PAWL_FX_TEXT_MAX], s[PAWL_FX_TEXT_MAX];
    if (pawl_fx_print(at.x, x, sizeof x) != PAWL_OK ||
        pawl_fx_print(at.y, y, sizeof y) != PAWL_OK ||
        pawl_fx_print(what == CLI_STUDIO_BOX ? size : size / 2, s, sizeof s) != PAWL_OK) {
        return false;
    }
    snprintf(line, sizeof line,
             what == CLI_STUDIO_BOX ? "create made%" PRIu32 " at %s %s box %s %s"
                                    : "create made%" PRIu32 " at %s %s circle %s",
             ++studio->made, x, y, s, s);
    return cli_studio_edit_line(studio, line);
}

/* ---- the hand ---- */

bool cli_studio_edit_grab(cli_studio *studio, pawl_vec2 at) {
    const pawl_world *const world = cli_studio_world(studio);
    cli_studio_edit_release(studio);
    if (studio->type != CLI_STUDIO_SCENE || world == NULL) return false;
    const pawl_body_id body = cli_studio_edit_pick(studio, at, true);
    if (body.index1 == 0) return false;
    studio->hand.body = body;
    studio->hand.grip = pawl_pose_unapply(pawl_body_get_pose(world, body), at);
    studio->hand.target = at;
    return true;
}

void cli_studio_edit_drag(cli_studio *studio, pawl_vec2 to) {
    studio->hand.target = to;
}

void cli_studio_edit_release(cli_studio *studio) {
    const pawl_body_id none = {0, 0};
    studio->hand.body = none;
}

/* A spring between the grip and the target, critically damped, with a frequency of an eighth of the
 * step rate: soft enough to be stable for the ends of long bodies too. It is a change of velocity,
 * the same for whatever the body weighs, and carries the body's weight. */
static pawl_vec2 pull_of(const cli_studio *studio, pawl_body_id body, pawl_vec2 grip) {
    const pawl_world *const world = studio->scene.world;
    const int64_t numerator = studio->scene.def.rate_numerator;
    const int64_t denominator = studio->scene.def.rate_denominator;
    const pawl_vec2 way = pawl_vec2_sub(studio->hand.target, grip);
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
    return limited;
}

bool cli_studio_edit_pull(cli_studio *studio) {
    char line[LINE_MAX_LENGTH], text[4][PAWL_FX_TEXT_MAX];
    const pawl_body_id body = studio->hand.body;
    if (body.index1 == 0) return true;
    if (!pawl_body_is_valid(studio->scene.world, body)) {
        cli_studio_edit_release(studio);
        return true;
    }
    const pawl_vec2 grip =
        pawl_pose_apply(pawl_body_get_pose(studio->scene.world, body), studio->hand.grip);
    const pawl_vec2 pull = pull_of(studio, body, grip);
    const pawl_fx values[4] = {pull.x, pull.y, grip.x, grip.y};
    for (int i = 0; i < 4; i++) {
        if (pawl_fx_print(values[i], text[i], sizeof text[i]) != PAWL_OK) return false;
    }
    snprintf(line, sizeof line, "body @%u push %s %s at %s %s", body.index1 - 1u, text[0], text[1],
             text[2], text[3]);
    return cli_studio_edit_line(studio, line);
}

/* ---- a character ---- */

static bool tell(cli_studio *studio, const char *what, const char *value) {
    char line[LINE_MAX_LENGTH];
    snprintf(line, sizeof line, "character 0 %s %s", what, value);
    return cli_studio_edit_line(studio, line);
}

static bool tell_share(cli_studio *studio, const char *what, pawl_fx before, pawl_fx now) {
    char text[PAWL_FX_TEXT_MAX];
    return before == now ||
           (pawl_fx_print(now, text, sizeof text) == PAWL_OK && tell(studio, what, text));
}

static bool tell_button(cli_studio *studio, const char *what, uint32_t before, uint32_t now) {
    return before == now || tell(studio, what, now != 0 ? "yes" : "no");
}

bool cli_studio_edit_steer(cli_studio *studio, const pawl_character_input *input) {
    if (studio->script.character_count == 0) return false;
    const pawl_character_id character = studio->script.characters[0].id;
    if (!pawl_character_is_valid(studio->scene.world, character)) return false;
    const pawl_character_input before = pawl_character_get_input(studio->scene.world, character);
    const uint32_t jump = PAWL_CHARACTER_JUMP, drop = PAWL_CHARACTER_DROP;
    return tell_share(studio, "run", before.run, input->run) &&
           tell_share(studio, "climb", before.climb, input->climb) &&
           tell_button(studio, "jump", before.buttons & jump, input->buttons & jump) &&
           tell_button(studio, "drop", before.buttons & drop, input->buttons & drop);
}
