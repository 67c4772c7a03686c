/* validate.c - every invariant of a whole world. The order of the checks matters: each one may
 * rely on what the checks before it have established. */
#include "world/validate.h"

#include "base/optional.h"
#include "period/period.h"
#include "world/linked.h"
#include "world/terrain.h"

PAWLI_OPTIONAL(pawli_period_find_defect);

/* ---- objects, as the object table asks for them --------------------------------------------- */

const char *pawli_validate_find_body_defect(const pawl_world *world, uint32_t slot) {
    const pawli_body *body = &pawli_bodies_const(world)[slot];
    if ((body->type == PAWL_DYNAMIC) != (body->mass != 0)) return "body mass";
    if (!pawli_body_turns(body) && (body->spin != 0 || body->spin_acceleration != 0)) {
        return "fixed rotation that turns";
    }
    if (!pawli_body_is_held(body)) return "locked body that moves";
    const bool awake = (body->flags & PAWLI_BODY_AWAKE) != 0;
    if (awake && body->type == PAWL_STATIC) return "static body awake";
    if (awake && !pawli_has_bit(pawli_awake_bits_const(world), (uint16_t)slot))
        return "awake without bit";
    if (awake != (body->island == PAWLI_NONE)) return "sleeping body without island";
    if (!awake && body->island >= world->body_pool.used) return "island label";
    return NULL;
}

#if PAWL_WITH_CHARACTERS
static const char *find_soft_ground_defect(const pawl_world *world,
                                           const pawli_character *character) {
    const uint16_t ground = character->ground_soft;
    if (!PAWL_WITH_SOFT || ground > world->soft_pool.used) return "soft ground of a character";
    if (!(pawli_softs_const(world)[ground - 1u].flags & PAWLI_SOFT_LIVE))
        return "soft ground of a character";
    if (character->ground_shape != PAWLI_NONE) return "two grounds of a character";
    return character->flags & PAWLI_CHARACTER_ON_GROUND ? NULL : "soft ground in the air";
}

const char *pawli_validate_find_character_defect(const pawl_world *world, uint32_t slot) {
    const pawli_character *character = &pawli_characters_const(world)[slot];
    const unsigned flags = character->flags;
    if (character->body >= world->body_pool.used) return "character without a body";
    if (!(pawli_bodies_const(world)[character->body].flags & PAWLI_BODY_LIVE))
        return "character of a body that is gone";
    if (pawli_pool_character_of(world, character->body) != slot) return "body of two characters";
    if (character->ground_soft != 0) return find_soft_ground_defect(world, character);
    if (character->ground_shape == PAWLI_NONE) return NULL;
    if (character->ground_shape >= world->shape_pool.used) return "ground of a character";
    if (!(pawli_shapes_const(world)[character->ground_shape].flags & PAWLI_SHAPE_LIVE))
        return "ground of a character";
    return flags & PAWLI_CHARACTER_ON_GROUND ? NULL : "ground in the air";
}
#endif

/* What terrain says of itself; its data is the caller's. */
static const char *check_terrain(const pawl_world *world, const pawli_shape *shape) {
    const pawli_geometry *geometry = &pawli_geometries_const(world)[shape->geometry];
    const pawli_terrain *terrain = &geometry->terrain;
    if (!pawli_has_edges(world)) return "terrain without room";
    if (geometry->users != 1) return "shared terrain";
    if (pawli_bodies_const(world)[shape->body].type == PAWL_DYNAMIC) return "dynamic terrain";
    if (shape->flags & PAWLI_SHAPE_SENSOR) return "terrain that senses";
    if (terrain->box.lower.x > terrain->box.upper.x) return "terrain box";
    if (terrain->box.lower.y > terrain->box.upper.y) return "terrain box";
    if (terrain->materials > PAWL_MATERIALS_MAX) return "terrain materials";
    if (geometry->type == PAWLI_TILES) {
        const bool counts = terrain->count >= 1 && terrain->rows >= 1;
        return counts && terrain->cell_size > 0 ? NULL : "tile map";
    }
    if (geometry->type != PAWLI_CHAIN && geometry->type != PAWLI_HEIGHTS) return "geometry kind";
    if (terrain->count < 2 || terrain->count > PAWL_CHAIN_POINTS_MAX) return "chain points";
    if (geometry->type == PAWLI_HEIGHTS)
        return terrain->rows > 0 && terrain->cell_size > 0 ? NULL : "heights";
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

const char *pawli_validate_find_shape_defect(const pawl_world *world, uint32_t slot) {
    const pawli_shape *shape = &pawli_shapes_const(world)[slot];
    const uint8_t body_flags = pawli_bodies_const(world)[shape->body].flags;
    if (shape->geometry >= world->geometry_used) return "shape geometry";
    if (pawli_geometries_const(world)[shape->geometry].users == 0) return "geometry";
    if (!PAWL_WITH_FRACTURE && shape->break_impulse != 0) return "break impulse";
    const bool moved = (shape->flags & PAWLI_SHAPE_MOVED) != 0;
    if (moved && !pawli_has_bit(pawli_moved_bits_const(world), (uint16_t)slot)) return "moved bit";
    const bool in_tree = (shape->flags & PAWLI_SHAPE_IN_TREE) != 0;
    if (in_tree != ((body_flags & PAWLI_BODY_ENABLED) != 0)) return "shape in tree";
    return pawli_is_terrain(world, (uint16_t)slot) ? check_terrain(world, shape) : NULL;
}

/* Part 0 where both are convex; else the number of a segment, or of one of the eight sides of a
 * cell. */
static bool edge_is_sound(const pawl_world *world, uint32_t at) {
    const pawli_contact *contact = &pawli_contacts_const(world)[at];
    if (!pawli_has_edges(world)) return true; /* there is no terrain either: check_terrain */
    const uint32_t edge = pawli_edge_of(world, at);
    const bool of_a = pawli_is_terrain(world, contact->shape_a);
    const bool of_b = pawli_is_terrain(world, contact->shape_b);
    if (of_a && of_b) return false;
    if (!of_a && !of_b) return edge == 0;
    const uint16_t slot = of_a ? contact->shape_a : contact->shape_b;
    const pawli_geometry *geometry =
        &pawli_geometries_const(world)[pawli_shapes_const(world)[slot].geometry];
    const pawli_terrain *terrain = &geometry->terrain;
    if (geometry->type != PAWLI_TILES) return edge < (uint32_t)terrain->count;
    return edge / 8 < (uint32_t)terrain->count * (uint32_t)terrain->rows;
}

/* They are sorted by the serials of their shapes and by the edge. */
static bool is_in_order(const pawl_world *world, uint32_t at) {
    const pawli_shape *shapes = pawli_shapes_const(world);
    const pawli_contact *contact = &pawli_contacts_const(world)[at], *before = contact - 1;
    const uint32_t a = shapes[before->shape_a].serial, next_a = shapes[contact->shape_a].serial;
    const uint32_t b = shapes[before->shape_b].serial, next_b = shapes[contact->shape_b].serial;
    if (a != next_a) return a < next_a;
    return b < next_b || (b == next_b && pawli_edge_of(world, at - 1) < pawli_edge_of(world, at));
}

/* Only where a platform or the program can have refused a contact is it looked at again in a step:
 * elsewhere it would stay so for ever, or for half of a step. Calls that switch off what refuses
 * end such contacts. */
static bool can_be_refused(const pawli_contact *contact, uint8_t shapes) {
    const uint8_t refuses = PAWLI_SHAPE_ONE_WAY | PAWLI_SHAPE_PRE_SOLVE;
    if ((contact->flags & PAWLI_CONTACT_DROPPED) && !(shapes & PAWLI_SHAPE_ONE_WAY)) return false;
    return !(contact->flags & PAWLI_CONTACT_DISABLED) || (shapes & refuses) != 0;
}

/* What a step passes as one. */
static bool run_is_idle(const pawl_world *world, uint32_t at) {
    const pawli_contact *contacts = pawli_contacts_const(world);
    if (world->idle_unknown || !(contacts[at].flags & PAWLI_CONTACT_IDLE_RUN)) return true;
    for (uint32_t i = 0; i < PAWLI_CONTACT_RUN && at + i < world->contact_count; i++)
        if (!(contacts[at + i].flags & PAWLI_CONTACT_IDLE)) return false;
    return true;
}

/* The contacts before it are sound. */
const char *pawli_validate_find_contact_defect(const pawl_world *world, uint32_t at) {
    const pawli_contact *contact = &pawli_contacts_const(world)[at];
    const pawli_shape *shapes = pawli_shapes_const(world);
    const pawli_body *bodies = pawli_bodies_const(world);
    const uint16_t a = contact->shape_a, b = contact->shape_b;
    if (a >= world->shape_pool.used || b >= world->shape_pool.used) return "contact shape";
    if (!(shapes[a].flags & shapes[b].flags & PAWLI_SHAPE_LIVE)) return "contact of the dead";
    if (shapes[a].serial >= shapes[b].serial) return "contact order within the pair";
    if (at > 0 && !is_in_order(world, at)) return "contact order";
    if (!pawli_contact_should_collide(world, a, b)) return "contact against the filter";
    if (!edge_is_sound(world, at)) return "contact edge";
    const uint8_t flags = bodies[shapes[a].body].flags | bodies[shapes[b].body].flags;
    const bool idle = (contact->flags & PAWLI_CONTACT_IDLE) != 0 && !world->idle_unknown;
    if (idle && (flags & PAWLI_BODY_AWAKE)) return "idle contact of an awake body";
    if (!run_is_idle(world, at)) return "idle run of contacts";
    if (contact->count > 2) return "contact point count";
    const uint8_t shape_flags = pawli_pair_flags(world, a, b);
    if (!can_be_refused(contact, shape_flags)) return "refused contact";
    const bool senses = (shape_flags & PAWLI_SHAPE_SENSOR) != 0;
    if (senses ? contact->count > 0 : (contact->flags & PAWLI_CONTACT_OVERLAPS) != 0) {
        return "contact of a sensor";
    }
    const bool touches = (contact->flags & PAWLI_CONTACT_TOUCHING) != 0;
    const bool ignored = (contact->flags & (PAWLI_CONTACT_DISABLED | PAWLI_CONTACT_DROPPED)) != 0;
    if (touches != (contact->count > 0 && !ignored)) return "contact touching flag";
    for (int p = 0; p < contact->count; p++) {
        if (contact->points[p].normal_impulse < 0) return "pulling contact";
    }
    return NULL;
}

/* Walk the tree by its links: boxes contain their children, every shape in it once. */
static const char *check_tree(const pawl_world *world) {
    const pawli_node *nodes = pawli_nodes_const(world);
    const pawli_shape *shapes = pawli_shapes_const(world);
    uint32_t leaves = 0;
    if (!PAWL_WITH_TREE) return NULL;
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

/* ---- all of it ------------------------------------------------------------------------------ */

pawli_defect pawli_validate_find_state_defect(const pawl_world *world) {
    pawli_defect defect = pawli_validate_list_find_count_defect(world);
    if (defect.what == NULL && (world->rate_numerator == 0 || world->rate_denominator == 0))
        defect.what = "step rate";
    if (defect.what == NULL) defect = pawli_validate_list_find_live_defect(world);
    if (defect.what == NULL) defect.what = check_geometries(world);
    if (defect.what == NULL) defect.what = pawli_validate_joint_find_link_defect(world);
    if (defect.what == NULL) defect = pawli_validate_list_find_array_defect(world);
    if (defect.what == NULL && pawli_way_goes_round(world) && pawli_has_periods_linked())
        defect.what = pawli_period_find_defect(world);
    return defect;
}

pawli_defect pawli_validate_find_defect(const pawl_world *world) {
    pawli_defect defect = pawli_validate_find_state_defect(world);
    if (defect.what == NULL) defect = pawli_validate_list_find_value_defect(world);
    if (defect.what == NULL) defect.what = check_tree(world);
    if (defect.what == NULL) defect = pawli_validate_list_find_queue_defect(world);
    if (defect.what == NULL) defect.what = pawli_validate_list_find_tree_defect(world);
    return defect;
}

void pawli_validate_world(const pawl_world *world) {
    const pawli_defect defect = pawli_validate_find_defect(world);
    PAWL_ASSERT(defect.what == NULL);
    (void)defect;
}
