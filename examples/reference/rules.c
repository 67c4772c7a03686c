/* rules.c - what a game keeps beside its world, as a table: hashed, compared, saved by its names.
 */
#include <pawl/pawl.h>
#include <pawl/rules.h>
#include <stdio.h>
#include <stddef.h>

typedef struct game {
    int32_t score[2];
    pawl_fx clock;
    uint8_t round;
} game;

static const pawl_rules_field fields[] = {
    {"score", offsetof(game, score), 2, PAWL_RULES_I32, 0},
    {"clock", offsetof(game, clock), 1, PAWL_RULES_I32, 16},
    {"round", offsetof(game, round), 1, PAWL_RULES_U8, 0},
};

static uint64_t memory[2][8192];

static pawl_rules table_of(game *values) {
    const pawl_rules rules = {values, sizeof *values, fields, 3};
    return rules;
}

static void print_difference(int32_t count, const pawl_difference *difference) {
    char text[PAWL_DIFFERENCE_TEXT_MAX];
    pawl_difference_print(difference, text, sizeof text);
    printf("%d: %s", (int)count, count > 0 ? text : "no difference\n");
}

int main(void) {
    game here = {{3, 1}, PAWL_DEC(12, 5), 2}, there = here;
    pawl_rules rules_here = table_of(&here), rules_there = table_of(&there);
    pawl_difference difference;
    pawl_world *worlds[2];
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = def.shape_capacity = 4;
    if (!pawl_rules_is_valid(&rules_here)) return 1;
    for (int i = 0; i < 2; i++) {
        const pawl_body_def body_def = pawl_body_def_default();
        pawl_body_id body;
        if (pawl_world_init(memory[i], sizeof memory[i], &def, &worlds[i]) ||
            pawl_body_create_circle(worlds[i], &body_def, NULL, PAWL_FX_ONE, &body)) {
            return 1;
        }
    }

    /* One machine counts a point that the other one does not. */
    there.score[1]++;
    printf("hashes %s\n",
           pawl_rules_hash(&rules_here) == pawl_rules_hash(&rules_there) ? "agree" : "differ");
    print_difference(pawl_rules_compare(&rules_here, &rules_there, &difference), &difference);

    /* The whole of a game: the world comes first, then the rules. */
    print_difference(
        pawl_rules_compare_game(worlds[0], &rules_here, worlds[1], &rules_there, &difference),
        &difference);
    pawl_world_set_gravity(worlds[1], pawl_vec2_units(0, -9));
    print_difference(
        pawl_rules_compare_game(worlds[0], &rules_here, worlds[1], &rules_there, &difference),
        &difference);

    /* A save file: bytes that are the same on every machine, whatever its struct looks like. */
    uint8_t bytes[32];
    size_t size;
    if (pawl_rules_encode_size(&rules_here) > sizeof bytes ||
        pawl_rules_encode(&rules_here, bytes, sizeof bytes, &size)) {
        return 1;
    }
    printf("%u bytes:", (unsigned)size);
    for (size_t i = 0; i < size; i++)
        printf(" %02x", bytes[i]);
    printf("\n");
    if (pawl_rules_decode(&rules_there, bytes, size)) return 1;
    print_difference(pawl_rules_compare(&rules_here, &rules_there, &difference), &difference);
    printf("a file that was cut off: %s\n",
           pawl_status_text(pawl_rules_decode(&rules_there, bytes, size - 1)));
    return 0;
}
