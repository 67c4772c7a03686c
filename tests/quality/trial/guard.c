/* guard.c - how far a figure may be short of its bar before a sample fails.
 *
 * A sample of scenes drawn afresh meets by chance what happens once in thousands, and some bars are
 * not reached yet. Such rows print "short": they are counted, and `--full` fails with them. What is
 * also beyond its guard has become worse, and fails everywhere. */
#include "guard.h"

#include <math.h>
#include <string.h>

typedef struct open_figure {
    const char *scene, *figure;
    double guard; /* at any scale */
} open_figure;

/* Figures of few scenes with a wide spread: how many times the bar. In forty samples the largest
 * were 1.7, 4.7 and any: one pile in twenty has a stone that rolls on. */
static const open_figure spread_figures[] = {
    {"bridge 60", "gap, 1:300", 2.5},
    {"pile 500", "quiet median", 8},
    {"pile 500", "quiet worst", INFINITY},
};

/* Bars that are not reached: about twice what they were short by when they were measured. */
static const open_figure open_figures[] = {
    {"stack", "fell", 0.05},
    {"stack x1", "fell", 0.6},
    {"swing 0.05", "60x2 peak", 1.002},
    {"swing 0.05", "120x1 peak", 1.002},
    {"swing drawn", "above start", 0.002},
    {"rods", "gain energy", 0.2},
    {"rods", "faults", 0.2},
    {"rod swings", "gain energy", 0.3},
    {"rod swings", "faults", 0.3},
    {"joints", "gain energy", 0.3},
    {"joints", "faults", 0.3},
    {"joints all", "gain energy", 0.4},
    {"joints all", "faults", 0.4},
    {"cantilever", "speed median", 2.5},
    {"chain 50", "gap, 1:20", 2.5},
    {"chain 50", "gap, 1:200", 1.5},
    {"bridge 60", "gap, 1:100", 3},
    {"flat box", "apex off", 2},
    {"bullets", "passed", 0.004},
};

static const open_figure *find_figure(const open_figure *figures, size_t count, const char *scene,
                                      const char *figure) {
    for (size_t i = 0; i < count; i++) {
        const open_figure *const row = &figures[i];
        if (strcmp(row->scene, scene) == 0 && strcmp(row->figure, figure) == 0) return row;
    }
    return NULL;
}

#define FIND(figures) find_figure(figures, sizeof(figures) / sizeof(figures)[0], scene, figure)

/* What is in no table: one scene of the sample or three standard deviations for a share, a quarter
 * for a size. */
double guard_of(const char *scene, const char *figure, trial_bar bar, int count, bool is_share) {
    const open_figure *const open = FIND(open_figures), *const spread = FIND(spread_figures);
    if (open != NULL) return open->guard;
    if (spread != NULL) return bar.value * spread->guard;
    const double side = bar.type == BAR_MOST ? 1 : -1;
    if (!is_share) return bar.value + side * 0.25 * fabs(bar.value);
    return bar.value + side * fmax(2.5 / count, 3 * sqrt(bar.value * (1 - bar.value) / count));
}
