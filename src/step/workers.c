/* workers.c - zones of a step on threads of the program, see workers.h: the only file with
 * atomics.
 *
 * A zone does in a sub-step: push its bodies, warm start its n batches, solve them, move its
 * bodies, relax its batches: 3 n + 2 units, one after the other. (Bodies that it shares with others
 * are pushed and moved with the first batch that has them.) It counts those that are done, written
 * with release, and others wait for the count of theirs, read with acquire, so that what a unit has
 * written is seen. Counts are written where a batch is waited for, and at the end of each pass.
 *
 * Why no worker waits for ever: units come in an order, by sub-step, pass, zone and batch, and each
 * waits for earlier ones alone. Of all that are left the first waits for none. Its zone is
 * being done by a worker that has begun, unless no worker has taken it; and a worker whose own
 * zones wait takes such a zone as well. */
#include "step/workers.h"

#include "base/align.h"
#include "base/optional.h"
#include "step/world_memory.h"

#if PAWL_WITH_WORKERS

#include <stdatomic.h>
#include <string.h>

/* How often a worker looks before it takes another zone: some ten microseconds, about what it
 * takes to wake a thread. */
#define PATIENCE 500u

/* A body in a line of its own, and the next one, which a processor may fetch with it. */
#define STILL_BYTES 128u

PAWLI_MARK(pawli_workers_mark);
PAWLI_PULLS(pulls_prepare_workers, pawli_prepare_workers_mark);

#if PAWL_WITH_LANES
PAWLI_OPTIONAL(pawli_lane_schedule_pack);
PAWLI_OPTIONAL(pawli_lane_schedule_warm_start_range);
PAWLI_OPTIONAL(pawli_lane_schedule_solve_range);
PAWLI_OPTIONAL(pawli_lane_schedule_relax_range);
PAWLI_OPTIONAL(pawli_lane_schedule_write_back);
#endif

/* A count in a line of its own. */
typedef struct lone_count {
    atomic_uint count;
    uint8_t apart[124];
} lone_count;

typedef struct solve_job {
    pawli_zones *zones;
    const pawli_body_moves *moves;
    uint32_t substeps;
    lone_count done[PAWL_WORKERS_MAX];
    atomic_bool taken[PAWL_WORKERS_MAX]; /* zones that a worker has */
} solve_job;

static inline void pause_thread(void) {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

/* ---- units ----------------------------------------------------------------------------------- */

/* Units before those of a pass. */
static uint32_t units_before(const pawli_zone *zone, uint32_t substep, uint32_t pass) {
    const uint32_t n = zone->schedule.batch_count;
    const uint32_t before[PAWLI_PASS_COUNT] = {0, 1, 1 + n, 1 + 2 * n, 2 + 2 * n};
    return substep * (3 * n + 2) + before[pass];
}

static bool is_done(const solve_job *job, uint32_t zone, uint32_t units) {
    return atomic_load_explicit(&job->done[zone].count, memory_order_acquire) >= units;
}

/* Units of a zone that are done: a pass over bodies is one. */
static uint32_t units_of(const pawli_zone *zone) {
    return units_before(zone, zone->substep, zone->pass) + zone->at;
}

static void post(solve_job *job, uint32_t self) {
    const uint32_t units = units_of(&job->zones->zone[self]);
    atomic_store_explicit(&job->done[self].count, units, memory_order_release);
}

/* ---- bodies ---------------------------------------------------------------------------------- */

static void do_body(const solve_job *job, pawli_zone *zone, uint32_t index, bool pushes) {
    const pawli_step *const step = job->zones->step;
    pawli_solver_body *const body = &step->solver[index];
    if (pushes) {
        job->moves->push(body, &zone->faults);
    } else {
        job->moves->move(body, step->substep, &zone->faults);
    }
}

/* Those from `at` to before `end`, in lanes as long as these can. */
static void do_row_of_bodies(const solve_job *job, pawli_zone *zone, uint32_t at, uint32_t end) {
    const bool pushes = zone->pass == PAWLI_PASS_PUSH;
    for (uint32_t next = end; at < end; at = next) {
#if PAWL_WITH_LANES
        const pawli_step *const step = job->zones->step;
        const pawli_lane_kernels *const kernels = job->zones->kernels;
        if (kernels != NULL) {
            at = pushes ? kernels->push(step->solver, at, end)
                        : kernels->move(step->solver, at, end, step->substep);
            next = end - at < kernels->width ? end : at + kernels->width;
        }
#endif
        for (uint32_t i = at; i < next; i++)
            do_body(job, zone, i, pushes);
    }
}

/* Those that no other zone has: most lie side by side. */
static void do_bodies(const solve_job *job, pawli_zone *zone) {
    const uint16_t *const list = job->zones->body_list;
    for (uint32_t i = zone->body_begin, end; i < zone->body_end; i = end) {
        for (end = i + 1; end < zone->body_end && list[end] == list[end - 1] + 1; end++)
            continue;
        do_row_of_bodies(job, zone, list[i], list[i] + (end - i));
    }
}

/* The others: before their first row is warm started, or relaxed. */
static void do_errands(const solve_job *job, pawli_zone *zone) {
    if (zone->pass == PAWLI_PASS_SOLVE) return;
    for (; zone->errand < zone->errand_count; zone->errand++) {
        const pawli_errand *const errand = &zone->errands[zone->errand];
        if (errand->batch != zone->at) return;
        do_body(job, zone, errand->body, zone->pass == PAWLI_PASS_WARM_START);
    }
}

/* ---- batches --------------------------------------------------------------------------------- */

/* Units of another zone that are before a gate. */
static uint32_t units_of_gate(const pawli_zone *other, const pawli_zone *zone,
                              const pawli_gate *gate) {
    const uint32_t substep = zone->substep;
    if (gate->same != 0) return units_before(other, substep, zone->pass) + gate->same;
    if (zone->pass == PAWLI_PASS_RELAX)
        return units_before(other, substep, PAWLI_PASS_SOLVE) + gate->before;
    if (zone->pass == PAWLI_PASS_SOLVE)
        return units_before(other, substep, PAWLI_PASS_WARM_START) + gate->before;
    if (substep == 0) return 0;
    return units_before(other, substep - 1, PAWLI_PASS_RELAX) + gate->before;
}

/* Whether all gates of the next batch are open; those are left behind. */
static bool pass_gates(const solve_job *job, pawli_zone *zone) {
    for (; zone->gate < zone->gate_count; zone->gate++) {
        const pawli_gate *const gate = &zone->gates[zone->gate];
        const pawli_zone *const other = &job->zones->zone[gate->zone];
        if (gate->batch != zone->at) break;
        if (!is_done(job, gate->zone, units_of_gate(other, zone, gate))) return false;
    }
    return true;
}

/* One after the other. */
static void do_rows(pawli_zone *zone, uint32_t begin, uint32_t end) {
    pawli_contact_pass *const pass = &zone->contacts;
    const uint32_t *const order = zone->schedule.order;
    for (uint32_t i = begin; i < end; i++) {
        if (zone->pass == PAWLI_PASS_WARM_START) {
            pawli_contact_solver_warm_start_row(pass, order[i]);
        } else if (zone->pass == PAWLI_PASS_SOLVE) {
            pawli_contact_solver_solve_row(pass, order[i]);
        } else {
            pawli_contact_solver_relax_row(pass, order[i]);
        }
    }
}

static void do_batches(const solve_job *job, pawli_zone *zone, uint32_t end) {
    const pawli_lane_schedule *const schedule = &zone->schedule;
#if PAWL_WITH_LANES
    pawli_contact_pass *const pass = &zone->contacts;
    if (job->zones->kernels != NULL) {
        if (zone->pass == PAWLI_PASS_WARM_START) {
            pawli_lane_schedule_warm_start_range(pass, schedule, zone->at, end);
        } else if (zone->pass == PAWLI_PASS_SOLVE) {
            pawli_lane_schedule_solve_range(pass, schedule, zone->at, end);
        } else {
            pawli_lane_schedule_relax_range(pass, schedule, zone->at, end);
        }
        return;
    }
#endif
    (void)job;
    do_rows(zone, schedule->batches[zone->at].first,
            schedule->batches[end - 1].first + schedule->batches[end - 1].count);
}

/* As many batches as come before the next gate, and with the last one that others wait for. */
static uint32_t next_stop(const pawli_zone *zone) {
    uint32_t at = zone->at;
    while (!(zone->stops[at] & PAWLI_STOP_POST) && at + 1 < zone->schedule.batch_count) {
        if (zone->stops[++at] & PAWLI_STOP_GATE) return at;
    }
    return at + 1;
}

static bool do_pass_of_rows(solve_job *job, uint32_t self) {
    pawli_zone *const zone = &job->zones->zone[self];
    while (zone->at < zone->schedule.batch_count) {
        if (!pass_gates(job, zone)) return false;
        do_errands(job, zone);
        const uint32_t end = next_stop(zone);
        do_batches(job, zone, end);
        zone->at = end;
        if (zone->stops[end - 1] & PAWLI_STOP_POST) post(job, self);
    }
    return true;
}

/* ---- zones ----------------------------------------------------------------------------------- */

#if PAWL_WITH_LANES
/* What stands still in a zone lies behind the rows, in lines of its own. Null: there is no room. */
static pawli_solver_body *still_body(const pawli_step *step, uint32_t self) {
    uint8_t *end = (uint8_t *)&step->rows[step->world->contact_capacity];
    const size_t beside = (size_t)((uintptr_t)end % STILL_BYTES);
    const size_t size = beside + (self + 2) * (size_t)STILL_BYTES;
    const size_t left =
        (size_t)(step->world->contact_capacity - step->row_count) * sizeof(pawli_contact_row);
    return size > left ? NULL : (pawli_solver_body *)(void *)(end - size);
}

static void pack_zone(const solve_job *job, uint32_t self) {
    const pawli_step *const step = job->zones->step;
    const pawli_zone *const zone = &job->zones->zone[self];
    const uint64_t size = step->hooks.lane_memory_size, rows = step->row_count;
    const uint64_t begin = size * zone->row_begin / rows, end = size * zone->row_end / rows;
    pawli_solver_body *const still = still_body(step, self);
    pawli_lane_room room = {(uint8_t *)step->hooks.lane_memory + begin, (size_t)(end - begin)};
    int32_t offset = 0;
    if (still == NULL) {
        room.left = 0;
    } else {
        memset(still, 0, sizeof *still);
        offset = (int32_t)((uint8_t *)still - (uint8_t *)step->solver);
    }
    pawli_lane_schedule_pack(&zone->contacts, job->zones->kernels, room, offset, &zone->schedule);
}
#endif

static void begin_zone(solve_job *job, uint32_t self) {
    pawli_zone *const zone = &job->zones->zone[self];
#if PAWL_WITH_LANES
    if (job->zones->kernels != NULL) pack_zone(job, self);
#endif
    zone->is_begun = true;
}

static void end_zone(const solve_job *job, pawli_zone *zone) {
#if PAWL_WITH_LANES
    if (job->zones->kernels != NULL)
        pawli_lane_schedule_write_back(&zone->contacts, &zone->schedule);
#endif
    (void)job;
    zone->is_begun = false;
}

static bool is_of_bodies(const pawli_zone *zone) {
    return zone->pass == PAWLI_PASS_PUSH || zone->pass == PAWLI_PASS_MOVE;
}

/* As far as it goes. */
static void advance(solve_job *job, uint32_t self) {
    pawli_zone *const zone = &job->zones->zone[self];
    if (!zone->is_begun) begin_zone(job, self);
    while (zone->substep < job->substeps) {
        if (is_of_bodies(zone)) {
            do_bodies(job, zone);
        } else if (!do_pass_of_rows(job, self)) {
            return;
        }
        if (++zone->pass == PAWLI_PASS_COUNT) {
            zone->pass = PAWLI_PASS_PUSH;
            zone->substep++;
        }
        zone->at = zone->gate = zone->errand = 0;
        post(job, self);
    }
    end_zone(job, zone);
}

/* ---- workers --------------------------------------------------------------------------------- */

/* A zone that no worker has, from one's own on; count: there is none. */
static uint32_t take_zone(solve_job *job, uint32_t own) {
    const uint32_t count = job->zones->count;
    for (uint32_t i = 0; i < count; i++) {
        atomic_bool *const taken = &job->taken[(own + i) % count];
        if (atomic_load_explicit(taken, memory_order_relaxed)) continue;
        if (!atomic_exchange_explicit(taken, true, memory_order_relaxed)) return (own + i) % count;
    }
    return count;
}

/* The zones that a worker has. */
typedef struct worker {
    uint8_t zone[PAWL_WORKERS_MAX];
    uint32_t count;
} worker;

/* Whether anything could be done. */
static bool advance_all(solve_job *job, worker *self) {
    bool any = false;
    for (uint32_t i = 0; i < self->count;) {
        const pawli_zone *const zone = &job->zones->zone[self->zone[i]];
        const uint32_t before = units_of(zone);
        advance(job, self->zone[i]);
        any = any || units_of(zone) != before;
        if (zone->substep < job->substeps) {
            i++;
        } else {
            self->zone[i] = self->zone[--self->count];
        }
    }
    return any;
}

/* Nothing could be done in the zones of a worker for some time, and there are no others to take. */
static void yield_thread(const solve_job *job) {
    const pawl_step_hooks *const hooks = &job->zones->step->hooks;
    if (hooks->yield != NULL) hooks->yield(hooks->context);
}

static void work(void *context, uint32_t index) {
    solve_job *const job = (solve_job *)context;
    worker self = {{0}, 0};
    uint32_t waited = 0;
    for (;;) {
        waited = advance_all(job, &self) ? 0 : waited + 1;
        if (self.count > 0 && waited < PATIENCE) {
            pause_thread();
            continue;
        }
        const uint32_t zone = take_zone(job, index);
        if (zone < job->zones->count) {
            self.zone[self.count++] = (uint8_t)zone;
        } else if (self.count == 0) {
            return;
        } else {
            yield_thread(job);
            waited = 0;
        }
    }
}

/* Stages within a sub-step are told one after the other. */
static bool traces(const pawli_step *step) {
#if PAWL_TRACE
    return step->hooks.trace != NULL;
#else
    (void)step;
    return false;
#endif
}

bool pawli_workers_solve(pawli_step *step, const pawli_contact_pass *pass,
                         const pawli_body_moves *moves) {
    pawli_zones *const zones = step->zones;
    solve_job job;
    if (zones->count < 2 || traces(step) || step->has_chain || step->meets_breakable) return false;
    job.zones = zones;
    job.moves = moves;
    job.substeps = step->world->substeps;
    for (uint32_t i = 0; i < zones->count; i++) {
        atomic_init(&job.done[i].count, 0);
        atomic_init(&job.taken[i], false);
        zones->zone[i].contacts = *pass;
    }
    step->hooks.parallel(step->hooks.context, zones->count, work, &job);
    for (uint32_t i = 0; i < zones->count; i++)
        step->faults |= zones->zone[i].faults | zones->zone[i].contacts.faults;
    return true;
}

/* ---- loops ----------------------------------------------------------------------------------- */

typedef struct loop_job {
    uint32_t count, ranges;
    pawli_workers_range run;
    void *context;
} loop_job;

static void run_range(void *context, uint32_t index) {
    const loop_job *const job = (const loop_job *)context;
    const uint32_t begin = (uint32_t)((uint64_t)job->count * index / job->ranges);
    const uint32_t end = (uint32_t)((uint64_t)job->count * (index + 1) / job->ranges);
    job->run(job->context, begin, end, index);
}

void pawli_workers_for(const pawli_step *step, uint32_t count, pawli_workers_range run,
                       void *context) {
    const uint32_t worth = count / PAWLI_ZONE_ROWS;
    loop_job job = {count, step->hooks.workers < worth ? step->hooks.workers : worth, run, context};
    if (job.ranges > PAWL_WORKERS_MAX) job.ranges = PAWL_WORKERS_MAX;
    if (job.ranges < 2 || step->hooks.parallel == NULL) {
        run(context, 0, count, 0);
        return;
    }
    step->hooks.parallel(step->hooks.context, job.ranges, run_range, &job);
}

/* Each worker has a share of the items, which is the same in every step, so that what it has in its
 * cache is used again; one that is done with its share goes on with those of the others. */
typedef struct items_job {
    uint32_t count, workers;
    pawli_workers_item run;
    void *context;
    lone_count taken[PAWL_WORKERS_MAX]; /* of each share */
} items_job;

static void run_items(void *context, uint32_t index) {
    items_job *const job = (items_job *)context;
    for (uint32_t i = 0; i < job->workers; i++) {
        const uint32_t share = (index + i) % job->workers;
        const uint32_t begin = job->count * share / job->workers;
        const uint32_t end = job->count * (share + 1) / job->workers;
        for (;;) {
            const uint32_t taken =
                atomic_fetch_add_explicit(&job->taken[share].count, 1, memory_order_relaxed);
            if (taken >= end - begin) break;
            job->run(job->context, begin + taken);
        }
    }
}

void pawli_workers_take(const pawli_step *step, uint32_t items, pawli_workers_item run,
                        void *context) {
    uint32_t workers = step->hooks.workers < items ? step->hooks.workers : items;
    if (workers > PAWL_WORKERS_MAX) workers = PAWL_WORKERS_MAX;
    items_job job;
    job.count = items;
    job.workers = workers;
    job.run = run;
    job.context = context;
    for (uint32_t i = 0; i < workers; i++)
        atomic_init(&job.taken[i].count, 0);
    step->hooks.parallel(step->hooks.context, workers, run_items, &job);
}

#endif
