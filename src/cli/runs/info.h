/* info.h - facts with names, as lines or as a JSON object. */
#ifndef PAWLI_CLI_INFO_H
#define PAWLI_CLI_INFO_H

#include <stdbool.h>
#include <stdint.h>

typedef struct pawli_info {
    bool is_json;
    bool has_member;  /* a comma is due */
    const char *list; /* that is being written; null: none */
    uint32_t items;   /* of the list */
} pawli_info;

void pawli_info_begin(pawli_info *info);
void pawli_info_end(pawli_info *info);

/* Lines have the name, padded, and the value. */
void pawli_info_text(pawli_info *info, const char *name, const char *value);
void pawli_info_number(pawli_info *info, const char *name, uint64_t value);
void pawli_info_hash(pawli_info *info, const char *name, uint32_t value);
void pawli_info_bool(pawli_info *info, const char *name, bool value);
void pawli_info_ratio(pawli_info *info, const char *name, uint32_t a, uint32_t b);

/* A list of texts, each on a line with the name of the list. */
void pawli_info_begin_list(pawli_info *info, const char *name);
void pawli_info_item(pawli_info *info, const char *text);
void pawli_info_end_list(pawli_info *info);

#endif
