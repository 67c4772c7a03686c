/* validate.c - every invariant of a whole world. The order of the checks matters: each one may
 * rely on what the checks before it have established. */
#include "world/validate.h"

#include "world/terrain.h"
#include "world/validate_joint.h"
#include "world/validate_list.h"
#include "world/validate_soft.h"

static bool counts_are_sound(const pawli_pool *pool) {
    return pool->used <= pool->capacity && pool->live <= pool->used;
}

static const char *check_header(const pawl_world *world) {
    if (!counts_are_sound(&world->body_pool)) return "body pool counts";
    if (!counts_are_sound(&world->shape_pool)) return "shape pool counts";
    if (!counts_are_sound(&world->joint_pool)) return "joint pool counts";
    if (!counts_are_sound(&world->soft_pool)) return "soft pool counts";
    if (world->soft_substeps < 1 || world->soft_substeps > PAWL_SOFT_SUBSTEPS_MAX) {
        return "sub-steps of soft bodies";
    }
    if (world->contact_count > world->contact_capacity) return "contact count";
    if (world->geometry_used > world->geometry_capacity) return "geometry count";
    if (world->substeps < 1 || world->substeps > PAWL_SUBSTEPS_MAX) return "sub-steps";
    if (world->rate_numerator == 0 || world->rate_denominator == 0) return "step rate";
    return NULL;
}

static const char *check_body(const pawl_world *world, uint16_t slot) {
    const pawli_body *body = &pawli_bodies_const(world)[slot];
    if (body->type > PAWL_DYNAMIC) return "body type";
    if (pawl_abs(body->position.x) > PAWL_COORD_MAX) return "body x";
    if (pawl_abs(body->position.y) > PAWL_COORD_MAX) return "body y";
    if (pawl_abs(body->velocity.x) > PAWL_SPEED_MAX) return "body velocity x";
    if (pawl_abs(body->velocity.y) > PAWL_SPEED_MAX) return "body velocity y";
    if (pawl_abs(body->spin) > PAWL_SPEED_MAX) return "body spin";
    if (body->frac_x < -32 || body->frac_x > 32) return "body x remainder";
    if (body->frac_y < -32 || body->frac_y > 32) return "body y remainder";
    if ((body->type == PAWL_DYNAMIC) != (body->mass != 0)) return "body mass";
    if (!pawli_body_turns(body) && (body->spin != 0 || body->spin_acceleration != 0)) {
        return "fixed rotation that turns";
    }
    const bool awake = (body->flags & PAWLI_BODY_AWAKE) != 0;
    if (awake && body->type == PAWL_STATIC) return "static body awake";
    if (awake && !pawli_has_bit(pawli_awake_bits_const(world), slot)) return "awake without bit";
    if (awake != (body->island == PAWLI_NONE)) return "sleeping body without island";
    if (!awake && body->island >= world->body_pool.used) return "island label";
    return NULL;
}

/* The list of live bodies: links both ways, ascending serials, every live slot on it once. */
static const char *check_bodies(const pawl_world *world) {
    const pawli_body *bodies = pawli_bodies_const(world);
    uint16_t previous = PAWLI_NONE;
    uint32_t seen = 0, serial = 0;
    for (uint16_t at = world->first_body; at != PAWLI_NONE; at = bodies[at].next) {
        if (at >= world->body_pool.used || ++seen > world->body_pool.live) return "body list";
        if (!(bodies[at].flags & PAWLI_BODY_LIVE)) return "dead body on the list";
        if (bodies[at].previous != previous) return "body list back link";
        if (bodies[at].serial <= serial) return "body serials";
        const char *defect = check_body(world, at);
        if (defect != NULL) return defect;
        serial = bodies[at].serial;
        previous = at;
    }
    if (previous != world->last_body) return "last body";
    return seen == world->body_pool.live ? NULL : "live bodies";
}

/* What terrain says of itself; its data is the caller's. */
static const char *check_terrain(const pawl_world *world, const pawli_shape *shape) {
    const pawli_geometry *geometry = &pawli_geometries_const(world)[shape->geometry];
    const pawli_terrain *terrain = &geometry->terrain;
    if (geometry->users != 1) return "shared terrain";
    if (pawli_bodies_const(world)[shape->body].type == PAWL_DYNAMIC) return "dynamic terrain";
    if (shape->flags & PAWLI_SHAPE_SENSOR) return "terrain that senses";
    if (terrain->box.lower.x > terrain->box.upper.x) return "terrain box";
    if (terrain->box.lower.y > terrain->box.upper.y) return "terrain box";
    if (geometry->type == PAWLI_TILES) {
        const bool counts = terrain->count >= 1 && terrain->rows >= 1;
        return counts && terrain->cell_size > 0 ? NULL : "tile map";
    }
    if (geometry->type != PAWLI_CHAIN) return "geometry kind";
    if (terrain->count < 2 || terrain->count > PAWL_CHAIN_POINTS_MAX) return "chain points";
    return terrain->rows == 0 && terrain->cell_size == 0 ? NULL : "chain with cells";
}

/* Every shape counts as one user of its geometry. */
static const char *check_geometries(const pawl_world *world) {
    const pawli_geometry *geometries = pawli_geometries_const(world);
    uint32_t users = 0;
    for (uint16_t i = 0; i < world->geometry_used; i++) {
        const uint8_t count = geometries[i].convex.count;
        const bool convex = geometries[i].users > 0 && pawli_is_convex(&geometries[i]);
        if (convex && (count < 1 || count > PAWL_POLYGON_MAX)) return "convex vertices";
        users += geometries[i].users;
    }
    return users == world->shape_pool.live ? NULL : "geometry users";
}

static const char *check_shapes(const pawl_world *world) {
    const pawli_body *bodies = pawli_bodies_const(world);
    const pawli_shape *shapes = pawli_shapes_const(world);
    uint32_t seen = 0;
    for (uint16_t body = world->first_body; body != PAWLI_NONE; body = bodies[body].next) {
        uint32_t serial = 0;
        for (uint16_t at = bodies[body].first_shape; at != PAWLI_NONE; at = shapes[at].next) {
            if (at >= world->shape_pool.used || ++seen > world->shape_pool.live) return "shapes";
            if (!(shapes[at].flags & PAWLI_SHAPE_LIVE)) return "dead shape on a body";
            if (shapes[at].body != body) return "shape on two bodies";
            if (shapes[at].serial <= serial) return "shape serials";
            if (shapes[at].geometry >= world->geometry_used) return "shape geometry";
            if (pawli_geometries_const(world)[shapes[at].geometry].users == 0) return "geometry";
            if (!PAWL_WITH_FRACTURE && shapes[at].break_impulse != 0) return "break impulse";
            const bool moved = (shapes[at].flags & PAWLI_SHAPE_MOVED) != 0;
            if (moved && !pawli_has_bit(pawli_moved_bits_const(world), at)) return "moved bit";
            const bool in_tree = (shapes[at].flags & PAWLI_SHAPE_IN_TREE) != 0;
            if (in_tree != ((bodies[body].flags & PAWLI_BODY_ENABLED) != 0)) return "shape in tree";
            if (pawli_is_terrain(world, at)) {
                const char *defect = check_terrain(world, &shapes[at]);
                if (defect != NULL) return defect;
            }
            serial = shapes[at].serial;
        }
    }
    return seen == world->shape_pool.live ? NULL : "live shapes";
}

/* Part 0 where both are convex; else the number of a segment, or of one of the eight sides of a
 * cell. */
static bool edge_is_sound(const pawl_world *world, const pawli_contact *contact) {
    const bool of_a = pawli_is_terrain(world, contact->shape_a);
    const bool of_b = pawli_is_terrain(world, contact->shape_b);
    if (of_a && of_b) return false;
    if (!of_a && !of_b) return contact->edge == 0;
    const uint16_t slot = of_a ? contact->shape_a : contact->shape_b;
    const pawli_geometry *geometry =
        &pawli_geometries_const(world)[pawli_shapes_const(world)[slot].geometry];
    const pawli_terrain *terrain = &geometry->terrain;
    if (geometry->type == PAWLI_CHAIN) return contact->edge < (uint32_t)terrain->count;
    return contact->edge / 8 < (uint32_t)terrain->count * (uint32_t)terrain->rows;
}

static const char *check_contacts(const pawl_world *world) {
    const pawli_contact *contacts = pawli_contacts_const(world);
    const pawli_shape *shapes = pawli_shapes_const(world);
    const pawli_body *bodies = pawli_bodies_const(world);
    uint64_t before = 0;
    uint32_t edge_before = 0;
    for (uint32_t i = 0; i < world->contact_count; i++) {
        const pawli_contact *contact = &contacts[i];
        const uint16_t a = contact->shape_a, b = contact->shape_b;
        if (a >= world->shape_pool.used || b >= world->shape_pool.used) return "contact shape";
        if (!(shapes[a].flags & shapes[b].flags & PAWLI_SHAPE_LIVE)) return "contact of the dead";
        if (shapes[a].serial >= shapes[b].serial) return "contact order within the pair";
        const uint64_t key = (uint64_t)shapes[a].serial << 32 | shapes[b].serial;
        if (key < before || (key == before && contact->edge <= edge_before)) return "contact order";
        before = key;
        edge_before = contact->edge;
        if (!pawli_filter_should_collide(world, a, b)) return "contact against the filter";
        if (!edge_is_sound(world, contact)) return "contact part";
        const uint8_t flags = bodies[shapes[a].body].flags | bodies[shapes[b].body].flags;
        const bool idle = (contact->flags & PAWLI_CONTACT_IDLE) != 0 && !world->idle_unknown;
        if (idle && (flags & PAWLI_BODY_AWAKE)) return "idle contact of someone awake";
        if (contact->count > 2) return "contact point count";
        const bool senses = (pawli_pair_flags(world, a, b) & PAWLI_SHAPE_SENSOR) != 0;
        if (senses ? contact->count > 0 : (contact->flags & PAWLI_CONTACT_OVERLAPS) != 0) {
            return "contact of a sensor";
        }
        const bool touches = (contact->flags & PAWLI_CONTACT_TOUCHING) != 0;
        const bool passes =
            (contact->flags & (PAWLI_CONTACT_DISABLED | PAWLI_CONTACT_DROPPED)) != 0;
        if (touches != (contact->count > 0 && !passes)) return "contact touching flag";
        for (int p = 0; p < contact->count; p++) {
            if (contact->points[p].normal_impulse < 0) return "pulling contact";
        }
    }
    return NULL;
}

/* Walk the tree by its links: boxes contain their children, every shape in it once. */
static const char *check_tree(const pawl_world *world) {
    const pawli_node *nodes = pawli_nodes_const(world);
    const pawli_shape *shapes = pawli_shapes_const(world);
    uint32_t leaves = 0;
    for (uint16_t i = 0; i < world->shape_pool.used; i++) {
        if (!(shapes[i].flags & PAWLI_SHAPE_IN_TREE)) continue;
        leaves++;
        pawl_box box = shapes[i].fat_box;
        uint32_t depth = 0;
        for (uint16_t at = shapes[i].node; at != PAWLI_NONE; at = nodes[at].parent) {
            if (at >= world->node_used || ++depth > world->shape_pool.capacity) return "tree link";
            if (!pawl_box_contains(nodes[at].box, box)) return "tree box";
            box = nodes[at].box;
        }
    }
    if ((leaves == 0) != (world->tree_root == PAWLI_NONE)) return "tree root";
    return NULL;
}

const char *pawli_validate_find_state_defect(const pawl_world *world) {
    const char *defect = check_header(world);
    if (defect == NULL) defect = check_bodies(world);
    if (defect == NULL) defect = check_shapes(world);
    if (defect == NULL) defect = check_geometries(world);
    if (defect == NULL) defect = pawli_validate_joint_find_defect(world);
    if (defect == NULL) defect = check_contacts(world);
    if (defect == NULL && PAWL_WITH_SOFT) defect = pawli_validate_soft_find_defect(world);
    return defect;
}

const char *pawli_validate_find_defect(const pawl_world *world) {
    const char *defect = pawli_validate_find_state_defect(world);
    if (defect == NULL) defect = check_tree(world);
    if (defect == NULL) defect = pawli_validate_list_find_queue_defect(world);
    if (defect == NULL) defect = pawli_validate_list_find_tree_defect(world);
    return defect;
}

void pawli_validate_world(const pawl_world *world) {
    const char *defect = pawli_validate_find_defect(world);
    PAWL_ASSERT(defect == NULL);
    (void)defect;
}
