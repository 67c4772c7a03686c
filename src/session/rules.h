/* rules.h - the table of a game's own values, for descend.c and session_world.c. */
#ifndef PAWLI_RULES_H
#define PAWLI_RULES_H

#include "session/session.h"

/* Null is a table without fields. */
uint32_t pawli_rules_count(const pawl_rules *rules);
/* One of them, counted through all fields; false behind the last. */
bool pawli_rules_value(const pawl_rules *rules, uint32_t item, pawl_field_value *out);
/* Bytes of a snapshot that are before those of the world. */
uint32_t pawli_rules_encoded_size(const pawl_rules *rules);
void pawli_rules_encode(const pawl_rules *rules, uint8_t *to);
void pawli_rules_decode(const pawl_rules *rules, const uint8_t *from);

#endif
