/* scene_joint.c - the joints of pawl's own scenes: docs/format-scene.md, "A joint". */
#include <string.h>

#include "cli/scene/scene_readers.h"
#include "cli/scene/scene_units.h"

#define FX_ANY (-PAWL_FX_MAX), PAWL_FX_MAX

static const char *const joint_keys[] = {
    "name",           "type",      "bodies", "at",          "axis",
    "from",           "to",        "limit",  "motor",       "spring",
    "angular_spring", "target",    "ratio",  "ground",      "collide",
    "velocity",       "max_force", "break",  "load_events", "constraint",
    "spring_force",   "repeat",    NULL,
};

#define OF(type) (1u << PAWL_JOINT_##type)
#define TURNS (OF(REVOLUTE) | OF(GEAR) | OF(RATCHET))
#define SLIDES (OF(PRISMATIC) | OF(WHEEL))
#define SPANS (OF(DISTANCE) | OF(PULLEY))
#define HAS_FRAMES (TURNS | SLIDES | OF(WELD) | OF(MOTOR))
#define HAS_LIMIT (OF(REVOLUTE) | SLIDES | OF(DISTANCE))
static const cli_typed_key type_keys[] = {
    {"at", HAS_FRAMES},
    {"axis", HAS_FRAMES},
    {"from", SPANS},
    {"to", SPANS},
    {"limit", HAS_LIMIT},
    {"motor", HAS_LIMIT | OF(MOTOR) | OF(GEAR)},
    {"spring", HAS_LIMIT | OF(WELD) | OF(MOTOR)},
    {"angular_spring", OF(WELD) | OF(MOTOR)},
    {"target", TURNS | SLIDES | SPANS},
    {"ratio", OF(PULLEY) | OF(GEAR) | OF(RATCHET)},
    {"ground", OF(PULLEY)},
    {"velocity", OF(MOTOR)},
    {"max_force", OF(MOTOR)},
    {"break", HAS_FRAMES | SPANS},
    {"load_events", HAS_FRAMES | SPANS},
    {"constraint", TURNS | SLIDES | SPANS | OF(WELD)},
    {"spring_force", SLIDES | OF(DISTANCE)},
    {"collide", HAS_FRAMES | SPANS},
    {NULL, 0},
};

static const char *const type_names[] = {"revolute", "prismatic", "distance", "weld",
                                         "wheel",    "motor",     "filter",   "pulley",
                                         "gear",     "ratchet",   NULL};
PAWL_STATIC_ASSERT(sizeof type_names / sizeof type_names[0] == PAWL_JOINT_LAST + 1,
                   "a name for each type, and the end");

static bool is_between(pawl_joint_type type) {
    return type == PAWL_JOINT_DISTANCE || type == PAWL_JOINT_PULLEY;
}

static pawl_fx as_radians(pawl_fx degrees, bool is_angle) {
    return is_angle ? cli_scene_units_radians(degrees) : degrees;
}

static void read_type(cli_plan *plan, const cli_json *value, pawl_joint_def *def) {
    const char *name = "";
    cli_scene_plan_read_text(plan, value, "type", &name);
    for (int i = 0; type_names[i] != NULL; i++) {
        if (strcmp(name, type_names[i]) != 0) continue;
        char what[32];
        snprintf(what, sizeof what, "%s joint", name);
        *def = pawl_joint_def_default((pawl_joint_type)(i + 1));
        cli_scene_plan_check_type(plan, value, type_keys, (unsigned)def->type, what);
        return;
    }
    const char *nearest = cli_scene_plan_nearest_name(name, type_names);
    if (nearest != NULL) {
        cli_scene_plan_fail(plan, value->line,
                            "type: \"%.40s\" is not a joint, did you mean \"%s\"?", name, nearest);
    } else {
        cli_scene_plan_fail(plan, value->line, "type: \"%.40s\" is not a joint", name);
    }
}

/* A body as the file names it: "name" if there is just one, or ["name", copy]. */
typedef struct body_name {
    const char *name;
    int64_t copy;
    bool counts; /* a copy was named: "repeat" goes on from it */
} body_name;

static body_name read_body_name(cli_plan *plan, const cli_json *value) {
    body_name name = {"", 0, false};
    if (value->type == CLI_JSON_ARRAY && value->count == 2) {
        if (!cli_scene_plan_value_type(plan, value->child, "bodies", CLI_JSON_STRING)) return name;
        name.name = value->child->text;
        name.counts = true;
        cli_scene_plan_value_int(plan, value->child->next, "bodies: copy", 0, PAWL_CAPACITY_MAX,
                                 &name.copy);
    } else if (cli_scene_plan_value_type(plan, value, "bodies", CLI_JSON_STRING)) {
        name.name = value->text;
    }
    return name;
}

static void fail_unknown_body(cli_plan *plan, uint32_t line, const char *name) {
    const char **names = cli_heap_take(&plan->heap, ((size_t)plan->body_count + 1) * sizeof *names);
    size_t count = 0;
    for (const cli_plan_body *body = plan->first; body != NULL; body = body->next) {
        if (body->name != NULL && strlen(body->name) < 32) names[count++] = body->name;
    }
    const char *nearest = cli_scene_plan_nearest_name(name, names);
    if (nearest != NULL) {
        cli_scene_plan_fail(plan, line, "bodies: there is no body \"%.40s\", did you mean \"%s\"?",
                            name, nearest);
    } else {
        cli_scene_plan_fail(plan, line, "bodies: there is no body \"%.40s\"", name);
    }
}

static cli_plan_body *find_body(cli_plan *plan, uint32_t line, const body_name *wanted,
                                int64_t offset) {
    const int64_t copy = wanted->copy + (wanted->counts ? offset : 0);
    const cli_plan_body *named = NULL;
    int64_t copies = 0;
    cli_plan_body *found = NULL;
    for (cli_plan_body *body = plan->first; body != NULL; body = body->next) {
        if (body->name == NULL || strcmp(body->name, wanted->name) != 0) continue;
        if (named == NULL) named = body;
        if (body->index != named->index) {
            cli_scene_plan_fail(
                plan, line,
                "bodies: body %lu (line %lu) and body %lu (line %lu) are both called \"%.40s\"",
                (unsigned long)named->index, (unsigned long)named->line, (unsigned long)body->index,
                (unsigned long)body->line, wanted->name);
            return NULL;
        }
        if (copies++ == copy) found = body;
    }
    if (copies > 1 && !wanted->counts) {
        cli_scene_plan_fail(plan, line,
                            "bodies: \"%.40s\" has %lld copies, name one: [\"%.40s\", 0]",
                            wanted->name, (long long)copies, wanted->name);
        return NULL;
    }
    if (found != NULL) return found;
    if (named != NULL) {
        cli_scene_plan_fail(plan, line, "bodies: \"%.40s\" has fewer copies", wanted->name);
    } else {
        fail_unknown_body(plan, line, wanted->name);
    }
    return NULL;
}

static void read_limit(cli_plan *plan, const cli_json *value, pawl_joint_def *def) {
    const cli_json *pair = cli_scene_plan_read_member(plan, value, "limit", CLI_JSON_ARRAY, false);
    const bool angle = cli_scene_units_limit_is_angle(def->type);
    const pawl_fx least = def->type == PAWL_JOINT_DISTANCE ? 0 : -PAWL_FX_MAX;
    if (pair == NULL) return;
    if (pair->count != 2) {
        cli_scene_plan_fail(plan, pair->line, "limit: expected [lower, upper]");
        return;
    }
    def->limit = true;
    cli_scene_plan_value_fx(plan, pair->child, "limit", least, PAWL_FX_MAX, &def->lower);
    cli_scene_plan_value_fx(plan, pair->child->next, "limit", least, PAWL_FX_MAX, &def->upper);
    if (def->lower > def->upper) cli_scene_plan_fail(plan, pair->line, "limit: lower above upper");
    def->lower = as_radians(def->lower, angle);
    def->upper = as_radians(def->upper, angle);
}

static void read_motor(cli_plan *plan, const cli_json *value, pawl_joint_def *def) {
    static const char *const keys[] = {"speed", "max", NULL};
    const cli_json *motor =
        cli_scene_plan_read_member(plan, value, "motor", CLI_JSON_OBJECT, false);
    if (motor == NULL) return;
    cli_scene_plan_check_keys(plan, motor, keys);
    def->motor = true;
    cli_scene_plan_read_fx(plan, motor, "speed", FX_ANY, &def->motor_speed);
    cli_scene_plan_read_load(plan, motor, "max", CLI_LOAD_MAX, &def->motor_max);
    def->motor_speed = as_radians(def->motor_speed, cli_scene_units_motor_is_angle(def->type));
}

/* Frequency and damping ratio; true when there is a spring. */
static bool read_spring(cli_plan *plan, const cli_json *value, const char *key, pawl_fx *hertz,
                        pawl_fx *damping_ratio) {
    static const char *const keys[] = {"hertz", "damping_ratio", NULL};
    const cli_json *spring = cli_scene_plan_read_member(plan, value, key, CLI_JSON_OBJECT, false);
    if (spring == NULL) return false;
    cli_scene_plan_check_keys(plan, spring, keys);
    cli_scene_plan_read_fx(plan, spring, "hertz", 0, PAWL_HERTZ_MAX, hertz);
    cli_scene_plan_read_fx(plan, spring, "damping_ratio", 0, PAWL_HERTZ_MAX, damping_ratio);
    return true;
}

static void read_loads(cli_plan *plan, const cli_json *value, pawl_joint_def *def) {
    static const char *const keys[] = {"force", "torque", NULL};
    cli_scene_plan_read_load(plan, value, "max_force", CLI_LOAD_MAX, &def->force_max);
    def->spring_force_max = def->force_max;
    def->spring_torque_max = def->motor_max;
    cli_scene_plan_read_bool(plan, value, "load_events", &def->load_events);
    const cli_json *load = cli_scene_plan_read_member(plan, value, "break", CLI_JSON_OBJECT, false);
    if (load == NULL) return;
    cli_scene_plan_check_keys(plan, load, keys);
    cli_scene_plan_read_load(plan, load, "force", CLI_LOAD_MAX, &def->break_force);
    cli_scene_plan_read_load(plan, load, "torque", CLI_LOAD_MAX, &def->break_torque);
}

/* How stiff what is rigid is; the damping ratio is that of joints without the key. */
static void read_constraint(cli_plan *plan, const cli_json *value, pawl_joint_def *def) {
    pawl_fx damping_ratio = PAWL_FX(2, 0, 1);
    if (!read_spring(plan, value, "constraint", &def->constraint_hertz, &damping_ratio)) return;
    def->constraint_damping_ratio = damping_ratio;
    if (def->constraint_hertz == 0)
        cli_scene_plan_fail(plan, cli_json_find(value, "constraint")->line,
                            "constraint: no \"hertz\"");
}

/* Forces that the spring may push and pull with; without the key any. */
static void read_spring_force(cli_plan *plan, const cli_json *value, pawl_joint_def *def) {
    static const char *const keys[] = {"push", "pull", NULL};
    pawl_wide pull = 0;
    const cli_json *force =
        cli_scene_plan_read_member(plan, value, "spring_force", CLI_JSON_OBJECT, false);
    if (force == NULL) return;
    cli_scene_plan_check_keys(plan, force, keys);
    cli_scene_plan_read_load(plan, force, "push", CLI_LOAD_MAX, &def->spring_force_upper);
    cli_scene_plan_read_load(plan, force, "pull", CLI_LOAD_MAX, &pull);
    def->spring_force_lower = -pull;
    if (pull == 0 && def->spring_force_upper == 0)
        cli_scene_plan_fail(plan, force->line, "spring_force: neither \"push\" nor \"pull\"");
}

static void read_ground(cli_plan *plan, const cli_json *value, pawl_joint_def *def) {
    static const char *const keys[] = {"a", "b", NULL};
    const cli_json *ground =
        cli_scene_plan_read_member(plan, value, "ground", CLI_JSON_OBJECT, false);
    if (ground == NULL) return;
    cli_scene_plan_check_keys(plan, ground, keys);
    cli_scene_plan_read_point(plan, ground, "a", true, &def->ground_a);
    cli_scene_plan_read_point(plan, ground, "b", true, &def->ground_b);
}

/* Of a gear anything but 0, of a pulley or ratchet more than 0: also once it is in radians. */
static void read_ratio(cli_plan *plan, const cli_json *value, pawl_joint_def *def) {
    const cli_json *ratio = cli_json_find(value, "ratio");
    if (ratio == NULL || !cli_scene_plan_value_fx(plan, ratio, "ratio", FX_ANY, &def->ratio))
        return;
    def->ratio = as_radians(def->ratio, def->type == PAWL_JOINT_RATCHET);
    if (def->ratio > 0 || (def->type == PAWL_JOINT_GEAR && def->ratio != 0)) return;
    cli_scene_plan_fail(plan, ratio->line, "ratio: %.40s is %s", ratio->text,
                        def->ratio < 0 ? "negative" : "too near to 0");
}

/* A length must not be negative. */
static void read_target(cli_plan *plan, const cli_json *value, pawl_joint_def *def) {
    const pawl_fx least = is_between(def->type) ? 0 : -PAWL_FX_MAX;
    cli_scene_plan_read_fx(plan, value, "target", least, PAWL_FX_MAX, &def->target);
    def->target = as_radians(def->target, cli_scene_units_limit_is_angle(def->type));
}

static void read_velocity(cli_plan *plan, const cli_json *value, pawl_joint_def *def) {
    pawl_vec2 *velocity = &def->linear_velocity;
    cli_scene_plan_read_point(plan, value, "velocity", false, velocity);
    if (pawl_abs(velocity->x) <= PAWL_SPEED_MAX && pawl_abs(velocity->y) <= PAWL_SPEED_MAX) return;
    cli_scene_plan_fail(plan, cli_json_find(value, "velocity")->line,
                        "velocity: more than %ld units per second on an axis",
                        (long)pawl_near_to_int(PAWL_SPEED_MAX));
}

static void read_def(cli_plan *plan, const cli_json *value, cli_plan_joint *joint) {
    pawl_joint_def *def = &joint->def;
    pawl_fx axis = 0;
    read_type(plan, value, def);
    read_limit(plan, value, def);
    read_motor(plan, value, def);
    def->spring = read_spring(plan, value, "spring", &def->hertz, &def->damping_ratio);
    if (read_spring(plan, value, "angular_spring", &def->angular_hertz,
                    &def->angular_damping_ratio)) {
        def->spring = true; /* of the angle; without hertz a weld keeps its point rigid */
    }
    read_constraint(plan, value, def);
    read_spring_force(plan, value, def);
    read_loads(plan, value, def);
    read_ground(plan, value, def);
    cli_scene_plan_read_bool(plan, value, "collide", &def->collide_connected);
    read_velocity(plan, value, def);
    joint->has_target = cli_json_find(value, "target") != NULL;
    read_target(plan, value, def);
    read_ratio(plan, value, def);
    joint->how = is_between(def->type) ? CLI_JOINT_BETWEEN : CLI_JOINT_AT;
    joint->has_place = is_between(def->type) || cli_json_find(value, "at") != NULL;
    const bool placed = joint->how == CLI_JOINT_AT && def->type != PAWL_JOINT_FILTER &&
                        def->type != PAWL_JOINT_GEAR && def->type != PAWL_JOINT_RATCHET;
    cli_scene_plan_read_point(plan, value, "at", placed, &joint->point_a);
    cli_scene_plan_read_fx(plan, value, "axis", FX_ANY, &axis);
    joint->axis = pawl_angle_from_degrees(axis);
    cli_scene_plan_read_point(plan, value, "from", !placed && is_between(def->type),
                              &joint->point_a);
    cli_scene_plan_read_point(plan, value, "to", !placed && is_between(def->type), &joint->point_b);
}

/* Copies of a joint: each one for the next copies of its bodies, `step` farther. */
typedef struct repeat {
    int64_t count;
    pawl_vec2 step;
} repeat;

static repeat read_repeat(cli_plan *plan, const cli_json *value) {
    static const char *const keys[] = {"count", "step", NULL};
    repeat copies = {1, {0, 0}};
    const cli_json *object =
        cli_scene_plan_read_member(plan, value, "repeat", CLI_JSON_OBJECT, false);
    if (object == NULL) return copies;
    cli_scene_plan_check_keys(plan, object, keys);
    cli_scene_plan_read_int(plan, object, "count", 1, PAWL_CAPACITY_MAX, &copies.count);
    cli_scene_plan_read_point(plan, object, "step", false, &copies.step);
    return copies;
}

static void read_joint(cli_plan *plan, const cli_json *value, uint32_t index) {
    cli_plan_joint joint = {.line = value->line, .index = index};
    plan->where[0] = 0;
    cli_scene_plan_at(plan, "joint", index, NULL);
    if (!cli_scene_plan_value_type(plan, value, "joints", CLI_JSON_OBJECT)) return;
    cli_scene_plan_read_text(plan, value, "name", &joint.name);
    cli_scene_plan_at(plan, "joint", index, joint.name);
    cli_scene_plan_check_keys(plan, value, joint_keys);
    const cli_json *bodies =
        cli_scene_plan_read_member(plan, value, "bodies", CLI_JSON_ARRAY, true);
    if (plan->failed) return;
    if (bodies->count != 2) {
        cli_scene_plan_fail(plan, bodies->line, "bodies: expected two");
        return;
    }
    const body_name a = read_body_name(plan, bodies->child);
    const body_name b = read_body_name(plan, bodies->child->next);
    read_def(plan, value, &joint);
    const repeat copies = read_repeat(plan, value);
    for (int64_t i = 0; i < copies.count && !plan->failed; i++) {
        joint.a = find_body(plan, value->line, &a, i);
        joint.b = find_body(plan, value->line, &b, i);
        if (plan->failed) return;
        cli_scene_plan_add_joint(plan, &joint);
        joint.point_a = pawl_vec2_add(joint.point_a, copies.step);
        joint.point_b = pawl_vec2_add(joint.point_b, copies.step);
    }
}

cli_plan_body *cli_scene_joint_read_body(cli_plan *plan, const cli_json *value, int64_t offset) {
    const body_name name = read_body_name(plan, value);
    return plan->failed ? NULL : find_body(plan, value->line, &name, offset);
}

void cli_scene_joint_read(cli_plan *plan, const cli_json *root) {
    const cli_json *joints =
        cli_scene_plan_read_member(plan, root, "joints", CLI_JSON_ARRAY, false);
    const cli_json *value = joints == NULL ? NULL : joints->child;
    for (uint32_t i = 0; value != NULL && !plan->failed; i++, value = value->next)
        read_joint(plan, value, i);
    plan->where[0] = 0;
}
