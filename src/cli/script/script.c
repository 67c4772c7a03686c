/* script.c - a script becomes a list of calls for the bodies, joints, soft bodies and characters of
 * a scene. */
#include "cli/script/script.h"

#include <stdlib.h>
#include <string.h>

#include "cli/common/file.h"
#include "cli/common/options.h"
#include "cli/script/script_read.h"

#define TICK_MAX UINT64_C(1000000000000000)
#define VERBS_MAX 32

/* ---- names ---- */

static bool is_name(const char *name, const cli_script_word *word) {
    return name != NULL && strlen(name) == word->length &&
           memcmp(name, word->text, word->length) == 0;
}

typedef enum list_type {
    BODIES,
    JOINTS,
    SOFTS,
    CHARACTERS
} list_type;

/* Entries of a list by index, so that the lists share what follows. */
typedef struct list {
    const cli_script *script;
    list_type type;
    uint32_t count;
    const char *what;
} list;

static list list_of(const cli_script *script, list_type type) {
    static const char *const what[] = {"body", "joint", "soft body", "character"};
    const uint32_t counts[] = {script->body_count, script->joint_count, script->soft_count,
                               script->character_count};
    const list out = {script, type, counts[type], what[type]};
    return out;
}

static const char *name_at(const list *in, uint32_t index) {
    if (in->type == SOFTS) return in->script->softs[index].name;
    if (in->type == CHARACTERS) return in->script->characters[index].name;
    return in->type == JOINTS ? in->script->joints[index].name : in->script->bodies[index].name;
}

static bool is_number(const cli_script_word *word) {
    return !word->is_quoted && !word->has_copy && word->length > 0 && word->length <= 6 &&
           strspn(word->text, "0123456789") >= word->length;
}

static uint32_t find_number(cli_script_reader *reader, const list *in,
                            const cli_script_word *word) {
    const unsigned long number = strtoul(word->text, NULL, 10);
    if (number < in->count) return (uint32_t)number;
    cli_script_read_fail(reader, "there is no %s %lu yet, only %lu", in->what, number,
                         (unsigned long)in->count);
    return 0;
}

/* "@12": pieces of what broke have no names. */
static bool is_slot(const cli_script_word *word) {
    return !word->is_quoted && !word->has_copy && word->length > 1 && word->length <= 6 &&
           word->text[0] == '@' && strspn(word->text + 1, "0123456789") >= word->length - 1;
}

static uint32_t find_slot(const cli_script_word *word) {
    return CLI_SCRIPT_SLOT | (uint32_t)strtoul(word->text + 1, NULL, 10);
}

/* One of a list by its number in creation order, or by its name, with the number of a copy where
 * several have the name. */
static uint32_t take_reference(cli_script_reader *reader, list_type type) {
    static const char *const missing[] = {"the body", "the joint", "the soft body",
                                          "the character"};
    const list in = list_of(reader->script, type);
    uint32_t seen = 0, found = 0;
    const cli_script_word *word = cli_script_read_take(reader, missing[type]);
    if (word == NULL) return 0;
    if (type == BODIES && is_slot(word)) return find_slot(word);
    if (is_number(word)) return find_number(reader, &in, word);
    for (uint32_t i = 0; i < in.count; i++) {
        if (!is_name(name_at(&in, i), word)) continue;
        if (seen == (word->has_copy ? word->copy : 0)) found = i;
        seen++;
    }
    const int length = word->length < 40 ? (int)word->length : 40;
    if (seen == 0) {
        cli_script_read_fail(reader, "there is no %s \"%.*s\" here", in.what, length, word->text);
    } else if (!word->has_copy && seen > 1) {
        cli_script_read_fail(reader, "%lu have the name \"%.*s\", say which one: %.*s:0",
                             (unsigned long)seen, length, word->text, length, word->text);
    } else if (word->has_copy && word->copy >= seen) {
        cli_script_read_fail(reader, "only %lu have the name \"%.*s\"", (unsigned long)seen, length,
                             word->text);
    }
    return found;
}

/* The name of something new, which must not be there yet. */
static const char *take_new_name(cli_script_reader *reader, list_type type) {
    const list in = list_of(reader->script, type);
    const cli_script_word *word = cli_script_read_take(reader, "a name");
    if (word == NULL) return NULL;
    const int length = word->length < 40 ? (int)word->length : 40;
    if (is_number(word) || is_slot(word) || word->has_copy || word->length == 0) {
        cli_script_read_fail(reader, "\"%.*s\" is no name for something new", length, word->text);
    }
    for (uint32_t i = 0; i < in.count; i++) {
        if (is_name(name_at(&in, i), word)) {
            cli_script_read_fail(reader, "there is a %s \"%.*s\" already", in.what, length,
                                 word->text);
        }
    }
    return cli_heap_text(&reader->script->heap, word->text, word->length);
}

/* ---- the level ---- */

static bool has_walker(cli_script_reader *reader) {
    const cli_scene_level *const level = reader->script->level;
    if (level != NULL && level->has_spawn) return true;
    cli_script_read_fail(reader, level == NULL ? "the scene has no level"
                                               : "the scene's level has no \"spawn\" of a player");
    return false;
}

/* A region by its name; the ground does not open. A level that bodies meet needs no walker. */
static uint32_t take_region(cli_script_reader *reader) {
    const cli_scene_level *const level = reader->script->level;
    if ((level == NULL || level->drawn == NULL) && !has_walker(reader)) return 0;
    const cli_script_word *word = cli_script_read_take(reader, "the region");
    if (word == NULL) return 0;
    for (uint32_t i = 0; i < level->region_count; i++) {
        if (!is_name(level->region_names[i], word)) continue;
        if (i == 0) cli_script_read_fail(reader, "the ground neither opens nor closes");
        return i;
    }
    cli_script_read_fail(reader, "there is no region \"%.*s\"",
                         word->length < 40 ? (int)word->length : 40, word->text);
    return 0;
}

/* ---- lines ---- */

/* Lines of a file have been counted before; those that are added while it runs have not. */
static bool has_room(cli_script_reader *reader, uint32_t count, uint32_t room) {
    if (count >= room) cli_script_read_fail(reader, "there is no room for another one");
    return !reader->failed;
}

static void take_subject(cli_script_reader *reader, cli_script_call *call) {
    cli_script *script = reader->script;
    const char *name = NULL;
    switch (call->verb->subject) {
    case CLI_SUBJECT_NEW_BODY:
        name = take_new_name(reader, BODIES);
        if (!has_room(reader, script->body_count, script->body_room)) break;
        call->subject = script->body_count;
        script->bodies[script->body_count++].name = name;
        break;
    case CLI_SUBJECT_NEW_JOINT:
        name = take_new_name(reader, JOINTS);
        call->type = (uint32_t)cli_script_read_take_name(reader, "type of a joint to make",
                                                         cli_script_verbs_joint_types);
        call->body_a = take_reference(reader, BODIES);
        call->body_b = take_reference(reader, BODIES);
        if (!has_room(reader, script->joint_count, script->joint_room)) break;
        call->subject = script->joint_count;
        script->joints[script->joint_count++].name = name;
        break;
    case CLI_SUBJECT_SOFT_AND_BODY:
        call->body_a = take_reference(reader, BODIES);
        break;
    case CLI_SUBJECT_REGION:
        call->subject = take_region(reader);
        break;
    default:
        break;
    }
}

static void take_keywords(cli_script_reader *reader, cli_script_call *call) {
    const char *names[CLI_SCRIPT_KEYWORDS + 1];
    const cli_script_keyword *keywords = call->verb->keywords;
    int count = 0;
    for (; keywords[count].name != NULL; count++)
        names[count] = keywords[count].name;
    names[count] = NULL;
    while (!reader->failed && reader->at < reader->count) {
        const int keyword = cli_script_read_take_name(reader, "word for this call", names);
        if (keyword < 0) return;
        if (call->given >> keyword & 1u) {
            cli_script_read_fail(reader, "\"%s\" is there twice", names[keyword]);
        }
        call->given |= 1u << keyword;
        cli_script_read_take_values(reader, names[keyword], keywords[keyword].values,
                                    call->option[keyword]);
    }
}

/* The verb among those of one type of subject. */
static const cli_script_verb *take_verb(cli_script_reader *reader, const char *before) {
    const char *names[VERBS_MAX + 1];
    const cli_script_verb *found[VERBS_MAX] = {NULL};
    int count = 0;
    for (const cli_script_verb *verb = cli_script_verbs; verb->name != NULL; verb++) {
        const bool is_ours = before == NULL
                                 ? verb->before == NULL
                                 : verb->before != NULL && strcmp(verb->before, before) == 0;
        if (!is_ours || count == VERBS_MAX) continue;
        found[count] = verb;
        names[count++] = verb->name;
    }
    names[count] = NULL;
    const int at =
        cli_script_read_take_name(reader, before == NULL ? "call" : "call for it", names);
    return at < 0 ? NULL : found[at];
}

static uint64_t take_tick(cli_script_reader *reader) {
    const cli_script_call *last = reader->script->last;
    uint64_t tick = 0;
    char text[20] = "";
    if (!cli_script_read_accept(reader, "tick")) {
        cli_script_read_fail(reader, "a call begins with \"tick\" and a number");
        return 0;
    }
    const cli_script_word *word = cli_script_read_take(reader, "the tick");
    if (word == NULL) return 0;
    if (word->length < sizeof text) memcpy(text, word->text, word->length);
    if (word->is_quoted || word->has_copy || !cli_options_parse_number(text, 0, TICK_MAX, &tick)) {
        cli_script_read_fail(reader, "tick: \"%.*s\" is not a whole number in 0 .. %llu",
                             word->length < 40 ? (int)word->length : 40, word->text,
                             (unsigned long long)TICK_MAX);
    } else if (last != NULL && tick < last->tick) {
        cli_script_read_fail(reader, "tick %llu comes after tick %llu", (unsigned long long)tick,
                             (unsigned long long)last->tick);
    }
    return tick;
}

/* The words from the next one to the end of the line. */
static const char *copy_words(cli_script_reader *reader) {
    if (reader->at >= reader->count) return NULL;
    const cli_script_word *const first = &reader->words[reader->at];
    const cli_script_word *const last = &reader->words[reader->count - 1];
    const char *const begin = first->text - (first->is_quoted ? 1 : 0);
    const char *end = last->text + last->length + (last->is_quoted ? 1 : 0);
    while (end < reader->end && strchr(" \t\r\n#", *end) == NULL)
        end++; /* the number of a copy */
    return cli_heap_text(&reader->script->heap, begin, (size_t)(end - begin));
}

static void append(cli_script *script, cli_script_call *call) {
    if (script->last == NULL) {
        script->first = script->next = call;
    } else {
        script->last->next = call;
    }
    script->last = call;
}

cli_script_call *cli_script_read_call(cli_script_reader *reader, uint64_t tick) {
    cli_script_call *call = cli_heap_take(&reader->script->heap, sizeof *call);
    call->line = reader->line;
    call->tick = tick;
    call->text = copy_words(reader);
    if (cli_script_read_accept(reader, "body")) {
        call->subject = take_reference(reader, BODIES);
        call->verb = take_verb(reader, "body");
    } else if (cli_script_read_accept(reader, "joint")) {
        call->subject = take_reference(reader, JOINTS);
        call->verb = take_verb(reader, "joint");
    } else if (cli_script_read_accept(reader, "soft")) {
        call->subject = take_reference(reader, SOFTS);
        call->verb = take_verb(reader, "soft");
    } else if (cli_script_read_accept(reader, "character")) {
        call->subject = take_reference(reader, CHARACTERS);
        call->verb = take_verb(reader, "character");
    } else if (cli_script_read_accept(reader, "player")) {
        if (has_walker(reader)) call->verb = take_verb(reader, "player");
    } else {
        call->verb = take_verb(reader, NULL);
    }
    if (call->verb == NULL || reader->failed) return NULL;
    take_subject(reader, call);
    cli_script_read_take_values(reader, call->verb->name, call->verb->values, call->number);
    take_keywords(reader, call);
    return reader->failed ? NULL : call;
}

static void read_first_line(cli_script_reader *reader) {
    if (cli_script_read_next_line(reader) && cli_script_read_accept(reader, "pawl-script") &&
        cli_script_read_accept(reader, "1") && reader->at == reader->count) {
        return;
    }
    if (reader->line == 0) reader->line = 1;
    cli_script_read_fail(reader, "no script: the first line is not \"pawl-script 1\"");
}

/* How much room the world needs, from a first look at the lines. */
static void count_new(cli_script_reader *reader) {
    read_first_line(reader);
    while (cli_script_read_next_line(reader)) {
        if (reader->count < 3) continue;
        if (cli_script_read_word_is(&reader->words[2], "create")) {
            reader->script->room.bodies++;
            reader->script->room.shapes++;
        }
        if (cli_script_read_word_is(&reader->words[2], "join")) reader->script->room.joints++;
        if (reader->count < 5) continue;
        const cli_script_word *const verb = &reader->words[4];
        if (cli_script_read_word_is(verb, "attach")) reader->script->room.soft_links++;
        const bool breaks = cli_script_read_word_is(verb, "shatter") ||
                            cli_script_read_word_is(verb, "cut") ||
                            cli_script_read_word_is(verb, "break-impulse");
        reader->script->room.breaks += breaks ? 1u : 0u;
    }
}

static void copy_lists(cli_script *script, const cli_scene *scene) {
    const size_t bodies = scene->body_count, joints = scene->joint_count;
    script->bodies =
        cli_heap_take(&script->heap, (bodies + script->room.bodies) * sizeof *script->bodies);
    script->joints =
        cli_heap_take(&script->heap, (joints + script->room.joints) * sizeof *script->joints);
    if (bodies > 0) memcpy(script->bodies, scene->bodies, bodies * sizeof *scene->bodies);
    if (joints > 0) memcpy(script->joints, scene->joints, joints * sizeof *scene->joints);
    script->body_count = scene->body_count;
    script->joint_count = scene->joint_count;
    script->body_room = scene->body_count + script->room.bodies;
    script->joint_room = scene->joint_count + script->room.joints;
    script->softs = scene->softs;
    script->soft_count = scene->soft_count;
    script->characters = scene->characters;
    script->character_count = scene->character_count;
    script->level = scene->level;
    script->fracture = scene->breaks ? scene->fracture : pawl_fracture_def_default();
}

static bool read_script(cli_script *script, const cli_file *file, const char *scene_path,
                        const cli_map_options *map, cli_scene *scene) {
    cli_script_reader reader = {.script = script, .text = (const char *)file->bytes};
    reader.end = reader.text + file->size;
    cli_script_reader again = reader;
    count_new(&reader);
    if (reader.failed || !cli_scene_load_with(scene_path, script->log, script->room, map, scene)) {
        return false;
    }
    copy_lists(script, scene);
    read_first_line(&again);
    while (cli_script_read_next_line(&again)) {
        const uint64_t tick = take_tick(&again);
        cli_script_call *const call = cli_script_read_call(&again, tick);
        if (call != NULL) append(script, call);
    }
    cli_script_character_add_releases(script);
    if (again.failed) cli_scene_load_free(scene);
    return !again.failed;
}

void cli_script_none(cli_script *script) {
    memset(script, 0, sizeof *script);
    script->walker.def = pawl_walker_def_default();
}

bool cli_script_load(const char *path, const char *scene_path, FILE *log,
                     const cli_map_options *map, cli_script *script, cli_scene *scene) {
    const cli_scene_room none = {0, 0, 0, 0, 0};
    return cli_script_load_with(path, scene_path, log, none, map, script, scene);
}

bool cli_script_load_with(const char *path, const char *scene_path, FILE *log, cli_scene_room spare,
                          const cli_map_options *map, cli_script *script, cli_scene *scene) {
    cli_file file;
    char reason[CLI_REASON_MAX];
    cli_script_none(script);
    script->path = path;
    script->log = log;
    script->room = spare;
    if (path == NULL) {
        if (!cli_scene_load_with(scene_path, log, spare, map, scene)) return false;
        copy_lists(script, scene);
        return true;
    }
    if (!cli_file_read(path, CLI_SCRIPT_SIZE_MAX, &file, reason)) {
        if (log != NULL) fprintf(log, "pawl: %s: %s\n", path, reason);
        return false;
    }
    const bool good = read_script(script, &file, scene_path, map, scene);
    free(file.bytes);
    if (!good) cli_script_free(script);
    return good;
}

void cli_script_free(cli_script *script) {
    cli_heap_free(&script->heap);
    script->first = script->last = script->next = NULL;
}

/* ---- running ---- */

bool cli_script_apply(cli_script *script, pawl_world *world, uint64_t tick) {
    for (; script->next != NULL && script->next->tick <= tick; script->next = script->next->next) {
        const cli_script_call *call = script->next;
        const pawl_status status = call->verb->apply(script, world, call);
        if (status == PAWL_OK) continue;
        if (script->log != NULL) {
            fprintf(script->log, "pawl: %s:%lu: tick %llu: %s: %s\n", script->path,
                    (unsigned long)call->line, (unsigned long long)call->tick, call->verb->name,
                    pawl_status_text(status));
        }
        return false;
    }
    return true;
}

uint32_t cli_script_count_after(const cli_script *script, uint64_t tick) {
    uint32_t count = 0;
    for (const cli_script_call *call = script->first; call != NULL; call = call->next) {
        if (call->tick >= tick) count++;
    }
    return count;
}
