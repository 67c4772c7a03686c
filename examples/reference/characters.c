/* characters.c - calls of character.h: what a character is, and what else can be done with one. */
#include <pawl/pawl.h>

#include <stdio.h>
#include <stdlib.h>

static void tell(const pawl_world *world, pawl_character_id hero, const char *when) {
    const pawl_character_state state = pawl_character_get_state(world, hero);
    printf("%s: y = %d/16, mode %d\n", when, (int)pawl_near_to_int(state.position.y * 16),
           (int)state.mode);
}

int main(void) {
    pawl_world_def def = pawl_world_def_default();
    def.character_capacity = 2;
    const size_t size = pawl_world_size(&def);
    void *const memory = malloc(size);
    pawl_world *world;
    if (memory == NULL || pawl_world_init(memory, size, &def, &world)) return 1;
    pawl_body_def ground = pawl_body_def_default();
    pawl_body_id body;
    ground.position = pawl_vec2_units(0, -1);
    if (pawl_body_create_box(world, &ground, NULL, PAWL_UNITS(9), PAWL_UNITS(1), &body)) return 1;

    pawl_character_def what = pawl_character_def_default();
    pawl_character_id hero;
    const char *field;
    what.speed = -1;
    if (pawl_character_def_check(&what, &field) == PAWL_ERR_RANGE) printf("wrong: %s\n", field);
    what.speed = PAWL_UNITS(4);
    what.position = pawl_vec2_units(0, 1);
    if (pawl_character_create(world, &what, &hero)) return 1;

    /* By its body, and as the first of all. */
    body = pawl_character_get_body(world, hero);
    const pawl_character_id same = pawl_body_get_character(world, body);
    const pawl_character_id first = pawl_world_next_character(world, PAWL_NULL_CHARACTER);
    printf("%d %d\n", pawl_character_id_equal(same, hero), pawl_character_id_equal(first, hero));

    /* It goes on doing what it was told. */
    const pawl_character_input right = {PAWL_UNITS(1), 0, 0};
    if (pawl_character_set_input(world, hero, &right)) return 1;
    for (int i = 0; i < 60; i++)
        if (pawl_world_step(world, NULL)) return 1;
    tell(world, hero, "on the ground");
    printf("runs: %d\n", (int)pawl_near_to_int(pawl_character_get_input(world, hero).run));

    /* A spring; then it is put back. */
    if (pawl_character_launch(world, hero, pawl_vec2_units(0, 12))) return 1;
    for (int i = 0; i < 30; i++)
        if (pawl_world_step(world, NULL)) return 1;
    tell(world, hero, "after a spring");
    if (pawl_character_put(world, hero, pawl_vec2_units(0, 1))) return 1;
    tell(world, hero, "put back");

    /* Twice as fast from now on. */
    what = pawl_character_get_def(world, hero);
    what.speed *= 2;
    if (pawl_character_tune(world, hero, &what)) return 1;
    printf("speed %d\n", (int)pawl_near_to_int(pawl_character_get_def(world, hero).speed));

    if (pawl_character_destroy(world, hero)) return 1;
    printf("valid: %d, body: %d\n", pawl_character_is_valid(world, hero),
           pawl_body_is_valid(world, body));
    free(memory);
    return 0;
}
