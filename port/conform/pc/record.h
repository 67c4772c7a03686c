/* record.h - the events of a scene as this machine plays it. */
#ifndef PAWLI_CONFORM_RECORD_H
#define PAWLI_CONFORM_RECORD_H

#include "conform/conform.h"

typedef struct conform_entry {
    uint32_t chain;
    uint32_t step; /* how many steps there were, with this one */
    uint32_t tick; /* of a step: of its world, after it */
    int64_t value;
    const char *name;
    int32_t arguments[PAWLI_ARGUMENTS_MAX];
    uint8_t type, argument_count;
} conform_entry;

typedef struct conform_record {
    conform_entry *entries; /* event n is n - 1 */
    uint32_t count, room;
} conform_record;

void conform_record_play(conform_record *record, const conform_scene *scene);
void conform_record_free(conform_record *record);

/* "step 37 (tick 12 of its world)", "pawl_mul(3,4)" */
#define CONFORM_EVENT_TEXT_MAX 200
void conform_record_text(const conform_record *record, uint32_t event,
                         char text[CONFORM_EVENT_TEXT_MAX]);

#endif
