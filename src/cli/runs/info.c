/* info.c - facts as lines, or as JSON. */
#include "cli/runs/info.h"

#include <stdio.h>

#include "cli/common/text.h"

void cli_info_begin(cli_info *info) {
    if (info->is_json) fputs("{", stdout);
}

void cli_info_end(cli_info *info) {
    if (info->is_json) fputs("\n}\n", stdout);
}

static void put_name(cli_info *info, const char *name) {
    if (info->is_json) {
        printf("%s\n  \"%s\": ", info->has_member ? "," : "", name);
    } else {
        printf("%-15s ", name);
    }
    info->has_member = true;
}

static void put_text(const cli_info *info, const char *value) {
    if (info->is_json) {
        cli_text_put_json(stdout, value);
    } else {
        cli_text_put_plain(stdout, value);
    }
}

static void end_value(const cli_info *info) {
    if (!info->is_json) fputc('\n', stdout);
}

void cli_info_text(cli_info *info, const char *name, const char *value) {
    put_name(info, name);
    put_text(info, value);
    end_value(info);
}

void cli_info_number(cli_info *info, const char *name, uint64_t value) {
    put_name(info, name);
    printf("%llu", (unsigned long long)value);
    end_value(info);
}

void cli_info_hash(cli_info *info, const char *name, uint32_t value) {
    put_name(info, name);
    printf(info->is_json ? "\"%08lx\"" : "%08lx", (unsigned long)value);
    end_value(info);
}

void cli_info_bool(cli_info *info, const char *name, bool value) {
    put_name(info, name);
    fputs(info->is_json ? value ? "true" : "false" : value ? "yes" : "no", stdout);
    end_value(info);
}

void cli_info_ratio(cli_info *info, const char *name, uint32_t a, uint32_t b) {
    put_name(info, name);
    printf(info->is_json ? "[%lu, %lu]" : "%lu/%lu", (unsigned long)a, (unsigned long)b);
    end_value(info);
}

void cli_info_begin_list(cli_info *info, const char *name) {
    info->list = name;
    info->items = 0;
    if (!info->is_json) return;
    put_name(info, name);
    fputs("[", stdout);
}

void cli_info_item(cli_info *info, const char *text) {
    if (info->is_json) {
        fputs(info->items > 0 ? ",\n    " : "\n    ", stdout);
    } else {
        printf("%-15s ", info->list);
    }
    put_text(info, text);
    end_value(info);
    info->items++;
}

void cli_info_end_list(cli_info *info) {
    if (info->is_json) fputs(info->items > 0 ? "\n  ]" : "]", stdout);
    info->list = NULL;
}
