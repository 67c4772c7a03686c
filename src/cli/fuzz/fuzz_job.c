/* fuzz_job.c - processes that play, and what they say at the end. */
#include "cli/fuzz/fuzz_job.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/common/clock.h"
#include "cli/common/command.h"
#include "cli/common/heap.h"

#define POLL_MS 200

/* In the new process. What the game prints is not ours to show. */
static void run_child(cli_fuzz_job *job, const pawl_game *game, int end, bool is_quiet) {
    const int nowhere = open("/dev/null", O_RDWR);
    if (nowhere >= 0) {
        dup2(nowhere, STDIN_FILENO);
        dup2(is_quiet ? nowhere : STDERR_FILENO, STDOUT_FILENO);
        if (is_quiet) dup2(nowhere, STDERR_FILENO);
    }
    cli_fuzz_play_run(game, &job->script, &job->verdict);
    const ssize_t written = write(end, &job->verdict, sizeof job->verdict);
    fflush(stdout);
    _exit(written == (ssize_t)sizeof job->verdict ? 0 : 1);
}

bool cli_fuzz_job_start(cli_fuzz_job *job, const pawl_game *game, bool is_quiet) {
    int ends[2] = {-1, -1};
    memset(&job->verdict, 0, sizeof job->verdict);
    fflush(stdout);
    job->process = pipe(ends) == 0 ? fork() : -1;
    if (job->process == 0) {
        close(ends[0]);
        run_child(job, game, ends[1], is_quiet);
    }
    if (job->process < 0) {
        cli_command_file_error(game->name, strerror(errno));
        job->process = 0;
        if (ends[0] >= 0) close(ends[0]);
        if (ends[1] >= 0) close(ends[1]);
        return false;
    }
    close(ends[1]);
    job->pipe = ends[0];
    job->began_us = cli_clock_now();
    return true;
}

static void finish(cli_fuzz_job *job, bool is_late) {
    int status = 0;
    if (is_late) kill(job->process, SIGKILL);
    const ssize_t got = is_late ? 0 : read(job->pipe, &job->verdict, sizeof job->verdict);
    close(job->pipe);
    while (waitpid(job->process, &status, 0) < 0 && errno == EINTR) {
    }
    job->process = 0;
    if (got == (ssize_t)sizeof job->verdict) return;
    memset(&job->verdict, 0, sizeof job->verdict);
    if (is_late) {
        cli_fuzz_verdict_set(&job->verdict, CLI_FUZZ_ENDLESS, 0, 0,
                             "the game does not end: a call of it does not return, or is too slow");
    } else if (WIFSIGNALED(status)) {
        cli_fuzz_verdict_set(&job->verdict, CLI_FUZZ_CRASHED, 0, 0, "the process died: %s",
                             strsignal(WTERMSIG(status)));
    } else {
        cli_fuzz_verdict_set(&job->verdict, CLI_FUZZ_CRASHED, 0, 0,
                             "the game ended the process, exit code %d", WEXITSTATUS(status));
    }
}

static bool has_ended(const cli_fuzz_job *job) {
    struct pollfd one = {job->pipe, POLLIN, 0};
    return poll(&one, 1, 0) > 0;
}

/* For any of them, or for a while. */
static void wait_for_some(const cli_fuzz_job *jobs, uint32_t count) {
    struct pollfd *const polled = cli_heap_allocate(count * sizeof *polled);
    nfds_t used = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (jobs[i].process == 0) continue;
        polled[used].fd = jobs[i].pipe;
        polled[used].events = POLLIN;
        polled[used++].revents = 0;
    }
    (void)poll(polled, used, POLL_MS);
    free(polled);
}

cli_fuzz_job *cli_fuzz_job_wait(cli_fuzz_job *jobs, uint32_t count, uint64_t seconds) {
    for (;;) {
        for (uint32_t i = 0; i < count; i++) {
            cli_fuzz_job *const job = &jobs[i];
            if (job->process == 0) continue;
            const bool is_late = cli_clock_now() - job->began_us > seconds * 1000000u;
            if (!is_late && !has_ended(job)) continue;
            finish(job, is_late);
            return job;
        }
        wait_for_some(jobs, count);
    }
}

bool cli_fuzz_job_play(const pawl_game *game, const cli_fuzz_script *script, uint64_t seconds,
                       bool is_quiet, cli_fuzz_verdict *verdict) {
    cli_fuzz_job job = {.script = *script};
    if (!cli_fuzz_job_start(&job, game, is_quiet)) return false;
    (void)cli_fuzz_job_wait(&job, 1, seconds);
    *verdict = job.verdict;
    return true;
}
