/* tiled_words.c - what names of layers, classes and objects mean in the languages that people name
 * them in. A guess alone: docs/tiled.md says when it counts. */
#include <string.h>

#include "cli/tiled/tiled_guess.h"

#define NAME_MAX_LENGTH 96u
#define ANYWHERE 4u /* bytes from which on a word counts inside of another one, too */

typedef struct word_list {
    cli_tiled_word meaning;
    const char *words; /* lower case without spaces, one space apart */
} word_list;

/* Lists of words; those that say "no" or "collision" come before all others, else the longest one
 * that occurs in a name counts, and of equally long ones that of the list above. */
static const word_list lists[] = {
    {CLI_WORD_OPEN,
     "nocollision nocollide nocollisions noncollid notsolid nonsolid unsolid passable walkable "
     "passthrough nocol parallax ohnekollision sanscollision sincolision semcolisao"},
    {CLI_WORD_COLLISION,
     "collision collisions collide collider colliders collidable colision colisión colisiones "
     "colisao colisão colisiona kollision kollisionen collisione collisioni botsing kolizja kolize "
     "kolizje çarpışma carpisma solid solids solido sólido impassable unwalkable notwalkable "
     "unpassable hitbox hitboxes blocking blocked blocker obstacle obstacles obstacul obstácul "
     "ostacol hindernis hindernisse przeszkod engel barrier barriers barriere bound bounds "
     "boundary "
     "boundaries colls coll col physics static colide navblock коллизи столкновен препятств "
     "碰撞 障碍 障礙 阻挡 当たり判定 衝突 障害 충돌 장애물"},
    {CLI_WORD_BUILT,
     "wall walls platform platforms plataforma plataformas plateforme plateformes piattaform "
     "plattform plattformen platforma platformy platformlar brick bricks block blocks pipe pipes "
     "stone stones fence fences cliff cliffs crate crates wand wände waende mauer mauern mur murs "
     "pared paredes muro muros muralla parede parete pareti muur muren sciana sciany ściana ściany "
     "zeď duvar duvarlar vägg стена стены Стена Стены платформ Платформ блок 墙 牆 平台 壁 "
     "足場 ブロック 벽 플랫폼 bloque bloques bloco blocos bloc blocs rock rocks border borders "
     "building buildings house houses edge edges ledge ledges"},
    {CLI_WORD_FLOOR,
     "ground floor floors terrain land earth soil dirt grounds boden grund erde gelände sol "
     "terreno suelo piso tierra chao chão terra pavimento ziemia grunt podłoga podloga zem zemin "
     "grond vloer земля Земля пол грунт 地面 地板 地形 床 땅 바닥 지형 level main base world "
     "playfield tiles terrains grass"},
    {CLI_WORD_FRONT, "foreground fg vordergrund premierplan primerplano primeiroplano frente "
                     "primopiano pierwszyplan önplan передний 前景 전경 front"},
    {CLI_WORD_DECOR,
     "background backgrounds backdrop bg back behind far distance sky skies skybox cloud clouds "
     "decoration "
     "decorations "
     "deco decor decors decorative detail details shadow shadows light lights lighting overlay "
     "overlays above overhead over scenery fx effect effects flower flowers plants plant foliage "
     "vegetation bush bushes hintergrund himmel dekoration schatten fond arriereplan "
     "arrière-plan arrièreplan ciel nuage nuages décor décoration fondo cielo decoracion "
     "decoración "
     "decoraciones nube nubes ceu céu fundo decoração decoracao nuvem sfondo decorazion nuvole tlo "
     "tło niebo dekoracj chmury pozadi pozadí arkaplan arkaplân gökyüzü achtergrond lucht bakgrund "
     "фон Фон небо декор Декор 背景 天空 装饰 裝飾 阴影 空 飾り 배경 하늘 장식 wallpaper "
     "walldecor backwall backwalls mountains sun moon stars roof roofs canopy ceilinglight "
     "cosmetic ambient minimap fog"},
    {CLI_WORD_PLAYER,
     "player spawn spawnpoint playerspawn playerstart startpoint startposition start "
     "startpos hero character protagonist spieler startpunkt joueur héros depart "
     "départ jugador inicio jogador heroi herói giocatore gracz игрок старт 玩家 "
     "出生点 主角 プレイヤー 플레이어 mario p1 player1 entrance"},
    {CLI_WORD_GOAL, "goal exit finish finishline levelend endpoint end flag flagpole ziel ausgang "
                    "sortie arrivée arrivee meta salida final saida saída uscita финиш выход 终点 "
                    "出口 ゴール 골 출구 nextlevel win"},
    {CLI_WORD_THING,
     "enemy enemies enemigo enemigos inimigo inimigos ennemi ennemis gegner nemici monster "
     "monsters mob mobs npc npcs boss goomba goombas slime slimes zombie zombies coin coins item "
     "items gem gems moneda monedas münze pickup pickups collectible collectibles collectable "
     "powerup powerups heart hearts star key keys chest chests weapon weapons trigger triggers "
     "event events zone zones door doors portal portals teleport teleports warp warps transition "
     "transitions checkpoint checkpoints waypoint waypoints patrol camera ladder ladders lava "
     "water spike spikes trap traps hazard hazards damage death kill sound sounds music text texts "
     "sign signs dialog dialogs interact interactions interactive switch switches button lever "
     "path paths road roads враг враги монет 敌人 怪物 金币 敵 コイン 적 동전"},
};

/* Lower case without what is no letter or digit, but for bytes of other alphabets, which stay. */
static size_t squash(const char *name, char *out) {
    size_t used = 0;
    for (; *name != 0 && used + 1 < NAME_MAX_LENGTH; name++) {
        char c = *name;
        if (c >= 'A' && c <= 'Z') c = (char)(c - 'A' + 'a');
        const bool is_kept = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || (c & 0x80) != 0;
        if (is_kept) out[used++] = c;
    }
    out[used] = 0;
    return used;
}

/* Where a word begins or ends in a name: not between two small letters or two digits. */
static bool is_edge(char before, char after) {
    const bool small_before = before >= 'a' && before <= 'z';
    const bool small_after = after >= 'a' && after <= 'z';
    const bool large_before = before >= 'A' && before <= 'Z';
    const bool large_after = after >= 'A' && after <= 'Z';
    if (large_before) return !small_after && !large_after;
    return !(small_before && small_after);
}

/* Whether a short word stands alone in a name: "BG", "bg_2", "treesBG", but not "bgr". */
static bool has_alone(const char *name, const char *word, size_t length) {
    for (size_t i = 0; name[i] != 0; i++) {
        size_t same = 0;
        while (same < length && name[i + same] != 0) {
            const char c = name[i + same];
            if ((c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c) != word[same]) break;
            same++;
        }
        if (same < length || (i > 0 && !is_edge(name[i - 1], name[i]))) continue;
        if (is_edge(name[i + length - 1], name[i + length])) return true;
    }
    return false;
}

static bool occurs(const char *name, const char *squashed, const char *word, size_t length) {
    char copy[NAME_MAX_LENGTH];
    memcpy(copy, word, length);
    copy[length] = 0;
    if (length >= ANYWHERE || (copy[0] & 0x80) != 0) return strstr(squashed, copy) != NULL;
    return has_alone(name, copy, length);
}

/* The longest word of a list that occurs, or 0 for its length. */
static size_t find_in(const word_list *list, const char *name, const char *squashed,
                      const char **out) {
    size_t best = 0;
    for (const char *word = list->words; *word != 0;) {
        const size_t length = strcspn(word, " ");
        if (length > best && length < NAME_MAX_LENGTH && occurs(name, squashed, word, length)) {
            best = length;
            *out = word;
        }
        word += length;
        word += strspn(word, " ");
    }
    return best;
}

cli_tiled_word cli_tiled_words_find(const char *name, char said[CLI_TILED_SAID_MAX]) {
    char squashed[NAME_MAX_LENGTH];
    const char *word = NULL, *found = NULL;
    size_t best = 0;
    cli_tiled_word meaning = CLI_WORD_NONE;
    said[0] = 0;
    if (squash(name, squashed) == 0) return CLI_WORD_NONE;
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        const size_t length = find_in(&lists[i], name, squashed, &word);
        if (length <= best) continue;
        if (meaning == CLI_WORD_COLLISION || meaning == CLI_WORD_OPEN) {
            if (lists[i].meaning != CLI_WORD_COLLISION) break;
        }
        best = length;
        found = word;
        meaning = lists[i].meaning;
    }
    if (best == 0) return CLI_WORD_NONE;
    /* What enemies or coins collide with is no wall. */
    for (size_t i = 0; i < sizeof lists / sizeof lists[0] && meaning == CLI_WORD_COLLISION; i++) {
        if (lists[i].meaning < CLI_WORD_GOAL) continue;
        const size_t length = find_in(&lists[i], name, squashed, &word);
        if (length == 0) continue;
        meaning = lists[i].meaning;
        found = word;
        best = length;
    }
    const size_t shown = best < CLI_TILED_SAID_MAX ? best : CLI_TILED_SAID_MAX - 1;
    memcpy(said, found, shown);
    said[shown] = 0;
    return meaning;
}
