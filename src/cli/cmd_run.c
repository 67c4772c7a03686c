/* cmd_run.c - pawl run: load a scene, step it, report and draw it. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "cli/canvas.h"
#include "cli/command.h"
#include "cli/gif.h"

#define TICKS_MAX 100000000u
#define WIDTH_MAX 4096u
#define GIF_RATE 20u       /* frames per second, about */
#define GIF_LAST_DELAY 150 /* hundredths of a second before the animation starts again */

static const char help[] =
    "usage: pawl run SCENE [OPTION]...\n"
    "\n"
    "Simulates a scene: a RUBE export or pawl's own format (docs/format-scene.md).\n"
    "The result is one line on stdout, and a second one if there are joints, sensors or hits:\n"
    "  tick=600 bodies=44 awake=3 contacts=61 faults=0x0 hash=0123abcd\n"
    "  joints=12 breaks=0 sensor_begins=3 hits=0\n"
    "At the end: bodies in all and awake, contacts that touch and were solved in the last step\n"
    "(none among sleepers), joints left. In the whole run: breaks, sensor_begins, hits.\n"
    "\n"
    "  --ticks N       how many steps (default: what the scene says, else 600)\n"
    "  --hash-every K  print the hash after every K steps\n"
    "  --json          print JSON instead of lines\n"
    "  --svg FILE      draw the end as SVG\n"
    "  --png FILE      draw the end as PNG\n"
    "  --frame N       draw tick N instead of the end\n"
    "  --gif FILE      record the whole run as an animation\n"
    "  --width N       width of the pictures in pixels, 64 to 4096 (default 640)\n"
    "  --help          this text";

typedef struct run_options {
    const char *scene, *svg, *png, *gif;
    uint32_t ticks, frame, hash_every, width;
    bool has_ticks, has_frame, json, help;
} run_options;

/* What happened in all steps together. */
typedef struct tally {
    uint64_t breaks, sensor_begins, hits;
} tally;

typedef struct run {
    const run_options *options;
    pawli_scene scene;
    uint32_t ticks, frame;
    uint32_t hash_count;
    tally tally;
    pawli_view view;
    pawli_drawing drawing;
    pawli_canvas canvas;
    pawli_gif *gif;
    uint32_t gif_every; /* steps per frame */
    int gif_delay;
    bool show_progress, progress_shown;
    time_t started, reported;
} run;

enum {
    OPTION_TICKS = 256,
    OPTION_HASH,
    OPTION_JSON,
    OPTION_SVG,
    OPTION_PNG,
    OPTION_FRAME,
    OPTION_GIF,
    OPTION_WIDTH,
    OPTION_HELP
};

static const struct option long_options[] = {
    {"ticks", required_argument, NULL, OPTION_TICKS},
    {"hash-every", required_argument, NULL, OPTION_HASH},
    {"json", no_argument, NULL, OPTION_JSON},
    {"svg", required_argument, NULL, OPTION_SVG},
    {"png", required_argument, NULL, OPTION_PNG},
    {"frame", required_argument, NULL, OPTION_FRAME},
    {"gif", required_argument, NULL, OPTION_GIF},
    {"width", required_argument, NULL, OPTION_WIDTH},
    {"help", no_argument, NULL, OPTION_HELP},
    {NULL, 0, NULL, 0},
};

/* One option of getopt_long; false after an error. */
static bool take_option(run_options *options, int option, char **argv) {
    bool number = true;
    switch (option) {
    case OPTION_TICKS:
        options->has_ticks = number = pawli_parse_count(optarg, 0, TICKS_MAX, &options->ticks);
        break;
    case OPTION_FRAME:
        options->has_frame = number = pawli_parse_count(optarg, 0, TICKS_MAX, &options->frame);
        break;
    case OPTION_HASH:
        number = pawli_parse_count(optarg, 1, TICKS_MAX, &options->hash_every);
        break;
    case OPTION_WIDTH:
        number = pawli_parse_count(optarg, 64, WIDTH_MAX, &options->width);
        break;
    case OPTION_SVG:
        options->svg = optarg;
        break;
    case OPTION_PNG:
        options->png = optarg;
        break;
    case OPTION_GIF:
        options->gif = optarg;
        break;
    case OPTION_JSON:
        options->json = true;
        break;
    case OPTION_HELP:
        options->help = true;
        break;
    case ':':
        pawli_usage_error("run", "a value is missing after", argv[optind - 1]);
        return false;
    default:
        pawli_usage_error("run", "unknown option", argv[optind - 1]);
        return false;
    }
    if (!number) pawli_usage_error("run", "not a number in range", optarg);
    return number;
}

static bool read_options(run_options *options, int argc, char **argv) {
    options->width = 640;
    opterr = 0; /* messages are ours */
    for (;;) {
        const int option = getopt_long(argc, argv, ":", long_options, NULL);
        if (option == -1) break;
        if (!take_option(options, option, argv)) return false;
    }
    if (options->help) return true;
    if (optind == argc) {
        pawli_usage_error("run", "no scene", NULL);
        return false;
    }
    if (options->has_frame && options->svg == NULL && options->png == NULL) {
        pawli_usage_error("run", "--frame needs --svg or --png", NULL);
        return false;
    }
    if (optind + 1 < argc) {
        pawli_usage_error("run", "more than one scene", argv[optind + 1]);
        return false;
    }
    options->scene = argv[optind];
    return true;
}

/* ---- pictures ---- */

static bool has_picture(const run_options *options) {
    return options->svg != NULL || options->png != NULL || options->gif != NULL;
}

static bool start_pictures(run *job) {
    const run_options *options = job->options;
    const char *reason = NULL;
    if (!has_picture(options)) return true;
    job->view = pawli_view_of(&job->scene, (int32_t)options->width);
    job->canvas = pawli_canvas_make(job->view.width, job->view.height);
    if (options->gif == NULL) return true;

    const uint32_t numerator = job->scene.def.rate_numerator;
    const uint32_t denominator = job->scene.def.rate_denominator;
    const uint32_t every =
        (uint32_t)(((uint64_t)numerator / denominator + GIF_RATE / 2) / GIF_RATE);
    job->gif_every = every > 0 ? every : 1;
    job->gif_delay =
        (int)((100 * (uint64_t)job->gif_every * denominator + numerator / 2) / numerator);
    job->gif = pawli_gif_open(options->gif, job->view.width, job->view.height, &reason);
    if (job->gif == NULL) pawli_file_error(options->gif, reason);
    return job->gif != NULL;
}

static bool add_gif_frame(run *job, uint32_t tick) {
    const char *reason = NULL;
    if (job->gif == NULL || tick % job->gif_every != 0) return true;
    const bool last = job->ticks - tick < job->gif_every;
    pawli_draw_scene(&job->scene, &job->view, &job->drawing);
    pawli_canvas_paint(&job->canvas, &job->drawing);
    if (pawli_gif_add(job->gif, &job->canvas, last ? GIF_LAST_DELAY : job->gif_delay, &reason)) {
        return true;
    }
    pawli_file_error(job->options->gif, reason);
    return false;
}

static bool write_stills(run *job, uint32_t tick) {
    const run_options *options = job->options;
    const char *reason = NULL;
    if (tick != job->frame || (options->svg == NULL && options->png == NULL)) return true;
    pawli_draw_scene(&job->scene, &job->view, &job->drawing);
    if (options->svg != NULL && !pawli_write_svg(options->svg, &job->drawing, &reason)) {
        pawli_file_error(options->svg, reason);
        return false;
    }
    if (options->png == NULL) return true;
    pawli_canvas_paint(&job->canvas, &job->drawing);
    if (pawli_write_png(options->png, &job->canvas, &reason)) return true;
    pawli_file_error(options->png, reason);
    return false;
}

static bool end_pictures(run *job, bool good) {
    const char *reason = NULL;
    if (job->gif != NULL && !pawli_gif_close(job->gif, &reason) && good) {
        pawli_file_error(job->options->gif, reason);
        good = false;
    }
    free(job->drawing.marks);
    pawli_canvas_free(&job->canvas);
    return good;
}

/* ---- text ---- */

static void print_hash(run *job, uint32_t tick) {
    const run_options *options = job->options;
    if (options->hash_every == 0 || tick == 0 || tick % options->hash_every != 0) return;
    const unsigned long hash = pawl_world_hash(job->scene.world);
    if (options->json) {
        printf("%s\n    {\"tick\": %lu, \"hash\": \"%08lx\"}", job->hash_count > 0 ? "," : "",
               (unsigned long)tick, hash);
    } else {
        printf("tick=%lu hash=%08lx\n", (unsigned long)tick, hash);
    }
    job->hash_count++;
}

static void print_result(const run *job) {
    const pawl_world *world = job->scene.world;
    const pawl_counters counters = pawl_world_counters(world);
    printf("tick=%llu bodies=%lu awake=%lu contacts=%lu faults=0x%lx hash=%08lx\n",
           (unsigned long long)pawl_world_tick(world), (unsigned long)counters.bodies,
           (unsigned long)counters.awake, (unsigned long)counters.touching,
           (unsigned long)pawl_world_faults(world), (unsigned long)pawl_world_hash(world));
    const tally *sum = &job->tally;
    if (counters.joints + sum->breaks + sum->sensor_begins + sum->hits == 0) return;
    printf("joints=%lu breaks=%llu sensor_begins=%llu hits=%llu\n", (unsigned long)counters.joints,
           (unsigned long long)sum->breaks, (unsigned long long)sum->sensor_begins,
           (unsigned long long)sum->hits);
}

static void print_json_result(const run *job) {
    const pawl_world *world = job->scene.world;
    const pawl_counters counters = pawl_world_counters(world);
    if (job->hash_count > 0) fputs("\n  ", stdout);
    printf("],\n  \"tick\": %llu,\n  \"bodies\": %lu,\n  \"awake\": %lu,\n"
           "  \"contacts\": %lu,\n  \"joints\": %lu,\n  \"breaks\": %llu,\n"
           "  \"sensor_begins\": %llu,\n  \"hits\": %llu,\n"
           "  \"faults\": %lu,\n  \"hash\": \"%08lx\"\n}\n",
           (unsigned long long)pawl_world_tick(world), (unsigned long)counters.bodies,
           (unsigned long)counters.awake, (unsigned long)counters.touching,
           (unsigned long)counters.joints, (unsigned long long)job->tally.breaks,
           (unsigned long long)job->tally.sensor_begins, (unsigned long long)job->tally.hits,
           (unsigned long)pawl_world_faults(world), (unsigned long)pawl_world_hash(world));
}

/* At most once per second, so that short runs stay silent. */
static void print_progress(run *job, uint32_t tick) {
    const time_t now = job->show_progress ? time(NULL) : 0;
    if (!job->show_progress || now == job->reported) return;
    job->reported = now;
    if (now - job->started < 2) return;
    fprintf(stderr, "\rtick %lu of %lu", (unsigned long)tick, (unsigned long)job->ticks);
    fflush(stderr);
    job->progress_shown = true;
}

/* ---- the run ---- */

static void count_events(const pawl_world *world, tally *sum) {
    const pawl_events events = pawl_world_events(world);
    sum->breaks += events.break_count;
    sum->sensor_begins += events.sensor_begin_count;
    sum->hits += events.hit_count;
}

static bool step_all(run *job) {
    for (uint32_t tick = 0;; tick++) {
        print_hash(job, tick);
        if (!add_gif_frame(job, tick) || !write_stills(job, tick)) return false;
        if (tick == job->ticks) return true;
        const pawl_status status = pawl_world_step(job->scene.world, NULL);
        if (status != PAWL_OK) {
            pawli_file_error(job->options->scene, pawl_status_text(status));
            return false;
        }
        count_events(job->scene.world, &job->tally);
        print_progress(job, tick);
    }
}

static int run_scene(run *job) {
    const run_options *options = job->options;
    job->ticks = options->has_ticks ? options->ticks : job->scene.ticks;
    job->frame = options->has_frame ? options->frame : job->ticks;
    if (job->frame > job->ticks) return pawli_usage_error("run", "--frame is after the end", NULL);
    job->show_progress = isatty(STDERR_FILENO) != 0;
    job->started = job->reported = time(NULL);
    if (options->json) fputs("{\n  \"hashes\": [", stdout);
    bool good = start_pictures(job);
    good = good && step_all(job);
    good = end_pictures(job, good);
    if (job->progress_shown) fputs("\r\033[K", stderr);
    if (!good) return PAWLI_EXIT_INPUT;
    if (options->json) {
        print_json_result(job);
    } else {
        print_result(job);
    }
    return pawli_finish_output(PAWLI_EXIT_OK);
}

int pawli_cmd_run(int argc, char **argv) {
    run_options options = {0};
    run job = {.options = &options};
    if (!read_options(&options, argc, argv)) return PAWLI_EXIT_INPUT;
    if (options.help) {
        puts(help);
        return pawli_finish_output(PAWLI_EXIT_OK);
    }
    if (!pawli_scene_load(options.scene, stderr, &job.scene)) return PAWLI_EXIT_INPUT;
    const int code = run_scene(&job);
    pawli_scene_free(&job.scene);
    return code;
}
