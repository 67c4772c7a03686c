/* collide_soft.c - points of soft bodies against the surface links of others, and of their own.
 *
 * A link of an outline has an inside: a point in there comes out over the nearest link, if it is
 * not deeper than it can have come. Any other link has two sides, and a point stays on the one
 * where it was at the start of the sub-step. */
#include "collide/core.h"
#include "soft/soft_collide.h"

#if PAWL_WITH_SOFT

/* How deep in an outline a point is still pushed out, in radii. */
#define DEPTH 8

/* One soft body against the surface of another. */
typedef struct pairing {
    pawli_soft_step *step;
    uint16_t slot, other; /* the point's, the link's */
    int64_t reach;        /* fine */
    bool is_last;
} pairing;

typedef struct finding {
    bool found;
    pawl_rot normal; /* from the link to the point */
    uint32_t a, b;   /* nodes of the link */
    uint32_t t;
    int64_t is, was;
} finding;

/* Which side of a link is outside: -1 right, 1 left of a -> b; 0: it has none. */
static int outside_of(const pawli_soft *soft, const pawli_soft_link *link) {
    const uint32_t count = soft->outline_count;
    if (link->a >= count || link->b >= count) return 0;
    if (link->b == (link->a + 1u == count ? 0 : link->a + 1u)) return -1;
    return link->a == (link->b + 1u == count ? 0 : link->b + 1u) ? 1 : 0;
}

static int sign_of(int64_t value) {
    return value > 0 ? 1 : value < 0 ? -1 : 0;
}

static pawl_vec2 now_of(const pairing *p, uint32_t node) {
    return pawli_soft_round_point(p->step->nodes[node].x, p->step->nodes[node].y);
}

static pawl_vec2 start_of(const pairing *p, uint32_t node) {
    return pawli_soft_round_point(p->step->starts[node].x, p->step->starts[node].y);
}

/* Along a -> b, in fine units relative to a: the parts of a link are near each other. */
static uint32_t ratio(int64_t part, int64_t whole) {
    while (whole >= INT64_C(1) << 31) {
        part /= 2;
        whole /= 2;
    }
    return (uint32_t)(((uint64_t)part << 31) / (uint64_t)whole);
}

/* The signed distance of a point from the line of a link, fine; positive on the given side. */
static int64_t distance(pawl_rot normal, int64_t px, int64_t py, int64_t ax, int64_t ay) {
    return pawli_soft_along(normal, pawl_saturate(px - ax), pawl_saturate(py - ay));
}

static pawl_rot normal_of(pawl_vec2 a, pawl_vec2 b, int side) {
    const pawl_rot d = pawl_vec2_normalize(pawl_vec2_sub(b, a));
    const pawl_rot left = {-d.s, d.c}, right = {d.s, -d.c};
    return side > 0 ? left : right;
}

/* Whether a point lies beside a link, and how far from it. */
static bool measure(const pairing *p, uint32_t point, const pawli_soft_link *link, finding *out) {
    const pawli_soft *other = &p->step->softs[p->other];
    out->a = (uint32_t)other->first_point + link->a;
    out->b = (uint32_t)other->first_point + link->b;
    if (out->a == point || out->b == point) return false;
    const pawl_vec2 a = now_of(p, out->a), b = now_of(p, out->b), at = now_of(p, point);
    const pawl_vec2 along = pawl_vec2_sub(b, a);
    const int64_t foot = pawl_vec2_dot(pawl_vec2_sub(at, a), along);
    const int64_t whole = pawl_vec2_dot(along, along);
    if (foot < 0 || foot > whole || whole == 0) return false;
    int side = outside_of(other, link);
    const pawl_vec2 was_a = start_of(p, out->a), was_b = start_of(p, out->b);
    if (side == 0) side = sign_of(pawli_orient(was_a, was_b, start_of(p, point)));
    if (side == 0) return false;
    const pawli_soft_particle *nodes = p->step->nodes;
    const pawli_soft_start *starts = p->step->starts;
    out->normal = normal_of(a, b, side);
    out->t = foot == whole ? PAWLI_SOFT_WHOLE : ratio(foot, whole);
    out->is =
        distance(out->normal, nodes[point].x, nodes[point].y, nodes[out->a].x, nodes[out->a].y);
    out->was = distance(normal_of(was_a, was_b, side), starts[point].x, starts[point].y,
                        starts[out->a].x, starts[out->a].y);
    out->found = true;
    return true;
}

static void press(const pairing *p, uint32_t point, const finding *f) {
    const pawli_soft *soft = &p->step->softs[p->slot], *other = &p->step->softs[p->other];
    const int64_t wanted = pawli_soft_contact_target(p->step, f->was, p->reach);
    if (f->is >= wanted) return;
    const pawli_soft_site at = {point, point, 0}, on = {f->a, f->b, f->t};
    pawli_soft_contact touch;
    touch.normal = f->normal;
    touch.lacks = wanted - f->is;
    touch.ease = wanted > f->was ? wanted - f->was : 0;
    touch.friction = pawli_mix_friction(soft->friction, other->friction);
    touch.restitution = pawl_max(soft->restitution, other->restitution);
    touch.belt = pawl_vec2_make(0, 0);
    pawli_soft_contact_solve_sites(p->step, p->slot, &at, p->other, &on, &touch);
    if (p->is_last && p->slot != p->other)
        pawli_soft_sleep_couple_softs(p->step, p->slot, p->other);
}

/* The fine coordinates that round into a raw box: what is looked at most need not be rounded. */
typedef struct window {
    int64_t low_x, low_y, high_x, high_y;
} window;

/* The least and the greatest fine coordinate that pawli_soft_round takes to at least, or at most,
 * so much; it saturates. */
static int64_t first_of(pawl_fx raw) {
    return raw <= -PAWL_FX_MAX ? INT64_MIN
                               : (int64_t)raw * PAWLI_SOFT_PER_RAW - PAWLI_SOFT_PER_RAW / 2;
}

static int64_t last_of(pawl_fx raw) {
    return raw >= PAWL_FX_MAX ? INT64_MAX
                              : (int64_t)raw * PAWLI_SOFT_PER_RAW +
                                    (PAWLI_SOFT_PER_RAW - PAWLI_SOFT_PER_RAW / 2 - 1);
}

static window window_of(pawl_box box) {
    const window w = {first_of(box.lower.x), first_of(box.lower.y), last_of(box.upper.x),
                      last_of(box.upper.y)};
    return w;
}

static bool holds(const window *w, const pawli_soft_particle *at) {
    return at->x >= w->low_x && at->x <= w->high_x && at->y >= w->low_y && at->y <= w->high_y;
}

/* Whether the box of a link overlaps. */
static bool is_beside(const window *w, const pawli_soft_particle *a, const pawli_soft_particle *b) {
    return (a->x >= w->low_x || b->x >= w->low_x) && (a->x <= w->high_x || b->x <= w->high_x) &&
           (a->y >= w->low_y || b->y >= w->low_y) && (a->y <= w->high_y || b->y <= w->high_y);
}

/* A point against all surface links of the other. Of those of an outline only the nearest counts:
 * over that one it comes out. */
static void meet_surface(const pairing *p, uint32_t point) {
    const pawli_soft *other = &p->step->softs[p->other];
    const int64_t depth = p->reach * DEPTH;
    const pawl_vec2 at = now_of(p, point);
    const pawl_box box = {at, at};
    const window near = window_of(pawli_grown(box, pawl_saturate(depth / PAWLI_SOFT_PER_RAW + 1)));
    const pawli_soft_particle *nodes = &p->step->nodes[other->first_point];
    const pawli_soft_link *link = &p->step->links[other->first_link];
    finding nearest = {.found = false};
    for (uint32_t i = 0; i < other->link_count; i++, link++) {
        finding f;
        if (link->kind != PAWL_LINK_DISTANCE || !(link->flags & PAWL_LINK_SURFACE)) continue;
        if (pawli_soft_is_torn(link)) continue;
        if (!is_beside(&near, &nodes[link->a], &nodes[link->b])) continue;
        if (!measure(p, point, link, &f)) continue;
        if (outside_of(other, link) == 0) {
            press(p, point, &f);
        } else if (f.is < p->reach && f.is > -depth && (!nearest.found || f.is > nearest.is)) {
            nearest = f;
        }
    }
    if (nearest.found) press(p, point, &nearest);
}

static void meet_points(const pairing *p) {
    const pawli_soft *soft = &p->step->softs[p->slot];
    const pawl_box box = pawli_grown(p->step->candidates[p->other].surface,
                                     pawl_saturate(p->reach * DEPTH / PAWLI_SOFT_PER_RAW + 1));
    const window reached = window_of(box);
    for (uint32_t i = 0; i < soft->point_count; i++) {
        const uint32_t point = soft->first_point + i;
        if (holds(&reached, &p->step->nodes[point])) meet_surface(p, point);
    }
}

static bool may_meet(const pawli_soft_step *step, uint16_t a, uint16_t b) {
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
            const pairing p = {step, a, b, radius * PAWLI_SOFT_PER_RAW, is_last};
            const pawl_box box =
                pawli_grown(step->candidates[a].surface, pawl_saturate(radius * DEPTH + 1));
            if (!pawl_box_overlaps(box, step->candidates[b].surface) || !may_meet(step, a, b))
                continue;
            meet_points(&p);
        }
    }
}

#endif
