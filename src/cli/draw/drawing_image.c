/* drawing_image.c - images of R.U.B.E. exports on their bodies. Files lie in the folder of the
 * scene or below, as all that a file refers to. */
#include "cli/draw/drawing_image.h"

#include <stdlib.h>
#include <string.h>

#include "cli/common/heap.h"
#include "cli/common/reference.h"

/* The file beside the scene; free() it. */
static char *path_of(const cli_scene *scene, const char *file) {
    const char *slash = strrchr(scene->source, '/');
    const size_t folder = slash == NULL || file[0] == '/' ? 0 : (size_t)(slash - scene->source) + 1;
    const size_t length = strlen(file);
    char *path = cli_heap_allocate(folder + length + 1);
    memcpy(path, scene->source, folder);
    memcpy(path + folder, file, length + 1);
    return path;
}

/* Reads one more file; without pixels it was not to be had. */
static void load(cli_images *images, const cli_scene *scene, const cli_scene_image *image,
                 size_t *bytes, uint32_t *pixels) {
    cli_texture *texture = &images->textures[images->texture_count++];
    char reason[CLI_REASON_MAX];
    const char *why = reason;
    cli_file file = {NULL, 0};
    char *path = path_of(scene, image->file);
    memset(texture, 0, sizeof *texture);
    texture->file = image->file;
    bool good = cli_reference_read(scene->source, path, &file, reason);
    texture->bytes = file.bytes;
    texture->size = file.size;
    free(path);
    if (good && file.size > CLI_SPRITE_BYTES_MAX - *bytes) {
        why = "all together have more than 16 MiB";
        good = false;
    }
    if (good) good = cli_sprite_unpack(texture, CLI_SPRITE_PIXELS_MAX - *pixels, &why);
    if (good) {
        *bytes += file.size;
        *pixels += texture->width * texture->height;
    } else {
        fprintf(stderr, "pawl: %s: note: image \"%.40s\" is drawn as its frame: %.60s: %s\n",
                scene->source, image->name, image->file, why);
    }
}

void cli_drawing_image_load(cli_images *images, const cli_scene *scene) {
    size_t bytes = 0;
    uint32_t pixels = 0;
    if (scene->image_count == 0) return;
    images->textures = cli_heap_allocate(scene->image_count * sizeof *images->textures);
    images->sprites = cli_heap_allocate(scene->image_count * sizeof *images->sprites);
    images->texture_of = cli_heap_allocate(scene->image_count * sizeof *images->texture_of);
    for (uint32_t i = 0; i < scene->image_count; i++) {
        uint32_t of = 0;
        while (of < images->texture_count &&
               strcmp(images->textures[of].file, scene->images[i].file) != 0)
            of++;
        images->texture_of[i] = of;
        if (of == images->texture_count) load(images, scene, &scene->images[i], &bytes, &pixels);
    }
}

void cli_drawing_image_free(cli_images *images) {
    for (uint32_t i = 0; i < images->texture_count; i++) {
        free(images->textures[i].pixels);
        free(images->textures[i].bytes);
    }
    free(images->textures);
    free(images->sprites);
    free(images->texture_of);
    memset(images, 0, sizeof *images);
}

/* About the middle, as high as the image says and as wide as the file is then. */
static void make_corners(const cli_scene_image *image, const cli_texture *of, pawl_vec2 out[4]) {
    const pawl_rot turn = pawl_rot_from_angle(image->angle);
    pawl_vec2 half = {image->height / 2, image->height / 2};
    if (of->pixels != NULL)
        half.x = pawl_mul(half.y, pawl_ratio((int32_t)of->width, (int32_t)of->height));
    const pawl_vec2 corners[4] = {{-half.x, -half.y}, {half.x, -half.y}, half, {-half.x, half.y}};
    for (int i = 0; i < 4; i++)
        out[i] = pawl_vec2_add(image->center, pawl_rotate(turn, corners[i]));
}

static void add(const cli_scene_image *image, const cli_texture *of, pawl_pose pose,
                const cli_view *view, cli_drawing *drawing) {
    static const cli_paint frame = {CLI_INK, CLI_INK};
    cli_sprite *sprite = &drawing->sprites[drawing->sprite_count++];
    pawl_vec2 corners[4];
    if (image->has_corners) {
        memcpy(corners, image->corners, sizeof corners);
    } else {
        make_corners(image, of, corners);
    }
    for (int i = 0; i < 4; i++)
        corners[i] = pawl_vec2_add(pose.position, pawl_rotate(pose.rotation, corners[i]));
    for (int i = 0; i < 4; i++) {
        const int from = image->flip ? (5 - i) % 4 : i; /* left and right are one another */
        sprite->corners[i] = cli_drawing_place(view, corners[from]);
        if (of->pixels == NULL)
            cli_drawing_add_line(view, corners[i], corners[(i + 1) % 4], frame, drawing);
    }
    sprite->texture = of;
    sprite->name = image->name;
    sprite->opacity = (int32_t)(image->opacity / (PAWL_FX_ONE / 256));
}

void cli_drawing_image_add(cli_images *images, const cli_scene *scene, const cli_view *view,
                           cli_drawing *drawing) {
    drawing->sprites = images->sprites;
    drawing->sprite_count = 0;
    for (uint32_t i = 0; i < scene->image_count && scene->world != NULL; i++) {
        const cli_scene_image *image = &scene->images[i];
        pawl_pose pose = {.rotation = pawl_rot_from_angle(0)};
        if (image->body >= 0) {
            const pawl_body_id body = scene->bodies[image->body].id;
            if (!pawl_body_is_valid(scene->world, body)) continue; /* it broke */
            pose = pawl_body_get_pose(scene->world, body);
        }
        add(image, &images->textures[images->texture_of[i]], pose, view, drawing);
    }
}
