/* trial_bounce.c - restitution: boxes that fall flat, and Newton's cradle. */
#include <math.h>
#include <stdio.h>

#include "trial.h"

typedef struct bounce_result {
    double apex; /* after the first impact: height of the lowest point, boxes */
    double spin; /* the largest until then, radians per second */
} bounce_result;

/* Body 1 falls on body 0, whose top is y = 0. */
static bounce_result run_bounce(const trial_engine *engine, const trial_scene *scene,
                                double below) {
    bounce_result result = {NAN, 0};
    trial_run run = trial_start(engine, scene);
    double before = 0;
    for (int i = 0; i < 600; i++) {
        trial_step(&run);
        const body_motion now = trial_motion(&run, 1);
        result.spin = fmax(result.spin, fabs(now.angular_velocity));
        if (before > 0 && now.velocity.y <= 0) {
            result.apex = (now.position.y - below) / scene->box;
            break;
        }
        before = now.velocity.y;
    }
    trial_end(&run);
    return result;
}

static trial_scene build_drop(scene_scale scale, double restitution) {
    trial_scene scene = trial_scene_make(scale);
    trial_add_box(&scene, ENGINE_STATIC, 50, 1, 0, -1)->restitution = trial_q(restitution);
    return scene;
}

void trial_flat(trial_table *trials) {
    static const double restitutions[] = {0.3, 0.6, 0.9};
    for (int at = SCENE_M; at <= SCENE_PG; at++) {
        const scene_scale scale = (scene_scale)at;
        const int count = 3 + trials_count(trials, 40, 400);
        double spin = 0, off = 0;
        for (int i = 0; i < count; i++) {
            const double e = i < 3 ? restitutions[i] : trials_between(trials, 0.25, 0.95);
            const double height = i < 3 ? 10 : trials_between(trials, 5, 15);
            const double w = i < 3 ? 0.5 : trials_between(trials, 0.2, 2);
            const double h = i < 3 ? 0.5 : trials_between(trials, 0.2, 2);
            trial_scene box = build_drop(scale, e), circle = build_drop(scale, e);
            trial_add_box(&box, ENGINE_DYNAMIC, w, h, 0, height + h);
            trial_add_circle(&circle, ENGINE_DYNAMIC, h, 0, height + h);
            const double below = trial_q(h * box.box);
            const bounce_result flat = run_bounce(trials->engine, &box, below);
            const bounce_result round = run_bounce(trials->engine, &circle, below);
            spin = fmax(spin, flat.spin);
            off = fmax(off, fabs(flat.apex / round.apex - 1));
            if (isnan(flat.apex / round.apex)) off = INFINITY;
            trial_scene_free(&box);
            trial_scene_free(&circle);
        }
        trials_row(trials, "flat box", scale, "spin", count, spin, NAN, bar_most(0.01));
        trials_row(trials, "flat box", scale, "apex off", count, off, NAN, bar_most(0.02));
    }
}

/* Five balls side by side on strings of 2; the first is let go at an angle. Rises are shares of the
 * height it had, of the last ball and of the first in its first swing. */
static void run_cradle(trial_table *trials, scene_scale scale, double angle, double *last,
                       double *first) {
    trial_scene scene = trial_scene_make(scale);
    const double r = 0.5, string = 4;
    for (int i = 0; i < 5; i++) {
        const double x = 2 * r * i, c = i == 0 ? cos(angle) : 1, s = i == 0 ? sin(angle) : 0;
        trial_add_circle(&scene, ENGINE_STATIC, 0.05, x, 0)->group = -1;
        engine_body *const ball =
            trial_add_circle(&scene, ENGINE_DYNAMIC, r, x - string * s, -string * c);
        ball->restitution = 1;
        ball->friction = 0;
        trial_add_joint(&scene, ENGINE_REVOLUTE, 2 * i, 2 * i + 1, x, 0);
    }
    const double height = scene.bodies[1].position.y + string * scene.box;
    *last = *first = 0;
    trial_run run = trial_start(trials->engine, &scene);
    /* The first impact is after a quarter of a swing of some 2 pi sqrt(4/10) s; the last ball is
     * at its height after another, and then the first one's turn to have moved is over. */
    const int steps =
        (int)(0.55 * 6.2832 * sqrt(string * scene.box / -scene.settings.gravity.y) * 60);
    for (int i = 0; i < steps; i++) {
        trial_step(&run);
        const double up = trial_motion(&run, 9).position.y + string * scene.box;
        const body_motion ball = trial_motion(&run, 1);
        const bool struck = i > steps / 2;
        *last = fmax(*last, up / height);
        if (struck) *first = fmax(*first, (ball.position.y + string * scene.box) / height);
    }
    trial_end(&run);
    trial_scene_free(&scene);
}

void trial_cradle(trial_table *trials) {
    for (int at = SCENE_M; at <= SCENE_PG; at++) {
        const int count = trials_count(trials, 3, 12);
        double least = INFINITY, most = 0;
        for (int i = 0; i < count; i++) {
            double last, first;
            run_cradle(trials, (scene_scale)at, trials_between(trials, 0.5, 1.2), &last, &first);
            least = fmin(least, last);
            most = fmax(most, first);
        }
        trials_row(trials, "cradle", (scene_scale)at, "last rises", count, least, NAN,
                   bar_aim(bar_least(0.9)));
        trials_row(trials, "cradle", (scene_scale)at, "first rises", count, most, NAN,
                   bar_aim(bar_most(0.05)));
    }
}
