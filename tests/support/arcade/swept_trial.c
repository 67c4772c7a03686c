/* swept_trial.c - what swept_trial.h declares. */
#include "support/arcade/swept_trial.h"

/* No larger than `size`, in multiples of `step`. */
static pawl_convex swept_shape(uint64_t *seed, int kind, int32_t size, int32_t step) {
    pawl_convex made;
    pawl_status status = PAWL_ERR_GEOMETRY;
    const int32_t least = step < PAWL_SIZE_MIN ? PAWL_SIZE_MIN / step : 1, most = size / step;
    while (status != PAWL_OK) {
        const pawl_fx w = step * seeded_between(seed, least, most);
        const pawl_fx h = step * seeded_between(seed, least, most);
        if (kind == SWEPT_CIRCLE) {
            status = pawl_make_circle(pawl_vec2_make(0, 0), w, &made);
        } else if (kind == SWEPT_BOX) {
            status = pawl_make_box(w, h, &made);
        } else {
            /* Within the circle, so that most hulls have many corners. */
            pawl_vec2 points[16];
            const int32_t given = seeded_between(seed, 3, 16);
            for (int i = 0; i < given; i++) {
                const pawl_rot turned = pawl_rot_from_angle((pawl_angle)(seeded_next(seed) >> 32));
                points[i] =
                    pawl_vec2_make((pawl_fx)((int64_t)turned.c * size / PAWL_UNIT / step * step),
                                   (pawl_fx)((int64_t)turned.s * size / PAWL_UNIT / step * step));
            }
            int32_t count = pawl_hull(points, given, points);
            if (count > PAWL_POLYGON_MAX) count = PAWL_POLYGON_MAX;
            status = pawl_make_polygon(points, count, 0, &made);
        }
    }
    return made;
}

pawl_fx swept_most(const pawl_convex *shape, bool y, int sign) {
    int64_t most = INT32_MIN;
    for (int i = 0; i < shape->count; i++) {
        const int64_t at = sign * (int64_t)(y ? shape->vertices[i].y : shape->vertices[i].x);
        if (at > most) most = at;
    }
    return (pawl_fx)most + shape->radius;
}

/* Where A starts, seen from B, to move along an edge of B; and the edge. */
static pawl_vec2 swept_beside(uint64_t *seed, const swept_trial *t, pawl_vec2 *edge) {
    const int i = (int)(seeded_next(seed) % t->b.count);
    const pawl_vec2 from = t->b.vertices[i], to = t->b.vertices[(i + 1) % t->b.count];
    const int32_t off = seeded_between(seed, -2, 2);
    if (t->b.count == 1) { /* along a tangent of the circle */
        const bool y = seeded_next(seed) & 1;
        const pawl_fx away = swept_most(&t->b, y, 1) + swept_most(&t->a, y, -1) + off;
        *edge = y ? pawl_vec2_make(t->b.radius, 0) : pawl_vec2_make(0, t->b.radius);
        return y ? pawl_vec2_make(-2 * t->b.radius, away) : pawl_vec2_make(away, 2 * t->b.radius);
    }
    *edge = pawl_vec2_sub(to, from);
    const double ex = edge->x, ey = edge->y, length = hypot(ex, ey);
    pawl_vec2 at = pawl_vec2_sub(from, *edge);
    if (t->a.count == 1) {
        at.x += (pawl_fx)lround(ey / length * (t->a.radius + off));
        at.y -= (pawl_fx)lround(ex / length * (t->a.radius + off));
        return at;
    }
    int lowest = 0;
    for (int k = 1; k < t->a.count; k++) {
        const pawl_vec2 rise = pawl_vec2_sub(t->a.vertices[k], t->a.vertices[lowest]);
        if ((int64_t)rise.x * edge->y - (int64_t)rise.y * edge->x < 0) lowest = k;
    }
    at = pawl_vec2_sub(at, t->a.vertices[lowest]);
    if (off == 2) at.x += seeded_between(seed, -1, 1);
    if (off == -2) at.y += seeded_between(seed, -1, 1);
    return at;
}

/* Where A starts to touch B on an axis; two circles also at (3, 4) / 5. */
static pawl_vec2 swept_touch(uint64_t *seed, const swept_trial *t) {
    const int32_t reach = t->a.radius + t->b.radius;
    if (t->a.count == 1 && t->b.count == 1 && reach % 5 == 0 && seeded_next(seed) & 1)
        return pawl_vec2_make(reach / 5 * 3, -(reach / 5 * 4));
    const bool y = seeded_next(seed) & 1;
    const int sign = seeded_next(seed) & 1 ? 1 : -1;
    const pawl_fx away = sign * (swept_most(&t->b, y, sign) + swept_most(&t->a, y, -sign));
    const int64_t low = -swept_most(&t->b, !y, -1) - swept_most(&t->a, !y, 1);
    const int64_t high = swept_most(&t->b, !y, 1) + swept_most(&t->a, !y, -1);
    pawl_fx along = seeded_between(seed, (int32_t)low, (int32_t)high);
    if (seeded_next(seed) % 4 == 0) along = (pawl_fx)(seeded_next(seed) & 1 ? low : high);
    if (reach > 0 && seeded_next(seed) & 1) along = 0;
    return y ? pawl_vec2_make(along, away) : pawl_vec2_make(away, along);
}

/* The movement of A against B, shared between them. */
static void swept_share(uint64_t *seed, swept_trial *t, int64_t mx, int64_t my) {
    const int64_t limit = 2 * (int64_t)SWEPT_MOVE_MAX;
    mx = swept_clamp(mx, limit);
    my = swept_clamp(my, limit);
    const int64_t away = seeded_next(seed) % 3;
    const int64_t share_x = away == 0 ? 0 : away == 1 ? mx : mx / 3;
    const int64_t share_y = away == 0 ? 0 : away == 1 ? my : my / 2;
    t->move_b = pawl_vec2_make(swept_clamp(-share_x, SWEPT_MOVE_MAX),
                               swept_clamp(-share_y, SWEPT_MOVE_MAX));
    t->move_a = pawl_vec2_make(swept_clamp(mx + t->move_b.x, SWEPT_MOVE_MAX),
                               swept_clamp(my + t->move_b.y, SWEPT_MOVE_MAX));
}

swept_trial swept_trial_make(uint64_t *seed) {
    swept_trial t;
    const uint64_t draw = seeded_next(seed);
    t.mode = (int)(draw % SWEPT_MODES);
    t.kind_a = (int)(draw / 8 % SWEPT_KINDS);
    t.kind_b = (int)(draw / 64 % SWEPT_KINDS);
    const bool grid = t.mode == SWEPT_GRID;
    const int32_t step = grid ? INT32_C(1) << seeded_between(seed, 4, 22) : 1;
    const int32_t size_a = grid ? 4 * step : INT32_C(1) << seeded_between(seed, 6, 27);
    const int32_t size_b = grid ? 6 * step : INT32_C(1) << seeded_between(seed, 6, 27);
    t.a = swept_shape(seed, t.kind_a, size_a, step);
    t.b = swept_shape(seed, t.kind_b, size_b, step);
    const int32_t both = size_a + size_b;
    const int32_t away = INT32_C(1) << seeded_between(seed, 5, 28);
    pawl_vec2 from = seeded_point(seed, away), edge = {0, 0};
    int64_t mx, my;
    if (t.mode == SWEPT_OVERLAPPING) from = seeded_point(seed, both / 4 + 1);
    if (t.mode == SWEPT_TOUCHING) from = swept_touch(seed, &t);
    if (t.mode == SWEPT_ALONG) from = swept_beside(seed, &t, &edge);
    if (grid)
        from = pawl_vec2_make(step * seeded_between(seed, -12, 12),
                              step * seeded_between(seed, -12, 12));
    const pawl_vec2 aim = seeded_point(seed, both);
    const int64_t times = seeded_between(seed, 1, 3);
    mx = times * ((int64_t)aim.x - from.x);
    my = times * ((int64_t)aim.y - from.y);
    if (t.mode == SWEPT_ANY || t.mode == SWEPT_TOUCHING) {
        const pawl_vec2 any = seeded_point(seed, INT32_C(1) << seeded_between(seed, 1, 29));
        mx = any.x, my = any.y;
        if (seeded_next(seed) % 4 == 0) my = 0;
        if (seeded_next(seed) % 4 == 0) mx = 0;
    }
    if (grid)
        mx = (int64_t)step * seeded_between(seed, -24, 24),
        my = (int64_t)step * seeded_between(seed, -24, 24);
    if (t.mode == SWEPT_ALONG) mx = times * edge.x, my = times * edge.y;
    if (t.mode == SWEPT_STILL) mx = my = 0;
    if (t.mode == SWEPT_STILL && seeded_next(seed) & 1) from = swept_touch(seed, &t);
    if (t.mode == SWEPT_FAST) {
        const pawl_vec2 any = seeded_point(seed, both);
        mx = seeded_next(seed) & 1 ? 2 * SWEPT_MOVE_MAX : -2 * (int64_t)SWEPT_MOVE_MAX;
        my = seeded_next(seed) & 1 ? 2 * SWEPT_MOVE_MAX : -2 * (int64_t)SWEPT_MOVE_MAX;
        if (seeded_next(seed) % 4 == 0) my = 0;
        const int64_t part = seeded_between(seed, 1, PAWL_UNIT);
        from = pawl_vec2_make(swept_clamp(any.x - mx * part / PAWL_UNIT, SWEPT_PLACE_MAX),
                              swept_clamp(any.y - my * part / PAWL_UNIT, SWEPT_PLACE_MAX));
    }
    t.position_b = seeded_point(seed, SWEPT_PLACE_MAX / 2);
    t.position_a = pawl_vec2_make(swept_clamp((int64_t)t.position_b.x + from.x, PAWL_COORD_MAX),
                                  swept_clamp((int64_t)t.position_b.y + from.y, PAWL_COORD_MAX));
    swept_share(seed, &t, mx, my);
    return t;
}

swept_pair swept_pair_of(const swept_trial *t) {
    const swept_pair pair = {&t->a,
                             &t->b,
                             (int64_t)t->position_a.x - t->position_b.x,
                             (int64_t)t->position_a.y - t->position_b.y,
                             (int64_t)t->move_a.x - t->move_b.x,
                             (int64_t)t->move_a.y - t->move_b.y};
    return pair;
}
