/* save_and_load.c - a world is written to a file, and read back into another one. */
#include <pawl/pawl.h>
#include <pawl/state.h>
#include <stdio.h>

static uint64_t memory[8192], other[8192];
static uint8_t bytes[16384];

int main(void) {
    pawl_world_def def = pawl_world_def_default();
    pawl_world *world, *loaded;
    def.body_capacity = def.shape_capacity = 8;
    if (pawl_world_init(memory, sizeof memory, &def, &world)) return 1;
    pawl_body_def ground_def = pawl_body_def_default(), hero_def = ground_def;
    ground_def.position = pawl_vec2_units(0, -1);
    hero_def.type = PAWL_DYNAMIC;
    hero_def.position = pawl_vec2_units(0, 4);
    hero_def.angular_velocity = PAWL_UNITS(3);
    pawl_body_id ground, hero;
    if (pawl_body_create_box(world, &ground_def, NULL, PAWL_UNITS(9), PAWL_UNITS(1), &ground) ||
        pawl_body_create_box(world, &hero_def, NULL, PAWL_DEC(0, 3), PAWL_DEC(0, 5), &hero)) {
        return 1;
    }
    for (int tick = 0; tick < 60; tick++)
        if (pawl_world_step(world, NULL)) return 1;

    /* Save: the game's own data, here the word of a handle, and the snapshot behind it. */
    FILE *file = tmpfile();
    const uint32_t word = pawl_body_id_store(hero);
    size_t size;
    if (file == NULL || pawl_world_encode_size(world) > sizeof bytes ||
        pawl_world_encode(world, bytes, sizeof bytes, &size) ||
        fwrite(&word, sizeof word, 1, file) != 1 || fwrite(bytes, 1, size, file) != size) {
        return 1;
    }
    printf("saved %u bytes\n", (unsigned)size);

    /* Load: look at it first, then make a world of it. */
    pawl_snapshot_info info;
    uint32_t read_word;
    rewind(file);
    if (fread(&read_word, sizeof read_word, 1, file) != 1) return 1;
    size = fread(bytes, 1, sizeof bytes, file);
    if (pawl_snapshot_inspect(bytes, size, &info) || pawl_world_size(&info.def) > sizeof other ||
        pawl_world_decode(bytes, size, other, sizeof other, &loaded)) {
        return 1;
    }
    printf("loaded: tick %u, %u bodies\n", (unsigned)info.tick, (unsigned)info.bodies);
    if (!pawl_body_is_valid(loaded, pawl_body_id_load(read_word))) return 1;
    for (int tick = 0; tick < 120; tick++)
        if (pawl_world_step(world, NULL) || pawl_world_step(loaded, NULL)) return 1;
    printf("two seconds later: %s\n",
           pawl_world_hash(world) == pawl_world_hash(loaded) ? "the same" : "different");
    return fclose(file);
}
