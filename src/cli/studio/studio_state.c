/* studio_state.c - the state of a tick as bytes: a save of the world or a copy of the arcade, then
 * what lies beside it. The bytes are read by the process that wrote them alone. */
#include "cli/studio/studio_state.h"

#include <string.h>

#include "cli/common/command.h"
#include "cli/common/heap.h"

/* In front of a state. */
typedef struct head {
    uint64_t save;   /* bytes of the save behind this */
    uint32_t bodies; /* of the script, that have been or will be created */
    uint32_t joints;
} head;

static size_t save_size(const cli_scene *scene) {
    return scene->arcade != NULL ? pawl_arcade_state_size(scene->arcade)
                                 : pawl_world_save_size(scene->world);
}

/* Parts are aligned for whatever they hold. */
static size_t aligned(size_t size) {
    return (size + 7u) & ~(size_t)7u;
}

/* One part of what lies beside the save: copied to the bytes, or from them. */
typedef struct copier {
    uint8_t *at;
    bool is_read;
} copier;

static void copy(copier *to, void *part, size_t size) {
    if (size == 0) return;
    if (to->is_read) {
        memcpy(part, to->at, size);
    } else {
        memcpy(to->at, part, size);
    }
    to->at += aligned(size);
}

static uint32_t bodies_of_scene(const cli_script *script) {
    return script->body_room - script->room.bodies;
}
static uint32_t joints_of_scene(const cli_script *script) {
    return script->joint_room - script->room.joints;
}

static size_t beside_size(const cli_studio *studio, uint32_t bodies, uint32_t joints) {
    if (studio->type != CLI_STUDIO_SCENE) return 0;
    return aligned(sizeof studio->script.walker) + aligned(sizeof studio->walker.state) +
           aligned(sizeof studio->walker.places) + aligned(sizeof studio->walker.contacts) +
           bodies * aligned(sizeof(pawl_body_id)) + joints * aligned(sizeof(pawl_joint_id));
}

static void copy_beside(cli_studio *studio, uint32_t bodies, uint32_t joints, copier *to) {
    cli_script *const script = &studio->script;
    if (studio->type != CLI_STUDIO_SCENE) return;
    copy(to, &script->walker, sizeof script->walker);
    copy(to, &studio->walker.state, sizeof studio->walker.state);
    copy(to, &studio->walker.places, sizeof studio->walker.places);
    copy(to, &studio->walker.contacts, sizeof studio->walker.contacts);
    for (uint32_t i = 0; i < bodies; i++)
        copy(to, &script->bodies[bodies_of_scene(script) + i].id, sizeof(pawl_body_id));
    for (uint32_t i = 0; i < joints; i++)
        copy(to, &script->joints[joints_of_scene(script) + i].id, sizeof(pawl_joint_id));
}

size_t cli_studio_state_write(cli_studio *studio) {
    const cli_scene *const scene =
        studio->type == CLI_STUDIO_REPLAY ? cli_replay_file_show(&studio->run) : &studio->scene;
    const cli_script *const script = &studio->script;
    const head begin = {save_size(scene), script->body_count - bodies_of_scene(script),
                        script->joint_count - joints_of_scene(script)};
    const size_t save = aligned((size_t)begin.save);
    const size_t size = sizeof begin + save + beside_size(studio, begin.bodies, begin.joints);
    if (size > studio->state_room) {
        studio->state_room = size + size / 4;
        studio->state = cli_heap_reallocate(studio->state, studio->state_room);
    }
    memset(studio->state, 0, size);
    uint8_t *const bytes = (uint8_t *)studio->state;
    memcpy(bytes, &begin, sizeof begin);
    pawl_status status = PAWL_OK;
    if (scene->arcade != NULL) {
        memcpy(bytes + sizeof begin, scene->arcade, (size_t)begin.save);
    } else {
        status = pawl_world_save(scene->world, bytes + sizeof begin, (size_t)begin.save);
    }
    copier to = {bytes + sizeof begin + save, false};
    copy_beside(studio, begin.bodies, begin.joints, &to);
    if (status == PAWL_OK) return size;
    cli_command_file_error(studio->path, pawl_status_text(status));
    return 0;
}

bool cli_studio_state_show(const cli_timeline_state *from, const cli_scene *scene) {
    const uint8_t *const bytes = from->bytes;
    head begin;
    memcpy(&begin, bytes, sizeof begin);
    if (scene->arcade == NULL) {
        return pawl_world_restore(scene->world, bytes + sizeof begin, (size_t)begin.save) ==
               PAWL_OK;
    }
    memcpy(scene->arcade, bytes + sizeof begin, (size_t)begin.save);
    return true;
}

bool cli_studio_state_read(cli_studio *studio, const cli_timeline_state *from) {
    head begin;
    memcpy(&begin, from->bytes, sizeof begin);
    if (!cli_studio_state_show(from, &studio->scene)) return false;
    /* The bytes are only read. */
    copier to = {(uint8_t *)(uintptr_t)from->bytes + sizeof begin + aligned((size_t)begin.save),
                 true};
    copy_beside(studio, begin.bodies, begin.joints, &to);
    studio->tick = from->tick;
    cli_script_call *next = studio->script.first;
    while (next != NULL && next->tick <= studio->tick)
        next = next->next;
    studio->script.next = next;
    return true;
}
