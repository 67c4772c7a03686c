/* collide_soft.c - points of soft bodies against the surface links of others, and of their own.
 *
 * A link of an outline has an inside: a point in there comes out over the nearest link, unless it
 * is deeper than DEPTH_RADII. Any other link has two sides, and a point stays on the one where it
 * was at the start of the sub-step. */
#include "collide/core.h"
#include "soft/soft_collide.h"

#if PAWL_WITH_SOFT

/* How deep in an outline a point is still pushed out, in radii. */
#define DEPTH_RADII 8

/* One soft body against the surface of another. */
typedef struct soft_pair {
    pawli_soft_step *step;
    uint16_t slot, other; /* the point's, the link's */
    int64_t reach;        /* 2^-22 */
    bool is_last;
} soft_pair;

typedef struct link_contact {
    bool found;
    pawl_rot normal; /* from the link to the point */
    uint32_t a, b;   /* particles of the link */
    uint32_t t;
    int64_t is, was;
} link_contact;

/* Which side of a link is outside: -1 right, 1 left of a -> b; 0: it has none. */
static int outer_side_of(const pawli_soft *soft, const pawli_soft_link *link) {
    const uint32_t count = soft->outline_count;
    if (link->a >= count || link->b >= count) return 0;
    if (link->b == (link->a + 1u == count ? 0 : link->a + 1u)) return -1;
    return link->a == (link->b + 1u == count ? 0 : link->b + 1u) ? 1 : 0;
}

static pawl_vec2 raw_now(const soft_pair *p, uint32_t particle) {
    return pawli_soft_round_point(p->step->particles[particle].x, p->step->particles[particle].y);
}

static pawl_vec2 raw_start(const soft_pair *p, uint32_t particle) {
    return pawli_soft_round_point(p->step->starts[particle].x, p->step->starts[particle].y);
}

/* The signed distance of a point from the line of a link, 2^-22; positive on the given side. */
static int64_t line_distance(pawl_rot normal, int64_t px, int64_t py, int64_t ax, int64_t ay) {
    return pawli_soft_along(normal, pawl_saturate(px - ax), pawl_saturate(py - ay));
}

static pawl_rot link_normal(pawl_vec2 a, pawl_vec2 b, int side) {
    const pawl_rot d = pawl_vec2_normalize(pawl_vec2_sub(b, a));
    const pawl_rot left = {-d.s, d.c}, right = {d.s, -d.c};
    return side > 0 ? left : right;
}

/* Whether a point lies beside a link, and how far from it. */
static bool measure_link(const soft_pair *p, uint32_t point, const pawli_soft_link *link,
                         link_contact *out) {
    const pawli_soft *other = &p->step->softs[p->other];
    out->a = (uint32_t)other->first_point + link->a;
    out->b = (uint32_t)other->first_point + link->b;
    if (out->a == point || out->b == point) return false;
    const pawl_vec2 a = raw_now(p, out->a), b = raw_now(p, out->b), at = raw_now(p, point);
    const pawl_vec2 along = pawl_vec2_sub(b, a);
    const int64_t foot = pawl_vec2_dot(pawl_vec2_sub(at, a), along);
    const int64_t whole = pawl_vec2_dot(along, along);
    if (foot < 0 || foot > whole || whole == 0) return false;
    int side = outer_side_of(other, link);
    const pawl_vec2 was_a = raw_start(p, out->a), was_b = raw_start(p, out->b);
    if (side == 0) side = pawli_soft_sign(pawli_orient(was_a, was_b, raw_start(p, point)));
    if (side == 0) return false;
    const pawli_soft_particle *particles = p->step->particles;
    const pawli_soft_start *starts = p->step->starts;
    out->normal = link_normal(a, b, side);
    out->t = foot == whole ? PAWLI_SOFT_SHARE_ONE : pawli_soft_ratio(foot, whole);
    out->is = line_distance(out->normal, particles[point].x, particles[point].y,
                            particles[out->a].x, particles[out->a].y);
    out->was = line_distance(link_normal(was_a, was_b, side), starts[point].x, starts[point].y,
                             starts[out->a].x, starts[out->a].y);
    out->found = true;
    return true;
}

static void push_point_off(const soft_pair *p, uint32_t point, const link_contact *f) {
    const pawli_soft *soft = &p->step->softs[p->slot], *other = &p->step->softs[p->other];
    const int64_t target = pawli_soft_contact_target(p->step, f->was, p->reach);
    if (f->is >= target) return;
    const pawli_soft_site at = {point, point, 0}, on = {f->a, f->b, f->t};
    pawli_soft_contact contact;
    contact.normal = f->normal;
    contact.overlap = target - f->is;
    contact.recovery = target > f->was ? target - f->was : 0;
    contact.friction = pawli_mix_friction(soft->friction, other->friction);
    contact.restitution = pawl_max(soft->restitution, other->restitution);
    contact.tangent_move = pawl_vec2_make(0, 0);
    pawli_soft_contact_solve_sites(p->step, p->slot, &at, p->other, &on, &contact);
    if (p->is_last && p->slot != p->other)
        pawli_soft_sleep_couple_softs(p->step, p->slot, p->other);
}

/* The least and the greatest coordinate in 2^-22 that pawli_soft_round takes to at least, or at
 * most, so much; it saturates. */
static int64_t lower_of_raw(pawl_fx raw) {
    return raw <= -PAWL_FX_MAX ? INT64_MIN
                               : (int64_t)raw * PAWLI_SOFT_PER_RAW - PAWLI_SOFT_PER_RAW / 2;
}

static int64_t upper_of_raw(pawl_fx raw) {
    return raw >= PAWL_FX_MAX ? INT64_MAX
                              : (int64_t)raw * PAWLI_SOFT_PER_RAW +
                                    (PAWLI_SOFT_PER_RAW - PAWLI_SOFT_PER_RAW / 2 - 1);
}

static pawli_soft_box_q22 box_q22_of_raw(pawl_box box) {
    const pawli_soft_box_q22 w = {lower_of_raw(box.lower.x), lower_of_raw(box.lower.y),
                                  upper_of_raw(box.upper.x), upper_of_raw(box.upper.y)};
    return w;
}

static bool does_box_hold(const pawli_soft_box_q22 *w, const pawli_soft_particle *at) {
    return at->x >= w->low_x && at->x <= w->high_x && at->y >= w->low_y && at->y <= w->high_y;
}

/* Whether the box of a link overlaps. */
static bool does_box_meet_link(const pawli_soft_box_q22 *w, const pawli_soft_particle *a,
                               const pawli_soft_particle *b) {
    return (a->x >= w->low_x || b->x >= w->low_x) && (a->x <= w->high_x || b->x <= w->high_x) &&
           (a->y >= w->low_y || b->y >= w->low_y) && (a->y <= w->high_y || b->y <= w->high_y);
}

/* A point against all surface links of the other. Of those of an outline only the nearest counts:
 * over that one it comes out. */
static void collide_point(const soft_pair *p, uint32_t point) {
    const pawli_soft *other = &p->step->softs[p->other];
    const int64_t depth = p->reach * DEPTH_RADII;
    const pawl_vec2 at = raw_now(p, point);
    const pawl_box box = {at, at};
    const pawli_soft_box_q22 near =
        box_q22_of_raw(pawli_grown(box, pawl_saturate(depth / PAWLI_SOFT_PER_RAW + 1)));
    const pawli_soft_particle *particles = &p->step->particles[other->first_point];
    const pawli_soft_link *link = &p->step->links[other->first_link];
    link_contact nearest = {.found = false};
    for (uint32_t i = 0; i < other->link_count; i++, link++) {
        link_contact f;
        if (link->type != PAWL_LINK_DISTANCE || !(link->flags & PAWL_LINK_SURFACE)) continue;
        if (pawli_soft_is_torn(link)) continue;
        if (!does_box_meet_link(&near, &particles[link->a], &particles[link->b])) continue;
        if (!measure_link(p, point, link, &f)) continue;
        if (outer_side_of(other, link) == 0) {
            push_point_off(p, point, &f);
        } else if (f.is < p->reach && f.is > -depth && (!nearest.found || f.is > nearest.is)) {
            nearest = f;
        }
    }
    if (nearest.found) push_point_off(p, point, &nearest);
}

static void collide_points(const soft_pair *p) {
    const pawli_soft *soft = &p->step->softs[p->slot];
    const pawl_box box =
        pawli_grown(p->step->candidates[p->other].surface,
                    pawl_saturate(p->reach * DEPTH_RADII / PAWLI_SOFT_PER_RAW + 1));
    const pawli_soft_box_q22 reached = box_q22_of_raw(box);
    for (uint32_t i = 0; i < soft->point_count; i++) {
        const uint32_t point = soft->first_point + i;
        if (does_box_hold(&reached, &p->step->particles[point])) collide_point(p, point);
    }
}

static bool may_softs_collide(const pawli_soft_step *step, uint16_t a, uint16_t b) {
    const pawli_soft *soft = &step->softs[a], *other = &step->softs[b];
    if (a == b) return (soft->flags & PAWLI_SOFT_SELF_COLLIDE) != 0;
    return pawli_soft_filters_agree(soft, other->category, other->mask, other->group);
}

void pawli_collide_soft(pawli_soft_step *step, bool is_last) {
    for (uint32_t i = 0; i < step->awake_count; i++)
        step->candidates[step->awake[i]].surface =
            pawli_soft_candidates_box(step, step->awake[i], 0);
    for (uint32_t i = 0; i < step->awake_count; i++) {
        for (uint32_t k = 0; k < step->awake_count; k++) {
            const uint16_t a = step->awake[i], b = step->awake[k];
            const int64_t radius = (int64_t)step->softs[a].radius + step->softs[b].radius;
            const soft_pair p = {step, a, b, radius * PAWLI_SOFT_PER_RAW, is_last};
            const pawl_box box =
                pawli_grown(step->candidates[a].surface, pawl_saturate(radius * DEPTH_RADII + 1));
            if (!pawl_box_overlaps(box, step->candidates[b].surface) ||
                !may_softs_collide(step, a, b))
                continue;
            collide_points(&p);
        }
    }
}

#endif
