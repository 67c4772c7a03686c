/* api_soft.c - calls of fuzz_api about soft bodies, and those that break rigid ones. */
#include "fuzz/api.h"

#define PIECES_MAX 32u

api_sights api_seen;

/* ---- soft bodies --------------------------------------------------------------------------- */
static answer create(pawl_world *world, const call *c) {
    answer given = {PAWL_OK, 0};
    pawl_soft_def def = c->soft_def;
    pawl_soft_id soft = {0, 0};
    def.points = c->points;
    def.links = c->links;
    given.status = pawl_soft_create(world, &def, &soft);
    given.handle = pawl_soft_id_store(soft);
    api_seen.softs += given.status == PAWL_OK;
    return given;
}

static pawl_status attach(pawl_world *world, const call *c, uint32_t *link) {
    pawl_vec2 anchor = pawl_vec2_make(c->number / 16, c->share);
    pawl_soft_point point;
    if (c->flag && pawl_soft_get_point(world, c->soft, c->part, &point) == PAWL_OK)
        anchor = pawl_pose_unapply(pawl_body_get_pose(world, c->body), point.position);
    const pawl_status status = pawl_soft_attach(world, c->soft, c->part, c->body, anchor, link);
    api_seen.attached += status == PAWL_OK;
    return status;
}

static pawl_status change_point(pawl_world *world, const call *c) {
    switch (c->word % 5) {
    case 0:
        return pawl_soft_set_point_position(world, c->soft, c->part, c->position);
    case 1:
        return pawl_soft_set_point_velocity(world, c->soft, c->part, c->velocity);
    case 2:
        return pawl_soft_set_point_mass(world, c->soft, c->part, c->flag ? c->rate : 0);
    case 3:
        return pawl_soft_tear(world, c->soft, c->part);
    default:
        return pawl_soft_apply_point_impulse(world, c->soft, c->part, c->push);
    }
}

static pawl_status change_whole(pawl_world *world, const call *c) {
    const pawl_filter filter = {1, c->flag ? UINT32_MAX : c->word | 1, 0, 0};
    switch (c->word % 9) {
    case 0:
    case 1:
        return pawl_soft_set_awake(world, c->soft, c->flag);
    case 2:
        return pawl_soft_set_target_area2(world, c->soft,
                                          c->flag ? (int64_t)c->rate * 65536 : c->push.x);
    case 3:
        return pawl_soft_set_filter(world, c->soft, filter);
    case 4:
        return pawl_soft_set_pressure(world, c->soft, c->share);
    case 5:
        return pawl_soft_set_damping(world, c->soft, c->rate);
    case 6:
        return pawl_soft_set_gravity_scale(world, c->soft, c->number);
    case 7:
        return pawl_soft_set_iterations(world, c->soft,
                                        (int32_t)(c->angle % (c->flag ? 9 : UINT32_MAX)));
    default:
        return pawl_soft_set_user_data(world, c->soft, c->word);
    }
}

static uint32_t fold_parts(const pawl_world *world, pawl_soft_id soft, uint32_t sum) {
    pawl_soft_point point;
    pawl_soft_link link;
    pawl_body_id body;
    pawl_vec2 anchor;
    for (uint32_t i = 0; pawl_soft_get_point(world, soft, i, &point) == PAWL_OK; i++) {
        sum = fold_vec2(fold_vec2(fold(sum, point.mass), point.position), point.velocity);
        sum = fold(sum, pawl_soft_is_point_touching(world, soft, i));
    }
    for (uint32_t i = 0; pawl_soft_get_link(world, soft, i, &link) == PAWL_OK; i++) {
        sum = fold(fold(fold(fold(sum, link.a), link.b), link.c), link.flags);
        sum = fold(fold(fold(fold(sum, link.type), link.length), link.stiffness), link.tear);
        if (pawl_soft_get_attachment(world, soft, i, &body, &anchor) != PAWL_OK) continue;
        sum = fold(fold_vec2(sum, anchor), pawl_body_id_store(body));
        require(body.index1 == 0 || pawl_body_is_valid(world, body), "held by nobody");
    }
    return sum;
}

static uint32_t read_soft(const pawl_world *world, pawl_soft_id soft) {
    const pawl_box box = pawl_soft_get_box(world, soft);
    const pawl_filter filter = pawl_soft_get_filter(world, soft);
    uint32_t sum = fold_vec2(fold_vec2(0, box.lower), box.upper);
    require(box.lower.x <= box.upper.x && box.lower.y <= box.upper.y, "a box is inside out");
    sum = fold_vec2(sum, pawl_soft_get_center(world, soft));
    sum =
        fold(fold(sum, pawl_soft_get_area2(world, soft)), pawl_soft_get_target_area2(world, soft));
    sum = fold(fold(sum, pawl_soft_is_awake(world, soft)), pawl_soft_get_user_data(world, soft));
    sum = fold(fold(fold(sum, filter.category), filter.mask), filter.group);
    sum = fold(fold(sum, pawl_soft_get_radius(world, soft)),
               pawl_soft_get_outline_count(world, soft));
    sum = fold(fold(sum, pawl_soft_get_friction(world, soft)),
               pawl_soft_get_restitution(world, soft));
    sum = fold(fold(sum, pawl_soft_get_pressure(world, soft)), pawl_soft_get_damping(world, soft));
    sum = fold(sum, pawl_soft_get_gravity_scale(world, soft));
    return fold_parts(world, soft, fold(sum, pawl_soft_get_iterations(world, soft)));
}

answer api_soft(pawl_world *world, const call *c) {
    answer given = {PAWL_OK, 0};
    if (c->kind < KIND_SOFT + 4) return create(world, c);
    if (c->kind < KIND_SOFT + 8) {
        given.status = change_point(world, c);
    } else if (c->kind < KIND_SOFT + 11) {
        given.status = change_whole(world, c);
    } else if (c->kind < KIND_SOFT + 13) {
        given.status = attach(world, c, &given.handle);
    } else if (c->kind < KIND_SOFT_READ) {
        given.status = pawl_soft_destroy(world, c->soft);
    } else {
        given.handle = read_soft(world, c->soft);
    }
    return given;
}

/* What came out of the last step. */
uint32_t api_fold_events(const pawl_world *world, uint32_t sum) {
    const pawl_events events = pawl_world_get_events(world);
    api_seen.tears += events.tear_count;
    api_seen.fractures += events.fracture_count;
    for (uint32_t i = 0; i < events.fracture_count; i++) {
        const pawl_fracture_event *const event = &events.fractures[i];
        sum = fold(fold(sum, pawl_shape_id_store(event->shape)), event->impulse);
        sum = fold(fold_vec2(sum, event->point), pawl_shape_id_store(event->other));
    }
    for (uint32_t i = 0; i < events.load_count; i++)
        sum = fold(fold(sum, pawl_joint_id_store(events.loads[i].joint)), i);
    for (uint32_t i = 0; i < events.tear_count; i++)
        sum = fold(fold(sum, pawl_soft_id_store(events.tears[i].soft)), events.tears[i].link);
    return fold(sum, events.tear_count);
}

/* ---- what breaks --------------------------------------------------------------------------- */
static pawl_fracture_def fracture_def_of(const call *c) {
    pawl_fracture_def def = pawl_fracture_def_default();
    def.seed = c->word;
    def.cells = c->cells;
    if (c->flag) def.size_min = pawl_add(c->rate / 16, PAWL_SIZE_MIN);
    def.focus = c->share;
    if (c->angle % 256 == 0) def.cookie++;
    return def;
}

/* The youngest body: a piece, if there are any. */
static uint32_t youngest(const pawl_world *world) {
    pawl_body_id body = {0, 0}, found = body;
    while ((body = pawl_world_next_body(world, body)).index1 != 0)
        found = body;
    return pawl_body_id_store(found);
}

answer api_break(pawl_world *world, const call *c) {
    answer given = {PAWL_OK, 0};
    pawl_body_id bodies[PIECES_MAX];
    pawl_fragments made = {bodies, c->angle % 4 == 0 ? c->angle / 4 % PIECES_MAX : PIECES_MAX, 0,
                           0};
    const pawl_fracture_def def = fracture_def_of(c);
    pawl_vec2 at = c->position;
    if (c->flag) at = pawl_body_get_position(world, c->body);
    at.x = pawl_add(at.x, c->share / 8);
    const pawl_vec2 through = pawl_vec2_add(at, c->translation);
    const size_t size = c->memory != 0 ? c->memory : pawl_fracture_size(16, c->cells);
    void *const memory = malloc(size == 0 ? 1 : size);
    require(memory != NULL, "no memory");
    int32_t count;
    switch (c->word / 8 % 4) {
    case 0:
        given.status = pawl_body_cut(world, c->body, at, through, memory, size, &made);
        require(made.left <= made.count && made.count <= made.capacity, "too many pieces");
        break;
    case 1:
        given.status = pawl_body_shatter(world, c->body, at, &def, memory, size, &made);
        require(made.count <= made.capacity, "too many pieces");
        break;
    default:
        count = pawl_world_break(world, &def, memory, size);
        given.status = count < 0 ? (pawl_status)count : PAWL_OK;
        made.count = count < 0 ? 0 : (uint32_t)count;
        break;
    }
    free(memory);
    if (made.count > 0) given.handle = youngest(world);
    api_seen.broken += made.count > 0;
    return given;
}
