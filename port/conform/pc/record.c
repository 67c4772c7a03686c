/* record.c - a scene played here, and what its events are called. */
#include "conform/pc/record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/common/heap.h"
#include "pawl/pawl.h"

#define NAMED_WITHIN 2u /* a call is told of after its results */

static bool keep(void *context, const conform_event *event) {
    conform_record *const record = context;
    if (record->count == record->room) {
        record->room = record->room == 0 ? 1024 : 2 * record->room;
        record->entries =
            cli_heap_reallocate(record->entries, record->room * sizeof *record->entries);
    }
    const uint32_t steps = record->count > 0 ? record->entries[record->count - 1].step : 0;
    conform_entry *const entry = &record->entries[record->count++];
    memset(entry, 0, sizeof *entry);
    entry->chain = event->chain;
    entry->step = steps + (event->type == CONFORM_STEP);
    if (event->world != NULL) entry->tick = (uint32_t)pawl_world_get_tick(event->world);
    entry->value = event->value;
    entry->name = event->name;
    entry->type = event->type;
    entry->argument_count = event->argument_count;
    for (int i = 0; i < event->argument_count; i++)
        entry->arguments[i] = event->arguments[i];
    return true;
}

void conform_record_play(conform_record *record, const conform_scene *scene) {
    conform_watch watch = {.context = record, .event = keep};
    record->count = 0;
    conform_play(scene, &watch);
}

void conform_record_free(conform_record *record) {
    free(record->entries);
    memset(record, 0, sizeof *record);
}

static void print_call(const conform_entry *entry, char *text, size_t size) {
    int at = snprintf(text, size, "%s", entry->name);
    for (int i = 0; i < entry->argument_count && at > 0 && (size_t)at < size; i++)
        at += snprintf(text + at, size - (size_t)at, "%s%ld", i == 0 ? "(" : ",",
                       (long)entry->arguments[i]);
    if (at > 0 && (size_t)at < size) snprintf(text + at, size - (size_t)at, ")");
}

/* A value without a name of its own: what it was noted for comes soon. */
static void print_note(const conform_record *record, uint32_t event, char *text, size_t size) {
    const conform_entry *const entries = record->entries;
    const uint32_t step = entries[event - 1].step;
    for (uint32_t i = event; i < record->count; i++) {
        const bool is_call = entries[i].type == CONFORM_CALL && i < event + NAMED_WITHIN;
        if (is_call) {
            print_call(&entries[i], text, size);
            return;
        }
        if (entries[i].type != CONFORM_MARK) continue;
        snprintf(text, size, "a value noted before \"%s %ld\"", entries[i].name,
                 (long)entries[i].value);
        return;
    }
    snprintf(text, size, "a value noted after step %lu", (unsigned long)step);
}

void conform_record_text(const conform_record *record, uint32_t event,
                         char text[CONFORM_EVENT_TEXT_MAX]) {
    const conform_entry *const entry = &record->entries[event - 1];
    const size_t size = CONFORM_EVENT_TEXT_MAX;
    if (entry->type == CONFORM_STEP) {
        snprintf(text, size, "step %lu (tick %lu of its world)", (unsigned long)entry->step,
                 (unsigned long)entry->tick);
    } else if (entry->type == CONFORM_CALL) {
        print_call(entry, text, size);
    } else if (entry->type == CONFORM_MARK) {
        snprintf(text, size, "\"%s %ld\"", entry->name, (long)entry->value);
    } else if (entry->name != NULL) {
        snprintf(text, size, "%s, after step %lu", entry->name, (unsigned long)entry->step);
    } else {
        print_note(record, event, text, size);
    }
}
