/* scene_words.c - what names mean in the languages that people name things in: one list for layers
 * of Tiled, values and entities of LDtk, and elements of drawings. A guess alone: docs/tiled.md and
 * docs/ldtk.md say when it counts. */
#include "cli/scene/scene_words.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define NAME_MAX_LENGTH 96u
#define ANYWHERE 4u /* bytes from which on a word counts inside of the name of a layer, too */
#define STEM 8u     /* from which on it counts at the beginning of a word of a name */

/* Of this list alone. */
enum {
    IS_SCENERY = CLI_MEANS_ROLES, /* of cells: nothing, unless another word says more */
    IS_NO_BODY,                   /* of things: left out, whatever else the name says */
    MEANINGS
};

typedef struct word_row {
    cli_word layer;
    uint8_t cell, thing;
    const char *words; /* lower case without spaces, one space apart */
} word_row;

static const word_row rows[] = {
    {CLI_WORD_NONE, CLI_MEANS_NOTHING, CLI_MEANS_NONE,
     "no non not none air empty attachment entity object"},
    {CLI_WORD_OPEN, CLI_MEANS_ONE_WAY, CLI_MEANS_ONE_WAY, "passthrough"},
    {CLI_WORD_OPEN, CLI_MEANS_NOTHING, CLI_MEANS_NONE,
     "nocollision nocollide nocollisions noncollid notsolid nonsolid unsolid passable "
     "walkable nocol parallax ohnekollision sanscollision sincolision semcolisao"},
    {CLI_WORD_COLLISION, CLI_MEANS_SOLID, CLI_MEANS_SOLID,
     "collision collisions collide collider colliders collidable colision colisión "
     "colisiones colisao colisão colisiona kollision kollisionen collisione collisioni "
     "botsing kolizja kolize kolizje çarpışma carpisma solid solids solido sólido impassable "
     "unwalkable notwalkable unpassable hitbox hitboxes blocking blocked blocker obstacle "
     "obstacles obstacul obstácul ostacol hindernis hindernisse przeszkod engel barrier "
     "barriers barriere bound bounds boundary boundaries colls coll col physics static "
     "colide navblock коллизи столкновен препятств 碰撞 障碍 障礙 阻挡 当たり判定 衝突 障害 충돌 "
     "장애물"},
    {CLI_WORD_BUILT, CLI_MEANS_SOLID, CLI_MEANS_CRATE, "crate crates"},
    {CLI_WORD_BUILT, CLI_MEANS_ONE_WAY, CLI_MEANS_PLATFORM,
     "platform platforms plataforma plataformas plateforme plateformes piattaform plattform "
     "plattformen platforma platformy platformlar платформ Платформ 平台 足場 플랫폼"},
    {CLI_WORD_BUILT, CLI_MEANS_SOLID, CLI_MEANS_NONE,
     "brick bricks pipe pipes stone stones fence fences cliff cliffs rock rocks border "
     "borders building buildings house houses edge edges ledge ledges"},
    {CLI_WORD_BUILT, CLI_MEANS_SOLID, CLI_MEANS_SOLID,
     "wall walls block blocks wand wände waende mauer mauern mur murs pared paredes muro "
     "muros muralla parede parete pareti muur muren sciana sciany ściana ściany zeď duvar "
     "duvarlar vägg стена стены Стена Стены блок 墙 牆 壁 ブロック 벽 bloque bloques bloco blocos "
     "bloc blocs"},
    {CLI_WORD_NONE, CLI_MEANS_SOLID, CLI_MEANS_NONE, "tree ceiling concrete metal"},
    {CLI_WORD_NONE, CLI_MEANS_SOLID, CLI_MEANS_CRATE, "box barrel boulder"},
    {CLI_WORD_NONE, CLI_MEANS_NONE, CLI_MEANS_CRATE,
     "ball pushable rigidbody dynamic log kiste kisten fass fässer caisse tonneau caja "
     "barril caixa cassa scatola skrzynia beczka kutu varil ящик бочка 箱 木桶 상자"},
    {CLI_WORD_NONE, CLI_MEANS_ONE_WAY, CLI_MEANS_ONE_WAY, "oneway jumpthrough jumpthru semisolid"},
    {CLI_WORD_NONE, CLI_MEANS_ONE_WAY, CLI_MEANS_NONE, "shelf shelve"},
    {CLI_WORD_NONE, CLI_MEANS_NONE, CLI_MEANS_PLATFORM,
     "elevator lift mover kinematic aufzug fahrstuhl ascenseur ascensor elevador ascensore "
     "winda asansör лифт 电梯 エレベーター"},
    {CLI_WORD_FLOOR, CLI_MEANS_NONE, CLI_MEANS_NONE, "level main base world playfield tiles"},
    {CLI_WORD_FLOOR, CLI_MEANS_EARTH, CLI_MEANS_NONE,
     "ground floor floors terrain land earth soil dirt grounds boden grund erde gelände sol "
     "terreno suelo piso tierra chao chão terra pavimento ziemia grunt podłoga podloga zem "
     "zemin grond vloer земля Земля пол грунт 地面 地板 地形 床 땅 바닥 지형 terrains grass"},
    {CLI_WORD_NONE, CLI_MEANS_EARTH, CLI_MEANS_NONE, "sand snow ice mud wood"},
    {CLI_WORD_FRONT, CLI_MEANS_NOTHING, CLI_MEANS_NONE,
     "foreground fg vordergrund premierplan primerplano primeiroplano frente primopiano "
     "pierwszyplan önplan передний 前景 전경 front"},
    {CLI_WORD_DECOR, CLI_MEANS_ONE_WAY, CLI_MEANS_NONE, "cloud clouds"},
    {CLI_WORD_DECOR, IS_SCENERY, IS_NO_BODY, "light lights lighting"},
    {CLI_WORD_DECOR, CLI_MEANS_NOTHING, IS_NO_BODY,
     "background backgrounds backdrop bg decoration decorations deco decor decors decorative "
     "hintergrund dekoration décor décoration fondo decoracion decoración decoraciones fundo "
     "decoração decoracao sfondo decorazion tło tlo dekoracj pozadi pozadí arkaplan arkaplân "
     "achtergrond bakgrund фон Фон декор Декор 背景 装饰 裝飾 飾り 배경 장식 backwall backwalls "
     "walldecor wallpaper"},
    {CLI_WORD_DECOR, IS_SCENERY, CLI_MEANS_NONE,
     "back behind far distance sky skies skybox detail details shadow shadows overlay "
     "overlays above overhead over scenery fx effect effects flower flowers plants plant "
     "foliage vegetation bush bushes himmel schatten fond arriereplan arrière-plan "
     "arrièreplan ciel nuage nuages cielo nube nubes ceu céu nuvem nuvole niebo chmury "
     "gökyüzü lucht небо 天空 阴影 空 하늘 mountains sun moon stars roof roofs canopy ceilinglight "
     "cosmetic ambient minimap fog"},
    {CLI_WORD_PLAYER, IS_SCENERY, CLI_MEANS_SPAWN,
     "spawn spawnpoint startpoint startposition start startpos startpunkt depart départ "
     "inicio старт 出生点 entrance"},
    {CLI_WORD_PLAYER, CLI_MEANS_NOTHING, CLI_MEANS_PLAYER,
     "player playerspawn playerstart hero character protagonist spieler joueur héros jugador "
     "jogador heroi herói giocatore gracz игрок 玩家 主角 プレイヤー 플레이어 mario p1 player1"},
    {CLI_WORD_NONE, IS_SCENERY, CLI_MEANS_SPAWN, "spawner"},
    {CLI_WORD_GOAL, IS_SCENERY, CLI_MEANS_GOAL,
     "goal exit finish finishline levelend endpoint end flag flagpole ziel ausgang sortie "
     "arrivée arrivee meta salida final saida saída uscita финиш выход 终点 出口 ゴール 골 출구 "
     "nextlevel win"},
    {CLI_WORD_THING, IS_SCENERY, CLI_MEANS_GOAL, "portal portals checkpoint checkpoints"},
    {CLI_WORD_THING, CLI_MEANS_HAZARD, CLI_MEANS_HAZARD,
     "lava spike spikes trap traps hazard hazards damage death kill"},
    {CLI_WORD_NONE, CLI_MEANS_HAZARD, CLI_MEANS_HAZARD,
     "deadly acid fire poison saw thorn danger stachel stacheln lavas pinchos trampa espinho "
     "armadilha trappola шипы лава ловушк 尖刺 岩浆 トゲ 溶岩 가시 용암"},
    {CLI_WORD_THING, CLI_MEANS_WATER, CLI_MEANS_WATER, "water"},
    {CLI_WORD_NONE, CLI_MEANS_WATER, CLI_MEANS_WATER,
     "liquid swamp sea river lake pool wasser eau agua água acqua woda voda вода Вода 水"},
    {CLI_WORD_THING, CLI_MEANS_LADDER, CLI_MEANS_LADDER, "ladder ladders"},
    {CLI_WORD_NONE, CLI_MEANS_LADDER, CLI_MEANS_LADDER,
     "climb climbable vine rope leiter leitern échelle echelle escalera escada drabina "
     "merdiven лестниц 梯子 はしご 사다리"},
    {CLI_WORD_THING, CLI_MEANS_DOOR, CLI_MEANS_DOOR, "door doors"},
    {CLI_WORD_NONE, CLI_MEANS_DOOR, CLI_MEANS_DOOR,
     "gate tür tuer porte puerta porta drzwi kapı kapi дверь 门 門 ドア 扉"},
    {CLI_WORD_THING, CLI_MEANS_AREA, CLI_MEANS_AREA, "trigger triggers zone zones"},
    {CLI_WORD_NONE, CLI_MEANS_AREA, CLI_MEANS_AREA, "area sensor region"},
    {CLI_WORD_THING, CLI_MEANS_NONE, CLI_MEANS_AREA,
     "switch switches button teleport teleports warp warps"},
    {CLI_WORD_NONE, CLI_MEANS_NONE, CLI_MEANS_AREA, "teleporter"},
    {CLI_WORD_THING, CLI_MEANS_NOTHING, CLI_MEANS_NONE, "path paths road roads"},
    {CLI_WORD_THING, CLI_MEANS_NONE, CLI_MEANS_NONE,
     "event events waypoint waypoints patrol transition transitions interact interactions "
     "interactive lever sound sounds music"},
    {CLI_WORD_THING, CLI_MEANS_NONE, IS_NO_BODY,
     "enemy enemies enemigo enemigos inimigo inimigos ennemi ennemis gegner nemici monster "
     "monsters mob mobs npc npcs boss goomba goombas slime slimes zombie zombies coin coins "
     "item items gem gems moneda monedas münze pickup pickups collectible collectibles "
     "collectable powerup powerups heart hearts star key keys chest chests weapon weapons "
     "camera text texts sign signs dialog dialogs враг враги монет 敌人 怪物 金币 敵 コイン 적 "
     "동전"},
    {CLI_WORD_NONE, CLI_MEANS_NONE, IS_NO_BODY, "particle bat detector"},
};

#define ROW_COUNT (sizeof rows / sizeof rows[0])

static bool is_small(char c) {
    return c >= 'a' && c <= 'z';
}

static bool is_large(char c) {
    return c >= 'A' && c <= 'Z';
}

static bool is_other(char c) {
    return (c & 0x80) != 0;
}

static char small_of(char c) {
    return is_large(c) ? (char)(c - 'A' + 'a') : c;
}

/* In place: the large letters of UTF-8 that words of the list have, of Latin-1 and Cyrillic. */
static void lower_others(char *text) {
    for (size_t i = 0; text[i] != 0 && text[i + 1] != 0; i++) {
        const uint8_t lead = (uint8_t)text[i], next = (uint8_t)text[i + 1];
        if ((lead == 0xC3 && next >= 0x80 && next <= 0x9E) ||
            (lead == 0xD0 && next >= 0x90 && next <= 0x9F)) {
            text[i + 1] = (char)(next + 0x20);
        } else if (lead == 0xD0 && next >= 0xA0 && next <= 0xAF) {
            text[i] = (char)0xD1;
            text[i + 1] = (char)(next - 0x20);
        }
    }
}

/* ---- layers ---- */

/* Lower case without what is no letter or digit, but for bytes of other alphabets, which stay. */
static size_t squash(const char *name, char *out) {
    size_t used = 0;
    for (; *name != 0 && used + 1 < NAME_MAX_LENGTH; name++) {
        const char c = small_of(*name);
        if (is_small(c) || (c >= '0' && c <= '9') || is_other(c)) out[used++] = c;
    }
    out[used] = 0;
    lower_others(out);
    return used;
}

/* Where a word begins or ends in a name: not between two small letters or two digits. */
static bool is_edge(char before, char after) {
    if (is_large(before)) return !is_small(after) && !is_large(after);
    return !(is_small(before) && is_small(after));
}

/* Whether a short word stands alone in a name: "BG", "bg_2", "treesBG", but not "bgr". */
static bool has_alone(const char *name, const char *word, size_t length) {
    for (size_t i = 0; name[i] != 0; i++) {
        size_t same = 0;
        while (same < length && name[i + same] != 0 && small_of(name[i + same]) == word[same])
            same++;
        if (same < length || (i > 0 && !is_edge(name[i - 1], name[i]))) continue;
        if (is_edge(name[i + length - 1], name[i + length])) return true;
    }
    return false;
}

static bool occurs(const char *name, const char *squashed, const char *word, size_t length) {
    char copy[NAME_MAX_LENGTH];
    memcpy(copy, word, length);
    copy[length] = 0;
    if (length >= ANYWHERE || is_other(copy[0])) return strstr(squashed, copy) != NULL;
    return has_alone(name, copy, length);
}

/* The longest word for that meaning that occurs, or 0 for its length. */
static size_t find_meaning(cli_word meaning, const char *name, const char *squashed,
                           const char **out) {
    size_t best = 0;
    for (size_t i = 0; i < ROW_COUNT; i++) {
        if (rows[i].layer != meaning) continue;
        for (const char *word = rows[i].words; *word != 0; word += strspn(word, " ")) {
            const size_t length = strcspn(word, " ");
            if (length > best && length < NAME_MAX_LENGTH && occurs(name, squashed, word, length)) {
                best = length;
                *out = word;
            }
            word += length;
        }
    }
    return best;
}

/* Those that say "no" or "collision" come before all others, else the longest word that occurs in
 * a name counts, and of equally long ones that of the meaning above. */
cli_word cli_scene_words_find(const char *name, char said[CLI_SAID_MAX]) {
    char squashed[NAME_MAX_LENGTH];
    const char *word = NULL, *found = NULL;
    size_t best = 0;
    int meaning = CLI_WORD_NONE;
    said[0] = 0;
    if (squash(name, squashed) == 0) return CLI_WORD_NONE;
    for (int i = CLI_WORD_OPEN; i <= CLI_WORD_THING; i++) {
        if (meaning == CLI_WORD_COLLISION || (meaning == CLI_WORD_OPEN && i > CLI_WORD_COLLISION))
            break;
        const size_t length = find_meaning((cli_word)i, name, squashed, &word);
        if (length <= best) continue;
        best = length;
        found = word;
        meaning = i;
    }
    if (best == 0) return CLI_WORD_NONE;
    /* What enemies or coins collide with is no wall. */
    const bool is_collision = meaning == CLI_WORD_COLLISION;
    for (int i = CLI_WORD_GOAL; i <= CLI_WORD_THING && is_collision; i++) {
        const size_t length = find_meaning((cli_word)i, name, squashed, &word);
        if (length == 0) continue;
        meaning = i;
        found = word;
        best = length;
        break;
    }
    const size_t shown = best < CLI_SAID_MAX ? best : CLI_SAID_MAX - 1;
    memcpy(said, found, shown);
    said[shown] = 0;
    return (cli_word)meaning;
}

/* ---- cells and things ---- */

/* "OneWay_Platforms2" is "_one_way_platforms_". */
static void split(const char *name, char out[NAME_MAX_LENGTH]) {
    size_t used = 0;
    char before = '_';
    out[used++] = '_';
    for (; *name != 0 && used + 3 < NAME_MAX_LENGTH; name++) {
        const char c = *name;
        if (!is_large(c) && !is_small(c) && !is_other(c)) {
            if (out[used - 1] != '_') out[used++] = '_';
        } else {
            if (is_large(c) && is_small(before)) out[used++] = '_';
            out[used++] = small_of(c);
        }
        before = c;
    }
    if (out[used - 1] != '_') out[used++] = '_';
    out[used] = 0;
    lower_others(out);
}

/* Whether a name's words from here on, run together, begin with a word and end with it, in the
 * plural maybe. Long words are stems: "obstacul" of "obstáculos". */
static bool starts_with(const char *at, const char *word, size_t length) {
    for (size_t i = 0; i < length; i++, at++) {
        if (*at == '_' && i > 0) at++;
        if (*at != word[i]) return false;
    }
    if (length >= STEM) return true;
    if (*at == 'e' && at[1] == 's') at++;
    if (*at == 's') at++;
    return *at == '_';
}

static bool has_word(const char *name, const char *word, size_t length) {
    char copy[NAME_MAX_LENGTH];
    if (is_other(word[0])) { /* without spaces between words, or with other endings */
        memcpy(copy, word, length);
        copy[length] = 0;
        return strstr(name, copy) != NULL;
    }
    for (const char *at = name; at[1] != 0; at = strchr(at + 1, '_')) {
        if (at[1] == word[0] && starts_with(at + 1, word, length)) return true;
    }
    return false;
}

/* `starts`: bit i for a word of the name that begins with letter i, bit 31 for other alphabets. */
static bool has_any(const char *name, uint32_t starts, const char *words) {
    for (const char *word = words; *word != 0;) {
        const char *end = word;
        while (*end != ' ' && *end != 0)
            end++;
        const int letter = is_small(*word) ? *word - 'a' : 31;
        if ((starts >> letter & 1u) != 0 && has_word(name, word, (size_t)(end - word))) return true;
        word = *end == ' ' ? end + 1 : end;
    }
    return false;
}

static uint32_t starts_of(const char *name) {
    uint32_t starts = 0;
    for (; *name != 0; name++) {
        if (is_other(*name)) starts |= UINT32_C(1) << 31;
        if (*name == '_' && is_small(name[1])) starts |= UINT32_C(1) << (name[1] - 'a');
    }
    return starts;
}

/* The first in order of what the words of a name say. */
static int first_of(const char *name, const uint8_t *order, size_t count, bool of_cells) {
    char words[NAME_MAX_LENGTH];
    size_t best = count;
    split(name, words);
    if (words[1] == 0) return CLI_MEANS_NONE;
    const uint32_t starts = starts_of(words);
    for (size_t i = 0; i < ROW_COUNT; i++) {
        size_t at = 0;
        while (at < best && order[at] != (of_cells ? rows[i].cell : rows[i].thing))
            at++;
        if (at < best && has_any(words, starts, rows[i].words)) best = at;
    }
    return best < count ? order[best] : CLI_MEANS_NONE;
}

cli_role cli_scene_words_of_cells(const char *name) {
    static const uint8_t order[] = {
        CLI_MEANS_NOTHING, CLI_MEANS_ONE_WAY, CLI_MEANS_LADDER, CLI_MEANS_HAZARD, CLI_MEANS_WATER,
        CLI_MEANS_DOOR,    CLI_MEANS_SOLID,   CLI_MEANS_EARTH,  CLI_MEANS_AREA,   IS_SCENERY};
    const int found = first_of(name, order, sizeof order, true);
    return found == IS_SCENERY ? CLI_MEANS_NOTHING : (cli_role)found;
}

cli_role cli_scene_words_of_thing(const char *name) {
    static const uint8_t order[] = {
        IS_NO_BODY,         CLI_MEANS_PLAYER, CLI_MEANS_SPAWN, CLI_MEANS_GOAL,   CLI_MEANS_HAZARD,
        CLI_MEANS_PLATFORM, CLI_MEANS_CRATE,  CLI_MEANS_DOOR,  CLI_MEANS_LADDER, CLI_MEANS_WATER,
        CLI_MEANS_ONE_WAY,  CLI_MEANS_AREA,   CLI_MEANS_SOLID};
    const int found = first_of(name, order, sizeof order, false);
    return found == IS_NO_BODY ? CLI_MEANS_NONE : (cli_role)found;
}

static const struct {
    const char *text, *class;
} roles[CLI_MEANS_ROLES] = {
    {"nothing", NULL},      {"nothing", NULL},         {"solid", "solid"},   {"solid", "solid"},
    {"one-way", "one_way"}, {"hazard", "hazard"},      {"water", "area"},    {"ladder", "area"},
    {"door", "door"},       {"area", "area"},          {"player", "player"}, {"spawn", "spawn"},
    {"goal", "goal"},       {"platform", "kinematic"}, {"crate", "dynamic"},
};

const char *cli_scene_words_role_text(cli_role role) {
    return roles[role].text;
}

const char *cli_scene_words_class(cli_role role) {
    return roles[role].class;
}
