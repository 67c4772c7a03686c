/* info_level.c - pawl info of a baked level: all of it is looked at. */
#include <stdio.h>
#include <string.h>

#include "cli/common/command.h"
#include "cli/runs/info.h"
#include "cli/scene/level_block.h"
#include "level/format.h"

static void print_fx(pawl_fx value, char text[PAWL_FX_TEXT_MAX]) {
    if (pawl_fx_print(value, text, PAWL_FX_TEXT_MAX) != PAWL_OK) text[0] = 0;
}

static void put_regions(pawli_info *out, const pawl_level *level) {
    static const char *const kinds[] = {"wall", "one_way", "area"}; /* pawl_region_kind */
    pawli_info_begin_list(out, "region");
    for (uint32_t i = 0; i < level->region_count; i++) {
        const pawl_region region = pawl_level_region(level, i);
        char friction[PAWL_FX_TEXT_MAX], line[120];
        print_fx(region.friction, friction);
        snprintf(line, sizeof line, "%lu  %s  friction %s  user_data %lu", (unsigned long)i,
                 kinds[region.kind], friction, (unsigned long)region.user_data);
        pawli_info_item(out, line);
    }
    pawli_info_end_list(out);
}

static void put_bounds(pawli_info *out, pawl_box bounds) {
    const pawl_fx values[4] = {bounds.lower.x, bounds.lower.y, bounds.upper.x, bounds.upper.y};
    char line[4 * (PAWL_FX_TEXT_MAX + 2)] = "";
    for (int i = 0; i < 4; i++) {
        char text[PAWL_FX_TEXT_MAX];
        print_fx(values[i], text);
        if (i > 0) strcat(line, i == 2 ? "  " : " ");
        strcat(line, text);
    }
    pawli_info_text(out, "bounds", line);
}

int pawli_info_level(const char *path, bool is_json) {
    pawli_level_block block;
    pawli_info out = {.is_json = is_json};
    const int code = pawli_level_block_read(path, &block);
    if (code != PAWLI_EXIT_OK) return code;
    const pawl_level *const level = &block.level;
    pawli_info_begin(&out);
    pawli_info_text(&out, "kind", "level");
    pawli_info_number(&out, "format", PAWLI_LEVEL_FORMAT);
    pawli_info_number(&out, "bytes", block.size);
    pawli_info_number(&out, "index_bits", level->is_wide ? 32 : 16);
    pawli_info_number(&out, "vertices", level->vertex_count);
    pawli_info_number(&out, "triangles", level->triangle_count);
    pawli_info_number(&out, "solid", pawli_level_solid_count(level, NULL));
    pawli_info_number(&out, "cells", level->cell_count);
    pawli_info_number(&out, "player_points", level->player_count);
    put_bounds(&out, level->bounds);
    put_regions(&out, level);
    pawli_info_hash(&out, "hash", pawli_level_block_hash(&block));
    pawli_info_end(&out);
    pawli_level_block_free(&block);
    return PAWLI_EXIT_OK;
}
