/* quality.c - how good is the physics? Runs the shared scenes in pawl and in a double-precision
 * twin and compares their figures with those of other solvers and with what is required.
 *
 * One row per figure. "limit" is what pawl must not exceed, or the target and how far from it the
 * figure may be; "twin" is the same method without rounding. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "metrics.h"
#include "reference.h"
#include "support/scene/scene_pawl.h"
#include "twin.h"

#define PILE_COUNT 10

static const double two_pi = 6.283185307179586476925;

typedef struct quality_options {
    const char **scenes; /* ends with null; null: all */
    bool scales[3];
    bool piles_only; /* at the last scale */
    bool twin;
    twin_options method; /* of the twin */
} quality_options;

/* What has been found so far. */
typedef struct quality_report {
    int rows, failures;
    /* Of the random piles at the current scale, for rows over all of them. */
    int pile_count;
    scene_metrics pile_pawl[PILE_COUNT], pile_twin[PILE_COUNT];
} quality_report;

static void show_progress(const scene_def *scene, const char *solver) {
    if (!isatty(STDERR_FILENO)) return;
    fprintf(stderr, "\r\033[K%s at scale %s: %s", scene->name, scene_scale_text(scene->scale),
            solver);
}

static void clear_progress(void) {
    if (isatty(STDERR_FILENO)) fprintf(stderr, "\r\033[K");
}

static void *allocate(int count, size_t size) {
    void *const memory = calloc((size_t)count, size);
    if (!memory) {
        fprintf(stderr, "quality: out of memory\n");
        exit(2);
    }
    return memory;
}

static int step_count(const scene_def *scene) {
    return (int)(scene->duration * 60 + 0.5);
}

static double from_fx(pawl_fx value) {
    return value / 65536.0;
}

static scene_vector from_vec2(pawl_vec2 v) {
    return (scene_vector){from_fx(v.x), from_fx(v.y)};
}

static body_motion read_body(const pawl_world *world, pawl_body_id body) {
    return (body_motion){from_vec2(pawl_body_get_position(world, body)),
                         pawl_body_get_angle(world, body) * (two_pi / 4294967296.0),
                         from_vec2(pawl_body_get_velocity(world, body)),
                         from_fx(pawl_body_get_angular_velocity(world, body))};
}

static double find_penetration(const pawl_world *world) {
    double deepest = 0;
    pawl_contact contact;
    uint32_t cursor = 0;
    while (pawl_world_next_contact(world, &cursor, &contact)) {
        for (int j = 0; j < contact.count; j++) {
            deepest = fmax(deepest, -from_fx(contact.separations[j]));
        }
    }
    return deepest;
}

/* False when the world could not be made. */
static bool run_pawl(const scene_def *scene, scene_metrics *metrics, uint32_t *faults) {
    show_progress(scene, "pawl");
    pawl_world_def def = scene_world_def(scene);
    def.sleeping = 0;
    scene_world made;
    if (!scene_world_make(scene, &def, &made)) return false;
    body_motion *const now = allocate(scene->body_count, sizeof *now);
    for (int i = 0; i < scene->body_count; i++)
        now[i] = read_body(made.world, made.bodies[i]);
    metrics_start(metrics, scene, now);
    for (int step = 0; step < step_count(scene); step++) {
        if (pawl_world_step(made.world, NULL) != PAWL_OK) {
            fprintf(stderr, "quality: %s: step %d failed\n", scene->name, step);
            exit(2);
        }
        for (int i = 0; i < scene->body_count; i++)
            now[i] = read_body(made.world, made.bodies[i]);
        metrics_step(metrics, now, find_penetration(made.world));
    }
    metrics_finish(metrics);
    *faults = pawl_world_get_faults(made.world);
    free(now);
    scene_world_free(&made);
    return true;
}

static void run_twin(const scene_def *scene, twin_options method, scene_metrics *metrics) {
    show_progress(scene, "twin");
    twin_world *const twin = twin_make(scene, method);
    body_motion *const now = allocate(scene->body_count, sizeof *now);
    for (int i = 0; i < scene->body_count; i++)
        now[i] = twin_motion(twin, i);
    metrics_start(metrics, scene, now);
    for (int step = 0; step < step_count(scene); step++) {
        twin_step(twin);
        for (int i = 0; i < scene->body_count; i++)
            now[i] = twin_motion(twin, i);
        metrics_step(metrics, now, twin_penetration(twin));
    }
    metrics_finish(metrics);
    free(now);
    twin_free(twin);
}

static void print_header(void) {
    printf("%-10s %-2s %-8s %13s %10s %10s %10s %10s %10s\n", "scene", "", "figure", "limit",
           "pawl", "twin", "D", "B", "F");
}

/* A number with as many decimals as the reference tables have. */
static void print_value(const char *figure, double value) {
    static const struct {
        const char *figure;
        int decimals;
    } styles[] = {{"pen", 2},    {"late", 2},  {"quiet", 2},  {"toppled", 2},
                  {"jitter", 6}, {"drift", 5}, {"turn", 5},   {"below", 0},
                  {"lost", 0},   {"slow", 0},  {"tipped", 0}, {"faults", 0}};
    int decimals = 4;
    for (size_t i = 0; i < sizeof styles / sizeof styles[0]; i++) {
        const size_t length = strlen(styles[i].figure);
        if (strncmp(figure, styles[i].figure, length) == 0) decimals = styles[i].decimals;
    }
    if (isnan(value)) {
        printf(" %10s", "-");
    } else if (isinf(value)) {
        printf(" %10s", "never");
    } else {
        printf(" %10.*f", decimals, value);
    }
}

static void print_limit(const char *figure, requirement required) {
    if (required.kind == REQUIRE_NEAR) {
        printf(" %7.4g+-%-4.3g", required.target, required.limit);
    } else if (required.kind != REQUIRE_NONE && isfinite(required.limit)) {
        printf("   ");
        print_value(figure, required.limit);
    } else {
        printf(" %13s", "");
    }
}

/* One row of the table. */
static void judge(quality_report *report, const reference *row, requirement required, double pawl,
                  double twin) {
    const char *verdict = "info";
    bool good = true;
    if (required.kind == REQUIRE_NEAR) good = fabs(pawl - required.target) <= required.limit;
    if (required.kind == REQUIRE_MOST || required.kind == REQUIRE_CAP) {
        good = pawl <= required.limit;
    }
    if (required.kind != REQUIRE_NONE) verdict = good ? "PASS" : "FAIL";
    clear_progress();
    printf("%-10s %-2s %-8s", row->scene, scene_scale_text(row->scale), row->figure);
    print_limit(row->figure, required);
    print_value(row->figure, pawl);
    print_value(row->figure, twin);
    print_value(row->figure, row->d);
    print_value(row->figure, row->b);
    print_value(row->figure, row->f);
    printf("  %s\n", verdict);
    report->rows++;
    if (!good) report->failures++;
}

static void judge_faults(quality_report *report, const scene_def *scene, uint32_t faults) {
    const reference row = {scene->name, scene->scale, "faults", NAN, NAN, NAN};
    if (faults != 0) {
        clear_progress();
        printf("%s at scale %s: fault 0x%x, %s\n", scene->name, scene_scale_text(scene->scale),
               (unsigned)faults, pawl_fault_text(faults));
    }
    judge(report, &row, (requirement){REQUIRE_CAP, 0, NAN}, faults, NAN);
}

/* The rows of a scene: those that have references at its scale, else a report without limits. */
static void judge_scene(quality_report *report, const scene_def *scene, const scene_metrics *pawl,
                        const scene_metrics *twin) {
    static const char *const plain[] = {"sag", "dx", "pen", "late", "jitter", "quiet"};
    const int rows_before = report->rows;
    for (int i = 0; i < reference_count; i++) {
        const reference *const row = &references[i];
        if (strcmp(row->scene, scene->name) != 0 || row->scale != scene->scale) continue;
        judge(report, row, requirement_of(row), metrics_figure(pawl, row->figure),
              twin ? metrics_figure(twin, row->figure) : NAN);
    }
    if (report->rows > rows_before) return;
    for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++) {
        const reference row = {scene->name, scene->scale, plain[i], NAN, NAN, NAN};
        judge(report, &row, (requirement){REQUIRE_NONE, NAN, NAN}, metrics_figure(pawl, plain[i]),
              twin ? metrics_figure(twin, plain[i]) : NAN);
    }
}

static int compare_doubles(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* A figure of all ten piles: how many exceed 15, the median, or the largest. */
typedef enum summary_kind {
    SUMMARY_SLOW,
    SUMMARY_MEDIAN,
    SUMMARY_LARGEST
} summary_kind;

static double summarize(const scene_metrics *piles, const char *figure, summary_kind kind) {
    double values[PILE_COUNT];
    int slow = 0;
    for (int i = 0; i < PILE_COUNT; i++) {
        values[i] = metrics_figure(&piles[i], figure);
        slow += values[i] > 15;
    }
    if (kind == SUMMARY_SLOW) return slow;
    qsort(values, PILE_COUNT, sizeof values[0], compare_doubles);
    if (kind == SUMMARY_LARGEST) return values[PILE_COUNT - 1];
    return (values[PILE_COUNT / 2 - 1] + values[PILE_COUNT / 2]) / 2;
}

/* One pile is chaotic; ten of them say something. Circles roll on for want of rolling resistance:
 * one pile in eight takes longer than 15 s (19 of 160), so five of ten are chance. No body may
 * leave. */
static void judge_piles(quality_report *report, scene_scale scale, bool with_twin) {
    static const struct {
        const char *name, *figure;
        summary_kind summary;
        double m[3], p[3]; /* D, B, F */
        double limit;      /* NAN: reported only */
    } rows[] = {
        {"lost", "lost", SUMMARY_LARGEST, {0, 0, 0}, {0, 0, 0}, 0},
        {"slow", "quiet", SUMMARY_SLOW, {3, 0, 0}, {5, 0, 2}, 5},
        {"late med", "late", SUMMARY_MEDIAN, {109, 105, 103}, {114, 107, 100}, NAN},
        {"late max", "late", SUMMARY_LARGEST, {126, 122, 133}, {116, 125, 114}, NAN},
        {"jitt med", "jitter", SUMMARY_MEDIAN, {.0069, .0147, .0037}, {.0331, .006, .0082}, NAN},
        {"jitt max", "jitter", SUMMARY_LARGEST, {.102, .039, .043}, {3.94, .009, .147}, NAN}};
    if (report->pile_count != PILE_COUNT) return;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const double *const known = scale == SCENE_M ? rows[i].m : rows[i].p;
        reference row = {"pile*", scale, rows[i].name, known[0], known[1], known[2]};
        const requirement_kind kind = isnan(rows[i].limit) ? REQUIRE_NONE : REQUIRE_CAP;
        if (scale == SCENE_PG) row.d = row.b = row.f = NAN;
        judge(report, &row, (requirement){kind, rows[i].limit, NAN},
              summarize(report->pile_pawl, rows[i].figure, rows[i].summary),
              with_twin ? summarize(report->pile_twin, rows[i].figure, rows[i].summary) : NAN);
    }
}

/* The same piles with rolling resistance: all of them come to rest. */
static void judge_rough_piles(quality_report *report, scene_scale scale) {
    scene_metrics piles[PILE_COUNT];
    uint32_t faults = 0;
    if (report->pile_count != PILE_COUNT) return;
    for (int i = 0; i < PILE_COUNT; i++) {
        char name[16];
        scene_def scene;
        snprintf(name, sizeof name, "pile%d", 101 + i);
        if (!scene_build(name, scale, &scene)) exit(2);
        for (int k = 0; k < scene.body_count; k++)
            scene.bodies[k].rolling_resistance = 0.05;
        if (!run_pawl(&scene, &piles[i], &faults)) exit(2);
        scene_free(&scene);
    }
    const reference slow = {"rough*", scale, "slow", NAN, NAN, NAN};
    const reference lost = {"rough*", scale, "lost", NAN, NAN, NAN};
    const requirement none = {REQUIRE_CAP, 0, NAN};
    judge(report, &slow, none, summarize(piles, "quiet", SUMMARY_SLOW), NAN);
    judge(report, &lost, none, summarize(piles, "lost", SUMMARY_LARGEST), NAN);
}

static void run_scene(quality_report *report, const quality_options *options, const char *name,
                      scene_scale scale) {
    scene_def scene;
    if (!scene_build(name, scale, &scene)) {
        fprintf(stderr, "quality: no scene is called \"%s\"\n", name);
        exit(2);
    }
    scene_metrics pawl, twin;
    uint32_t faults = 0;
    if (!run_pawl(&scene, &pawl, &faults)) {
        report->rows++;
        report->failures++;
        scene_free(&scene);
        return;
    }
    if (options->twin) run_twin(&scene, options->method, &twin);
    judge_scene(report, &scene, &pawl, options->twin ? &twin : NULL);
    judge_faults(report, &scene, faults);
    if (strncmp(name, "pile", 4) == 0 && report->pile_count < PILE_COUNT) {
        report->pile_pawl[report->pile_count] = pawl;
        if (options->twin) report->pile_twin[report->pile_count] = twin;
        report->pile_count++;
    }
    scene_free(&scene);
}

static void print_help(void) {
    printf("usage: quality [--scale M|P|PG] [--no-twin] [--serial] [scene...]\n"
           "Runs scenes and compares their figures with references and requirements.\n"
           "  --scale    one scale only; default: M and P, piles at PG as well\n"
           "  --no-twin  skip the double-precision twin\n"
           "  --serial   the twin solves the points of a manifold one after the other: it is D\n"
           "Without scenes: all of\n ");
    for (int i = 0; scene_names[i]; i++)
        printf(" %s", scene_names[i]);
    printf("\nExit status: 0 all requirements met, 1 one was not, 2 usage.\n");
}

static scene_scale read_scale(const char *word) {
    for (int scale = SCENE_M; scale <= SCENE_PG; scale++) {
        if (strcmp(word, scene_scale_text((scene_scale)scale)) == 0) return (scene_scale)scale;
    }
    fprintf(stderr, "quality: scale is M, P or PG, not \"%s\"\n", word);
    exit(2);
}

static quality_options read_options(int count, char **words) {
    quality_options options = {NULL, {true, true, true}, true, true, {0}};
    int scene_count = 0;
    for (int i = 1; i < count; i++) {
        if (strcmp(words[i], "--help") == 0) {
            print_help();
            exit(0);
        } else if (strcmp(words[i], "--no-twin") == 0) {
            options.twin = false;
        } else if (strcmp(words[i], "--serial") == 0) {
            options.method.serial = true;
        } else if (strcmp(words[i], "--scale") == 0 && i + 1 < count) {
            memset(options.scales, 0, sizeof options.scales);
            options.piles_only = false;
            options.scales[read_scale(words[++i])] = true;
        } else if (words[i][0] == '-') {
            fprintf(stderr, "quality: unknown option %s (try --help)\n", words[i]);
            exit(2);
        } else {
            if (!options.scenes) options.scenes = allocate(count, sizeof *options.scenes);
            options.scenes[scene_count++] = words[i];
        }
    }
    return options;
}

int main(int count, char **words) {
    static quality_report report;
    const quality_options options = read_options(count, words);
    const char *const *const scenes = options.scenes ? options.scenes : scene_names;
    printf("%s\n", pawl_build_options());
    print_header();
    for (int scale = SCENE_M; scale <= SCENE_PG; scale++) {
        if (!options.scales[scale]) continue;
        report.pile_count = 0;
        const bool piles_only = scale == SCENE_PG && options.piles_only;
        for (int i = 0; scenes[i]; i++) {
            if (piles_only && strncmp(scenes[i], "pile", 4) != 0) continue;
            run_scene(&report, &options, scenes[i], (scene_scale)scale);
            fflush(stdout);
        }
        judge_piles(&report, (scene_scale)scale, options.twin);
        judge_rough_piles(&report, (scene_scale)scale);
    }
    free(options.scenes);
    clear_progress();
    printf("%d rows, %d short of what is required\n", report.rows, report.failures);
    return report.failures == 0 ? 0 : 1;
}
