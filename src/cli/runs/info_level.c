/* info_level.c - pawl info of a baked level: all of it is looked at. */
#include <stdio.h>
#include <string.h>

#include "cli/common/command.h"
#include "cli/runs/info.h"
#include "cli/scene/level_block.h"
#include "level/level_format.h"

static void print_fx(pawl_fx value, char text[PAWL_FX_TEXT_MAX]) {
    if (pawl_fx_print(value, text, PAWL_FX_TEXT_MAX) != PAWL_OK) text[0] = 0;
}

static void put_regions(cli_info *out, const pawl_level *level) {
    static const char *const types[] = {"wall", "one_way", "area"}; /* pawl_region_type */
    cli_info_begin_list(out, "region");
    for (uint32_t i = 0; i < level->region_count; i++) {
        const pawl_region region = pawl_level_get_region(level, i);
        char friction[PAWL_FX_TEXT_MAX], line[120];
        print_fx(region.friction, friction);
        snprintf(line, sizeof line, "%lu  %s  friction %s  user_data %lu", (unsigned long)i,
                 types[region.type], friction, (unsigned long)region.user_data);
        cli_info_item(out, line);
    }
    cli_info_end_list(out);
}

static void put_bounds(cli_info *out, pawl_box bounds) {
    const pawl_fx values[4] = {bounds.lower.x, bounds.lower.y, bounds.upper.x, bounds.upper.y};
    char line[4 * (PAWL_FX_TEXT_MAX + 2)] = "";
    for (int i = 0; i < 4; i++) {
        char text[PAWL_FX_TEXT_MAX];
        print_fx(values[i], text);
        if (i > 0) strcat(line, i == 2 ? "  " : " ");
        strcat(line, text);
    }
    cli_info_text(out, "bounds", line);
}

int cli_info_level(const char *path, bool is_json) {
    cli_level_block block;
    cli_info out = {.is_json = is_json};
    const int code = cli_level_block_read(path, &block);
    if (code != CLI_EXIT_OK) return code;
    const pawl_level *const level = &block.level;
    cli_info_begin(&out);
    cli_info_text(&out, "kind", "level");
    cli_info_number(&out, "format", PAWLI_LEVEL_FORMAT);
    cli_info_number(&out, "bytes", block.size);
    cli_info_number(&out, "index_bits", level->is_wide ? 32 : 16);
    cli_info_number(&out, "vertices", level->vertex_count);
    cli_info_number(&out, "triangles", level->triangle_count);
    cli_info_number(&out, "solid", cli_level_block_solid_count(level, NULL));
    cli_info_number(&out, "cells", level->cell_count);
    cli_info_number(&out, "player_points", level->walker_point_count);
    put_bounds(&out, level->bounds);
    put_regions(&out, level);
    cli_info_hash(&out, "hash", cli_level_block_hash(&block));
    cli_info_end(&out);
    cli_level_block_free(&block);
    return CLI_EXIT_OK;
}
