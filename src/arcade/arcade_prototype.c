/* arcade_prototype.c - prototypes and polygons: what bodies are made of. */
#include "base/check.h"
#include "arcade/arcade.h"

#include "fx/round.h"
#include "fx/range.h"

#include <string.h>

#define PROTOTYPE_COOKIE UINT32_C(0x61726B01)

pawl_arcade_prototype pawl_arcade_prototype_default(void) {
    pawl_arcade_prototype prototype;
    memset(&prototype, 0, sizeof prototype);
    prototype.cookie = PROTOTYPE_COOKIE;
    prototype.half = pawl_vec2_make(PAWL_FX(0, 1, 2), PAWL_FX(0, 1, 2));
    prototype.inverse_mass = PAWL_FX_ONE;
    prototype.elasticity = PAWL_FX(0, 1, 2);
    prototype.friction = PAWL_FX(0, 1, 4);
    prototype.stick = PAWL_FX(0, 1, 4);
    prototype.gravity_scale = PAWL_FX_ONE;
    prototype.spring = PAWL_FX(400, 0, 1);
    prototype.category = 1;
    prototype.mask = UINT16_MAX;
    return prototype;
}

#define HALF_MAX (PAWL_EXTENT_MAX / 2)

PAWLI_FOLD pawl_status check_prototype_shape(const pawl_arcade *arcade,
                                             const pawl_arcade_prototype *prototype,
                                             const char **field) {
    if (prototype->shape == PAWL_ARCADE_POLYGON) {
        PAWLI_CHECK(field, PAWL_ARCADE_POLYGONS, ERR_UNSUPPORTED, "shape");
        PAWLI_CHECK(field, prototype->polygon < arcade->polygon_count, ERR_ARGUMENT, "polygon");
        return PAWL_OK;
    }
    PAWLI_CHECK(field, pawli_in_range(prototype->half.x, PAWL_SIZE_MIN, HALF_MAX), ERR_RANGE,
                "half");
    PAWLI_CHECK(field,
                prototype->shape != PAWL_ARCADE_BOX ||
                    pawli_in_range(prototype->half.y, PAWL_SIZE_MIN, HALF_MAX),
                ERR_RANGE, "half");
    return PAWL_OK;
}

PAWLI_FOLD pawl_status check_prototype(const pawl_arcade *arcade,
                                       const pawl_arcade_prototype *prototype, const char **field) {
    if (arcade == NULL || prototype == NULL) return PAWL_ERR_NULL;
    PAWLI_CHECK(field, prototype->cookie == PROTOTYPE_COOKIE, ERR_COOKIE, "cookie");
    PAWLI_CHECK(field, prototype->shape <= PAWL_ARCADE_POLYGON, ERR_ARGUMENT, "shape");
    PAWLI_CHECK(field, prototype->response <= PAWL_ARCADE_SENSOR, ERR_ARGUMENT, "response");
    PAWLI_CHECK(field, PAWL_ARCADE_RESPONSES || prototype->response == PAWL_ARCADE_BOUNCE,
                ERR_UNSUPPORTED, "response");
    const pawl_status status = check_prototype_shape(arcade, prototype, field);
    if (status != PAWL_OK) return status;
    PAWLI_CHECK(field, prototype->inverse_mass >= 0, ERR_RANGE, "inverse_mass");
    PAWLI_CHECK(field, pawli_in_range(prototype->elasticity, 0, PAWL_FX_ONE), ERR_RANGE,
                "elasticity");
    PAWLI_CHECK(field, pawli_in_range(prototype->friction, 0, PAWL_FX_ONE), ERR_RANGE, "friction");
    PAWLI_CHECK(field, pawli_in_range(prototype->stick, 0, PAWL_FX(255, 0, 1)), ERR_RANGE, "stick");
    PAWLI_CHECK(field, pawli_in_range(prototype->air_drag, 0, PAWL_FX(255, 0, 1)), ERR_RANGE,
                "air_drag");
    PAWLI_CHECK(field,
                pawli_in_range(prototype->gravity_scale, -PAWL_FX(127, 0, 1), PAWL_FX(127, 0, 1)),
                ERR_RANGE, "gravity_scale");
    PAWLI_CHECK(field, pawli_in_range(prototype->spring, 0, PAWL_FX(16383, 0, 1)), ERR_RANGE,
                "spring");
    return PAWL_OK;
}

PAWLI_RARE pawl_status pawli_arcade_prototype_check(const pawl_arcade *arcade,
                                                    const pawl_arcade_prototype *prototype) {
    return PAWL_SMALL_CODE ? check_prototype(arcade, prototype, NULL)
                           : pawl_arcade_prototype_check(arcade, prototype, NULL);
}

PAWLI_RARE pawl_status pawl_arcade_prototype_check(const pawl_arcade *arcade,
                                                   const pawl_arcade_prototype *prototype,
                                                   const char **field) {
    if (field != NULL) *field = NULL;
    return check_prototype(arcade, prototype, field);
}

void pawli_arcade_prototype_store(pawl_arcade *arcade, uint16_t index,
                                  const pawl_arcade_prototype *prototype) {
    pawli_arcade_prototype *const kept = pawli_arcade_prototypes(arcade) + index;
    memset(kept, 0, sizeof *kept);
    kept->shape = prototype->shape;
    kept->response = prototype->response;
    if (prototype->shape == PAWL_ARCADE_POLYGON) {
        kept->polygon = prototype->polygon;
    } else {
        kept->half.x = prototype->half.x;
        kept->half.y = prototype->shape == PAWL_ARCADE_BOX ? prototype->half.y : prototype->half.x;
    }
    kept->inverse_mass = prototype->inverse_mass;
    kept->elasticity = (uint16_t)pawli_near(prototype->elasticity, 1);
    kept->friction = (uint16_t)pawli_near(prototype->friction, 1);
    kept->stick = (uint16_t)pawli_near(prototype->stick, 8);
    kept->air_drag = (uint16_t)pawli_near(prototype->air_drag, 8);
    kept->gravity_scale = (int16_t)pawli_near(prototype->gravity_scale, 8);
    kept->spring = (uint16_t)pawli_near(prototype->spring, 14);
    kept->category = prototype->category;
    kept->mask = prototype->mask;
}

pawl_status pawl_arcade_add_prototype(pawl_arcade *arcade, const pawl_arcade_prototype *prototype,
                                      uint16_t *out) {
    if (out == NULL) return PAWL_ERR_NULL;
    const pawl_status status = pawli_arcade_prototype_check(arcade, prototype);
    if (status != PAWL_OK) return status;
    if (arcade->prototype_count == arcade->prototype_capacity) return PAWL_ERR_CAPACITY;
    pawli_arcade_prototype_store(arcade, arcade->prototype_count, prototype);
    *out = arcade->prototype_count++;
    return PAWL_OK;
}

pawl_status pawl_arcade_set_prototype(pawl_arcade *arcade, uint16_t index,
                                      const pawl_arcade_prototype *prototype) {
    const pawl_status status = pawli_arcade_prototype_check(arcade, prototype);
    if (status != PAWL_OK) return status;
    if (index >= arcade->prototype_count) return PAWL_ERR_ARGUMENT;
    pawli_arcade_prototype_store(arcade, index, prototype);
    return PAWL_OK;
}

pawl_status pawl_arcade_get_prototype(const pawl_arcade *arcade, uint16_t index,
                                      pawl_arcade_prototype *out) {
    if (arcade == NULL || out == NULL) return PAWL_ERR_NULL;
    if (index >= arcade->prototype_count) return PAWL_ERR_ARGUMENT;
    const pawli_arcade_prototype *const kept = pawli_arcade_prototypes(arcade) + index;
    memset(out, 0, sizeof *out);
    out->cookie = PROTOTYPE_COOKIE;
    out->shape = kept->shape;
    out->response = kept->response;
    out->polygon = kept->polygon;
    out->half = kept->half;
    out->inverse_mass = kept->inverse_mass;
    out->elasticity = (pawl_fx)kept->elasticity * 2;
    out->friction = (pawl_fx)kept->friction * 2;
    out->stick = (pawl_fx)kept->stick * 256;
    out->air_drag = (pawl_fx)kept->air_drag * 256;
    out->gravity_scale = (pawl_fx)kept->gravity_scale * 256;
    out->spring = (pawl_fx)kept->spring * 16384;
    out->category = kept->category;
    out->mask = kept->mask;
    return PAWL_OK;
}

static bool reaches_too_far(const pawl_convex *polygon) {
    const pawl_fx most = PAWL_EXTENT_MAX / 2;
    for (int i = 0; i < polygon->count; i++) {
        const pawl_vec2 v = polygon->vertices[i];
        if ((int64_t)pawl_abs(v.x) + polygon->radius > most) return true;
        if ((int64_t)pawl_abs(v.y) + polygon->radius > most) return true;
    }
    return false;
}

pawl_status pawli_arcade_prototype_check_polygon(const pawl_convex *polygon) {
    if (!pawl_convex_is_valid(polygon)) return PAWL_ERR_GEOMETRY;
    return reaches_too_far(polygon) ? PAWL_ERR_RANGE : PAWL_OK;
}

#if PAWL_ARCADE_POLYGONS

pawl_status pawl_arcade_add_polygon(pawl_arcade *arcade, const pawl_convex *polygon,
                                    uint16_t *out) {
    if (arcade == NULL || polygon == NULL || out == NULL) return PAWL_ERR_NULL;
    const pawl_status status = pawli_arcade_prototype_check_polygon(polygon);
    if (status != PAWL_OK) return status;
    if (arcade->polygon_count == arcade->polygon_capacity) return PAWL_ERR_CAPACITY;
    pawli_arcade_polygons(arcade)[arcade->polygon_count] = *polygon;
    *out = arcade->polygon_count++;
    return PAWL_OK;
}

#else

pawl_status pawl_arcade_add_polygon(pawl_arcade *arcade, const pawl_convex *polygon,
                                    uint16_t *out) {
    if (arcade == NULL || polygon == NULL || out == NULL) return PAWL_ERR_NULL;
    return PAWL_ERR_UNSUPPORTED;
}

#endif

pawl_status pawl_arcade_get_polygon(const pawl_arcade *arcade, uint16_t index, pawl_convex *out) {
    if (arcade == NULL || out == NULL) return PAWL_ERR_NULL;
    if (index >= arcade->polygon_count) return PAWL_ERR_ARGUMENT;
    *out = pawli_arcade_polygons(arcade)[index];
    return PAWL_OK;
}

/* Outward normals, counter-clockwise from (1, 0), and the signs of the vertex each edge starts at.
 */
static const pawl_rot box_normals[4] = {
    {PAWL_UNIT, 0}, {0, PAWL_UNIT}, {-PAWL_UNIT, 0}, {0, -PAWL_UNIT}};

static void set_box_vertices(pawl_vec2 half, pawl_vec2 *out) {
    out[0] = pawl_vec2_make(half.x, -half.y);
    out[1] = half;
    out[2] = pawl_vec2_make(-half.x, half.y);
    out[3] = pawl_vec2_make(-half.x, -half.y);
}

const pawl_convex *pawli_arcade_prototype_convex(const pawl_arcade *arcade,
                                                 const pawli_arcade_prototype *prototype,
                                                 pawl_convex *made) {
    if (PAWL_ARCADE_POLYGONS && prototype->shape == PAWL_ARCADE_POLYGON)
        return pawli_arcade_polygons(arcade) + prototype->polygon;
    memset(made, 0, sizeof *made);
    if (prototype->shape == PAWL_ARCADE_CIRCLE) {
        made->count = 1;
        made->radius = prototype->half.x;
        return made;
    }
    made->count = 4;
    set_box_vertices(prototype->half, made->vertices);
    memcpy(made->normals, box_normals, sizeof box_normals);
    return made;
}
