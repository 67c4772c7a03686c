/* view_window.c - keys, mouse and screen of `pawl view`, by SDL2. Without SDL2 the command says so.
 *
 * What is done with them is in cli/studio/app.c, and pictures are painted by canvas.c, the same way
 * as for PNG files; the window only shows them. */
#include "cli/window/view_window.h"

#include <stdio.h>
#include <string.h>

#include "cli/common/command.h"

int cli_view_window_check_keys(const char *command, const char *keys) {
    const char *const mistake = keys == NULL ? NULL : cli_keys_find_mistake(keys);
    char word[40];
    if (mistake == NULL) return CLI_EXIT_OK;
    snprintf(word, sizeof word, "%.*s", (int)(strcspn(mistake, ">") + 1), mistake);
    return cli_command_usage_error(command, "--keys: unknown key", word);
}

#if defined(PAWLI_WITH_SDL)

#include "cli/window/screen.h"

#define FRAMES_PER_SECOND 60 /* with --frames; else the screen decides */
#define SECOND 1000000u      /* in microseconds */
#define LONGEST_WAIT 10      /* milliseconds, when the screen does not make us wait */

typedef struct window {
    const cli_window_options *options;
    cli_app app;
    cli_screen screen;
    bool is_repeat; /* the key that went down last is held down */
} window;

static int64_t now_microseconds(void) {
    const uint64_t count = SDL_GetPerformanceCounter(), rate = SDL_GetPerformanceFrequency();
    return (int64_t)(count / rate * SECOND + count % rate * SECOND / rate);
}

/* ---- keys ---- */

/* Those that have no sign. */
static int32_t named_key(SDL_Keycode key) {
    static const struct {
        SDL_Keycode code;
        int32_t key;
    } keys[] = {{SDLK_RETURN, CLI_KEY_ENTER},   {SDLK_KP_ENTER, CLI_KEY_ENTER},
                {SDLK_ESCAPE, CLI_KEY_ESCAPE},  {SDLK_BACKSPACE, CLI_KEY_BACKSPACE},
                {SDLK_UP, CLI_KEY_UP},          {SDLK_DOWN, CLI_KEY_DOWN},
                {SDLK_LEFT, CLI_KEY_LEFT},      {SDLK_RIGHT, CLI_KEY_RIGHT},
                {SDLK_HOME, CLI_KEY_HOME},      {SDLK_END, CLI_KEY_END},
                {SDLK_PAGEUP, CLI_KEY_PAGE_UP}, {SDLK_PAGEDOWN, CLI_KEY_PAGE_DOWN}};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (keys[i].code == key) return keys[i].key;
    return 0;
}

static bool is_letter(int32_t key) {
    return key >= 'a' && key <= 'z';
}

static bool is_typing(const window *in) {
    return !in->app.is_list && cli_viewer_input_is_typing(&in->app.viewer);
}

/* A switch that is held down must not flicker. */
static bool may_repeat(const window *in, int32_t key) {
    return is_typing(in) || key > 127 || key == 'n' || key == 'b' || key == '+' || key == '=' ||
           key == '-';
}

static void press(window *in, int32_t key) {
    const cli_keys_event event = {.type = CLI_KEYS_KEY, .key = key};
    if (!in->is_repeat || may_repeat(in, key)) cli_app_take(&in->app, &event);
}

/* Letters and named keys are told when they go down: a letter is the same one in whatever case.
 * Digits and signs come as text, since where they are, and with shift or without, is another thing
 * on each keyboard; and so do letters of a name. */
static void take_key(window *in, const SDL_KeyboardEvent *event) {
    const SDL_Keycode code = event->keysym.sym;
    const int32_t key = named_key(code) != 0 ? named_key(code) : code == ' ' ? ' ' : code;
    in->is_repeat = event->repeat != 0;
    if ((event->keysym.mod & (KMOD_CTRL | KMOD_ALT | KMOD_GUI)) != 0) return;
    if (key > 127 ? named_key(code) != 0 : key == ' ' || (is_letter(key) && !is_typing(in)))
        press(in, key);
}

static void take_text(window *in, const char *text) {
    const bool was_typing = is_typing(in);
    for (; *text != '\0'; text++) {
        const int32_t sign = *text >= 'A' && *text <= 'Z' ? *text - 'A' + 'a' : *text;
        if (sign > ' ' && sign < 127 && (was_typing || !is_letter(sign))) press(in, sign);
    }
}

/* What is held down: arrows run and climb, down also drops, shift jumps. */
static void steer(window *in) {
    cli_viewer *const viewer = &in->app.viewer;
    const uint8_t *down = SDL_GetKeyboardState(NULL);
    const int x = down[SDL_SCANCODE_RIGHT] - down[SDL_SCANCODE_LEFT];
    const int y = down[SDL_SCANCODE_UP] - down[SDL_SCANCODE_DOWN];
    const bool jumps = down[SDL_SCANCODE_LSHIFT] != 0 || down[SDL_SCANCODE_RSHIFT] != 0;
    const pawl_character_input input = {x * PAWL_FX_ONE, y * PAWL_FX_ONE,
                                        (jumps ? (uint32_t)PAWL_CHARACTER_JUMP : 0) |
                                            (y < 0 ? (uint32_t)PAWL_CHARACTER_DROP : 0)};
    if (in->app.is_list || viewer->paused || viewer->is_rewinding || is_typing(in)) return;
    if (cli_viewer_steers(viewer)) cli_viewer_steer(viewer, &input);
}

/* ---- the mouse ---- */

static void take_mouse(window *in, const SDL_Event *event) {
    cli_keys_event out = {.type = CLI_KEYS_MOVE};
    if (event->type == SDL_MOUSEBUTTONDOWN || event->type == SDL_MOUSEBUTTONUP) {
        if (event->button.button != SDL_BUTTON_LEFT) return;
        out.type = event->type == SDL_MOUSEBUTTONDOWN ? CLI_KEYS_PRESS : CLI_KEYS_RELEASE;
        out.x = event->button.x;
        out.y = event->button.y;
    } else if (event->type == SDL_MOUSEMOTION) {
        out.x = event->motion.x;
        out.y = event->motion.y;
        if ((event->motion.state & SDL_BUTTON_RMASK) != 0 && !in->app.is_list)
            cli_viewer_pan(&in->app.viewer, -event->motion.xrel, -event->motion.yrel);
    } else if (event->type == SDL_MOUSEWHEEL && event->wheel.y != 0) {
        out.type = CLI_KEYS_WHEEL;
        out.amount = event->wheel.y;
        SDL_GetMouseState(&out.x, &out.y);
    } else {
        return;
    }
    cli_app_take(&in->app, &out);
}

/* ---- events ---- */

static void resize(window *in, int32_t width, int32_t height) {
    if (width < 1 || height < 1) return;
    cli_app_resize(&in->app, width, height);
    if (!cli_screen_resize(&in->screen, cli_app_paint(&in->app))) in->app.quit = true;
}

static void take_events(window *in) {
    SDL_Event event;
    while (SDL_PollEvent(&event)) {
        if (event.type == SDL_QUIT) in->app.quit = true;
        if (event.type == SDL_KEYDOWN) take_key(in, &event.key);
        if (event.type == SDL_TEXTINPUT) take_text(in, event.text.text);
        if (event.type == SDL_WINDOWEVENT && event.window.event == SDL_WINDOWEVENT_SIZE_CHANGED) {
            resize(in, event.window.data1, event.window.data2);
        }
        take_mouse(in, &event);
    }
    steer(in);
}

/* ---- the run ---- */

static void show_frame(window *in) {
    cli_screen_show(&in->screen, cli_app_paint(&in->app));
}

static void run_frames(window *in) {
    for (uint32_t frame = 0; frame < in->options->frames && !in->app.quit; frame++) {
        take_events(in);
        cli_app_advance_frame(&in->app, frame);
        show_frame(in);
    }
}

static void run_in_real_time(window *in) {
    int64_t before = now_microseconds();
    while (!in->app.quit) {
        const int64_t now = now_microseconds();
        take_events(in);
        cli_app_advance(&in->app, (uint64_t)(now - before));
        before = now;
        show_frame(in);
        if (now_microseconds() - now < LONGEST_WAIT * 1000) SDL_Delay(LONGEST_WAIT / 2);
    }
}

static int save_files(window *in) {
    const char *reason = NULL, *path = in->options->screenshot;
    if (path != NULL && !cli_png_write(path, cli_app_paint(&in->app), &reason))
        return cli_command_file_error(path, reason);
    path = in->options->save_script;
    return path == NULL || cli_app_save_script(&in->app, path) ? CLI_EXIT_OK : CLI_EXIT_INPUT;
}

static int run_window(window *in) {
    if (!cli_screen_open(&in->screen, "pawl", cli_app_paint(&in->app)))
        return cli_command_file_error("window", SDL_GetError());
    cli_app_press(&in->app, in->options->keys);
    if (in->options->frames > 0) {
        run_frames(in);
    } else {
        run_in_real_time(in);
    }
    return save_files(in);
}

/* A run of so many frames is the same each time, so it shows nothing that was measured. */
int cli_view_window_show(const cli_window_options *options) {
    window in = {.options = options};
    const cli_app_def def = {.paths = options->paths,
                             .path_count = options->path_count,
                             .script = options->script,
                             .budget = options->budget,
                             .tick = options->tick,
                             .width = (int32_t)options->width,
                             .clock = options->frames > 0 ? NULL : now_microseconds};
    int code = cli_app_open(&in.app, &def);
    if (code == CLI_EXIT_OK) code = run_window(&in);
    cli_screen_close(&in.screen);
    cli_app_close(&in.app);
    return code;
}

#else

int cli_view_window_show(const cli_window_options *options) {
    (void)options;
    fputs("pawl view: built without SDL2\n", stderr);
    return CLI_EXIT_INPUT;
}

#endif
