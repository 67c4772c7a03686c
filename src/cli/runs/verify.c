/* verify.c - play a replay, compare it with its checkpoints, say so on one line. */
#include "cli/runs/verify.h"

#include <stdlib.h>
#include <string.h>

#include "cli/common/command.h"
#include "cli/runs/games.h"
#include "cli/common/progress.h"
#include "cli/common/text.h"

int cli_verify_worse_exit(int a, int b) {
    static const int weight[] = {0, 1, 3, 2};
    return weight[a] > weight[b] ? a : b;
}

/* ---- lines ---- */

typedef struct line {
    const cli_verify_options *options;
    const cli_verify_name *name;
    FILE *out;
    const cli_signed *proof; /* null: signatures are not looked at */
} line;

static void begin_line(const line *to, const char *result) {
    if (to->options->is_json) {
        fputc('{', to->out);
        if (to->options->shard.count > 0)
            fprintf(to->out, "\"index\": %llu, ", (unsigned long long)to->name->index);
        fputs("\"file\": ", to->out);
        cli_text_put_json(to->out, to->name->path);
        fprintf(to->out, ", \"result\": \"%s\"", result);
    } else {
        fprintf(to->out, "%s ", result);
        cli_text_put_plain(to->out, to->name->path);
    }
}

/* The line ends, and what is proven follows. */
static void end_line(const line *to) {
    if (to->options->is_json) {
        if (to->proof != NULL) {
            fputs(", \"signatures\": ", to->out);
            cli_signed_put_json(to->out, to->proof);
        }
        fputs("}\n", to->out);
    } else {
        fputc('\n', to->out);
        if (to->proof != NULL) cli_signed_put_lines(to->out, to->proof);
    }
}

static int put_reason(const line *to, int code, const char *result, const char *reason) {
    begin_line(to, result);
    if (to->options->is_json) {
        fputs(", \"reason\": ", to->out);
        cli_text_put_json(to->out, reason);
    } else {
        fprintf(to->out, ": ");
        cli_text_put_plain(to->out, reason);
    }
    end_line(to);
    return code;
}

static int put_failure(const line *to, int code, const char *reason) {
    return put_reason(to, code, code == CLI_EXIT_VERSION ? "version" : "malformed", reason);
}

/* Cut off, with no checkpoint behind the state that it begins with. */
static bool compares_nothing(const pawl_replay *replay, const pawl_verdict *verdict) {
    return verdict->is_cut_off && verdict->equal_tick == replay->first_tick;
}

static int put_cut(const line *to, const pawl_verdict *verdict) {
    char reason[CLI_REPLAY_REASON_MAX];
    snprintf(reason, sizeof reason,
             "cut off: no checkpoint behind the first keyframe, up to tick %llu",
             (unsigned long long)verdict->tick);
    return put_reason(to, CLI_EXIT_INPUT, "cut", reason);
}

static bool is_too_little_signed(const line *to) {
    return to->proof != NULL && to->proof->result == CLI_SIGNED_UNSIGNED;
}

/* Nothing was played. */
static int put_not_played(const line *to, const pawl_replay *replay) {
    const unsigned long long ticks = replay->last_tick - replay->first_tick;
    if (is_too_little_signed(to))
        return put_reason(to, CLI_EXIT_FAILED, "unsigned", to->proof->reason);
    if (to->options->is_quiet) return CLI_EXIT_OK;
    begin_line(to, "ok");
    if (to->options->is_json) {
        fprintf(to->out, ", \"ticks\": %llu, \"cut_off\": %s, \"played\": false", ticks,
                replay->is_complete ? "false" : "true");
    } else {
        fprintf(to->out, " ticks=%llu%s (not played)", ticks,
                replay->is_complete ? "" : " (cut off)");
    }
    end_line(to);
    return CLI_EXIT_OK;
}

/* hash: of the last state. */
static int put_ok(const line *to, const pawl_replay *replay, const pawl_verdict *verdict,
                  uint32_t hash) {
    if (to->options->is_quiet) return CLI_EXIT_OK;
    begin_line(to, "ok");
    if (to->options->is_json) {
        fprintf(to->out,
                ", \"ticks\": %llu, \"hash\": \"%08lx\", \"checkpoints\": %lu, \"cut_off\": %s, "
                "\"own_version\": %s",
                (unsigned long long)(verdict->tick - replay->first_tick), (unsigned long)hash,
                (unsigned long)verdict->checkpoints, verdict->is_cut_off ? "true" : "false",
                verdict->is_own_version ? "true" : "false");
    } else {
        fprintf(to->out, " ticks=%llu hash=%08lx checkpoints=%lu%s%s",
                (unsigned long long)(verdict->tick - replay->first_tick), (unsigned long)hash,
                (unsigned long)verdict->checkpoints, verdict->is_cut_off ? " (cut off)" : "",
                verdict->is_own_version ? "" : " (another version)");
    }
    end_line(to);
    return CLI_EXIT_OK;
}

static int put_diverged(const line *to, const pawl_verdict *verdict) {
    char branches[CLI_BRANCHES_MAX];
    cli_replay_file_branches_text(verdict->branches, branches);
    begin_line(to, "diverged");
    fprintf(to->out,
            to->options->is_json
                ? ", \"tick\": %llu, \"want\": \"%08lx\", \"got\": \"%08lx\", \"parts\": \"%s\", "
                  "\"equal\": %llu"
                : " tick=%llu want=%08lx got=%08lx parts=%s equal=%llu",
            (unsigned long long)verdict->tick, (unsigned long)verdict->want,
            (unsigned long)verdict->got, branches, (unsigned long long)verdict->equal_tick);
    end_line(to);
    return CLI_EXIT_FAILED;
}

static int put_verdict(const line *to, const pawl_replay *replay, const pawl_verdict *verdict,
                       uint32_t hash) {
    char reason[CLI_REPLAY_REASON_MAX];
    switch (verdict->status) {
    case PAWL_OK:
        if (compares_nothing(replay, verdict)) return put_cut(to, verdict);
        if (is_too_little_signed(to))
            return put_reason(to, CLI_EXIT_FAILED, "unsigned", to->proof->reason);
        return put_ok(to, replay, verdict, hash);
    case PAWL_ERR_DESYNC:
        return put_diverged(to, verdict);
    case PAWL_ERR_VERSION:
        return put_failure(to, cli_replay_file_refuse_version(&replay->header, reason), reason);
    case PAWL_ERR_LIMIT:
        cli_replay_file_verdict_reason(verdict, reason);
        return put_reason(to, CLI_EXIT_INPUT, "limit", reason);
    default:
        cli_replay_file_verdict_reason(verdict, reason);
        return put_failure(to, cli_replay_file_exit_code(verdict->status), reason);
    }
}

/* ---- playing ---- */

static bool report_progress(void *context, uint64_t tick, uint64_t last) {
    cli_progress_show(context, "tick", tick, last);
    return true;
}

static int verify_game(const line *to, const cli_replay_file *file) {
    const pawl_replay *replay = &file->replay;
    const cli_game *game = cli_games_by_id(replay->header.app_id, replay->header.players);
    const cli_replay_budget *budget = &to->options->budget;
    pawl_replay_limits limits = pawl_replay_limits_default();
    cli_progress progress = cli_progress_start();
    const pawl_progress report = {report_progress, &progress};
    char reason[CLI_REPLAY_REASON_MAX];
    if (game == NULL) {
        snprintf(reason, sizeof reason, "app id %08lx is no game of this program for %u players",
                 (unsigned long)replay->header.app_id, (unsigned)replay->header.players);
        return put_reason(to, CLI_EXIT_INPUT, "unknown", reason);
    }
    if (replay->header.input_size != game->input_size) {
        return put_failure(to, CLI_EXIT_INPUT, "offset 8: not the inputs of this game");
    }
    limits.ticks_max = budget->ticks;
    void *state = cli_heap_allocate(game->size);
    const pawl_replay_game calls = {state, game->load, game->step, game->hash, NULL};
    const pawl_verdict verdict =
        game->start(state, replay->header.seed)
            ? pawl_replay_verify(replay, &calls, &limits, budget->force,
                                 to->options->shows_progress ? &report : NULL)
            : (pawl_verdict){.status = PAWL_ERR_ARGUMENT};
    const uint32_t hash = verdict.status == PAWL_OK ? game->hash(state) : 0;
    cli_progress_end(&progress);
    free(state);
    return put_verdict(to, replay, &verdict, hash);
}

static int verify_world(const line *to, cli_replay_run *run) {
    cli_progress progress = cli_progress_start();
    const pawl_progress report = {report_progress, &progress};
    const pawl_step_hooks hooks = {.lanes = pawl_lanes_best()};
    const pawl_verdict verdict =
        pawl_playback_verify(&run->playback, &hooks, to->options->shows_progress ? &report : NULL);
    cli_progress_end(&progress);
    return put_verdict(to, &run->file.replay, &verdict, pawl_world_hash(run->playback.world));
}

int cli_verify_put_error(const cli_verify_name *name, const cli_verify_options *options, FILE *out,
                         const char *reason) {
    const line to = {options, name, out, NULL};
    return put_reason(&to, CLI_EXIT_INPUT, "error", reason);
}

static int play_file(const line *to, cli_replay_run *run) {
    char reason[CLI_REPLAY_REASON_MAX];
    if (run->file.replay.header.type == PAWL_REPLAY_GAME) {
        const int code = verify_game(to, &run->file);
        cli_replay_file_close(&run->file);
        return code;
    }
    int code = cli_replay_file_play(NULL, &to->options->budget, run, reason);
    if (code == CLI_EXIT_INPUT && strncmp(reason, "offset", 6) != 0)
        return put_reason(to, code, "limit", reason);
    if (code != CLI_EXIT_OK) return put_failure(to, code, reason);
    code = verify_world(to, run);
    cli_replay_file_stop(run);
    return code;
}

/* Inputs that were changed play otherwise, too: so signatures come first, and name the player. */
static int prove_file(line *to, cli_replay_run *run, cli_signed *proof) {
    int code;
    cli_signed_find(&run->file.replay, to->options->signatures, proof);
    to->proof = proof;
    if (proof->result == CLI_SIGNED_FORGED) {
        code = put_reason(to, CLI_EXIT_FAILED, "forged", proof->reason);
    } else if (proof->result == CLI_SIGNED_LIMIT) {
        code = put_reason(to, CLI_EXIT_INPUT, "limit", proof->reason);
    } else if (to->options->plays_not) {
        code = put_not_played(to, &run->file.replay);
    } else {
        return play_file(to, run);
    }
    cli_replay_file_close(&run->file);
    return code;
}

int cli_verify_file(const cli_verify_name *name, const cli_verify_options *options, FILE *out) {
    line to = {options, name, out, NULL};
    char reason[CLI_REPLAY_REASON_MAX];
    cli_signed proof;
    cli_replay_run run;
    memset(&run, 0, sizeof run);
    const int code = cli_replay_file_open(name->path, (size_t)(options->budget.mib * CLI_MIB),
                                          &run.file, reason);
    /* What a system call says names no place in the file. */
    if (code == CLI_EXIT_INPUT && strncmp(reason, "offset", 6) != 0) {
        return put_reason(&to, code, "error", reason);
    }
    if (code != CLI_EXIT_OK) return put_failure(&to, code, reason);
    return options->signatures != NULL ? prove_file(&to, &run, &proof) : play_file(&to, &run);
}
