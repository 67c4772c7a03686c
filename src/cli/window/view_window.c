/* view_window.c - keys, mouse and screen of `pawl view`, by SDL2. Without SDL2 the command says so.
 *
 * The picture is painted by canvas.c, the same way as for PNG files; the window only shows it. */
#include "cli/window/view_window.h"

#include <stdio.h>

#include "cli/common/command.h"

#if defined(PAWLI_WITH_SDL)

#include "cli/window/screen.h"
#include "cli/studio/viewer.h"

#define PAN_STEP 40          /* pixels per press of an arrow key */
#define FRAMES_PER_SECOND 60 /* with --frames; else the screen decides */
#define SECOND 1000000u      /* in microseconds */
#define LONGEST_WAIT 10      /* milliseconds, when the screen does not make us wait */

typedef struct window {
    const cli_window_options *options;
    cli_viewer viewer;
    cli_screen screen;
    bool quit, scrubs;
} window;

static int64_t now_microseconds(void) {
    const uint64_t count = SDL_GetPerformanceCounter(), rate = SDL_GetPerformanceFrequency();
    return (int64_t)(count / rate * SECOND + count % rate * SECOND / rate);
}

/* A run of so many frames is the same each time, so it shows nothing that was measured. */
static cli_clock clock_of(const window *in) {
    return in->options->frames > 0 ? NULL : now_microseconds;
}

/* ---- keys ---- */

/* Letters, digits and signs have their ASCII codes. */
static void press(window *in, SDL_Keycode key) {
    cli_viewer *viewer = &in->viewer;
    const int32_t middle_x = viewer->canvas.width / 2, middle_y = viewer->canvas.height / 2;
    if (key >= '1' && key < '1' + CLI_OVERLAY_COUNT) {
        viewer->overlays[key - '1'] = !viewer->overlays[key - '1'];
        return;
    }
    switch (key) {
    case ' ':
        viewer->paused = !viewer->paused;
        break;
    case 'n':
        viewer->paused = true;
        cli_viewer_step(viewer, clock_of(in));
        break;
    case 'b':
        cli_viewer_step_back(viewer);
        break;
    case 'z':
        cli_viewer_rewind(viewer);
        break;
    case SDLK_HOME:
        cli_viewer_seek(viewer, viewer->studio->first);
        break;
    case SDLK_END:
        cli_viewer_seek(viewer, viewer->studio->last);
        break;
    case 'r':
        cli_viewer_restart(viewer);
        break;
    case 's':
        viewer->slow = !viewer->slow;
        break;
    case 'h':
        viewer->help = !viewer->help;
        break;
    case 'q':
    case SDLK_ESCAPE:
        in->quit = true;
        break;
    case '+':
    case '=': /* the same key on many keyboards */
    case SDLK_KP_PLUS:
        cli_viewer_zoom(viewer, true, middle_x, middle_y);
        break;
    case '-':
    case SDLK_KP_MINUS:
        cli_viewer_zoom(viewer, false, middle_x, middle_y);
        break;
    default:
        break;
    }
}

/* A switch that is held down must not flicker. */
static bool may_repeat(SDL_Keycode key) {
    return key == 'n' || key == 'b' || key == '+' || key == '=' || key == '-' ||
           key == SDLK_KP_PLUS || key == SDLK_KP_MINUS;
}

/* What is held down: arrows run and climb, down also drops, shift jumps. */
static void steer(window *in) {
    const uint8_t *down = SDL_GetKeyboardState(NULL);
    const int x = down[SDL_SCANCODE_RIGHT] - down[SDL_SCANCODE_LEFT];
    const int y = down[SDL_SCANCODE_UP] - down[SDL_SCANCODE_DOWN];
    const bool jumps = down[SDL_SCANCODE_LSHIFT] != 0 || down[SDL_SCANCODE_RSHIFT] != 0;
    const pawl_character_input input = {x * PAWL_FX_ONE, y * PAWL_FX_ONE,
                                        (jumps ? (uint32_t)PAWL_CHARACTER_JUMP : 0) |
                                            (y < 0 ? (uint32_t)PAWL_CHARACTER_DROP : 0)};
    if (in->viewer.paused || in->viewer.is_rewinding || !cli_viewer_steers(&in->viewer)) return;
    cli_viewer_steer(&in->viewer, &input);
}

static void press_arrow(window *in, SDL_Keycode key) {
    cli_viewer *viewer = &in->viewer;
    if (!viewer->paused && cli_viewer_steers(viewer)) return; /* they are the character's */
    if (key == SDLK_RIGHT && viewer->paused) {
        cli_viewer_step(viewer, clock_of(in));
    } else if (key == SDLK_RIGHT) {
        cli_viewer_pan(viewer, PAN_STEP, 0);
    } else if (key == SDLK_LEFT && viewer->paused) {
        cli_viewer_step_back(viewer);
    } else if (key == SDLK_LEFT) {
        cli_viewer_pan(viewer, -PAN_STEP, 0);
    } else if (key == SDLK_UP) {
        cli_viewer_pan(viewer, 0, -PAN_STEP);
    } else if (key == SDLK_DOWN) {
        cli_viewer_pan(viewer, 0, PAN_STEP);
    }
}

/* ---- screen ---- */

static void resize(window *in, int32_t width, int32_t height) {
    if (width < 1 || height < 1) return;
    cli_viewer_resize(&in->viewer, width, height);
    if (!cli_screen_resize(&in->screen, &in->viewer.canvas)) in->quit = true;
}

static void show_frame(window *in) {
    cli_viewer_paint(&in->viewer);
    cli_screen_show(&in->screen, &in->viewer.canvas);
}

/* ---- events ---- */

/* Whether the mouse is about the timeline: a button that went down there holds it. */
static bool take_time(window *in, const SDL_Event *event) {
    cli_viewer *const viewer = &in->viewer;
    if (event->type == SDL_MOUSEBUTTONDOWN && event->button.button == SDL_BUTTON_LEFT &&
        cli_viewer_time_is_at(viewer, event->button.y)) {
        in->scrubs = true;
        cli_viewer_seek(viewer, cli_viewer_time_tick(viewer, event->button.x));
    } else if (in->scrubs && event->type == SDL_MOUSEMOTION) {
        cli_viewer_seek(viewer, cli_viewer_time_tick(viewer, event->motion.x));
    } else if (in->scrubs && event->type == SDL_MOUSEBUTTONUP) {
        in->scrubs = false;
    } else {
        return false;
    }
    return true;
}

static void take_mouse(window *in, const SDL_Event *event) {
    cli_viewer *viewer = &in->viewer;
    if (take_time(in, event)) return;
    if (event->type == SDL_MOUSEBUTTONDOWN && event->button.button == SDL_BUTTON_LEFT) {
        cli_viewer_grab(viewer, event->button.x, event->button.y);
    } else if (event->type == SDL_MOUSEBUTTONUP && event->button.button == SDL_BUTTON_LEFT) {
        cli_viewer_release(viewer);
    } else if (event->type == SDL_MOUSEMOTION) {
        cli_viewer_drag(viewer, event->motion.x, event->motion.y);
        if (event->motion.state & SDL_BUTTON_RMASK) {
            cli_viewer_pan(viewer, -event->motion.xrel, -event->motion.yrel);
        }
    } else if (event->type == SDL_MOUSEWHEEL && event->wheel.y != 0) {
        int x, y;
        SDL_GetMouseState(&x, &y);
        cli_viewer_zoom(viewer, event->wheel.y > 0, x, y);
    }
}

static void take_events(window *in) {
    SDL_Event event;
    while (SDL_PollEvent(&event)) {
        if (event.type == SDL_QUIT) in->quit = true;
        if (event.type == SDL_KEYDOWN) {
            const SDL_Keycode key = event.key.keysym.sym;
            if (event.key.repeat == 0 || may_repeat(key)) press(in, key);
            press_arrow(in, key);
        }
        if (event.type == SDL_WINDOWEVENT && event.window.event == SDL_WINDOWEVENT_SIZE_CHANGED) {
            resize(in, event.window.data1, event.window.data2);
        }
        take_mouse(in, &event);
    }
    steer(in);
}

/* ---- the run ---- */

/* Frame n ends n/60 seconds after the beginning, rounded up to a microsecond: so n frames are
 * never less than n steps of 1/60 second. */
static uint64_t end_of_frame(uint64_t frame) {
    return (frame * SECOND + FRAMES_PER_SECOND - 1) / FRAMES_PER_SECOND;
}

static void run_frames(window *in) {
    for (uint64_t frame = 0; frame < in->options->frames && !in->quit; frame++) {
        take_events(in);
        cli_viewer_advance(&in->viewer, end_of_frame(frame + 1) - end_of_frame(frame), NULL);
        show_frame(in);
    }
}

static void run_in_real_time(window *in) {
    int64_t before = now_microseconds();
    while (!in->quit) {
        const int64_t now = now_microseconds();
        take_events(in);
        cli_viewer_advance(&in->viewer, (uint64_t)(now - before), now_microseconds);
        before = now;
        show_frame(in);
        if (now_microseconds() - now < LONGEST_WAIT * 1000) SDL_Delay(LONGEST_WAIT / 2);
    }
}

static int save_screenshot(const window *in) {
    const char *reason = NULL, *path = in->options->screenshot;
    if (path == NULL || cli_png_write(path, &in->viewer.canvas, &reason)) return CLI_EXIT_OK;
    return cli_command_file_error(path, reason);
}

static int run_window(window *in) {
    const char *keys = in->options->keys;
    if (!cli_screen_open(&in->screen, "pawl", &in->viewer.canvas))
        return cli_command_file_error("window", SDL_GetError());
    for (; keys != NULL && *keys != 0; keys++) {
        press(in, *keys);
    }
    if (in->options->frames > 0) {
        run_frames(in);
    } else {
        run_in_real_time(in);
    }
    return save_screenshot(in);
}

int cli_view_window_show(const cli_window_options *options) {
    window in = {.options = options};
    const cli_studio_def def = {
        .path = options->scene, .timeline = cli_timeline_def_default(), .budget = options->budget};
    if (!cli_viewer_open(&in.viewer, &def, (int32_t)options->width)) return CLI_EXIT_INPUT;
    cli_studio *const studio = in.viewer.studio;
    while (studio->tick < options->tick && cli_studio_play(studio, 1) == 1) {
    }
    in.viewer.overlays[CLI_OVERLAY_HASH] = in.viewer.overlays[CLI_OVERLAY_JOINTS] = true;
    in.viewer.overlays[CLI_OVERLAY_TIMELINE] = true;
    cli_viewer_resize(&in.viewer, in.viewer.canvas.width,
                      in.viewer.canvas.height + CLI_VIEWER_TIME_HEIGHT);
    const int code = run_window(&in);
    cli_screen_close(&in.screen);
    cli_viewer_close(&in.viewer);
    return code;
}

#else

int cli_view_window_show(const cli_window_options *options) {
    (void)options;
    fputs("pawl view: built without SDL2\n", stderr);
    return CLI_EXIT_INPUT;
}

#endif
