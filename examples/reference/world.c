/* world.c - settings of a world that can change while it runs, and builds that do not fit. */
#include <pawl/pawl.h>
#include <pawl/pawl_float.h>
#include <pawl/state.h>
#include <stdio.h>
#include <string.h>

static uint64_t memory[16384], other[16384];
static uint8_t bytes[16384];

static pawl_status add_ball(pawl_world *world, pawl_vec2 position, pawl_vec2 velocity,
                            pawl_body_id *out) {
    pawl_body_def def = pawl_body_def_default();
    def.type = PAWL_DYNAMIC;
    def.position = position;
    def.velocity = velocity;
    return pawl_body_create_circle(world, &def, NULL, PAWL_DEC(0, 5), out);
}

static void print_lanes(const pawl_world_def *def) {
    const pawl_lanes lanes = pawl_lanes_best();
    const bool has_name = strcmp(pawl_lanes_name(lanes), "unknown lanes") != 0;
    const bool has_size = pawl_world_lanes_size(def, lanes) > 0;
    printf("the best lanes are there: %s, and take memory unless there are none: %s\n",
           pawl_lanes_has(lanes) && has_name ? "yes" : "no",
           has_size == (lanes != PAWL_LANES_NONE) ? "yes" : "no");
}

static int tune(pawl_world *world, pawl_body_id top) {
    /* Stiffer contacts do as well, as far as the sub-steps can follow: softer ones sink in. */
    const pawl_contact_tuning soft = {PAWL_UNITS(10), PAWL_UNITS(2), PAWL_UNITS(1)};
    pawl_world_set_contact_tuning(world, soft);
    for (int tick = 0; tick < 120; tick++)
        if (pawl_world_step(world, NULL)) return 1;
    printf("at %.0f Hz: top at %.4f\n",
           pawl_fx_to_float(pawl_world_get_contact_tuning(world).hertz),
           pawl_fx_to_float(pawl_body_get_position(world, top).y));
    const pawl_contact_tuning usual = {0, 0, 0}; /* 0: the default */
    pawl_world_set_contact_tuning(world, usual);
    /* Bounces and hits begin at one length unit per second, or where the program says. */
    pawl_world_set_restitution_threshold(world, PAWL_DEC(0, 5));
    pawl_world_set_hit_threshold(world, PAWL_UNITS(6));
    printf("bounces from %.1f units/s on, hits beyond %.1f\n",
           pawl_fx_to_float(pawl_world_get_restitution_threshold(world)),
           pawl_fx_to_float(pawl_world_get_hit_threshold(world)));
    /* And it need not be quite still to sleep. */
    pawl_body_set_sleep_threshold(world, top, PAWL_UNITS(1));
    printf("the top sleeps below %.1f units/s\n",
           pawl_fx_to_float(pawl_body_get_sleep_threshold(world, top)));
    return 0;
}

int main(void) {
    pawl_world_link_all(); /* this program loads worlds of others: their features belong to it */
    pawl_world_def def = pawl_world_def_default();
    pawl_world *world, *loaded;
    def.body_capacity = def.shape_capacity = 16;
    def.gravity = pawl_vec2_units(0, -30); /* a world of large things */

    /* A program whose headers are configured otherwise than the library is refused at once. */
    const uint32_t foreign = PAWL_CONFIG_ID ^ 1u;
    printf("another configuration: %s\n",
           pawl_status_text(pawl_world_init_for(foreign, memory, sizeof memory, &def, &world)));
    if (pawl_world_init(memory, sizeof memory, &def, &world)) return 1;
    printf("length unit %.1f, %d sub-steps\n", pawl_fx_to_float(pawl_world_get_length_unit(world)),
           (int)pawl_world_get_substeps(world));

    /* A tower of stones of rising weight: more sub-steps press it together less. */
    const int substeps[2] = {2, 16};
    pawl_body_def ground_def = pawl_body_def_default();
    pawl_body_id ground, top;
    ground_def.position = pawl_vec2_units(0, -1);
    if (pawl_body_create_box(world, &ground_def, NULL, PAWL_UNITS(50), PAWL_UNITS(1), &ground))
        return 1;
    for (int i = 0; i < 6; i++) {
        pawl_body_def stone = pawl_body_def_default();
        pawl_shape_def heavy = pawl_shape_def_default();
        stone.type = PAWL_DYNAMIC;
        stone.position = pawl_vec2_make(0, PAWL_UNITS(1) * i + PAWL_DEC(0, 5));
        heavy.density = pawl_from_int(1 + 4 * i);
        if (pawl_body_create_box(world, &stone, &heavy, PAWL_DEC(0, 5), PAWL_DEC(0, 5), &top))
            return 1;
    }
    pawl_world_set_sleeping_enabled(world, false); /* to look at it for long */
    for (int i = 0; i < 2; i++) {
        pawl_world_set_substeps(world, substeps[i]);
        for (int tick = 0; tick < 120; tick++)
            if (pawl_world_step(world, NULL)) return 1;
        printf("%2d sub-steps: top at %.4f, sleeping %s, %u awake\n", substeps[i],
               pawl_fx_to_float(pawl_body_get_position(world, top).y),
               pawl_world_is_sleeping_enabled(world) ? "on" : "off",
               (unsigned)pawl_world_get_counters(world).awake);
    }
    if (tune(world, top)) return 1;
    pawl_world_set_sleeping_enabled(world, true);
    for (int tick = 0; tick < 120; tick++)
        if (pawl_world_step(world, NULL)) return 1;
    printf("sleeping on: %u awake\n", (unsigned)pawl_world_get_counters(world).awake);

    /* Faults stay until they are cleared; they are part of the state. */
    pawl_body_id ball;
    if (add_ball(world, pawl_vec2_units(16380, 100), pawl_vec2_units(8000, 0), &ball)) return 1;
    if (pawl_world_step(world, NULL)) return 1;
    printf("beyond the edge of the world: %s", pawl_fault_text(pawl_world_get_faults(world)));
    pawl_world_clear_faults(world);
    printf(", cleared: %s\n", pawl_fault_text(pawl_world_get_faults(world)));

    char features[PAWL_FEATURES_TEXT_MAX];
    pawl_features_print(pawl_world_get_features(world), features, sizeof features);
    printf("it uses: %s; a cache for all of its contacts takes %s than 64 KB\n", features,
           pawl_world_cache_size(&def) < 65536 ? "less" : "more");
    /* Which lanes a machine has changes no result. */
    print_lanes(&def);
    size_t size;
    if (pawl_world_encode(world, bytes, sizeof bytes, &size)) return 1;
    printf("decoded by a foreign build: %s",
           pawl_status_text(
               pawl_world_decode_for(foreign, bytes, size, other, sizeof other, &loaded)));
    printf(", by this one: %s\n",
           pawl_status_text(pawl_world_decode(bytes, size, other, sizeof other, &loaded)));
    return 0;
}
