/* validate_soft.c - the invariants of soft bodies: values, where points and links lie, and slots
 * that are free. */
#include "world/validate_soft.h"

#include "world/world.h"

static bool is_within(int32_t value, int32_t least, int32_t most) {
    return value >= least && value <= most;
}

static const char *check_point(const pawli_soft *soft, const pawli_soft_point *point) {
    const int32_t farthest = 64 * PAWL_STEP_MAX;
    if (!is_within(point->position.x, -PAWL_COORD_MAX, PAWL_COORD_MAX)) return "soft point x";
    if (!is_within(point->position.y, -PAWL_COORD_MAX, PAWL_COORD_MAX)) return "soft point y";
    if (!is_within(point->moved_x, -farthest, farthest)) return "soft point moved x";
    if (!is_within(point->moved_y, -farthest, farthest)) return "soft point moved y";
    if (!is_within(point->frac_x, -32, 32)) return "soft point x remainder";
    if (!is_within(point->frac_y, -32, 32)) return "soft point y remainder";
    if (point->mass != 0 && !is_within(point->mass, PAWL_POINT_MASS_MIN, PAWL_POINT_MASS_MAX)) {
        return "soft point mass";
    }
    if ((point->flags & ~PAWLI_POINT_TOUCHING) != 0 || point->pad != 0) return "soft point flags";
    const bool moves = point->moved_x != 0 || point->moved_y != 0;
    return moves && !(soft->flags & PAWLI_SOFT_AWAKE) ? "sleeping soft point that moves" : NULL;
}

/* b of a link to a body is its slot; none when it is torn. */
static const char *check_attachment(const pawl_world *world, const pawli_soft_link *link) {
    if (link->c != 0 || link->tear != 0) return "soft attachment";
    if (link->flags & PAWL_LINK_TORN) {
        return link->b == PAWLI_NONE ? NULL : "torn soft attachment to a body";
    }
    if (link->b >= world->body_pool.used) return "soft attachment to nobody";
    const bool live = (pawli_bodies_const(world)[link->b].flags & PAWLI_BODY_LIVE) != 0;
    return live ? NULL : "soft attachment to the dead";
}

static const char *check_link(const pawl_world *world, const pawli_soft *soft,
                              const pawli_soft_link *link) {
    const uint32_t points = soft->point_count;
    const unsigned known = PAWL_LINK_SURFACE | PAWL_LINK_ROPE | PAWL_LINK_TORN;
    if (link->flags & ~known) return "soft link flags";
    if (link->stiffness > 1u << 15) return "soft link stiffness";
    if (link->a >= points) return "soft link a";
    if (link->type == PAWL_LINK_ATTACH) return check_attachment(world, link);
    if (link->type > PAWL_LINK_ATTACH) return "soft link type";
    if (link->b >= points || link->b == link->a) return "soft link b";
    if (link->type == PAWL_LINK_DISTANCE) {
        const bool sound =
            is_within(link->place.x, 1, PAWL_LINK_LENGTH_MAX) && link->place.y == 0 && link->c == 0;
        return sound ? NULL : "soft link length";
    }
    return link->c < points && link->c != link->a && link->c != link->b ? NULL : "soft link c";
}

static const char *check_soft(const pawl_world *world, const pawli_soft *soft) {
    const unsigned known =
        PAWLI_SOFT_LIVE | PAWLI_SOFT_AWAKE | PAWLI_SOFT_CAN_SLEEP | PAWLI_SOFT_SELF_COLLIDE;
    const uint32_t outline = soft->outline_count;
    if (soft->flags & ~known) return "soft flags";
    if (soft->generation == 0) return "soft generation";
    if (soft->point_count == 0) return "soft body without points";
    if (outline != 0 && (outline < 3 || outline > soft->point_count)) return "soft outline";
    if ((outline != 0) != (soft->target_area2 > 0)) return "soft rest area";
    if (soft->iterations < 1 || soft->iterations > PAWL_SOFT_ITERATIONS_MAX) return "iterations";
    const pawli_soft_point *points = pawli_soft_points_const(world) + soft->first_point;
    const pawli_soft_link *links = pawli_soft_links_const(world) + soft->first_link;
    const char *defect = NULL;
    for (uint16_t i = 0; i < soft->point_count && defect == NULL; i++)
        defect = check_point(soft, &points[i]);
    for (uint16_t i = 0; i < soft->link_count && defect == NULL; i++)
        defect = check_link(world, soft, &links[i]);
    return defect;
}

/* The list of live ones: links both ways, ascending serials, points and links without gaps. */
static const char *check_list(const pawl_world *world) {
    const pawli_soft *softs = pawli_softs_const(world);
    uint16_t previous = PAWLI_NONE;
    uint32_t seen = 0, serial = 0, points = 0, links = 0;
    for (uint16_t at = world->first_soft; at != PAWLI_NONE; at = softs[at].next) {
        if (at >= world->soft_pool.used || ++seen > world->soft_pool.live) return "soft list";
        if (!(softs[at].flags & PAWLI_SOFT_LIVE)) return "dead soft body on the list";
        if (softs[at].previous != previous) return "soft list back link";
        if (softs[at].serial <= serial) return "soft serials";
        if (softs[at].first_point != points || softs[at].first_link != links) return "soft parts";
        points += softs[at].point_count;
        links += softs[at].link_count;
        if (points > world->soft_point_count || links > world->soft_link_count) return "soft parts";
        const char *defect = check_soft(world, &softs[at]);
        if (defect != NULL) return defect;
        serial = softs[at].serial;
        previous = at;
    }
    if (previous != world->last_soft) return "last soft body";
    if (points != world->soft_point_count || links != world->soft_link_count) return "lost parts";
    return seen == world->soft_pool.live ? NULL : "live soft bodies";
}

/* All slots that have been used and are not live wait in the queue. */
static const char *check_free(const pawl_world *world) {
    const pawli_soft *softs = pawli_softs_const(world);
    const uint32_t expected = (uint32_t)world->soft_pool.used - world->soft_pool.live;
    uint16_t at = world->soft_pool.free_first, last = PAWLI_NONE;
    uint32_t seen = 0;
    for (; at != PAWLI_NONE; at = softs[at].next) {
        if (at >= world->soft_pool.used || ++seen > expected) return "free soft bodies";
        if (softs[at].flags != 0) return "live soft body in the queue";
        last = at;
    }
    if (expected > 0 && last != world->soft_pool.free_last) return "last free soft body";
    return seen == expected ? NULL : "lost soft bodies";
}

const char *pawli_validate_soft_find_defect(const pawl_world *world) {
    if (world->soft_point_count > world->soft_point_capacity) return "soft point count";
    if (world->soft_link_count > world->soft_link_capacity) return "soft link count";
    const char *defect = check_list(world);
    return defect == NULL ? check_free(world) : defect;
}
