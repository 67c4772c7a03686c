/* inspect_unit.h - internal to the inspector: what the number of each field counts. */
#ifndef CLI_INSPECT_UNIT_H
#define CLI_INSPECT_UNIT_H

#include "pawl/state.h"

typedef enum cli_unit {
    CLI_UNIT_UNKNOWN, /* the table does not have the field */
    CLI_UNIT_NONE,    /* a count, a share, a number for telling things apart */
    CLI_UNIT_LENGTH,
    CLI_UNIT_AREA,
    CLI_UNIT_SPEED,
    CLI_UNIT_ACCELERATION,
    CLI_UNIT_TURNS,
    CLI_UNIT_RADIANS,
    CLI_UNIT_ANGULAR_SPEED,
    CLI_UNIT_MASS,
    CLI_UNIT_DENSITY,
    CLI_UNIT_IMPULSE,
    CLI_UNIT_FORCE,
    CLI_UNIT_TORQUE,
    CLI_UNIT_PER_SECOND,
    CLI_UNIT_HERTZ,
    CLI_UNIT_STEPS,
    /* Numbers that are read in other words: */
    CLI_UNIT_FLAGS,  /* words for bits */
    CLI_UNIT_CHOICE, /* a word for a number */
    CLI_UNIT_MASK,   /* numbers of bits */
    CLI_UNIT_BODY,   /* serials */
    CLI_UNIT_SHAPE,
    CLI_UNIT_SPIN,          /* speed at the radius of gyration */
    CLI_UNIT_MASS_MANTISSA, /* with an exponent, which is another field */
    CLI_UNIT_GYRATION_MANTISSA,
    CLI_UNIT_DAMPING,    /* of a body: with a part of the code of its sleep threshold above it */
    CLI_UNIT_BREAK_CODE, /* of a shape: the impulse that it bears */
    CLI_UNIT_WRAP,       /* of a world that goes round */
    CLI_UNIT_FEATURE,    /* of a contact: which vertices meet */
    /* What is another thing from one type of joint or link to the next: */
    CLI_UNIT_JOINT_WAY,
    CLI_UNIT_JOINT_RATE,
    CLI_UNIT_JOINT_MOTOR,
    CLI_UNIT_JOINT_RATIO,
    CLI_UNIT_JOINT_SPRING,
    CLI_UNIT_JOINT_PLACE_X,
    CLI_UNIT_JOINT_PLACE_Y,
    CLI_UNIT_JOINT_PLACE_B,
    CLI_UNIT_LINK_PLACE,
    CLI_UNIT_COUNT
} cli_unit;

/* A bit, or some of them that are a number, or a value, and its word; until a null word. */
typedef struct cli_inspect_word {
    uint32_t value;
    const char *word;
} cli_inspect_word;

typedef struct cli_inspect_row {
    uint8_t type; /* of the field table */
    uint8_t unit;
    const char *name; /* without .x and .y, and without [numbers] */
    const cli_inspect_word *words;
} cli_inspect_row;

/* Null: the table does not have it. */
const cli_inspect_row *cli_inspect_unit_find(uint8_t type, const char *name);

/* "units/s"; "" for what has none; null for UNKNOWN. Those that depend on a type have none here:
 * cli_inspect_unit_of_joint. */
const char *cli_inspect_unit_text(cli_unit unit);

/* The unit for a joint of this type and flags; others are what they were. */
cli_unit cli_inspect_unit_of_joint(cli_unit unit, int64_t type, int64_t flags);
/* Likewise for a link of a soft body. */
cli_unit cli_inspect_unit_of_link(cli_unit unit, int64_t type);

#endif
