/* info_scene.c - what is in a scene, or in what a scene is made of: counts, goals and regions of
 * the level, and of R.U.B.E. exports the images and custom properties, which are the game's. */
#include <stdlib.h>
#include <string.h>

#include "cli/common/command.h"
#include "cli/common/file.h"
#include "cli/runs/info.h"
#include "cli/scene/json.h"
#include "cli/scene/scene_load.h"

#define LINE_MAX 240

static const char *text_of(const cli_json *object, const char *key) {
    const cli_json *value = cli_json_find(object, key);
    return value != NULL && value->text != NULL ? value->text : "";
}

static void put_image(cli_info *out, const cli_json *image) {
    const cli_json *center = cli_json_find(image, "center");
    const char *x = text_of(center, "x"), *y = text_of(center, "y");
    char line[LINE_MAX];
    snprintf(line, sizeof line, "%.40s  file %.80s  body %.11s  at %.20s %.20s  scale %.20s",
             text_of(image, "name"), text_of(image, "file"), text_of(image, "body"),
             x[0] != 0 ? x : "0", y[0] != 0 ? y : "0", text_of(image, "scale"));
    cli_info_item(out, line);
}

/* "body 3 crate: hp = 12": the value is that of the member beside the name. */
static void put_properties(cli_info *out, const char *of, uint32_t index, const cli_json *object) {
    const cli_json *list = cli_json_find(object, "customProperties");
    const cli_json *one = list == NULL ? NULL : list->child;
    for (; one != NULL; one = one->next) {
        const cli_json *value = one->child;
        char line[LINE_MAX];
        while (value != NULL && value->key != NULL && strcmp(value->key, "name") == 0)
            value = value->next;
        const bool is_bool = value != NULL && value->type == CLI_JSON_BOOL;
        const char *text = value == NULL         ? ""
                           : is_bool             ? (value->truth ? "true" : "false")
                           : value->text != NULL ? value->text
                                                 : cli_json_type_text(value->type);
        snprintf(line, sizeof line, "%s %lu %.40s: %.40s = %.80s", of, (unsigned long)index,
                 text_of(object, "name"), text_of(one, "name"), text);
        cli_info_item(out, line);
    }
}

static void put_all_properties(cli_info *out, const cli_json *root) {
    static const char *const keys[] = {"body", "joint", "image"};
    put_properties(out, "world", 0, root);
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        const cli_json *list = cli_json_find(root, keys[i]);
        const cli_json *one = list == NULL ? NULL : list->child;
        for (uint32_t index = 0; one != NULL; one = one->next, index++) {
            put_properties(out, keys[i], index, one);
            const cli_json *fixtures = cli_json_find(one, "fixture");
            const cli_json *fixture = fixtures == NULL ? NULL : fixtures->child;
            for (; fixture != NULL; fixture = fixture->next)
                put_properties(out, "fixture of body", index, fixture);
        }
    }
}

/* Of R.U.B.E. exports alone: of others the scene itself says all there is. */
static void put_rube(cli_info *out, const cli_file *file) {
    cli_heap heap = {0};
    cli_json_error error = {0, ""};
    const cli_json *root = cli_json_parse(&heap, (const char *)file->bytes, file->size, &error);
    if (root != NULL && cli_json_find(root, "body") != NULL &&
        cli_json_find(root, "pawl-scene") == NULL) {
        const cli_json *images = cli_json_find(root, "image");
        const cli_json *image = images == NULL ? NULL : images->child;
        cli_info_begin_list(out, "images");
        for (; image != NULL; image = image->next)
            put_image(out, image);
        cli_info_end_list(out);
        cli_info_begin_list(out, "properties");
        put_all_properties(out, root);
        cli_info_end_list(out);
    }
    cli_heap_free(&heap);
}

static void put_level(cli_info *out, const cli_scene_level *level) {
    cli_info_number(out, "polygons", level->polygon_count);
    cli_info_begin_list(out, "regions");
    for (uint32_t i = 1; i < level->region_count; i++)
        cli_info_item(out, level->region_names[i]);
    cli_info_end_list(out);
    cli_info_begin_list(out, "goals");
    for (uint32_t i = 0; i < level->goal_count; i++) {
        const char *name = level->goals[i].name;
        cli_info_item(out, name == NULL ? "without a name" : name);
    }
    cli_info_end_list(out);
}

int cli_info_scene(const char *path, bool is_json) {
    cli_scene scene;
    cli_file file = {NULL, 0};
    cli_info out = {.is_json = is_json};
    char reason[CLI_REASON_MAX];
    if (!cli_scene_load_any(path, stderr, NULL, &scene)) return CLI_EXIT_INPUT;
    cli_info_begin(&out);
    cli_info_text(&out, "kind", scene.arcade != NULL ? "arcade" : "scene");
    if (scene.title[0] != 0) cli_info_text(&out, "title", scene.title);
    cli_info_number(&out, "ticks", scene.ticks);
    if (scene.world != NULL) {
        cli_info_number(&out, "bodies", scene.body_count);
        cli_info_number(&out, "joints", scene.joint_count);
        cli_info_number(&out, "soft_bodies", scene.soft_count);
        if (scene.character_count > 0) cli_info_number(&out, "characters", scene.character_count);
        cli_info_hash(&out, "hash", pawl_world_hash(scene.world));
    } else {
        cli_info_hash(&out, "hash", pawl_arcade_hash(scene.arcade));
    }
    if (scene.level != NULL) put_level(&out, scene.level);
    if (cli_file_read_limited(path, &file, reason)) put_rube(&out, &file);
    free(file.bytes);
    cli_info_end(&out);
    cli_scene_load_free(&scene);
    return CLI_EXIT_OK;
}
