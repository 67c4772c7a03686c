/* scene.c - names, scales and the helpers that all scene builders share. */
#include "support/scene/scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const scene_names[] = {
    "stack10",  "stack20",   "stack40",  "stackoff15", "stackoff20", "stackoff30", "pyr10",
    "pyr20",    "pyr30",     "circ10",   "circpile",   "card",       "table",      "heavy10",
    "heavy100", "heavy1000", "heavytop", "arch",       "ramp30",     "ramp30.9",   "ramp31",
    "ramp31.1", "ramp32",    "rest1",    "rest0.9",    "rest0.5",    "brest1",     "brest0.5",
    "spin",     "topspin",   "slow",     "domino",     "bridge30",   "chain30",    "chainw",
    "pile101",  "pile102",   "pile103",  "pile104",    "pile105",    "pile106",    "pile107",
    "pile108",  "pile109",   "pile110",  NULL};

/* A name is a prefix, followed by a number where the family has one. */
typedef struct scene_family {
    const char *prefix;
    bool numbered;
    double number; /* for families without a number in the name */
    scene_builder *build;
} scene_family;

static const scene_family families[] = {
    {"stack", true, 0, scene_stack},       /* boxes, touching exactly */
    {"stackoff", true, 0, scene_stackoff}, /* boxes, alternately off centre, small gaps */
    {"pyr", true, 0, scene_pyramid},       /* rows */
    {"circ", true, 0, scene_circles},      /* circles on top of each other */
    {"circpile", false, 0, scene_circle_pile},
    {"card", false, 0, scene_cards},         /* house of 40 cards */
    {"table", false, 0, scene_table},        /* six storeys of legs and planks */
    {"heavy", true, 0, scene_heavy},         /* a box that weighs N small ones, on six of them */
    {"heavytop", false, 0, scene_heavy_top}, /* 100 : 1 on a stack of five */
    {"arch", false, 0, scene_arch},
    {"ramp", true, 0, scene_ramp},      /* degrees; friction 0.6 holds up to 30.964 */
    {"rest", true, 0, scene_ball_drop}, /* restitution */
    {"brest", true, 0, scene_box_drop}, /* restitution */
    {"spin", false, 0, scene_spin},     /* free rotation, no gravity */
    {"topspin", false, 0, scene_topspin},
    {"slow", false, 0, scene_slow}, /* speeds from one raw unit up, no gravity */
    {"big", false, 0, scene_big},
    {"domino", false, 0, scene_domino},
    {"bridge", true, 0, scene_bridge},          /* planks on revolute joints between two walls */
    {"chain", true, 0, scene_chain},            /* links, released level */
    {"chainw", false, 0, scene_weighted_chain}, /* 20 links that hold a ball of 503 times a link */
    {"wall", false, 10, scene_wall},            /* of five bricks a row */
    {"pile", true, 0, scene_pile},              /* seed; 12345 starts overlapped */
    {"S1", false, 20, scene_bench_pyramid},     /* benchmark pyramid */
    {"S2", false, 60, scene_bench_pyramid},
    {"S3", false, 20, scene_bench_grid},        /* benchmark grid of joints */
    {"S3b", false, 100, scene_bench_bridge},    /* benchmark bridge */
    {"S4", false, 1000, scene_bench_pile},      /* benchmark pile of mixed shapes */
    {"S5a", false, 2000, scene_bench_sleepers}, /* 50 movers beside boxes that sleep */
    {"S5b", false, 2000, scene_bench_statics},  /* 50 movers among static boxes */
    {"S6", false, 2000, scene_bench_rays},      /* rays into static shapes */
    {"S1-", true, 0, scene_bench_pyramid},      /* the same with another number of rows */
    {"S4-", true, 0, scene_bench_pile},         /* the same with another number of bodies */
};

#define FAMILY_COUNT ((int)(sizeof families / sizeof families[0]))

/* Whether a name belongs to the family, and its number. */
static bool parse_name(const char *name, const scene_family *family, double *number) {
    const size_t length = strlen(family->prefix);
    if (strncmp(name, family->prefix, length) != 0) return false;
    const char *const digits = name + length;
    if (!family->numbered) {
        *number = family->number;
        return *digits == '\0';
    }
    if (strspn(digits, "0123456789.") != strlen(digits)) return false;
    char *end;
    *number = strtod(digits, &end);
    return *end == '\0' && *number > 0 && *number <= 1e9;
}

bool scene_build(const char *name, scene_scale scale, scene_def *out) {
    static const double boxes[] = {1, 16, 16};
    static const double gravities[] = {10, 160, 1000};
    static const double units[] = {1, 16, 100};
    double number = 0;
    int chosen = 0;
    while (chosen < FAMILY_COUNT && !parse_name(name, &families[chosen], &number))
        chosen++;
    if (chosen == FAMILY_COUNT) return false;
    memset(out, 0, sizeof *out);
    snprintf(out->name, sizeof out->name, "%s", name);
    out->scale = scale;
    out->box = boxes[scale];
    out->unit = units[scale];
    out->gravity.y = -gravities[scale];
    out->duration = 30;
    families[chosen].build(out, number);
    return true;
}

void scene_free(scene_def *scene) {
    free(scene->bodies);
    free(scene->joints);
    free(scene->rays);
    memset(scene, 0, sizeof *scene);
}

const char *scene_scale_text(scene_scale scale) {
    static const char *const texts[] = {"M", "P", "PG"};
    return texts[scale];
}

/* The nearest multiple of 2^-16, ties upward. */
static double round_q16(double value) {
    return floor(value * 65536 + 0.5) / 65536;
}

void scene_shift(scene_def *scene, double x, double y) {
    for (int i = 0; i < scene->body_count; i++) {
        scene->bodies[i].position.x += round_q16(x);
        scene->bodies[i].position.y += round_q16(y);
    }
    for (int i = 0; i < scene->joint_count; i++) {
        scene->joints[i].point.x += round_q16(x);
        scene->joints[i].point.y += round_q16(y);
    }
}

void scene_mirror(scene_def *scene) {
    scene->gravity.x = -scene->gravity.x;
    for (int i = 0; i < scene->body_count; i++) {
        scene_body *const body = &scene->bodies[i];
        body->position.x = -body->position.x;
        body->angle = -body->angle;
        body->velocity.x = -body->velocity.x;
        body->angular_velocity = -body->angular_velocity;
    }
    for (int i = 0; i < scene->joint_count; i++)
        scene->joints[i].point.x = -scene->joints[i].point.x;
}

pawl_fx scene_fx(double value) {
    return (pawl_fx)floor(value * 65536 + 0.5);
}

pawl_angle scene_angle(double radians) {
    const double turns = radians / 6.283185307179586476925;
    const int64_t raw = llround((turns - floor(turns)) * 4294967296.0);
    return (pawl_angle)((uint64_t)raw & UINT32_MAX);
}

double scene_extent(const scene_body *body) {
    double longest = 0;
    for (int i = 0; i < body->vertex_count; i++) {
        const double length = hypot(body->vertices[i].x, body->vertices[i].y);
        if (length > longest) longest = length;
    }
    return longest + body->radius;
}

/* An empty place at the end of the list, with the defaults filled in. */
static scene_body *add_body(scene_def *scene, bool dynamic, double x, double y) {
    if (scene->body_count == scene->body_capacity) {
        scene->body_capacity = scene->body_capacity ? 2 * scene->body_capacity : 64;
        const size_t size = (size_t)scene->body_capacity * sizeof *scene->bodies;
        scene->bodies = realloc(scene->bodies, size);
        if (!scene->bodies) {
            fprintf(stderr, "scene: out of memory\n");
            exit(2);
        }
    }
    scene_body *const body = &scene->bodies[scene->body_count++];
    memset(body, 0, sizeof *body);
    body->dynamic = dynamic;
    body->position.x = round_q16(x * scene->box);
    body->position.y = round_q16(y * scene->box);
    body->density = 1;
    body->friction = 0.6;
    return body;
}

scene_body *scene_add_shapeless(scene_def *scene, bool dynamic, double x, double y) {
    return add_body(scene, dynamic, x, y);
}

scene_body *scene_add_polygon(scene_def *scene, bool dynamic, const scene_vector *vertices,
                              int count, double x, double y) {
    scene_body *const body = add_body(scene, dynamic, x, y);
    body->vertex_count = count;
    for (int i = 0; i < count; i++) {
        body->vertices[i].x = vertices[i].x * scene->box;
        body->vertices[i].y = vertices[i].y * scene->box;
    }
    return body;
}

scene_body *scene_add_box(scene_def *scene, bool dynamic, double half_width, double half_height,
                          double x, double y) {
    const scene_vector vertices[4] = {{-half_width, -half_height},
                                      {half_width, -half_height},
                                      {half_width, half_height},
                                      {-half_width, half_height}};
    return scene_add_polygon(scene, dynamic, vertices, 4, x, y);
}

scene_body *scene_add_circle(scene_def *scene, bool dynamic, double radius, double x, double y) {
    scene_body *const body = add_body(scene, dynamic, x, y);
    body->vertex_count = 1;
    body->radius = radius * scene->box;
    return body;
}

scene_body *scene_add_ground(scene_def *scene) {
    return scene_add_box(scene, false, 100, 0.5, 0, -0.5);
}

void scene_add_joint(scene_def *scene, int a, int b, double x, double y) {
    if (scene->joint_count == scene->joint_capacity) {
        scene->joint_capacity = scene->joint_capacity ? 2 * scene->joint_capacity : 64;
        const size_t size = (size_t)scene->joint_capacity * sizeof *scene->joints;
        scene->joints = realloc(scene->joints, size);
        if (!scene->joints) {
            fprintf(stderr, "scene: out of memory\n");
            exit(2);
        }
    }
    scene_joint *const joint = &scene->joints[scene->joint_count++];
    joint->a = a;
    joint->b = b;
    joint->point.x = round_q16(x * scene->box);
    joint->point.y = round_q16(y * scene->box);
}

void scene_set_velocity(scene_def *scene, scene_body *body, double x, double y) {
    body->velocity.x = round_q16(x * scene->box);
    body->velocity.y = round_q16(y * scene->box);
}
