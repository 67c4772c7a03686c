/* top_down.c - a player seen from above, among walls: it slides, rolls around corners, stops.
 *
 * Shows: a level built at the start from a room cut out of rock (a ring with a hole), a concave
 * wall, two that overlap, and ice; which walls a player meets, and its way on a map of what is
 * free.
 *
 *   make examples && build/examples/top_down */
#include <pawl/level.h>
#include <pawl/pawl.h>
#include <stdio.h>
#include <string.h>

#define POINT(x, y) \
    { PAWL_UNITS(x), PAWL_UNITS(y) }
#define STONE 0 /* rough */
#define ICE 1
#define WIDTH 24
#define HEIGHT 12

/* Rings that wind around a point in opposite directions leave it free: rock, and the room in it. */
static const pawl_vec2 room[] = {POINT(0, 0),   POINT(24, 0),  POINT(24, 12), POINT(0, 12),
                                 POINT(1, 1),   POINT(1, 11),  POINT(16, 11), POINT(18, 9),
                                 POINT(20, 11), POINT(23, 11), POINT(23, 1)};
static const uint32_t room_ends[] = {4, 11};
/* Walls of one ring each: a hook, two beams across each other, a block of ice. */
static const pawl_vec2 hook[] = {POINT(4, 4), POINT(9, 4), POINT(9, 9), POINT(7, 9),
                                 POINT(7, 6), POINT(5, 6), POINT(5, 8), POINT(4, 8)};
static const pawl_vec2 beam[] = {POINT(11, 3), POINT(12, 2), POINT(16, 6), POINT(15, 7)};
static const pawl_vec2 bar[] = {POINT(11, 5), POINT(17, 4), POINT(17, 5), POINT(11, 6)};
static const pawl_vec2 ice[] = {POINT(19, 3), POINT(21, 2), POINT(21, 5), POINT(19, 6)};
static const uint32_t eight = 8, four = 4;
static const pawl_level_polygon walls[] = {{{room, room_ends, 2}, STONE},
                                           {{hook, &eight, 1}, STONE},
                                           {{beam, &four, 1}, STONE},
                                           {{bar, &four, 1}, STONE},
                                           {{ice, &four, 1}, ICE}};

/* An octagon, half a unit to each side. */
#define LONG (PAWL_FX_ONE / 2)
#define SHORT (PAWL_FX_ONE / 5)
static const pawl_vec2 octagon[] = {{-SHORT, -LONG}, {SHORT, -LONG}, {LONG, -SHORT},
                                    {LONG, SHORT},   {SHORT, LONG},  {-SHORT, LONG},
                                    {-LONG, SHORT},  {-LONG, -SHORT}};

/* Wanted directions, of any length: those beyond 1 are cut. */
static const struct {
    pawl_vec2 input;
    int ticks;
} script[] = {
    {POINT(1, 1), 100}, /* along the hook, around its upper end, along the ceiling */
    {POINT(1, -3), 60}, /* over the hook */
    {POINT(1, -1), 80}, /* into the notch where the beams cross */
    {POINT(1, 0), 60},  /* out of it, and up to the ice */
    {POINT(1, -2), 70}, /* around the ice, into a corner of the room */
    {POINT(0, 0), 10},
};

static uint64_t memory[4096];
static uint32_t block[1024];
static char map[HEIGHT][2 * WIDTH + 1];

static pawl_status build(pawl_level *level) {
    pawl_level_def def = pawl_level_def_default();
    pawl_level_report report;
    pawl_region regions[2];
    memset(regions, 0, sizeof regions);
    regions[STONE].friction = PAWL_FX(0, 1, 5);
    def.polygons = walls;
    def.polygon_count = sizeof walls / sizeof *walls;
    def.regions = regions;
    def.region_count = 2;
    def.walker_points = octagon;
    def.walker_point_count = 8;
    def.bounds.upper = pawl_vec2_make(PAWL_UNITS(WIDTH), PAWL_UNITS(HEIGHT));
    const pawl_status status =
        pawl_level_build(&def, memory, sizeof memory, NULL, block, sizeof block, &report);
    if (status) return status;
    printf("%lu parts in %lu bytes: %lu vertices, %lu triangles, %lu bytes\n",
           (unsigned long)report.parts, (unsigned long)pawl_level_build_size(&def),
           (unsigned long)report.vertices, (unsigned long)report.triangles,
           (unsigned long)report.size);
    return pawl_level_open(block, report.size, level);
}

/* The middle of each cell of the map: two columns and a row for each unit. */
static pawl_status draw(const pawl_level *level) {
    pawl_place place = {{0, 0}, 0};
    for (int32_t i = 0; i < HEIGHT * 2 * WIDTH; i++) {
        const int32_t row = i / (2 * WIDTH), column = i % (2 * WIDTH);
        const pawl_vec2 point = {pawl_from_int(2 * column + 1) / 4, pawl_from_int(2 * row + 1) / 2};
        const pawl_status status = pawl_level_locate(level, point, place.triangle, &place);
        if (status) return status;
        const bool is_solid = pawl_level_is_solid(level, NULL, place.triangle);
        map[HEIGHT - 1 - row][column] = is_solid ? '#' : ' ';
    }
    return PAWL_OK;
}

/* To a 16th of a unit, which is enough to follow. */
static void print_vec(const char *what, pawl_fx x, pawl_fx y) {
    char text[2][PAWL_FX_TEXT_MAX];
    if (pawl_fx_print(pawl_near_to_int(x * 16) * 4096, text[0], sizeof text[0])) return;
    if (pawl_fx_print(pawl_near_to_int(y * 16) * 4096, text[1], sizeof text[1])) return;
    printf("%s (%s, %s)", what, text[0], text[1]);
}

/* Prints a wall when it is another than the one before. */
static pawl_status play(const pawl_level *level, pawl_walker *player) {
    const pawl_walker_def def = pawl_walker_def_default();
    pawl_step_report report;
    pawl_vec2 last = {0, 0};
    for (size_t i = 0; i < sizeof script / sizeof *script; i++) {
        for (int tick = 0; tick < script[i].ticks; tick++) {
            const pawl_status status =
                pawl_walker_step(level, NULL, &def, NULL, 0, script[i].input, player, &report);
            if (status) return status;
            const pawl_vec2 at = player->place.position;
            for (uint32_t k = 0; k < report.contact_count; k++) {
                const pawl_walk_contact *const wall = &report.contacts[k];
                if (wall->a.x == last.x && wall->a.y == last.y) continue;
                last = wall->a;
                print_vec("  at", at.x, at.y);
                print_vec(wall->region == ICE ? " ice, normal" : " stone, normal",
                          wall->normal.c / 16384, wall->normal.s / 16384);
                printf("\n");
            }
            map[HEIGHT - 1 - pawl_floor_to_int(at.y)][pawl_floor_to_int(2 * at.x)] = 'o';
        }
        print_vec("to", player->place.position.x, player->place.position.y);
        print_vec(", speed", player->velocity.x, player->velocity.y);
        printf("\n");
    }
    return PAWL_OK;
}

int main(void) {
    pawl_level level;
    pawl_walker player;
    const pawl_vec2 start = POINT(2, 4);
    memset(&player, 0, sizeof player);
    pawl_status status = build(&level);
    if (!status) status = draw(&level);
    if (!status) status = pawl_level_find_nearest_free(&level, NULL, start, &player.place);
    if (!status) status = play(&level, &player);
    for (int row = 0; row < HEIGHT && !status; row++)
        printf("%s\n", map[row]);
    if (status) printf("%s\n", pawl_status_text(status));
    return status != PAWL_OK;
}
