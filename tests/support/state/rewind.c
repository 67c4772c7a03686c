/* rewind.c - the sync test and cold restores. */
#include "support/state/rewind.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/xxh32.h"
#include "world/validate.h"

#define SAVES (REWIND_DISTANCE_MAX + 1)
#define HITS_MAX 64

static char defect[240];

/* ---- what there is to see ---- */

static void feed(pawli_xxh32 *hash, pawl_vec2 v) {
    pawli_xxh32_word(hash, (uint32_t)v.x);
    pawli_xxh32_word(hash, (uint32_t)v.y);
}

static void feed_body(pawli_xxh32 *hash, const pawl_world *world, pawl_body_id body) {
    pawli_xxh32_word(hash, pawl_body_id_store(body));
    feed(hash, pawl_body_get_position(world, body));
    feed(hash, pawl_body_get_velocity(world, body));
    pawli_xxh32_word(hash, pawl_body_get_angle(world, body));
    pawli_xxh32_word(hash, (uint32_t)pawl_body_get_angular_velocity(world, body));
    pawli_xxh32_word(hash, pawl_body_is_awake(world, body));
    pawli_xxh32_word(hash, pawl_body_get_user_data(world, body));
    pawl_shape_id shape = pawl_body_next_shape(world, body, PAWL_NULL_SHAPE);
    for (; shape.index1 != 0; shape = pawl_body_next_shape(world, body, shape)) {
        pawli_xxh32_word(hash, pawl_shape_id_store(shape));
        pawli_xxh32_word(hash, pawl_shape_get_user_data(world, shape));
    }
    pawl_joint_id joint = pawl_body_next_joint(world, body, PAWL_NULL_JOINT);
    for (; joint.index1 != 0; joint = pawl_body_next_joint(world, body, joint)) {
        pawl_joint_def def;
        pawli_xxh32_word(hash, (uint32_t)joint.index1 << 16 | joint.generation);
        const pawl_status status = pawl_joint_get_def(world, joint, &def);
        pawli_xxh32_word(hash, status == PAWL_OK ? def.user_data : 0);
        pawli_xxh32_word(hash, status == PAWL_OK ? (uint32_t)def.break_torque : 0);
        pawli_xxh32_word(hash, (uint32_t)pawl_joint_get_angle(world, joint));
    }
}

static void feed_pair(pawli_xxh32 *hash, pawl_shape_id a, pawl_shape_id b) {
    pawli_xxh32_word(hash, pawl_shape_id_store(a));
    pawli_xxh32_word(hash, pawl_shape_id_store(b));
}

static void feed_events(pawli_xxh32 *hash, const pawl_world *world) {
    const pawl_events events = pawl_world_get_events(world);
    for (uint32_t i = 0; i < events.begin_count; i++)
        feed_pair(hash, events.begins[i].shape_a, events.begins[i].shape_b);
    for (uint32_t i = 0; i < events.end_count; i++)
        feed_pair(hash, events.ends[i].shape_a, events.ends[i].shape_b);
    for (uint32_t i = 0; i < events.sensor_begin_count; i++)
        feed_pair(hash, events.sensor_begins[i].sensor, events.sensor_begins[i].visitor);
    for (uint32_t i = 0; i < events.sensor_end_count; i++)
        feed_pair(hash, events.sensor_ends[i].sensor, events.sensor_ends[i].visitor);
    for (uint32_t i = 0; i < events.hit_count; i++) {
        feed_pair(hash, events.hits[i].shape_a, events.hits[i].shape_b);
        feed(hash, events.hits[i].point);
        pawli_xxh32_word(hash, (uint32_t)events.hits[i].speed);
    }
    for (uint32_t i = 0; i < events.break_count; i++) {
        pawli_xxh32_word(hash, events.breaks[i].joint.index1);
        pawli_xxh32_word(hash, events.breaks[i].joint.generation);
        pawli_xxh32_word(hash, events.breaks[i].user_data);
    }
    for (uint32_t i = 0; i < events.load_count; i++) {
        pawli_xxh32_word(hash, pawl_joint_id_store(events.loads[i].joint));
        pawli_xxh32_word(hash, events.loads[i].user_data);
    }
    for (uint32_t i = 0; i < events.fracture_count; i++) {
        feed_pair(hash, events.fractures[i].shape, events.fractures[i].other);
        feed(hash, events.fractures[i].point);
        pawli_xxh32_word(hash, (uint32_t)events.fractures[i].impulse);
    }
    const uint32_t counts[] = {
        events.begin_count,        events.end_count,
        events.sensor_begin_count, events.sensor_end_count,
        events.hit_count,          events.break_count,
        events.fracture_count,     pawl_world_get_counters(world).dropped_events};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
        pawli_xxh32_word(hash, counts[i]);
}

/* The order in which queries answer must not depend on the tree, which is another one after a
 * decode. */
static void feed_queries(pawli_xxh32 *hash, const pawl_world *world) {
    pawl_query_hit hits[HITS_MAX];
    pawl_query_overlap found[HITS_MAX];
    const pawl_vec2 from = {-PAWL_FX(30, 0, 1), PAWL_FX(1, 0, 1)};
    const pawl_vec2 along = {PAWL_FX(60, 0, 1), PAWL_FX(0, 1, 4)};
    const pawl_box box = {{-PAWL_FX(4, 0, 1), 0}, {PAWL_FX(4, 0, 1), PAWL_FX(3, 0, 1)}};
    uint32_t count = pawl_world_ray_all(world, from, along, NULL, hits, HITS_MAX);
    pawli_xxh32_word(hash, count);
    for (uint32_t i = 0; i < count && i < HITS_MAX; i++)
        pawli_xxh32_word(hash, pawl_shape_id_store(hits[i].shape));
    count = pawl_world_overlap_box(world, box, NULL, found, HITS_MAX);
    pawli_xxh32_word(hash, count);
    for (uint32_t i = 0; i < count && i < HITS_MAX; i++)
        pawli_xxh32_word(hash, pawl_shape_id_store(found[i].shape));
}

static void feed_soft(pawli_xxh32 *hash, const pawl_world *world, pawl_soft_id soft) {
    pawli_xxh32_word(hash, pawl_soft_id_store(soft));
    pawli_xxh32_word(hash, pawl_soft_is_awake(world, soft));
    pawli_xxh32_word(hash, pawl_soft_get_user_data(world, soft));
    pawli_xxh32_word(hash, (uint32_t)((uint64_t)pawl_soft_get_area2(world, soft) & UINT32_MAX));
    pawli_xxh32_word(hash, (uint32_t)((uint64_t)pawl_soft_get_target_area2(world, soft) >> 16));
    feed(hash, pawl_soft_get_center(world, soft));
    const uint32_t points = pawl_soft_get_point_count(world, soft);
    const uint32_t links = pawl_soft_get_link_count(world, soft);
    for (uint32_t i = 0; i < points; i++) {
        pawl_soft_point point;
        if (pawl_soft_get_point(world, soft, i, &point) != PAWL_OK) return;
        feed(hash, point.position);
        feed(hash, point.velocity);
        pawli_xxh32_word(hash, (uint32_t)point.mass);
        pawli_xxh32_word(hash, pawl_soft_is_point_touching(world, soft, i));
    }
    for (uint32_t i = 0; i < links; i++) {
        pawl_soft_link link;
        if (pawl_soft_get_link(world, soft, i, &link) != PAWL_OK) return;
        pawli_xxh32_word(hash, (uint32_t)link.flags << 16 | link.a);
        pawli_xxh32_word(hash, (uint32_t)link.b << 16 | link.c);
        pawli_xxh32_word(hash, (uint32_t)link.length);
        pawli_xxh32_word(hash, (uint32_t)link.stiffness ^ (uint32_t)link.tear << 1);
    }
}

static void feed_softs(pawli_xxh32 *hash, const pawl_world *world) {
    pawl_soft_id soft = {0, 0};
    while ((soft = pawl_world_next_soft(world, soft)).index1 != 0)
        feed_soft(hash, world, soft);
    const pawl_events events = pawl_world_get_events(world);
    for (uint32_t i = 0; i < events.tear_count; i++) {
        pawli_xxh32_word(hash, pawl_soft_id_store(events.tears[i].soft));
        pawli_xxh32_word(hash, events.tears[i].link);
    }
}

static void feed_character(pawli_xxh32 *hash, const pawl_world *world, pawl_character_id hero) {
    const pawl_character_state state = pawl_character_get_state(world, hero);
    const pawl_character_def def = pawl_character_get_def(world, hero);
    feed(hash, state.velocity);
    feed(hash, state.ground_velocity);
    pawli_xxh32_word(hash, (uint32_t)state.ground_normal.c);
    pawli_xxh32_word(hash, (uint32_t)state.ground_normal.s);
    pawli_xxh32_word(hash, pawl_shape_id_store(state.ground));
    pawli_xxh32_word(hash, pawl_soft_id_store(state.ground_soft));
    pawli_xxh32_word(hash, state.ground_part);
    pawli_xxh32_word(hash, state.events << 4 | (uint32_t)state.mode);
    pawli_xxh32_word(hash, (uint32_t)state.landing_speed);
    pawli_xxh32_word(hash, (uint32_t)def.climb_speed);
    pawli_xxh32_word(hash, (uint32_t)def.swim_speed);
}

static void feed_characters(pawli_xxh32 *hash, const pawl_world *world) {
    pawl_character_id hero = {0, 0};
    while ((hero = pawl_world_next_character(world, hero)).index1 != 0)
        feed_character(hash, world, hero);
}

uint32_t rewind_observe(const pawl_world *world) {
    pawli_xxh32 hash;
    pawli_xxh32_begin(&hash, 0);
    pawli_xxh32_word(&hash, (uint32_t)pawl_world_get_tick(world));
    pawli_xxh32_word(&hash, pawl_world_get_faults(world));
    feed(&hash, pawl_world_get_gravity(world));
    pawli_xxh32_word(&hash, (uint32_t)pawl_world_get_length_unit(world));
    pawl_body_id body = pawl_world_next_body(world, PAWL_NULL_BODY);
    for (; body.index1 != 0; body = pawl_world_next_body(world, body))
        feed_body(&hash, world, body);
    feed_events(&hash, world);
    feed_queries(&hash, world);
    feed_softs(&hash, world);
    feed_characters(&hash, world);
    return pawli_xxh32_end(&hash);
}

rewind_look rewind_look_at(const pawl_world *world) {
    rewind_look look;
    memset(&look, 0, sizeof look);
    look.state = pawl_world_hash(world);
    look.motion = pawl_world_motion_hash(world);
    look.seen = rewind_observe(world);
    look.tree = pawl_world_hash_tree(world);
    return look;
}

/* Which of them differs; null: none. */
static const char *difference(const rewind_look *now, const rewind_look *then) {
    for (int i = 0; i < PAWL_BRANCH_COUNT; i++) {
        if (now->tree.branches[i] != then->tree.branches[i])
            return pawl_branch_text((pawl_branch)i);
    }
    if (now->state != then->state) return "state hash";
    if (now->motion != then->motion) return "motion hash";
    if (now->seen != then->seen) return "public results";
    return memcmp(&now->tree, &then->tree, sizeof now->tree) == 0 ? NULL : "root";
}

/* ---- memory and steps ---- */

static void insist(bool good, const char *what) {
    if (good) return;
    fprintf(stderr, "rewind: %s\n", what);
    abort();
}

static void *take(size_t size) {
    void *const memory = malloc(size);
    insist(memory != NULL, "no memory");
    return memory;
}

static void call(const rewind_script *script, pawl_world *world, uint32_t step) {
    if (script->call) script->call(script->context, world, step);
}

static void step_on(pawl_world *world) {
    insist(pawl_world_step(world, NULL) == PAWL_OK, "a step failed");
}

static void save(const pawl_world *world, rewind_bytes *into) {
    const size_t size = pawl_world_save_size(world);
    if (size > into->size) {
        free(into->bytes);
        into->bytes = take(size);
        into->size = size;
    }
    insist(pawl_world_save(world, into->bytes, into->size) == PAWL_OK, "a save failed");
}

static rewind_bytes encode(const pawl_world *world) {
    rewind_bytes made = {NULL, pawl_world_encode_size(world)};
    made.bytes = take(made.size);
    size_t size = 0;
    insist(pawl_world_encode(world, made.bytes, made.size, &size) == PAWL_OK, "no snapshot");
    insist(size == made.size, "the size of a snapshot is another one");
    return made;
}

/* ---- sync test ---- */

typedef struct sync_run {
    pawl_world *world;
    const rewind_script *script;
    const rewind_sync_plan *plan;
    rewind_bytes saves[SAVES]; /* by step, modulo */
} sync_run;

/* One step, with its calls and its save. Right after a restore the save is the one restored. */
static void advance(sync_run *run, uint32_t step, bool restored) {
    rewind_bytes *const into = &run->saves[step % SAVES];
    if (!run->plan->after_calls && !restored) save(run->world, into);
    if (!run->plan->after_calls || !restored) call(run->script, run->world, step);
    if (run->plan->after_calls && !restored) save(run->world, into);
    step_on(run->world);
}

static const char *go_back(sync_run *run, uint32_t now, uint32_t distance,
                           const rewind_look *then) {
    const uint32_t from = now + 1 - distance;
    const rewind_bytes *const saved = &run->saves[from % SAVES];
    if (pawl_world_restore(run->world, saved->bytes, saved->size) != PAWL_OK) {
        return "a save cannot be restored";
    }
    for (uint32_t step = from; step <= now; step++)
        advance(run, step, step == from);
    const rewind_look look = rewind_look_at(run->world);
    const char *const what = difference(&look, then);
    if (what == NULL) return NULL;
    snprintf(defect, sizeof defect, "%s: differs after step %u, restored %u before", what,
             (unsigned)now, (unsigned)distance);
    return defect;
}

const char *rewind_sync(pawl_world *world, const rewind_script *script,
                        const rewind_sync_plan *plan) {
    sync_run run;
    memset(&run, 0, sizeof run);
    run.world = world;
    run.script = script;
    run.plan = plan;
    const char *found = NULL;
    for (uint32_t step = 0; step < plan->steps && found == NULL; step++) {
        advance(&run, step, false);
        const rewind_look look = rewind_look_at(world);
        const uint32_t distance =
            plan->distance != 0 ? plan->distance : 1 + step % REWIND_DISTANCE_MAX;
        if (step + 1 >= distance) found = go_back(&run, step, distance, &look);
    }
    for (int i = 0; i < SAVES; i++)
        free(run.saves[i].bytes);
    return found;
}

/* ---- cold restores ---- */

static void keep_moment(rewind_record *record, const pawl_world *world, uint32_t moment) {
    record->snapshots[moment] = encode(world);
    save(world, &record->saves[moment]);
}

void rewind_record_make(pawl_world *world, const pawl_world_def *def, const rewind_script *script,
                        uint32_t steps, void (*watch)(void *context, const pawl_world *world),
                        void *watch_context, rewind_record *out) {
    const size_t moments = 2 * (size_t)steps + 1;
    out->def = *def;
    out->script = script;
    out->steps = steps;
    out->looks = take(steps * sizeof *out->looks);
    out->snapshots = calloc(moments, sizeof *out->snapshots);
    out->saves = calloc(moments, sizeof *out->saves);
    insist(out->snapshots && out->saves, "no memory");
    keep_moment(out, world, 0);
    for (uint32_t step = 0; step < steps; step++) {
        call(script, world, step);
        keep_moment(out, world, 2 * step + 1);
        step_on(world);
        keep_moment(out, world, 2 * step + 2);
        out->looks[step] = rewind_look_at(world);
        if (watch) watch(watch_context, world);
    }
}

void rewind_record_free(rewind_record *record) {
    for (uint32_t i = 0; i <= 2 * record->steps; i++) {
        free(record->snapshots[i].bytes);
        free(record->saves[i].bytes);
    }
    free(record->snapshots);
    free(record->saves);
    free(record->looks);
}

/* A world in memory that nobody has used, from a save or a snapshot; or what went wrong. */
static const char *bring_back(rewind_how how, const rewind_script *script,
                              const pawl_world_def *def, const rewind_bytes *from, uint8_t *memory,
                              pawl_world **out) {
    const size_t size = pawl_world_size(def);
    memset(memory, 0xAA, size);
    if (how == REWIND_RESTORE) {
        if (pawl_world_init(memory, size, def, out) != PAWL_OK) return "no world";
        if (pawl_world_restore(*out, from->bytes, from->size) != PAWL_OK) return "no restore";
    } else {
        if (pawl_world_decode(from->bytes, from->size, memory, size, out) != PAWL_OK) {
            return "a snapshot is refused";
        }
        if (script->bind && script->bind(*out) != PAWL_OK) return "no terrain";
    }
    return pawli_validate_find_defect(*out).what;
}

static bool has_bytes_of(const rewind_record *record, const pawl_world *world, uint32_t moment) {
    const rewind_bytes made = encode(world), *const wanted = &record->snapshots[moment];
    const bool same =
        made.size == wanted->size && memcmp(made.bytes, wanted->bytes, made.size) == 0;
    free(made.bytes);
    return same;
}

static const char *play_on(const rewind_record *record, const rewind_cold_plan *plan,
                           pawl_world *world, uint32_t *played) {
    if (!has_bytes_of(record, world, plan->moment)) return "snapshot, at once";
    const uint32_t first = plan->moment / 2;
    for (uint32_t i = 0; i < plan->steps; i++) {
        const uint32_t step = first + i;
        const bool last = i + 1 == plan->steps;
        if (i > 0 || plan->moment % 2 == 0) call(record->script, world, step);
        step_on(world);
        ++*played;
        if (last || (i + 1) % plan->look_stride == 0) {
            const rewind_look look = rewind_look_at(world);
            const char *const what = difference(&look, &record->looks[step]);
            if (what != NULL) return what;
        }
        const bool due = i == 0 || last || (i + 1) % plan->bytes_stride == 0;
        if (due && !has_bytes_of(record, world, 2 * step + 2)) return "snapshot";
    }
    return NULL;
}

const char *rewind_cold(const rewind_record *record, const rewind_cold_plan *plan) {
    insist(plan->moment / 2 + plan->steps <= record->steps, "the record is too short");
    uint8_t *const memory = take(pawl_world_size(&record->def));
    pawl_world *world = NULL;
    const rewind_bytes *const from =
        &(plan->how == REWIND_DECODE ? record->snapshots : record->saves)[plan->moment];
    const char *what = bring_back(plan->how, record->script, &record->def, from, memory, &world);
    uint32_t played = 0;
    if (what == NULL) what = play_on(record, plan, world, &played);
    if (what != NULL) {
        snprintf(defect, sizeof defect, "%s, %u steps after it was %s at moment %u", what,
                 (unsigned)played, plan->how == REWIND_DECODE ? "decoded" : "restored",
                 (unsigned)plan->moment);
        what = defect;
    }
    free(memory);
    return what;
}

/* ---- side by side ---- */

static const char *renew(rewind_twins *twins) {
    pawl_world *const world = twins->world;
    rewind_bytes from = {NULL, 0};
    if (twins->how == REWIND_DECODE) {
        from = encode(world);
    } else {
        save(world, &from);
    }
    const char *const what =
        bring_back(twins->how, twins->script, twins->def, &from, twins->memory, &twins->twin);
    free(from.bytes);
    return what;
}

const char *rewind_twin(rewind_twins *twins, uint32_t steps, uint32_t period) {
    const char *what = NULL;
    twins->memory = take(pawl_world_size(twins->def));
    twins->twin = NULL;
    for (uint32_t step = 0; step < steps && what == NULL; step++) {
        const bool due = step % period == 0, after_calls = step / period % 2 == 1;
        if (due && !after_calls) what = renew(twins);
        if (what != NULL) break;
        call(twins->script, twins->world, step);
        if (due && after_calls) {
            what = renew(twins);
        } else {
            call(twins->script, twins->twin, step);
        }
        if (what != NULL) break;
        step_on(twins->world);
        step_on(twins->twin);
        const rewind_look here = rewind_look_at(twins->world);
        const rewind_look there = rewind_look_at(twins->twin);
        what = difference(&there, &here);
    }
    free(twins->memory);
    return what;
}
