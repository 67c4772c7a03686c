/* compare.c - two runs side by side, for JavaScript: the first tick, stage, object and value in
 * which they differ, all that differs there, and a picture of each. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/common/command.h"
#include "cli/common/heap.h"
#include "cli/draw/drawing_level.h"
#include "cli/studio/compare.h"
#include "exports.h"

#define CHANGES_MAX 500u

/* Arcades have no world that could be compared value by value: their hashes are, tick by tick. */
typedef struct comparison {
    cli_compare job;
    cli_heap heap; /* of the names, which the job does not copy */
    const char *paths[2], *scripts[2];
    bool is_open[2];
    cli_studio *arcades[2]; /* null: the job is at work */
    uint64_t begin;         /* of arcades, the first tick that both have */
    bool is_done, differs;
    page page; /* for the text and the pictures */
} comparison;

/* ---- opening ---- */

/* Whether a file is an arcade; scripts are for worlds alone. False when it cannot be opened. */
static bool find_arcade(const comparison *compared, int i, bool *is_arcade) {
    cli_source source;
    *is_arcade = false;
    if (compared->scripts[i] != NULL) return true;
    if (cli_source_open_any(compared->paths[i], &source) != CLI_EXIT_OK) return false;
    *is_arcade = source.type == CLI_SOURCE_SCENE && source.scene.arcade != NULL;
    cli_source_close(&source);
    return true;
}

static bool open_arcade(comparison *compared, int i) {
    /* The past is not asked for. */
    const cli_studio_def def = {.path = compared->paths[i],
                                .script = compared->scripts[i],
                                .timeline = {(size_t)4 << 20, 600}};
    compared->arcades[i] = cli_studio_open(&def);
    return compared->arcades[i] != NULL;
}

static bool open_world(comparison *compared, int i) {
    compared->is_open[i] = cli_compare_side_open(compared->paths[i], compared->scripts[i],
                                                 &compared->job.sides[i]) == CLI_EXIT_OK;
    return compared->is_open[i];
}

/* A scene says how long it is meant to run, and a run may have gone on behind that. */
static void lengthen(cli_source *source, double ticks) {
    if (source->type == CLI_SOURCE_SCENE && ticks > (double)source->last && ticks <= 9e15)
        source->last = (uint64_t)ticks;
}

static bool open_both(comparison *out, double ticks) {
    bool is_arcade[2];
    if (!find_arcade(out, 0, &is_arcade[0]) || !find_arcade(out, 1, &is_arcade[1])) return false;
    if (is_arcade[0] || is_arcade[1]) {
        if (!open_arcade(out, 0) || !open_arcade(out, 1)) return false;
        const uint64_t first[2] = {out->arcades[0]->first, out->arcades[1]->first};
        out->begin = first[0] > first[1] ? first[0] : first[1];
        return true;
    }
    for (int i = 0; i < 2; i++) {
        if (!open_world(out, i)) return false;
        lengthen(&out->job.sides[i].source, ticks);
    }
    cli_compare_begin(&out->job);
    return out->job.state != CLI_COMPARE_FAILED;
}

EXPORT(compare_close) void compare_close(comparison *compared) {
    if (compared == NULL) return;
    for (int i = 0; i < 2; i++) {
        if (compared->is_open[i]) cli_compare_side_close(&compared->job.sides[i]);
        cli_studio_close(compared->arcades[i]);
    }
    cli_heap_free(&compared->heap);
    marks_free(&compared->page.marks);
    free(compared->page.text);
    free(compared);
}

static const char *copy(comparison *compared, const char *text) {
    return text == NULL ? NULL : cli_heap_text(&compared->heap, text, strlen(text));
}

/* Scripts may be null; scenes run for so many ticks at least. Null after an error, which was
 * printed. */
EXPORT(compare_open)
comparison *compare_open(const char *a, const char *script_a, const char *b, const char *script_b,
                         double ticks) {
    comparison *const out = cli_heap_allocate(sizeof *out);
    memset(out, 0, sizeof *out);
    out->paths[0] = copy(out, a);
    out->paths[1] = copy(out, b);
    out->scripts[0] = copy(out, script_a);
    out->scripts[1] = copy(out, script_b);
    if (open_both(out, ticks)) return out;
    compare_close(out);
    return NULL;
}

/* ---- steps ---- */

static uint32_t hash_of(const cli_studio *run) {
    return cli_studio_sample_of(run, run->tick)->hash;
}

/* As long as the shorter one says. */
static uint64_t end_of_arcades(const comparison *compared) {
    uint64_t end = UINT64_MAX;
    for (int i = 0; i < 2; i++) {
        const cli_studio *const run = compared->arcades[i];
        const uint64_t last = run->type == CLI_STUDIO_REPLAY ? run->run.file.replay.last_tick
                                                             : run->first + run->scene.ticks;
        if (last < end) end = last;
    }
    return end < compared->begin ? compared->begin : end;
}

/* One tick of whichever is behind, or of both; false at the end. */
static bool step_arcades(comparison *compared) {
    cli_studio *const *const runs = compared->arcades;
    for (int i = 0; i < 2; i++) {
        if (runs[i]->tick < compared->begin) return cli_studio_play(runs[i], 1) == 1;
    }
    compared->differs = hash_of(runs[0]) != hash_of(runs[1]);
    return !compared->differs && runs[0]->tick < end_of_arcades(compared) &&
           cli_studio_play(runs[0], 1) == 1 && cli_studio_play(runs[1], 1) == 1;
}

/* 1: it is done; -1: it has failed, and why was printed. */
EXPORT(compare_advance) int32_t compare_advance(comparison *compared, uint32_t steps) {
    if (compared->arcades[0] != NULL) {
        for (; steps > 0 && !compared->is_done; steps--)
            compared->is_done = !step_arcades(compared);
        return compared->is_done;
    }
    const cli_compare_state state = cli_compare_advance(&compared->job, steps);
    compared->differs = state == CLI_COMPARE_DIFFERENT;
    compared->is_done = state == CLI_COMPARE_DIFFERENT || state == CLI_COMPARE_EQUAL;
    return state == CLI_COMPARE_FAILED ? -1 : compared->is_done;
}

EXPORT(compare_progress) double compare_progress(const comparison *compared) {
    const bool has_arcades = compared->arcades[0] != NULL;
    const uint64_t end = has_arcades ? end_of_arcades(compared) : cli_compare_goal(&compared->job);
    const uint64_t tick =
        has_arcades ? compared->arcades[0]->tick : cli_compare_tick(&compared->job);
    return end == 0 || tick >= end ? 1 : (double)tick / (double)end;
}

/* ---- what was found ---- */

typedef struct writer {
    const comparison *compared;
    FILE *out;
    uint32_t count;
} writer;

/* Where to look in one of the worlds: raw places. */
static void put_places(const pawl_world *world, const cli_compare_mark *mark, FILE *out) {
    const char *between = "";
    fputc('[', out);
    for (int i = 0; i < 2; i++) {
        if (mark->bodies[i].index1 == 0) continue;
        const pawl_vec2 place = pawl_body_get_position(world, mark->bodies[i]);
        fprintf(out, "%s[%" PRId32 ",%" PRId32 "]", between, place.x, place.y);
        between = ",";
    }
    pawl_vec2 place = mark->place;
    pawl_soft_point first;
    const bool has_place =
        mark->has_place ||
        (mark->soft.index1 != 0 && pawl_soft_get_point(world, mark->soft, 0, &first) == PAWL_OK);
    if (has_place && !mark->has_place) place = first.position;
    if (has_place) fprintf(out, "%s[%" PRId32 ",%" PRId32 "]", between, place.x, place.y);
    fputc(']', out);
}

static void take_change(void *context, const pawl_difference *change,
                        const cli_compare_mark marks[2]) {
    writer *const to = context;
    char text[PAWL_DIFFERENCE_TEXT_MAX];
    if (to->count++ >= CHANGES_MAX) return;
    cli_edits_text(change, text);
    fputs(to->count > 1 ? ",{\"text\":" : "{\"text\":", to->out);
    exports_put_string(to->out, text);
    fprintf(to->out, ",\"body\":%u,\"places\":[", marks[0].bodies[0].index1);
    for (int i = 0; i < 2; i++) {
        if (i > 0) fputc(',', to->out);
        put_places(to->compared->job.sides[i].source.world, &marks[i], to->out);
    }
    fputs("]}", to->out);
}

static void put_changes(const comparison *compared, FILE *out) {
    const cli_compare *const job = &compared->job;
    char text[PAWL_DIFFERENCE_TEXT_MAX];
    writer to = {compared, out, 0};
    const cli_compare_visitor visitor = {&to, take_change};
    pawl_difference_print(&job->difference, text, sizeof text);
    fputs(",\"text\":", out);
    exports_put_string(out, text);
    fputs(",\"changes\":[", out);
    (void)cli_compare_list(job, &visitor);
    fprintf(out, "],\"more\":%s", to.count > CHANGES_MAX ? "true" : "false");
}

/* Null where the build cannot tell, and where it was no step. */
static void put_stage(const cli_compare *job, FILE *out) {
    const bool has_rounds = job->stage >= PAWL_STAGE_SOLVE && job->stage <= PAWL_STAGE_RELAX;
    fprintf(out, ",\"input\":%s,\"stage\":", job->is_input ? "true" : "false");
    if (!job->has_stage) {
        fputs("null,\"round\":null", out);
        return;
    }
    exports_put_string(out, pawl_stage_text(job->stage));
    if (has_rounds) {
        fprintf(out, ",\"round\":%" PRIu32, job->round);
    } else {
        fputs(",\"round\":null", out);
    }
}

EXPORT(compare_result) const char *compare_result(comparison *compared) {
    FILE *const out = exports_begin_text(&compared->page);
    const bool has_arcades = compared->arcades[0] != NULL;
    const uint64_t tick =
        has_arcades ? compared->arcades[0]->tick : cli_compare_tick(&compared->job);
    const uint64_t first = has_arcades ? compared->begin : compared->job.begin;
    fprintf(out, "{\"equal\":%s,\"tick\":%llu,\"first\":%llu", compared->differs ? "false" : "true",
            (unsigned long long)tick, (unsigned long long)first);
    put_stage(&compared->job, out);
    if (compared->differs && !has_arcades) {
        put_changes(compared, out);
    } else {
        fprintf(out, ",\"text\":\"%s\",\"changes\":[],\"more\":false",
                compared->differs ? "hashes of arcades differ" : "");
    }
    fputc('}', out);
    fclose(out);
    return compared->page.text;
}

/* ---- pictures ---- */

/* Of one of the two, where it is now: how many words compare_marks has then. */
EXPORT(compare_draw)
size_t compare_draw(comparison *compared, uint32_t side, int32_t center_x, int32_t center_y,
                    int32_t across, int32_t width, int32_t height, uint32_t layers) {
    const cli_view view = exports_view(center_x, center_y, across, width, height);
    const cli_show show = {.layers = layers & PAWL_LAYER_ALL};
    cli_drawing *const drawing = &compared->page.marks.drawing;
    if (compared->arcades[0] != NULL) {
        (void)cli_studio_draw(compared->arcades[side & 1], &view, &show, false, drawing);
    } else {
        const cli_source *const source = &compared->job.sides[side & 1].source;
        cli_drawing_world_add(source->world, &view, &show, drawing);
        if (source->type == CLI_SOURCE_SCENE)
            cli_drawing_level_add_scene(&source->scene, &view, drawing);
    }
    return marks_write(&compared->page.marks, 0);
}

EXPORT(compare_marks) const int32_t *compare_marks(const comparison *compared) {
    return compared->page.marks.words;
}
