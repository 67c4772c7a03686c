/* draw.h - show a world: the library walks it and calls back with primitives in world coordinates.
 *
 * Nothing is stored and nothing changes; the host chooses colors and converts the integers. The
 * order is fixed: shapes (static ones first, then kinematic, then dynamic, each in creation order),
 * then soft bodies in creation order, boxes, islands, joints, centers of mass, contacts and stages.
 * So two machines draw the same list. */
#ifndef PAWL_DRAW_H
#define PAWL_DRAW_H

#include "pawl/body.h"
#include "pawl/joint.h"
#include "pawl/soft.h"

/* What a primitive stands for: the host's palette is indexed by it. */
typedef enum pawl_draw_role {
    PAWL_DRAW_STATIC,
    PAWL_DRAW_KINEMATIC,
    PAWL_DRAW_DYNAMIC, /* awake */
    PAWL_DRAW_ASLEEP,
    PAWL_DRAW_SENSOR,  /* whatever its body does */
    PAWL_DRAW_BOX,     /* of the tree: what it thinks a shape may reach */
    PAWL_DRAW_ISLAND,  /* between the centers of two bodies that touch and so sleep together */
    PAWL_DRAW_JOINT,   /* center of mass, anchors, center of mass; the rope of a pulley */
    PAWL_DRAW_CENTER,  /* of mass */
    PAWL_DRAW_CONTACT, /* point */
    PAWL_DRAW_NORMAL,  /* of a contact, from the shape created first to the other */
    PAWL_DRAW_IMPULSE, /* normal impulse of the last sub-step */
    PAWL_DRAW_SOFT,    /* soft body, awake */
    PAWL_DRAW_SOFT_ASLEEP,
    PAWL_DRAW_PIN, /* a point of a soft body that is pinned, or held by a body */
    PAWL_DRAW_ROLE_COUNT
} pawl_draw_role;

/* What is being drawn. Handles are null where they mean nothing. */
typedef struct pawl_draw_item {
    pawl_draw_role role;
    pawl_body_id body;   /* joints: body A; contacts and islands: of the shape created first */
    pawl_shape_id shape; /* contacts: created first */
    pawl_joint_id joint;
    pawl_soft_id soft;
    uint32_t part; /* of a chain or tile map; number of the link or point of a soft body; else 0 */
    uint32_t island; /* asleep: a number that only this island has; awake: 0 */
} pawl_draw_item;

/* Layers, to be joined with |, and the callbacks that they use. */
enum {
    PAWL_LAYER_SHAPES = 1 << 0,   /* polygon, circle, capsule */
    PAWL_LAYER_BOXES = 1 << 1,    /* box */
    PAWL_LAYER_ISLANDS = 1 << 2,  /* line */
    PAWL_LAYER_JOINTS = 1 << 3,   /* line; point at the anchors */
    PAWL_LAYER_CENTERS = 1 << 4,  /* point */
    PAWL_LAYER_CONTACTS = 1 << 5, /* point */
    PAWL_LAYER_NORMALS = 1 << 6,  /* line, a quarter of the length unit long */
    PAWL_LAYER_IMPULSES = 1 << 7, /* number at the contact point, Q48.16 */
    PAWL_LAYER_SOFT = 1 << 8,     /* capsule, or line with radius 0: links that are surface; line:
                                     other distances; point: pins. Not links that are torn */
    PAWL_LAYER_STAGES = 1 << 9,   /* stage: what the stages of a step took */
    PAWL_LAYER_ALL = (1 << 10) - 1
};

/* Zero-initialize, then set what you want: a callback that is null leaves its primitives out.
 * Calls that would change the world answer LOCKED from inside a callback. Lengths are in units,
 * Q16.16. */
typedef struct pawl_draw_hooks {
    uint32_t layers;      /* PAWL_LAYER_SHAPES | ...; 0 draws nothing */
    const pawl_box *clip; /* null: everything; else what may reach into this box, found through
                             the tree; a few things just outside come as well */
    void *context;        /* handed to every callback */

    /* Three or more points, counter-clockwise, and a radius around them (mostly 0). */
    void (*polygon)(void *context, const pawl_draw_item *item, const pawl_vec2 *points,
                    int32_t count, pawl_fx radius);
    /* The rotation is the body's: for a spoke that shows how it rolls. */
    void (*circle)(void *context, const pawl_draw_item *item, pawl_vec2 center, pawl_fx radius,
                   pawl_rot rotation);
    /* Radius 0: a segment. */
    void (*capsule)(void *context, const pawl_draw_item *item, pawl_vec2 a, pawl_vec2 b,
                    pawl_fx radius);
    void (*box)(void *context, const pawl_draw_item *item, pawl_box box);
    void (*line)(void *context, const pawl_draw_item *item, pawl_vec2 a, pawl_vec2 b);
    void (*point)(void *context, const pawl_draw_item *item, pawl_vec2 point);
    void (*number)(void *context, const pawl_draw_item *item, pawl_vec2 point, pawl_wide value);

    /* Where to show a body, when it is not where it is: between two steps, say. `now` is its true
     * pose. Null: there. Moves shapes, joints and centers of mass; the clip box sees true poses. */
    pawl_pose (*pose)(void *context, pawl_body_id body, pawl_pose now);

    /* For each stage of a step, in order and after all else: the ticks that `stage_ticks` has for
     * it, and the sum of all. */
    void (*stage)(void *context, pawl_stage stage, uint64_t ticks, uint64_t sum);
    const uint64_t *stage_ticks; /* as pawl_step_hooks got it from steps: stage_ticks[
                                    PAWL_STAGE_COUNT]; null: there are none to draw */
} pawl_draw_hooks;

/* Hand what is in the world to the functions of `hooks`.
 * Errors: NULL, ARGUMENT (an unknown layer). Cost: the shapes within the clip box, times a tree
 * walk for every 64 of them; all bodies for centers, all joints for joints, all contacts for
 * contacts and islands, all points and links of soft bodies. */
PAWL_API pawl_status pawl_world_draw(const pawl_world *world, const pawl_draw_hooks *hooks);

#endif
