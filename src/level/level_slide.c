/* level_slide.c - the arithmetic of touching a wall: the grid point to stop at, and where to go
 * from it.
 *
 * Points of a slide are rational: base + vector * num / den. They are rounded to one of the four
 * grid points about them, so that the result is never behind the wall: the side of a wall is an
 * affine function, and its largest value at the four is at least that at the point between them.
 *
 * Along and against a wall are dot and cross product with its edge, both scaled by the edge's
 * length: friction, which compares the two, needs no square root. */
#include "level/level_walk.h"

#include "fx/int128.h"

/* One axis of a point between grid points. */
typedef struct grid_axis {
    int64_t floor;
    uint64_t above; /* the rest, in shares of the denominator */
    uint64_t tilt;  /* how far from the middle between the two grid points, in half shares */
    bool up;        /* the upper one is nearer, or as near */
} grid_axis;

static grid_axis axis_of(pawl_fx part, int64_t num, int64_t den) {
    const pawli_int128 product = pawli_int128_multiply(part, num);
    grid_axis out;
    out.floor = pawli_int128_divide_floor(product, den);
    out.above = product.low - (uint64_t)out.floor * (uint64_t)den; /* modulo 2^64 is enough */
    const uint64_t below = (uint64_t)den - out.above;
    out.up = out.above >= below;
    out.tilt = out.up ? out.above - below : below - out.above;
    return out;
}

static pawl_vec2 corner_at(pawl_vec2 base, const grid_axis *x, const grid_axis *y, bool x_up,
                           bool y_up) {
    return pawl_vec2_make(pawl_saturate(base.x + x->floor + (x_up ? 1 : 0)),
                          pawl_saturate(base.y + y->floor + (y_up ? 1 : 0)));
}

pawli_grid_cell pawli_level_slide_cell_of(pawl_vec2 base, pawl_vec2 vector, int64_t num,
                                          int64_t den) {
    const grid_axis x = axis_of(vector.x, num, den);
    const grid_axis y = axis_of(vector.y, num, den);
    const bool has_x = x.above != 0, has_y = y.above != 0;
    const bool x_first = x.tilt <= y.tilt; /* the other x is nearer than the other y */
    pawli_grid_cell cell;
    cell.count = 1;
    cell.corners[0] = corner_at(base, &x, &y, x.up, y.up);
    if (has_x && (x_first || !has_y)) {
        cell.corners[cell.count++] = corner_at(base, &x, &y, !x.up, y.up);
    }
    if (has_y) cell.corners[cell.count++] = corner_at(base, &x, &y, x.up, !y.up);
    if (has_x && has_y) {
        if (!x_first) cell.corners[cell.count++] = corner_at(base, &x, &y, !x.up, y.up);
        cell.corners[cell.count++] = corner_at(base, &x, &y, !x.up, !y.up);
    }
    return cell;
}

/* Smaller angle, larger cosine: cross1 / dot1 < cross2 / dot2, with both dots positive. */
bool pawli_level_slide_choose_wall(pawli_stop *stop, pawl_vec2 remaining) {
    const pawl_vec2 corner = stop->a;
    const pawl_vec2 left = pawl_vec2_sub(stop->left, corner);
    const pawl_vec2 right = pawl_vec2_sub(stop->right, corner);
    const int64_t along_left = pawl_vec2_dot(remaining, left);
    const int64_t along_right = pawl_vec2_dot(remaining, right);
    bool use_left = along_left > 0;
    if (along_left > 0 && along_right > 0) {
        const uint64_t across_left = pawli_magnitude(pawl_vec2_cross(remaining, left));
        const uint64_t across_right = pawli_magnitude(pawl_vec2_cross(remaining, right));
        use_left = pawli_int128_compare(
                       pawli_int128_multiply_unsigned(across_left, (uint64_t)along_right),
                       pawli_int128_multiply_unsigned(across_right, (uint64_t)along_left)) <= 0;
    }
    if (use_left || along_right <= 0) {
        stop->b = stop->left;
    } else {
        stop->a = stop->right;
        stop->b = corner;
        stop->region = stop->right_region;
    }
    return along_left > 0 || along_right > 0;
}

/* How much of `along` friction leaves when `against` goes against the wall; both are scaled
 * alike. */
static int64_t lose_to_friction(pawl_fx friction, uint8_t model, int64_t along, int64_t against) {
    if (friction <= 0) return along;
    const uint64_t speed = pawli_magnitude(along);
    const uint64_t pressed = model == PAWL_FRICTION_FACTOR ? speed : pawli_magnitude(against);
    const uint64_t loss =
        pawli_int128_shift_near(pawli_int128_multiply_unsigned(pressed, (uint32_t)friction), 16);
    if (loss >= speed) return 0;
    const int64_t left = (int64_t)(speed - loss);
    return along < 0 ? -left : left;
}

pawl_vec2 pawli_level_slide_end(const pawli_stop *stop, pawl_fx friction, uint8_t model,
                                pawl_vec2 r, pawl_vec2 remaining) {
    const pawl_vec2 edge = pawl_vec2_sub(stop->b, stop->a);
    const int64_t along = lose_to_friction(friction, model, pawl_vec2_dot(remaining, edge),
                                           pawl_vec2_cross(remaining, edge));
    const pawli_grid_cell cell =
        pawli_level_slide_cell_of(r, edge, along, pawl_vec2_dot(edge, edge));
    for (uint32_t i = 0; i < cell.count; i++) {
        if (pawli_is_position(cell.corners[i]) &&
            pawli_side(stop->a, stop->b, cell.corners[i]) >= 0) {
            return cell.corners[i];
        }
    }
    return r;
}

/* part * num / den, towards zero; |result| <= 2^31. */
static pawl_fx shrink(pawl_fx part, int64_t num, int64_t den) {
    const pawli_int128 product =
        pawli_int128_multiply_unsigned(pawli_magnitude(part), pawli_magnitude(num));
    const int64_t size = pawli_int128_divide_floor(product, den);
    return pawl_saturate((part < 0) != (num < 0) ? -size : size);
}

pawl_vec2 pawli_level_slide_deflect(pawl_vec2 velocity, pawl_vec2 edge, pawl_fx friction,
                                    uint8_t model) {
    const int64_t away = pawl_vec2_cross(edge, velocity);
    if (away >= 0) return velocity;
    const int64_t along = lose_to_friction(friction, model, pawl_vec2_dot(velocity, edge), away);
    const int64_t square = pawl_vec2_dot(edge, edge);
    return pawl_vec2_make(shrink(edge.x, along, square), shrink(edge.y, along, square));
}
