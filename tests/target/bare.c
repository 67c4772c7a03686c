/* bare.c - a program that makes boxes around their own centers and nothing else: what others have
 * made by hand, or copied into a world, is refused before it is weighed or stepped. It loads
 * nothing. */
#include <stdio.h>
#include <string.h>

#include "pawl/pawl.h"
#include "world/world.h"

static _Alignas(8) uint8_t memory[1 << 20];
static int passed, failed;

static void expect(const char *what, int got, int wanted) {
    if (got == wanted) {
        passed++;
        return;
    }
    failed++;
    printf("bare: %s: %d instead of %d\n", what, got, wanted);
}

/* As the makers would have made them. */
static const pawl_convex circle = {.radius = PAWL_FX_ONE, .count = 1};
static const pawl_convex segment = {.vertices = {{0, 0}, {PAWL_FX_ONE, 0}},
                                    .normals = {{0, -PAWL_UNIT}, {0, PAWL_UNIT}},
                                    .count = 2};

static pawl_status make_world(pawl_world **world, pawl_body_id *body) {
    const pawl_world_def def = pawl_world_def_default();
    pawl_body_def box = pawl_body_def_default();
    box.type = PAWL_DYNAMIC;
    const pawl_status status = pawl_world_init(memory, sizeof memory, &def, world);
    if (status != PAWL_OK) return status;
    return pawl_body_create_box(*world, &box, NULL, 2 * PAWL_FX_ONE, PAWL_FX_ONE, body);
}

static pawl_status add_shape(const pawl_convex *convex) {
    const pawl_shape_def shape = pawl_shape_def_default();
    pawl_world *world;
    pawl_body_id body;
    pawl_shape_id id;
    pawl_status status = make_world(&world, &body);
    if (status == PAWL_OK) status = pawl_shape_create(world, body, &shape, convex, &id);
    return status == PAWL_OK ? pawl_world_step(world, NULL) : status;
}

/* As if the world had been copied from another program. */
static pawl_status step_copied(const pawl_convex *convex) {
    pawl_world *world;
    pawl_body_id body;
    const pawl_status status = make_world(&world, &body);
    if (status != PAWL_OK) return status;
    pawli_geometries(world)->convex = *convex;
    return pawl_world_step(world, NULL);
}

int main(void) {
    pawl_convex box;
    expect("making a box", pawl_make_box(PAWL_FX_ONE, PAWL_FX_ONE, &box), PAWL_OK);
    expect("a box", add_shape(&box), PAWL_OK);
    expect("a circle", add_shape(&circle), PAWL_ERR_GEOMETRY);
    expect("a segment", add_shape(&segment), PAWL_ERR_GEOMETRY);
    expect("a copied box", step_copied(&box), PAWL_OK);
    expect("a copied circle", step_copied(&circle), PAWL_ERR_UNSUPPORTED);
    expect("a copied segment", step_copied(&segment), PAWL_ERR_UNSUPPORTED);
    printf("bare: %d passed, %d failed\n", passed, failed);
    return failed != 0;
}
