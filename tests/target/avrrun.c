/* avrrun.c - runs a program on an AVR that libsimavr models, without a screen.
 *
 *   avrrun [--profile] [--limit CYCLES] CHIP PROGRAM.elf
 *
 * What the program sends through UART0 goes to standard output; it ends with its interrupts off
 * and the core asleep, and its status is the byte in GPIOR1. A store of n to GPIOR0 begins section
 * n, and a zero ends it. At the end, on standard error: cycles, flash, RAM and the deepest stack,
 * and for each section how often it ran and how many cycles that took.
 *
 * Statuses of its own: 2 for a wrong command line, 97 when the stack reached the variables, 98
 * when the core ran into an invalid instruction, 124 when it ran out of cycles. */
#include <simavr/avr_uart.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_elf.h>
#include <simavr/sim_io.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "avr_profile.h"

enum {
    BAD_USAGE = 2,
    STACK_OVERFLOW = 97,
    CRASHED = 98,
    OUT_OF_CYCLES = 124
};

/* Data addresses, the same on all chips of the ATmega series. */
enum {
    GPIOR0 = 0x3E,
    GPIOR1 = 0x4A
};
#define CLOCK 16000000u

typedef struct run_options {
    const char *chip, *program;
    uint64_t limit;
    bool profile;
} run_options;

#define SECTIONS 256
typedef struct section {
    uint64_t runs, sum, most;
} section;

typedef struct machine {
    FILE *marks; /* null: none wanted */
    avr_t *core;
    elf_firmware_t firmware;
    section sections[SECTIONS];
    unsigned section; /* 0: none */
    uint64_t since;
    unsigned deepest; /* lowest stack pointer */
    bool torn;        /* between the stores to the two halves of the stack pointer */
} machine;

static void show_character(struct avr_irq_t *irq, uint32_t value, void *unused) {
    (void)irq;
    (void)unused;
    putchar((int)value);
    if (value == '\n') fflush(stdout);
}

static void enter_section(avr_t *core, avr_io_addr_t at, uint8_t value, void *of) {
    machine *board = of;
    core->data[at] = value;
    if (board->section != 0) {
        section *left = &board->sections[board->section];
        const uint64_t cycles = core->cycle - board->since;
        left->runs++;
        left->sum += cycles;
        if (cycles > left->most) left->most = cycles;
    }
    board->section = value;
    board->since = core->cycle;
    if (board->marks != NULL) fprintf(board->marks, "mark %llu\n", (unsigned long long)core->cycle);
}

/* simavr would wait in real time. */
static void skip_sleep(avr_t *core, avr_cycle_count_t cycles) {
    (void)core;
    (void)cycles;
}

static void log_errors(avr_t *core, const int level, const char *format, va_list values) {
    (void)core;
    if (level <= LOG_ERROR) vfprintf(stderr, format, values);
}

static bool parse(int count, char **words, run_options *out) {
    *out = (run_options){NULL, NULL, UINT64_C(20000000000), false};
    int i = 1;
    for (; i < count && words[i][0] == '-'; i++) {
        if (strcmp(words[i], "--profile") == 0) {
            out->profile = true;
        } else if (strcmp(words[i], "--limit") == 0 && i + 1 < count) {
            out->limit = strtoull(words[++i], NULL, 0);
        } else {
            return false;
        }
    }
    if (count - i != 2) return false;
    out->chip = words[i];
    out->program = words[i + 1];
    return true;
}

static bool start(const run_options *options, machine *board) {
    memset(board, 0, sizeof *board);
    avr_global_logger_set(log_errors);
    if (elf_read_firmware(options->program, &board->firmware) != 0) {
        fprintf(stderr, "avrrun: cannot read %s\n", options->program);
        return false;
    }
    avr_t *core = avr_make_mcu_by_name(options->chip);
    if (core == NULL) {
        fprintf(stderr, "avrrun: unknown chip %s\n", options->chip);
        return false;
    }
    board->core = core;
    board->deepest = UINT16_MAX;
    const char *marks = getenv("PAWL_COUNTS");
    if (marks != NULL) board->marks = fopen(marks, "w");
    board->firmware.frequency = CLOCK;
    avr_init(core);
    core->log = LOG_ERROR;
    core->sleep = skip_sleep;
    avr_load_firmware(core, &board->firmware);

    uint32_t flags = 0;
    avr_ioctl(core, AVR_IOCTL_UART_GET_FLAGS('0'), &flags);
    flags &= (uint32_t) ~(AVR_UART_FLAG_STDIO | AVR_UART_FLAG_POLL_SLEEP);
    avr_ioctl(core, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
    avr_irq_register_notify(avr_io_getirq(core, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT),
                            show_character, NULL);
    avr_register_io_write(core, GPIOR0, enter_section, board);
    return true;
}

static unsigned stack_pointer(const avr_t *core) {
    return core->data[R_SPL] | (unsigned)core->data[R_SPH] << 8;
}

/* A frame is made by `out SPH`, then `out SPL`; in between the pointer means nothing. */
static void follow_stack(machine *board, unsigned executed) {
    if ((executed & 0xFE0Fu) == 0xBE0Eu) board->torn = true;
    if ((executed & 0xFE0Fu) == 0xBE0Du) board->torn = false;
    const unsigned sp = stack_pointer(board->core);
    if (!board->torn && sp > board->core->ioend && sp < board->deepest) board->deepest = sp;
}

static int run(machine *board, const run_options *options, avr_profile *profile) {
    avr_t *core = board->core;
    int state = cpu_Running;
    while (state != cpu_Done && state != cpu_Crashed && core->cycle < options->limit) {
        const uint32_t pc = core->pc;
        const uint64_t before = core->cycle;
        state = avr_run(core);
        follow_stack(board, core->flash[pc] | (unsigned)core->flash[pc + 1] << 8);
        if (profile != NULL) {
            profile_count(profile, pc, core->cycle - before);
            if (!board->torn) profile_follow(profile, core, stack_pointer(core));
        }
    }
    return state;
}

static int report(const machine *board, int state) {
    const avr_t *core = board->core;
    const unsigned variables = board->firmware.datasize + board->firmware.bsssize;
    const unsigned ram = core->ramend - core->ioend, stack = core->ramend - board->deepest;
    fprintf(stderr, "cycles=%llu ms=%llu flash=%u of %u variables=%u stack=%u of %u\n",
            (unsigned long long)core->cycle, (unsigned long long)(core->cycle / (CLOCK / 1000)),
            board->firmware.flashsize, core->flashend + 1, variables, stack, ram - variables);
    for (unsigned i = 0; i < SECTIONS; i++) {
        const section *of = &board->sections[i];
        if (of->runs == 0) continue;
        fprintf(stderr, "section %u: runs=%llu mean=%llu most=%llu cycles\n", i,
                (unsigned long long)of->runs, (unsigned long long)(of->sum / of->runs),
                (unsigned long long)of->most);
    }
    if (state == cpu_Crashed) {
        fprintf(stderr, "avrrun: invalid instruction at %x\n", (unsigned)core->pc);
        return CRASHED;
    }
    if (stack + variables > ram) {
        fprintf(stderr, "avrrun: the stack ran into the variables\n");
        return STACK_OVERFLOW;
    }
    if (state == cpu_Done) return core->data[GPIOR1];
    fprintf(stderr, "avrrun: no end after so many cycles\n");
    return OUT_OF_CYCLES;
}

int main(int count, char **words) {
    run_options options;
    machine board;
    if (!parse(count, words, &options)) {
        fprintf(stderr, "usage: avrrun [--profile] [--limit CYCLES] CHIP PROGRAM.elf\n");
        return BAD_USAGE;
    }
    if (!start(&options, &board)) return BAD_USAGE;
    avr_profile *profile = NULL;
    if (options.profile) {
        profile = profile_open(options.program, board.core->flashend + 1);
        if (profile == NULL) return BAD_USAGE;
    }
    const int state = run(&board, &options, profile);
    fflush(stdout);
    if (profile != NULL) profile_print(profile, stderr);
    return report(&board, state);
}
