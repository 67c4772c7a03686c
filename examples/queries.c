/* queries.c - what a game asks its world: a guard that sees, listens, and looks for a way.
 *
 * Shows: rays (line of sight), shape casts (does a step fit), overlaps (who stands in an area), the
 * closest shape, and filters. Nothing here changes the world.
 *
 *   make examples && build/examples/queries */
#include <pawl/pawl.h>

#include <stdio.h>
#include <stdlib.h>

#define WALLS 1u
#define PEOPLE 2u

static const pawl_rot upright = {PAWL_UNIT, 0};

static void fail_unless_ok(pawl_status status) {
    if (status == PAWL_OK) return;
    fprintf(stderr, "queries: %s\n", pawl_status_text(status));
    exit(1);
}

/* The number of a shape is its user data. */
static pawl_body_id add(pawl_world *world, pawl_fx x, pawl_fx y, const pawl_convex *convex,
                        uint32_t category, uint32_t number) {
    pawl_body_def body = pawl_body_def_default();
    pawl_shape_def shape = pawl_shape_def_default();
    pawl_body_id id;
    body.position = pawl_vec2_make(x, y);
    shape.filter.category = category;
    shape.user_data = number;
    fail_unless_ok(pawl_body_create_convex(world, &body, &shape, convex, &id));
    return id;
}

static const char *name_of(const pawl_world *world, pawl_shape_id shape) {
    static const char *const names[] = {"the wall", "the guard", "the thief", "the cat"};
    return names[pawl_shape_get_user_data(world, shape)];
}

static void print_number(const char *before, pawl_fx value, const char *after) {
    char text[PAWL_FX_TEXT_MAX];
    fail_unless_ok(pawl_fx_print(value, text, sizeof text));
    printf("%s%s%s", before, text, after);
}

/* Who is the first along the line, apart from the guard. */
static void look(const pawl_world *world, pawl_body_id guard, pawl_vec2 from, pawl_vec2 to) {
    pawl_query_filter filter = pawl_query_filter_default();
    pawl_query_hit hit;
    filter.ignore = guard;
    if (!pawl_world_ray_closest(world, from, pawl_vec2_sub(to, from), &filter, &hit)) {
        printf("the guard sees nothing\n");
        return;
    }
    printf("the guard sees %s", name_of(world, hit.shape));
    print_number(" at x = ", hit.point.x, "\n");
}

int main(void) {
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = def.shape_capacity = 8;
    const size_t size = pawl_world_size(&def);
    void *memory = malloc(size);
    pawl_world *world;
    pawl_convex wall, person, cat;
    if (memory == NULL) return 1;
    fail_unless_ok(pawl_world_init(memory, size, &def, &world));
    fail_unless_ok(pawl_make_box(PAWL_FX(0, 1, 4), PAWL_UNITS(2), &wall));
    fail_unless_ok(pawl_make_box(PAWL_FX(0, 1, 4), PAWL_UNITS(1), &person));
    fail_unless_ok(pawl_make_circle(pawl_vec2_make(0, 0), PAWL_FX(0, 1, 4), &cat));
    add(world, PAWL_UNITS(4), PAWL_UNITS(2), &wall, WALLS, 0);
    const pawl_body_id guard = add(world, 0, PAWL_UNITS(1), &person, PEOPLE, 1);
    add(world, PAWL_UNITS(8), PAWL_UNITS(1), &person, PEOPLE, 2);
    add(world, PAWL_UNITS(2), PAWL_FX(0, 1, 4), &cat, PEOPLE, 3);

    /* Straight ahead there is a wall; over it, and along the floor, one sees farther. */
    const pawl_vec2 eye = pawl_vec2_make(0, PAWL_FX(1, 3, 4)),
                    thief = {PAWL_UNITS(8), PAWL_FX(1, 3, 4)};
    look(world, guard, eye, thief);
    look(world, guard, eye, pawl_vec2_make(PAWL_UNITS(2), 0));
    look(world, guard, eye, pawl_vec2_make(PAWL_UNITS(8), PAWL_UNITS(12)));

    /* A step to the right fits as far as the cat. */
    const pawl_pose stands = {pawl_body_get_position(world, guard), upright};
    const pawl_vec2 step = pawl_vec2_make(PAWL_UNITS(4), 0);
    pawl_query_filter others = pawl_query_filter_default();
    pawl_query_hit stop;
    others.ignore = guard;
    if (pawl_world_cast_closest(world, &person, stands, step, &others, &stop)) {
        const pawl_fx way = (pawl_fx)((int64_t)step.x * stop.fraction / PAWL_UNIT);
        print_number("the guard can walk ", way, " units, then stands before ");
        printf("%s\n", name_of(world, stop.shape));
    }

    /* Everyone, but no walls, within a box; and who is nearest to a noise. */
    const pawl_box room = {{PAWL_UNITS(1), 0}, {PAWL_UNITS(9), PAWL_UNITS(3)}};
    pawl_query_filter people = pawl_query_filter_default();
    pawl_query_overlap found[4];
    people.mask = PEOPLE;
    const uint32_t count = pawl_world_overlap_box(world, room, &people, found, 4);
    printf("in the room:");
    for (uint32_t i = 0; i < count && i < 4; i++)
        printf(" %s", name_of(world, found[i].shape));
    pawl_query_closest nearest;
    const pawl_vec2 noise = {PAWL_UNITS(6), 0};
    if (pawl_world_closest(world, noise, PAWL_UNITS(10), &people, &nearest)) {
        printf("\nnearest to the noise is %s", name_of(world, nearest.shape));
        print_number(", ", nearest.distance, " units away\n");
    }
    printf("hash %08x\n", (unsigned)pawl_world_hash(world));
    free(memory);
    return 0;
}
