/* cmd_view.c - pawl view: a scene in a window. */
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

static int read_options(cli_window_options *options, int argc, char **argv) {
    uint64_t width = 960, frames = 0;
    const cli_option table[] = {
        {.name = "width", .number = &width, .low = 64, .high = WIDTH_MAX},
        {.name = "keys", .text = &options->keys},
        {.name = "frames", .number = &frames, .low = 1, .high = FRAMES_MAX},
        {.name = "screenshot", .text = &options->screenshot},
        {.operand = &options->scene, .missing = "no scene", .surplus = "more than one scene"},
        {.name = NULL},
    };
    const int code = cli_options_read(argc, argv, help, table);
    options->width = (uint32_t)width;
    options->frames = (uint32_t)frames;
    return code;
}

int cli_cmd_view(int argc, char **argv) {
    cli_window_options options = {0};
    const int usage = read_options(&options, argc, argv);
    return usage == CLI_OPTIONS_READ ? cli_view_window_show(&options) : usage;
}
