/* peer_box2d3.c - the benchmark scenes in Box2D v3 (3.2 or later): 4 sub-steps, one thread.
 *
 * Written against its public headers and built only where it is installed: docs/performance.md says
 * how it is found. BENCH_SET is the instruction set that the folder is said to be built for. */
#include <box2d/box2d.h>

#include "engine.h"

#include <stdio.h>
#include <stdlib.h>

#define SUBSTEPS 4

struct engine {
    b2WorldId world;
    b2BodyId *bodies;
};

static int assertions_told;

static int note_assertion(const char *condition, const char *file, int line) {
    (void)condition;
    (void)file;
    (void)line;
    assertions_told++;
    return 0; /* go on */
}

/* The headers do not say whether the library checks: a world that is given no number tells. */
static bool has_assertions(void) {
    b2SetAssertFcn(note_assertion);
    const b2WorldDef def = b2DefaultWorldDef();
    const b2WorldId world = b2CreateWorld(&def);
    b2World_SetMaximumLinearSpeed(world, -1);
    b2DestroyWorld(world);
    return assertions_told > 0;
}

engine_about engine_describe(void) {
    static char version[32];
    const b2Version at = b2GetVersion();
    snprintf(version, sizeof version, "Box2D %d.%d.%d", at.major, at.minor, at.revision);
    return (engine_about){version, b2IsDoublePrecision() ? "float, places double" : "float",
                          BENCH_SET, has_assertions() ? "on" : "off", "4 sub-steps"};
}

bool engine_set_lanes(pawl_lanes lanes) {
    return lanes == PAWL_LANES_DEFAULT;
}

static b2Vec2 vector(scene_vector v) {
    return (b2Vec2){(float)v.x, (float)v.y};
}

static void add_shape(b2BodyId body, const scene_body *from) {
    b2ShapeDef def = b2DefaultShapeDef();
    def.density = (float)from->density;
    def.material.friction = (float)from->friction;
    def.material.restitution = (float)from->restitution;
    if (from->passes_through) def.filter.groupIndex = -1;
    if (from->vertex_count == 1) {
        const b2Circle circle = {vector(from->vertices[0]), (float)from->radius};
        b2CreateCircleShape(body, &def, &circle);
        return;
    }
    b2Vec2 points[PAWL_POLYGON_MAX];
    for (int i = 0; i < from->vertex_count; i++)
        points[i] = vector(from->vertices[i]);
    const b2Hull hull = b2ComputeHull(points, from->vertex_count);
    const b2Polygon polygon = b2MakePolygon(&hull, (float)from->radius);
    b2CreatePolygonShape(body, &def, &polygon);
}

/* Places have a type of their own in builds for large worlds: that of the def fits either. */
static b2BodyDef def_at(scene_vector place) {
    b2BodyDef def = b2DefaultBodyDef();
    def.position.x = (float)place.x;
    def.position.y = (float)place.y;
    return def;
}

static b2BodyId make_body(b2WorldId world, const scene_body *from) {
    b2BodyDef def = def_at(from->position);
    def.type = from->dynamic ? b2_dynamicBody : b2_staticBody;
    def.rotation = b2MakeRot((float)from->angle);
    const b2BodyId body = b2CreateBody(world, &def);
    if (from->vertex_count > 0) add_shape(body, from);
    return body;
}

static void add_joint(const engine *made, const scene_joint *from) {
    const b2BodyDef at = def_at(from->point);
    b2RevoluteJointDef def = b2DefaultRevoluteJointDef();
    def.base.bodyIdA = made->bodies[from->a];
    def.base.bodyIdB = made->bodies[from->b];
    def.base.localFrameA.p = b2Body_GetLocalPoint(def.base.bodyIdA, at.position);
    def.base.localFrameB.p = b2Body_GetLocalPoint(def.base.bodyIdB, at.position);
    b2CreateRevoluteJoint(made->world, &def);
}

engine *engine_make(const scene_def *scene) {
    engine *const made = calloc(1, sizeof *made);
    if (!made) exit(2);
    made->bodies = calloc((size_t)scene->body_count, sizeof *made->bodies);
    if (!made->bodies) exit(2);
    b2WorldDef def = b2DefaultWorldDef();
    def.gravity = vector(scene->gravity);
    def.enableSleep = scene->sleeping;
    made->world = b2CreateWorld(&def);
    for (int i = 0; i < scene->body_count; i++)
        made->bodies[i] = make_body(made->world, &scene->bodies[i]);
    for (int i = 0; i < scene->joint_count; i++)
        add_joint(made, &scene->joints[i]);
    return made;
}

void engine_free(engine *made) {
    b2DestroyWorld(made->world);
    free(made->bodies);
    free(made);
}

void engine_step(engine *made) {
    b2World_Step(made->world, 1.0f / 60, SUBSTEPS);
}

void engine_kick(engine *made, int body, const scene_kick *kick) {
    b2Body_SetLinearVelocity(made->bodies[body], vector(kick->velocity));
    b2Body_SetAngularVelocity(made->bodies[body], (float)kick->angular_velocity);
    b2Body_SetAwake(made->bodies[body], true);
}

double engine_ray(const engine *made, const scene_ray *ray) {
    const b2BodyDef from = def_at(ray->from);
    const b2RayResult hit = b2World_CastRayClosest(
        made->world, from.position, vector(ray->translation), b2DefaultQueryFilter());
    return hit.hit ? hit.fraction : 2;
}

double engine_height(const engine *made, int body) {
    return b2Body_GetPosition(made->bodies[body]).y;
}
