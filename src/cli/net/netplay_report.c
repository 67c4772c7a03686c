/* netplay_report.c - what a game over the network tells: events, hashes, the end, a desync. */
#include <string.h>

#include "cli/common/command.h"
#include "cli/net/netplay.h"
#include "cli/runs/report.h"

#define DIAGNOSIS_US 4000000u /* how long a diagnosis may take */
#define SHARE_US 1000000u     /* after it, for the other side */
#define TEXT_MAX 400

/* ---- desync ---- */

static const char *role_of(const cli_netplay_options *options) {
    return options->is_host ? "host" : options->spectate ? "spectator" : "client";
}

/* The replay up to the tick, and the state there that others do not have. */
static void write_desync(const cli_netplay *play) {
    const machine *self = play->machine;
    const cli_netplay_log *log = &play->log;
    const uint32_t at = play->desync_tick - log->first_tick;
    char path[64], meta[96];
    if (play->desync_tick < log->first_tick || at >= log->count) return;
    const bool has_suspect = self->suspect_size > 0 && self->suspect_tick == play->desync_tick;
    const cli_netplay_log_end end = {.players = (uint32_t)play->options->players,
                                     .seed = (uint32_t)play->options->seed,
                                     .tick = play->desync_tick,
                                     .hash = log->ticks[at].hash,
                                     .chain = log->ticks[at].chain,
                                     .meta = meta,
                                     .snapshot = has_suspect ? self->suspect : NULL,
                                     .snapshot_size = self->suspect_size};
    snprintf(path, sizeof path, "desync-%lu-%s.rep", (unsigned long)play->desync_tick,
             role_of(play->options));
    snprintf(meta, sizeof meta, "game=sumo\ndesync=%lu\nrole=%s\n",
             (unsigned long)play->desync_tick, role_of(play->options));
    if (cli_netplay_log_write(log, path, &end)) fprintf(stderr, "wrote %s\n", path);
}

/* JSON has stdout for itself. */
static FILE *text_of(const cli_netplay *play) {
    return play->options->json ? stderr : stdout;
}

static void print_difference(const cli_netplay *play) {
    char text[TEXT_MAX];
    uint32_t tick;
    pawl_difference difference;
    if (pawl_session_get_difference(play->machine->session, &tick, &difference) != PAWL_OK) {
        fputs("the difference is not known\n", text_of(play));
        return;
    }
    pawl_difference_print(&difference, text, sizeof text);
    fprintf(text_of(play), "first difference at tick %lu (a is this machine)\n%s",
            (unsigned long)tick,
            difference.values > 0 ? text : "the worlds are equal: the rules of the game differ\n");
}

/* ---- one of several machines ---- */

/* The host plays on with others, whatever becomes of this one. */
static bool has_others(const cli_netplay *play, uint32_t peer) {
    if (!play->is_host || play->options->desync == CLI_NETPLAY_END) return false;
    for (uint32_t i = 0; i < PAWL_SESSION_PEERS_MAX; i++)
        if (i != peer && play->is_there[i] && play->drop_us[i] == 0) return true;
    return false;
}

static void end_by_desync(cli_netplay *play, uint32_t tick, uint64_t now_us) {
    play->has_desync = play->is_over = true;
    play->desync_tick = tick;
    play->code = CLI_EXIT_FAILED;
    play->leave_us = now_us + DIAGNOSIS_US;
}

static void take_desync(cli_netplay *play, const pawl_session_event_info *event, uint64_t now_us) {
    if (play->has_desync) return;
    fprintf(text_of(play), "desync at tick %lu: hash %08lx here, %08lx there\n",
            (unsigned long)event->tick, (unsigned long)event->ours, (unsigned long)event->theirs);
    if (has_others(play, event->peer)) {
        fprintf(stderr, "peer %lu differs\n", (unsigned long)event->peer);
    } else {
        end_by_desync(play, event->tick, now_us);
    }
}

static void take_verdict(cli_netplay *play, const pawl_session_event_info *event, uint64_t now_us) {
    static const char *const culprits[] = {"unknown", "the other machine", "this machine",
                                           "both machines"};
    fprintf(stderr, "at fault: %s; %s", culprits[event->culprit],
            pawl_evidence_text(event->evidence));
    if (event->evidence == PAWL_EVIDENCE_MAJORITY) {
        fprintf(stderr, " (%lu like this one, %lu like the other)",
                (unsigned long)event->votes_here, (unsigned long)event->votes_there);
    }
    fputs("\n", stderr);
    if (play->has_desync) return;
    const bool is_here = event->culprit == PAWL_CULPRIT_HERE || event->culprit == PAWL_CULPRIT_BOTH;
    if (is_here || !has_others(play, event->peer)) {
        end_by_desync(play, event->tick, now_us);
    } else if (play->options->desync == CLI_NETPLAY_DROP) {
        play->drop_us[event->peer] = now_us + DIAGNOSIS_US;
    }
}

static void take_diagnosis(cli_netplay *play, const pawl_session_event_info *event,
                           uint64_t now_us) {
    if (play->has_printed) return;
    print_difference(play);
    if (play->has_desync) {
        play->has_printed = true;
        play->leave_us = now_us + SHARE_US;
    } else if (play->drop_us[event->peer] != 0) {
        play->drop_us[event->peer] = now_us + SHARE_US;
    }
}

static void drop_peers(cli_netplay *play, uint64_t now_us) {
    for (uint32_t i = 0; i < PAWL_SESSION_PEERS_MAX; i++) {
        if (play->drop_us[i] == 0 || now_us < play->drop_us[i]) continue;
        play->drop_us[i] = 0;
        (void)pawl_session_drop(play->machine->session, i);
    }
}

/* ---- events ---- */

static void refuse(cli_netplay *play, pawl_refusal reason, uint64_t now_us) {
    const bool is_version = reason == PAWL_REFUSED_PROTOCOL || reason == PAWL_REFUSED_SIMULATION ||
                            reason == PAWL_REFUSED_MATH || reason == PAWL_REFUSED_CONFIG ||
                            reason == PAWL_REFUSED_FEATURES;
    play->is_over = true;
    play->leave_us = now_us;
    play->code = is_version ? CLI_EXIT_VERSION : CLI_EXIT_INPUT;
}

/* What one of the builds lacks, and which one. */
static void tell_parting(const pawl_session_event_info *event) {
    char text[PAWL_FEATURES_TEXT_MAX];
    const uint32_t here = event->features & PAWL_FEATURES, there = event->features & ~here;
    if (event->reason != PAWL_REFUSED_FEATURES) return;
    (void)pawl_features_print(here, text, sizeof text);
    if (here != 0) fprintf(stderr, "the other build lacks: %s\n", text);
    (void)pawl_features_print(there, text, sizeof text);
    if (there != 0) fprintf(stderr, "this build lacks: %s\n", text);
}

/* A host with a password: is this one that may join? */
static void answer_question(cli_netplay *play, uint32_t peer) {
    uint32_t size;
    pawl_session *const session = play->machine->session;
    const char *const password = play->options->password;
    const void *const said = pawl_session_get_greeting(session, peer, &size);
    if (said != NULL && size == strlen(password) && memcmp(said, password, size) == 0) {
        (void)pawl_session_admit(session, peer);
    } else {
        fprintf(stderr, "peer %lu was refused: wrong password\n", (unsigned long)peer);
        (void)pawl_session_refuse(session, peer, CLI_NETPLAY_WRONG_PASSWORD);
    }
}

/* The others look for another one. */
static void lose_host(cli_netplay *play, uint64_t now_us) {
    play->is_host = false;
    play->hostless_us = now_us;
    memset(play->is_there, 0, sizeof play->is_there);
    memset(play->drop_us, 0, sizeof play->drop_us);
    fputs("the host is gone\n", stderr);
}

static void take_host(cli_netplay *play, const pawl_session_event_info *event) {
    play->hostless_us = 0;
    play->is_host = cli_net_members_move(&play->transport, play->machine->session, event->value);
    if (!play->is_host) {
        fprintf(stderr, "the host is another machine from tick %lu on\n",
                (unsigned long)event->tick);
        return;
    }
    /* Others may join here now. */
    pawl_udp_address own = {0};
    (void)pawl_udp_local(&play->transport.udp, &own);
    fprintf(stderr, "the host is this machine from tick %lu on, port %u\n",
            (unsigned long)event->tick, (unsigned)own.port);
}

static void take_peer_up(cli_netplay *play, const pawl_session_event_info *event) {
    play->present |= event->players;
    play->is_there[event->peer] = true;
    if (play->is_host && play->options->migrates)
        cli_net_members_tell(&play->transport, play->machine->session, event->peer);
    fprintf(stderr, "peer %lu came, players 0x%lx\n", (unsigned long)event->peer,
            (unsigned long)event->players);
}

/* Another host may be found, but by one that was not thrown out. */
static void take_peer_down(cli_netplay *play, const pawl_session_event_info *event,
                           uint64_t now_us) {
    const bool may_go_on =
        event->reason == PAWL_REFUSED_SILENCE || event->reason == PAWL_REFUSED_LEFT;
    fprintf(stderr, "peer %lu went: %s\n", (unsigned long)event->peer,
            pawl_refusal_text(event->reason));
    tell_parting(event);
    play->is_there[event->peer] = false;
    play->drop_us[event->peer] = 0;
    if (play->is_host || play->is_over) return;
    if (play->transport.migrates && may_go_on) {
        play->hostless_us = now_us;
    } else {
        refuse(play, event->reason, now_us);
    }
}

static void take_event(cli_netplay *play, const pawl_session_event_info *event, uint64_t now_us) {
    const char *reason = pawl_refusal_text(event->reason);
    switch (event->type) {
    case PAWL_EVENT_STARTED:
        fprintf(stderr, "the game begins at tick %lu\n", (unsigned long)event->tick);
        break;
    case PAWL_EVENT_PEER_UP:
        take_peer_up(play, event);
        break;
    case PAWL_EVENT_PEER_DOWN:
        take_peer_down(play, event, now_us);
        break;
    case PAWL_EVENT_PLAYER_GONE:
        fprintf(stderr, "players 0x%lx are gone from tick %lu\n", (unsigned long)event->players,
                (unsigned long)event->tick);
        break;
    case PAWL_EVENT_PLAYER_BACK:
        fprintf(stderr, "players 0x%lx are back from tick %lu\n", (unsigned long)event->players,
                (unsigned long)event->tick);
        break;
    case PAWL_EVENT_LATE:
        fprintf(stderr, "players 0x%lx are late: from tick %lu on nothing waits for them\n",
                (unsigned long)event->players, (unsigned long)event->tick);
        break;
    case PAWL_EVENT_INTERRUPTED:
        fprintf(stderr, "nothing comes from peer %lu\n", (unsigned long)event->peer);
        break;
    case PAWL_EVENT_RESUMED:
        fprintf(stderr, "peer %lu is heard again\n", (unsigned long)event->peer);
        break;
    case PAWL_EVENT_REFUSED:
        if (event->reason == PAWL_REFUSED_ADMISSION && event->code == CLI_NETPLAY_WRONG_PASSWORD) {
            reason = "wrong password";
        }
        fprintf(stderr, "refused: %s\n", reason);
        tell_parting(event);
        refuse(play, event->reason, now_us);
        break;
    case PAWL_EVENT_LOADING:
        if (event->value == event->total) {
            play->tally.snapshots++;
            fprintf(stderr, "loaded %lu bytes\n", (unsigned long)event->total);
        }
        break;
    case PAWL_EVENT_DESYNC:
        take_desync(play, event, now_us);
        break;
    case PAWL_EVENT_VERDICT:
        take_verdict(play, event, now_us);
        break;
    case PAWL_EVENT_DIAGNOSED:
        take_diagnosis(play, event, now_us);
        break;
    case PAWL_EVENT_HOST_GONE:
        lose_host(play, now_us);
        break;
    case PAWL_EVENT_STRANDED:
        fputs("no host has taken this machine in for 8 s: end it and join anew\n", stderr);
        break;
    case PAWL_EVENT_MIGRATED:
        take_host(play, event);
        break;
    case PAWL_EVENT_ADMIT:
        answer_question(play, event->peer);
        break;
    default:
        break;
    }
}

void cli_netplay_report_events(cli_netplay *play, uint64_t now_us) {
    pawl_session_event_info event;
    while (pawl_session_take_event(play->machine->session, &event))
        take_event(play, &event, now_us);
    drop_peers(play, now_us);
}

/* ---- hashes and the end ---- */

/* The log has the state before each tick; the sure game is at the one after the last of them. */
void cli_netplay_report_hash(cli_netplay *play) {
    const cli_netplay_log *log = &play->log;
    const uint64_t every = play->options->hash_every;
    if (every == 0) return;
    for (; play->hashes_done < log->count; play->hashes_done++) {
        const uint32_t tick = log->first_tick + play->hashes_done;
        if (tick == 0 || tick % every != 0) continue;
        const unsigned long hash = log->ticks[play->hashes_done].hash;
        if (play->options->json) {
            printf("%s\n    {\"tick\": %lu, \"hash\": \"%08lx\"}", play->hash_count > 0 ? "," : "",
                   (unsigned long)tick, hash);
        } else {
            printf("tick=%lu hash=%08lx\n", (unsigned long)tick, hash);
        }
        play->hash_count++;
    }
}

void cli_netplay_report(const cli_netplay *play) {
    const machine *self = play->machine;
    const cli_netplay_tally *tally = &play->tally;
    pawl_session_stats stats = {0};
    if (pawl_session_get_stats(self->session, 0, &stats) != PAWL_OK)
        memset(&stats, 0, sizeof stats);
    if (play->has_desync && !play->has_printed) print_difference(play);
    if (play->has_desync) write_desync(play);
    if (play->options->json && play->hash_count > 0) fputs("\n  ", stdout);
    cli_report_tell_faults(pawl_world_get_faults(self->sure.world));
    const char *form =
        play->options->json
            ? "],\n  \"tick\": %lu,\n  \"hash\": \"%08lx\",\n  \"chain\": \"%08lx\",\n"
              "  \"first_tick\": %lu,\n  \"rollbacks\": %lu,\n  \"replayed\": %lu,\n"
              "  \"stalls\": %lu,\n  \"longest_stall\": %lu,\n  \"sat_out\": %lu,\n"
              "  \"round_trip_ms\": %lu,\n  \"faults\": %lu,\n  \"desync\": %s\n}\n"
            : "tick=%lu hash=%08lx chain=%08lx first_tick=%lu rollbacks=%lu replayed=%lu "
              "stalls=%lu "
              "longest_stall=%lu sat_out=%lu round_trip_ms=%lu faults=0x%lx desync=%s\n";
    printf(form, (unsigned long)self->sure.rules.tick, (unsigned long)self->hash,
           (unsigned long)self->chain, (unsigned long)self->first_tick,
           (unsigned long)stats.rollbacks, (unsigned long)stats.replayed_ticks,
           (unsigned long)tally->stalls, (unsigned long)tally->longest_stall,
           (unsigned long)tally->sat_out, (unsigned long)stats.round_trip_ms,
           (unsigned long)pawl_world_get_faults(self->sure.world),
           play->has_desync ? "true" : "false");
}
