/* net_migrate_sign.c - guesses and signatures in games whose host changes. */
#include <string.h>

#include "pawl/session_sign.h"
#include "support/net/net_migrate.h"
#include "support/net/net_star.h"

void migrate_answer_predict(migrate_world *world, migrate_machine *m, const pawl_request *request) {
    const pawl_session_def *const def = &world->def;
    uint8_t inputs[NET_INPUTS_MAX];
    memcpy(inputs, request->inputs, (size_t)def->players * def->input_size);
    for (uint32_t player = 0; player < def->players; player++)
        inputs[player * def->input_size] += (uint8_t)(m->host + 1u);
    world->sums.guessed++;
    if (pawl_session_answer_predict(m->session, request->tick, inputs, NULL) != PAWL_OK)
        migrate_fail(world, "guess", request->tick, 0, 0);
}

void migrate_answer_sign(migrate_world *world, migrate_machine *m, const pawl_request *request) {
    uint8_t signature[PAWL_SIGNATURE_SIZE];
    uint32_t player = 0;
    while (player < world->def.players && (request->players >> player & 1u) == 0)
        player++;
    if ((pawl_session_get_local_players(m->session) & request->players) == 0)
        migrate_fail(world, "signs for another player", player, request->tick, 0);
    net_sign_toy(player, request->snapshot, request->snapshot_size, signature);
    world->sums.signed_blocks++;
    if (pawl_session_answer_sign(m->session, request->tick, signature) != PAWL_OK)
        migrate_fail(world, "signature", request->tick, 0, 0);
}

void migrate_take_signatures(migrate_world *world, uint32_t index) {
    migrate_machine *const m = &world->machines[index];
    const pawl_session_def *const def = &world->def;
    static uint8_t inputs[PAWL_SIGN_INPUTS_MAX];
    uint8_t message[PAWL_SIGN_MESSAGE_MAX], want[PAWL_SIGNATURE_SIZE];
    pawl_session_signature got;
    while (pawl_session_take_signature(m->session, &got)) {
        bool is_known = got.tick + got.count <= MIGRATE_TICKS;
        for (uint32_t i = 0; is_known && i < got.count; i++) {
            is_known = m->rows[got.tick + i] != 0;
            uint8_t *to = inputs + i * ((uint32_t)def->input_size + def->variable_inputs);
            if (def->variable_inputs) *to++ = world->sizes[index][got.tick + i][got.player];
            memcpy(to, world->inputs[index][got.tick + i] + got.player * def->input_size,
                   def->input_size);
        }
        if (!is_known) continue;
        const pawl_signed_block block = {.app_id = def->app_id,
                                         .player = (uint8_t)got.player,
                                         .input_size = def->input_size,
                                         .count = (uint16_t)got.count,
                                         .tick = got.tick,
                                         .variable_inputs = def->variable_inputs};
        const uint32_t size = pawl_signed_block_write(&block, inputs, message, sizeof message);
        net_sign_toy(got.player, message, size, want);
        world->sums.verified++;
        if (memcmp(want, got.bytes, sizeof want) != 0)
            migrate_fail(world, "a wrong signature", index, got.player, got.tick);
    }
}
