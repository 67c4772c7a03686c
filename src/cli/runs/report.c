/* report.c - lines or JSON about a run. */
#include "cli/runs/report.h"

#include <stdio.h>

#include "pawl/soft.h"
#include "pawl/state.h"

void cli_report_start(cli_report *report) {
    if (report->is_json) fputs("{\n  \"hashes\": [", stdout);
}

static bool is_due(const cli_report *report, uint64_t tick) {
    return report->hash_every != 0 && tick != 0 && tick % report->hash_every == 0;
}

static void put_hash(cli_report *report, uint64_t tick, unsigned long hash) {
    if (report->is_json) {
        printf("%s\n    {\"tick\": %llu, \"hash\": \"%08lx\"}", report->hash_count > 0 ? "," : "",
               (unsigned long long)tick, hash);
    } else {
        printf("tick=%llu hash=%08lx\n", (unsigned long long)tick, hash);
    }
    report->hash_count++;
}

void cli_report_hash(cli_report *report, const pawl_world *world, uint64_t tick) {
    if (is_due(report, tick)) put_hash(report, tick, pawl_world_hash(world));
}

void cli_report_count(cli_report *report, const pawl_world *world) {
    const pawl_events events = pawl_world_get_events(world);
    report->breaks += events.break_count;
    report->sensor_begins += events.sensor_begin_count;
    report->hits += events.hit_count;
    report->tears += events.tear_count;
}

/* Soft bodies, of which how many are awake. */
typedef struct softs {
    unsigned long count, awake;
} softs;

static softs count_softs(const pawl_world *world) {
    softs found = {0, 0};
    pawl_soft_id at = pawl_world_next_soft(world, pawl_soft_id_load(0));
    for (; pawl_soft_is_valid(world, at); at = pawl_world_next_soft(world, at)) {
        found.count++;
        found.awake += pawl_soft_is_awake(world, at);
    }
    return found;
}

void cli_report_tell_faults(uint32_t faults) {
    for (uint32_t bit = 1; bit != 0 && bit <= faults; bit <<= 1) {
        if ((faults & bit) == 0) continue;
        fprintf(stderr, "pawl: note: fault 0x%lx: %s\n", (unsigned long)bit, pawl_fault_text(bit));
    }
}

/* The result is the last line. */
static void print_lines(const cli_report *report, const pawl_world *world) {
    const softs soft = count_softs(world);
    const pawl_counters counters = pawl_world_get_counters(world);
    if (soft.count + report->tears > 0) {
        printf("soft_bodies=%lu soft_awake=%lu tears=%llu\n", soft.count, soft.awake,
               (unsigned long long)report->tears);
    }
    if (counters.joints + report->breaks + report->sensor_begins + report->hits != 0) {
        printf("joints=%lu breaks=%llu sensor_begins=%llu hits=%llu\n",
               (unsigned long)counters.joints, (unsigned long long)report->breaks,
               (unsigned long long)report->sensor_begins, (unsigned long long)report->hits);
    }
    printf("tick=%llu bodies=%lu awake=%lu contacts=%lu faults=0x%lx hash=%08lx\n",
           (unsigned long long)pawl_world_get_tick(world), (unsigned long)counters.bodies,
           (unsigned long)counters.awake, (unsigned long)counters.touching,
           (unsigned long)pawl_world_get_faults(world), (unsigned long)pawl_world_hash(world));
}

static void print_json(const cli_report *report, const pawl_world *world) {
    const pawl_counters counters = pawl_world_get_counters(world);
    const softs soft = count_softs(world);
    if (report->hash_count > 0) fputs("\n  ", stdout);
    printf("],\n  \"tick\": %llu,\n  \"bodies\": %lu,\n  \"awake\": %lu,\n"
           "  \"contacts\": %lu,\n  \"joints\": %lu,\n  \"breaks\": %llu,\n"
           "  \"sensor_begins\": %llu,\n  \"hits\": %llu,\n"
           "  \"soft_bodies\": %lu,\n  \"soft_awake\": %lu,\n  \"tears\": %llu,\n"
           "  \"faults\": %lu,\n  \"hash\": \"%08lx\"",
           (unsigned long long)pawl_world_get_tick(world), (unsigned long)counters.bodies,
           (unsigned long)counters.awake, (unsigned long)counters.touching,
           (unsigned long)counters.joints, (unsigned long long)report->breaks,
           (unsigned long long)report->sensor_begins, (unsigned long long)report->hits, soft.count,
           soft.awake, (unsigned long long)report->tears,
           (unsigned long)pawl_world_get_faults(world), (unsigned long)pawl_world_hash(world));
}

void cli_report_result(cli_report *report, const pawl_world *world) {
    cli_report_tell_faults(pawl_world_get_faults(world));
    if (report->is_json) {
        print_json(report, world);
    } else {
        print_lines(report, world);
    }
}

/* ---- of an arcade ---- */

void cli_report_arcade_hash(cli_report *report, const pawl_arcade *arcade, uint64_t tick) {
    if (is_due(report, tick)) put_hash(report, tick, pawl_arcade_hash(arcade));
}

void cli_report_arcade_count(cli_report *report, const pawl_arcade *arcade) {
    const pawl_arcade_contact *contacts = pawl_arcade_get_contacts(arcade);
    const uint16_t count = pawl_arcade_get_contact_count(arcade);
    for (uint16_t i = 0; i < count; i++)
        report->contacts[contacts[i].type]++;
}

void cli_report_arcade_result(const cli_report *report, const pawl_arcade *arcade) {
    const uint64_t *of = report->contacts;
    const unsigned long tick = pawl_arcade_get_tick(arcade),
                        faults = pawl_arcade_get_faults(arcade);
    const unsigned long bodies = pawl_arcade_get_body_count(arcade),
                        hash = pawl_arcade_hash(arcade);
    const unsigned long contacts = pawl_arcade_get_contact_count(arcade) +
                                   (unsigned long)pawl_arcade_get_dropped_count(arcade);
    const char *const end = report->hash_count > 0 ? "\n  " : "";
    const char *const json = "],\n  \"tick\": %lu,\n  \"bodies\": %lu,\n  \"contacts\": %lu,\n"
                             "  \"faults\": %lu,\n  \"hash\": \"%08lx\",\n";
    cli_report_tell_faults(pawl_arcade_get_faults(arcade));
    if (report->is_json) {
        fputs(end, stdout);
        printf(json, tick, bodies, contacts, faults, hash);
    }
    printf(report->is_json ? "  \"impacts\": %llu,\n  \"pushes\": %llu,\n  \"springs\": %llu,\n"
                             "  \"passes\": %llu,\n  \"edges\": %llu"
                           : "impacts=%llu pushes=%llu springs=%llu passes=%llu edges=%llu\n",
           (unsigned long long)of[PAWL_ARCADE_CONTACT_IMPACT],
           (unsigned long long)of[PAWL_ARCADE_CONTACT_PUSH],
           (unsigned long long)of[PAWL_ARCADE_CONTACT_SPRING],
           (unsigned long long)of[PAWL_ARCADE_CONTACT_SENSOR],
           (unsigned long long)of[PAWL_ARCADE_CONTACT_EDGE]);
    if (report->is_json) return;
    printf("tick=%lu bodies=%lu contacts=%lu faults=0x%lx hash=%08lx\n", tick, bodies, contacts,
           faults, hash);
}

void cli_report_close(const cli_report *report) {
    if (report->is_json) puts("\n}");
}
