/* clip.c - the part of a segment within a shape: a ray from either end, against one view.
 *
 * Both rays are decided on the same integers, so they agree, but for the rounding of round
 * corners: there one of the two may just miss. Its end then lies on the surface to within that
 * rounding, and counts as inside. */
#include "collide/core.h"
#include "collide/outline.h"

#include <string.h>

pawl_segment_clip pawli_clip_segment(const pawl_convex *shape, const pawli_frame *frame,
                                     pawl_vec2 from, pawl_vec2 to) {
    pawl_segment_clip clip;
    pawli_ray_view view;
    memset(&clip, 0, sizeof clip);
    if (!pawli_ray_make_view(shape, frame, from, pawl_vec2_sub(to, from), &view)) return clip;
    pawli_entry enter;
    pawli_outline_enter(&view.outline, view.translation, &enter);
    view.outline.x -= view.translation.x;
    view.outline.y -= view.translation.y;
    const pawl_vec2 back = pawl_vec2_make(-view.translation.x, -view.translation.y);
    pawli_entry leave;
    pawli_outline_enter(&view.outline, back, &leave);

    clip.hit = enter.hit || enter.inside || leave.hit || leave.inside;
    if (!clip.hit) return clip;
    clip.starts_inside = !enter.hit;
    clip.ends_inside = !leave.hit;
    clip.exit = PAWL_UNIT;
    if (enter.hit) {
        clip.enter = enter.fraction;
        clip.enter_normal = pawli_turn(view.rotation, enter.normal);
    }
    if (leave.hit) {
        /* Never before the entrance, where both are the same point, rounded apart. */
        clip.exit = pawl_max(PAWL_UNIT - leave.fraction, clip.enter);
        clip.exit_normal = pawli_turn(view.rotation, leave.normal);
    }
    return clip;
}

pawl_segment_clip pawl_clip_segment(const pawl_convex *shape, pawl_pose pose, pawl_vec2 from,
                                    pawl_vec2 to) {
    pawl_segment_clip none;
    memset(&none, 0, sizeof none);
    if (!pawl_convex_is_valid(shape) || !pawli_is_rotation(pose.rotation)) return none;
    const pawli_frame frame = pawli_frame_of(pose);
    return pawli_clip_segment(shape, &frame, from, to);
}
