/* film.c - poses and outlines go into a film; it is shown without stepping anything. */
#include <pawl/film.h>
#include <pawl/pawl_float.h>
#include <stdio.h>
#include <string.h>

static uint64_t memory[8192], camera_memory[1024], show_memory[512];
static uint8_t file[32768];
static size_t file_size;

static bool put(void *context, const void *bytes, size_t size) {
    (void)context;
    if (size > sizeof file - file_size) return false;
    memcpy(file + file_size, bytes, size);
    file_size += size;
    return true;
}

int main(void) {
    pawl_world_def def = pawl_world_def_default();
    pawl_world *world;
    def.body_capacity = def.shape_capacity = 8;
    if (pawl_world_init(memory, sizeof memory, &def, &world)) return 1;
    pawl_body_def ball_def = pawl_body_def_default();
    pawl_body_id ball;
    ball_def.type = PAWL_DYNAMIC;
    ball_def.velocity = pawl_vec2_units(4, 8);
    if (pawl_body_create_circle(world, &ball_def, NULL, PAWL_DEC(0, 5), &ball)) return 1;

    pawl_film_def film_def = pawl_film_def_default();
    pawl_film_recorder *camera;
    const pawl_sink sink = {put, NULL};
    const char *wrong;
    film_def.bodies = def.body_capacity;
    film_def.keyframe_every = 30;
    if (pawl_film_def_check(&film_def, &wrong) ||
        pawl_film_recorder_size(&film_def) > sizeof camera_memory ||
        pawl_film_begin(camera_memory, sizeof camera_memory, &film_def, sink, &camera)) {
        return 1;
    }
    for (uint64_t tick = 0; tick <= 120; tick++) {
        if (tick % 2 == 0 && pawl_film_add_frame(camera, tick, world)) return 1; /* 30 a second */
        if (pawl_world_step(world, NULL)) return 1;
    }
    if (pawl_film_end(camera)) return 1;

    pawl_film film;
    pawl_film_playback *show;
    if (pawl_film_open(file, file_size, &film, NULL) ||
        pawl_film_playback_size(&film) > sizeof show_memory ||
        pawl_film_start(&film, show_memory, sizeof show_memory, &show)) {
        return 1;
    }
    printf("%u pictures in %u bytes\n", (unsigned)film.frames, (unsigned)film.size);
    for (uint64_t tick = 0; tick <= 120; tick += 30) {
        pawl_film_body seen;
        if (pawl_film_seek(show, tick) || !pawl_film_get_body(show, 0, &seen)) return 1;
        printf("tick %3u: ball at (%.3f, %.3f)\n", (unsigned)pawl_film_get_tick(show),
               pawl_fx_to_float(seen.pose.position.x), pawl_fx_to_float(seen.pose.position.y));
    }
    return 0;
}
