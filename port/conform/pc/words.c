/* words.c - halves the product of a stage until one number is left. What its numbers are follows
 * from src/step/trace.c, which has them in this order. */
#include "conform/pc/words.h"

#include <stdio.h>
#include <string.h>

#include "conform/product.h"

/* ---- names ---- */

static const char *const body_names[] = {"velocity.x",
                                         "velocity.y",
                                         "spin",
                                         "move_x",
                                         "move_y",
                                         "turn",
                                         "push.x",
                                         "push.y",
                                         "push_spin",
                                         "keep_linear",
                                         "keep_angular",
                                         "turn_frac",
                                         "spin_frac and flags",
                                         "velocity_frac_x and _y",
                                         "move_frac_x and _y"};
static const char *const row_names[] = {"bodies",       "count, stiff, pressed, watched",
                                        "normal_x",     "normal_y",
                                        "share_ax",     "share_ay",
                                        "share_bx",     "share_by",
                                        "friction",     "restitution",
                                        "tangent_speed"};
static const char *const point_names[] = {"lever_a",        "lever_b",         "gain_a",
                                          "gain_b",         "tangent_lever_a", "tangent_lever_b",
                                          "tangent_gain_a", "tangent_gain_b",  "mass",
                                          "tangent_mass",   "separation",      "gap",
                                          "normal_impulse", "tangent_impulse"};
static const char *const joint_names[] = {"bodies",          "type, flags, hinge",
                                          "alpha_a",         "alpha_b",
                                          "lever_a.arm.x",   "lever_a.arm.y",
                                          "lever_a.first_x", "lever_a.first_y",
                                          "lever_a.x",       "lever_a.y",
                                          "lever_a.move_x",  "lever_a.move_y",
                                          "lever_b.arm.x",   "lever_b.arm.y",
                                          "lever_b.first_x", "lever_b.first_y",
                                          "lever_b.x",       "lever_b.y",
                                          "lever_b.move_x",  "lever_b.move_y",
                                          "gap_x",           "gap_y",
                                          "mass_xx",         "mass_xy",
                                          "mass_yy",         "per_det"};
#define COUNT(names) ((uint32_t)(sizeof(names) / sizeof *(names)))
#define WORDS_OF(type, first, last) \
    ((uint32_t)((offsetof(type, last) + sizeof((type *)0)->last - offsetof(type, first)) / 4))

/* Whether the number is among the next `count`, which it then is from their beginning; otherwise
 * they are left behind. */
static bool is_within(uint32_t *number, uint32_t count) {
    if (*number < count) return true;
    *number -= count;
    return false;
}

/* Serial of the body of a solver body; 0 for what contacts do not move. */
static unsigned long serial_of(const pawli_step *step, uint16_t solver) {
    if (solver == 0) return 0;
    return (unsigned long)step->bodies[step->solver[solver].body].serial;
}

static bool name_body(const pawli_step *step, uint32_t *number, conform_word *out) {
    if (is_within(number, 1)) {
        snprintf(out->name, sizeof out->name, "faults of the step");
        return true;
    }
    for (uint32_t i = 1; i < step->solver_count; i++) {
        if (!is_within(number, 1 + COUNT(body_names))) continue;
        snprintf(out->name, sizeof out->name, "solver body of body %lu: %s",
                 serial_of(step, (uint16_t)i), *number == 0 ? "serial" : body_names[*number - 1]);
        return true;
    }
    return false;
}

/* A number of a contact row, and of which of its points; null: it is behind the row. */
static const char *find_in_row(const pawli_contact_row *row, uint32_t *number, int *point) {
    static const char *const rolling_names[] = {"rolling.resistance", "rolling.impulse"};
    *point = -1;
    if (is_within(number, COUNT(row_names))) return row_names[*number];
    for (int i = 0; i < row->count; i++) {
        if (!is_within(number, COUNT(point_names))) continue;
        *point = i;
        return point_names[*number];
    }
    if (row->count != 1) return NULL;
    const uint32_t rest = row->single.rolling.resistance != 0 ? 2 : 1;
    return is_within(number, rest) ? rolling_names[*number] : NULL;
}

static bool name_row(const pawli_step *step, uint32_t *number, conform_word *out) {
    if (is_within(number, 1)) {
        snprintf(out->name, sizeof out->name, "number of contact rows");
        return true;
    }
    for (uint32_t i = 0; i < step->row_count; i++) {
        const pawli_contact_row *const row = &step->rows[i];
        int point;
        const char *const name = find_in_row(row, number, &point);
        if (name == NULL) continue;
        char place[24] = "";
        if (point >= 0) snprintf(place, sizeof place, "points[%d].", point);
        snprintf(out->name, sizeof out->name, "contact row of bodies %lu and %lu%s: %s%s",
                 serial_of(step, row->a), serial_of(step, row->b),
                 row->a == 0 || row->b == 0 ? " (0: one that it does not move)" : "", place, name);
        return true;
    }
    return false;
}

static bool name_joint(const pawli_step *step, uint32_t *number, conform_word *out) {
    const pawli_joint *const joints = pawli_joints_const(step->world);
    const uint32_t middle = WORDS_OF(pawli_joint_row, first_axis, second_y);
    const uint32_t end = WORDS_OF(pawli_joint_row, slide, impulses);
    if (is_within(number, 1)) {
        snprintf(out->name, sizeof out->name, "number of joint rows");
        return true;
    }
    for (uint32_t i = 0; i < step->joint_count; i++) {
        if (!is_within(number, 1 + COUNT(joint_names) + middle + end)) continue;
        char name[60] = "serial";
        uint32_t at = *number;
        if (!is_within(&at, 1)) {
            if (is_within(&at, COUNT(joint_names))) {
                snprintf(name, sizeof name, "%s", joint_names[at]);
            } else if (is_within(&at, middle)) {
                snprintf(name, sizeof name, "word %lu from first_axis on", (unsigned long)at);
            } else if (at + PAWLI_JOINT_IMPULSES >= end) {
                snprintf(name, sizeof name, "impulses[%lu]",
                         (unsigned long)(at + PAWLI_JOINT_IMPULSES - end));
            } else {
                snprintf(name, sizeof name, "word %lu from slide on", (unsigned long)at);
            }
        }
        snprintf(out->name, sizeof out->name, "row of joint %lu: %s",
                 (unsigned long)joints[step->joints[i].joint].serial, name);
        return true;
    }
    return false;
}

/* Their state is what the stage has made: of it there are three hashes. */
static bool name_soft(uint32_t *number, conform_word *out) {
    static const char *const names[] = {"soft bodies", "their points", "their links"};
    if (!is_within(number, COUNT(names))) return false;
    snprintf(out->name, sizeof out->name, "hash of %s", names[*number]);
    return true;
}

static void name_word(const pawli_step *step, pawl_stage stage, conform_word *out) {
    uint32_t number = out->number;
    const bool has_bodies = stage >= PAWL_STAGE_PREPARE && stage <= PAWL_STAGE_CONTINUOUS;
    const bool has_rows = has_bodies && stage != PAWL_STAGE_CONTINUOUS;
    if (has_bodies && name_body(step, &number, out)) return;
    if (has_rows && (name_row(step, &number, out) || name_joint(step, &number, out))) return;
    if (has_bodies && !has_rows && name_soft(&number, out)) return;
    snprintf(out->name, sizeof out->name, "number %lu of its product", (unsigned long)out->number);
}

/* ---- the search ---- */

static bool ask_word(conform_line *line, uint32_t first, conform_product *out) {
    conform_packet answer, question = conform_line_begin(line, CONFORM_WORD);
    conform_put(&question, first, 4);
    if (!conform_line_ask(line, &question, &answer)) return false;
    out->count = (uint32_t)conform_get(&answer, 4);
    out->chain = (uint32_t)conform_get(&answer, 4);
    out->word = (uint32_t)conform_get(&answer, 4);
    return !answer.bad;
}

bool conform_words_compare(conform_line *line, pawl_stage stage, conform_word *out) {
    conform_product theirs;
    uint32_t equal = 0, end = conform_product_at(0).count; /* words before `equal` agree */
    memset(out, 0, sizeof *out);
    if (!ask_word(line, 0, &theirs)) return false;
    if (theirs.count < end) end = theirs.count;
    if (end == 0) return true;
    while (end - equal > 1) {
        const uint32_t middle = equal + (end - equal) / 2;
        if (!ask_word(line, middle, &theirs)) return false;
        if (theirs.chain == conform_product_at(middle).chain) {
            equal = middle;
        } else {
            end = middle;
        }
    }
    if (!ask_word(line, equal, &theirs)) return false;
    out->number = equal;
    out->board = theirs.word;
    out->here = conform_product_at(equal).word;
    out->is_found = out->board != out->here;
    if (out->is_found) name_word(conform_product_step(), stage, out);
    return true;
}
