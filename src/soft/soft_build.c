/* soft_build.c - points and links of common things.
 *
 * Links are given in such an order that those of a line follow each other: the solver takes them as
 * one chain (solve_chain.c). */
#include "soft/soft.h"

#include "base/compiler.h"
#include "fx/round.h"

/* What is added: the first points and links of the buffers that are still free. */
typedef struct soft_builder {
    pawl_soft_parts *parts;
    pawl_soft_point *points;
    pawl_soft_link *links;
    uint32_t first;       /* number of the first new point */
    uint32_t link_count;  /* new ones so far */
    uint32_t point_count; /* new ones altogether */
} soft_builder;

static bool is_stiffness(pawl_fx value) {
    return value >= 0 && value <= PAWL_FX_ONE;
}

/* Whether the mass can be shared by so many points, and there is room for them. Numbers are those
 * of 16 bits, or too large. */
static pawl_status begin_builder(soft_builder *builder, pawl_soft_parts *parts, uint64_t points,
                                 uint64_t links, pawl_fx mass) {
    if (points > UINT16_MAX || links > UINT16_MAX) return PAWL_ERR_CAPACITY;
    const int64_t count = (int64_t)points;
    if (mass < PAWL_POINT_MASS_MIN * count) return PAWL_ERR_RANGE;
    if (mass > PAWL_POINT_MASS_MAX * count) return PAWL_ERR_RANGE;
    if (parts->point_count > parts->point_capacity || parts->link_count > parts->link_capacity)
        return PAWL_ERR_CAPACITY;
    if (points > parts->point_capacity - parts->point_count) return PAWL_ERR_CAPACITY;
    if (links > parts->link_capacity - parts->link_count) return PAWL_ERR_CAPACITY;
    if (parts->point_count + points > UINT32_C(65536)) return PAWL_ERR_CAPACITY;
    builder->parts = parts;
    builder->points = parts->points + parts->point_count;
    builder->links = parts->links + parts->link_count;
    builder->first = parts->point_count;
    builder->link_count = 0;
    builder->point_count = (uint32_t)points;
    return PAWL_OK;
}

/* Equal masses; what is left over, one raw unit each, goes to the first ones: the sum is exact. */
static void finish_builder(soft_builder *builder, pawl_fx mass) {
    const uint32_t share = (uint32_t)mass / builder->point_count;
    const uint32_t over = (uint32_t)mass % builder->point_count;
    for (uint32_t i = 0; i < builder->point_count; i++) {
        builder->points[i].velocity = pawl_vec2_make(0, 0);
        builder->points[i].mass = (pawl_fx)(share + (i < over ? 1 : 0));
    }
    builder->parts->point_count += builder->point_count;
    builder->parts->link_count += builder->link_count;
}

static pawl_soft_link *add_builder_link(soft_builder *builder, uint32_t a, uint32_t b,
                                        pawl_fx stiffness) {
    pawl_soft_link *link = &builder->links[builder->link_count++];
    link->a = (uint16_t)(builder->first + a);
    link->b = (uint16_t)(builder->first + b);
    link->c = 0;
    link->type = PAWL_LINK_DISTANCE;
    link->flags = 0;
    link->length = 0;
    link->stiffness = stiffness;
    link->tear = 0;
    return link;
}

static void add_surface_link(soft_builder *builder, uint32_t a, uint32_t b, pawl_fx stiffness) {
    add_builder_link(builder, a, b, stiffness)->flags = PAWL_LINK_SURFACE;
}

static void add_bend_link(soft_builder *builder, uint32_t a, uint32_t b, uint32_t c,
                          pawl_fx stiffness) {
    pawl_soft_link *link = add_builder_link(builder, a, b, stiffness);
    link->type = PAWL_LINK_BEND;
    link->c = (uint16_t)(builder->first + c);
}

/* low + (high - low) * i / count, to nearest: relative to low, so that it is the same everywhere.
 * The difference is below 2^31, i below 2^16. */
static pawl_fx interpolate_coordinate(pawl_fx low, pawl_fx high, uint32_t i, uint32_t count) {
    const int64_t double_offset = ((int64_t)high - low) * i * 2, whole = (int64_t)count;
    return (pawl_fx)(low + (double_offset + (double_offset < 0 ? -whole : whole)) / (2 * whole));
}

PAWLI_RARE pawl_status pawl_soft_add_rope(pawl_soft_parts *parts, pawl_vec2 from, pawl_vec2 to,
                                          uint32_t links, pawl_fx mass, pawl_fx stiffness,
                                          pawl_fx bend) {
    if (parts == NULL || parts->points == NULL || parts->links == NULL) return PAWL_ERR_NULL;
    if (links < 1) return PAWL_ERR_ARGUMENT;
    if (!is_stiffness(stiffness) || !is_stiffness(bend) ||
        !pawli_soft_is_within(from, PAWL_COORD_MAX) || !pawli_soft_is_within(to, PAWL_COORD_MAX))
        return PAWL_ERR_RANGE;
    const uint64_t bends = bend == 0 ? 0 : links - 1u;
    soft_builder builder;
    const pawl_status status =
        begin_builder(&builder, parts, (uint64_t)links + 1, links + bends, mass);
    if (status != PAWL_OK) return status;
    for (uint32_t i = 0; i <= links; i++) {
        builder.points[i].position.x = interpolate_coordinate(from.x, to.x, i, links);
        builder.points[i].position.y = interpolate_coordinate(from.y, to.y, i, links);
    }
    for (uint32_t i = 0; i < links; i++)
        add_surface_link(&builder, i, i + 1, stiffness);
    for (uint32_t i = 0; i < bends; i++)
        add_bend_link(&builder, i, i + 1, i + 2, bend);
    finish_builder(&builder, mass);
    return PAWL_OK;
}

/* Rows, then columns, then diagonals; width is points in a row. */
static void add_cloth_links(soft_builder *builder, uint32_t columns, uint32_t rows,
                            pawl_fx stiffness, pawl_fx shear) {
    const uint32_t width = columns + 1;
    for (uint32_t row = 0; row <= rows; row++) {
        for (uint32_t i = row * width; i < row * width + columns; i++) {
            if (row == 0 || row == rows) {
                add_surface_link(builder, i, i + 1, stiffness);
            } else {
                add_builder_link(builder, i, i + 1, stiffness);
            }
        }
    }
    for (uint32_t column = 0; column <= columns; column++) {
        for (uint32_t row = 0; row < rows; row++) {
            const uint32_t i = row * width + column;
            if (column == 0 || column == columns) {
                add_surface_link(builder, i, i + width, stiffness);
            } else {
                add_builder_link(builder, i, i + width, stiffness);
            }
        }
    }
    for (uint32_t row = 0; shear != 0 && row < rows; row++) {
        for (uint32_t i = row * width; i < row * width + columns; i++) {
            add_builder_link(builder, i, i + width + 1, shear);
            add_builder_link(builder, i + 1, i + width, shear);
        }
    }
}

PAWLI_RARE pawl_status pawl_soft_add_cloth(pawl_soft_parts *parts, pawl_box box, uint32_t columns,
                                           uint32_t rows, pawl_fx mass, pawl_fx stiffness,
                                           pawl_fx shear) {
    if (parts == NULL || parts->points == NULL || parts->links == NULL) return PAWL_ERR_NULL;
    if (columns < 1 || rows < 1) return PAWL_ERR_ARGUMENT;
    if (!is_stiffness(stiffness) || !is_stiffness(shear) ||
        !pawli_soft_is_within(box.lower, PAWL_COORD_MAX) ||
        !pawli_soft_is_within(box.upper, PAWL_COORD_MAX))
        return PAWL_ERR_RANGE;
    if (box.lower.x >= box.upper.x || box.lower.y >= box.upper.y) return PAWL_ERR_RANGE;
    if (columns > UINT16_MAX || rows > UINT16_MAX) return PAWL_ERR_CAPACITY;
    const uint64_t points = (columns + UINT64_C(1)) * (rows + UINT64_C(1));
    const uint64_t cells = (uint64_t)columns * rows;
    const uint64_t links = 2 * cells + columns + rows + (shear == 0 ? 0 : 2 * cells);
    soft_builder builder;
    const pawl_status status = begin_builder(&builder, parts, points, links, mass);
    if (status != PAWL_OK) return status;
    for (uint32_t i = 0; i < builder.point_count; i++) {
        const uint32_t row = i / (columns + 1), column = i % (columns + 1);
        builder.points[i].position.x =
            interpolate_coordinate(box.lower.x, box.upper.x, column, columns);
        builder.points[i].position.y = interpolate_coordinate(box.upper.y, box.lower.y, row, rows);
    }
    add_cloth_links(&builder, columns, rows, stiffness, shear);
    finish_builder(&builder, mass);
    return PAWL_OK;
}

static void add_ring_links(soft_builder *builder, pawl_fx stiffness) {
    const uint32_t count = builder->point_count;
    for (uint32_t i = 0; i < count; i++)
        add_surface_link(builder, i, i + 1 == count ? 0 : i + 1, stiffness);
}

PAWLI_RARE pawl_status pawl_soft_add_polygon(pawl_soft_parts *parts, const pawl_vec2 *points,
                                             uint32_t count, pawl_fx mass, pawl_fx stiffness,
                                             pawl_fx inner) {
    if (parts == NULL || parts->points == NULL || parts->links == NULL || points == NULL)
        return PAWL_ERR_NULL;
    if (count < 3) return PAWL_ERR_ARGUMENT;
    if (!is_stiffness(stiffness) || !is_stiffness(inner)) return PAWL_ERR_RANGE;
    const uint64_t links = (uint64_t)count * (count - 1u) / 2;
    soft_builder builder;
    const pawl_status status = begin_builder(&builder, parts, count, links, mass);
    if (status != PAWL_OK) return status;
    for (uint32_t i = 0; i < count; i++) {
        if (!pawli_soft_is_within(points[i], PAWL_COORD_MAX)) return PAWL_ERR_RANGE;
    }
    for (uint32_t i = 0; i < count; i++)
        builder.points[i].position = points[i];
    add_ring_links(&builder, stiffness);
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t j = i + 2; j < count; j++) {
            if (i != 0 || j != count - 1) add_builder_link(&builder, i, j, inner);
        }
    }
    finish_builder(&builder, mass);
    return PAWL_OK;
}

PAWLI_RARE pawl_status pawl_soft_add_blob(pawl_soft_parts *parts, pawl_vec2 center, pawl_fx radius,
                                          uint32_t count, pawl_fx mass, pawl_fx stiffness,
                                          pawl_fx bend) {
    if (parts == NULL || parts->points == NULL || parts->links == NULL) return PAWL_ERR_NULL;
    if (count < 3) return PAWL_ERR_ARGUMENT;
    if (!is_stiffness(stiffness) || !is_stiffness(bend) ||
        !pawli_soft_is_within(center, PAWL_COORD_MAX) || radius <= 0)
        return PAWL_ERR_RANGE;
    const pawl_vec2 lower = {pawl_sub(center.x, radius), pawl_sub(center.y, radius)};
    const pawl_vec2 upper = {pawl_add(center.x, radius), pawl_add(center.y, radius)};
    if (!pawli_soft_is_within(lower, PAWL_COORD_MAX) ||
        !pawli_soft_is_within(upper, PAWL_COORD_MAX))
        return PAWL_ERR_RANGE;
    soft_builder builder;
    const uint64_t links = (uint64_t)count * (bend == 0 ? 1 : 2);
    const pawl_status status = begin_builder(&builder, parts, count, links, mass);
    if (status != PAWL_OK) return status;
    for (uint32_t i = 0; i < count; i++) {
        const pawl_rot at = pawl_rot_from_angle((pawl_angle)(((uint64_t)i << 32) / count));
        builder.points[i].position.x = center.x + pawli_near32((int64_t)radius * at.c, 30);
        builder.points[i].position.y = center.y + pawli_near32((int64_t)radius * at.s, 30);
    }
    add_ring_links(&builder, stiffness);
    for (uint32_t i = 0; bend != 0 && i < count; i++)
        add_bend_link(&builder, i, (i + 1) % count, (i + 2) % count, bend);
    finish_builder(&builder, mass);
    return PAWL_OK;
}
