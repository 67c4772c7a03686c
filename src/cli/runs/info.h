/* info.h - facts with names, as lines or as a JSON object. */
#ifndef CLI_INFO_H
#define CLI_INFO_H

#include <stdbool.h>
#include <stdint.h>

typedef struct cli_info {
    bool is_json;
    bool has_member;  /* a comma is due */
    const char *list; /* that is being written; null: none */
    uint32_t items;   /* of the list */
} cli_info;

void cli_info_begin(cli_info *info);
void cli_info_end(cli_info *info);

/* Lines have the name, padded, and the value. */
void cli_info_text(cli_info *info, const char *name, const char *value);
void cli_info_number(cli_info *info, const char *name, uint64_t value);
void cli_info_hash(cli_info *info, const char *name, uint32_t value);
void cli_info_bool(cli_info *info, const char *name, bool value);
void cli_info_ratio(cli_info *info, const char *name, uint32_t a, uint32_t b);

/* A list of texts, each on a line with the name of the list. */
void cli_info_begin_list(cli_info *info, const char *name);
void cli_info_item(cli_info *info, const char *text);
void cli_info_end_list(cli_info *info);

/* A scene, or what a scene is made of; an exit code. info_scene.c. */
int cli_info_scene(const char *path, bool is_json);

#endif
