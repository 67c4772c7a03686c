/* outline_body.c - a body whose shapes are the convex parts of an outline.
 *
 * All that can fail is looked at before the first change. */
#include "kit/outline_parts.h"

#include "base/align.h"
#include "base/assert.h"
#include "base/optional.h"
#include "period/period.h"
#include "world/world.h"

PAWLI_OPTIONAL(pawli_period_fits);

const char *pawl_outline_fault_text(pawl_outline_fault fault) {
    switch (fault) {
    case PAWL_OUTLINE_OK:
        return "no fault";
    case PAWL_OUTLINE_COUNT:
        return "a ring of fewer than three points";
    case PAWL_OUTLINE_RANGE:
        return "point out of range";
    case PAWL_OUTLINE_CROSSING:
        return "two edges cross";
    case PAWL_OUTLINE_THIN:
        return "too thin";
    case PAWL_OUTLINE_EMPTY:
        return "nothing is inside";
    }
    return "unknown fault";
}

size_t pawl_outline_size(uint32_t point_count) {
    return pawli_size_or_none(pawli_outline_parts_size(point_count));
}

/* The parts passed all that is asked of a polygon. */
static bool make_outline_shape(const pawli_outline_parts *parts, uint32_t part, pawl_convex *out) {
    const uint32_t begin = part == 0 ? 0 : parts->ends[part - 1];
    const int32_t count = (int32_t)(parts->ends[part] - begin);
    return pawl_make_polygon(parts->points + begin, count, 0, out) == PAWL_OK;
}

static bool parts_are_equal(const pawli_outline_parts *parts, uint32_t part,
                            const pawl_vec2 *vertices, uint32_t count) {
    const uint32_t begin = part == 0 ? 0 : parts->ends[part - 1];
    if (parts->ends[part] - begin != count) return false;
    for (uint32_t i = 0; i < count; i++) {
        const pawl_vec2 point = parts->points[begin + i];
        if (point.x != vertices[i].x || point.y != vertices[i].y) return false;
    }
    return true;
}

/* Whether a geometry of the world is the same, with radius 0. */
static bool is_interned(const pawl_world *world, const pawli_outline_parts *parts, uint32_t part) {
    const pawli_geometry *geometries = pawli_geometries_const(world);
    for (uint32_t i = 0; i < world->geometry_used; i++) {
        const pawl_convex *convex = &geometries[i].convex;
        if (geometries[i].users > 0 && pawli_is_convex(&geometries[i]) && convex->radius == 0 &&
            parts_are_equal(parts, part, convex->vertices, convex->count))
            return true;
    }
    return false;
}

/* No two parts of an outline are equal: they would lie on each other. */
static bool has_room_for_geometries(const pawl_world *world, const pawli_outline_parts *parts) {
    uint32_t room = world->geometry_capacity, needed = 0;
    for (uint32_t i = 0; i < world->geometry_used; i++)
        room -= pawli_geometries_const(world)[i].users > 0;
    if (parts->count <= room) return true;
    for (uint32_t part = 0; part < parts->count; part++)
        needed += !is_interned(world, parts, part);
    return needed <= room;
}

static bool has_room_for_parts(const pawl_world *world, const pawli_outline_parts *parts) {
    const pawli_pool *pool = &world->shape_pool;
    return pawli_body_has_room(world) && parts->count <= (uint32_t)pool->capacity - pool->live &&
           parts->count <= UINT32_MAX - pool->next_serial && has_room_for_geometries(world, parts);
}

static pawl_status check_outline_call(const pawl_world *world, const pawl_body_def *def,
                                      const pawl_shape_def *shape, const pawl_rings *rings,
                                      const void *memory, const pawl_body_id *out) {
    if (world == NULL || def == NULL || rings == NULL || memory == NULL || out == NULL)
        return PAWL_ERR_NULL;
    if (pawli_is_locked(world)) return PAWL_ERR_LOCKED;
    const pawl_status status = pawli_body_check_def(def);
    return status != PAWL_OK ? status : pawli_shape_check_def(shape);
}

PAWLI_RARE pawl_status pawl_body_create_outline(pawl_world *world, const pawl_body_def *def,
                                                const pawl_shape_def *shape,
                                                const pawl_rings *rings, void *memory, size_t size,
                                                pawl_outline_report *report, pawl_body_id *out) {
    const pawl_shape_def plain = pawl_shape_def_default();
    pawl_outline_report unused;
    pawli_outline_parts parts = {NULL, NULL, 0};
    pawl_convex convex;
    if (shape == NULL) shape = &plain;
    if (report == NULL) report = &unused;
    pawl_status status = check_outline_call(world, def, shape, rings, memory, out);
    if (status == PAWL_OK) status = pawli_outline_parts_find(rings, memory, size, &parts, report);
    if (status != PAWL_OK) return status;
    for (uint32_t part = 0; part < parts.count; part++)
        if (!make_outline_shape(&parts, part, &convex)) {
            return PAWL_ERR_GEOMETRY;
        } else if (!pawli_period_has_room(world, (uint8_t)def->type, &convex)) {
            return PAWL_ERR_RANGE;
        }
    if (!has_room_for_parts(world, &parts)) return PAWL_ERR_CAPACITY;
    const pawl_body_id body = pawli_body_add(world, def);
    for (uint32_t part = 0; part < parts.count; part++) {
        if (!make_outline_shape(&parts, part, &convex)) continue; /* each has been made once */
        const uint16_t geometry = pawli_geometry_intern(world, &convex);
        PAWL_ASSERT(geometry != PAWLI_NONE);
        (void)pawli_shape_add(world, (uint16_t)(body.index1 - 1), shape, geometry);
    }
    *out = body;
    return PAWL_OK;
}
