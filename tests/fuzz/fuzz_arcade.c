/* fuzz_arcade.c - any bytes as a snapshot of an arcade, and any bytes as calls to two arcades
 * alike.
 *
 * The first byte says which. Calls go to two arcades in different places; both must give the same
 * answers, keep what the header promises, and be the same after a snapshot. */
#include <string.h>

#include "base/bytes.h"
#include "base/crc.h"
#include "fuzz.h"
#include "pawl/arcade.h"

#define ARCADE_WORDS 4096
#define SNAPSHOT_MAX 65536
#define STEPS_AFTER 5

static uint64_t memory[3][ARCADE_WORDS];
static uint8_t input[SNAPSHOT_MAX], first[SNAPSHOT_MAX], second[SNAPSHOT_MAX];

/* What is left of the input; zeros after its end. */
typedef struct source {
    const uint8_t *data;
    size_t size;
} source;

static uint8_t draw(source *s) {
    if (s->size == 0) return 0;
    s->size--;
    return *s->data++;
}

static uint16_t draw16(source *s) {
    const uint16_t high = draw(s);
    return (uint16_t)(high << 8 | draw(s));
}

static uint32_t draw32(source *s) {
    const uint32_t high = draw16(s);
    return high << 16 | draw16(s);
}

/* Small numbers of units more often than wild ones. */
static pawl_fx draw_fx(source *s) {
    static const pawl_fx special[] = {0,
                                      1,
                                      -1,
                                      PAWL_FX_ONE,
                                      PAWL_SIZE_MIN,
                                      PAWL_SIZE_MIN - 1,
                                      PAWL_EXTENT_MAX / 2,
                                      PAWL_ARCADE_SPEED_MAX,
                                      -PAWL_ARCADE_SPEED_MAX,
                                      PAWL_ARCADE_SPEED_MAX + 1,
                                      PAWL_COORD_MAX,
                                      -PAWL_COORD_MAX,
                                      PAWL_COORD_MAX + 1,
                                      PAWL_FX(255, 0, 1),
                                      INT32_MAX,
                                      INT32_MIN};
    const uint8_t kind = draw(s);
    if (kind < 16) return special[kind];
    if (kind < 24) return (pawl_fx)draw32(s);
    if (kind < 80) return (pawl_fx)draw16(s) - 32768;
    return ((pawl_fx)draw16(s) - 32768) * 16;
}

static pawl_vec2 draw_vec2(source *s) {
    const pawl_fx x = draw_fx(s);
    return pawl_vec2_make(x, draw_fx(s));
}

static pawl_arcade_id draw_id(source *s) {
    pawl_arcade_id id;
    const uint8_t kind = draw(s);
    id.index1 = kind < 8 ? draw16(s) : (uint16_t)(1 + kind % 8);
    id.generation = kind < 16 ? draw16(s) : (uint16_t)(kind / 128);
    return id;
}

static void draw_kind(source *s, pawl_arcade_prototype *kind) {
    *kind = pawl_arcade_prototype_default();
    const uint16_t fields = draw16(s);
    kind->shape = (uint8_t)(draw(s) % (fields & 1 ? 4 : 3));
    if (fields & 2) kind->half = draw_vec2(s);
    if (fields & 4) kind->inverse_mass = draw_fx(s);
    if (fields & 8) kind->elasticity = draw_fx(s);
    if (fields & 16) kind->friction = draw_fx(s);
    if (fields & 32) kind->stick = draw_fx(s);
    if (fields & 64) kind->air_drag = draw_fx(s);
    if (fields & 128) kind->gravity_scale = draw_fx(s);
    if (fields & 256) kind->spring = draw_fx(s);
    if (fields & 512) kind->category = draw16(s);
    if (fields & 1024) kind->mask = draw16(s);
    if (fields & 2048) kind->response = (uint8_t)(draw(s) % 4);
    kind->polygon = (uint16_t)(draw(s) % 4);
    if (kind->shape != PAWL_ARCADE_POLYGON) kind->polygon = 0;
}

static void draw_def(source *s, pawl_arcade_def *def) {
    *def = pawl_arcade_def_default();
    const uint16_t fields = draw16(s);
    def->body_capacity = (uint16_t)(1 + draw(s) % 40);
    def->prototype_capacity = (uint16_t)(1 + draw(s) % 8);
    def->polygon_capacity = draw(s) % 4;
    def->contact_capacity = draw(s) % 32;
    if (fields & 1) def->impact_limit = draw16(s) % 64;
    if (fields & 2) def->gravity = draw_vec2(s);
    if (fields & 4) def->bounds.lower = draw_vec2(s);
    if (fields & 4) def->bounds.upper = draw_vec2(s);
    for (int i = 0; i < 4 && fields & 8; i++)
        def->edges[i] = draw(s) % 5;
    if (fields & 16) def->edges[0] = def->edges[1] = def->edges[2] = def->edges[3] = 1;
    if (fields & 32) def->rate_numerator = 1 + draw16(s);
    if (fields & 64) def->rate_denominator = 1 + draw16(s) % 70;
}

static void draw_polygon(source *s, pawl_convex *out) {
    pawl_vec2 points[PAWL_POLYGON_MAX];
    memset(out, 0, sizeof *out);
    const int32_t given = 1 + draw(s) % PAWL_POLYGON_MAX;
    for (int32_t i = 0; i < given; i++)
        points[i] = draw_vec2(s);
    const int32_t count = pawl_hull(points, given, points);
    pawl_status status = PAWL_ERR_GEOMETRY;
    if (count > 2) status = pawl_make_polygon(points, count, draw(s) % 2 ? draw_fx(s) : 0, out);
    if (count == 2) status = pawl_make_capsule(points[0], points[1], draw_fx(s), out);
    if (status != PAWL_OK && draw(s) % 8 == 0) out->count = draw(s); /* nobody made it */
}

/* ---- one arcade -------------------------------------------------------------------------------
 */

static uint32_t fold(uint32_t sum, uint32_t value) {
    return (sum ^ value) * UINT32_C(16777619);
}

static bool is_within(pawl_vec2 v, pawl_fx limit) {
    return v.x <= limit && v.x >= -limit && v.y <= limit && v.y >= -limit;
}

static uint32_t check_bodies(const pawl_arcade *arcade, uint32_t sum) {
    pawl_arcade_id bodies[64];
    const uint16_t count = pawl_arcade_get_bodies(arcade, bodies, 64);
    fuzz_require(count == pawl_arcade_get_body_count(arcade));
    for (uint16_t i = 0; i < count; i++) {
        const pawl_vec2 position = pawl_arcade_get_position(arcade, bodies[i]);
        const pawl_vec2 velocity = pawl_arcade_get_velocity(arcade, bodies[i]);
        fuzz_require(pawl_arcade_is_valid(arcade, bodies[i]));
        fuzz_require(is_within(position, PAWL_COORD_MAX));
        fuzz_require(is_within(velocity, PAWL_ARCADE_SPEED_MAX));
        sum = fold(fold(sum, (uint32_t)position.x), (uint32_t)position.y);
        sum = fold(fold(sum, (uint32_t)velocity.x), (uint32_t)velocity.y);
    }
    return sum;
}

static uint32_t check_contacts(const pawl_arcade *arcade, uint32_t sum) {
    const pawl_arcade_contact *const contacts = pawl_arcade_get_contacts(arcade);
    const uint16_t count = pawl_arcade_get_contact_count(arcade);
    for (uint16_t i = 0; i < count; i++) {
        const pawl_arcade_contact *const c = &contacts[i];
        fuzz_require(pawl_arcade_is_valid(arcade, c->a));
        fuzz_require((c->b.index1 == 0) == (c->edge != PAWL_ARCADE_NO_EDGE));
        fuzz_require(c->speed >= 0 && c->change >= 0 && c->pad == 0);
        fuzz_require(i == 0 || contacts[i - 1].time <= c->time);
        fuzz_require(pawl_arcade_get_contact_impulse(arcade, c) >= 0);
        sum = fold(fold(fold(sum, c->time), (uint32_t)c->normal.c), (uint32_t)c->point.x);
        sum = fold(fold(sum, (uint32_t)c->change), (uint32_t)c->type * 256 + c->edge);
    }
    return fold(sum, pawl_arcade_get_dropped_count(arcade));
}

static uint32_t step(pawl_arcade *arcade) {
    fuzz_require(pawl_arcade_step(arcade) == PAWL_OK);
    return check_contacts(arcade, check_bodies(arcade, pawl_arcade_get_tick(arcade)));
}

static uint32_t cast_ray(const pawl_arcade *arcade, source *s) {
    pawl_arcade_ray_hit hits[8];
    const pawl_vec2 from = draw_vec2(s), to = draw_vec2(s);
    const int32_t count = pawl_arcade_ray(arcade, from, to, draw16(s), hits, 8);
    uint32_t sum = (uint32_t)count;
    for (int32_t i = 0; i < count && i < 8; i++) {
        fuzz_require(hits[i].enter >= 0 && hits[i].enter <= hits[i].exit);
        fuzz_require(hits[i].exit <= PAWL_UNIT);
        fuzz_require(i == 0 || hits[i - 1].enter <= hits[i].enter);
        sum = fold(fold(sum, (uint32_t)hits[i].enter), (uint32_t)hits[i].exit_point.y);
    }
    return sum;
}

static uint32_t meet(const pawl_arcade *arcade, source *s) {
    const pawl_arcade_id a = draw_id(s), b = draw_id(s);
    const pawl_vec2 move_a = draw_vec2(s), move_b = draw_vec2(s);
    const pawl_arcade_meeting met = pawl_arcade_meet(arcade, a, move_a, b, move_b);
    fuzz_require(met.fraction >= 0 && met.fraction <= PAWL_UNIT);
    return fold(fold((uint32_t)met.fraction, met.hit), (uint32_t)met.normal.c);
}

/* ---- calls ------------------------------------------------------------------------------------
 */

static uint32_t change_kind(pawl_arcade *arcade, source *s) {
    pawl_arcade_prototype kind;
    uint16_t made = 0xABCD;
    draw_kind(s, &kind);
    const uint16_t index = draw(s) % 8;
    if (draw(s) % 2) return (uint32_t)pawl_arcade_set_prototype(arcade, index, &kind);
    const pawl_status status = pawl_arcade_add_prototype(arcade, &kind, &made);
    fuzz_require(status == PAWL_OK || made == 0xABCD);
    return fold((uint32_t)status, made);
}

static uint32_t create(pawl_arcade *arcade, source *s) {
    pawl_arcade_id id = {0xABCD, 1};
    const uint16_t kind = draw(s) % 8;
    const pawl_vec2 position = draw_vec2(s), velocity = draw_vec2(s);
    const pawl_status status = pawl_arcade_create(arcade, kind, position, velocity, 3, &id);
    fuzz_require(status == PAWL_OK ? pawl_arcade_is_valid(arcade, id) : id.index1 == 0xABCD);
    return fold((uint32_t)status, pawl_arcade_id_store(id));
}

static uint32_t add_polygon(pawl_arcade *arcade, source *s) {
    pawl_convex polygon;
    uint16_t made = 0xABCD;
    draw_polygon(s, &polygon);
    const pawl_status status = pawl_arcade_add_polygon(arcade, &polygon, &made);
    fuzz_require(status == PAWL_OK || made == 0xABCD);
    return fold((uint32_t)status, made);
}

static uint32_t set_bounds(pawl_arcade *arcade, source *s) {
    pawl_box bounds;
    uint8_t edges[4];
    bounds.lower = draw_vec2(s);
    bounds.upper = draw_vec2(s);
    for (int i = 0; i < 4; i++)
        edges[i] = draw(s) % 5;
    return (uint32_t)pawl_arcade_set_bounds(arcade, bounds, edges);
}

static uint32_t call(pawl_arcade *arcade, source *s) {
    switch (draw(s) % 16) {
    case 0:
        return change_kind(arcade, s);
    case 1:
        return add_polygon(arcade, s);
    case 2:
    case 3:
    case 4:
        return create(arcade, s);
    case 5:
        return (uint32_t)pawl_arcade_destroy(arcade, draw_id(s));
    case 6: {
        const pawl_arcade_id body = draw_id(s);
        return (uint32_t)pawl_arcade_set_position(arcade, body, draw_vec2(s));
    }
    case 7: {
        const pawl_arcade_id body = draw_id(s);
        return (uint32_t)pawl_arcade_set_velocity(arcade, body, draw_vec2(s));
    }
    case 8: {
        const pawl_arcade_id body = draw_id(s);
        return (uint32_t)pawl_arcade_set_prototype_of(arcade, body, draw(s) % 8);
    }
    case 9:
        return set_bounds(arcade, s);
    case 10:
        return cast_ray(arcade, s);
    case 11:
        return meet(arcade, s);
    case 12:
        return (uint32_t)pawl_arcade_set_gravity(arcade, draw_vec2(s));
    default:
        return step(arcade);
    }
}

/* ---- snapshots --------------------------------------------------------------------------------
 */

static uint32_t encode(const pawl_arcade *arcade, uint8_t *to) {
    const size_t size = pawl_arcade_encode_size(arcade);
    size_t used = 0;
    fuzz_require(size > 0 && size <= SNAPSHOT_MAX);
    fuzz_require(pawl_arcade_encode(arcade, to, size - 1, &used) == PAWL_ERR_MEMORY);
    fuzz_require(used == size && pawl_arcade_encode(arcade, to, size, &used) == PAWL_OK);
    fuzz_require(used == size);
    return (uint32_t)size;
}

/* What was written makes another arcade the same one, which goes on the same. */
static void require_same(pawl_arcade *arcade, pawl_arcade *other) {
    const uint32_t size = encode(arcade, first), hash = pawl_arcade_hash(arcade);
    fuzz_require(pawl_arcade_decode(other, first, size) == PAWL_OK);
    fuzz_require(pawl_arcade_hash(other) == hash);
    fuzz_require(encode(other, second) == size && memcmp(first, second, size) == 0);
    for (int i = 0; i < STEPS_AFTER; i++)
        fuzz_require(step(arcade) == step(other));
    fuzz_require(pawl_arcade_hash(arcade) == pawl_arcade_hash(other));
}

static void try_calls(source *s) {
    pawl_arcade_def def;
    pawl_arcade *arcades[3] = {NULL, NULL, NULL};
    draw_def(s, &def);
    const size_t size = pawl_arcade_size(&def);
    for (int i = 0; i < 3; i++) {
        memset(memory[i], i * 0x55, sizeof memory[i]);
        const pawl_status status = pawl_arcade_init(memory[i], sizeof memory[i], &def, &arcades[i]);
        fuzz_require((status == PAWL_OK) == (size != 0 && size <= sizeof memory[i]));
        if (status != PAWL_OK) return;
    }
    while (s->size > 0) {
        source twin = *s;
        fuzz_require(call(arcades[0], s) == call(arcades[1], &twin));
        fuzz_require(pawl_arcade_hash(arcades[0]) == pawl_arcade_hash(arcades[1]));
    }
    check_bodies(arcades[0], 0);
    require_same(arcades[0], arcades[2]);
    require_same(arcades[2], arcades[1]);
}

/* The last four bytes are put right, or nearly every input would end there. */
static void try_snapshot(const uint8_t *data, size_t size, bool sealed) {
    pawl_arcade_def def = pawl_arcade_def_default();
    pawl_arcade *arcade = NULL, *other = NULL;
    if (size < 4 || size > sizeof input) return;
    memcpy(input, data, size);
    if (sealed) pawli_store_u32(input + size - 4, pawli_crc_32(0, input, (uint32_t)size - 4));
    memset(memory, 0xAA, sizeof memory);
    fuzz_require(pawl_arcade_init(memory[0], sizeof memory[0], &def, &arcade) == PAWL_OK);
    fuzz_require(pawl_arcade_init(memory[1], sizeof memory[1], &def, &other) == PAWL_OK);
    const uint32_t before = pawl_arcade_hash(arcade);
    if (pawl_arcade_decode(arcade, input, (uint32_t)size) != PAWL_OK) {
        fuzz_require(pawl_arcade_hash(arcade) == before);
        return;
    }
    check_bodies(arcade, 0);
    require_same(arcade, other);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 1) return 0;
    source s = {data + 1, size - 1};
    if (data[0] % 4 == 0) {
        try_snapshot(data + 1, size - 1, true);
    } else if (data[0] == 1) {
        try_snapshot(data + 1, size - 1, false);
    } else {
        try_calls(&s);
    }
    return 0;
}
