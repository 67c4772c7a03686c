/* scene_pawl.c - a scene as a pawl world. */
#include "support/scene/scene_pawl.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pawl_vec2 round_vector(scene_vector v) {
    return pawl_vec2_make(scene_fx(v.x), scene_fx(v.y));
}

pawl_world_def scene_world_def(const scene_def *scene) {
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = (uint16_t)scene->body_count;
    def.shape_capacity = (uint16_t)scene->body_count;
    def.joint_capacity = (uint16_t)scene->joint_count;
    /* Eight per shape: in a dense pile the boxes of diagonal neighbours overlap too. */
    def.contact_capacity = 8 * (uint32_t)scene->body_count;
    def.gravity = round_vector(scene->gravity);
    def.length_unit = scene_fx(scene->unit);
    return def;
}

pawl_status scene_convex(const scene_body *body, pawl_convex *out) {
    pawl_vec2 points[PAWL_POLYGON_MAX];
    for (int i = 0; i < body->vertex_count; i++)
        points[i] = round_vector(body->vertices[i]);
    const pawl_fx radius = scene_fx(body->radius);
    if (body->vertex_count == 1) return pawl_make_circle(points[0], radius, out);
    if (body->vertex_count == 2) return pawl_make_capsule(points[0], points[1], radius, out);
    return pawl_make_polygon(points, body->vertex_count, radius, out);
}

static pawl_status create_body(pawl_world *world, const scene_body *body, pawl_body_id *out) {
    pawl_body_def body_def = pawl_body_def_default();
    body_def.type = body->dynamic ? PAWL_DYNAMIC : PAWL_STATIC;
    body_def.position = round_vector(body->position);
    body_def.angle = scene_angle(body->angle);
    body_def.velocity = round_vector(body->velocity);
    body_def.angular_velocity = scene_fx(body->angular_velocity);
    pawl_status status = pawl_body_create(world, &body_def, out);
    if (status != PAWL_OK || body->vertex_count == 0) return status;

    pawl_convex convex;
    status = scene_convex(body, &convex);
    if (status != PAWL_OK) return status;

    pawl_shape_def shape_def = pawl_shape_def_default();
    shape_def.density = scene_fx(body->density);
    shape_def.friction = scene_fx(body->friction);
    shape_def.restitution = scene_fx(body->restitution);
    shape_def.rolling_resistance = scene_fx(body->rolling_resistance);
    if (body->passes_through) shape_def.filter.group = -1;
    pawl_shape_id shape;
    return pawl_shape_create(world, *out, &shape_def, &convex, &shape);
}

static pawl_status create_joints(const scene_def *scene, const scene_world *made) {
    pawl_status status = PAWL_OK;
    for (int i = 0; i < scene->joint_count && status == PAWL_OK; i++) {
        const scene_joint *const joint = &scene->joints[i];
        const pawl_joint_def def =
            pawl_joint_def_at(made->world, PAWL_JOINT_REVOLUTE, made->bodies[joint->a],
                              made->bodies[joint->b], round_vector(joint->point), 0);
        pawl_joint_id id;
        status = pawl_joint_create(made->world, &def, &id);
    }
    return status;
}

bool scene_world_make(const scene_def *scene, const pawl_world_def *def, scene_world *out) {
    scene_world made = {0};
    made.size = pawl_world_size(def);
    made.body_count = scene->body_count;
    made.memory = malloc(made.size);
    made.bodies = calloc((size_t)scene->body_count, sizeof *made.bodies);
    pawl_status status = PAWL_ERR_MEMORY;
    int i = 0;
    if (made.memory && made.bodies) {
        status = pawl_world_init(made.memory, made.size, def, &made.world);
    }
    while (status == PAWL_OK && i < scene->body_count) {
        status = create_body(made.world, &scene->bodies[i], &made.bodies[i]);
        if (status == PAWL_OK) i++;
    }
    if (status == PAWL_OK) status = create_joints(scene, &made);
    if (status != PAWL_OK) {
        fprintf(stderr, "%s at scale %s, body %d: %s\n", scene->name,
                scene_scale_text(scene->scale), i, pawl_status_text(status));
        scene_world_free(&made);
        return false;
    }
    *out = made;
    return true;
}

void scene_world_free(scene_world *world) {
    free(world->memory);
    free(world->bodies);
    memset(world, 0, sizeof *world);
}
