/* signed_put.c - what is proven, as lines and as JSON. */
#include "cli/common/text.h"
#include "cli/runs/signed.h"

static void put_hex(FILE *out, const uint8_t *bytes, size_t size) {
    for (size_t i = 0; i < size; i++)
        fprintf(out, "%02x", (unsigned)bytes[i]);
}

void cli_signed_put_ranges(const cli_signed_player *player, cli_signed_state state,
                           char text[CLI_SIGNED_TEXT_MAX]) {
    size_t used = 0;
    text[0] = 0;
    for (uint32_t i = 0; i < player->range_count; i++) {
        const cli_signed_range *const range = &player->ranges[i];
        if (range->state != state) continue;
        const int length =
            snprintf(text + used, CLI_SIGNED_TEXT_MAX - used, "%s%llu-%llu", used == 0 ? "" : ", ",
                     (unsigned long long)range->first, (unsigned long long)range->last);
        used += (size_t)length; /* 24 ranges of two numbers of 20 digits fit */
    }
}

void cli_signed_put_lines(FILE *out, const cli_signed *found) {
    char text[CLI_SIGNED_TEXT_MAX];
    for (uint32_t i = 0; i < found->player_count; i++) {
        const cli_signed_player *const player = &found->players[i];
        fprintf(out, "  player %lu", (unsigned long)i);
        if (player->name != NULL && player->name[0] != 0) {
            fputc(' ', out);
            cli_text_put_plain(out, player->name);
        }
        fprintf(out, ": %llu of %llu ticks proven", (unsigned long long)player->proven,
                (unsigned long long)player->ticks);
        for (int state = 0; state <= CLI_SIGNED_UNKNOWN; state++) {
            cli_signed_put_ranges(player, (cli_signed_state)state, text);
            if (text[0] == 0) continue;
            if (state == CLI_SIGNED_PROVEN) {
                fprintf(out, ": %s", text);
            } else {
                fprintf(out, "; not %s: %s", text, cli_signed_state_text((cli_signed_state)state));
            }
        }
        if (player->more > 0)
            fprintf(out, "; and so on, %llu ticks more", (unsigned long long)player->more);
        fputc('\n', out);
    }
}

static void put_player(FILE *out, uint32_t number, const cli_signed_player *player) {
    fprintf(out, "%s{\"player\": %lu", number == 0 ? "" : ", ", (unsigned long)number);
    if (player->key != NULL) {
        fputs(", \"key\": \"", out);
        put_hex(out, player->key, PAWL_SIGN_KEY_SIZE);
        fputc('"', out);
    }
    if (player->name != NULL) {
        fputs(", \"name\": ", out);
        cli_text_put_json(out, player->name);
    }
    fprintf(out, ", \"ticks\": %llu, \"proven\": %llu, \"ranges\": [",
            (unsigned long long)player->ticks, (unsigned long long)player->proven);
    for (uint32_t i = 0; i < player->range_count; i++) {
        fprintf(out, "%s[%llu, %llu, \"%s\"]", i == 0 ? "" : ", ",
                (unsigned long long)player->ranges[i].first,
                (unsigned long long)player->ranges[i].last,
                cli_signed_state_text(player->ranges[i].state));
    }
    fprintf(out, "], \"more\": %llu}", (unsigned long long)player->more);
}

void cli_signed_put_json(FILE *out, const cli_signed *found) {
    const pawl_signed_verdict *const verdict = &found->verdict;
    fputc('{', out);
    if (found->match != NULL) {
        fputs("\"match\": \"", out);
        put_hex(out, found->match, PAWL_SIGN_MATCH_SIZE);
        fputs("\", ", out);
    }
    fprintf(out, "\"right\": %lu, \"wrong\": %lu, \"outside\": %lu, ", (unsigned long)verdict->good,
            (unsigned long)verdict->bad, (unsigned long)verdict->outside);
    if (verdict->bad > 0) {
        fprintf(out,
                "\"first_wrong\": {\"player\": %lu, \"tick\": %llu, \"ticks\": %lu, "
                "\"offset\": %lu}, ",
                (unsigned long)verdict->player, (unsigned long long)verdict->tick,
                (unsigned long)verdict->count, (unsigned long)verdict->offset);
    }
    fputs("\"players\": [", out);
    for (uint32_t i = 0; i < found->player_count; i++)
        put_player(out, i, &found->players[i]);
    fputs("]}", out);
}
