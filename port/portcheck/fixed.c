/* fixed.c - fixed-point arithmetic: known answers, and more calls folded into one hash each.
 *
 * Operands come from PCG32, mixed with values at which something changes. What must come out was
 * computed by answers.py from exact integers, not by pawl. */
#include "portcheck/answers.h"
#include "portcheck/check.h"

#include "pawl/vec.h"

#define CALLS 200 /* of each operation; the first PAWLI_ANSWER_COUNT have a known answer */

PAWL_STATIC_ASSERT(PAWLI_ANSWER_CALLS == CALLS, "answers.py computes as many calls");

typedef struct results {
    int32_t first, second;
} results;

typedef struct operation {
    const char *name;
    uint8_t argument_count;
    results (*call)(const int32_t *arguments);
} operation;

static results one(int32_t first) {
    const results both = {first, 0};
    return both;
}

static results two(int32_t first, int32_t second) {
    const results both = {first, second};
    return both;
}

static results call_sub(const int32_t *v) {
    return two(pawl_sub(v[0], v[1]), pawl_neg(pawl_add(v[0], v[1])));
}

static results call_mul(const int32_t *v) {
    return one(pawl_mul(v[0], v[1]));
}

static results call_div(const int32_t *v) {
    return one(pawl_div(v[0], v[1]));
}

static results call_muldiv(const int32_t *v) {
    return one(pawl_muldiv(v[0], v[1], v[2]));
}

static results call_sqrt(const int32_t *v) {
    return one(pawl_sqrt(v[0]));
}

static results call_near(const int32_t *v) {
    return two(pawl_near_to_int(v[0]), pawl_floor_to_int(v[0]));
}

static results call_from_radians(const int32_t *v) {
    return one((int32_t)pawl_angle_from_radians(v[0]));
}

static results call_to_radians(const int32_t *v) {
    return one(pawl_angle_to_radians((pawl_angle)v[0]));
}

static results call_from_degrees(const int32_t *v) {
    return two((int32_t)pawl_angle_from_degrees(v[0]), pawl_angle_to_degrees((pawl_angle)v[0]));
}

static results call_sin(const int32_t *v) {
    return two(pawl_sin((pawl_angle)v[0]), pawl_rot_from_angle((pawl_angle)v[0]).s);
}

static results call_cos(const int32_t *v) {
    return two(pawl_cos((pawl_angle)v[0]), pawl_rot_from_angle((pawl_angle)v[0]).c);
}

static results call_atan2(const int32_t *v) {
    return one((int32_t)pawl_atan2(v[0], v[1]));
}

/* Two halves of a Q32.32 number. */
static results halves(int64_t value) {
    return two((int32_t)(uint32_t)((uint64_t)value >> 32), (int32_t)(uint32_t)value);
}

static results call_dot(const int32_t *v) {
    return halves(pawl_vec2_dot(pawl_vec2_make(v[0], v[1]), pawl_vec2_make(v[2], v[0])));
}

static results call_length(const int32_t *v) {
    return one(pawl_vec2_length(pawl_vec2_make(v[0], v[1])));
}

static results call_normalize(const int32_t *v) {
    const pawl_rot direction = pawl_vec2_normalize(pawl_vec2_make(v[0], v[1]));
    return two(direction.c, direction.s);
}

static results call_rotate(const int32_t *v) {
    const pawl_rot rotation = pawl_rot_from_angle((pawl_angle)v[0]);
    const pawl_vec2 turned = pawl_rotate(rotation, pawl_vec2_make(v[1], v[2]));
    return two(turned.x, turned.y);
}

/* In the order of answers.py. */
static const operation operations[] = {
    {"pawl_sub", 2, call_sub},
    {"pawl_mul", 2, call_mul},
    {"pawl_div", 2, call_div},
    {"pawl_muldiv", 3, call_muldiv},
    {"pawl_sqrt", 1, call_sqrt},
    {"pawl_near_to_int", 1, call_near},
    {"pawl_angle_from_radians", 1, call_from_radians},
    {"pawl_angle_to_radians", 1, call_to_radians},
    {"pawl_angle_from_degrees", 1, call_from_degrees},
    {"pawl_sin", 1, call_sin},
    {"pawl_cos", 1, call_cos},
    {"pawl_atan2", 2, call_atan2},
    {"pawl_vec2_dot", 3, call_dot},
    {"pawl_vec2_length", 2, call_length},
    {"pawl_vec2_normalize", 2, call_normalize},
    {"pawl_rotate", 3, call_rotate},
};
#define OPERATIONS ((int)(sizeof operations / sizeof operations[0]))

PAWL_STATIC_ASSERT(sizeof operations / sizeof operations[0] ==
                       sizeof pawli_answers / sizeof pawli_answers[0],
                   "every operation has answers");

/* Half of the operands are from the table, the others have any number of digits. */
static int32_t draw(pawl_random *random) {
    const uint32_t bits = pawl_random_next(random);
    const uint32_t kind = pawl_random_next(random);
    if (kind & 1u) return pawli_edges[bits >> 28];
    const int32_t magnitude = (int32_t)((bits & UINT32_C(0x7FFFFFFF)) >> (kind >> 27));
    return bits >> 31 ? -magnitude : magnitude;
}

static void check_operation(pawli_check *check, int index) {
    const operation *const tested = &operations[index];
    const uint32_t outer = check->hash;
    check->hash = 0; /* so that operations are judged one by one */
    pawl_random random = pawl_random_make((uint32_t)index, 54);
    for (int i = 0; i < CALLS; i++) {
        int32_t arguments[PAWLI_ARGUMENTS_MAX];
        for (int k = 0; k < PAWLI_ARGUMENTS_MAX; k++)
            arguments[k] = i == 0 ? pawli_first[k] : draw(&random);
        const results got = tested->call(arguments);
        pawli_fold(check, (uint32_t)got.first);
        pawli_fold(check, (uint32_t)got.second);
        if (i < PAWLI_ANSWER_COUNT) {
            pawli_expect_call(check, tested->name, arguments, tested->argument_count, got.first,
                              pawli_answers[index][i]);
        }
    }
    pawli_mark(check, tested->name, CALLS);
    const uint32_t own = check->hash;
    check->hash = outer;
    pawli_fold(check, own);
}

void pawli_stage_fixed(pawli_check *check) {
    check->reference = pawli_answer_hashes;
    for (int i = 0; i < OPERATIONS; i++)
        check_operation(check, i);
    /* The build of libfixmath: which bit means what is said in src/fx/fixmath.h. */
    pawli_expect(check, "pawl_fixmath_self_check", (int64_t)pawl_fixmath_self_check(), 0);
}
