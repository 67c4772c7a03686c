/* report.c - lines or JSON about a run. */
#include "cli/report.h"

#include <stdio.h>

#include "pawl/state.h"

void pawli_report_start(pawli_report *report) {
    if (report->is_json) fputs("{\n  \"hashes\": [", stdout);
}

void pawli_report_hash(pawli_report *report, const pawl_world *world, uint64_t tick) {
    if (report->hash_every == 0 || tick == 0 || tick % report->hash_every != 0) return;
    const unsigned long hash = pawl_world_hash(world);
    if (report->is_json) {
        printf("%s\n    {\"tick\": %llu, \"hash\": \"%08lx\"}", report->hash_count > 0 ? "," : "",
               (unsigned long long)tick, hash);
    } else {
        printf("tick=%llu hash=%08lx\n", (unsigned long long)tick, hash);
    }
    report->hash_count++;
}

void pawli_report_count(pawli_report *report, const pawl_world *world) {
    const pawl_events events = pawl_world_events(world);
    report->breaks += events.break_count;
    report->sensor_begins += events.sensor_begin_count;
    report->hits += events.hit_count;
}

static void print_lines(const pawli_report *report, const pawl_world *world) {
    const pawl_counters counters = pawl_world_counters(world);
    printf("tick=%llu bodies=%lu awake=%lu contacts=%lu faults=0x%lx hash=%08lx\n",
           (unsigned long long)pawl_world_tick(world), (unsigned long)counters.bodies,
           (unsigned long)counters.awake, (unsigned long)counters.touching,
           (unsigned long)pawl_world_faults(world), (unsigned long)pawl_world_hash(world));
    if (counters.joints + report->breaks + report->sensor_begins + report->hits == 0) return;
    printf("joints=%lu breaks=%llu sensor_begins=%llu hits=%llu\n", (unsigned long)counters.joints,
           (unsigned long long)report->breaks, (unsigned long long)report->sensor_begins,
           (unsigned long long)report->hits);
}

static void print_json(const pawli_report *report, const pawl_world *world) {
    const pawl_counters counters = pawl_world_counters(world);
    if (report->hash_count > 0) fputs("\n  ", stdout);
    printf("],\n  \"tick\": %llu,\n  \"bodies\": %lu,\n  \"awake\": %lu,\n"
           "  \"contacts\": %lu,\n  \"joints\": %lu,\n  \"breaks\": %llu,\n"
           "  \"sensor_begins\": %llu,\n  \"hits\": %llu,\n"
           "  \"faults\": %lu,\n  \"hash\": \"%08lx\"",
           (unsigned long long)pawl_world_tick(world), (unsigned long)counters.bodies,
           (unsigned long)counters.awake, (unsigned long)counters.touching,
           (unsigned long)counters.joints, (unsigned long long)report->breaks,
           (unsigned long long)report->sensor_begins, (unsigned long long)report->hits,
           (unsigned long)pawl_world_faults(world), (unsigned long)pawl_world_hash(world));
}

void pawli_report_result(pawli_report *report, const pawl_world *world) {
    if (report->is_json) {
        print_json(report, world);
    } else {
        print_lines(report, world);
    }
}

void pawli_report_close(const pawli_report *report) {
    if (report->is_json) puts("\n}");
}
