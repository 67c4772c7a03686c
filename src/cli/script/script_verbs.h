/* script_verbs.h - internal to the script reader: what a line can say. */
#ifndef PAWLI_CLI_SCRIPT_VERBS_H
#define PAWLI_CLI_SCRIPT_VERBS_H

#include "cli/script/script.h"

/* What stands behind a verb or keyword is told by one letter for each value:
 *   c coordinate   s speed   f any Q16.16   n the same, not negative   d degrees   w Q48.16
 *   y yes or no    t type of a body   i colour   u whole number, 32 bits   g the same, 16 bits and
 *   a sign */
typedef struct pawli_script_keyword {
    const char *name; /* null ends a list */
    const char *values;
} pawli_script_keyword;

typedef enum pawli_script_subject {
    PAWLI_SUBJECT_NONE,
    PAWLI_SUBJECT_BODY,
    PAWLI_SUBJECT_JOINT,
    PAWLI_SUBJECT_SOFT,
    PAWLI_SUBJECT_SOFT_AND_BODY,
    PAWLI_SUBJECT_NEW_BODY,  /* a name */
    PAWLI_SUBJECT_NEW_JOINT, /* a name, a type, two bodies */
    PAWLI_SUBJECT_REGION     /* of the scene's level: a name */
} pawli_script_subject;

typedef struct pawli_script_verb {
    const char *before; /* "body", "joint" or "soft" in front of the subject, "player"; null: the
                           verb is */
    const char *name;
    pawli_script_subject subject;
    const char *values;
    const pawli_script_keyword *keywords;
    pawl_status (*apply)(pawli_script *script, pawl_world *world, const pawli_script_call *call);
} pawli_script_verb;

extern const pawli_script_verb pawli_script_verbs[]; /* until a null name */

/* Of pawl_body_type, and of the joints that a script makes; until null. */
extern const char *const pawli_script_body_types[];
extern const char *const pawli_script_joint_types[];

/* To the player of the level, script_player.c. */
pawl_status pawli_player_wants(pawli_script *script, pawl_world *world,
                               const pawli_script_call *call);
pawl_status pawli_player_set_velocity(pawli_script *script, pawl_world *world,
                                      const pawli_script_call *call);
pawl_status pawli_player_jump(pawli_script *script, pawl_world *world,
                              const pawli_script_call *call);
pawl_status pawli_player_teleport(pawli_script *script, pawl_world *world,
                                  const pawli_script_call *call);
pawl_status pawli_player_set(pawli_script *script, pawl_world *world,
                             const pawli_script_call *call);
pawl_status pawli_player_open(pawli_script *script, pawl_world *world,
                              const pawli_script_call *call);
pawl_status pawli_player_close(pawli_script *script, pawl_world *world,
                               const pawli_script_call *call);
extern const pawli_script_keyword pawli_player_keywords[];

/* To soft bodies, and to bodies that break: script_soft.c. */
pawl_status pawli_script_soft_velocity(pawli_script *script, pawl_world *world,
                                       const pawli_script_call *call);
pawl_status pawli_script_soft_push(pawli_script *script, pawl_world *world,
                                   const pawli_script_call *call);
pawl_status pawli_script_soft_impulse(pawli_script *script, pawl_world *world,
                                      const pawli_script_call *call);
pawl_status pawli_script_soft_teleport(pawli_script *script, pawl_world *world,
                                       const pawli_script_call *call);
pawl_status pawli_script_soft_pin(pawli_script *script, pawl_world *world,
                                  const pawli_script_call *call);
pawl_status pawli_script_soft_unpin(pawli_script *script, pawl_world *world,
                                    const pawli_script_call *call);
pawl_status pawli_script_soft_tear(pawli_script *script, pawl_world *world,
                                   const pawli_script_call *call);
pawl_status pawli_script_soft_attach(pawli_script *script, pawl_world *world,
                                     const pawli_script_call *call);
pawl_status pawli_script_soft_area(pawli_script *script, pawl_world *world,
                                   const pawli_script_call *call);
pawl_status pawli_script_soft_pressure(pawli_script *script, pawl_world *world,
                                       const pawli_script_call *call);
pawl_status pawli_script_soft_damping(pawli_script *script, pawl_world *world,
                                      const pawli_script_call *call);
pawl_status pawli_script_soft_gravity_scale(pawli_script *script, pawl_world *world,
                                            const pawli_script_call *call);
pawl_status pawli_script_soft_iterations(pawli_script *script, pawl_world *world,
                                         const pawli_script_call *call);
pawl_status pawli_script_soft_filter(pawli_script *script, pawl_world *world,
                                     const pawli_script_call *call);
pawl_status pawli_script_soft_awake(pawli_script *script, pawl_world *world,
                                    const pawli_script_call *call);
pawl_status pawli_script_soft_colour(pawli_script *script, pawl_world *world,
                                     const pawli_script_call *call);
pawl_status pawli_script_soft_destroy(pawli_script *script, pawl_world *world,
                                      const pawli_script_call *call);
pawl_status pawli_script_shatter(pawli_script *script, pawl_world *world,
                                 const pawli_script_call *call);
pawl_status pawli_script_cut(pawli_script *script, pawl_world *world,
                             const pawli_script_call *call);
extern const pawli_script_keyword pawli_script_soft_point_keywords[];
extern const pawli_script_keyword pawli_script_soft_mass_keywords[];
extern const pawli_script_keyword pawli_script_soft_at_keywords[];
extern const pawli_script_keyword pawli_script_soft_group_keywords[];
extern const pawli_script_keyword pawli_script_shatter_keywords[];

#endif
