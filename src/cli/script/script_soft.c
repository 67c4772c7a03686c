/* script_soft.c - what a script does to soft bodies, and to bodies that fall to pieces. */
#include <stdlib.h>

#include "cli/script/script_verbs.h"

#define CALL cli_script *script, pawl_world *world, const cli_script_call *call

static pawl_soft_id soft_of(const cli_script *script, const cli_script_call *call) {
    return script->softs[call->subject].id;
}

/* Values were checked for their range when they were read. */
static pawl_vec2 point(const pawl_wide *pair) {
    return pawl_vec2_make((pawl_fx)pair[0], (pawl_fx)pair[1]);
}

static bool has(const cli_script_call *call, int keyword) {
    return (call->given >> keyword & 1u) != 0;
}

const cli_script_keyword cli_script_soft_point_keywords[] = {{"point", "u"}, {NULL, NULL}};
const cli_script_keyword cli_script_soft_mass_keywords[] = {{"mass", "n"}, {NULL, NULL}};
const cli_script_keyword cli_script_soft_at_keywords[] = {{"at", "cc"}, {NULL, NULL}};
const cli_script_keyword cli_script_soft_group_keywords[] = {{"group", "g"}, {NULL, NULL}};

/* Of all points, or of the one that is named. */
static uint32_t named_point(const cli_script_call *call) {
    return (uint32_t)call->option[0][0];
}

pawl_status cli_script_soft_velocity(CALL) {
    const pawl_soft_id soft = soft_of(script, call);
    if (!has(call, 0)) return pawl_soft_set_velocity(world, soft, point(call->number));
    return pawl_soft_set_point_velocity(world, soft, named_point(call), point(call->number));
}

pawl_status cli_script_soft_push(CALL) {
    const pawl_soft_id soft = soft_of(script, call);
    pawl_soft_point now;
    if (!has(call, 0)) return pawl_soft_change_velocity(world, soft, point(call->number));
    const pawl_status status = pawl_soft_get_point(world, soft, named_point(call), &now);
    if (status != PAWL_OK) return status;
    return pawl_soft_set_point_velocity(world, soft, named_point(call),
                                        pawl_vec2_add(now.velocity, point(call->number)));
}

pawl_status cli_script_soft_impulse(CALL) {
    const pawl_soft_id soft = soft_of(script, call);
    const pawl_wide2 impulse = {call->number[0], call->number[1]};
    if (!has(call, 0)) return pawl_soft_apply_impulse(world, soft, impulse);
    return pawl_soft_apply_point_impulse(world, soft, named_point(call), impulse);
}

/* Whether all points stay in the world when they are moved by so much. */
static bool has_room(const pawl_world *world, pawl_soft_id soft, int64_t x, int64_t y) {
    const pawl_box box = pawl_soft_get_box(world, soft);
    return box.lower.x + x >= -PAWL_COORD_MAX && box.upper.x + x <= PAWL_COORD_MAX &&
           box.lower.y + y >= -PAWL_COORD_MAX && box.upper.y + y <= PAWL_COORD_MAX;
}

/* One point, or the center and all points along with it. */
pawl_status cli_script_soft_teleport(CALL) {
    const pawl_soft_id soft = soft_of(script, call);
    const pawl_vec2 to = point(call->number), center = pawl_soft_get_center(world, soft);
    const int64_t x = (int64_t)to.x - center.x, y = (int64_t)to.y - center.y;
    if (has(call, 0)) return pawl_soft_set_point_position(world, soft, named_point(call), to);
    if (!pawl_soft_is_valid(world, soft)) return PAWL_ERR_STALE;
    if (!has_room(world, soft, x, y)) return PAWL_ERR_RANGE;
    for (uint32_t i = 0; i < pawl_soft_get_point_count(world, soft); i++) {
        pawl_soft_point now;
        pawl_status status = pawl_soft_get_point(world, soft, i, &now);
        if (status != PAWL_OK) return status;
        now.position = pawl_vec2_make((pawl_fx)(now.position.x + x), (pawl_fx)(now.position.y + y));
        status = pawl_soft_set_point_position(world, soft, i, now.position);
        if (status != PAWL_OK) return status;
    }
    return PAWL_OK;
}

pawl_status cli_script_soft_pin(CALL) {
    return pawl_soft_set_point_mass(world, soft_of(script, call), (uint32_t)call->number[0], 0);
}

/* The mean of the points that are not pinned; 1 when all are. */
static pawl_fx mean_mass(const pawl_world *world, pawl_soft_id soft) {
    const pawl_wide mass = pawl_soft_get_mass(world, soft);
    uint32_t count = 0;
    for (uint32_t i = 0; i < pawl_soft_get_point_count(world, soft); i++) {
        pawl_soft_point now = {{0, 0}, {0, 0}, 0};
        if (pawl_soft_get_point(world, soft, i, &now) == PAWL_OK && now.mass > 0) count++;
    }
    return count == 0 ? PAWL_FX_ONE : (pawl_fx)(mass / count);
}

pawl_status cli_script_soft_unpin(CALL) {
    const pawl_soft_id soft = soft_of(script, call);
    const pawl_fx mass = has(call, 0) ? (pawl_fx)call->option[0][0] : mean_mass(world, soft);
    if (has(call, 0) && mass == 0) return PAWL_ERR_RANGE;
    return pawl_soft_set_point_mass(world, soft, (uint32_t)call->number[0], mass);
}

pawl_status cli_script_soft_tear(CALL) {
    return pawl_soft_tear(world, soft_of(script, call), (uint32_t)call->number[0]);
}

/* At a place in the frame of the body, or where the point is. */
pawl_status cli_script_soft_attach(CALL) {
    const pawl_soft_id soft = soft_of(script, call);
    const pawl_body_id body = cli_script_world_body(script, world, call->body_a);
    const uint32_t number = (uint32_t)call->number[0];
    pawl_soft_point now;
    uint32_t link;
    const pawl_status status = pawl_soft_get_point(world, soft, number, &now);
    if (status != PAWL_OK) return status;
    if (!pawl_body_is_valid(world, body)) return PAWL_ERR_STALE;
    const pawl_vec2 place = has(call, 0)
                                ? point(call->option[0])
                                : pawl_pose_unapply(pawl_body_get_pose(world, body), now.position);
    return pawl_soft_attach(world, soft, number, body, place, &link);
}

/* In square units; the world wants twice that in Q32.32. */
pawl_status cli_script_soft_area(CALL) {
    const int64_t most = INT64_MAX / (2 * (int64_t)PAWL_FX_ONE);
    if (call->number[0] > most) return PAWL_ERR_RANGE;
    return pawl_soft_set_target_area2(world, soft_of(script, call),
                                      call->number[0] < 0 ? -1 : call->number[0] * 2 * PAWL_FX_ONE);
}

pawl_status cli_script_soft_pressure(CALL) {
    return pawl_soft_set_pressure(world, soft_of(script, call), (pawl_fx)call->number[0]);
}

pawl_status cli_script_soft_damping(CALL) {
    return pawl_soft_set_damping(world, soft_of(script, call), (pawl_fx)call->number[0]);
}

pawl_status cli_script_soft_gravity_scale(CALL) {
    return pawl_soft_set_gravity_scale(world, soft_of(script, call), (pawl_fx)call->number[0]);
}

pawl_status cli_script_soft_iterations(CALL) {
    const pawl_wide most = PAWL_SOFT_ITERATIONS_MAX + 1; /* which is too many */
    const pawl_wide wanted = call->number[0] < most ? call->number[0] : most;
    return pawl_soft_set_iterations(world, soft_of(script, call), (int32_t)wanted);
}

pawl_status cli_script_soft_filter(CALL) {
    const pawl_filter filter = {(uint32_t)call->number[0], (uint32_t)call->number[1],
                                (int16_t)call->option[0][0], 0};
    return pawl_soft_set_filter(world, soft_of(script, call), filter);
}

pawl_status cli_script_soft_awake(CALL) {
    return pawl_soft_set_awake(world, soft_of(script, call), call->number[0] != 0);
}

pawl_status cli_script_soft_color(CALL) {
    return pawl_soft_set_user_data(world, soft_of(script, call), 1u + (uint32_t)call->number[0]);
}

pawl_status cli_script_soft_destroy(CALL) {
    return pawl_soft_destroy(world, soft_of(script, call));
}

/* ---- pieces ---- */

/* Memory as the number of shapes asks for it, so that all of them break. */
static void *take_memory(const pawl_world *world, pawl_body_id body, uint32_t cells, size_t *size) {
    uint32_t shapes = 0;
    pawl_shape_id shape = {0, 0};
    while ((shape = pawl_body_next_shape(world, body, shape)).index1 != 0)
        shapes++;
    *size = pawl_fracture_size(shapes == 0 ? 1 : shapes, cells);
    return cli_heap_allocate(*size == 0 ? 1 : *size);
}

enum {
    BREAK_PIECES,
    BREAK_SEED
};

const cli_script_keyword cli_script_soft_shatter_keywords[] = {
    [BREAK_PIECES] = {"pieces", "u"}, [BREAK_SEED] = {"seed", "u"}, {NULL, NULL}};

pawl_status cli_script_soft_shatter(CALL) {
    const pawl_body_id body = cli_script_world_body(script, world, call->subject);
    pawl_fracture_def def = script->fracture;
    pawl_fragments pieces = {NULL, 0, 0, 0};
    const pawl_wide cells = has(call, BREAK_PIECES) ? call->option[BREAK_PIECES][0] : def.cells;
    size_t size;
    if (cells > PAWL_FRACTURE_CELLS_MAX) return PAWL_ERR_RANGE;
    def.cells = (uint16_t)cells;
    if (has(call, BREAK_SEED)) def.seed = (uint64_t)call->option[BREAK_SEED][0];
    void *memory = take_memory(world, body, def.cells, &size);
    const pawl_status status =
        pawl_body_shatter(world, body, point(call->number), &def, memory, size, &pieces);
    free(memory);
    return status;
}

pawl_status cli_script_soft_cut(CALL) {
    const pawl_body_id body = cli_script_world_body(script, world, call->subject);
    pawl_fragments pieces = {NULL, 0, 0, 0};
    size_t size;
    void *memory = take_memory(world, body, 2, &size);
    const pawl_status status = pawl_body_cut(world, body, point(call->number),
                                             point(call->number + 2), memory, size, &pieces);
    free(memory);
    return status;
}
