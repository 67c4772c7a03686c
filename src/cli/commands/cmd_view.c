/* cmd_view.c - pawl view: a scene in a window. */
#include "cli/common/command.h"
#include "cli/common/options.h"
#include "cli/window/view_window.h"

#define FRAMES_MAX 1000000u
#define WIDTH_MAX 4096u

static const char help[] =
    "usage: pawl view FILE... [OPTION]...\n"
    "\n"
    "Runs a scene in a window, in real time; replays and snapshots too. Of several files, or of\n"
    "a folder, there is a list first. Press H for the keys (docs/view.md).\n"
    "\n"
    "  --width N          width of the window in pixels, 64 to 4096 (default 960)\n"
    "  --script FILE      what is done to the scene (docs/format-script.md)\n"
    "  --save-script FILE write at the end all that was done to it, for `pawl run --script`\n"
    "  --keys TEXT        press these keys first, such as 134 for three overlays; others stand\n"
    "                     in brackets: <enter> <esc> <backspace> <up> <down> <left> <right>\n"
    "                     <home> <end> <pageup> <pagedown> <space>, the mouse <click X,Y>\n"
    "                     <drag X,Y X,Y> <press X,Y> <move X,Y> <release X,Y> <wheel X,Y N>,\n"
    "                     and <wait N>: N frames pass\n"
    "  --frames N         show N frames, each 1/60 second, and quit: the same picture each time\n"
    "  --screenshot FILE  save what the window shows at the end as PNG\n"
    "  --help             this text";

static int read_options(cli_window_options *options, cli_operands *paths, int argc, char **argv) {
    uint64_t width = 960, frames = 0;
    const cli_option table[] = {
        {.name = "width", .number = &width, .low = 64, .high = WIDTH_MAX},
        {.name = "script", .text = &options->script},
        {.name = "save-script", .text = &options->save_script},
        {.name = "keys", .text = &options->keys},
        {.name = "frames", .number = &frames, .low = 1, .high = FRAMES_MAX},
        {.name = "screenshot", .text = &options->screenshot},
        {.operands = paths},
        {.name = NULL},
    };
    const int code = cli_options_read(argc, argv, help, table);
    options->width = (uint32_t)width;
    options->frames = (uint32_t)frames;
    return code;
}

static int check_options(const cli_window_options *options) {
    if (options->path_count == 0) return cli_command_usage_error("view", "no scene", NULL);
    if (options->script != NULL && options->path_count > 1)
        return cli_command_usage_error("view", "--script needs a single scene", NULL);
    return cli_view_window_check_keys("view", options->keys);
}

int cli_cmd_view(int argc, char **argv) {
    cli_window_options options = {0};
    cli_operands paths = {0};
    const int usage = read_options(&options, &paths, argc, argv);
    if (usage != CLI_OPTIONS_READ) return usage;
    options.paths = (const char *const *)paths.at;
    options.path_count = (uint32_t)paths.count;
    const int code = check_options(&options);
    return code == CLI_EXIT_OK ? cli_view_window_show(&options) : code;
}
