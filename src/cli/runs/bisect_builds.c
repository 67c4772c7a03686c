/* bisect_builds.c - two pawl programs side by side.
 *
 * Both print the hash of every tick; the lines are compared as they come. Then both write a
 * snapshot of the first tick that differs, and this program compares the two. Programs are started
 * without a shell, so names of files mean what they say. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/runs/bisect.h"
#include "cli/common/command.h"
#include "cli/runs/edits.h"
#include "cli/common/file.h"
#include "cli/common/progress.h"
#include "cli/runs/snapshot_file.h"

#define ARGUMENTS_MAX 12
#define LINE_MAX_BYTES 256

typedef struct arguments {
    const char *at[ARGUMENTS_MAX]; /* until a null */
    int count;
} arguments;

static void add(arguments *to, const char *text) {
    if (to->count < ARGUMENTS_MAX - 1) to->at[to->count++] = text;
}

typedef struct build {
    const char *program;
    pid_t process;
    FILE *lines;
    int code; /* once it has ended */
    char line[LINE_MAX_BYTES];
    bool has_line;
    unsigned long long tick;
    char hash[16];
} build;

/* In the new process. */
static void run_program(const arguments *with, int out) {
    const int nowhere = open("/dev/null", O_RDWR);
    if (nowhere >= 0) {
        dup2(nowhere, STDIN_FILENO);
        dup2(nowhere, STDERR_FILENO);
    }
    dup2(out, STDOUT_FILENO);
    char *copy[ARGUMENTS_MAX];
    for (int i = 0; i <= with->count; i++)
        memcpy(&copy[i], &with->at[i], sizeof copy[i]); /* execvp takes no const */
    execvp(copy[0], copy);
    _exit(127);
}

static bool start(build *one, const arguments *with) {
    int ends[2];
    if (pipe(ends) != 0) return false;
    one->process = fork();
    if (one->process == 0) {
        close(ends[0]);
        run_program(with, ends[1]);
    }
    close(ends[1]);
    if (one->process < 0) {
        close(ends[0]);
        return false;
    }
    /* The other one must not keep our end open. */
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    one->lines = fdopen(ends[0], "r");
    return one->lines != NULL;
}

static void stop(build *one) {
    int status = 0;
    if (one->lines != NULL) fclose(one->lines); /* it ends by SIGPIPE if it has more to say */
    one->lines = NULL;
    while (waitpid(one->process, &status, 0) < 0 && errno == EINTR) {
    }
    one->code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* The next line "tick=N hash=H"; has_line is false when there are no more. */
static void read_line(build *one) {
    one->has_line = false;
    while (fgets(one->line, sizeof one->line, one->lines) != NULL) {
        one->has_line = sscanf(one->line, "tick=%llu hash=%8[0-9a-f]", &one->tick, one->hash) == 2;
        if (one->has_line) return;
    }
}

/* ---- the parts of a comparison ---- */

typedef struct pair {
    const cli_bisect_options *options;
    bool is_replay;
    build builds[2];
    bool found;                     /* a difference */
    unsigned long long tick, equal; /* where, and the last that was equal */
    unsigned long long compared;
    char ticks_text[24];
} pair;

static arguments hash_arguments(const pair *in, int which) {
    arguments out = {.count = 0};
    add(&out, in->builds[which].program);
    add(&out, in->is_replay ? "replay" : "run");
    add(&out, in->options->path);
    add(&out, "--hash-every");
    add(&out, "1");
    if (in->is_replay) {
        add(&out, "--force");
    } else if (in->options->has_ticks) {
        add(&out, "--ticks");
        add(&out, in->ticks_text);
    }
    return out;
}

static arguments snapshot_arguments(const pair *in, int which, const char *tick, const char *file) {
    arguments out = {.count = 0};
    add(&out, in->builds[which].program);
    add(&out, in->is_replay ? "replay" : "run");
    add(&out, in->options->path);
    add(&out, in->is_replay ? "--tick" : "--ticks");
    add(&out, tick);
    add(&out, "--snapshot");
    add(&out, file);
    if (in->is_replay) add(&out, "--force");
    return out;
}

static int tell_end(const build *one, const char *what) {
    char reason[80];
    if (one->code == 127) {
        snprintf(reason, sizeof reason, "cannot be started");
    } else if (one->code > 128) {
        snprintf(reason, sizeof reason, "%s ended by signal %d", what, one->code - 128);
    } else {
        snprintf(reason, sizeof reason, "%s ended with exit code %d", what, one->code);
    }
    return cli_command_file_error(one->program, reason);
}

static void compare_lines(pair *in) {
    build *a = &in->builds[0], *b = &in->builds[1];
    cli_progress progress = cli_progress_start();
    for (;;) {
        read_line(a);
        read_line(b);
        if (!a->has_line || !b->has_line) break;
        in->compared++;
        if (a->tick != b->tick || strcmp(a->hash, b->hash) != 0) {
            in->found = true;
            in->tick = a->tick;
            break;
        }
        in->equal = a->tick;
        cli_progress_show(&progress, "tick", a->tick, a->tick);
    }
    cli_progress_end(&progress);
}

/* A world of a build at the tick, through a file that is gone afterwards. */
static pawl_world *fetch_world(pair *in, int which, int *code) {
    const char *folder = getenv("TMPDIR");
    char path[256], tick[24];
    build *one = &in->builds[which];
    snprintf(path, sizeof path, "%s/pawl-bisect-XXXXXX",
             folder == NULL || strlen(folder) > 200 ? "/tmp" : folder);
    const int file = mkstemp(path);
    if (file < 0) {
        *code = cli_command_file_error(path, strerror(errno));
        return NULL;
    }
    close(file);
    snprintf(tick, sizeof tick, "%llu", in->tick);
    const arguments with = snapshot_arguments(in, which, tick, path);
    pawl_world *world = NULL;
    if (start(one, &with)) {
        while (fgets(one->line, sizeof one->line, one->lines) != NULL) {
        }
        stop(one);
        if (one->code > CLI_EXIT_FAILED) {
            *code = tell_end(one, "the run for a snapshot");
        } else {
            world = cli_snapshot_file_load(path, in->options->budget.mib, code);
        }
    }
    unlink(path);
    return world;
}

static void tell_values(pair *in) {
    pawl_difference difference;
    int code = 0;
    pawl_world *a = fetch_world(in, 0, &code);
    pawl_world *b = a == NULL ? NULL : fetch_world(in, 1, &code);
    if (b != NULL) {
        pawl_world_compare(a, b, &difference);
        cli_edits_put_difference(stdout, &difference);
    }
    free(a);
    free(b);
}

static int tell_equal(const pair *in) {
    const bool diverged = in->builds[0].code == CLI_EXIT_FAILED;
    if (in->options->json) {
        printf("{\"result\": \"equal\", \"ticks\": %llu, \"diverged\": %s}\n", in->compared,
               diverged ? "true" : "false");
    } else if (diverged) {
        printf("no difference up to tick %llu, where both diverge from the replay\n", in->equal);
    } else {
        printf("no difference: %llu ticks compared\n", in->compared);
    }
    return diverged ? CLI_EXIT_FAILED : CLI_EXIT_OK;
}

static int tell_result(pair *in) {
    const build *a = &in->builds[0], *b = &in->builds[1];
    if (!in->found) return tell_equal(in);
    if (in->options->json) {
        printf("{\"result\": \"differs\", \"tick\": %llu, \"equal\": %llu, \"a\": \"%s\", \"b\": "
               "\"%s\"}\n",
               in->tick, in->equal, a->hash, b->hash);
        return CLI_EXIT_FAILED;
    }
    printf("first difference at tick %llu: a=%s b=%s, equal up to tick %llu\n", in->tick, a->hash,
           b->hash, in->equal);
    tell_values(in);
    return CLI_EXIT_FAILED;
}

int cli_bisect_builds(const cli_bisect_options *options) {
    pair in = {.options = options};
    cli_file file;
    char reason[CLI_REASON_MAX];
    if (!cli_file_read(options->path, (size_t)options->budget.mib * CLI_MIB, &file, reason)) {
        return cli_command_file_error(options->path, reason);
    }
    in.is_replay = cli_replay_file_is_replay(&file);
    free(file.bytes);
    snprintf(in.ticks_text, sizeof in.ticks_text, "%llu", (unsigned long long)options->ticks);
    for (int i = 0; i < 2; i++) {
        in.builds[i].program = options->builds.at[i];
        const arguments with = hash_arguments(&in, i);
        if (!start(&in.builds[i], &with)) {
            return cli_command_file_error(options->builds.at[i], strerror(errno));
        }
    }
    compare_lines(&in);
    for (int i = 0; i < 2; i++)
        stop(&in.builds[i]);
    for (int i = 0; i < 2 && !in.found; i++) {
        /* A replay that diverges ends so in both; one that has more to say, by our stop. */
        const int end = in.builds[i].code;
        if (end > CLI_EXIT_FAILED && end != 128 + SIGPIPE) {
            return tell_end(&in.builds[i], "the run");
        }
    }
    const bool ends_alike = in.builds[0].has_line == in.builds[1].has_line;
    if (!in.found && (!ends_alike || in.compared == 0)) {
        return cli_command_file_error(options->path,
                                      in.compared == 0 ? "nothing was compared"
                                                       : "one build stops earlier than the other");
    }
    return tell_result(&in);
}
