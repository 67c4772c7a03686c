/* state_hash.c - the hash of a world over the canonical words of the field table.
 *
 * What an object feeds is in feed.h. Bodies come in creation order, each followed by its shapes and
 * their geometry; then contacts in their order; then the pools with their free queues; then joints
 * in creation order with their pool, if there has ever been one, and soft bodies with their points
 * and links likewise. */
#include "pawl/state.h"
#include "world/canonical.h"

/* What to feed: everything, or the motion fields of the world and of bodies. */
typedef struct feeder {
    pawli_canonical feed;
    const pawl_world *world;
    pawli_canonical_plan body, shape, geometry;
    pawli_canonical_row rows[PAWLI_CANONICAL_ROWS];
    bool motion_only;
} feeder;

static void begin(feeder *feed, const pawl_world *world, bool motion_only) {
    pawli_canonical_begin(&feed->feed, world);
    feed->world = world;
    feed->motion_only = motion_only;
}

static void feed_fields(feeder *feed, pawli_object_type kind, const void *object) {
    pawli_canonical_fields(&feed->feed, kind, object, feed->motion_only ? PAWLI_FIELD_MOTION : 0);
}

static void feed_name(feeder *feed, pawli_object_type kind, uint16_t slot, uint32_t serial) {
    pawli_canonical_name(&feed->feed, kind, slot, serial);
}

static void feed_shapes(feeder *feed, const pawli_body *body) {
    const pawli_shape *shapes = pawli_shapes_const(feed->world);
    for (uint16_t at = body->first_shape; at != PAWLI_NONE; at = shapes[at].next) {
        feed_name(feed, PAWLI_OBJECT_SHAPE, at, shapes[at].serial);
        pawli_canonical_object(&feed->feed, &feed->shape, &shapes[at]);
        const pawli_geometry *geometry = &pawli_geometries_const(feed->world)[shapes[at].geometry];
        if (pawli_is_convex(geometry)) {
            pawli_canonical_object(&feed->feed, &feed->geometry, &geometry->convex);
        } else {
            feed_fields(feed, PAWLI_OBJECT_TERRAIN, geometry);
        }
    }
}

static void feed_bodies(feeder *feed) {
    const pawli_body *bodies = pawli_bodies_const(feed->world);
    const uint8_t flags = feed->motion_only ? PAWLI_FIELD_MOTION : 0;
    pawli_canonical_row *rows =
        pawli_canonical_prepare(&feed->body, PAWLI_OBJECT_BODY, flags, feed->rows);
    if (!feed->motion_only) {
        rows = pawli_canonical_prepare(&feed->shape, PAWLI_OBJECT_SHAPE, 0, rows);
        rows = pawli_canonical_prepare(&feed->geometry, PAWLI_OBJECT_GEOMETRY, 0, rows);
    }
    PAWL_ASSERT(rows <= feed->rows + PAWLI_CANONICAL_ROWS);
    for (uint16_t at = feed->world->first_body; at != PAWLI_NONE; at = bodies[at].next) {
        feed_name(feed, PAWLI_OBJECT_BODY, feed->motion_only ? 0 : at, bodies[at].serial);
        pawli_canonical_object(&feed->feed, &feed->body, &bodies[at]);
        if (!feed->motion_only) feed_shapes(feed, &bodies[at]);
    }
}

static void feed_contacts(feeder *feed) {
    const pawli_contact *contacts = pawli_contacts_const(feed->world);
    pawli_canonical_plan plan;
    (void)pawli_canonical_prepare(&plan, PAWLI_OBJECT_CONTACT, 0, feed->rows);
    for (uint32_t i = 0; i < feed->world->contact_count; i++) {
        pawli_canonical_object(&feed->feed, &plan, &contacts[i]);
    }
}

/* The free slots in the order in which they will be used again, with their generations: the ids
 * of objects yet to be made depend on them. */
static void feed_body_pool(feeder *feed) {
    const pawli_body *bodies = pawli_bodies_const(feed->world);
    feed_fields(feed, PAWLI_OBJECT_POOL, &feed->world->body_pool);
    for (uint16_t at = feed->world->body_pool.free_first; at != PAWLI_NONE; at = bodies[at].next) {
        feed_name(feed, PAWLI_OBJECT_POOL, at, bodies[at].generation);
    }
}

static void feed_shape_pool(feeder *feed) {
    const pawli_shape *shapes = pawli_shapes_const(feed->world);
    feed_fields(feed, PAWLI_OBJECT_POOL, &feed->world->shape_pool);
    for (uint16_t at = feed->world->shape_pool.free_first; at != PAWLI_NONE; at = shapes[at].body) {
        feed_name(feed, PAWLI_OBJECT_POOL, at, shapes[at].generation);
    }
}

static void feed_joints(feeder *feed) {
    const pawli_joint *joints = pawli_joints_const(feed->world);
    pawli_canonical_plan plan;
    if (!PAWL_WITH_JOINTS || feed->world->joint_pool.used == 0) return;
    (void)pawli_canonical_prepare(&plan, PAWLI_OBJECT_JOINT, 0, feed->rows);
    for (uint16_t at = pawli_first_joint(feed->world); at != PAWLI_NONE; at = joints[at].next) {
        feed_name(feed, PAWLI_OBJECT_JOINT, at, joints[at].serial);
        pawli_canonical_object(&feed->feed, &plan, &joints[at]);
    }
    feed_fields(feed, PAWLI_OBJECT_POOL, &feed->world->joint_pool);
    for (uint16_t at = feed->world->joint_pool.free_first; at != PAWLI_NONE; at = joints[at].next) {
        feed_name(feed, PAWLI_OBJECT_POOL, at, joints[at].generation);
    }
}

/* One after the other, as many as the soft body says. */
static void feed_soft_parts(feeder *feed, const pawli_soft *soft, const pawli_canonical_plan *point,
                            const pawli_canonical_plan *link) {
    const pawli_soft_point *points = pawli_soft_points_const(feed->world) + soft->first_point;
    const pawli_soft_link *links = pawli_soft_links_const(feed->world) + soft->first_link;
    for (uint16_t i = 0; i < soft->point_count; i++)
        pawli_canonical_object(&feed->feed, point, &points[i]);
    if (link == NULL) return;
    for (uint16_t i = 0; i < soft->link_count; i++)
        pawli_canonical_object(&feed->feed, link, &links[i]);
}

static void feed_soft_motion(feeder *feed) {
    const pawli_soft *softs = pawli_softs_const(feed->world);
    pawli_canonical_plan point;
    if (pawli_first_soft(feed->world) == PAWLI_NONE) return;
    (void)pawli_canonical_prepare(&point, PAWLI_OBJECT_SOFT_POINT, PAWLI_FIELD_MOTION, feed->rows);
    for (uint16_t at = pawli_first_soft(feed->world); at != PAWLI_NONE; at = softs[at].next) {
        feed_name(feed, PAWLI_OBJECT_SOFT, 0, softs[at].serial);
        feed_soft_parts(feed, &softs[at], &point, NULL);
    }
}

static void feed_softs(feeder *feed) {
    const pawli_soft *softs = pawli_softs_const(feed->world);
    pawli_canonical_plan plan, point, link;
    if (!PAWL_WITH_SOFT || feed->world->soft_pool.used == 0) return;
    pawli_canonical_row *rows = pawli_canonical_prepare(&plan, PAWLI_OBJECT_SOFT, 0, feed->rows);
    rows = pawli_canonical_prepare(&point, PAWLI_OBJECT_SOFT_POINT, 0, rows);
    rows = pawli_canonical_prepare(&link, PAWLI_OBJECT_SOFT_LINK, 0, rows);
    PAWL_ASSERT(rows <= feed->rows + PAWLI_CANONICAL_ROWS);
    for (uint16_t at = pawli_first_soft(feed->world); at != PAWLI_NONE; at = softs[at].next) {
        feed_name(feed, PAWLI_OBJECT_SOFT, at, softs[at].serial);
        pawli_canonical_object(&feed->feed, &plan, &softs[at]);
        feed_soft_parts(feed, &softs[at], &point, &link);
    }
    feed_fields(feed, PAWLI_OBJECT_SOFT_POOL, feed->world);
    for (uint16_t at = feed->world->soft_pool.free_first; at != PAWLI_NONE; at = softs[at].next)
        feed_name(feed, PAWLI_OBJECT_SOFT_POOL, at, softs[at].generation);
}

uint32_t pawl_world_hash(const pawl_world *world) {
    if (world == NULL) return 0;
    feeder feed;
    begin(&feed, world, false);
    feed_fields(&feed, PAWLI_OBJECT_WORLD, world);
    feed_bodies(&feed);
    feed_contacts(&feed);
    feed_body_pool(&feed);
    feed_shape_pool(&feed);
    feed_joints(&feed);
    feed_softs(&feed);
    return pawli_canonical_end(&feed.feed);
}

uint32_t pawl_world_motion_hash(const pawl_world *world) {
    if (world == NULL) return 0;
    feeder feed;
    begin(&feed, world, true);
    feed_fields(&feed, PAWLI_OBJECT_WORLD, world);
    feed_bodies(&feed);
    feed_soft_motion(&feed);
    return pawli_canonical_end(&feed.feed);
}

uint32_t pawl_xxh32(const void *data, size_t size, uint32_t seed) {
    return pawli_xxh32_bytes(data, size, seed);
}
