/* theme.h - the colors of pictures. 0xRRGGBB throughout. */
#ifndef CLI_THEME_H
#define CLI_THEME_H

#include <stdint.h>

typedef uint32_t cli_color;

#define CLI_BACKGROUND UINT32_C(0xFAF7F0)
#define CLI_INK UINT32_C(0x6F6B66) /* captions */

typedef struct cli_paint {
    cli_color fill, stroke;
} cli_paint;

/* How a body looks: by pawl_body_type, by the color its user data names (scene_load.h) or else
 * by its index in creation order, and paler asleep. */
cli_paint cli_theme_body(int type, uint32_t user_data, uint32_t index, int awake);

/* How a region of a level looks (0: the ground): as it was drawn, and where only the inflated wall
 * is; open ones are paler. */
typedef enum cli_region_look {
    CLI_REGION_DRAWN,
    CLI_REGION_INFLATED,
    CLI_REGION_OPEN
} cli_region_look;
cli_paint cli_theme_region(uint32_t region, cli_region_look look);

/* The rest of a picture of a level. */
typedef enum cli_level_role {
    CLI_LEVEL_MESH,     /* edges of triangles */
    CLI_LEVEL_WALKER,   /* filled */
    CLI_LEVEL_TRAIL,    /* where it went */
    CLI_LEVEL_PATH,     /* to a goal */
    CLI_LEVEL_CORRIDOR, /* triangles that a path leads through */
    CLI_LEVEL_ROLE_COUNT
} cli_level_role;
cli_paint cli_theme_level(cli_level_role role);

/* Whether it is awake; and which island it fell asleep with (draw.h), pale while awake. */
cli_paint cli_theme_sleep(int awake);
cli_paint cli_theme_island(uint32_t island);

/* What is drawn over the bodies, by pawl_draw_role. */
cli_paint cli_theme_sensor(void);
cli_paint cli_theme_role(int role);

/* a where weight is 0, b where it is 256. */
cli_color cli_theme_mix(cli_color a, cli_color b, int32_t weight);

/* Every color above with its blends at smooth edges, for pictures with a palette: at most 255.
 * Returns how many. */
int cli_theme_palette(cli_color out[255]);

#endif
