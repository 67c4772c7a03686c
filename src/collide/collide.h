/* collide.h - internal: collision of shapes that hang on bodies.
 *
 * A body's state is its center of mass, so a frame carries the local center beside the pose:
 * world = position + rotate(rotation, local - center). Keeping the subtraction exact and local
 * saves the rounding that a derived origin would add each step. */
#ifndef PAWLI_COLLIDE_H
#define PAWLI_COLLIDE_H

#include "pawl/collide.h"

typedef struct pawli_frame {
    pawl_vec2 position; /* of the center of mass, world */
    pawl_rot rotation;
    pawl_vec2 center; /* of mass, in the frame of the vertices */
} pawli_frame;

/* As pawl_collide; offsets of the points are relative to the position of frame A. */
void pawli_collide(const pawl_convex *a, const pawli_frame *frame_a, const pawl_convex *b,
                   const pawli_frame *frame_b, pawl_fx margin, pawl_manifold *out);

/* As the public calls of the same name, for valid shapes and unit rotations. */
void pawli_ray_cast(const pawl_convex *shape, const pawli_frame *frame, pawl_vec2 from,
                    pawl_vec2 translation, pawl_cast_hit *out);
pawl_cast_hit pawli_cast_shape(const pawl_convex *a, const pawli_frame *frame_a,
                               pawl_vec2 translation, const pawl_convex *b,
                               const pawli_frame *frame_b);
pawl_segment_clip pawli_clip_segment(const pawl_convex *shape, const pawli_frame *frame,
                                     pawl_vec2 from, pawl_vec2 to);
pawl_translation pawli_translation_minimum(const pawl_convex *a, const pawli_frame *frame_a,
                                           const pawl_convex *b, const pawli_frame *frame_b);
bool pawli_overlap(const pawl_convex *a, const pawli_frame *frame_a, const pawl_convex *b,
                   const pawli_frame *frame_b);

/* As pawl_closest, with points relative to the position of frame A, and a normal even where the
 * distance is 0: that of the contact; as pawl_contains_point. */
pawl_distance pawli_closest(const pawl_convex *a, const pawli_frame *frame_a, const pawl_convex *b,
                            const pawli_frame *frame_b);
bool pawli_closest_contains_point(const pawl_convex *shape, const pawli_frame *frame,
                                  pawl_vec2 point);

/* As pawl_convex_box. */
pawl_box pawli_box_of_convex(const pawl_convex *shape, const pawli_frame *frame);

/* A box in the world as one in a frame that holds all of it. */
pawl_box pawli_box_in_frame(const pawli_frame *frame, pawl_box box);

#endif
