/* trial.c - random numbers, figures and the table of the trials. */
#include "trial.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "guard.h"
#include "stored.h"
#include "support/base/seeded.h"

trial_bar bar_none(void) {
    return (trial_bar){BAR_NONE, false, NAN};
}

trial_bar bar_most(double value) {
    return (trial_bar){BAR_MOST, false, value};
}

trial_bar bar_least(double value) {
    return (trial_bar){BAR_LEAST, false, value};
}

trial_bar bar_aim(trial_bar bar) {
    bar.aim = true;
    return bar;
}

int trials_count(const trial_table *trials, int sample, int full) {
    return trials->full ? full : sample;
}

static double unit_random(trial_table *trials) {
    return (double)(seeded_next(&trials->random) >> 11) / 9007199254740992.0;
}

double trials_between(trial_table *trials, double low, double high) {
    return low + (high - low) * unit_random(trials);
}

double trials_log_between(trial_table *trials, double low, double high) {
    return low * pow(high / low, unit_random(trials));
}

int trials_below(trial_table *trials, int bound) {
    return (int)(unit_random(trials) * bound);
}

double trials_stored(const char *scene, scene_scale scale, const char *figure) {
    for (int i = 0; i < stored_count; i++) {
        const stored_figure *const row = &stored_figures[i];
        if (row->scale == scale && strcmp(row->scene, scene) == 0 &&
            strcmp(row->figure, figure) == 0) {
            return row->value;
        }
    }
    return NAN;
}

static void print_number(double value) {
    if (isnan(value)) {
        printf(" %10s", "-");
    } else if (isinf(value)) {
        printf(" %10s", "never");
    } else {
        printf(" %10.5g", value);
    }
}

static void print_bar(trial_bar bar) {
    static const char *const signs[] = {"", "<=", ">="};
    if (bar.type == BAR_NONE || isnan(bar.value)) {
        printf(" %13s", "-");
    } else {
        printf(" %2s", signs[bar.type]);
        print_number(bar.value);
    }
}

static bool reaches(trial_bar bar, double value) {
    if (bar.type == BAR_NONE || isnan(bar.value)) return true;
    if (isnan(value)) return false;
    return bar.type == BAR_MOST ? value <= bar.value : value >= bar.value;
}

static void write_row(trial_table *trials, const char *scene, scene_scale scale, const char *figure,
                      int count, double value, double twin, trial_bar bar, bool is_share) {
    if (trials->store) {
        printf("    {\"%s\", SCENE_%s, \"%s\", %d, ", scene, scene_scale_text(scale), figure,
               count);
        if (isfinite(value)) {
            printf("%.6g},\n", value);
        } else {
            printf("%s},\n", isnan(value) ? "NAN" : "INFINITY");
        }
        fflush(stdout);
        return;
    }
    const bool good = reaches(bar, value);
    const trial_bar guard = {bar.type, false, guard_of(scene, figure, bar, count, is_share)};
    const bool fails = !good && !bar.aim && (trials->full || !reaches(guard, value));
    const char *verdict = good ? "PASS" : fails ? "FAIL" : "short";
    if (bar.type == BAR_NONE || isnan(bar.value)) verdict = "info";
    if (bar.aim) verdict = good ? "aim: reached" : "aim: missed";
    trials->rows++;
    trials->aims_missed += !good && bar.aim;
    trials->failures += fails;
    trials->short_rows += !good && !bar.aim;
    printf("%-11s %-2s %-15s %5d", scene, scene_scale_text(scale), figure, count);
    print_bar(bar);
    print_number(value);
    print_number(twin);
    print_number(trials_stored(scene, scale, figure));
    printf("  %s\n", verdict);
    fflush(stdout);
}

void trials_row(trial_table *trials, const char *scene, scene_scale scale, const char *figure,
                int count, double value, double twin, trial_bar bar) {
    write_row(trials, scene, scale, figure, count, value, twin, bar, false);
}

void trials_share(trial_table *trials, const char *scene, scene_scale scale, const char *figure,
                  int count, int hits, trial_bar bar) {
    write_row(trials, scene, scale, figure, count, (double)hits / count, NAN, bar, true);
}

double trials_share_by_chance(double share, int count) {
    return share + 3 * sqrt(share * (1 - share) / count);
}

void trial_values_add(trial_values *values, double value) {
    if (values->count < TRIAL_VALUES) values->values[values->count++] = value;
}

double trial_values_largest(const trial_values *values) {
    double largest = -INFINITY;
    for (int i = 0; i < values->count; i++)
        largest = fmax(largest, values->values[i]);
    return largest;
}

static int compare_values(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double trial_values_median(trial_values *values) {
    if (values->count == 0) return NAN;
    qsort(values->values, (size_t)values->count, sizeof values->values[0], compare_values);
    return (values->values[(values->count - 1) / 2] + values->values[values->count / 2]) / 2;
}
