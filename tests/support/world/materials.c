/* materials.c - what materials.h declares. */
#include "support/world/materials.h"

uint64_t material_seed;

int32_t draw_material_number(int32_t least, int32_t most) {
    return least + (int32_t)(seeded_next(&material_seed) % (uint32_t)(most - least + 1));
}

pawl_material draw_material(void) {
    pawl_material made;
    made.friction = draw_material_number(0, 2) ? draw_material_number(0, PAWL_FX_ONE * 3 / 2) : 0;
    made.restitution = draw_material_number(0, 2) ? 0 : draw_material_number(0, PAWL_FX_ONE);
    made.tangent_speed =
        draw_material_number(0, 2) ? 0 : draw_material_number(-3 * PAWL_FX_ONE, 3 * PAWL_FX_ONE);
    made.rolling_resistance =
        draw_material_number(0, 2) ? 0 : draw_material_number(0, PAWL_FX_ONE / 4);
    made.user_data = (uint32_t)seeded_next(&material_seed);
    return made;
}

void draw_ground(drawn_ground *out) {
    memset(out, 0, sizeof *out);
    const bool left = draw_material_number(0, 1);
    pawl_fx y = 0;
    for (int32_t i = 0; i <= PARTS; i++) {
        const int32_t x = left ? PARTS / 2 - i : i - PARTS / 2;
        out->points[i] = pawl_vec2_make(x * PAWL_FX_ONE, y);
        y += draw_material_number(-PAWL_FX_ONE / 3, PAWL_FX_ONE / 3);
    }
    for (int i = 0; i < SOME; i++)
        out->materials[i] = draw_material();
    for (int i = 0; i < PARTS; i++)
        out->indices[i] = (uint8_t)draw_material_number(0, SOME);
    out->chain = chain_of(out->points, PARTS + 1);
    out->chain.one_sided = left && draw_material_number(0, 1);
    out->chain.ghost_ends = true;
    out->table.materials = out->materials;
    out->table.indices = out->indices;
    out->table.count = SOME;
    out->def = smooth_def();
    out->def.friction = PAWL_FX_ONE / 3;
}

static pawl_material own_material(const drawn_ground *of) {
    const pawl_material own = {of->def.friction, of->def.restitution, of->def.tangent_speed,
                               of->def.rolling_resistance, of->def.user_data};
    return own;
}

pawl_material material_at(const drawn_ground *of, uint32_t part) {
    return of->indices[part] < SOME ? of->materials[of->indices[part]] : own_material(of);
}

pawl_shape_def def_with(const pawl_material *material) {
    pawl_shape_def def = smooth_def();
    def.friction = material->friction;
    def.restitution = material->restitution;
    def.tangent_speed = material->tangent_speed;
    def.rolling_resistance = material->rolling_resistance;
    def.user_data = material->user_data;
    return def;
}

/* Boxes, capsules and balls that fall, with materials of their own. */
void add_fallers(pawl_world *world, uint64_t seed) {
    for (int i = 0; i < 20; i++) {
        const double x = (double)(seeded_next(&seed) % 3200) / 64 - 25;
        const double y = 3 + (double)(seeded_next(&seed) % 320) / 64;
        const pawl_body_id body = add_slider(world, i % SLIDERS, 1, x, y);
        const pawl_shape_id shape = shape_of(world, body);
        const int vx = (int)(seeded_next(&seed) % 13) - 6;
        ck_assert_int_eq(pawl_body_set_velocity(world, body, VEC(vx, 0)), PAWL_OK);
        ck_assert_int_eq(pawl_shape_set_friction(world, shape, (pawl_fx)(seeded_next(&seed) >> 48)),
                         PAWL_OK);
        if (i % 4 == 0)
            ck_assert_int_eq(pawl_shape_set_rolling_resistance(world, shape, FX(0.03125)), PAWL_OK);
    }
}

pawl_shape_id add_ground_chain(pawl_world *world, const drawn_ground *from) {
    const pawl_body_id body = add_body(world, PAWL_STATIC, 0, 0);
    pawl_shape_id shape = {0, 0};
    ck_assert_int_eq(pawl_shape_create_chain(world, body, &from->def, &from->chain, &shape),
                     PAWL_OK);
    return shape;
}

const pawl_material strips[STRIPS] = {
    {0, 0, 0, 0, 10},                         /* ice */
    {4 * PAWL_FX_ONE, 0, 0, 0, 11},           /* rubber */
    {PAWL_FX_ONE, 0, 2 * PAWL_FX_ONE, 0, 12}, /* a belt to the right */
    {PAWL_FX_ONE, 0, 0, PAWL_FX_ONE / 8, 13}, /* mud, on which balls stop */
};

/* Flat ground from x = -20 to 20 in segments of 4 units, whose indices are given from the left. */
pawl_shape_id add_strips(pawl_world *world, const uint8_t *indices) {
    static const int16_t flat[11];
    const pawl_heights field = {flat, 11, FX(4), 1, VEC(-20, 0), true, false};
    const pawl_material_table table = {strips, indices, STRIPS};
    pawl_shape_def def = pawl_shape_def_default();
    def.friction = PAWL_FX_ONE;
    pawl_shape_id shape;
    const pawl_body_id body = add_body(world, PAWL_STATIC, 0, 0);
    ck_assert_int_eq(pawl_shape_create_heights(world, body, &def, &field, &shape), PAWL_OK);
    ck_assert_int_eq(pawl_shape_set_materials(world, shape, &table), PAWL_OK);
    return shape;
}
