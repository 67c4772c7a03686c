/* exports.c - the studio for JavaScript: what a page calls, with numbers and texts alone.
 *
 * Handles are addresses. Texts come as UTF-8 that ends with 0, in memory from malloc of this
 * module; those that are handed out are good until the next call that hands one out. Coordinates
 * are raw Q16.16, ticks are numbers of JavaScript. What goes wrong is printed to stderr. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/common/clock.h"
#include "cli/common/command.h"
#include "cli/common/heap.h"
#include "exports.h"

static int64_t microseconds(void) {
    return (int64_t)cli_clock_now();
}

/* ---- opening ---- */

EXPORT(studio_open)
page *studio_open(const char *path, const char *script, uint32_t spare) {
    const cli_studio_def def = {
        .path = path,
        .script = script,
        .spare = {.bodies = spare, .shapes = spare, .joints = spare, .soft_links = spare},
        .timeline = cli_timeline_def_default(),
        .microseconds = microseconds,
    };
    cli_studio *const studio = cli_studio_open(&def);
    if (studio == NULL) return NULL;
    page *const out = cli_heap_allocate(sizeof *out);
    memset(out, 0, sizeof *out);
    out->studio = studio;
    return out;
}

EXPORT(studio_close)
void studio_close(page *page) {
    if (page == NULL) return;
    cli_studio_close(page->studio);
    marks_free(&page->marks);
    for (int i = 0; i < WATCHES_MAX; i++)
        free(page->watches[i].values);
    free(page->text);
    free(page);
}

/* ---- text ---- */

FILE *exports_begin_text(page *page) {
    static size_t size;
    free(page->text);
    page->text = NULL;
    return cli_heap_open_text(&page->text, &size);
}

void exports_put_string(FILE *out, const char *text) {
    fputc('"', out);
    for (; *text != 0; text++) {
        const unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\' || c < 0x20) {
            fprintf(out, "\\u%04x", c);
        } else {
            fputc(c, out);
        }
    }
    fputc('"', out);
}

static uint32_t count_bodies(const cli_studio *studio) {
    const pawl_world *const world = cli_studio_world(studio);
    if (studio->type == CLI_STUDIO_FILM) return studio->film.bodies;
    return world == NULL ? pawl_arcade_get_body_count(studio->scene.arcade)
                         : pawl_world_get_counters(world).bodies;
}

EXPORT(studio_info)
const char *studio_info(page *page) {
    static const char *const types[] = {"scene", "replay", "snapshot", "film"};
    const cli_studio *const studio = page->studio;
    const cli_scene *const scene = &studio->scene;
    const pawl_world *const world = cli_studio_world(studio);
    const pawl_character_id none = {0, 0};
    const pawl_box box =
        studio->type == CLI_STUDIO_FILM ? studio->film.box : cli_drawing_world_view(scene, 640).box;
    FILE *const out = exports_begin_text(page);
    fprintf(out, "{\"type\":\"%s\",\"arcade\":%s,\"title\":", types[studio->type],
            scene->arcade != NULL ? "true" : "false");
    exports_put_string(out, scene->title);
    fprintf(out, ",\"rate\":[%" PRIu32 ",%" PRIu32 "],\"ticks\":%" PRIu32,
            scene->def.rate_numerator, scene->def.rate_denominator, scene->ticks);
    fprintf(out, ",\"camera\":[%" PRId32 ",%" PRId32 ",%" PRId32 ",%" PRId32 "]", box.lower.x,
            box.lower.y, box.upper.x, box.upper.y);
    fprintf(out, ",\"bodies\":%u,\"steers\":%s,\"edits\":%" PRIu32 "}", count_bodies(studio),
            world != NULL && pawl_world_next_character(world, none).index1 != 0 ? "true" : "false",
            cli_script_count_after(&studio->script, 0));
    fclose(out);
    return page->text;
}

EXPORT(studio_script)
const char *studio_script(page *page) {
    free(page->text);
    page->text = cli_script_add_text(&page->studio->script);
    return page->text;
}

/* ---- time ---- */

EXPORT(studio_tick) double studio_tick(const page *page) {
    return (double)page->studio->tick;
}
EXPORT(studio_first) double studio_first(const page *page) {
    return (double)page->studio->first;
}
EXPORT(studio_last) double studio_last(const page *page) {
    return (double)page->studio->last;
}
EXPORT(studio_memory) double studio_memory(const page *page) {
    const cli_timeline *const timeline = page->studio->timeline;
    return timeline == NULL ? 0 : (double)cli_timeline_memory(timeline);
}
EXPORT(studio_kept) double studio_kept(const page *page) {
    const cli_timeline *const timeline = page->studio->timeline;
    return timeline == NULL ? 0 : (double)cli_timeline_kept(timeline);
}

EXPORT(studio_hash) uint32_t studio_hash(const page *page) {
    return cli_studio_sample_of(page->studio, page->studio->tick)->hash;
}

EXPORT(studio_play) uint32_t studio_play(page *page, uint32_t ticks) {
    return cli_studio_play(page->studio, ticks);
}

EXPORT(studio_seek) bool studio_seek(page *page, double tick) {
    return tick >= 0 && tick <= 9e15 && cli_studio_seek(page->studio, (uint64_t)tick);
}

typedef enum lane {
    LANE_HASH,
    LANE_AWAKE,
    LANE_CONTACTS,
    LANE_ENERGY,
    LANE_WORK,
    LANE_MICROSECONDS,
    LANE_EDITS,
    LANE_GHOST
} lane;

static double ghost_hash(const cli_studio_ghost *ghost, uint64_t tick) {
    const bool is_there = ghost->timeline != NULL && tick >= ghost->from && tick <= ghost->last;
    return is_there ? ghost->samples[tick - ghost->from].hash : NAN;
}

static double number_of(const cli_studio *studio, lane which, uint64_t tick) {
    const cli_studio_sample *const sample = cli_studio_sample_of(studio, tick);
    switch (which) {
    case LANE_HASH:
        return sample->hash;
    case LANE_AWAKE:
        return sample->awake;
    case LANE_CONTACTS:
        return sample->contacts;
    case LANE_ENERGY:
        return (double)sample->energy / 65536;
    case LANE_WORK:
        return sample->work;
    case LANE_MICROSECONDS:
        return sample->microseconds;
    case LANE_EDITS:
        return sample->edits;
    default:
        return ghost_hash(&studio->ghost, tick);
    }
}

EXPORT(studio_lane)
uint32_t studio_lane(const page *page, lane which, double from, uint32_t count, double *out) {
    const cli_studio *const studio = page->studio;
    uint32_t done = 0;
    if (!(from >= (double)studio->first)) return 0;
    for (uint64_t tick = (uint64_t)from; done < count && tick <= studio->last; tick++)
        out[done++] = number_of(studio, which, tick);
    return done;
}

/* ---- hands ---- */

EXPORT(studio_do) bool studio_do(page *page, const char *line) {
    return cli_studio_edit_line(page->studio, line);
}

EXPORT(studio_spawn)
bool studio_spawn(page *page, uint32_t what, int32_t x, int32_t y, int32_t size) {
    return cli_studio_edit_make(page->studio, what == 1 ? CLI_STUDIO_CIRCLE : CLI_STUDIO_BOX,
                                pawl_vec2_make(x, y), size);
}

EXPORT(studio_grab) bool studio_grab(page *page, int32_t x, int32_t y) {
    return cli_studio_edit_grab(page->studio, pawl_vec2_make(x, y));
}
EXPORT(studio_drag) void studio_drag(page *page, int32_t x, int32_t y) {
    cli_studio_edit_drag(page->studio, pawl_vec2_make(x, y));
}
EXPORT(studio_release) void studio_release(page *page) {
    cli_studio_edit_release(page->studio);
}

/* 1 + the slot of a body; 0: none. */
EXPORT(studio_pick) uint32_t studio_pick(const page *page, int32_t x, int32_t y) {
    return cli_studio_edit_pick(page->studio, pawl_vec2_make(x, y), false).index1;
}

EXPORT(studio_branch) bool studio_branch(const page *page) {
    return page->studio->ghost.timeline != NULL;
}
EXPORT(studio_ghost_from) double studio_ghost_from(const page *page) {
    return (double)page->studio->ghost.from;
}
EXPORT(studio_drop_ghost) void studio_drop_ghost(page *page) {
    cli_studio_ghost_drop(page->studio);
}

/* ---- pictures ---- */

cli_view exports_view(int32_t center_x, int32_t center_y, int32_t across, int32_t width,
                      int32_t height) {
    const pawl_fx half = across / 2;
    const pawl_vec2 halves = {half, pawl_saturate((int64_t)half * height / width)};
    const pawl_vec2 center = {center_x, center_y};
    const cli_view view = {
        {pawl_vec2_sub(center, halves), pawl_vec2_add(center, halves)}, width, height, 0};
    return view;
}

EXPORT(studio_draw)
size_t studio_draw(page *page, int32_t center_x, int32_t center_y, int32_t across, int32_t width,
                   int32_t height, uint32_t layers, uint32_t coloring, bool with_ghost) {
    const cli_view view = exports_view(center_x, center_y, across, width, height);
    const cli_show show = {.layers = layers & PAWL_LAYER_ALL, .coloring = (cli_coloring)coloring};
    const size_t ghosts =
        cli_studio_draw(page->studio, &view, &show, with_ghost, &page->marks.drawing);
    return marks_write(&page->marks, ghosts);
}

EXPORT(studio_marks) const int32_t *studio_marks(const page *page) {
    return page->marks.words;
}
