/* script_verbs.h - internal to the script reader: what a line can say. */
#ifndef CLI_SCRIPT_VERBS_H
#define CLI_SCRIPT_VERBS_H

#include "cli/script/script.h"

/* What stands behind a verb or keyword is a text of one letter for each value:
 *   c coordinate   s speed   f any Q16.16   n the same, not negative   r the same, -1 .. 1
 *   d degrees   w Q48.16
 *   y yes or no    t type of a body   i color   u whole number, 32 bits   g the same, 16 bits and
 *   a sign */
typedef struct cli_script_keyword {
    const char *name; /* null ends a list */
    const char *values;
} cli_script_keyword;

typedef enum cli_script_subject {
    CLI_SUBJECT_NONE,
    CLI_SUBJECT_BODY,
    CLI_SUBJECT_JOINT,
    CLI_SUBJECT_SOFT,
    CLI_SUBJECT_CHARACTER,
    CLI_SUBJECT_SOFT_AND_BODY,
    CLI_SUBJECT_NEW_BODY,  /* a name */
    CLI_SUBJECT_NEW_JOINT, /* a name, a type, two bodies */
    CLI_SUBJECT_REGION     /* of the scene's level: a name */
} cli_script_subject;

typedef struct cli_script_verb {
    const char *before; /* "body", "joint", "soft" or "character" in front of the subject, "player";
                           null: the verb is */
    const char *name;
    cli_script_subject subject;
    const char *values;
    const cli_script_keyword *keywords;
    pawl_status (*apply)(cli_script *script, pawl_world *world, const cli_script_call *call);
} cli_script_verb;

extern const cli_script_verb cli_script_verbs[]; /* until a null name */

/* Of pawl_body_type, and of the joints that a script makes; until null. */
extern const char *const cli_script_verbs_body_types[];
extern const char *const cli_script_verbs_joint_types[];

/* The body that a call names, by its index in the list or, with this bit, by its slot; a null
 * handle when there is none any more. To the world: script_world.c. */
#define CLI_SCRIPT_SLOT UINT32_C(0x80000000)
pawl_body_id cli_script_world_body(const cli_script *script, const pawl_world *world,
                                   uint32_t reference);
pawl_status cli_script_world_set_gravity(cli_script *script, pawl_world *world,
                                         const cli_script_call *call);
pawl_status cli_script_world_set_contacts(cli_script *script, pawl_world *world,
                                          const cli_script_call *call);
pawl_status cli_script_world_set_restitution_threshold(cli_script *script, pawl_world *world,
                                                       const cli_script_call *call);
pawl_status cli_script_world_set_hit_threshold(cli_script *script, pawl_world *world,
                                               const cli_script_call *call);
pawl_status cli_script_world_shift(cli_script *script, pawl_world *world,
                                   const cli_script_call *call);
pawl_status cli_script_world_set_periods(cli_script *script, pawl_world *world,
                                         const cli_script_call *call);

/* To the walker of the level, script_walker.c. */
pawl_status cli_script_walker_wants(cli_script *script, pawl_world *world,
                                    const cli_script_call *call);
pawl_status cli_script_walker_set_velocity(cli_script *script, pawl_world *world,
                                           const cli_script_call *call);
pawl_status cli_script_walker_jump(cli_script *script, pawl_world *world,
                                   const cli_script_call *call);
pawl_status cli_script_walker_teleport(cli_script *script, pawl_world *world,
                                       const cli_script_call *call);
pawl_status cli_script_walker_set(cli_script *script, pawl_world *world,
                                  const cli_script_call *call);
pawl_status cli_script_walker_open(cli_script *script, pawl_world *world,
                                   const cli_script_call *call);
pawl_status cli_script_walker_close(cli_script *script, pawl_world *world,
                                    const cli_script_call *call);
extern const cli_script_keyword cli_script_walker_keywords[];

/* To characters, script_character.c. */
pawl_status cli_script_character_run(cli_script *script, pawl_world *world,
                                     const cli_script_call *call);
pawl_status cli_script_character_climb(cli_script *script, pawl_world *world,
                                       const cli_script_call *call);
pawl_status cli_script_character_jump(cli_script *script, pawl_world *world,
                                      const cli_script_call *call);
pawl_status cli_script_character_drop(cli_script *script, pawl_world *world,
                                      const cli_script_call *call);
pawl_status cli_script_character_launch(cli_script *script, pawl_world *world,
                                        const cli_script_call *call);
pawl_status cli_script_character_put(cli_script *script, pawl_world *world,
                                     const cli_script_call *call);
pawl_status cli_script_character_set(cli_script *script, pawl_world *world,
                                     const cli_script_call *call);
pawl_status cli_script_character_destroy(cli_script *script, pawl_world *world,
                                         const cli_script_call *call);
/* Buttons that are held `for` some steps are let go by calls of their own. */
void cli_script_character_add_releases(cli_script *script);
bool cli_script_character_is_held(const cli_script_call *call);
extern const cli_script_keyword cli_script_character_held_keywords[];
extern const cli_script_keyword cli_script_character_set_keywords[];

/* To soft bodies, and to bodies that break: script_soft.c. */
pawl_status cli_script_soft_velocity(cli_script *script, pawl_world *world,
                                     const cli_script_call *call);
pawl_status cli_script_soft_push(cli_script *script, pawl_world *world,
                                 const cli_script_call *call);
pawl_status cli_script_soft_impulse(cli_script *script, pawl_world *world,
                                    const cli_script_call *call);
pawl_status cli_script_soft_teleport(cli_script *script, pawl_world *world,
                                     const cli_script_call *call);
pawl_status cli_script_soft_pin(cli_script *script, pawl_world *world, const cli_script_call *call);
pawl_status cli_script_soft_unpin(cli_script *script, pawl_world *world,
                                  const cli_script_call *call);
pawl_status cli_script_soft_tear(cli_script *script, pawl_world *world,
                                 const cli_script_call *call);
pawl_status cli_script_soft_attach(cli_script *script, pawl_world *world,
                                   const cli_script_call *call);
pawl_status cli_script_soft_area(cli_script *script, pawl_world *world,
                                 const cli_script_call *call);
pawl_status cli_script_soft_pressure(cli_script *script, pawl_world *world,
                                     const cli_script_call *call);
pawl_status cli_script_soft_damping(cli_script *script, pawl_world *world,
                                    const cli_script_call *call);
pawl_status cli_script_soft_gravity_scale(cli_script *script, pawl_world *world,
                                          const cli_script_call *call);
pawl_status cli_script_soft_iterations(cli_script *script, pawl_world *world,
                                       const cli_script_call *call);
pawl_status cli_script_soft_filter(cli_script *script, pawl_world *world,
                                   const cli_script_call *call);
pawl_status cli_script_soft_awake(cli_script *script, pawl_world *world,
                                  const cli_script_call *call);
pawl_status cli_script_soft_color(cli_script *script, pawl_world *world,
                                  const cli_script_call *call);
pawl_status cli_script_soft_destroy(cli_script *script, pawl_world *world,
                                    const cli_script_call *call);
pawl_status cli_script_soft_shatter(cli_script *script, pawl_world *world,
                                    const cli_script_call *call);
pawl_status cli_script_soft_cut(cli_script *script, pawl_world *world, const cli_script_call *call);
extern const cli_script_keyword cli_script_soft_point_keywords[];
extern const cli_script_keyword cli_script_soft_mass_keywords[];
extern const cli_script_keyword cli_script_soft_at_keywords[];
extern const cli_script_keyword cli_script_soft_group_keywords[];
extern const cli_script_keyword cli_script_soft_shatter_keywords[];

#endif
