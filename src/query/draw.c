/* draw.c - the world as primitives in world coordinates.
 *
 * The tree reports shapes in an order that depends on its history, and there is no memory to sort
 * them in. So shapes are drawn in batches: a walk keeps the few that come next in the order of
 * drawing, and another walk goes on behind them.
 *
 * Nothing overflows: sums of positions and offsets saturate, and whatever is in range is far from
 * it: |position| < 2^30 and |offset| <= PAWL_EXTENT_MAX * sqrt(2) < 2^30. */
#include "pawl/draw.h"
#include "geom/bounds.h"

#include <string.h>

#include "period/period_image.h"
#include "query/draw_image.h"
#include "world/linked.h"
#include "world/shape_piece.h"
#include "world/tree.h"
#include "world/world.h"

PAWLI_OPTIONAL(pawl_world_next_joint);
PAWLI_OPTIONAL(pawli_period_image_begin);
PAWLI_OPTIONAL(pawli_period_image_next);
PAWLI_OPTIONAL(pawl_joint_get_def);

#define BATCH 64

/* Shapes in the order of drawing: by type of body, then by creation. Keys begin above 0, because
 * serials do. */
typedef struct batch {
    uint64_t keys[BATCH];
    uint16_t shapes[BATCH];
    int32_t count;
} batch;

typedef struct painter {
    const pawl_world *world;
    const pawl_draw_hooks *hooks;
    pawl_box clip;
} painter;

static const pawli_body *body_of(const pawl_world *world, uint16_t shape) {
    return &pawli_bodies_const(world)[pawli_shapes_const(world)[shape].body];
}

static bool has_layer(const painter *to, uint32_t layer) {
    return (to->hooks->layers & layer) != 0;
}

/* Whether the box around two points meets the clip box. */
static bool is_in_clip(const painter *to, pawl_vec2 a, pawl_vec2 b) {
    const pawl_box box = {{pawl_min(a.x, b.x), pawl_min(a.y, b.y)},
                          {pawl_max(a.x, b.x), pawl_max(a.y, b.y)}};
    return pawl_box_overlaps(box, to->clip);
}

/* ---- what an item is ---- */

static pawl_draw_role role_of(const pawli_body *body) {
    if (body->type == PAWL_STATIC) return PAWL_DRAW_STATIC;
    if (!(body->flags & PAWLI_BODY_AWAKE)) return PAWL_DRAW_ASLEEP;
    return body->type == PAWL_KINEMATIC ? PAWL_DRAW_KINEMATIC : PAWL_DRAW_DYNAMIC;
}

static pawl_draw_item body_item(const pawl_world *world, uint16_t slot, pawl_draw_role role) {
    const pawli_body *bodies = pawli_bodies_const(world);
    const bool sleeps = bodies[slot].type != PAWL_STATIC && bodies[slot].island != PAWLI_NONE;
    const pawl_draw_item item = {
        .role = role,
        .body = pawli_pool_body_id(world, slot),
        .island = sleeps ? bodies[bodies[slot].island].serial : 0,
    };
    return item;
}

static pawl_draw_item shape_item(const pawl_world *world, uint16_t shape, pawl_draw_role role) {
    pawl_draw_item item = body_item(world, pawli_shapes_const(world)[shape].body, role);
    item.shape = pawli_pool_shape_id(world, shape);
    return item;
}

/* Where the hooks want a body. */
static pawl_pose pose_of(const painter *to, pawl_body_id body) {
    const pawl_pose now = pawl_body_get_pose(to->world, body);
    return to->hooks->pose == NULL ? now : to->hooks->pose(to->hooks->context, body, now);
}

/* ---- shapes ---- */

/* A box around the clip box in the frame of a body: the box of its turned corners, which are
 * rounded, hence one raw unit more. Where a corner saturates it is still beyond every shape. */
static pawl_box clip_in_frame(const painter *to, pawl_pose pose) {
    const pawl_box clip = to->clip;
    const pawl_vec2 corners[4] = {
        clip.lower, {clip.upper.x, clip.lower.y}, clip.upper, {clip.lower.x, clip.upper.y}};
    pawl_box box = {{PAWL_FX_MAX, PAWL_FX_MAX}, {-PAWL_FX_MAX, -PAWL_FX_MAX}};
    for (int i = 0; i < 4; i++) {
        const pawl_vec2 corner = pawl_pose_unapply(pose, corners[i]);
        pawli_bounds_add(&box, pawl_vec2_make(pawl_sub(corner.x, 1), pawl_sub(corner.y, 1)));
        pawli_bounds_add(&box, pawl_vec2_make(pawl_add(corner.x, 1), pawl_add(corner.y, 1)));
    }
    return box;
}

static void draw_convex(const pawl_draw_hooks *hooks, const pawl_draw_item *item,
                        const pawl_convex *convex, pawl_pose pose) {
    pawl_vec2 points[PAWL_POLYGON_MAX];
    for (int i = 0; i < convex->count; i++) {
        points[i] = pawl_pose_apply(pose, convex->vertices[i]);
    }
    if (convex->count == 1) {
        if (hooks->circle == NULL) return;
        hooks->circle(hooks->context, item, points[0], convex->radius, pose.rotation);
    } else if (convex->count == 2) {
        if (hooks->capsule == NULL) return;
        hooks->capsule(hooks->context, item, points[0], points[1], convex->radius);
    } else if (hooks->polygon != NULL) {
        hooks->polygon(hooks->context, item, points, convex->count, convex->radius);
    }
}

static void draw_shape(const painter *to, uint16_t shape) {
    const pawl_world *world = to->world;
    const bool senses = (pawli_shapes_const(world)[shape].flags & PAWLI_SHAPE_SENSOR) != 0;
    const pawl_draw_role role = senses ? PAWL_DRAW_SENSOR : role_of(body_of(world, shape));
    pawl_draw_item item = shape_item(world, shape, role);
    const pawl_pose pose = pose_of(to, item.body);
    pawli_shape_piece_query visit = pawli_shape_piece_begin(
        world, shape, clip_in_frame(to, pawl_body_get_pose(world, item.body)));
    pawli_shape_piece piece;
    while (pawli_shape_piece_next(&visit, &piece)) {
        item.part = piece.part;
        draw_convex(to->hooks, &item, piece.convex, pose);
    }
}

static void draw_box(const painter *to, uint16_t shape) {
    const pawl_draw_item item = shape_item(to->world, shape, PAWL_DRAW_BOX);
    if (to->hooks->box == NULL) return;
    to->hooks->box(to->hooks->context, &item, pawli_shapes_const(to->world)[shape].fat_box);
}

/* ---- batches ---- */

static uint64_t drawing_key(const pawl_world *world, uint16_t shape) {
    return (uint64_t)body_of(world, shape)->type << 32 | pawli_shapes_const(world)[shape].serial;
}

/* Insertion sort; when the batch is full its last shape waits for the next one. */
static void keep_lowest(batch *next, uint64_t key, uint16_t shape) {
    int32_t at = next->count;
    if (at == BATCH) {
        at--;
        if (next->keys[at] < key) return;
    } else {
        next->count++;
    }
    for (; at > 0 && next->keys[at - 1] > key; at--) {
        next->keys[at] = next->keys[at - 1];
        next->shapes[at] = next->shapes[at - 1];
    }
    next->keys[at] = key;
    next->shapes[at] = shape;
}

/* The shapes in the clip box that come next after a key. */
static void find_batch(const painter *to, uint64_t after, batch *next) {
    pawli_tree_query visit;
    pawli_tree_query_begin_once(to->world, to->clip, &visit);
    next->count = 0;
    for (;;) {
        const uint16_t shape = pawli_tree_query_next(to->world, &visit);
        if (shape == PAWLI_NONE) return;
        const uint64_t key = drawing_key(to->world, shape);
        if (key > after) keep_lowest(next, key, shape);
    }
}

/* A batch that is not full is the last; each full one moves on by BATCH shapes. */
static void draw_all_shapes(const painter *to, void (*draw)(const painter *, uint16_t)) {
    batch next;
    uint64_t after = 0;
    do {
        find_batch(to, after, &next);
        for (int32_t i = 0; i < next.count; i++) {
            draw(to, next.shapes[i]);
        }
        if (next.count == BATCH) after = next.keys[BATCH - 1];
    } while (next.count == BATCH);
}

/* ---- islands, joints, centers, contacts ---- */

/* Islands are joined by the contacts between dynamic bodies. */
static void draw_islands(const painter *to) {
    const pawl_world *world = to->world;
    const pawl_draw_hooks *hooks = to->hooks;
    const pawli_contact *contacts = pawli_contacts_const(world);
    if (hooks->line == NULL) return;
    for (uint32_t i = 0; i < world->contact_count; i++) {
        const uint16_t shape_a = contacts[i].shape_a, shape_b = contacts[i].shape_b;
        const pawli_body *a = body_of(world, shape_a), *b = body_of(world, shape_b);
        if (!(contacts[i].flags & PAWLI_CONTACT_TOUCHING)) continue;
        if (a->type != PAWL_DYNAMIC || b->type != PAWL_DYNAMIC) continue;
        const pawl_vec2 end = pawli_way_image(world, a->position, b->position);
        if (!is_in_clip(to, a->position, end)) continue;
        const uint16_t slot = pawli_shapes_const(world)[shape_a].body;
        const pawl_draw_item item = body_item(world, slot, PAWL_DRAW_ISLAND);
        hooks->line(hooks->context, &item, a->position, end);
    }
}

static void draw_line(const painter *to, const pawl_draw_item *item, pawl_vec2 a, pawl_vec2 b) {
    if (to->hooks->line != NULL) to->hooks->line(to->hooks->context, item, a, b);
}

/* One end of a joint: from the center of mass of what can move to the anchor. */
static void draw_joint_end(const painter *to, const pawl_draw_item *item, pawl_body_id id,
                           pawl_vec2 anchor) {
    const pawli_body *body = &pawli_bodies_const(to->world)[pawli_pool_find_body(to->world, id)];
    if (body->type != PAWL_STATIC) {
        const pawl_vec2 center = pawl_pose_apply(pose_of(to, id), body->center);
        draw_line(to, item, pawli_way_image(to->world, anchor, center), anchor);
    }
    if (to->hooks->point != NULL) to->hooks->point(to->hooks->context, item, anchor);
}

static void draw_joint(const painter *to, pawl_joint_id id, const pawl_joint_def *joint) {
    const pawl_vec2 a = pawl_pose_apply(pose_of(to, joint->body_a), joint->frame_a.anchor);
    const pawl_vec2 b = pawli_way_image(
        to->world, a, pawl_pose_apply(pose_of(to, joint->body_b), joint->frame_b.anchor));
    if (!is_in_clip(to, a, b)) return;
    pawl_draw_item item =
        body_item(to->world, pawli_pool_find_body(to->world, joint->body_a), PAWL_DRAW_JOINT);
    item.joint = id;
    draw_joint_end(to, &item, joint->body_a, a);
    if (joint->type == PAWL_JOINT_PULLEY) {
        const pawl_vec2 ground_a = pawli_way_image(to->world, a, joint->ground_a);
        const pawl_vec2 ground_b = pawli_way_image(to->world, b, joint->ground_b);
        draw_line(to, &item, a, ground_a);
        draw_line(to, &item, ground_a, ground_b);
        draw_line(to, &item, ground_b, b);
    } else {
        draw_line(to, &item, a, b);
    }
    draw_joint_end(to, &item, joint->body_b, b);
}

/* A filter joint has no anchors. */
static void draw_joints(const painter *to) {
    const pawl_world *world = to->world;
    const pawl_joint_id none = {0, 0};
    if (!pawli_has_joints_linked()) return;
    pawl_joint_id id = pawl_world_next_joint(world, none);
    for (; id.index1 != 0; id = pawl_world_next_joint(world, id)) {
        pawl_joint_def joint;
        if (pawl_joint_get_def(world, id, &joint) != PAWL_OK) return;
        if (joint.type == PAWL_JOINT_FILTER) continue;
        if (!pawl_body_is_enabled(world, joint.body_a)) continue;
        if (!pawl_body_is_enabled(world, joint.body_b)) continue;
        draw_joint(to, id, &joint);
    }
}

static void draw_centers(const painter *to) {
    const pawl_world *world = to->world;
    const pawli_body *bodies = pawli_bodies_const(world);
    if (to->hooks->point == NULL) return;
    for (uint16_t slot = world->first_body; slot != PAWLI_NONE; slot = bodies[slot].next) {
        const pawli_body *body = &bodies[slot];
        if (body->type == PAWL_STATIC || !(body->flags & PAWLI_BODY_ENABLED)) continue;
        if (!is_in_clip(to, body->position, body->position)) continue;
        const pawl_draw_item item = body_item(world, slot, PAWL_DRAW_CENTER);
        const pawl_vec2 center = pawl_pose_apply(pose_of(to, item.body), body->center);
        to->hooks->point(to->hooks->context, &item, center);
    }
}

static void draw_contact_point(const painter *to, pawl_draw_item *item, const pawl_contact *contact,
                               int i) {
    const pawl_draw_hooks *hooks = to->hooks;
    const pawl_vec2 point = contact->points[i];
    if (has_layer(to, PAWL_LAYER_NORMALS) && hooks->line != NULL) {
        const pawl_vec2 length = pawl_vec2_make(to->world->scales.length_unit / 4, 0);
        const pawl_vec2 tip = pawl_vec2_add(point, pawl_rotate(contact->normal, length));
        item->role = PAWL_DRAW_NORMAL;
        hooks->line(hooks->context, item, point, tip);
    }
    if (has_layer(to, PAWL_LAYER_CONTACTS) && hooks->point != NULL) {
        item->role = PAWL_DRAW_CONTACT;
        hooks->point(hooks->context, item, point);
    }
    if (has_layer(to, PAWL_LAYER_IMPULSES) && hooks->number != NULL) {
        item->role = PAWL_DRAW_IMPULSE;
        hooks->number(hooks->context, item, point, contact->impulses[i]);
    }
}

static void draw_contacts(const painter *to) {
    const pawl_world *world = to->world;
    pawl_contact contact;
    uint32_t cursor = 0;
    while (pawl_world_next_contact(world, &cursor, &contact)) {
        const uint16_t shape = pawli_pool_find_shape(world, contact.shape_a);
        PAWL_ASSERT(shape != PAWLI_NONE);
        pawl_draw_item item = shape_item(world, shape, PAWL_DRAW_CONTACT);
        for (int i = 0; i < contact.count; i++) {
            if (!is_in_clip(to, contact.points[i], contact.points[i])) continue;
            draw_contact_point(to, &item, &contact, i);
        }
    }
}

/* ---- soft bodies ---- */

static void draw_soft_link(const painter *to, const pawl_draw_item *item, const pawli_soft *soft,
                           const pawli_soft_link *link) {
    const pawli_soft_point *points = pawli_soft_points_const(to->world) + soft->first_point;
    const pawl_draw_hooks *hooks = to->hooks;
    if ((link->flags & PAWL_LINK_TORN) || link->type == PAWL_LINK_BEND) return;
    const pawl_vec2 a = points[link->a].position;
    if (link->type == PAWL_LINK_ATTACH) {
        pawl_draw_item pin = *item;
        pin.role = PAWL_DRAW_PIN;
        pin.body = pawli_pool_body_id(to->world, link->b);
        const pawl_vec2 anchor = pawl_pose_apply(pose_of(to, pin.body), link->place);
        if (hooks->point != NULL && is_in_clip(to, anchor, anchor)) {
            hooks->point(hooks->context, &pin, anchor);
        }
        return;
    }
    const pawl_vec2 b = points[link->b].position;
    if (!is_in_clip(to, a, b)) return;
    if ((link->flags & PAWL_LINK_SURFACE) && hooks->capsule != NULL) {
        hooks->capsule(hooks->context, item, a, b, soft->radius);
    } else {
        draw_line(to, item, a, b);
    }
}

/* Inner links first, so that the surface lies on top. */
static void draw_soft(const painter *to, uint16_t slot) {
    const pawli_soft *soft = &pawli_softs_const(to->world)[slot];
    const pawli_soft_point *points = pawli_soft_points_const(to->world) + soft->first_point;
    const pawli_soft_link *links = pawli_soft_links_const(to->world) + soft->first_link;
    const bool awake = (soft->flags & PAWLI_SOFT_AWAKE) != 0;
    pawl_draw_item item;
    memset(&item, 0, sizeof item);
    item.role = awake ? PAWL_DRAW_SOFT : PAWL_DRAW_SOFT_ASLEEP;
    item.soft = pawli_pool_soft_id(to->world, slot);
    for (int surface = 0; surface < 2; surface++) {
        for (item.part = 0; item.part < soft->link_count; item.part++) {
            const pawli_soft_link *link = &links[item.part];
            const bool on_top = link->type == PAWL_LINK_ATTACH || (link->flags & PAWL_LINK_SURFACE);
            if (on_top == (surface == 1)) draw_soft_link(to, &item, soft, link);
        }
    }
    item.role = PAWL_DRAW_PIN;
    for (item.part = 0; item.part < soft->point_count; item.part++) {
        const pawl_vec2 point = points[item.part].position;
        if (points[item.part].mass != 0 || to->hooks->point == NULL) continue;
        if (is_in_clip(to, point, point)) to->hooks->point(to->hooks->context, &item, point);
    }
}

static void draw_softs(const painter *to) {
    const pawli_soft *softs = pawli_softs_const(to->world);
    for (uint16_t at = pawli_first_soft(to->world); at != PAWLI_NONE; at = softs[at].next)
        draw_soft(to, at);
}

static void draw_stages(const pawl_draw_hooks *hooks) {
    uint64_t sum = 0;
    if (hooks->stage == NULL || hooks->stage_ticks == NULL) return;
    for (int i = 0; i < PAWL_STAGE_COUNT; i++)
        sum += hooks->stage_ticks[i];
    for (int i = 0; i < PAWL_STAGE_COUNT; i++)
        hooks->stage(hooks->context, (pawl_stage)i, hooks->stage_ticks[i], sum);
}

/* ---- all of it ------------------------------------------------------------------------------ */

static void draw_bodies(const painter *to) {
    draw_all_shapes(to, draw_shape);
}

static void draw_boxes(const painter *to) {
    draw_all_shapes(to, draw_box);
}

#if PAWL_WITH_PERIODS
/* No farther around its middle than a period: what is beyond is an image again. */
static void cut_clip(pawl_fx *lower, pawl_fx *upper, pawl_fx period) {
    if (period == 0 || (int64_t)*upper - *lower <= period) return;
    const int64_t middle = ((int64_t)*upper + *lower) / 2;
    *lower = pawl_saturate(middle - period);
    *upper = pawl_saturate(middle + period);
}

/* Each image that meets the clip box, or without one the world as it is stored. */
static void draw_images(const painter *to, void (*draw)(const painter *)) {
    const pawl_vec2 periods = pawl_world_get_periods(to->world);
    pawl_box clip = to->clip;
    pawli_images images;
    cut_clip(&clip.lower.x, &clip.upper.x, periods.x);
    cut_clip(&clip.lower.y, &clip.upper.y, periods.y);
    for (bool more = pawli_images_begin(to->world, clip, &images); more;
         more = pawli_images_next(&images)) {
        const pawli_draw_image image = {to->hooks, images.offset};
        const pawl_draw_hooks hooks = pawli_draw_image_hooks(&image);
        const painter moved = {to->world,
                               &hooks,
                               {pawl_vec2_add(to->clip.lower, image.offset),
                                pawl_vec2_add(to->clip.upper, image.offset)}};
        draw(&moved);
    }
}
#endif

static void draw_layer(const painter *to, uint32_t layer, void (*draw)(const painter *)) {
    if (!has_layer(to, layer)) return;
#if PAWL_WITH_PERIODS
    if (pawli_way_goes_round(to->world) && to->hooks->clip != NULL) {
        draw_images(to, draw);
        return;
    }
#endif
    draw(to);
}

pawl_status pawl_world_draw(const pawl_world *world, const pawl_draw_hooks *hooks) {
    const pawl_box everything = {{-PAWL_FX_MAX, -PAWL_FX_MAX}, {PAWL_FX_MAX, PAWL_FX_MAX}};
    if (world == NULL || hooks == NULL) return PAWL_ERR_NULL;
    if (hooks->layers & ~(uint32_t)PAWL_LAYER_ALL) return PAWL_ERR_ARGUMENT;
    const painter to = {world, hooks, hooks->clip != NULL ? *hooks->clip : everything};
    const bool is_outer = pawli_lock_for_reading(world);
    draw_layer(&to, PAWL_LAYER_SHAPES, draw_bodies);
    draw_layer(&to, PAWL_LAYER_SOFT, draw_softs);
    draw_layer(&to, PAWL_LAYER_BOXES, draw_boxes);
    draw_layer(&to, PAWL_LAYER_ISLANDS, draw_islands);
    draw_layer(&to, PAWL_LAYER_JOINTS, draw_joints);
    draw_layer(&to, PAWL_LAYER_CENTERS, draw_centers);
    draw_layer(&to, PAWL_LAYER_CONTACTS | PAWL_LAYER_NORMALS | PAWL_LAYER_IMPULSES, draw_contacts);
    if (has_layer(&to, PAWL_LAYER_STAGES)) draw_stages(hooks);
    pawli_unlock_after_reading(world, is_outer);
    return PAWL_OK;
}
