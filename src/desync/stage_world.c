/* stage_world.c - a level of the search for a stage, with a world: the ticks are played again in
 * the spare memory, one of them stage by stage, and what is asked about is looked at on the way.
 *
 * A program that gives memory for the search is linked with it. */
#include "desync/stages.h"

#include "base/align.h"
#include "base/arena.h"
#include "session/rules.h"
#include "state/object.h"
#include "step/traced.h"
#include "world/world.h"

#define STAGE_PACKET_SIZE_MIN 128u
#define SLOTS_LEAST 4u /* beside the window: two to play on, and the states that are kept */

/* While a tick is played. */
typedef struct stage_look {
    const pawl_session_world *game;
    const pawli_stage_place *place;
    pawli_stage_items *items;
    uint32_t entry; /* that comes next */
    uint32_t room;  /* items that fit */
} stage_look;

/* An item of the level, as far as it is asked for. Returns its place among those, or `room`. */
static uint32_t add_item(stage_look *look, uint32_t hash) {
    pawli_stage_items *const items = look->items;
    const uint32_t index = items->total++;
    if (index < look->place->first || index - look->place->first >= look->room) return look->room;
    items->hashes[items->count] = hash;
    return items->count++;
}

static void look_at_blocks(stage_look *look, const pawli_stage_product *product) {
    const uint32_t count = pawli_min(pawli_stage_product_block_count(product), 0xFFFFu);
    const uint32_t first = look->place->first;
    for (uint32_t i = first; i < count && i - first < look->room; i++)
        look->items->hashes[look->items->count++] = pawli_stage_product_block_hash(product, i);
    look->items->total = count;
}

static void look_at_objects(stage_look *look, const pawli_stage_product *product) {
    const uint32_t block = look->place->block;
    const uint32_t count = pawli_stage_product_object_count(product, block);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t at = add_item(look, pawli_stage_product_object_hash(product, block, i));
        if (at == look->room) continue;
        look->items->branches[at] =
            pawli_stage_product_object_key(product, block, i, &look->items->keys[at]);
    }
}

/* What a stage has produced, or the rules. */
static void look_at_entry(stage_look *look, const pawli_stage_product *product, uint32_t round) {
    const uint32_t entry = look->entry++;
    const uint8_t level = look->place->level;
    if (entry >= PAWLI_STAGE_ENTRIES_MAX) return;
    if (level == PAWLI_STAGE_LEVEL_STAGES) {
        (void)add_item(look, pawli_stage_product_hash(product));
        return;
    }
    if (entry != look->place->entry) return;
    look->items->stage = product->stage;
    look->items->round = (uint8_t)round;
    if (level == PAWLI_STAGE_LEVEL_BLOCKS) look_at_blocks(look, product);
    if (level == PAWLI_STAGE_LEVEL_OBJECTS) look_at_objects(look, product);
}

static void watch_stage(void *context, const pawli_step *step, pawl_stage stage, uint32_t round) {
    stage_look *const look = (stage_look *)context;
    const pawli_stage_product product = {step, NULL, (uint8_t)stage};
    look_at_entry(look, &product, round);
}

static void play_tick_again(const pawl_session *session, const pawl_session_world *game,
                            pawl_world *world, uint32_t tick) {
    uint8_t status[PAWL_SESSION_PLAYERS_MAX];
    const uint8_t *const row = pawli_stages_row(session, tick);
    const uint32_t gone = pawli_row_gone(session, row);
    for (uint32_t player = 0; player < session->def.players; player++)
        status[player] = pawli_has_player(gone, player) ? PAWL_INPUT_GONE : PAWL_INPUT_CONFIRMED;
    pawl_request request;
    memset(&request, 0, sizeof request);
    request.type = PAWL_REQUEST_REPLAY;
    request.tick = tick;
    request.status = status;
    pawli_row_tell(session, row, &request);
    pawli_session_world_apply(game, world, &request);
}

static uint32_t hash_after(const pawl_session_world *game, const pawl_world *world) {
    const pawl_lanes lanes = game->hooks == NULL ? PAWL_LANES_DEFAULT : game->hooks->lanes;
    return pawl_hash_chain(pawl_world_hash_lanes(world, lanes), pawl_rules_hash(game->rules));
}

/* From the agreed state on, in the spare memory, up to the tick that is asked about. */
static void play_and_look(const pawl_session *session, const pawl_session_world *game,
                          pawl_world *world, stage_look *look) {
    const pawli_stages *const stages = session->stages;
    const bool is_ticks = look->place->level == PAWLI_STAGE_LEVEL_TICKS;
    const uint32_t last = is_ticks ? stages->tick - 1u : stages->from + look->place->tick;
    for (uint32_t tick = stages->from; tick <= last; tick++) {
        play_tick_again(session, game, world, tick);
        if (is_ticks || tick < last) {
            const pawl_status status = pawl_world_step(world, game->hooks);
            (void)status; /* as in the game: a world that refuses stands still */
            if (is_ticks) (void)add_item(look, hash_after(game, world));
            continue;
        }
        const pawli_stage_product rules = {NULL, game->rules, PAWL_STAGE_BEGIN};
        look_at_entry(look, &rules, 0);
        (void)pawli_traced_step(world, game->hooks, watch_stage, look);
    }
}

/* ---- host ---- */

static void write_stage_answer(pawl_session *session) {
    pawli_stages *const stages = session->stages;
    const pawli_stage_items *const items = &stages->items;
    pawli_writer to = pawli_writer_of(pawli_stages_answer(session), session->def.packet_size);
    pawli_write_u16(&to, (uint16_t)items->total);
    pawli_write_u8(&to, (uint8_t)items->count);
    for (uint32_t i = 0; i < items->count; i++) {
        pawli_write_u32(&to, items->hashes[i]);
        if (stages->place.level != PAWLI_STAGE_LEVEL_OBJECTS) continue;
        pawli_write_u8(&to, items->branches[i]);
        pawli_write_u8(&to, 0);
        pawli_write_object_key(&to, &items->keys[i]);
    }
    PAWL_ASSERT(!to.full);
    stages->answer_size = (uint16_t)to.at;
    stages->state = PAWLI_DIAGNOSIS_ANSWERS;
}

/* ---- client ---- */

/* An item of theirs. */
typedef struct stage_item {
    uint32_t hash;
    uint8_t branch;
    pawl_object_key key;
} stage_item;

static stage_item read_item(pawli_reader *from, bool is_object) {
    stage_item item;
    memset(&item, 0, sizeof item);
    item.hash = pawli_read_u32(from);
    if (!is_object) return item;
    item.branch = pawli_read_u8(from);
    (void)pawli_read_u8(from);
    item.key = pawli_read_object_key(from);
    return item;
}

static bool is_known_branch(uint32_t branch) {
    return branch < PAWL_BRANCH_COUNT || branch == PAWL_BRANCH_RULES;
}

static void tell_object(pawl_session *session, uint32_t at, bool is_ours,
                        const stage_item *theirs) {
    pawli_stages *const stages = session->stages;
    const pawli_stage_items *const items = &stages->items;
    pawl_stage_difference *const found = &stages->found;
    const bool is_theirs = theirs != NULL;
    memset(found, 0, sizeof *found);
    found->tick = stages->from + stages->place.tick;
    found->peer = stages->peer;
    found->stage = (pawl_stage)items->stage;
    found->round = items->round;
    found->in_a = is_ours;
    found->in_b = is_theirs;
    if (is_ours && is_theirs) {
        /* Two objects at one place: the other machine lacks the one that comes first. */
        const int order = pawli_object_compare_keys((pawl_branch)items->branches[at],
                                                    &items->keys[at], &theirs->key);
        found->in_a = order <= 0;
        found->in_b = order >= 0;
    }
    if (found->in_a) {
        found->branch = (pawl_branch)items->branches[at];
        found->key = items->keys[at];
    } else if (is_known_branch(theirs->branch)) {
        found->branch = (pawl_branch)theirs->branch;
        found->key = theirs->key;
    }
    pawli_stages_finish(session);
}

/* The first item that differs leads to the next level. */
static void go_down(pawl_session *session, uint32_t index, uint32_t at, bool is_ours,
                    const stage_item *theirs) {
    pawli_stages *const stages = session->stages;
    pawli_stage_place *const place = &stages->place;
    const uint8_t level = place->level;
    if (level == PAWLI_STAGE_LEVEL_OBJECTS) {
        tell_object(session, at, is_ours, theirs);
        return;
    }
    if (level == PAWLI_STAGE_LEVEL_TICKS) place->tick = (uint8_t)index;
    if (level == PAWLI_STAGE_LEVEL_STAGES) place->entry = (uint8_t)index;
    if (level == PAWLI_STAGE_LEVEL_BLOCKS) place->block = index;
    pawli_stages_ask(stages, level + 1u);
}

static void compare_stage_items(pawl_session *session) {
    pawli_stages *const stages = session->stages;
    const pawli_stage_items *const ours = &stages->items;
    pawli_reader from = pawli_reader_of(pawli_stages_answer(session), stages->answer_size);
    const uint32_t total = pawli_read_u16(&from), count = pawli_read_u8(&from);
    const bool is_object = stages->place.level == PAWLI_STAGE_LEVEL_OBJECTS;
    const uint32_t first = stages->place.first;
    for (uint32_t i = 0; i < count || i < ours->count; i++) {
        const bool is_theirs = i < count, is_ours = i < ours->count;
        stage_item theirs;
        if (is_theirs) theirs = read_item(&from, is_object);
        if (is_theirs && is_ours && theirs.hash == ours->hashes[i]) continue;
        /* The other side's packets may be shorter. */
        if (!is_theirs && first + i < total) break;
        if (!is_ours && first + i < ours->total) break;
        go_down(session, first + i, i, is_ours, is_theirs ? &theirs : NULL);
        return;
    }
    const uint32_t both = pawli_min(count, ours->count);
    if (both > 0 && (first + both < total || first + both < ours->total)) {
        pawli_stages_ask_more(stages, both);
        return;
    }
    pawli_stages_end(session); /* what differs is not in what a tick produces here */
}

/* ---- both ---- */

PAWLI_RARE pawl_status pawl_session_answer_stages(pawl_session *session,
                                                  const pawl_session_world *game) {
    if (session == NULL) return PAWL_ERR_NULL;
    if (session->pending.type != PAWL_REQUEST_STAGES) return PAWL_ERR_ARGUMENT;
    const pawl_request request = session->pending;
    memset(&session->pending, 0, sizeof session->pending);
    pawli_stages *const stages = session->stages;
    if (stages == NULL || stages->state != PAWLI_DIAGNOSIS_NEEDS_WORLD) return PAWL_OK;
    pawl_world *const world = game == NULL ? NULL : pawli_session_world_borrow(game, request.slot);
    if (world == NULL) {
        stages->state =
            pawli_session_is_host(session) ? PAWLI_DIAGNOSIS_CANNOT : PAWLI_DIAGNOSIS_ENDED;
        return PAWL_OK;
    }
    const bool is_objects = stages->place.level == PAWLI_STAGE_LEVEL_OBJECTS;
    const uint32_t size = is_objects ? PAWLI_STAGE_OBJECT_SIZE : PAWLI_STAGE_ITEM_SIZE;
    const uint32_t fit = (session->def.packet_size - PAWLI_STAGE_OVERHEAD) / size;
    memset(&stages->items, 0, sizeof stages->items);
    stage_look look = {game, &stages->place, &stages->items, 0, fit};
    if (is_objects) look.room = pawli_min(fit, PAWL_BLOCK_SIZE);
    play_and_look(session, game, world, &look);
    pawli_session_world_give_back(game);
    if (pawli_session_is_host(session)) {
        write_stage_answer(session);
    } else {
        compare_stage_items(session);
    }
    return PAWL_OK;
}

/* ---- memory ---- */

/* Of one def, behind the struct. */
static uint32_t lay_out_stages(const pawl_session_def *def, uint32_t row_size, uint32_t slots,
                               pawli_stages *layout) {
    const bool is_able = def->hash_every != 0 && def->packet_size >= STAGE_PACKET_SIZE_MIN &&
                         def->role != PAWL_ROLE_SYNCTEST && slots >= def->window + SLOTS_LEAST;
    if (!is_able) return 0;
    pawli_arena arena = {sizeof(pawli_stages), 4};
    layout->at_rows = pawli_arena_reserve(&arena, def->hash_every, (size_t)row_size);
    layout->at_answer = pawli_arena_reserve(&arena, 1, def->packet_size);
    return (uint32_t)pawli_arena_end(&arena, 8);
}

size_t pawl_session_stage_memory_size(const pawl_session_def *def) {
    pawli_stages layout;
    if (def == NULL || pawl_session_size(def) == 0) return 0;
    const uint32_t input_size = def->input_size + (def->variable_inputs ? 1u : 0u);
    const uint32_t row_size = pawli_mask_size(def->players) + def->players * input_size;
    const uint32_t slots = def->slots != 0    ? def->slots
                           : def->window == 0 ? 1u
                                              : def->window + SLOTS_LEAST;
    return pawli_size_or_none(lay_out_stages(def, row_size, slots, &layout));
}

pawl_status pawl_session_set_stage_memory(pawl_session *session, void *memory, size_t size) {
    if (session == NULL || memory == NULL) return PAWL_ERR_NULL;
    pawli_stages layout;
    memset(&layout, 0, sizeof layout);
    const uint32_t needed =
        lay_out_stages(&session->def, session->row_size, session->def.slots, &layout);
    if (needed == 0) return PAWL_ERR_UNSUPPORTED;
    if (size < needed || !pawli_is_aligned(memory)) return PAWL_ERR_MEMORY;
    memset(memory, 0, (size_t)needed);
    session->stages = (pawli_stages *)memory;
    *session->stages = layout;
    pawli_stages_reset(session);
    return PAWL_OK;
}
