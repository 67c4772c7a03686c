/* main.c - conform: plays scenes on a board at the end of a serial line and here, and says where
 * they begin to differ. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/common/clock.h"
#include "conform/pc/compare.h"
#include "pawl/pawl.h"

static const char help[] =
    "usage: conform LINE [SCENE]... [OPTION]...\n"
    "\n"
    "Plays scenes on a board and on this machine, step by step, compares what they compute, and\n"
    "says in which step of which scene they begin to differ, after which stage of the step, and "
    "in\n"
    "which value of which object. The board runs the program conform-board (docs/porting.md).\n"
    "LINE is a serial port, /dev/ttyACM0 or /dev/ttyUSB0:57600, a pseudo terminal or a socket.\n"
    "SCENE is a name or its beginning, such as golden/ or shapes/pile; without one, all are "
    "played\n"
    "that the board has.\n"
    "\n"
    "  --list         only say which scenes the board has\n"
    "  --all          go on after a scene that differs\n"
    "  --interval N   steps and values from one comparison to the next, 1 to 100 (default 100)\n"
    "  --patience N   seconds without an answer until the board is given up (default 5)\n"
    "  --end          then end the program on the board, as an emulator needs it\n"
    "  --help         this text\n"
    "\n"
    "exit codes: 0 all scenes are equal, 1 one differs, 2 they could not be compared";

#define EXIT_EQUAL 0
#define EXIT_DIFFERENT 1
#define EXIT_FAILED 2

typedef struct conform_options {
    const char *line;
    char **scenes;
    int scene_count;
    unsigned long interval, patience;
    bool list, all, end;
} conform_options;

typedef struct tally {
    uint32_t equal, different, chosen;
} tally;

static int fail(const char *reason, const char *detail) {
    fflush(stdout);
    fprintf(stderr, "conform: %s%s%s\n", reason, detail != NULL ? ": " : "",
            detail != NULL ? detail : "");
    return EXIT_FAILED;
}

/* ---- the board ---- */

static int greet(conform_line *line) {
    conform_packet answer, question = conform_line_begin(line, CONFORM_HELLO);
    char target[CONFORM_NAME_MAX], text[120];
    if (!conform_line_ask(line, &question, &answer)) {
        return fail(line->is_broken ? "the line is broken" : "no answer from the board",
                    "is conform-board running on it, and the rate of the line right?");
    }
    const uint32_t protocol = (uint32_t)conform_get(&answer, 1);
    uint32_t version[3];
    for (int i = 0; i < 3; i++)
        version[i] = (uint32_t)conform_get(&answer, 1);
    const uint32_t simulation = (uint32_t)conform_get(&answer, 4);
    const uint32_t fingerprint = (uint32_t)conform_get(&answer, 4);
    (void)conform_get(&answer, 4); /* features: its list of scenes says it */
    const uint32_t pointer = (uint32_t)conform_get(&answer, 1);
    conform_get_name(&answer, target, sizeof target);
    snprintf(text, sizeof text, "%lu.%lu.%lu, simulation %lu, protocol %lu",
             (unsigned long)version[0], (unsigned long)version[1], (unsigned long)version[2],
             (unsigned long)simulation, (unsigned long)protocol);
    if (protocol != CONFORM_PROTOCOL || simulation != PAWL_SIMULATION_VERSION) {
        return fail("the board has another version of pawl", text);
    }
    printf("board: pawl %s, %s, %lu bits; its math fingerprint %s\n", text, target,
           8 * (unsigned long)pointer,
           fingerprint == pawl_math_fingerprint() ? "is that of this machine"
                                                  : "DIFFERS from that of this machine");
    return EXIT_EQUAL;
}

/* The next scene of the board: 1; 0 behind the last one; -1: no answer. */
static int ask_scene(conform_line *line, uint16_t index, char name[CONFORM_NAME_MAX]) {
    conform_packet answer, question = conform_line_begin(line, CONFORM_SCENE);
    conform_put(&question, index, 2);
    if (!conform_line_ask(line, &question, &answer)) return -1;
    const bool exists = conform_get(&answer, 1) != 0;
    conform_get_name(&answer, name, CONFORM_NAME_MAX);
    return exists;
}

/* ---- scenes ---- */

static bool find_scene(const char *name, conform_scene *out) {
    char own[CONFORM_NAME_MAX];
    for (int i = 0; conform_scene_at(i, out); i++) {
        conform_scene_name(out, own);
        if (strcmp(own, name) == 0) return true;
    }
    return false;
}

static bool is_chosen(const conform_options *options, const char *name) {
    bool found = options->scene_count == 0;
    for (int i = 0; i < options->scene_count; i++)
        found |= strncmp(name, options->scenes[i], strlen(options->scenes[i])) == 0;
    return found;
}

/* False: it is no use to go on. */
static bool take_scene(const conform_options *options, conform_pair *pair, tally *count,
                       int *code) {
    count->chosen++;
    if (options->list) {
        puts(pair->name);
        return true;
    }
    if (!find_scene(pair->name, &pair->scene)) {
        printf("%s  left out: this program does not have it\n", pair->name);
        return true;
    }
    const conform_outcome outcome = conform_compare(pair);
    fflush(stdout);
    if (outcome == CONFORM_LOST) *code = EXIT_FAILED;
    if (outcome == CONFORM_DIFFERENT) *code = EXIT_DIFFERENT;
    count->equal += outcome == CONFORM_EQUAL;
    count->different += outcome == CONFORM_DIFFERENT;
    return outcome == CONFORM_EQUAL || (outcome == CONFORM_DIFFERENT && options->all);
}

static int take_scenes(const conform_options *options, conform_pair *pair) {
    tally count = {0, 0, 0};
    int code = EXIT_EQUAL, more;
    while ((more = ask_scene(pair->line, pair->index, pair->name)) == 1) {
        if (is_chosen(options, pair->name) && !take_scene(options, pair, &count, &code)) break;
        pair->index++;
    }
    if (more < 0) return fail("the board does not answer any more", NULL);
    if (count.chosen == 0) return fail("the board has no such scene; see --list", NULL);
    if (options->list || code == EXIT_FAILED) return code;
    const conform_line *const line = pair->line;
    printf("conform: %lu equal, %lu different; %lu packets, %lu repeated, %lu damaged\n",
           (unsigned long)count.equal, (unsigned long)count.different, (unsigned long)line->asked,
           (unsigned long)line->repeated, (unsigned long)line->damaged);
    if (count.equal + count.different == 0) return fail("no scene was compared", NULL);
    return code;
}

static int run(const conform_options *options) {
    static conform_line line;
    conform_pair pair = {.line = &line, .interval = (uint32_t)options->interval};
    const char *const name = options->line;
    const char *const reason = conform_line_open(&line, name, (uint32_t)options->patience * 1000u);
    if (reason != NULL) return fail(name, reason);
    /* A board that has been asked before knows other numbers. */
    pair.run = cli_clock_entropy();
    line.number = (uint16_t)pair.run;
    pair.progress = cli_progress_start();
    int code = greet(&line);
    if (code == EXIT_EQUAL) {
        code = take_scenes(options, &pair);
        const conform_packet end = conform_line_begin(&line, CONFORM_END);
        for (int i = 0; options->end && i < 3; i++)
            conform_line_tell(&line, &end);
    }
    conform_record_free(&pair.record);
    conform_line_close(&line);
    return code;
}

/* ---- the command line ---- */

static int usage(const char *reason, const char *detail) {
    (void)fail(reason, detail);
    fputs("conform: see conform --help\n", stderr);
    return EXIT_FAILED;
}

static bool read_number(const char *text, unsigned long most, unsigned long *out) {
    char *end;
    if (*text < '0' || *text > '9') return false;
    *out = strtoul(text, &end, 10);
    return *end == '\0' && *out >= 1 && *out <= most;
}

int main(int argc, char **argv) {
    static const struct option table[] = {{"list", no_argument, NULL, 'l'},
                                          {"all", no_argument, NULL, 'a'},
                                          {"end", no_argument, NULL, 'e'},
                                          {"interval", required_argument, NULL, 'i'},
                                          {"patience", required_argument, NULL, 'p'},
                                          {"help", no_argument, NULL, 'h'},
                                          {NULL, 0, NULL, 0}};
    conform_options options = {.interval = 100, .patience = 5};
    int letter;
    opterr = 0;
    while ((letter = getopt_long(argc, argv, ":h", table, NULL)) != -1) {
        options.list |= letter == 'l';
        options.all |= letter == 'a';
        options.end |= letter == 'e';
        if (letter == 'i' && !read_number(optarg, 100, &options.interval)) {
            return usage("--interval takes a number from 1 to 100", optarg);
        }
        if (letter == 'p' && !read_number(optarg, 600, &options.patience)) {
            return usage("--patience takes a number of seconds from 1 to 600", optarg);
        }
        if (letter == 'h') return puts(help) < 0 ? EXIT_FAILED : EXIT_EQUAL;
        if (letter == '?') return usage("there is no such option", argv[optind - 1]);
        if (letter == ':') return usage("this option takes a value", argv[optind - 1]);
    }
    if (optind == argc) return usage("no line", NULL);
    options.line = argv[optind];
    options.scenes = argv + optind + 1;
    options.scene_count = argc - optind - 1;
    const int code = run(&options);
    return fflush(stdout) == 0 ? code : EXIT_FAILED;
}
