/* unlinked.c - a program of boxes alone: a world that needs more is refused, and nothing else is.
 *
 * tests/lint/linked.sh looks at what is in it. It must not call what creates anything but bodies
 * and shapes. */
#include <stdio.h>
#include <string.h>

#include "pawl/pawl.h"
#include "world/world.h"

static _Alignas(8) uint8_t memory[1 << 20];
static uint8_t snapshot[1 << 13];
static int passed, failed;

static void expect(const char *what, int got, int wanted) {
    if (got == wanted) {
        passed++;
        return;
    }
    failed++;
    printf("unlinked: %s: %d instead of %d\n", what, got, wanted);
}

static pawl_status load(const char *name) {
    char path[100];
    pawl_snapshot_info info;
    pawl_world *world = NULL;
    snprintf(path, sizeof path, "tests/fuzz/corpus/snapshot/%s", name);
    FILE *const file = fopen(path, "rb");
    if (file == NULL) return PAWL_ERR_ARGUMENT;
    const size_t size = fread(snapshot, 1, sizeof snapshot, file);
    fclose(file);
    pawl_status status = pawl_snapshot_inspect(snapshot, size, &info);
    if (status != PAWL_OK) return status;
    memset(memory, 0x5a, sizeof memory);
    status = pawl_world_decode(snapshot, size, memory, sizeof memory, &world);
    if (status != PAWL_OK) expect("bytes of a refused world", memory[0], 0x5a);
    for (int step = 0; step < 3 && status == PAWL_OK; step++)
        status = pawl_world_step(world, NULL);
    return status;
}

/* As if it had been copied from another program: it has an object of the type, or what stands for
 * something that has none. */
static pawl_status step_copied(int type) {
    const pawl_world_def def = pawl_world_def_default();
    pawl_world *world;
    const pawl_status status = pawl_world_init(memory, sizeof memory, &def, &world);
    if (status != PAWL_OK) return status;
    if (type == PAWLI_OBJECT_JOINT) world->first_joint = 0;
    if (type == PAWLI_OBJECT_SOFT) world->first_soft = 0;
    if (type == PAWLI_OBJECT_WORLD) world->origin.y = 1;
    if (type == PAWLI_OBJECT_POOL) world->wrap.x = PAWLI_WRAP_LEAST;
    if (type == PAWLI_OBJECT_TERRAIN) {
        pawli_geometry *geometry = pawli_geometries(world);
        world->geometry_used = geometry->users = 1;
        geometry->type = PAWLI_CHAIN;
    }
    return pawl_world_step(world, NULL);
}

int main(void) {
    expect("a stack", load("stack"), PAWL_OK);
    expect("soft bodies that are gone", load("soft-gone"), PAWL_OK);
    expect("soft bodies", load("soft"), PAWL_ERR_UNSUPPORTED);
    expect("soft bodies asleep", load("soft-asleep"), PAWL_ERR_UNSUPPORTED);
    expect("joints that are gone", load("joints-gone"), PAWL_OK);
    expect("joints", load("joints-1"), PAWL_ERR_UNSUPPORTED);
    expect("terrain", load("terrain"), PAWL_ERR_UNSUPPORTED);
    expect("a world with an origin", load("shifted"), PAWL_ERR_UNSUPPORTED);
    expect("a world that goes round", load("torus"), PAWL_ERR_UNSUPPORTED);
    expect("a copied world", step_copied(0), PAWL_OK);
    expect("a copied world that goes round", step_copied(PAWLI_OBJECT_POOL), PAWL_ERR_UNSUPPORTED);
    expect("a copied world with an origin", step_copied(PAWLI_OBJECT_WORLD), PAWL_ERR_UNSUPPORTED);
    expect("a copied world with terrain", step_copied(PAWLI_OBJECT_TERRAIN), PAWL_ERR_UNSUPPORTED);
    expect("a copied world with a joint", step_copied(PAWLI_OBJECT_JOINT), PAWL_ERR_UNSUPPORTED);
    expect("a copied world with a soft body", step_copied(PAWLI_OBJECT_SOFT), PAWL_ERR_UNSUPPORTED);
    printf("unlinked: %d passed, %d failed\n", passed, failed);
    return failed != 0;
}
