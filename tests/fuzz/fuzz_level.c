/* fuzz_level.c - any bytes as a level; what is accepted can be walked, seen and searched.
 *
 * Length and checksum are put right first, or nearly every input would end at them. */
#include <string.h>

#include "base/bytes.h"
#include "base/crc.h"
#include "fuzz.h"
#include "level/level_format.h"
#include "pawl/level.h"

#define SIZE_MAX_INPUT 65536
#define ROUNDS 6
#define STEPS 12
#define CORNERS 64

static _Alignas(8) uint8_t input[SIZE_MAX_INPUT];
static uint64_t memory[SIZE_MAX_INPUT * 16 / sizeof(uint64_t)];

/* Whether the place is what it says: triangle and position agree. */
static void require_place(const pawl_level *level, pawl_place place) {
    fuzz_require(place.triangle < level->triangle_count);
    const pawl_level_triangle at = pawl_level_get_triangle(level, place.triangle);
    for (unsigned i = 0; i < 3; i++) {
        const pawl_vec2 a = pawl_level_get_vertex(level, at.vertices[i]);
        const pawl_vec2 b = pawl_level_get_vertex(level, at.vertices[i == 2 ? 0 : i + 1]);
        fuzz_require(pawli_orient(a, b, place.position) >= 0);
    }
}

static pawl_vec2 draw_point(const pawl_level *level, pawl_random *random) {
    const pawl_box box = level->bounds;
    if (pawl_random_below(random, 2) != 0) {
        return pawl_level_get_vertex(level, pawl_random_below(random, level->vertex_count));
    }
    return pawl_vec2_make(pawl_random_between(random, box.lower.x, box.upper.x),
                          pawl_random_between(random, box.lower.y, box.upper.y));
}

static pawl_vec2 draw_movement(pawl_random *random) {
    const unsigned small = pawl_random_below(random, 25);
    const pawl_fx most = (pawl_fx)(PAWL_WALK_MAX >> small);
    return pawl_vec2_make(pawl_random_between(random, -most, most),
                          pawl_random_between(random, -most, most));
}

/* A player walks about; it never gets into what it was not in before. */
static void walk_about(const pawl_level *level, const pawl_gates *gates, pawl_place place,
                       pawl_random *random) {
    const bool begins_solid = pawl_level_is_solid(level, gates, place.triangle);
    for (int i = 0; i < STEPS; i++) {
        pawl_step_report report;
        const pawl_friction_model model =
            pawl_random_below(random, 2) ? PAWL_FRICTION_FACTOR : PAWL_FRICTION_COULOMB;
        fuzz_require(pawl_level_step(level, gates, draw_movement(random),
                                     pawl_random_between(random, 0, PAWL_FX_ONE), model, &place,
                                     &report) == PAWL_OK);
        require_place(level, place);
        fuzz_require(report.contact_count <= PAWL_STEP_CONTACTS_MAX);
        fuzz_require(begins_solid || !pawl_level_is_solid(level, gates, place.triangle));
    }
    const pawl_walker_def def = pawl_walker_def_default();
    pawl_walker walker;
    memset(&walker, 0, sizeof walker);
    walker.place = place;
    for (int i = 0; i < STEPS; i++) {
        pawl_step_report report;
        fuzz_require(pawl_walker_step(level, gates, &def, NULL, 0, draw_movement(random), &walker,
                                      &report) == PAWL_OK);
        require_place(level, walker.place);
    }
}

static void find_way(const pawl_level *level, const pawl_gates *gates, pawl_place from,
                     pawl_place to) {
    pawl_vec2 corners[CORNERS];
    pawl_path path;
    memset(&path, 0, sizeof path);
    path.points = corners;
    path.capacity = CORNERS;
    if (pawl_path_size(level) > sizeof memory) return;
    const pawl_status status =
        pawl_level_find_path(level, gates, from, to, memory, sizeof memory, &path);
    fuzz_require(status == PAWL_OK || status == PAWL_ERR_CAPACITY);
    if (status != PAWL_OK || path.count == 0) return;
    fuzz_require(path.count <= CORNERS);
    fuzz_require(corners[0].x == from.position.x && corners[0].y == from.position.y);
    fuzz_require(corners[path.count - 1].x == to.position.x);
    fuzz_require(corners[path.count - 1].y == to.position.y);
}

static void use(const pawl_level *level, pawl_random *random) {
    pawl_gates gates;
    for (uint32_t i = 0; i < PAWL_LEVEL_REGIONS_MAX / 32; i++)
        gates.open[i] = pawl_random_next(random) & pawl_random_next(random);
    for (int i = 0; i < ROUNDS; i++) {
        pawl_place from, to, near;
        pawl_walk walk;
        const pawl_vec2 a = draw_point(level, random), b = draw_point(level, random);
        fuzz_require(pawl_level_locate(level, a, pawl_random_next(random), &from) == PAWL_OK);
        fuzz_require(pawl_level_locate(level, b, pawl_random_next(random), &to) == PAWL_OK);
        require_place(level, from);
        fuzz_require(from.position.x == a.x && from.position.y == a.y);
        fuzz_require(pawl_level_walk(level, &gates, from, b, &walk) == PAWL_OK);
        fuzz_require(walk.triangle < level->triangle_count);
        fuzz_require(pawl_level_sees(level, &gates, from, b) == (walk.end == PAWL_WALK_REACHED));
        if (pawl_level_find_nearest_free(level, &gates, a, &near) == PAWL_OK) {
            require_place(level, near);
            fuzz_require(!pawl_level_is_solid(level, &gates, near.triangle));
            walk_about(level, &gates, near, random);
        }
        walk_about(level, &gates, from, random);
        find_way(level, &gates, from, to);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    pawl_level level;
    if (size < PAWLI_LEVEL_HEADER || size > sizeof input) return 0;
    memcpy(input, data, size);
    const pawl_status as_it_is = pawl_level_open(input, (uint32_t)size, &level);
    fuzz_require(as_it_is <= PAWL_OK && as_it_is != PAWL_ERR_NULL && as_it_is != PAWL_ERR_MEMORY);
    pawli_store_u32(input + 16, (uint32_t)size);
    const uint32_t covered = PAWLI_LEVEL_CRC_AT + 4;
    const uint32_t sum = pawli_crc_32(0, input + covered, size - covered);
    pawli_store_u32(input + PAWLI_LEVEL_CRC_AT, sum);
    const pawl_status status = pawl_level_open(input, (uint32_t)size, &level);
    fuzz_require(status == PAWL_OK || status == PAWL_ERR_FORMAT || status == PAWL_ERR_VERSION);
    if (status != PAWL_OK) return 0;
    pawl_random random = pawl_random_make(sum, 1);
    use(&level, &random);
    return 0;
}
