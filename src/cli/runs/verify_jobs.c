/* verify_jobs.c - check many replays in processes of their own.
 *
 * A process per file costs a millisecond or two, and a file that brings its process down, or
 * takes too much memory, takes nothing else with it. Files wait in a ring: checks begin in the
 * order of the names, end in any order, and are printed in the order of the names. A slow file
 * holds back the lines behind it, and when the ring is full the checks as well, so memory is
 * bounded however long the list is. */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/common/command.h"
#include "cli/common/heap.h"
#include "cli/common/progress.h"
#include "cli/runs/verify.h"

#define SLOTS_PER_JOB 16u
#define PIPE_CHUNK 512u

typedef struct slot {
    cli_verify_name name;
    pid_t process;
    int pipe; /* -1: it has ended */
    char *text;
    size_t used, capacity;
    int code;
} slot;

typedef struct ring {
    const cli_verify_options *options;
    slot *slots;
    size_t capacity, oldest, count;
    uint64_t running;
    struct pollfd *polled; /* one for each running process */
    slot **polled_slots;
} ring;

static slot *slot_at(ring *in, size_t index) {
    return &in->slots[(in->oldest + index) % in->capacity];
}

/* A line that is not from the process itself. */
static void set_line(const ring *in, slot *one, const char *reason) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = cli_heap_open_text(&text, &size);
    one->code = cli_verify_put_error(&one->name, in->options, out, reason);
    fclose(out);
    free(one->text);
    one->text = text;
    one->used = size;
}

/* In the new process: the line goes into the pipe. */
static void run_child(const ring *in, const slot *one, int pipe_end) {
    FILE *out = fdopen(pipe_end, "w");
    close(STDIN_FILENO); /* whose place in the list is shared with us */
    if (out == NULL) _exit(CLI_EXIT_INPUT);
    const int code = cli_verify_file(&one->name, in->options, out);
    fclose(out);
    _exit(code);
}

static void start(ring *in, cli_verify_name name) {
    int ends[2] = {-1, -1};
    slot *one = slot_at(in, in->count++);
    memset(one, 0, sizeof *one);
    one->name = name;
    one->pipe = -1;
    if (pipe(ends) != 0) {
        set_line(in, one, strerror(errno));
        return;
    }
    one->process = fork();
    if (one->process == 0) {
        close(ends[0]);
        run_child(in, one, ends[1]);
    }
    close(ends[1]);
    if (one->process < 0) {
        set_line(in, one, strerror(errno));
        close(ends[0]);
        return;
    }
    one->pipe = ends[0];
    in->running++;
}

static void finish(ring *in, slot *one) {
    int status = 0;
    close(one->pipe);
    one->pipe = -1;
    in->running--;
    while (waitpid(one->process, &status, 0) < 0 && errno == EINTR) {
    }
    if (WIFEXITED(status)) {
        one->code = WEXITSTATUS(status);
        if (one->code != CLI_EXIT_OK && one->used == 0) {
            set_line(in, one, "the check ended without a result");
        }
        return;
    }
    char reason[64];
    snprintf(reason, sizeof reason, "the check was ended by signal %d", WTERMSIG(status));
    set_line(in, one, reason);
}

static void read_some(ring *in, slot *one) {
    if (one->capacity - one->used < PIPE_CHUNK) {
        one->capacity += PIPE_CHUNK * 2;
        one->text = cli_heap_reallocate(one->text, one->capacity);
    }
    const ssize_t got = read(one->pipe, one->text + one->used, one->capacity - one->used);
    if (got > 0) {
        one->used += (size_t)got;
    } else if (got == 0 || errno != EINTR) {
        finish(in, one);
    }
}

static void wait_for_some(ring *in) {
    nfds_t count = 0;
    for (size_t i = 0; i < in->count; i++) {
        slot *one = slot_at(in, i);
        if (one->pipe < 0) continue;
        in->polled[count].fd = one->pipe;
        in->polled[count].events = POLLIN;
        in->polled[count].revents = 0;
        in->polled_slots[count++] = one;
    }
    if (count == 0 || poll(in->polled, count, -1) < 0) return;
    for (nfds_t i = 0; i < count; i++) {
        if (in->polled[i].revents != 0) read_some(in, in->polled_slots[i]);
    }
}

/* Print what is finished and has nothing unfinished before it. */
static int print_ready(ring *in, int code) {
    while (in->count > 0 && slot_at(in, 0)->pipe < 0) {
        slot *one = slot_at(in, 0);
        if (one->used > 0) fwrite(one->text, 1, one->used, stdout);
        code = cli_verify_worse_exit(code, one->code);
        free(one->text);
        free(one->name.path);
        in->oldest = (in->oldest + 1) % in->capacity;
        in->count--;
    }
    fflush(stdout);
    return code;
}

int cli_verify_jobs_run(const cli_verify_names *names, const cli_verify_options *options,
                        uint64_t *count) {
    ring in = {.options = options, .capacity = (size_t)options->jobs * SLOTS_PER_JOB};
    int code = CLI_EXIT_OK;
    bool has_more = true;
    *count = 0;
    in.slots = cli_heap_allocate(in.capacity * sizeof *in.slots);
    in.polled = cli_heap_allocate((size_t)options->jobs * sizeof *in.polled);
    in.polled_slots = cli_heap_allocate((size_t)options->jobs * sizeof *in.polled_slots);
    fflush(stdout); /* or each process would print it again */
    cli_progress progress = cli_progress_start();
    if (isatty(STDOUT_FILENO) && !options->is_quiet) progress.is_wanted = false; /* lines tell */
    while (has_more || in.count > 0) {
        while (has_more && in.running < options->jobs && in.count < in.capacity) {
            const cli_verify_name name = names->next(names->context);
            has_more = name.path != NULL;
            if (!has_more) break;
            ++*count;
            start(&in, name);
        }
        cli_progress_show(&progress, "file", *count - in.count, *count);
        wait_for_some(&in);
        code = print_ready(&in, code);
    }
    cli_progress_end(&progress);
    free(in.slots);
    free(in.polled);
    free(in.polled_slots);
    return code;
}
