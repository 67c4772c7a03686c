/* compare.c - two runs side by side, for JavaScript: the first tick that differs, and all that
 * differs there. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/common/heap.h"
#include "cli/runs/edits.h"
#include "exports.h"

#define CHANGES_MAX 500u

typedef struct comparison {
    cli_studio *runs[2];
    page page;      /* for the text */
    uint64_t begin; /* the first tick that both have */
    bool is_done, differs;
} comparison;

static cli_studio *open_run(const char *path, const char *script) {
    /* The past is not asked for. */
    const cli_studio_def def = {.path = path, .script = script, .timeline = {(size_t)4 << 20, 600}};
    return cli_studio_open(&def);
}

EXPORT(compare_close) void compare_close(comparison *compared) {
    if (compared == NULL) return;
    cli_studio_close(compared->runs[0]);
    cli_studio_close(compared->runs[1]);
    free(compared->page.text);
    free(compared);
}

EXPORT(compare_open)
comparison *compare_open(const char *a, const char *script_a, const char *b, const char *script_b) {
    comparison *const out = cli_heap_allocate(sizeof *out);
    memset(out, 0, sizeof *out);
    out->runs[0] = open_run(a, script_a);
    out->runs[1] = out->runs[0] == NULL ? NULL : open_run(b, script_b);
    if (out->runs[1] == NULL) {
        compare_close(out);
        return NULL;
    }
    const uint64_t first[2] = {out->runs[0]->first, out->runs[1]->first};
    out->begin = first[0] > first[1] ? first[0] : first[1];
    return out;
}

/* ---- steps ---- */

static uint32_t hash_of(const cli_studio *run) {
    return cli_studio_sample_of(run, run->tick)->hash;
}

/* As long as the shorter one says. */
static uint64_t end_of(const comparison *compared) {
    uint64_t end = UINT64_MAX;
    for (int i = 0; i < 2; i++) {
        const cli_studio *const run = compared->runs[i];
        const uint64_t last = run->type == CLI_STUDIO_REPLAY ? run->run.file.replay.last_tick
                                                             : run->first + run->scene.ticks;
        if (last < end) end = last;
    }
    return end < compared->begin ? compared->begin : end;
}

/* One tick of whichever is behind, or of both; false at the end. */
static bool step(comparison *compared) {
    for (int i = 0; i < 2; i++) {
        cli_studio *const run = compared->runs[i];
        if (run->tick >= compared->begin) continue;
        return cli_studio_play(run, 1) == 1;
    }
    if (hash_of(compared->runs[0]) != hash_of(compared->runs[1])) {
        compared->differs = true;
        return false;
    }
    return compared->runs[0]->tick < end_of(compared) &&
           cli_studio_play(compared->runs[0], 1) == 1 && cli_studio_play(compared->runs[1], 1) == 1;
}

/* 1: it is done. */
EXPORT(compare_advance) int32_t compare_advance(comparison *compared, uint32_t steps) {
    for (; steps > 0 && !compared->is_done; steps--)
        compared->is_done = !step(compared);
    return compared->is_done;
}

EXPORT(compare_progress) double compare_progress(const comparison *compared) {
    const uint64_t end = end_of(compared), tick = compared->runs[0]->tick;
    return end == 0 || tick >= end ? 1 : (double)tick / (double)end;
}

/* ---- what was found ---- */

typedef struct writer {
    FILE *out;
    uint32_t count;
} writer;

static void take_change(void *context, const pawl_difference *change) {
    writer *const to = context;
    char text[PAWL_DIFFERENCE_TEXT_MAX];
    if (to->count++ >= CHANGES_MAX) return;
    cli_edits_text(change, text);
    const uint16_t slot =
        change->branch == PAWL_BRANCH_BODIES ? change->key.slot : change->key.body_a;
    fputs(to->count > 1 ? ",{\"text\":" : "{\"text\":", to->out);
    exports_put_string(to->out, text);
    fprintf(to->out, ",\"body\":%u}", slot == UINT16_MAX ? 0 : slot + 1u);
}

static void put_changes(const pawl_world *a, const pawl_world *b, FILE *out) {
    char text[PAWL_DIFFERENCE_TEXT_MAX];
    pawl_difference difference;
    writer to = {out, 0};
    const cli_changes changes = {take_change, &to};
    (void)pawl_world_compare(a, b, &difference);
    pawl_difference_print(&difference, text, sizeof text);
    fputs(",\"text\":", out);
    exports_put_string(out, text);
    fputs(",\"changes\":[", out);
    (void)cli_edits_list(a, b, &changes);
    fprintf(out, "],\"more\":%s", to.count > CHANGES_MAX ? "true" : "false");
}

EXPORT(compare_result) const char *compare_result(comparison *compared) {
    FILE *const out = exports_begin_text(&compared->page);
    const pawl_world *const a = cli_studio_world(compared->runs[0]);
    const pawl_world *const b = cli_studio_world(compared->runs[1]);
    fprintf(out, "{\"equal\":%s,\"tick\":%llu,\"first\":%llu,\"stage\":null",
            compared->differs ? "false" : "true", (unsigned long long)compared->runs[0]->tick,
            (unsigned long long)compared->begin);
    if (compared->differs && a != NULL && b != NULL) {
        put_changes(a, b, out);
    } else {
        fprintf(out, ",\"text\":\"%s\",\"changes\":[],\"more\":false",
                compared->differs ? "hashes of arcades differ" : "");
    }
    fputc('}', out);
    fclose(out);
    return compared->page.text;
}
