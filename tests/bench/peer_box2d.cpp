/* peer_box2d.cpp - the benchmark scenes in Box2D 2.4: 8 velocity and 3 position iterations. */
#include <box2d/box2d.h>

#include <cstdio>

extern "C" {
#include "engine.h"
}

struct engine {
    b2World world;
    b2Body **bodies;
};

/* Its assertions are those of the C library: the report looks whether it calls them. */
extern "C" engine_about engine_describe(void) {
    static char version[32];
    std::snprintf(version, sizeof version, "Box2D %d.%d.%d", b2_version.major, b2_version.minor,
                  b2_version.revision);
    return engine_about{version, "float", BENCH_SET, "", "8 + 3 iterations"};
}

extern "C" bool engine_set_lanes(pawl_lanes lanes) {
    return lanes == PAWL_LANES_DEFAULT;
}

static void add_shape(b2Body *body, const scene_body *from) {
    if (from->vertex_count == 0) return;
    b2FixtureDef def;
    b2CircleShape circle;
    b2PolygonShape polygon;
    def.density = static_cast<float>(from->density);
    def.friction = static_cast<float>(from->friction);
    def.restitution = static_cast<float>(from->restitution);
    if (from->passes_through) def.filter.groupIndex = -1;
    if (from->vertex_count == 1) {
        circle.m_radius = static_cast<float>(from->radius);
        def.shape = &circle;
    } else {
        b2Vec2 points[PAWL_POLYGON_MAX];
        for (int i = 0; i < from->vertex_count; i++) {
            points[i].Set(static_cast<float>(from->vertices[i].x),
                          static_cast<float>(from->vertices[i].y));
        }
        polygon.Set(points, from->vertex_count);
        def.shape = &polygon;
    }
    body->CreateFixture(&def);
}

extern "C" engine *engine_make(const scene_def *scene) {
    const b2Vec2 gravity(static_cast<float>(scene->gravity.x),
                         static_cast<float>(scene->gravity.y));
    engine *const made = new engine{b2World(gravity), new b2Body *[scene->body_count]};
    made->world.SetAllowSleeping(scene->sleeping);
    for (int i = 0; i < scene->body_count; i++) {
        const scene_body *const from = &scene->bodies[i];
        b2BodyDef def;
        def.type = from->dynamic ? b2_dynamicBody : b2_staticBody;
        def.position.Set(static_cast<float>(from->position.x),
                         static_cast<float>(from->position.y));
        def.angle = static_cast<float>(from->angle);
        made->bodies[i] = made->world.CreateBody(&def);
        add_shape(made->bodies[i], from);
    }
    for (int i = 0; i < scene->joint_count; i++) {
        const scene_joint *const from = &scene->joints[i];
        const b2Vec2 point(static_cast<float>(from->point.x), static_cast<float>(from->point.y));
        b2RevoluteJointDef def;
        def.Initialize(made->bodies[from->a], made->bodies[from->b], point);
        made->world.CreateJoint(&def);
    }
    return made;
}

extern "C" void engine_free(engine *made) {
    delete[] made->bodies;
    delete made;
}

extern "C" void engine_step(engine *made) {
    made->world.Step(1.0f / 60.0f, 8, 3);
}

extern "C" void engine_kick(engine *made, int body, const scene_kick *kick) {
    b2Body *const kicked = made->bodies[body];
    kicked->SetLinearVelocity(
        b2Vec2(static_cast<float>(kick->velocity.x), static_cast<float>(kick->velocity.y)));
    kicked->SetAngularVelocity(static_cast<float>(kick->angular_velocity));
    kicked->SetAwake(true);
}

namespace {
class Closest : public b2RayCastCallback {
  public:
    float fraction = 2;

    float ReportFixture(b2Fixture *, const b2Vec2 &, const b2Vec2 &, float found) override {
        fraction = found;
        return found;
    }
};
} // namespace

extern "C" double engine_ray(const engine *made, const scene_ray *ray) {
    const b2Vec2 from(static_cast<float>(ray->from.x), static_cast<float>(ray->from.y));
    const b2Vec2 translation(static_cast<float>(ray->translation.x),
                             static_cast<float>(ray->translation.y));
    Closest closest;
    made->world.RayCast(&closest, from, from + translation);
    return closest.fraction;
}

extern "C" double engine_height(const engine *made, int body) {
    return made->bodies[body]->GetPosition().y;
}
