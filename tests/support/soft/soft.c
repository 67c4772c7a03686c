/* soft.c - what soft.h declares. */
#include "support/soft/soft.h"

pawl_world_def soft_world_def(void) {
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = def.shape_capacity = 64;
    def.soft_capacity = 32;
    def.soft_point_capacity = SOFT_POINTS;
    def.soft_link_capacity = SOFT_LINKS;
    return def;
}

soft_scene *make_soft_scene(const pawl_world_def *def) {
    soft_scene *scene = calloc(1, sizeof *scene);
    ck_assert_msg(scene != NULL, "no memory");
    scene->world = make_world(def);
    scene->parts.points = scene->points;
    scene->parts.links = scene->links;
    scene->parts.point_capacity = SOFT_POINTS;
    scene->parts.link_capacity = SOFT_LINKS;
    scene->def = pawl_soft_def_default();
    return scene;
}

void free_soft_scene(soft_scene *scene) {
    free(scene->world);
    free(scene);
}

pawl_soft_id add_soft(soft_scene *scene) {
    pawl_soft_id id = {0, 0};
    scene->def.points = scene->points;
    scene->def.links = scene->links;
    scene->def.point_count = scene->parts.point_count;
    scene->def.link_count = scene->parts.link_count;
    ck_assert_int_eq(pawl_soft_create(scene->world, &scene->def, &id), PAWL_OK);
    scene->parts.point_count = scene->parts.link_count = 0;
    return id;
}

void add_rope(soft_scene *scene, pawl_vec2 from, pawl_vec2 to, uint32_t links, double mass,
              double bend) {
    ck_assert_int_eq(pawl_soft_add_rope(&scene->parts, from, to, links, FX(mass), FX(1), FX(bend)),
                     PAWL_OK);
}

void add_blob(soft_scene *scene, double x, double y, double radius, uint32_t count, double mass) {
    ck_assert_int_eq(
        pawl_soft_add_blob(&scene->parts, VEC(x, y), FX(radius), count, FX(mass), FX(1), FX(0.25)),
        PAWL_OK);
    scene->def.outline_count = count;
    scene->def.pressure = FX(1);
}

pawl_soft_point soft_point(const pawl_world *world, pawl_soft_id soft, uint32_t index) {
    pawl_soft_point point;
    ck_assert_int_eq(pawl_soft_get_point(world, soft, index, &point), PAWL_OK);
    return point;
}

double soft_energy(const pawl_world *world, pawl_soft_id soft) {
    double energy = 0;
    const uint32_t count = pawl_soft_get_point_count(world, soft);
    for (uint32_t i = 0; i < count; i++) {
        const pawl_soft_point point = soft_point(world, soft, i);
        const double x = units(point.velocity.x), y = units(point.velocity.y);
        energy += units(point.mass) * ((x * x + y * y) / 2 + 10 * units(point.position.y));
    }
    return energy;
}

double body_energy(const pawl_world *world, pawl_body_id body) {
    const pawl_mass mass = pawl_body_get_mass(world, body);
    const pawl_vec2 velocity = pawl_body_get_velocity(world, body);
    const double x = units(velocity.x), y = units(velocity.y);
    const double turn = units(pawl_body_get_angular_velocity(world, body));
    const double height = units(pawl_body_get_position(world, body).y);
    return (double)mass.mass / 65536 * ((x * x + y * y) / 2 + 10 * height) +
           (double)mass.inertia / 65536 * turn * turn / 2;
}

double worst_stretch(const pawl_world *world, pawl_soft_id soft) {
    double worst = 0;
    const uint32_t count = pawl_soft_get_link_count(world, soft);
    for (uint32_t i = 0; i < count; i++) {
        pawl_soft_link link;
        ck_assert_int_eq(pawl_soft_get_link(world, soft, i, &link), PAWL_OK);
        if (link.type != PAWL_LINK_DISTANCE || (link.flags & PAWL_LINK_TORN)) continue;
        const pawl_vec2 a = soft_point(world, soft, link.a).position;
        const pawl_vec2 b = soft_point(world, soft, link.b).position;
        const double length = hypot(units(b.x) - units(a.x), units(b.y) - units(a.y));
        const double off = fabs(length / units(link.length) - 1);
        if (off > worst) worst = off;
    }
    return worst;
}

int run_until_asleep(pawl_world *world, pawl_soft_id soft, int steps) {
    for (int i = 0; i < steps; i++) {
        if (!pawl_soft_is_awake(world, soft)) return i;
        run(world, 1);
    }
    return steps;
}
