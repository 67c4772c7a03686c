/* cmd_view.c - pawl view: a scene in a window. */
#include <getopt.h>
#include <stdio.h>

#include "cli/common/command.h"
#include "cli/common/options.h"
#include "cli/window/view_window.h"

#define FRAMES_MAX 1000000u
#define WIDTH_MAX 4096u

static const char help[] =
    "usage: pawl view SCENE [OPTION]...\n"
    "\n"
    "Runs a scene in a window, in real time. Press H for the keys (docs/view.md).\n"
    "\n"
    "  --width N          width of the window in pixels, 64 to 4096 (default 960)\n"
    "  --keys TEXT        press these keys first, such as 134 for three overlays\n"
    "  --frames N         show N frames, each 1/60 second, and quit: the same picture each time\n"
    "  --screenshot FILE  save what the window shows at the end as PNG\n"
    "  --help             this text";

enum {
    OPTION_WIDTH = 256,
    OPTION_KEYS,
    OPTION_FRAMES,
    OPTION_SCREENSHOT,
    OPTION_HELP
};

static const struct option long_options[] = {
    {"width", required_argument, NULL, OPTION_WIDTH},
    {"keys", required_argument, NULL, OPTION_KEYS},
    {"frames", required_argument, NULL, OPTION_FRAMES},
    {"screenshot", required_argument, NULL, OPTION_SCREENSHOT},
    {"help", no_argument, NULL, OPTION_HELP},
    {NULL, 0, NULL, 0},
};

/* One option of getopt_long; false after an error. */
static bool take_option(cli_window_options *options, int option, char **argv, bool *wants_help) {
    bool number = true;
    switch (option) {
    case OPTION_WIDTH:
        number = cli_command_parse_count(optarg, 64, WIDTH_MAX, &options->width);
        break;
    case OPTION_FRAMES:
        number = cli_command_parse_count(optarg, 1, FRAMES_MAX, &options->frames);
        break;
    case OPTION_KEYS:
        options->keys = optarg;
        break;
    case OPTION_SCREENSHOT:
        options->screenshot = optarg;
        break;
    case OPTION_HELP:
        *wants_help = true;
        break;
    case ':':
        cli_command_usage_error("view", "a value is missing after", argv[optind - 1]);
        return false;
    default:
        cli_command_usage_error("view", "unknown option", argv[optind - 1]);
        return false;
    }
    if (!number) cli_command_usage_error("view", "not a number in range", optarg);
    return number;
}

int cli_cmd_view(int argc, char **argv) {
    cli_window_options options = {.width = 960};
    bool wants_help = false;
    opterr = 0; /* messages are ours */
    for (;;) {
        const int option = getopt_long(argc, argv, ":", long_options, NULL);
        if (option == -1) break;
        if (!take_option(&options, option, argv, &wants_help)) return CLI_EXIT_INPUT;
    }
    if (wants_help) return cli_command_show_help(help);
    options.scene = cli_options_take_operand(argc, argv, optind, "no scene", "more than one scene");
    return options.scene == NULL ? CLI_EXIT_INPUT : cli_view_window_show(&options);
}
