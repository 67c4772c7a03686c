/* watch.h - put before the recipes of docs/cookbook by -include: their calls go through watch.c,
 * which ends the program where a step fails, and draws the picture of the page.
 *
 * No result changes: the world is only looked at. WATCH_FILE names the picture, WATCH_TICK the tick
 * that it shows; without them nothing is drawn. */
#ifndef PAWL_TESTS_WATCH_H
#define PAWL_TESTS_WATCH_H

#include <pawl/arcade.h>
#include <pawl/level.h>
#include <pawl/pawl.h>
#include <pawl/pocket.h>
#include <pawl/replay.h>
#include <pawl/session.h>

pawl_status watch_world_step(pawl_world *world, const pawl_step_hooks *hooks);
pawl_status watch_recorder_step(pawl_recorder *recorder, pawl_world *world,
                                const pawl_step_hooks *hooks);
pawl_request_type watch_session_run(pawl_session *session, pawl_session_world *game);
pawl_status watch_arcade_step(pawl_arcade *arcade);
pawl_status watch_pocket_step(pawl_pocket *pocket, pawl_pocket_body *bodies);
pawl_status watch_mover_move(const pawl_world *world, const pawl_mover_def *def, pawl_mover *mover,
                             pawl_vec2 velocity, uint32_t flags, pawl_mover_report *report);
bool watch_mover_cast(const pawl_world *world, const pawl_mover_def *def, pawl_vec2 position,
                      pawl_vec2 translation, pawl_query_hit *out);

bool watch_ray_closest(const pawl_world *world, pawl_vec2 from, pawl_vec2 translation,
                       const pawl_query_filter *filter, pawl_query_hit *out);
bool watch_ray_any(const pawl_world *world, pawl_vec2 from, pawl_vec2 translation,
                   const pawl_query_filter *filter);
bool watch_cast_closest(const pawl_world *world, const pawl_convex *convex, pawl_pose pose,
                        pawl_vec2 translation, const pawl_query_filter *filter,
                        pawl_query_hit *out);
uint32_t watch_overlap(const pawl_world *world, const pawl_convex *convex, pawl_pose pose,
                       const pawl_query_filter *filter, pawl_query_overlap *out, uint32_t capacity);
uint32_t watch_overlap_point(const pawl_world *world, pawl_vec2 point,
                             const pawl_query_filter *filter, pawl_query_overlap *out,
                             uint32_t capacity);

pawl_status watch_apply_water(pawl_world *world, const pawl_water_def *def);
pawl_status watch_apply_wind(pawl_world *world, const pawl_wind_def *def);
pawl_status watch_apply_area_gravity(pawl_world *world, const pawl_area_gravity_def *def);
pawl_status watch_apply_radial_gravity(pawl_world *world, const pawl_radial_gravity_def *def);
pawl_status watch_explode(pawl_world *world, const pawl_explosion_def *def);

pawl_status watch_level_open(const void *bytes, size_t size, pawl_level *out);
pawl_status watch_level_find_path(const pawl_level *level, const pawl_gates *gates, pawl_place from,
                                  pawl_place to, void *memory, size_t size, pawl_path *path);
pawl_status watch_walker_step(const pawl_level *level, const pawl_gates *gates,
                              const pawl_walker_def *def, const pawl_platform *platforms,
                              uint32_t platform_count, pawl_vec2 input, pawl_walker *walker,
                              pawl_step_report *report);

#ifndef WATCH_ITSELF
#define pawl_world_step watch_world_step
#define pawl_recorder_step watch_recorder_step
#define pawl_session_run watch_session_run
#define pawl_arcade_step watch_arcade_step
#define pawl_pocket_step watch_pocket_step
#define pawl_mover_move watch_mover_move
#define pawl_mover_cast watch_mover_cast
#define pawl_world_ray_closest watch_ray_closest
#define pawl_world_ray_any watch_ray_any
#define pawl_world_cast_closest watch_cast_closest
#define pawl_world_overlap watch_overlap
#define pawl_world_overlap_point watch_overlap_point
#define pawl_world_apply_water watch_apply_water
#define pawl_world_apply_wind watch_apply_wind
#define pawl_world_apply_area_gravity watch_apply_area_gravity
#define pawl_world_apply_radial_gravity watch_apply_radial_gravity
#define pawl_world_explode watch_explode
#define pawl_level_open watch_level_open
#define pawl_level_find_path watch_level_find_path
#define pawl_walker_step watch_walker_step
#endif

#endif
