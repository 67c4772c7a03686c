/* joint_twin_world.c - the twin of a world, and the two side by side: see joint_twin.h. */
#include "support/joint/joint_twin.h"

#include <math.h>
#include <string.h>

#define PI 3.14159265358979323846
#define WIDE(value) ((double)(value) / 65536.0)

static double units(pawl_fx value) {
    return value / 65536.0;
}

static double radians(pawl_angle angle) {
    return (double)(int32_t)angle * (PI / 2147483648.0);
}

static void copy_body(twin_body *to, const pawl_world *world, pawl_body_id id,
                      const pawl_world_def *def) {
    const pawl_vec2 center = pawl_body_get_center(world, id), v = pawl_body_get_velocity(world, id);
    const pawl_mass mass = pawl_body_get_mass(world, id);
    memset(to, 0, sizeof *to);
    to->x = units(center.x);
    to->y = units(center.y);
    to->angle = radians(pawl_body_get_angle(world, id));
    to->vx = units(v.x);
    to->vy = units(v.y);
    to->w = units(pawl_body_get_angular_velocity(world, id));
    if (pawl_body_get_type(world, id) != PAWL_DYNAMIC) return;
    to->inverse_mass = 65536.0 / (double)mass.mass;
    to->inverse_inertia =
        pawl_body_has_fixed_rotation(world, id) ? 0 : 65536.0 / (double)mass.inertia;
    to->push_x = units(def->gravity.x) * units(pawl_body_get_gravity_scale(world, id));
    to->push_y = units(def->gravity.y) * units(pawl_body_get_gravity_scale(world, id));
}

static int index_of(const twin *t, pawl_body_id id) {
    int i = 0;
    while (i < t->body_count && t->ids[i].index1 != id.index1)
        i++;
    return i;
}

static bool share_body(const twin_joint *one, const twin_joint *other) {
    return one->a == other->a || one->a == other->b || one->b == other->a || one->b == other->b;
}

static bool is_free(const twin *t, const int *colors, int joint, int color) {
    for (int i = 0; i < joint; i++) {
        if (colors[i] == color && share_body(&t->joints[i], &t->joints[joint])) return false;
    }
    return true;
}

/* By color: joints of one share no moving body. Those to what does not move come last. */
static void order_joints(twin *t) {
    twin_joint from[TWIN_MAX];
    int colors[TWIN_MAX], count = 0;
    for (int i = 0; i < t->joint_count; i++) {
        const twin_joint *const joint = &t->joints[i];
        const bool move =
            t->bodies[joint->a].inverse_mass > 0 && t->bodies[joint->b].inverse_mass > 0;
        colors[i] = move && joint->def.type != PAWL_JOINT_FILTER ? 0 : TWIN_MAX;
        while (colors[i] < TWIN_MAX && !is_free(t, colors, i, colors[i]))
            colors[i]++;
    }
    memcpy(from, t->joints, sizeof from);
    for (int color = 0; color <= TWIN_MAX; color++) {
        for (int i = 0; i < t->joint_count; i++)
            if (colors[i] == color) t->joints[count++] = from[i];
    }
}

bool joint_twin_make(twin *made, const pawl_world *world, const pawl_world_def *def) {
    memset(made, 0, sizeof *made);
    made->step = (double)def->rate_denominator / def->rate_numerator;
    made->substeps = def->substeps;
    pawl_body_id body = {0, 0};
    while ((body = pawl_world_next_body(world, body)).index1 != 0) {
        if (made->body_count == TWIN_MAX) return false;
        made->ids[made->body_count] = body;
        copy_body(&made->bodies[made->body_count++], world, body, def);
    }
    pawl_joint_id joint = {0, 0};
    while ((joint = pawl_world_next_joint(world, joint)).index1 != 0) {
        if (made->joint_count == TWIN_MAX) return false;
        twin_joint *const to = &made->joints[made->joint_count++];
        memset(to, 0, sizeof *to);
        if (pawl_joint_get_def(world, joint, &to->def) != PAWL_OK) return false;
        to->a = index_of(made, to->def.body_a);
        to->b = index_of(made, to->def.body_b);
        to->tooth = -HUGE_VAL;
    }
    order_joints(made);
    return true;
}

void joint_twin_compare(const twin *t, const pawl_world *world, twin_error *error) {
    for (int i = 0; i < t->body_count; i++) {
        const pawl_vec2 center = pawl_body_get_center(world, t->ids[i]);
        const double place =
            hypot(units(center.x) - t->bodies[i].x, units(center.y) - t->bodies[i].y);
        const double turn = radians(pawl_body_get_angle(world, t->ids[i])) - t->bodies[i].angle;
        error->place = fmax(error->place, place);
        error->angle = fmax(error->angle, fabs(remainder(turn, 2 * PI)));
    }
}

double joint_twin_energy(const pawl_world *world, pawl_body_id body, double gravity) {
    const pawl_mass mass = pawl_body_get_mass(world, body);
    const pawl_vec2 v = pawl_body_get_velocity(world, body), at = pawl_body_get_center(world, body);
    const double w = units(pawl_body_get_angular_velocity(world, body));
    const double vx = units(v.x), vy = units(v.y);
    return WIDE(mass.mass) * (0.5 * (vx * vx + vy * vy) + gravity * units(at.y)) +
           0.5 * WIDE(mass.inertia) * w * w;
}
