/* clock.c - the monotonic clock, and interrupts. */
#include "cli/common/clock.h"

#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "cli/common/output.h"
#include "pawl/state.h"

static volatile sig_atomic_t interrupted;

uint64_t cli_clock_nanoseconds(void) {
    struct timespec now = {0};
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

uint64_t cli_clock_now(void) {
    return cli_clock_nanoseconds() / 1000;
}

void cli_clock_sleep(uint64_t microseconds) {
    const struct timespec time = {(time_t)(microseconds / 1000000),
                                  (long)(microseconds % 1000000 * 1000)};
    (void)nanosleep(&time, NULL);
}

static void on_interrupt(int number) {
    if (interrupted) cli_output_end_by(number);
    interrupted = 1;
}

void cli_clock_catch_interrupts(void) {
    struct sigaction action = {.sa_handler = on_interrupt};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

bool cli_clock_is_interrupted(void) {
    return interrupted != 0;
}

bool cli_clock_draw_secret(uint8_t *out, size_t size) {
    FILE *file = fopen("/dev/urandom", "rb");
    if (file == NULL) return false;
    const bool is_drawn = fread(out, size, 1, file) == 1;
    fclose(file);
    return is_drawn;
}

uint32_t cli_clock_entropy(void) {
    uint32_t words[4] = {0};
    if (!cli_clock_draw_secret(
            (uint8_t *)words,
            sizeof words)) { /* unlikely to be the same twice, which is all that is asked for */
        const uint64_t now = cli_clock_now();
        words[0] = (uint32_t)now;
        words[1] = (uint32_t)(now >> 32);
        words[2] = (uint32_t)getpid();
        words[3] = (uint32_t)time(NULL);
    }
    const uint32_t number = pawl_xxh32(words, sizeof words, 0);
    return number != 0 ? number : 1;
}
