/* scene_json.c - prints a benchmark scene for programs that are not in C.
 *
 *     scene-json SCENE
 *
 * All numbers are as scene.h has them; bodies are in creation order. A scene with joints or rays is
 * refused: nobody asks for one. */
#include "support/scene/scene.h"

#include <stdio.h>

static void print_body(const scene_body *body) {
    printf("{\"dynamic\":%s,\"x\":%.17g,\"y\":%.17g,\"angle\":%.17g,\"radius\":%.17g,"
           "\"density\":%.17g,\"friction\":%.17g,\"restitution\":%.17g,\"vertices\":[",
           body->dynamic ? "true" : "false", body->position.x, body->position.y, body->angle,
           body->radius, body->density, body->friction, body->restitution);
    for (int i = 0; i < body->vertex_count; i++) {
        const char *const comma = i > 0 ? "," : "";
        printf("%s[%.17g,%.17g]", comma, body->vertices[i].x, body->vertices[i].y);
    }
    printf("]}");
}

int main(int argc, char **argv) {
    scene_def scene;
    if (argc != 2 || !scene_build(argv[1], SCENE_M, &scene)) {
        fprintf(stderr, "usage: %s S1|S2|S4\n", argv[0]);
        return 2;
    }
    const bool is_plain = scene.joint_count == 0 && scene.ray_count == 0 && scene.mover_count == 0;
    if (is_plain) {
        printf("{\"name\":\"%s\",\"gravity\":[%.17g,%.17g],\"bodies\":[", scene.name,
               scene.gravity.x, scene.gravity.y);
        for (int i = 0; i < scene.body_count; i++) {
            printf("%s\n", i > 0 ? "," : "");
            print_body(&scene.bodies[i]);
        }
        puts("]}");
    }
    scene_free(&scene);
    return is_plain ? 0 : 2;
}
