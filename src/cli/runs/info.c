/* info.c - facts as lines, or as JSON. */
#include "cli/runs/info.h"

#include <stdio.h>

#include "cli/common/text.h"

void pawli_info_begin(pawli_info *info) {
    if (info->is_json) fputs("{", stdout);
}

void pawli_info_end(pawli_info *info) {
    if (info->is_json) fputs("\n}\n", stdout);
}

static void put_name(pawli_info *info, const char *name) {
    if (info->is_json) {
        printf("%s\n  \"%s\": ", info->has_member ? "," : "", name);
    } else {
        printf("%-15s ", name);
    }
    info->has_member = true;
}

static void put_text(const pawli_info *info, const char *value) {
    if (info->is_json) {
        pawli_put_json(stdout, value);
    } else {
        pawli_put_plain(stdout, value);
    }
}

static void end_value(const pawli_info *info) {
    if (!info->is_json) fputc('\n', stdout);
}

void pawli_info_text(pawli_info *info, const char *name, const char *value) {
    put_name(info, name);
    put_text(info, value);
    end_value(info);
}

void pawli_info_number(pawli_info *info, const char *name, uint64_t value) {
    put_name(info, name);
    printf("%llu", (unsigned long long)value);
    end_value(info);
}

void pawli_info_hash(pawli_info *info, const char *name, uint32_t value) {
    put_name(info, name);
    printf(info->is_json ? "\"%08lx\"" : "%08lx", (unsigned long)value);
    end_value(info);
}

void pawli_info_bool(pawli_info *info, const char *name, bool value) {
    put_name(info, name);
    fputs(info->is_json ? value ? "true" : "false" : value ? "yes" : "no", stdout);
    end_value(info);
}

void pawli_info_ratio(pawli_info *info, const char *name, uint32_t a, uint32_t b) {
    put_name(info, name);
    printf(info->is_json ? "[%lu, %lu]" : "%lu/%lu", (unsigned long)a, (unsigned long)b);
    end_value(info);
}

void pawli_info_begin_list(pawli_info *info, const char *name) {
    info->list = name;
    info->items = 0;
    if (!info->is_json) return;
    put_name(info, name);
    fputs("[", stdout);
}

void pawli_info_item(pawli_info *info, const char *text) {
    if (info->is_json) {
        fputs(info->items > 0 ? ",\n    " : "\n    ", stdout);
    } else {
        printf("%-15s ", info->list);
    }
    put_text(info, text);
    end_value(info);
    info->items++;
}

void pawli_info_end_list(pawli_info *info) {
    if (info->is_json) fputs(info->items > 0 ? "\n  ]" : "]", stdout);
    info->list = NULL;
}
