/* watch.c - the calls of a recipe, looked at from outside: what it does is drawn at one tick. */
#define WATCH_ITSELF
#include "watch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "watch_svg.h"

#define SLOTS_MAX 48    /* things whose ways are drawn; more would cover each other */
#define POINTS_MAX 1024 /* of a way */

static const char *file;
static uint64_t picture_tick, tick;
static const void *watched; /* the first world, arcade or pocket that is stepped */
static bool is_drawn, is_begun;
static pawl_level level;
static struct {
    pawl_vec2 points[POINTS_MAX];
    int32_t count;
} ways[SLOTS_MAX];

/* ---- beginning and end ---- */

static void finish(void) {
    for (int i = 0; i < SLOTS_MAX; i++) {
        if (ways[i].count >= 4) svg_way(SVG_TRAILS, "tr", ways[i].points, ways[i].count);
    }
    if (!is_drawn || !svg_write(file)) {
        fprintf(stderr, "watch: tick %lu is not there to be drawn\n", (unsigned long)picture_tick);
        abort();
    }
}

/* Whether there is a picture to be made. */
static bool begin(void) {
    if (!is_begun) {
        const char *number = getenv("WATCH_TICK");
        is_begun = true;
        file = getenv("WATCH_FILE");
        if (file != NULL && number != NULL) {
            picture_tick = strtoul(number, NULL, 10);
            if (atexit(finish) != 0) exit(1);
        }
    }
    return file != NULL;
}

/* The way of a thing, up to the tick of the picture; points closer than 0.15 are left out. */
static void follow(uint32_t slot, pawl_vec2 at) {
    if (slot >= SLOTS_MAX || tick > picture_tick) return;
    const int32_t count = ways[slot].count;
    if (count == POINTS_MAX) return;
    if (count > 0 && pawl_vec2_distance(ways[slot].points[count - 1], at) < PAWL_FX(0, 15, 100)) {
        return;
    }
    ways[slot].points[ways[slot].count++] = at;
}

static void begin_drawing(void) {
    svg_clear(SVG_STATIC);
    svg_clear(SVG_BODIES);
    svg_clear(SVG_LINES);
    is_drawn = true;
}

/* ---- worlds ---- */

static const char *style_of(const pawl_draw_item *item) {
    static char style[8];
    if (item->role == PAWL_DRAW_STATIC) return "st";
    if (item->role == PAWL_DRAW_KINEMATIC) return "ki";
    if (item->role == PAWL_DRAW_SENSOR) return "se";
    const unsigned hue = (item->body.index1 * UINT32_C(2654435761)) >> 29;
    snprintf(style, sizeof style, "h%u%s", hue, item->role == PAWL_DRAW_ASLEEP ? " z" : "");
    return style;
}

static svg_layer layer_of(const pawl_draw_item *item) {
    return item->role == PAWL_DRAW_STATIC || item->role == PAWL_DRAW_SENSOR ? SVG_STATIC
                                                                            : SVG_BODIES;
}

/* Grounds and long walls go on beyond the picture. */
static svg_reach reach_of(const pawl_draw_item *item, const pawl_vec2 *points, int32_t count) {
    if (layer_of(item) == SVG_BODIES) return SVG_WHOLE;
    for (int32_t i = 0; i < count; i++)
        for (int32_t j = 0; j < i; j++)
            if (pawl_vec2_distance(points[i], points[j]) > PAWL_UNITS(13)) return SVG_CUT;
    return SVG_WHOLE;
}

static void draw_polygon(void *context, const pawl_draw_item *item, const pawl_vec2 *points,
                         int32_t count, pawl_fx radius) {
    const bool is_ghost = context != NULL;
    if (is_ghost && layer_of(item) == SVG_STATIC) return;
    svg_polygon(is_ghost ? SVG_GHOSTS : layer_of(item), reach_of(item, points, count),
                is_ghost ? "gh" : style_of(item), points, count, is_ghost ? 0 : radius);
}

static void draw_circle(void *context, const pawl_draw_item *item, pawl_vec2 center, pawl_fx radius,
                        pawl_rot rotation) {
    const bool is_ghost = context != NULL;
    if (is_ghost && layer_of(item) == SVG_STATIC) return;
    svg_circle(is_ghost ? SVG_GHOSTS : layer_of(item), radius > PAWL_UNITS(7) ? SVG_CUT : SVG_WHOLE,
               is_ghost ? "gh" : style_of(item), center, radius);
    if (is_ghost || layer_of(item) == SVG_STATIC) return;
    const pawl_vec2 rim = pawl_rotate(rotation, pawl_vec2_make(radius, 0));
    svg_line(SVG_BODIES, SVG_WHOLE, "jo", center, pawl_vec2_add(center, rim), 0);
}

static void draw_capsule(void *context, const pawl_draw_item *item, pawl_vec2 a, pawl_vec2 b,
                         pawl_fx radius) {
    const bool is_soft = item->role == PAWL_DRAW_SOFT || item->role == PAWL_DRAW_SOFT_ASLEEP;
    const pawl_vec2 ends[2] = {a, b};
    if (context != NULL) return;
    svg_line(is_soft ? SVG_LINES : layer_of(item), reach_of(item, ends, 2),
             is_soft ? "so" : style_of(item), a, b, radius);
}

static void draw_line(void *context, const pawl_draw_item *item, pawl_vec2 a, pawl_vec2 b) {
    (void)context;
    svg_line(SVG_LINES, SVG_WHOLE, item->role == PAWL_DRAW_JOINT ? "jo" : "in", a, b, 0);
}

static void draw_point(void *context, const pawl_draw_item *item, pawl_vec2 point) {
    (void)context, (void)item;
    svg_circle(SVG_LINES, SVG_WHOLE, "pi", point, PAWL_FX(0, 6, 100));
}

static void draw(const pawl_world *world, bool is_ghost) {
    static int ghost;
    const pawl_draw_hooks hooks = {
        .layers =
            PAWL_LAYER_SHAPES | (is_ghost ? 0u : (uint32_t)(PAWL_LAYER_JOINTS | PAWL_LAYER_SOFT)),
        .context = is_ghost ? &ghost : NULL,
        .polygon = draw_polygon,
        .circle = draw_circle,
        .capsule = draw_capsule,
        .line = draw_line,
        .point = draw_point,
    };
    if (!is_ghost) begin_drawing();
    if (pawl_world_draw(world, &hooks) != PAWL_OK) exit(1);
}

/* What is seen of a world now; also without a step, for questions to a world at rest. */
static bool look(const pawl_world *world) {
    if (!begin()) return false;
    if (watched == NULL) watched = world;
    if (watched != world) return false;
    tick = pawl_world_get_tick(world);
    if (tick == picture_tick) draw(world, false);
    return true;
}

static void before(const pawl_world *world) {
    static bool has_ghosts;
    if (!look(world) || has_ghosts) return;
    has_ghosts = true;
    if (pawl_world_get_counters(world).bodies <= SLOTS_MAX) draw(world, true);
}

static void after(const pawl_world *world) {
    pawl_body_id body = PAWL_NULL_BODY;
    if (!look(world)) return;
    while (body = pawl_world_next_body(world, body), !pawl_body_is_null(body)) {
        if (pawl_body_get_type(world, body) != PAWL_STATIC)
            follow(body.index1, pawl_body_get_position(world, body));
    }
}

pawl_status watch_world_step(pawl_world *world, const pawl_step_hooks *hooks) {
    before(world);
    const pawl_status status = pawl_world_step(world, hooks);
    if (status != PAWL_OK) abort();
    after(world);
    return status;
}

pawl_status watch_recorder_step(pawl_recorder *recorder, pawl_world *world,
                                const pawl_step_hooks *hooks) {
    before(world);
    const pawl_status status = pawl_recorder_step(recorder, world, hooks);
    after(world);
    return status;
}

pawl_request_type watch_session_run(pawl_session *session, pawl_session_world *game) {
    before(game->world);
    const pawl_request_type type = pawl_session_run(session, game);
    after(game->world);
    return type;
}

static void draw_mover(const pawl_world *world, const pawl_mover_def *def, pawl_vec2 position) {
    const pawl_vec2 half = pawl_vec2_make(0, def->half_height);
    if (!look(world)) return;
    follow(0, position);
    if (tick != picture_tick) return;
    svg_clear(SVG_ASKED);
    svg_line(SVG_ASKED, SVG_WHOLE, "h0", pawl_vec2_sub(position, half),
             pawl_vec2_add(position, half), def->radius);
}

pawl_status watch_mover_move(const pawl_world *world, const pawl_mover_def *def, pawl_mover *mover,
                             pawl_vec2 velocity, uint32_t flags, pawl_mover_report *report) {
    const pawl_status status = pawl_mover_move(world, def, mover, velocity, flags, report);
    draw_mover(world, def, mover->position);
    return status;
}

bool watch_mover_cast(const pawl_world *world, const pawl_mover_def *def, pawl_vec2 position,
                      pawl_vec2 translation, pawl_query_hit *out) {
    draw_mover(world, def, position);
    return pawl_mover_cast(world, def, position, translation, out);
}

/* ---- questions ---- */

static bool asks(const pawl_world *world) {
    return look(world) && tick == picture_tick;
}

static void draw_convex(const pawl_convex *convex, pawl_pose pose) {
    pawl_vec2 points[PAWL_POLYGON_MAX];
    for (int i = 0; i < convex->count; i++)
        points[i] = pawl_pose_apply(pose, convex->vertices[i]);
    if (convex->count == 1) {
        svg_circle(SVG_ASKED, SVG_WHOLE, "as", points[0], convex->radius);
    } else {
        svg_polygon(SVG_ASKED, SVG_WHOLE, "as", points, convex->count, convex->radius);
    }
}

static pawl_vec2 part_of(pawl_vec2 from, pawl_vec2 translation, pawl_fraction fraction) {
    return pawl_vec2_add(from, pawl_vec2_scale(translation, fraction / (PAWL_UNIT / PAWL_FX_ONE)));
}

bool watch_ray_closest(const pawl_world *world, pawl_vec2 from, pawl_vec2 translation,
                       const pawl_query_filter *filter, pawl_query_hit *out) {
    const bool hit = pawl_world_ray_closest(world, from, translation, filter, out);
    if (asks(world)) {
        const pawl_vec2 end = hit ? out->point : pawl_vec2_add(from, translation);
        svg_line(SVG_ASKED, SVG_WHOLE, "ra", from, end, 0);
        if (hit) svg_dot(SVG_ASKED, "hi", end);
    }
    return hit;
}

bool watch_ray_any(const pawl_world *world, pawl_vec2 from, pawl_vec2 translation,
                   const pawl_query_filter *filter) {
    if (asks(world))
        svg_line(SVG_ASKED, SVG_WHOLE, "ra", from, pawl_vec2_add(from, translation), 0);
    return pawl_world_ray_any(world, from, translation, filter);
}

bool watch_cast_closest(const pawl_world *world, const pawl_convex *convex, pawl_pose pose,
                        pawl_vec2 translation, const pawl_query_filter *filter,
                        pawl_query_hit *out) {
    const bool hit = pawl_world_cast_closest(world, convex, pose, translation, filter, out);
    if (asks(world)) {
        pawl_pose end = pose;
        end.position = part_of(pose.position, translation, hit ? out->fraction : PAWL_UNIT);
        draw_convex(convex, pose);
        draw_convex(convex, end);
        svg_line(SVG_ASKED, SVG_WHOLE, "ra", pose.position, end.position, 0);
        if (hit) svg_dot(SVG_ASKED, "hi", out->point);
    }
    return hit;
}

uint32_t watch_overlap(const pawl_world *world, const pawl_convex *convex, pawl_pose pose,
                       const pawl_query_filter *filter, pawl_query_overlap *out,
                       uint32_t capacity) {
    if (asks(world)) draw_convex(convex, pose);
    return pawl_world_overlap(world, convex, pose, filter, out, capacity);
}

uint32_t watch_overlap_point(const pawl_world *world, pawl_vec2 point,
                             const pawl_query_filter *filter, pawl_query_overlap *out,
                             uint32_t capacity) {
    if (asks(world)) svg_dot(SVG_ASKED, "hi", point);
    return pawl_world_overlap_point(world, point, filter, out, capacity);
}

/* ---- fields: what the last step before the picture has felt ---- */

/* Starts the fields of a step anew. */
static bool feels(const pawl_world *world) {
    static uint64_t last = UINT64_MAX;
    if (!look(world) || tick >= picture_tick) return false;
    if (tick != last) svg_clear(SVG_FIELDS);
    last = tick;
    return true;
}

static void draw_area(const pawl_area *area, const char *style) {
    if (area->count > 0) {
        svg_polygon(SVG_FIELDS, SVG_WHOLE, style, area->points, area->count, 0);
    } else if (area->level < PAWL_COORD_MAX) {
        const pawl_vec2 all[4] = {{-PAWL_COORD_MAX, -PAWL_COORD_MAX},
                                  {PAWL_COORD_MAX, -PAWL_COORD_MAX},
                                  {PAWL_COORD_MAX, area->level},
                                  {-PAWL_COORD_MAX, area->level}};
        svg_polygon(SVG_FIELDS, SVG_CUT, style, all, 4, 0);
    }
}

pawl_status watch_apply_water(pawl_world *world, const pawl_water_def *def) {
    if (feels(world)) draw_area(&def->area, "wa");
    return pawl_world_apply_water(world, def);
}

pawl_status watch_apply_wind(pawl_world *world, const pawl_wind_def *def) {
    if (feels(world)) draw_area(&def->area, "fi");
    return pawl_world_apply_wind(world, def);
}

pawl_status watch_apply_area_gravity(pawl_world *world, const pawl_area_gravity_def *def) {
    if (feels(world)) draw_area(&def->area, "fi");
    return pawl_world_apply_area_gravity(world, def);
}

pawl_status watch_apply_radial_gravity(pawl_world *world, const pawl_radial_gravity_def *def) {
    if (feels(world) && def->outer_radius < PAWL_UNITS(100)) {
        svg_circle(SVG_FIELDS, SVG_WHOLE, "fi", def->center, def->outer_radius);
    }
    return pawl_world_apply_radial_gravity(world, def);
}

pawl_status watch_explode(pawl_world *world, const pawl_explosion_def *def) {
    if (look(world) && tick <= picture_tick) {
        svg_circle(SVG_GHOSTS, SVG_WHOLE, "fi", def->center, pawl_add(def->radius, def->falloff));
        svg_dot(SVG_GHOSTS, "hi", def->center);
    }
    return pawl_world_explode(world, def);
}

/* ---- arcades and pockets ---- */

static const char *hue_style(unsigned index, bool stands) {
    static char style[4];
    if (stands) return "st";
    snprintf(style, sizeof style, "h%u", (unsigned)((index * UINT32_C(2654435761)) >> 29));
    return style;
}

static void draw_box(svg_layer layer, const char *style, pawl_vec2 center, pawl_vec2 half) {
    const pawl_vec2 points[4] = {
        {center.x - half.x, center.y - half.y},
        {center.x + half.x, center.y - half.y},
        {center.x + half.x, center.y + half.y},
        {center.x - half.x, center.y + half.y},
    };
    svg_polygon(layer, SVG_WHOLE, style, points, 4, 0);
}

static void draw_bounds(pawl_fx low_x, pawl_fx low_y, pawl_fx high_x, pawl_fx high_y) {
    const pawl_vec2 center = {low_x + (high_x - low_x) / 2, low_y + (high_y - low_y) / 2};
    const pawl_vec2 half = {(high_x - low_x) / 2, (high_y - low_y) / 2};
    if (half.x < PAWL_UNITS(50)) draw_box(SVG_STATIC, "gh", center, half);
}

pawl_status watch_arcade_step(pawl_arcade *arcade) {
    pawl_arcade_id body = PAWL_NULL_ARCADE;
    const pawl_status status = pawl_arcade_step(arcade);
    if (status != PAWL_OK) abort();
    if (!begin()) return status;
    tick = pawl_arcade_get_tick(arcade);
    if (tick == picture_tick) {
        const pawl_box bounds = pawl_arcade_get_bounds(arcade);
        begin_drawing();
        draw_bounds(bounds.lower.x, bounds.lower.y, bounds.upper.x, bounds.upper.y);
    }
    while (body = pawl_arcade_next_body(arcade, body), body.index1 != 0) {
        pawl_arcade_prototype made;
        const pawl_vec2 at = pawl_arcade_get_position(arcade, body);
        if (pawl_arcade_get_prototype(arcade, pawl_arcade_get_prototype_of(arcade, body), &made))
            abort();
        follow(body.index1, at);
        if (tick != picture_tick) continue;
        const char *style = hue_style(body.index1, made.inverse_mass == 0);
        if (made.shape == PAWL_ARCADE_CIRCLE) {
            svg_circle(SVG_BODIES, SVG_WHOLE, style, at, made.half.x);
        } else {
            draw_box(SVG_BODIES, style, at, made.half);
        }
    }
    return status;
}

pawl_status watch_pocket_step(pawl_pocket *pocket, pawl_pocket_body *bodies) {
    const pawl_status status = pawl_pocket_step(pocket, bodies);
    if (status != PAWL_OK) abort();
    if (!begin()) return status;
    tick = pocket->tick;
    if (tick == picture_tick) {
        begin_drawing();
        draw_bounds(pocket->bounds[0], pocket->bounds[2], pocket->bounds[1], pocket->bounds[3]);
    }
    for (unsigned i = 0; i < pocket->body_count; i++) {
        const pawl_pocket_body *body = &bodies[i];
        const pawl_vec2 at = {body->position[0], body->position[1]};
        const pawl_vec2 half = {body->half[0] * 256, body->half[1] * 256}; /* from Q8.8 */
        if (!(body->flags & PAWL_POCKET_USED)) continue;
        follow(i, at);
        if (tick != picture_tick) continue;
        if (body->flags & PAWL_POCKET_BOX) {
            draw_box(SVG_BODIES, hue_style(i + 1, body->inverse_mass == 0), at, half);
        } else {
            svg_circle(SVG_BODIES, SVG_WHOLE, hue_style(i + 1, false), at, half.x);
        }
    }
    return status;
}

/* ---- levels ---- */

static void draw_level(void) {
    begin_drawing();
    for (uint32_t i = 0; i < level.triangle_count; i++) {
        const pawl_level_triangle triangle = pawl_level_get_triangle(&level, i);
        pawl_vec2 points[3];
        for (int corner = 0; corner < 3; corner++)
            points[corner] = pawl_level_get_vertex(&level, triangle.vertices[corner]);
        if (triangle.cell != 0) svg_polygon(SVG_STATIC, SVG_WHOLE, "st", points, 3, 0);
    }
}

pawl_status watch_level_open(const void *bytes, size_t size, pawl_level *out) {
    const pawl_status status = pawl_level_open(bytes, size, out);
    if (status == PAWL_OK && begin()) {
        level = *out;
        draw_level();
    }
    return status;
}

pawl_status watch_level_find_path(const pawl_level *map, const pawl_gates *gates, pawl_place from,
                                  pawl_place to, void *memory, size_t size, pawl_path *path) {
    const pawl_status status = pawl_level_find_path(map, gates, from, to, memory, size, path);
    if (status == PAWL_OK && path->count > 0 && begin()) {
        svg_way(SVG_LINES, "pa", path->points, (int32_t)path->count);
        for (uint32_t i = 0; i < path->count; i++)
            svg_dot(SVG_LINES, "hi", path->points[i]);
    }
    return status;
}

pawl_status watch_walker_step(const pawl_level *map, const pawl_gates *gates,
                              const pawl_walker_def *def, const pawl_platform *platforms,
                              uint32_t platform_count, pawl_vec2 input, pawl_walker *walker,
                              pawl_step_report *report) {
    const pawl_status status =
        pawl_walker_step(map, gates, def, platforms, platform_count, input, walker, report);
    if (begin() && tick++ < picture_tick) follow(0, walker->place.position);
    return status;
}
