/* scene_arcade_build.c - an arcade from its plan. */
#include <stdlib.h>
#include <string.h>

#include "cli/scene/scene_arcade.h"

/* Contacts of a step that an arcade from a file has room for. */
#define CONTACTS_PER_BODY 4u
#define CONTACTS_MIN 64u

cli_plan_arcade *cli_scene_arcade_build_plan(cli_plan *plan, uint32_t line) {
    if (plan->arcade == NULL) {
        plan->arcade = cli_heap_take(&plan->heap, sizeof *plan->arcade);
        plan->arcade->def = pawl_arcade_def_default();
        plan->arcade->line = line;
    }
    return plan->arcade;
}

const cli_plan_prototype *
cli_scene_arcade_build_add_prototype(cli_plan *plan, const cli_plan_prototype *prototype) {
    cli_plan_arcade *arcade = plan->arcade;
    if (plan->failed) return NULL;
    if (arcade->prototype_count == PAWL_ARCADE_PROTOTYPES_MAX) {
        cli_scene_plan_fail(plan, prototype->line, "more than %d kinds",
                            PAWL_ARCADE_PROTOTYPES_MAX);
        return NULL;
    }
    cli_plan_prototype *copy = cli_heap_take(&plan->heap, sizeof *copy);
    *copy = *prototype;
    copy->next = NULL;
    copy->index = arcade->prototype_count++;
    if (prototype->def.shape == PAWL_ARCADE_POLYGON) arcade->polygon_count++;
    if (arcade->last_prototype == NULL) {
        arcade->first_prototype = copy;
    } else {
        arcade->last_prototype->next = copy;
    }
    arcade->last_prototype = copy;
    return copy;
}

void cli_scene_arcade_build_add_body(cli_plan *plan, const cli_plan_arcade_body *thing) {
    cli_plan_arcade *arcade = plan->arcade;
    if (plan->failed) return;
    if (arcade->count == PAWL_ARCADE_BODIES_MAX) {
        cli_scene_plan_fail(plan, thing->line, "more than %d bodies", PAWL_ARCADE_BODIES_MAX);
        return;
    }
    cli_plan_arcade_body *copy = cli_heap_take(&plan->heap, sizeof *copy);
    *copy = *thing;
    copy->next = NULL;
    arcade->count++;
    if (arcade->last == NULL) {
        arcade->first = copy;
    } else {
        arcade->last->next = copy;
    }
    arcade->last = copy;
}

static void size_arcade(cli_plan *plan, pawl_arcade_def *def) {
    const cli_plan_arcade *arcade = plan->arcade;
    const uint32_t contacts = CONTACTS_MIN + CONTACTS_PER_BODY * arcade->count;
    def->body_capacity = (uint16_t)(arcade->count > 0 ? arcade->count : 1);
    def->prototype_capacity = (uint16_t)(arcade->prototype_count > 0 ? arcade->prototype_count : 1);
    def->polygon_capacity = (uint16_t)arcade->polygon_count;
    def->contact_capacity =
        (uint16_t)(contacts < PAWL_ARCADE_CONTACTS_MAX ? contacts : PAWL_ARCADE_CONTACTS_MAX);
    def->gravity = plan->world.gravity;
    def->rate_numerator = plan->world.rate_numerator;
    def->rate_denominator = plan->world.rate_denominator;
}

/* Without bodies; null after an error. */
static pawl_arcade *make_arcade(cli_plan *plan) {
    pawl_arcade *made = NULL;
    pawl_arcade_def def = plan->arcade->def;
    size_arcade(plan, &def);
    const size_t size = pawl_arcade_size(&def);
    if (size == 0) {
        cli_scene_plan_fail(plan, plan->arcade->line, "the arcade: gravity or bounds out of range");
        return NULL;
    }
    void *buffer = cli_heap_allocate(size);
    const pawl_status status = pawl_arcade_init(buffer, size, &def, &made);
    if (status == PAWL_OK) return made;
    cli_scene_plan_fail(plan, plan->arcade->line, "the arcade: %s", pawl_status_text(status));
    free(buffer);
    return NULL;
}

static void build_prototype(cli_plan *plan, pawl_arcade *arcade,
                            const cli_plan_prototype *prototype) {
    pawl_arcade_prototype def = prototype->def;
    uint16_t index = 0;
    pawl_status status = PAWL_OK;
    cli_scene_plan_at(plan, "arcade, kind", prototype->index, prototype->name);
    if (def.shape == PAWL_ARCADE_POLYGON) {
        status = pawl_arcade_add_polygon(arcade, &prototype->shape, &def.polygon);
    }
    if (status == PAWL_OK) status = pawl_arcade_add_prototype(arcade, &def, &index);
    if (status != PAWL_OK)
        cli_scene_plan_fail(plan, prototype->line, "%s", pawl_status_text(status));
    plan->scene.arcade_shapes[prototype->index] = prototype->shape;
}

static void build_thing(cli_plan *plan, pawl_arcade *arcade, const cli_plan_arcade_body *thing) {
    const pawl_fx most = PAWL_ARCADE_SPEED_MAX;
    pawl_arcade_id id = {0, 0};
    cli_scene_plan_at(plan, "arcade, body", thing->index, thing->name);
    if (pawl_abs(thing->velocity.x) > most || pawl_abs(thing->velocity.y) > most) {
        cli_scene_plan_fail(plan, thing->line,
                            "velocity: more than %ld units per second on an axis",
                            (long)pawl_near_to_int(most));
        return;
    }
    const pawl_status status =
        pawl_arcade_create(arcade, (uint16_t)thing->prototype->index, thing->position,
                           thing->velocity, thing->user_data, &id);
    if (status != PAWL_OK) cli_scene_plan_fail(plan, thing->line, "%s", pawl_status_text(status));
}

bool cli_scene_arcade_build(cli_plan *plan) {
    pawl_arcade *arcade = plan->failed ? NULL : make_arcade(plan);
    if (arcade == NULL) return false;
    const cli_plan_arcade *from = plan->arcade;
    plan->scene.arcade_shapes = cli_heap_take(
        &plan->scene.terrain, (from->prototype_count + 1u) * sizeof *plan->scene.arcade_shapes);
    for (const cli_plan_prototype *one = from->first_prototype; one != NULL && !plan->failed;
         one = one->next)
        build_prototype(plan, arcade, one);
    for (const cli_plan_arcade_body *one = from->first; one != NULL && !plan->failed;
         one = one->next)
        build_thing(plan, arcade, one);
    plan->where[0] = 0;
    if (plan->failed) {
        free(arcade);
        return false;
    }
    memcpy(plan->scene.arcade_edges, from->def.edges, sizeof plan->scene.arcade_edges);
    plan->scene.arcade = arcade;
    return true;
}
