/* snapshots.c - what snapshots.h declares. */
#include "support/state/snapshots.h"

bytes encode(const pawl_world *world) {
    bytes made = {NULL, pawl_world_encode_size(world)};
    size_t written = 0;
    made.at = malloc(made.size);
    memset(made.at, FILL, made.size);
    ck_assert_int_eq(pawl_world_encode(world, made.at, made.size, &written), PAWL_OK);
    ck_assert_uint_eq(written, made.size);
    return made;
}

bytes copy_of(bytes from) {
    bytes made = {malloc(from.size), from.size};
    memcpy(made.at, from.at, from.size);
    return made;
}

void assert_same_bytes(bytes a, bytes b) {
    ck_assert_uint_eq(a.size, b.size);
    for (uint32_t i = 0; i < a.size; i++)
        ck_assert_msg(a.at[i] == b.at[i], "byte %u of %u", (unsigned)i, (unsigned)a.size);
}

pawl_world *decode(bytes from) {
    pawl_snapshot_info info;
    ck_assert_int_eq(pawl_snapshot_inspect(from.at, from.size, &info), PAWL_OK);
    const size_t size = pawl_world_size(&info.def);
    void *const memory = malloc(size);
    memset(memory, FILL, size);
    pawl_world *world = NULL;
    ck_assert_int_eq(pawl_world_decode(from.at, from.size, memory, size, &world), PAWL_OK);
    ck_assert_ptr_eq(world, memory);
    ck_assert_uint_eq(info.hash, pawl_world_hash(world));
    ck_assert_uint_eq(info.tick, pawl_world_get_tick(world));
    assert_sound(world);
    return world;
}

pawl_world *make_everything(void) {
    const pawl_world_def def = everything_def();
    pawl_world *const world = make_world(&def);
    ck_assert_int_eq(everything_make(world), true);
    return world;
}

void seal(bytes snapshot) {
    pawli_store_u32(snapshot.at + snapshot.size - 4,
                    pawli_crc_32(0, snapshot.at, snapshot.size - 4));
}
