/* ldtk_words.c - what names say. A name is cut into words at underscores, spaces, digits and where
 * a capital follows a small letter, so that "OneWay_Platforms2" is one, way, platforms. */
#include <string.h>

#include "cli/ldtk/ldtk.h"

#define TEXT_MAX 96 /* of a name that is looked at */

/* "_one_way_platforms_". */
static void split(const char *name, char out[TEXT_MAX]) {
    size_t used = 0;
    char before = '_';
    out[used++] = '_';
    for (; *name != 0 && used + 3 < TEXT_MAX; name++) {
        const char c = *name;
        const bool is_large = c >= 'A' && c <= 'Z', is_small = c >= 'a' && c <= 'z';
        if (!is_large && !is_small) {
            if (out[used - 1] != '_') out[used++] = '_';
        } else {
            if (is_large && before >= 'a' && before <= 'z') out[used++] = '_';
            out[used++] = is_large ? (char)(c - 'A' + 'a') : c;
        }
        before = c;
    }
    if (out[used - 1] != '_') out[used++] = '_';
    out[used] = 0;
}

/* Whether words stand in a name, one after the other and the last maybe in the plural. */
static bool has_words(const char *name, const char *words) {
    const size_t length = strlen(words);
    for (const char *at = strchr(name, '_'); at != NULL && at[1] != 0; at = strchr(at + 1, '_')) {
        if (strncmp(at + 1, words, length) != 0) continue;
        const char *end = at + 1 + length;
        if (*end == 'e' && end[1] == 's') end += 2;
        if (*end == 's') end++;
        if (*end == '_') return true;
    }
    return false;
}

/* Words of a role, the first role that has one counts. */
typedef struct meaning {
    cli_ldtk_role role;
    const char *words[24];
} meaning;

static const meaning cell_meanings[] = {
    {CLI_LDTK_NOTHING,
     {"no",       "non",        "not",        "none",   "air",        "empty", "background",
      "bg",       "decoration", "deco",       "decor",  "foreground", "fg",    "path",
      "walkable", "passable",   "attachment", "player", "entity",     "object"}},
    {CLI_LDTK_ONE_WAY,
     {"one_way", "oneway", "platform", "jump_through", "jumpthrough", "jump_thru", "jumpthru",
      "semi_solid", "semisolid", "pass_through", "cloud", "shelf", "shelve"}},
    {CLI_LDTK_LADDER, {"ladder", "climb", "climbable", "vine", "rope"}},
    {CLI_LDTK_HAZARD,
     {"hazard", "spike", "lava", "death", "deadly", "kill", "damage", "acid", "fire", "trap",
      "danger", "poison", "saw", "thorn"}},
    {CLI_LDTK_WATER, {"water", "liquid", "swamp", "sea", "river", "lake", "pool"}},
    {CLI_LDTK_DOOR, {"door", "gate"}},
    {CLI_LDTK_SOLID,
     {"solid", "wall",  "block",    "collision", "collide",  "collider", "brick",      "stone",
      "rock",  "cliff", "obstacle", "barrier",   "blocked",  "blocking", "impassable", "fence",
      "tree",  "box",   "ceiling",  "boundary",  "concrete", "metal"}},
    {CLI_LDTK_EARTH,
     {"ground", "dirt", "grass", "sand", "floor", "terrain", "earth", "soil", "snow", "ice", "mud",
      "wood"}},
    {CLI_LDTK_AREA, {"area", "zone", "trigger", "sensor", "region"}},
};

static const meaning entity_meanings[] = {
    {CLI_LDTK_NONE,
     {"enemy", "enemie", "mob", "monster", "npc", "item", "coin", "light", "text", "camera", "sign",
      "particle", "decoration", "slime", "bat", "boss", "key", "pickup", "detector"}},
    {CLI_LDTK_PLAYER, {"player", "hero"}},
    {CLI_LDTK_SPAWN, {"spawn", "spawner", "spawnpoint", "start", "startpoint", "entrance"}},
    {CLI_LDTK_GOAL, {"goal", "exit", "finish", "end", "checkpoint", "flag", "portal"}},
    {CLI_LDTK_HAZARD,
     {"hazard", "spike", "lava", "death", "deadly", "kill", "damage", "acid", "fire", "trap", "saw",
      "thorn", "danger"}},
    {CLI_LDTK_PLATFORM, {"platform", "elevator", "lift", "moving_platform", "mover", "kinematic"}},
    {CLI_LDTK_CRATE,
     {"crate", "box", "barrel", "boulder", "ball", "pushable", "rigid_body", "rigidbody", "dynamic",
      "log"}},
    {CLI_LDTK_DOOR, {"door", "gate"}},
    {CLI_LDTK_LADDER, {"ladder", "climb", "vine", "rope"}},
    {CLI_LDTK_WATER, {"water", "liquid"}},
    {CLI_LDTK_ONE_WAY, {"one_way", "oneway"}},
    {CLI_LDTK_AREA,
     {"area", "zone", "trigger", "sensor", "button", "switch", "teleport", "teleporter",
      "checkpoint", "region", "warp"}},
    {CLI_LDTK_SOLID,
     {"solid", "wall", "block", "collision", "collider", "obstacle", "static", "barrier"}},
};

static cli_ldtk_role role_in(const char *name, const meaning *list, size_t count) {
    char words[TEXT_MAX];
    split(name, words);
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < sizeof list[i].words / sizeof list[i].words[0]; j++) {
            if (list[i].words[j] == NULL) break;
            if (has_words(words, list[i].words[j])) return list[i].role;
        }
    }
    return CLI_LDTK_NONE;
}

cli_ldtk_role cli_ldtk_words_of_cells(const char *name) {
    return role_in(name, cell_meanings, sizeof cell_meanings / sizeof cell_meanings[0]);
}

cli_ldtk_role cli_ldtk_words_of_entity(const char *name) {
    return role_in(name, entity_meanings, sizeof entity_meanings / sizeof entity_meanings[0]);
}

static const struct {
    const char *text, *class;
} roles[CLI_LDTK_ROLES] = {
    {"nothing", NULL},      {"nothing", NULL},         {"solid", "solid"},   {"solid", "solid"},
    {"one-way", "one_way"}, {"hazard", "hazard"},      {"water", "area"},    {"ladder", "area"},
    {"door", "door"},       {"area", "area"},          {"player", "player"}, {"spawn", "spawn"},
    {"goal", "goal"},       {"platform", "kinematic"}, {"crate", "dynamic"},
};

const char *cli_ldtk_words_role_text(cli_ldtk_role role) {
    return roles[role].text;
}

const char *cli_ldtk_words_class(cli_ldtk_role role) {
    return roles[role].class;
}
