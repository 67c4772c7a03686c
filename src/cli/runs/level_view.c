/* level_view.c - from a level file to marks, by way of a walk and of paths. */
#include "cli/runs/level_view.h"

#include <stdlib.h>
#include <string.h>

#include "cli/common/command.h"
#include "cli/common/heap.h"

#define TRAIL_WIDTH (CLI_PIXEL * 3 / 2)

/* ---- opening ---- */

static bool build_level(cli_level_view *job) {
    const pawl_level_def def = cli_level_def(job->scene);
    job->block = &job->own;
    if (!job->scene->has_spawn) {
        return cli_level_block_build(job->path, stderr, job->scene, &def, &job->own);
    }
    job->block = &job->walker.block;
    return cli_walker_start(job->path, &job->loaded, &job->walker);
}

int cli_level_view_open(const char *path, const char *script, const cli_map_options *map,
                        cli_level_view *job) {
    memset(job, 0, sizeof *job);
    job->path = path;
    job->block = &job->own;
    if (cli_level_block_is_at(path)) return cli_level_block_read(path, &job->own);
    if (!cli_script_load(script, path, stderr, map, &job->script, &job->loaded)) {
        return CLI_EXIT_INPUT;
    }
    job->has_scene = true;
    job->scene = job->loaded.level;
    if (job->scene == NULL) {
        cli_command_file_error(path, "the scene has no level");
    } else if (build_level(job) &&
               cli_level_block_build_drawn(path, stderr, job->scene, &job->drawn)) {
        return CLI_EXIT_OK;
    }
    cli_level_view_close(job);
    return CLI_EXIT_INPUT;
}

void cli_level_view_close(cli_level_view *job) {
    for (uint32_t i = 0; i < job->path_count; i++)
        free(job->paths[i].path.points);
    free(job->paths);
    free(job->meetings);
    free(job->trail);
    free(job->drawing.marks);
    cli_walker_free(&job->walker);
    cli_level_block_free(&job->own);
    cli_level_block_free(&job->drawn);
    if (!job->has_scene) return;
    cli_script_free(&job->script);
    cli_scene_load_free(&job->loaded);
}

/* ---- walking ---- */

static bool is_same_wall(const pawl_walk_contact *a, const pawl_walk_contact *b) {
    return a->a.x == b->a.x && a->a.y == b->a.y && a->b.x == b->b.x && a->b.y == b->b.y;
}

/* Whether a step met a wall that the one before did not. */
static bool is_new(const pawl_step_report *now, const pawl_step_report *before) {
    for (uint32_t i = 0; i < now->contact_count; i++) {
        bool is_known = false;
        for (uint32_t j = 0; j < before->contact_count; j++)
            is_known = is_known || is_same_wall(&now->contacts[i], &before->contacts[j]);
        if (!is_known) return true;
    }
    return false;
}

static void keep_meeting(cli_level_view *job, const pawl_step_report *before) {
    const pawl_step_report *const now = &job->walker.report;
    if (!is_new(now, before)) return;
    const size_t count = job->meeting_count + 1u;
    job->meetings = cli_heap_reallocate(job->meetings, count * sizeof *job->meetings);
    job->meetings[job->meeting_count].place = job->walker.state.place.position;
    job->meetings[job->meeting_count++].report = *now;
}

bool cli_level_view_walk(cli_level_view *job, uint64_t ticks) {
    if (job->walker.path == NULL || ticks == 0) return true;
    job->trail = cli_heap_allocate(((size_t)ticks + 1) * sizeof *job->trail);
    job->trail[job->trail_count++] = job->walker.state.place.position;
    job->script.walker.gates = job->gates;
    for (uint64_t tick = 0; tick < ticks; tick++) {
        const pawl_step_report before = job->walker.report;
        if (!cli_script_apply(&job->script, job->loaded.world, tick) ||
            !cli_walker_step(&job->walker, job->loaded.world, &job->script.walker)) {
            return false;
        }
        job->trail[job->trail_count++] = job->walker.state.place.position;
        keep_meeting(job, &before);
    }
    job->gates = job->walker.gates;
    return true;
}

/* ---- paths ---- */

static bool free_place(const cli_level_view *job, pawl_vec2 point, const char *what,
                       pawl_place *out) {
    const pawl_status status =
        pawl_level_find_nearest_free(&job->block->level, &job->gates, point, out);
    if (status != PAWL_OK) {
        fprintf(stderr, "pawl: %s: level: %s: %s\n", job->path, what,
                status == PAWL_ERR_RANGE ? "outside the bounds" : "nothing is free");
    } else if (out->position.x != point.x || out->position.y != point.y) {
        fprintf(stderr, "pawl: %s: note: level: %s is in a wall; the nearest free place counts\n",
                job->path, what);
    }
    return status == PAWL_OK;
}

/* Room for as many corners as there are vertices: a path turns only at those, and at each once. */
bool cli_level_view_path(cli_level_view *job, pawl_vec2 from, const cli_level_goal *goal) {
    const pawl_level *const level = &job->block->level;
    const char *const name = goal->name != NULL ? goal->name : "goal";
    pawl_place start, end;
    pawl_path path = {.capacity = level->vertex_count + 2};
    if (!free_place(job, from, "the start of a path", &start) ||
        !free_place(job, goal->position, name, &end)) {
        return false;
    }
    const size_t size = pawl_path_size(level);
    void *const memory = cli_heap_allocate(size);
    path.points = cli_heap_allocate(path.capacity * sizeof *path.points);
    const pawl_status status =
        pawl_level_find_path(level, &job->gates, start, end, memory, size, &path);
    free(memory);
    if (status != PAWL_OK) {
        free(path.points);
        fprintf(stderr, "pawl: %s: level: path to %s: %s\n", job->path, name,
                pawl_status_text(status));
        return false;
    }
    job->paths = cli_heap_reallocate(job->paths, (job->path_count + 1u) * sizeof *job->paths);
    job->paths[job->path_count].name = name;
    job->paths[job->path_count++].path = path;
    return true;
}

/* ---- telling ---- */

static void tell_path(const pawl_path *path, const char *name) {
    char length[PAWL_WIDE_TEXT_MAX];
    if (path->count == 0) {
        printf("path to=%s none\n", name);
        return;
    }
    if (pawl_wide_print(path->length, length, sizeof length) != PAWL_OK) length[0] = 0;
    printf("path to=%s corners=%lu length=%s expanded=%lu\n", name, (unsigned long)path->count,
           length, (unsigned long)path->expanded);
}

void cli_level_view_print(const cli_level_view *job) {
    const pawl_level *const level = &job->block->level;
    char text[CLI_WALKER_TEXT_MAX];
    printf("level vertices=%lu triangles=%lu solid=%lu regions=%lu hash=%08lx\n",
           (unsigned long)level->vertex_count, (unsigned long)level->triangle_count,
           (unsigned long)cli_level_block_solid_count(level, &job->gates),
           (unsigned long)level->region_count, (unsigned long)cli_level_block_hash(job->block));
    if (job->trail_count > 0) {
        cli_walker_text(&job->walker, false, text);
        printf("walk ticks=%llu %s\n", (unsigned long long)job->trail_count - 1, text);
    }
    for (uint32_t i = 0; i < job->path_count; i++)
        tell_path(&job->paths[i].path, job->paths[i].name);
}

/* ---- drawing ---- */

static int64_t distance2(pawl_vec2 a, pawl_vec2 b) {
    const pawl_vec2 way = pawl_vec2_sub(a, b);
    return pawl_vec2_dot(way, way);
}

/* The walker's outline once it has gone as far as it is large, by half more. */
static void draw_shadows(cli_level_view *job) {
    pawl_vec2 shape[CLI_WALKER_POINTS];
    const pawl_level *const level = &job->block->level;
    const uint32_t count = cli_drawing_level_walker_outline(level, shape);
    int64_t apart2 = 0;
    for (uint32_t i = 1; i < count; i++) {
        const int64_t across2 = distance2(shape[0], shape[i]);
        if (across2 > apart2) apart2 = across2;
    }
    pawl_vec2 last = job->trail[0];
    if (apart2 == 0) return;
    cli_drawing_level_add_walker(level, last, false, &job->view, &job->drawing);
    for (uint64_t i = 1; i < job->trail_count; i++) {
        if (distance2(job->trail[i], last) / 9 < apart2 / 4) continue;
        last = job->trail[i];
        cli_drawing_level_add_walker(level, last, false, &job->view, &job->drawing);
    }
}

static void draw_walk(cli_level_view *job) {
    const cli_paint paint = cli_theme_level(CLI_LEVEL_TRAIL);
    for (uint64_t i = 1; i < job->trail_count; i++) {
        const pawl_vec2 *const leg = &job->trail[i - 1];
        if (leg[0].x == leg[1].x && leg[0].y == leg[1].y) continue;
        cli_drawing_add_convex(&job->view, leg, 2, TRAIL_WIDTH, paint, &job->drawing);
    }
    for (uint32_t i = 0; i < job->meeting_count; i++) {
        cli_drawing_level_add_contacts(&job->meetings[i].report, job->meetings[i].place, &job->view,
                                       &job->drawing);
    }
}

void cli_level_view_draw(cli_level_view *job, int32_t width) {
    const pawl_level *const level = &job->block->level;
    const cli_level_picture picture = {
        .scene = job->scene,
        .level = level,
        .drawn = job->scene == NULL ? NULL : &job->drawn.level,
        .gates = job->gates,
        .show = job->show,
    };
    job->view = job->has_scene && job->loaded.has_camera
                    ? cli_drawing_view_of_box(job->loaded.camera, width)
                    : cli_drawing_view_of_box(cli_drawing_level_box(level), width);
    if (job->has_scene && job->loaded.title[0] != 0) job->view = cli_drawing_captioned(job->view);
    cli_drawing_begin(&job->view, &job->drawing);
    cli_drawing_level_add_walls(&picture, &job->view, &job->drawing);
    for (uint32_t i = 0; i < job->path_count && job->show & CLI_SHOW_CORRIDOR; i++)
        cli_drawing_level_add_corridor(&picture, &job->paths[i].path, &job->view, &job->drawing);
    cli_drawing_level_add_edges(&picture, &job->view, &job->drawing);
    for (uint32_t i = 0; i < job->path_count && job->show & CLI_SHOW_PATH; i++)
        cli_drawing_level_add_path(&job->paths[i].path, &job->view, &job->drawing);
    const bool has_walk = job->trail_count > 0 && (job->show & CLI_SHOW_WALK) != 0;
    if (has_walk) draw_shadows(job);
    if (job->show & CLI_SHOW_WALKER && job->walker.path != NULL) {
        cli_drawing_level_add_walker(level, job->walker.state.place.position, true, &job->view,
                                     &job->drawing);
    }
    if (has_walk) draw_walk(job);
    snprintf(job->drawing.caption, sizeof job->drawing.caption, "%.80s",
             job->has_scene ? job->loaded.title : "");
    for (uint32_t i = 1; job->has_scene && i < job->scene->region_count; i++) {
        cli_drawing_add_legend(job->scene->region_names[i], cli_theme_region(i, CLI_REGION_DRAWN),
                               &job->drawing);
    }
}
