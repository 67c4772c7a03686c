/* pictures.c - pictures of the docs pages whose actors are calls of a game: a mover and fields. The
 * scene files hold the bodies, this program plays them and draws the end.
 *
 * usage: pictures mover|fields FILE.png      (in the folder of the repository) */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/draw/canvas.h"
#include "cli/draw/drawing_world.h"
#include "cli/scene/scene_load.h"

#define WIDTH 640
#define UNITS(n) ((pawl_fx)((n)*PAWL_FX_ONE))

static void fail_unless(bool good, const char *what) {
    if (good) return;
    fprintf(stderr, "pictures: %s\n", what);
    exit(1);
}

static void step(pawl_world *world) {
    fail_unless(pawl_world_step(world, NULL) == PAWL_OK, "a step fails");
}

/* ---- a mover ---- */

#define MOVER_TICKS 318
#define TRAIL_TICKS 24 /* from one shadow to the next */

/* The next body whose only shape is a sensor; null at the end. */
static pawl_body_id next_shadow(const pawl_world *world, pawl_body_id after) {
    const pawl_shape_id first = {0, 0};
    do {
        after = pawl_world_next_body(world, after);
    } while (after.index1 != 0 &&
             !pawl_shape_is_sensor(world, pawl_body_next_shape(world, after, first)));
    return after;
}

static pawl_body_id find_kinematic(const pawl_world *world) {
    pawl_body_id body = {0, 0};
    do {
        body = pawl_world_next_body(world, body);
    } while (body.index1 != 0 && pawl_body_get_type(world, body) != PAWL_KINEMATIC);
    return body;
}

/* It runs to the right and jumps where the way goes up. The kinematic body of the scene is where
 * the mover is, the sensors are where it has been. */
static void play_mover(pawl_world *world) {
    static const struct {
        pawl_fx x, speed;
    } jumps[] = {{PAWL_FX(9, 1, 4), UNITS(6)}, {PAWL_FX(12, 3, 4), UNITS(8)}, {UNITS(99), 0}};
    pawl_mover_def def = pawl_mover_def_default();
    const pawl_body_id body = find_kinematic(world);
    pawl_body_id shadow = {0, 0};
    pawl_mover mover;
    int jump = 0;
    memset(&mover, 0, sizeof mover);
    mover.position = pawl_body_get_position(world, body);
    def.filter.ignore = body;
    def.push = UNITS(2);
    for (int tick = 0; tick < MOVER_TICKS; tick++) {
        if (tick % TRAIL_TICKS == TRAIL_TICKS / 2) {
            shadow = next_shadow(world, shadow);
            pawl_body_set_pose(world, shadow, mover.position, 0);
        }
        pawl_vec2 velocity = pawl_vec2_make(UNITS(4), mover.velocity.y - UNITS(10) / 60);
        if (mover.on_ground && mover.position.x > jumps[jump].x) {
            velocity.y = jumps[jump++].speed;
        }
        pawl_mover_report report;
        step(world);
        fail_unless(pawl_mover_move(world, &def, &mover, velocity, 0, &report) == PAWL_OK &&
                        pawl_mover_push(world, &def, &report) == PAWL_OK,
                    "a move fails");
        pawl_body_set_pose(world, body, mover.position, 0);
    }
}

/* ---- fields ---- */

#define FIELD_TICKS 420
#define BLAST_TICK (FIELD_TICKS - 9)

/* The areas are those of the sensors in the scene. The world's gravity is for the basin alone. */
static void play_fields(pawl_world *world) {
    const pawl_box basin = {{-UNITS(14), -UNITS(4)}, {-UNITS(4), UNITS(1) / 2}};
    const pawl_box space = {{-UNITS(3), -UNITS(5)}, {UNITS(15), UNITS(5)}};
    pawl_water_def water = pawl_water_def_default();
    pawl_area_gravity_def calm = pawl_area_gravity_def_default();
    pawl_radial_gravity_def planet = pawl_radial_gravity_def_default();
    pawl_explosion_def blast = pawl_explosion_def_default();
    water.area = pawl_area_box(basin);
    calm.area = pawl_area_box(space);
    planet.center = pawl_vec2_make(UNITS(51) / 5, 0);
    planet.strength = PAWL_WIDE(40, 0, 1);
    planet.outer_radius = UNITS(21) / 5;
    blast.center = pawl_vec2_make(UNITS(3) / 2, 0);
    blast.falloff = UNITS(13) / 5;
    blast.impulse_per_length = PAWL_WIDE(6, 0, 1);
    for (int tick = 0; tick < FIELD_TICKS; tick++) {
        pawl_status status = pawl_world_apply_water(world, &water);
        if (!status) status = pawl_world_apply_area_gravity(world, &calm);
        if (!status) status = pawl_world_apply_radial_gravity(world, &planet);
        if (!status && tick == BLAST_TICK) status = pawl_world_explode(world, &blast);
        fail_unless(status == PAWL_OK, "a field fails");
        step(world);
    }
}

/* ---- both ---- */

static void draw(const cli_scene *scene, const char *path) {
    const cli_view view = cli_drawing_world_view(scene, WIDTH);
    cli_canvas canvas = cli_canvas_make(view.width, view.height);
    cli_drawing drawing = {0};
    const char *reason = "";
    cli_drawing_world_add_scene(scene, &view, &drawing);
    cli_canvas_paint(&canvas, &drawing);
    fail_unless(cli_png_write(path, &canvas, &reason), reason);
    cli_canvas_free(&canvas);
    free(drawing.marks);
}

int main(int argc, char **argv) {
    static const struct {
        const char *name, *scene;
        void (*play)(pawl_world *world);
    } plays[] = {{"mover", "docs/scenes/mover.json", play_mover},
                 {"fields", "docs/scenes/fields.json", play_fields}};
    for (size_t i = 0; argc == 3 && i < sizeof plays / sizeof plays[0]; i++) {
        cli_scene scene;
        if (strcmp(argv[1], plays[i].name) != 0) continue;
        if (!cli_scene_load(plays[i].scene, stderr, &scene)) return 1;
        plays[i].play(scene.world);
        draw(&scene, argv[2]);
        cli_scene_load_free(&scene);
        return 0;
    }
    fprintf(stderr, "usage: pictures mover|fields FILE.png\n");
    return 2;
}
