/* soft_plane.c - half-planes that a point is to be in, friction and restitution along them.
 *
 * Movements are Q10.22 and below 2^31, normals Q2.30: dot products are below 2^61.5, and of the
 * difference of two movements below 2^62.5. */
#include "collide/core.h"
#include "soft/soft_collide.h"

#if PAWL_WITH_SOFT

/* Walls whose normals are in line to within 1/64 radian meet too far away to be told where. */
#define PLANE_ANGLE_MIN (INT64_C(1) << 24)

static int64_t dot_q22(pawl_rot n, int64_t x, int64_t y) {
    return pawli_near(n.c * x + n.s * y, 30);
}

static int32_t narrow_q22(int64_t value) {
    return pawl_saturate(value);
}

/* An overlap is below 2^31 + 2^31.5. */
static void obey_plane(pawli_soft_planes *planes, const pawli_soft_plane *plane) {
    const int64_t overlap =
        plane->offset - dot_q22(plane->normal, planes->correction_x, planes->correction_y);
    if (overlap <= 0) return;
    planes->correction_x =
        narrow_q22(planes->correction_x + pawli_near(plane->normal.c * overlap, 30));
    planes->correction_y =
        narrow_q22(planes->correction_y + pawli_near(plane->normal.s * overlap, 30));
}

/* Where two planes meet: n . v = a and m . v = b. The sums are below 2^62, the cross product of the
 * normals at least 2^24. */
static bool obey_two_planes(const pawli_soft_plane *first, const pawli_soft_plane *second,
                            pawli_soft_planes *planes) {
    const pawl_rot n = first->normal, m = second->normal;
    const int64_t cross = pawli_near(pawli_rot_cross(n, m), 30);
    if (cross < PLANE_ANGLE_MIN && cross > -PLANE_ANGLE_MIN) return false;
    const int64_t a = first->offset, b = second->offset;
    planes->correction_x = narrow_q22((a * m.s - b * n.s) / cross);
    planes->correction_y = narrow_q22((b * n.c - a * m.c) / cross);
    return true;
}

/* The plane before the last that is violated most. */
static const pawli_soft_plane *find_worst_plane(const pawli_soft_planes *planes) {
    const pawli_soft_plane *worst = NULL;
    int64_t most = 2; /* what rounding may do */
    for (int32_t i = 0; i + 1 < planes->count; i++) {
        const pawli_soft_plane *plane = &planes->planes[i];
        const int64_t overlap =
            plane->offset - dot_q22(plane->normal, planes->correction_x, planes->correction_y);
        if (overlap <= most) continue;
        most = overlap;
        worst = plane;
    }
    return worst;
}

void pawli_soft_plane_add(pawli_soft_planes *planes, const pawli_soft_plane *plane) {
    if (planes->count == PAWLI_SOFT_PLANES) return;
    planes->planes[planes->count++] = *plane;
    obey_plane(planes, plane);
    const pawli_soft_plane *worst = find_worst_plane(planes);
    if (worst != NULL) obey_two_planes(plane, worst, planes);
}

/* The plane that pushes most, and whether another one of another direction holds as well. */
static const pawli_soft_plane *find_support_plane(const pawli_soft_planes *planes,
                                                  bool *is_wedged) {
    const pawli_soft_plane *support = &planes->planes[0];
    for (int32_t i = 1; i < planes->count; i++) {
        if (planes->planes[i].offset > support->offset) support = &planes->planes[i];
    }
    *is_wedged = false;
    for (int32_t i = 0; i < planes->count; i++) {
        const pawli_soft_plane *plane = &planes->planes[i];
        const int64_t cross = pawli_near(pawli_rot_cross(support->normal, plane->normal), 30);
        if (cross < PLANE_ANGLE_MIN && cross > -PLANE_ANGLE_MIN) continue;
        /* an offset may be the largest of 32 bits */
        if (dot_q22(plane->normal, planes->correction_x, planes->correction_y) <=
            (int64_t)plane->offset + 2)
            *is_wedged = true;
    }
    return support;
}

/* Coulomb: what is pushed out by so much is held back by at most friction times that. What sticks
 * keeps its place on the surface exactly. */
void pawli_soft_plane_clamp_friction(const pawli_soft *soft, int32_t move_x, int32_t move_y,
                                     pawli_soft_planes *planes) {
    if (planes->count == 0) return;
    bool is_wedged;
    const pawli_soft_plane *support = find_support_plane(planes, &is_wedged);
    if (is_wedged) return;
    const pawl_rot n = support->normal, t = {n.s, -n.c};
    const int64_t pushed = dot_q22(n, planes->correction_x, planes->correction_y);
    const pawl_fx friction = pawli_mix_friction(soft->friction, support->friction);
    if (pushed <= 0 || friction <= 0) return;
    const int64_t limit = pawli_near(pushed * friction, 16);
    const int64_t x = narrow_q22((int64_t)move_x + planes->correction_x - support->wall_x);
    const int64_t y = narrow_q22((int64_t)move_y + planes->correction_y - support->wall_y);
    const int64_t slip = dot_q22(t, x, y);
    if (slip <= limit && slip >= -limit) {
        const int64_t out = dot_q22(n, x, y);
        planes->correction_x = narrow_q22(support->wall_x + pawli_near(n.c * out, 30) - move_x);
        planes->correction_y = narrow_q22(support->wall_y + pawli_near(n.s * out, 30) - move_y);
        return;
    }
    const int64_t held = slip > 0 ? limit : -limit;
    planes->correction_x = narrow_q22(planes->correction_x - pawli_near(t.c * held, 30));
    planes->correction_y = narrow_q22(planes->correction_y - pawli_near(t.s * held, 30));
}

/* The velocity that is left is set by where the movement of the sub-step seems to have begun. With
 * a normal (c, s) an approach is below 2^32 (|c| + |s|) and a velocity below half of that, so their
 * difference times c or s is below 1.5 * 1.21 * 2^62. The rate has 31 bits: speeds are below 2^58.
 */
void pawli_soft_plane_apply_restitution(const pawli_soft_step *step, const pawli_soft *soft,
                                        const pawli_soft_planes *planes, int32_t move_x,
                                        int32_t move_y, pawli_soft_particle *particle) {
    for (int32_t i = 0; i < planes->count; i++) {
        const pawli_soft_plane *plane = &planes->planes[i];
        const pawl_rot n = plane->normal;
        const pawl_fx restitution = pawl_max(soft->restitution, plane->restitution);
        const int64_t approach =
            -dot_q22(n, (int64_t)move_x - plane->wall_x, (int64_t)move_y - plane->wall_y);
        if (restitution <= 0 || approach <= 0) continue;
        /* 2^-22 units per sub-step to Q16.16 per second */
        const int64_t speed = pawli_near(approach, 6) * step->per_substep;
        if (speed < (int64_t)pawli_bounce_speed(step->world) * PAWL_FX_ONE) continue;
        const int64_t target = pawli_near(approach * restitution, 16);
        const int64_t has = dot_q22(n, narrow_q22(particle->x - particle->from_x - plane->wall_x),
                                    narrow_q22(particle->y - particle->from_y - plane->wall_y));
        if (target <= has) continue;
        particle->from_x -= pawli_near(n.c * (target - has), 30);
        particle->from_y -= pawli_near(n.s * (target - has), 30);
    }
}

/* Q16.16 times Q0.32 to Q10.22, at most (2^31 - 1) (2^32 - 1): positive moves things on top to the
 * right. A normal may be a raw unit longer than 1. */
pawl_vec2 pawli_soft_plane_tangent_move(const pawli_soft_step *step, pawl_fx speed,
                                        pawl_rot normal) {
    if (speed == 0) return pawl_vec2_make(0, 0);
    const int64_t move = pawl_saturate(pawli_near((int64_t)speed * step->substep, 26));
    return pawl_vec2_make(narrow_q22(pawli_near(normal.s * move, 30)),
                          narrow_q22(pawli_near(-normal.c * move, 30)));
}

#endif
