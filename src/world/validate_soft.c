/* validate_soft.c - the invariants of a soft body with its points and links. */
#include "world/validate.h"

#include "world/world.h"

static bool soft_value_is_within(int32_t value, int32_t least, int32_t most) {
    return value >= least && value <= most;
}

static const char *check_point(const pawli_soft *soft, const pawli_soft_point *point) {
    if (point->mass != 0 && point->mass < PAWL_POINT_MASS_MIN) return "soft point mass";
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
    if (link->a >= points) return "soft link a";
    if (link->type == PAWL_LINK_ATTACH) return check_attachment(world, link);
    if (link->type > PAWL_LINK_ATTACH) return "soft link type";
    if (link->b >= points || link->b == link->a) return "soft link b";
    if (link->type == PAWL_LINK_DISTANCE) {
        const bool sound = soft_value_is_within(link->place.x, 1, PAWL_LINK_LENGTH_MAX) &&
                           link->place.y == 0 && link->c == 0;
        return sound ? NULL : "soft link length";
    }
    return link->c < points && link->c != link->a && link->c != link->b ? NULL : "soft link c";
}

const char *pawli_validate_soft_find_defect(const pawl_world *world, uint32_t slot) {
    const pawli_soft *soft = &pawli_softs_const(world)[slot];
    const unsigned known =
        PAWLI_SOFT_LIVE | PAWLI_SOFT_AWAKE | PAWLI_SOFT_CAN_SLEEP | PAWLI_SOFT_SELF_COLLIDE;
    const uint32_t outline = soft->outline_count;
    if (soft->flags & ~known) return "soft flags";
    if (soft->point_count == 0) return "soft body without points";
    if (outline != 0 && (outline < 3 || outline > soft->point_count)) return "soft outline";
    if ((outline != 0) != (soft->target_area2 > 0)) return "soft rest area";
    const pawli_soft_point *points = pawli_soft_points_const(world) + soft->first_point;
    const pawli_soft_link *links = pawli_soft_links_const(world) + soft->first_link;
    const char *defect = NULL;
    for (uint16_t i = 0; i < soft->point_count && defect == NULL; i++)
        defect = check_point(soft, &points[i]);
    for (uint16_t i = 0; i < soft->link_count && defect == NULL; i++)
        defect = check_link(world, soft, &links[i]);
    return defect;
}
