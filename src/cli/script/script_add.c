/* script_add.c - scripts that grow while they run: lines are added, and taken out again. */
#include <stdlib.h>
#include <string.h>

#include "cli/script/script_read.h"

/* Behind all calls of its tick and of those before. */
static void insert(cli_script *script, cli_script_call *call) {
    cli_script_call **link = &script->first;
    while (*link != NULL && (*link)->tick <= call->tick)
        link = &(*link)->next;
    call->next = *link;
    *link = call;
    if (call->next == NULL) script->last = call;
}

/* What reading a line may change before it fails. */
static cli_script_call *read_line(cli_script_reader *reader, uint64_t tick) {
    cli_script *const script = reader->script;
    const uint32_t bodies = script->body_count, joints = script->joint_count;
    if (!cli_script_read_next_line(reader)) {
        cli_script_read_fail(reader, "the call is missing");
        return NULL;
    }
    cli_script_call *const call = cli_script_read_call(reader, tick);
    if (call != NULL && cli_script_character_is_held(call)) {
        cli_script_read_fail(reader, "\"for\" is for scripts that are whole when they begin");
    }
    if (call == NULL || reader->failed) {
        script->body_count = bodies;
        script->joint_count = joints;
        return NULL;
    }
    call->by_hand = true;
    insert(script, call);
    return call;
}

/* How many bodies and joints there are with those of all calls. What hands create comes behind what
 * files create, whenever that is. */
static void count_created(cli_script *script) {
    script->body_count = script->body_room - script->room.bodies;
    script->joint_count = script->joint_room - script->room.joints;
    for (const cli_script_call *call = script->first; call != NULL; call = call->next) {
        script->body_count += call->verb->subject == CLI_SUBJECT_NEW_BODY ? 1u : 0u;
        script->joint_count += call->verb->subject == CLI_SUBJECT_NEW_JOINT ? 1u : 0u;
    }
}

static void take_out(cli_script *script, cli_script_call *call) {
    cli_script_call **link = &script->first;
    while (*link != call)
        link = &(*link)->next;
    *link = call->next;
    if (script->next == call) script->next = call->next;
    call->next = NULL;
    script->last = script->first;
    while (script->last != NULL && script->last->next != NULL)
        script->last = script->last->next;
}

pawl_status cli_script_add_line(cli_script *script, pawl_world *world, uint64_t tick,
                                const char *line) {
    const char *const path = script->path;
    cli_script_reader reader = {.script = script, .text = line, .end = line + strlen(line)};
    script->path = "edit";
    cli_script_call *const call = read_line(&reader, tick);
    script->path = path;
    if (call == NULL) return PAWL_ERR_FORMAT;
    const pawl_status status = call->verb->apply(script, world, call);
    if (status == PAWL_OK) return PAWL_OK;
    if (script->log != NULL) {
        fprintf(script->log, "pawl: edit: tick %llu: %s: %s\n", (unsigned long long)tick,
                call->verb->name, pawl_status_text(status));
    }
    take_out(script, call);
    count_created(script);
    return status;
}

void cli_script_add_cut(cli_script *script, uint64_t tick) {
    for (cli_script_call *call = script->first, *next; call != NULL; call = next) {
        next = call->next;
        if (call->by_hand && call->tick > tick) take_out(script, call);
    }
    count_created(script);
}

char *cli_script_add_text(const cli_script *script) {
    char *text = NULL;
    size_t size = 0;
    FILE *const file = cli_heap_open_text(&text, &size);
    fputs("pawl-script 1\n", file);
    for (const cli_script_call *call = script->first; call != NULL; call = call->next) {
        if (call->text == NULL) continue;
        fprintf(file, "tick %llu %s\n", (unsigned long long)call->tick, call->text);
    }
    fclose(file);
    return text;
}
