/* host_godot_programs.c - the scripts of port/bindings/godot/programs, line by line, as calls from
 * the stand-in for Godot. */
#include "host_godot.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DYNAMIC 2

static void hello(void) {
    object *world = host_world(16), *bodies[11];
    for (int i = 0; i < 11; i++)
        bodies[i] = host_box(world, i == 0 ? 0 : 2, (vector2i){0, i * UNIT - UNIT / 2},
                             i == 0 ? 41 * UNIT / 2 : UNIT / 2);
    for (int tick = 0; tick < 300; tick++)
        host_step(world);
    printf("hello: hash %08x\n", (unsigned)CALL0(world, "hash").is.integer);
    for (int i = 0; i < 11; i++)
        host_free(bodies[i]);
    host_free(world);
}

/* ---- joints ---- */

#define PLANKS 12
#define REVOLUTE 1

static object *body_at(int type, int32_t x, int32_t y) {
    object *body = host_new("PawlBody");
    SET(body, "set_def_type", type);
    (void)CALL(body, "set_def_position", vector(x, y));
    return body;
}

static void hinge(object *world, object *a, object *b, int32_t x, int64_t break_force) {
    object *joint = host_new("PawlJointDef");
    (void)CALL(world, "joint_def_at", integer(REVOLUTE), integer(GET(a, "handle")),
               integer(GET(b, "handle")), vector(x, 0), integer(0), object_of(joint));
    SET(joint, "set_break_force", break_force);
    (void)CALL(world, "joint_create", object_of(joint));
    host_free(joint);
}

static void build_bridge(object *world) {
    object *ground = body_at(0, 0, -10 * UNIT), *before = ground;
    (void)CALL(ground, "create_box", object_of(world), integer(20 * UNIT), integer(UNIT));
    for (int i = 0; i < PLANKS; i++) {
        object *plank = body_at(DYNAMIC, i * UNIT, 0);
        (void)CALL(plank, "create_box", object_of(world), integer(UNIT / 2), integer(UNIT / 8));
        hinge(world, before, plank, i * UNIT - UNIT / 2, i == PLANKS / 2 ? 200 * UNIT : 0);
        before = plank;
    }
    hinge(world, before, ground, 23 * UNIT / 2, 0);
    for (int i = 0; i < 4; i++) {
        object *ball = body_at(DYNAMIC, (4 + i) * UNIT, (5 + 3 * i) * UNIT);
        (void)CALL(ball, "create_circle", object_of(world), integer(3 * UNIT / 4));
    }
}

static void joints(void) {
    object *world = host_new("PawlWorld"), *events = host_new("PawlEvents");
    int64_t begins = 0, ends = 0;
    SET(world, "set_def_body_capacity", 32);
    SET(world, "set_def_shape_capacity", 32);
    SET(world, "set_def_joint_capacity", 32);
    (void)CALL0(world, "create");
    build_bridge(world);
    for (int tick = 0; tick < 300; tick++) {
        host_step(world);
        (void)CALL(world, "get_events", object_of(events));
        begins += GET(events, "get_begin_count");
        ends += GET(events, "get_end_count");
        for (int64_t i = 0; i < GET(events, "get_break_count"); i++)
            printf("joints: one broke in step %d\n", tick);
    }
    printf("joints: %d touches began, %d ended, hash %08x\n", (int)begins, (int)ends,
           (unsigned)GET(world, "hash"));
}

/* ---- queries ---- */

static void say(object *world, const char *what, object *found, int64_t value) {
    variant text = CALL(NULL, "fx_print", integer(value));
    const int64_t shape = GET(found, "get_shape");
    printf("queries: %s %d, %s\n", what,
           (int)CALL(world, "shape_get_user_data", integer(shape)).is.integer, text.is.text);
    host_drop_text(&text);
}

static void build_line(object *world) {
    for (int i = 0; i < 8; i++) {
        object *body = body_at(0, 3 * i * UNIT, i % 3 * UNIT);
        SET(body, "set_shape_user_data", i);
        SET(body, "set_shape_filter_category", i % 2 ? 2 : 1);
        if (i % 2)
            (void)CALL(body, "create_circle", object_of(world), integer(3 * UNIT / 4));
        else
            (void)CALL(body, "create_box", object_of(world), integer(UNIT), integer(UNIT / 2));
    }
}

static int64_t at_most_8(variant count) {
    return count.is.integer < 8 ? count.is.integer : 8;
}

static void casts(object *world, object *query) {
    const variant left = vector(-5 * UNIT, UNIT), right = vector(40 * UNIT, 0);
    object *hit = host_new("PawlQueryHit"), *ball = host_new("PawlConvex");
    object *pose = host_new("PawlPose");
    if (CALL(world, "ray_closest", left, right, object_of(query), object_of(hit)).is.truth)
        say(world, "the ray meets", hit, CALL0(hit, "get_point").is.vector.x);
    SET(hit, "resize", 8);
    const int64_t count =
        at_most_8(CALL(world, "ray_all", left, right, object_of(query), object_of(hit)));
    for (int64_t i = 0; i < count; i++) {
        SET(hit, "select", i);
        say(world, "all along it", hit, CALL0(hit, "get_point").is.vector.x);
    }
    SET(query, "set_mask", 2);
    (void)CALL(NULL, "make_circle", vector(0, 0), integer(UNIT / 4), object_of(ball));
    (void)CALL(pose, "set_position", left);
    (void)CALL(pose, "set_rotation", CALL(NULL, "rot_from_angle", integer(0)));
    if (CALL(world, "cast_closest", object_of(ball), object_of(pose), right, object_of(query),
             object_of(hit))
            .is.truth)
        say(world, "the ball meets", hit, CALL0(hit, "get_point").is.vector.y);
}

static void queries(void) {
    object *world = host_world(16), *query = host_new("PawlQueryFilter");
    object *box = host_new("PawlBox"), *found = host_new("PawlQueryOverlap");
    object *nearest = host_new("PawlQueryClosest");
    build_line(world);
    casts(world, query);
    (void)CALL(box, "set_lower", vector(2 * UNIT, -UNIT));
    (void)CALL(box, "set_upper", vector(13 * UNIT, 3 * UNIT));
    SET(found, "resize", 8);
    const int64_t count =
        at_most_8(CALL(world, "overlap_box", object_of(box), object_of(query), object_of(found)));
    for (int64_t i = 0; i < count; i++) {
        SET(found, "select", i);
        say(world, "in the box", found, 0);
    }
    if (CALL(world, "closest", vector(10 * UNIT, 10 * UNIT), integer(20 * UNIT), object_of(NULL),
             object_of(nearest))
            .is.truth)
        say(world, "nearest is", nearest, GET(nearest, "get_distance"));
    printf("queries: hash %08x\n", (unsigned)GET(world, "hash"));
}

/* ---- session ---- */

#define TICKS 300
#define FLIGHT 5
#define SLOTS 64
#define SENT_MAX 2048
enum {
    PLAYING = 2,
    WAIT = 1,
    SAVE = 2,
    LOAD = 3,
    STEP = 4
};

typedef struct machine {
    int number;
    object *world, *bodies[8], *session, *request, *slots[SLOTS], *packet;
    int64_t rest, given;
    int frames[SENT_MAX];
    variant sent[SENT_MAX];
    int sent_count, taken;
} machine;

static machine machines[2];

static object *add_box(object *world, int type, int32_t x, int32_t y, int64_t half_width,
                       int64_t half_height) {
    object *body = body_at(type, x * UNIT, y * UNIT);
    (void)CALL(body, "create_box", object_of(world), integer(half_width), integer(half_height));
    return body;
}

static void start(machine *self, int number) {
    object *def = host_new("PawlSessionDef"), *room = host_new("PawlWorldDef");
    self->number = number;
    self->world = host_world(16);
    self->session = host_new("PawlSession"), self->request = host_new("PawlRequest");
    self->packet = host_new("PawlBuffer");
    for (int i = -1; i < 2; i++)
        host_free(
            add_box(self->world, 0, 10 * i, i ? 4 : -1, i ? UNIT : 10 * UNIT, i ? 5 * UNIT : UNIT));
    for (int i = 0; i < 8; i++)
        self->bodies[i] = add_box(self->world, 2, 2 * i - 7, 1, UNIT / 2, UNIT / 2);
    SET(def, "set_role", number);
    SET(def, "set_input_size", 1);
    SET(def, "set_slots", SLOTS);
    SET(def, "set_session_id", 1);
    (void)CALL(def, "set_trusts_link", truth(true));
    CLAIM(CALL(self->session, "init", object_of(def)).is.integer == 0);
    SET(self->packet, "resize", 508);
    SET(room, "set_body_capacity", 16);
    SET(room, "set_shape_capacity", 16);
    SET(room, "set_joint_capacity", 0);
    for (int i = 0; i < SLOTS; i++) {
        self->slots[i] = host_new("PawlBuffer");
        (void)CALL(self->slots[i], "resize", CALL(NULL, "world_save_size_max", object_of(room)));
    }
}

static void apply(const machine *self) {
    for (int i = 0; i < 2; i++) {
        const int keys = (int)CALL(self->request, "get_inputs", integer(i)).is.integer;
        const int x = (keys >> 1 & 1) - (keys & 1);
        if (keys != 0)
            (void)CALL(self->bodies[i], "apply_impulse_to_center",
                       vector(x * UNIT / 2, (keys >> 2 & 1) * UNIT));
    }
}

static void run(machine *self) {
    while (CALL(self->session, "next_request", object_of(self->request)).is.integer > WAIT) {
        object *slot = self->slots[GET(self->request, "get_slot")];
        const int64_t tick = GET(self->request, "get_tick");
        switch (GET(self->request, "get_type")) {
        case SAVE:
            (void)CALL(self->world, "save", object_of(slot));
            (void)CALL(self->session, "answer_save", integer(tick), CALL0(self->world, "hash"));
            break;
        case LOAD:
            (void)CALL(self->world, "restore", object_of(slot));
            break;
        case STEP:
            apply(self);
            host_step(self->world);
            break;
        default:
            return;
        }
    }
}

static void receive(machine *self, const machine *other, int now) {
    for (; self->taken < other->sent_count; self->taken++) {
        if (other->frames[self->taken] + FLIGHT > now) break;
        if (self->taken % 6 == 5) continue;
        object *bytes = host_new("PawlBuffer");
        (void)CALL(bytes, "set_bytes", other->sent[self->taken]);
        (void)CALL(self->session, "receive", integer(0), object_of(bytes), integer(now * 17));
        host_free(bytes);
    }
}

static void frame(machine *self, const machine *other, int now) {
    receive(self, other, now);
    self->rest += GET(self->session, "take_advice");
    if (self->rest > 0) {
        self->rest--;
    } else {
        const int64_t head = GET(self->session, "get_head");
        const bool plays = GET(self->session, "get_phase") == PLAYING;
        if (plays && head >= self->given && head < TICKS) {
            object *keys = host_new("PawlBuffer");
            SET(keys, "resize", 1);
            (void)CALL(keys, "set_byte", integer(0),
                       integer((head / 20 * 5 + self->number * 3 + head / 50) % 8));
            (void)CALL(self->session, "add_input", integer(self->number), object_of(keys));
            host_free(keys);
            self->given = head + 1;
        }
        run(self);
    }
    while (self->sent_count < SENT_MAX) {
        const int64_t size =
            CALL(self->session, "send", object_of(self->packet), integer(now * 17)).is.integer;
        if (size <= 0) return;
        self->frames[self->sent_count] = now;
        self->sent[self->sent_count++] = CALL(self->packet, "get_bytes", integer(size));
    }
}

static void session(void) {
    object *stats = host_new("PawlSessionStats");
    start(&machines[0], 0), start(&machines[1], 1);
    for (int now = 0; now < 2 * TICKS; now++) {
        frame(&machines[0], &machines[1], now);
        frame(&machines[1], &machines[0], now);
    }
    for (int i = 0; i < 2; i++) {
        (void)CALL(machines[i].session, "get_stats", integer(0), object_of(stats));
        printf("session: machine %d confirmed %d ticks, %d rollbacks, hash %08x\n", i,
               (int)GET(machines[i].session, "get_confirmed"), (int)GET(stats, "get_rollbacks"),
               (unsigned)GET(machines[i].world, "hash"));
    }
}

/* ---- replay ---- */

static variant status_text(int64_t status) {
    return CALL(NULL, "status_text", integer(status));
}

static variant read_file(const char *path) {
    static uint8_t bytes[1 << 20];
    FILE *file = fopen(path, "rb");
    const size_t size = file ? fread(bytes, 1, sizeof bytes, file) : 0;
    if (file) (void)fclose(file);
    return host_bytes(bytes, (int64_t)size);
}

static void replay(const char *path) {
    object *bytes = host_new("PawlBuffer"), *of = host_new("PawlReplay");
    object *memory = host_new("PawlBuffer"), *playback = host_new("PawlPlayback");
    object *verdict = host_new("PawlVerdict"), *world = host_new("PawlWorld");
    (void)CALL0(NULL, "world_link_all");
    (void)CALL(bytes, "set_bytes", read_file(path));
    (void)CALL(NULL, "replay_open", object_of(of), object_of(bytes));
    (void)CALL(memory, "resize", CALL(NULL, "playback_size", object_of(of), object_of(NULL)));
    (void)CALL(playback, "begin", object_of(of), object_of(NULL), truth(false), object_of(memory));
    (void)CALL(playback, "verify", object_of(verdict));
    printf("replay: as recorded: %s, tick %d, %d checkpoints\n",
           status_text(GET(verdict, "get_status")).is.text, (int)GET(verdict, "get_tick"),
           (int)GET(verdict, "get_checkpoints"));
    (void)CALL(playback, "get_world", object_of(world));
    printf("replay: hash %08x, recorded %08x\n", (unsigned)GET(world, "hash"),
           (unsigned)GET(of, "get_final_hash"));
    host_free(world);

    const int64_t middle = GET(bytes, "size") / 2;
    const int64_t byte = CALL(bytes, "get_byte", integer(middle)).is.integer;
    (void)CALL(bytes, "set_byte", integer(middle), integer(byte ^ 1));
    const int64_t status = CALL(NULL, "replay_open", object_of(of), object_of(bytes)).is.integer;
    printf("replay: with a byte changed: %s at %d\n", status_text(status).is.text,
           (int)CALL(NULL, "told", integer(0)).is.integer);
}

bool host_run(const char *program, const char *argument) {
    static const struct {
        const char *name;
        void (*run)(void);
    } all[] = {{"hello", hello}, {"joints", joints}, {"queries", queries}, {"session", session}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(all[i].name, program) == 0) return all[i].run(), true;
    if (strcmp(program, "replay") != 0 || argument == NULL) return false;
    return replay(argument), true;
}
