/* side_by_side.c - what side_by_side.h declares. */
#include "support/state/side_by_side.h"

void side_trace(void *context, const pawl_world *world, pawl_stage stage, uint32_t round,
                uint32_t hash) {
    side_log *const log = (side_log *)context;
    const side_record record = {stage, round, hash};
    if (log->count < SIDE_RECORDS_MAX) log->records[log->count] = record;
    log->count++;
    if (log->interfere != NULL && stage == log->stage && round == log->round) {
        log->interfere(log->context, (pawl_world *)(uintptr_t)world);
        log->interfered++;
    }
}

pawl_status side_step_one(pawl_world *world, side_log *log) {
    pawl_step_hooks hooks = {0};
    log->count = 0;
#if PAWL_TRACE
    hooks.context = log;
    hooks.trace = side_trace;
#endif
    return pawl_world_step(world, &hooks);
}

bool side_step(pawl_world *a, side_log *log_a, pawl_world *b, side_log *log_b, side_report *out) {
    const side_report none = {0};
    *out = none;
    out->tick = pawl_world_get_tick(a);
    if (side_step_one(a, log_a) != PAWL_OK || side_step_one(b, log_b) != PAWL_OK) return false;
    const int count = log_a->count < log_b->count ? log_a->count : log_b->count;
    for (int i = 0; i < count && i < SIDE_RECORDS_MAX && !out->has_stage; i++) {
        const side_record *const at_a = &log_a->records[i], *const at_b = &log_b->records[i];
        if (at_a->stage == at_b->stage && at_a->round == at_b->round && at_a->hash == at_b->hash) {
            continue;
        }
        out->has_stage = true;
        out->stage = at_a->stage;
        out->round = at_a->round;
    }
    out->differs = pawl_world_compare(a, b, &out->difference) != 0 || out->has_stage ||
                   log_a->count != log_b->count;
    return true;
}
