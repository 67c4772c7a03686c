/* scene_load.c - read the file, let the right reader make a plan of it, build the world. */
#include "cli/scene/scene_load.h"
#include "cli/scene/scene_readers.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/common/file.h"
#include "cli/common/limits.h"
#include "cli/ldtk/ldtk.h"
#include "cli/outline/outline.h"
#include "cli/scene/scene_arcade.h"
#include "cli/tiled/tiled_import.h"

/* Contacts per shape that a world from a file has room for: twice the engine's default, since the
 * piles that people draw are dense and memory on the host is plenty. */
#define CONTACTS_PER_SHAPE 8u

/* The tree of a file; a project of LDtk or a drawing becomes that of a map of Tiled. Null after an
 * error. */
static const cli_json *parse(cli_plan *plan, cli_file *file) {
    const char *text = (const char *)file->bytes;
    if (cli_outline_svg_is(text, file->size) || cli_outline_plist_is(text, file->size)) {
        const cli_json *drawing = cli_outline_shape_parse(plan, text, file->size, plan->part);
        free(file->bytes);
        return drawing;
    }
    const cli_json *root = cli_tiled_tree_parse(plan, file);
    if (root == NULL) return NULL;
    if (cli_ldtk_read_is_project(root)) return cli_ldtk_read(plan, root, plan->part);
    if (cli_outline_physics_is(root))
        return cli_outline_physics_read(plan, root, plan->part, false);
    const char *other = cli_outline_physics_other(root);
    if (other != NULL) {
        cli_scene_plan_fail(plan, root->line,
                            "a file of %s, which is not read; drawings in SVG and files of "
                            "PhysicsEditor are",
                            other);
        return NULL;
    }
    if (plan->part == NULL) return root;
    cli_scene_plan_fail(plan, 0, "\"#%.40s\": only projects of LDtk and drawings have such parts",
                        plan->part);
    return NULL;
}

/* "world.ldtk#Level_3" is the file and a part of it, unless there is a file of that name. */
static void split_path(cli_plan *plan) {
    const char *mark = strrchr(plan->path, '#');
    if (mark == NULL || mark == plan->path || access(plan->path, F_OK) == 0) return;
    plan->path = cli_heap_text(&plan->heap, plan->path, (size_t)(mark - plan->path));
    plan->part = mark + 1;
}

/* Projects of LDtk hold the pictures of their levels, tile by tile, as numbers: their limit is
 * higher, as long as the command line has no other. */
static bool read_source(const char *path, cli_file *out, char reason[CLI_REASON_MAX]) {
    const size_t length = strlen(path);
    const bool is_project = length > 5 && strcmp(path + length - 5, ".ldtk") == 0;
    if (!is_project || cli_limits_get(CLI_LIMIT_FILE) * CLI_MIB > CLI_LDTK_SIZE_MAX) {
        return cli_file_read_limited(path, out, reason);
    }
    return cli_file_read(path, CLI_LDTK_SIZE_MAX, out, reason);
}

/* A map of Tiled becomes the text of a scene first, so that `pawl import` and a scene made of the
 * map at once agree. The text is to be freed; null after an error. */
static cli_file convert_map(cli_plan *plan, const cli_json *map, cli_tiled_result *result) {
    cli_file scene = {NULL, 0};
    char *text = NULL;
    FILE *file = open_memstream(&text, &scene.size);
    if (file == NULL) {
        cli_heap_out_of_memory();
        return scene;
    }
    const bool good = cli_tiled_import_convert(plan, map, file, result);
    if (fclose(file) != 0) cli_heap_out_of_memory();
    scene.bytes = (uint8_t *)text;
    if (good) return scene;
    free(text);
    scene.bytes = NULL;
    return scene;
}

/* The scene that a map makes. */
static void read_converted(cli_plan *plan, const cli_file *scene) {
    cli_json_error error = {0, ""};
    if (scene->bytes == NULL) return;
    const cli_json *root =
        cli_json_parse(&plan->heap, (const char *)scene->bytes, scene->size, &error);
    if (root == NULL) {
        cli_scene_plan_fail(plan, 0, "the scene that it makes: %s", error.reason);
    } else {
        cli_scene_pawl_read(plan, root);
    }
}

static void read_map(cli_plan *plan, const cli_json *map) {
    cli_tiled_result result;
    const cli_file scene = convert_map(plan, map, &result);
    read_converted(plan, &scene);
    cli_scene_level *const level = plan->scene.level;
    for (uint32_t i = 0; level != NULL && i < level->polygon_count; i++)
        level->polygon_lines[i] = 0; /* they were those of what the map became */
    free(scene.bytes);
}

static void read_scene(cli_plan *plan) {
    cli_file file;
    char reason[CLI_REASON_MAX];
    split_path(plan);
    if (!read_source(plan->path, &file, reason)) {
        cli_scene_plan_fail(plan, 0, "%s", reason);
        return;
    }
    const cli_json *root = parse(plan, &file);
    if (root == NULL) return;
    if (cli_json_find(root, "pawl-scene") != NULL) {
        cli_scene_pawl_read(plan, root);
    } else if (cli_json_find(root, "body") != NULL) {
        cli_scene_rube_read(plan, root);
    } else if (cli_tiled_read_is_map(root)) {
        read_map(plan, root);
    } else {
        cli_scene_plan_fail(
            plan, root->line,
            "no scene: neither \"pawl-scene\", nor the \"body\" of a RUBE export, nor "
            "a map of Tiled");
    }
}

static void size_world(cli_plan *plan) {
    const uint64_t characters = plan->character_count; /* each a body and a shape */
    const uint64_t bodies = characters + plan->body_count + plan->spare.bodies;
    const uint64_t shapes = characters + plan->shape_count + plan->spare.shapes;
    const uint64_t joints = (uint64_t)plan->joint_count + plan->spare.joints;
    const uint64_t links = (uint64_t)plan->soft_link_count + plan->spare.soft_links;
    if (bodies > PAWL_CAPACITY_MAX || shapes > PAWL_CAPACITY_MAX || joints > PAWL_CAPACITY_MAX) {
        cli_scene_plan_fail(plan, 0,
                            "with what a script creates, more than %d bodies, shapes or joints",
                            PAWL_CAPACITY_MAX);
        return;
    }
    if (links > UINT16_MAX) {
        cli_scene_plan_fail(plan, 0, "with what a script attaches, more than %d links", UINT16_MAX);
        return;
    }
    plan->world.body_capacity = (uint16_t)(bodies > 0 ? bodies : 1);
    plan->world.shape_capacity = (uint16_t)(shapes > 0 ? shapes : 1);
    plan->world.joint_capacity = (uint16_t)joints;
    plan->world.character_capacity = (uint16_t)characters;
    plan->world.soft_capacity = (uint16_t)plan->soft_count;
    plan->world.soft_point_capacity = (uint16_t)plan->soft_point_count;
    plan->world.soft_link_capacity = (uint16_t)links;
    plan->world.contact_capacity = CONTACTS_PER_SHAPE * plan->world.shape_capacity;
}

/* The world itself, without bodies; null after an error. */
static pawl_world *make_world(cli_plan *plan) {
    pawl_world *world = NULL;
    const size_t size = pawl_world_size(&plan->world);
    if (size == 0) {
        cli_scene_plan_fail(plan, 1, "the world: gravity, length unit or rate is out of range");
        return NULL;
    }
    void *buffer = cli_heap_allocate(size);
    memset(buffer, 0, size);
    pawl_status status = pawl_world_init(buffer, size, &plan->world, &world);
    if (status != PAWL_OK) {
        cli_scene_plan_fail(plan, 1, "the world: %s", pawl_status_text(status));
        free(buffer);
        return NULL;
    }
    status = pawl_world_set_periods(world, plan->periods);
    if (status == PAWL_OK) return world;
    cli_scene_plan_fail(plan, 1, "periods: %s",
                        status == PAWL_ERR_RANGE ? "each is 0, or a power of two from 4 length "
                                                   "units to 8192 units"
                                                 : pawl_status_text(status));
    free(buffer);
    return NULL;
}

static pawl_status build_shape(pawl_world *world, pawl_body_id body, const cli_plan_shape *shape) {
    pawl_shape_id id = {0, 0};
    pawl_status status = PAWL_OK;
    switch (shape->type) {
    case CLI_SHAPE_CHAIN:
        status = pawl_shape_create_chain(world, body, &shape->def, &shape->chain, &id);
        break;
    case CLI_SHAPE_HEIGHTS:
        status = pawl_shape_create_heights(world, body, &shape->def, &shape->heights, &id);
        break;
    case CLI_SHAPE_TILES:
        status = pawl_shape_create_tiles(world, body, &shape->def, &shape->tiles, &id);
        break;
    default:
        return pawl_shape_create(world, body, &shape->def, &shape->convex, &id);
    }
    if (status != PAWL_OK || shape->table.count == 0) return status;
    return pawl_shape_set_materials(world, id, &shape->table);
}

static void make_lists(cli_plan *plan) {
    cli_scene *scene = &plan->scene;
    const size_t bodies = (size_t)plan->body_count + plan->character_count;
    scene->bodies = cli_heap_take(&scene->terrain, bodies * sizeof *scene->bodies);
    scene->joints = cli_heap_take(&scene->terrain, plan->joint_count * sizeof *scene->joints);
    scene->softs = cli_heap_take(&scene->terrain, plan->soft_count * sizeof *scene->softs);
    scene->characters =
        cli_heap_take(&scene->terrain, plan->character_count * sizeof *scene->characters);
}

static void build_body(cli_plan *plan, pawl_world *world, cli_plan_body *body) {
    pawl_body_id id = {0, 0};
    cli_scene_plan_at(plan, "body", body->index, body->name);
    if (pawl_vec2_length(body->def.velocity) > PAWL_SPEED_MAX) {
        cli_scene_plan_fail(plan, body->line, "velocity: faster than %ld units per second",
                            (long)pawl_near_to_int(PAWL_SPEED_MAX));
        return;
    }
    const pawl_status status = pawl_body_create(world, &body->def, &id);
    if (status != PAWL_OK) {
        cli_scene_plan_fail(plan, body->line, "%s", pawl_status_text(status));
        return;
    }
    const cli_scene_body listed = {cli_scene_plan_keep_name(plan, body->name), id};
    body->id = id;
    plan->scene.bodies[plan->scene.body_count++] = listed;
    for (const cli_plan_shape *shape = body->first; shape != NULL; shape = shape->next) {
        const pawl_status made = build_shape(world, id, shape);
        if (made == PAWL_OK) continue;
        cli_scene_plan_at_within(plan, "shape", shape->index, NULL);
        cli_scene_plan_fail(plan, shape->line, "%s", pawl_status_text(made));
        return;
    }
}

/* Of a distance joint or the rope of a pulley, as they stand. */
static pawl_fx length_of(const pawl_world *world, const cli_plan_joint *joint) {
    const pawl_joint_def *def = &joint->def;
    const pawl_vec2 a = joint->point_a, b = joint->point_b;
    if (def->type != PAWL_JOINT_PULLEY) return pawl_vec2_length(pawl_world_way(world, a, b));
    return pawl_add(
        pawl_vec2_length(pawl_world_way(world, def->ground_a, a)),
        pawl_mul(def->ratio, pawl_vec2_length(pawl_world_way(world, def->ground_b, b))));
}

/* The def with bodies and frames, which depend on where the bodies are. */
static pawl_joint_def place_joint(const pawl_world *world, const cli_plan_joint *joint) {
    pawl_joint_def def = joint->def, placed = joint->def;
    const pawl_body_id a = joint->a->id, b = joint->b->id;
    if (joint->how == CLI_JOINT_AT) {
        placed = pawl_joint_def_at(world, def.type, a, b, joint->point_a, joint->axis);
        if (!joint->has_place) {
            placed.frame_a.anchor = placed.frame_b.anchor = pawl_vec2_make(0, 0);
        }
    } else if (joint->how == CLI_JOINT_BETWEEN) {
        placed = pawl_joint_def_between(world, def.type, a, b, joint->point_a, joint->point_b);
        if (!joint->has_target) def.target = length_of(world, joint);
    }
    def.body_a = a;
    def.body_b = b;
    def.frame_a = placed.frame_a;
    def.frame_b = placed.frame_b;
    return def;
}

static bool anchor_is_near(pawl_joint_frame frame) {
    return pawl_abs(frame.anchor.x) <= PAWL_EXTENT_MAX &&
           pawl_abs(frame.anchor.y) <= PAWL_EXTENT_MAX;
}

/* What pawl_joint_create would refuse in one word. */
static void check_ends(cli_plan *plan, const cli_plan_joint *joint, const pawl_joint_def *def) {
    const pawl_body_type moves = PAWL_DYNAMIC;
    if (joint->a == joint->b) {
        cli_scene_plan_fail(plan, joint->line, "bodies: the same body twice");
    } else if (joint->a->def.type != moves && joint->b->def.type != moves) {
        cli_scene_plan_fail(plan, joint->line, "bodies: neither is dynamic");
    } else if (!anchor_is_near(def->frame_a) || !anchor_is_near(def->frame_b)) {
        cli_scene_plan_fail(plan, joint->line, "more than %ld units away from a body",
                            (long)pawl_near_to_int(PAWL_EXTENT_MAX));
    }
}

static void build_joint(cli_plan *plan, pawl_world *world, const cli_plan_joint *joint) {
    pawl_joint_id id = {0, 0};
    const pawl_joint_def def = place_joint(world, joint);
    cli_scene_plan_at(plan, "joint", joint->index, joint->name);
    check_ends(plan, joint, &def);
    if (plan->failed) return;
    const pawl_status status = pawl_joint_create(world, &def, &id);
    if (status != PAWL_OK) {
        cli_scene_plan_fail(plan, joint->line, "%s", pawl_status_text(status));
        return;
    }
    const cli_scene_joint listed = {cli_scene_plan_keep_name(plan, joint->name), id};
    plan->scene.joints[plan->scene.joint_count++] = listed;
}

static pawl_world *build_world(cli_plan *plan) {
    cli_scene_break_reserve(plan);
    size_world(plan);
    pawl_world *world = plan->failed ? NULL : make_world(plan);
    if (world == NULL) return NULL;
    make_lists(plan);
    for (cli_plan_body *body = plan->first; body != NULL && !plan->failed; body = body->next)
        build_body(plan, world, body);
    cli_scene_level_body_note(plan);
    const cli_plan_joint *joint = plan->first_joint;
    for (; joint != NULL && !plan->failed; joint = joint->next)
        build_joint(plan, world, joint);
    const cli_plan_soft *soft = plan->first_soft;
    for (; soft != NULL && !plan->failed; soft = soft->next)
        cli_scene_soft_build(plan, world, soft);
    const cli_plan_character *character = plan->first_character;
    for (; character != NULL && !plan->failed; character = character->next)
        cli_scene_character_build(plan, world, character);
    cli_scene_crowd_check(plan, world);
    if (!plan->failed) return world;
    free(world);
    return NULL;
}

/* A world, or an arcade for a caller that takes one; false after an error. */
static bool build(cli_plan *plan, bool takes_arcade) {
    if (plan->failed) return false;
    if (plan->arcade == NULL) {
        plan->scene.world = build_world(plan);
        return plan->scene.world != NULL;
    }
    if (!takes_arcade) {
        cli_scene_plan_fail(plan, plan->arcade->line,
                            "an arcade, which only \"pawl run\" without a script and \"pawl hash\" "
                            "take");
    }
    return cli_scene_arcade_build(plan);
}

static bool load(cli_plan *plan, bool takes_arcade, cli_scene *out) {
    plan->world = pawl_world_def_default();
    plan->scene.ticks = 600;
    plan->add_outline = cli_outline_shape_add;
    read_scene(plan);
    const bool good = build(plan, takes_arcade);
    if (good) {
        *out = plan->scene;
        out->def = plan->world;
    } else {
        cli_heap_free(&plan->scene.terrain);
    }
    cli_heap_free(&plan->heap);
    return good;
}

bool cli_scene_load(const char *path, FILE *log, cli_scene *out) {
    const cli_scene_room none = {0, 0, 0, 0, 0};
    return cli_scene_load_with(path, log, none, NULL, out);
}

bool cli_scene_load_with(const char *path, FILE *log, cli_scene_room spare,
                         const cli_map_options *map, cli_scene *out) {
    cli_plan plan = {.path = path, .log = log, .spare = spare, .map = map};
    return load(&plan, false, out);
}

bool cli_scene_load_any(const char *path, FILE *log, const cli_map_options *map, cli_scene *out) {
    cli_plan plan = {.path = path, .log = log, .map = map};
    return load(&plan, true, out);
}

bool cli_scene_load_import(const char *path, FILE *log, const cli_map_options *map_options,
                           FILE *roles, cli_file *out, cli_tiled_result *result) {
    cli_plan plan = {.path = path, .log = log, .world = pawl_world_def_default()};
    plan.map = map_options;
    plan.strict = map_options != NULL && map_options->strict;
    plan.roles_out = roles;
    cli_file map, scene = {NULL, 0};
    char reason[CLI_REASON_MAX];
    const cli_json *root = NULL;
    split_path(&plan);
    if (!read_source(plan.path, &map, reason)) {
        cli_scene_plan_fail(&plan, 0, "%s", reason);
    } else {
        root = parse(&plan, &map);
    }
    if (root != NULL && !cli_tiled_read_is_map(root)) {
        cli_scene_plan_fail(&plan, root->line, "not a map of Tiled");
    }
    if (!plan.failed) scene = convert_map(&plan, root, result);
    read_converted(&plan, &scene);
    /* That it loads is part of the promise. */
    const bool good = build(&plan, true);
    cli_scene_load_free(&plan.scene);
    cli_heap_free(&plan.heap);
    if (good) {
        *out = scene;
    } else {
        free(scene.bytes);
    }
    return good;
}

void cli_scene_load_free(cli_scene *scene) {
    free(scene->world);
    free(scene->arcade);
    free(scene->hooks.lane_memory);
    free(scene->hooks.cache);
    memset(&scene->hooks, 0, sizeof scene->hooks);
    scene->world = NULL;
    scene->arcade = NULL;
    cli_heap_free(&scene->terrain);
}
