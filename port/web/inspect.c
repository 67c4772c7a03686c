/* inspect.c - values of the studio for JavaScript: of a body, of a search, and watched over ticks.
 */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/common/heap.h"
#include "cli/studio/inspect.h"
#include "exports.h"

#define HITS_MAX 200u
#define FILL_MAX 1200u /* ticks that are looked up in one call */

/* ---- a body ---- */

typedef struct writer {
    FILE *out;
    uint32_t objects, fields; /* fields of the last object */
} writer;

static void put_texts(FILE *out, const cli_inspect_field *field) {
    fprintf(out, "\"decimal\":\"%s\",\"unit\":", field->decimal);
    exports_put_string(out, field->unit == NULL ? "" : field->unit);
    fputs(",\"meaning\":", out);
    exports_put_string(out, field->meaning);
}

static void take_object(void *context, const cli_inspect_object *object) {
    writer *const to = context;
    fputs(to->objects++ > 0 ? "]},{\"name\":" : "{\"name\":", to->out);
    exports_put_string(to->out, object->name);
    fprintf(to->out, ",\"branch\":%d,\"fields\":[", (int)object->branch);
    to->fields = 0;
}

static void take_field(void *context, const cli_inspect_object *object,
                       const cli_inspect_field *field) {
    writer *const to = context;
    (void)object;
    fputs(to->fields++ > 0 ? ",{\"name\":" : "{\"name\":", to->out);
    exports_put_string(to->out, field->value.name);
    fprintf(to->out, ",\"raw\":\"%" PRId64 "\",", field->value.value);
    put_texts(to->out, field);
    fprintf(to->out, ",\"type\":%u,\"number\":%u}", field->value.type, field->value.number);
}

/* How the scene calls a body; null: not at all. */
static const char *name_of(const cli_studio *studio, uint32_t index1) {
    for (uint32_t i = 0; i < studio->script.body_count; i++) {
        const cli_scene_body *const body = &studio->script.bodies[i];
        if (body->id.index1 == index1 && pawl_body_is_valid(studio->scene.world, body->id))
            return body->name;
    }
    return NULL;
}

EXPORT(studio_inspect) const char *studio_inspect(page *page, uint32_t index1) {
    const cli_studio *const studio = page->studio;
    const pawl_world *const world = cli_studio_world(studio);
    writer to = {.out = exports_begin_text(page)};
    const cli_inspect_visitor visitor = {&to, take_object, take_field};
    const char *const name = world == NULL ? NULL : name_of(studio, index1);
    fprintf(to.out, "{\"title\":");
    exports_put_string(to.out, name == NULL ? "" : name);
    fputs(",\"objects\":[", to.out);
    if (world != NULL && index1 != 0)
        cli_inspect_list(world, PAWL_BRANCH_BODIES, (uint16_t)(index1 - 1), &visitor);
    fputs(to.objects > 0 ? "]}]}" : "]}", to.out);
    fclose(to.out);
    return page->text;
}

/* ---- a search ---- */

/* One more than are wanted is asked for: then there are more. */
static void take_hit(void *context, const cli_inspect_object *object,
                     const cli_inspect_field *field) {
    writer *const to = context;
    const uint16_t slot = object->key.body_a;
    if (to->fields++ == HITS_MAX) return;
    fputs(to->fields > 1 ? ",{\"object\":" : "{\"object\":", to->out);
    exports_put_string(to->out, object->name);
    fprintf(to->out, ",\"body\":%u,\"field\":", slot == UINT16_MAX ? 0 : slot + 1u);
    exports_put_string(to->out, field->value.name);
    fputc(',', to->out);
    put_texts(to->out, field);
    fputc('}', to->out);
}

EXPORT(studio_search) const char *studio_search(page *page, const char *part) {
    const pawl_world *const world = cli_studio_world(page->studio);
    writer to = {.out = exports_begin_text(page)};
    const cli_inspect_visitor visitor = {&to, NULL, take_hit};
    uint32_t count = 0;
    fputs("{\"hits\":[", to.out);
    if (world != NULL && part[0] != 0)
        count = cli_inspect_search(world, part, HITS_MAX + 1, &visitor);
    fprintf(to.out, "],\"more\":%s}", count > HITS_MAX ? "true" : "false");
    fclose(to.out);
    return page->text;
}

/* ---- values over ticks ---- */

/* The body in a slot now, which is what is watched; false: there is none. */
static bool find_body(const pawl_world *world, uint32_t index1, pawl_object_key *key) {
    pawl_status status = pawl_object_find(world, PAWL_BRANCH_BODIES, 0, key);
    while (status == PAWL_OK && key->slot + 1u != index1)
        status = pawl_object_next(world, PAWL_BRANCH_BODIES, key);
    return status == PAWL_OK;
}

EXPORT(studio_watch) int32_t studio_watch(page *page, uint32_t index1, const char *name) {
    for (int32_t i = 0; i < WATCHES_MAX; i++) {
        watch *const one = &page->watches[i];
        if (one->is_used) continue;
        if (!find_body(cli_studio_world(page->studio), index1, &one->field.key)) return -1;
        one->is_used = true;
        one->field.branch = PAWL_BRANCH_BODIES;
        snprintf(one->field.name, sizeof one->field.name, "%s", name);
        return i;
    }
    return -1;
}

EXPORT(studio_unwatch) void studio_unwatch(page *page, int32_t id) {
    if (id < 0 || id >= WATCHES_MAX) return;
    free(page->watches[id].values);
    memset(&page->watches[id], 0, sizeof page->watches[id]);
}

static void reserve(watch *one, uint64_t count) {
    if (count <= one->room) return;
    const uint64_t room = count + count / 2;
    one->values = cli_heap_reallocate(one->values, (size_t)room * sizeof *one->values);
    memset(one->values + one->room, 0, (size_t)(room - one->room) * sizeof *one->values);
    one->room = room;
}

static void look(cli_studio *studio, watch *one, watched *to, uint32_t hash) {
    pawl_field_value value;
    const pawl_world *const world = cli_studio_world(studio);
    const bool is_there = world != NULL && cli_inspect_look(world, &one->field, &value);
    to->hash = hash;
    to->is_known = true;
    to->value = is_there ? ldexp((double)value.value, -(int)value.fraction) : NAN;
}

/* Values of ticks; NaN where there is none, or none yet: a part of the ticks is looked up in each
 * call. What another future has replaced is looked up again. */
EXPORT(studio_watched)
uint32_t studio_watched(page *page, int32_t id, double from, uint32_t count, double *out) {
    cli_studio *const studio = page->studio;
    const uint64_t back = studio->tick;
    uint32_t done = 0, looked = 0;
    if (id < 0 || id >= WATCHES_MAX || !(from >= (double)studio->first)) return 0;
    watch *const one = &page->watches[id];
    reserve(one, studio->last - studio->first + 1);
    for (uint64_t tick = (uint64_t)from; done < count && tick <= studio->last; tick++) {
        watched *const at = &one->values[tick - studio->first];
        const uint32_t hash = cli_studio_sample_of(studio, tick)->hash;
        if ((!at->is_known || at->hash != hash) && looked < FILL_MAX) {
            looked++;
            if (cli_studio_seek(studio, tick)) look(studio, one, at, hash);
        }
        out[done++] = at->is_known && at->hash == hash ? at->value : NAN;
    }
    (void)cli_studio_seek(studio, back);
    return done;
}
