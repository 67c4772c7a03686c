/* level_view.c - from a level file to marks, by way of a walk and of paths. */
#include "cli/runs/level_view.h"

#include <stdlib.h>
#include <string.h>

#include "cli/common/command.h"
#include "cli/common/heap.h"

#define TRAIL_WIDTH (PAWLI_PIXEL * 3 / 2)

/* ---- opening ---- */

static bool build_level(pawli_level_view *job) {
    const pawl_level_def def = pawli_level_def(job->scene);
    job->block = &job->own;
    if (!job->scene->has_spawn) {
        return pawli_level_block_build(job->path, stderr, job->scene, &def, &job->own);
    }
    job->block = &job->player.block;
    return pawli_player_start(job->path, &job->loaded, &job->player);
}

int pawli_level_view_open(const char *path, const char *script, pawli_level_view *job) {
    memset(job, 0, sizeof *job);
    job->path = path;
    job->block = &job->own;
    if (pawli_path_is_level(path)) return pawli_level_block_read(path, &job->own);
    if (!pawli_script_load(script, path, stderr, &job->script, &job->loaded)) {
        return PAWLI_EXIT_INPUT;
    }
    job->has_scene = true;
    job->scene = job->loaded.level;
    if (job->scene == NULL) {
        pawli_file_error(path, "the scene has no level");
    } else if (build_level(job) &&
               pawli_level_block_build_drawn(path, stderr, job->scene, &job->drawn)) {
        return PAWLI_EXIT_OK;
    }
    pawli_level_view_close(job);
    return PAWLI_EXIT_INPUT;
}

void pawli_level_view_close(pawli_level_view *job) {
    for (uint32_t i = 0; i < job->path_count; i++)
        free(job->paths[i].path.points);
    free(job->paths);
    free(job->meetings);
    free(job->trail);
    free(job->drawing.marks);
    pawli_player_free(&job->player);
    pawli_level_block_free(&job->own);
    pawli_level_block_free(&job->drawn);
    if (!job->has_scene) return;
    pawli_script_free(&job->script);
    pawli_scene_free(&job->loaded);
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

static void keep_meeting(pawli_level_view *job, const pawl_step_report *before) {
    const pawl_step_report *const now = &job->player.report;
    if (!is_new(now, before)) return;
    const size_t count = job->meeting_count + 1u;
    job->meetings = pawli_reallocate(job->meetings, count * sizeof *job->meetings);
    job->meetings[job->meeting_count].place = job->player.walker.place.position;
    job->meetings[job->meeting_count++].report = *now;
}

bool pawli_level_view_walk(pawli_level_view *job, uint64_t ticks) {
    if (job->player.path == NULL || ticks == 0) return true;
    job->trail = pawli_allocate(((size_t)ticks + 1) * sizeof *job->trail);
    job->trail[job->trail_count++] = job->player.walker.place.position;
    job->script.player.gates = job->gates;
    for (uint64_t tick = 0; tick < ticks; tick++) {
        const pawl_step_report before = job->player.report;
        if (!pawli_script_apply(&job->script, job->loaded.world, tick) ||
            !pawli_player_step(&job->player, job->loaded.world, &job->script.player)) {
            return false;
        }
        job->trail[job->trail_count++] = job->player.walker.place.position;
        keep_meeting(job, &before);
    }
    job->gates = job->player.gates;
    return true;
}

/* ---- paths ---- */

static bool free_place(const pawli_level_view *job, pawl_vec2 point, const char *what,
                       pawl_place *out) {
    const pawl_status status = pawl_level_nearest_free(&job->block->level, &job->gates, point, out);
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
bool pawli_level_view_path(pawli_level_view *job, pawl_vec2 from, const pawli_level_goal *goal) {
    const pawl_level *const level = &job->block->level;
    const char *const name = goal->name != NULL ? goal->name : "goal";
    pawl_place start, end;
    pawl_path path = {.capacity = level->vertex_count + 2};
    if (!free_place(job, from, "the start of a path", &start) ||
        !free_place(job, goal->position, name, &end)) {
        return false;
    }
    const size_t size = pawl_path_memory(level);
    void *const memory = pawli_allocate(size);
    path.points = pawli_allocate(path.capacity * sizeof *path.points);
    const pawl_status status = pawl_level_path(level, &job->gates, start, end, memory, size, &path);
    free(memory);
    if (status != PAWL_OK) {
        free(path.points);
        fprintf(stderr, "pawl: %s: level: path to %s: %s\n", job->path, name,
                pawl_status_text(status));
        return false;
    }
    job->paths = pawli_reallocate(job->paths, (job->path_count + 1u) * sizeof *job->paths);
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

void pawli_level_view_tell(const pawli_level_view *job) {
    const pawl_level *const level = &job->block->level;
    char text[PAWLI_PLAYER_TEXT_MAX];
    printf("level vertices=%lu triangles=%lu solid=%lu regions=%lu hash=%08lx\n",
           (unsigned long)level->vertex_count, (unsigned long)level->triangle_count,
           (unsigned long)pawli_level_solid_count(level, &job->gates),
           (unsigned long)level->region_count, (unsigned long)pawli_level_block_hash(job->block));
    if (job->trail_count > 0) {
        pawli_player_text(&job->player, false, text);
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

/* The player's outline once it has gone as far as it is large, by half more. */
static void draw_shadows(pawli_level_view *job) {
    pawl_vec2 shape[PAWLI_PLAYER_POINTS];
    const pawl_level *const level = &job->block->level;
    const uint32_t count = pawli_level_player(level, shape);
    int64_t apart2 = 0;
    for (uint32_t i = 1; i < count; i++) {
        const int64_t across2 = distance2(shape[0], shape[i]);
        if (across2 > apart2) apart2 = across2;
    }
    pawl_vec2 last = job->trail[0];
    if (apart2 == 0) return;
    pawli_draw_player(level, last, false, &job->view, &job->drawing);
    for (uint64_t i = 1; i < job->trail_count; i++) {
        if (distance2(job->trail[i], last) / 9 < apart2 / 4) continue;
        last = job->trail[i];
        pawli_draw_player(level, last, false, &job->view, &job->drawing);
    }
}

static void draw_walk(pawli_level_view *job) {
    const pawli_paint paint = pawli_theme_level(PAWLI_LEVEL_TRAIL);
    for (uint64_t i = 1; i < job->trail_count; i++) {
        const pawl_vec2 *const leg = &job->trail[i - 1];
        if (leg[0].x == leg[1].x && leg[0].y == leg[1].y) continue;
        pawli_draw_convex(&job->view, leg, 2, TRAIL_WIDTH, paint, &job->drawing);
    }
    for (uint32_t i = 0; i < job->meeting_count; i++) {
        pawli_draw_contacts(&job->meetings[i].report, job->meetings[i].place, &job->view,
                            &job->drawing);
    }
}

void pawli_level_view_draw(pawli_level_view *job, int32_t width) {
    const pawl_level *const level = &job->block->level;
    const pawli_level_picture picture = {
        .scene = job->scene,
        .level = level,
        .drawn = job->scene == NULL ? NULL : &job->drawn.level,
        .gates = job->gates,
        .show = job->show,
    };
    job->view = job->has_scene && job->loaded.has_camera
                    ? pawli_view_of_box(job->loaded.camera, width)
                    : pawli_view_of_box(pawli_level_box(level), width);
    job->drawing.width = job->view.width;
    job->drawing.height = job->view.height;
    pawli_draw_walls(&picture, &job->view, &job->drawing);
    for (uint32_t i = 0; i < job->path_count && job->show & PAWLI_SHOW_CORRIDOR; i++)
        pawli_draw_corridor(&picture, &job->paths[i].path, &job->view, &job->drawing);
    pawli_draw_edges(&picture, &job->view, &job->drawing);
    for (uint32_t i = 0; i < job->path_count && job->show & PAWLI_SHOW_PATH; i++)
        pawli_draw_path(&job->paths[i].path, &job->view, &job->drawing);
    const bool has_walk = job->trail_count > 0 && (job->show & PAWLI_SHOW_WALK) != 0;
    if (has_walk) draw_shadows(job);
    if (job->show & PAWLI_SHOW_PLAYER && job->player.path != NULL) {
        pawli_draw_player(level, job->player.walker.place.position, true, &job->view,
                          &job->drawing);
    }
    if (has_walk) draw_walk(job);
    snprintf(job->drawing.caption, sizeof job->drawing.caption, "%.80s",
             job->has_scene ? job->loaded.title : "");
}
