/* theme.h - the colours of pictures. 0xRRGGBB throughout. */
#ifndef PAWLI_CLI_THEME_H
#define PAWLI_CLI_THEME_H

#include <stdint.h>

typedef uint32_t pawli_colour;

#define PAWLI_BACKGROUND UINT32_C(0xFAF7F0)
#define PAWLI_INK UINT32_C(0x6F6B66) /* captions */

typedef struct pawli_paint {
    pawli_colour fill, stroke;
} pawli_paint;

/* How a body looks: by pawl_body_type, by the colour its user data names (scene_load.h) or else
 * by its index in creation order, and paler asleep. */
pawli_paint pawli_theme_body(int type, uint32_t user_data, uint32_t index, int awake);

/* How a region of a level looks (0: the ground): as it was drawn, and where only the inflated wall
 * is; open ones are paler. */
typedef enum pawli_region_look {
    PAWLI_REGION_DRAWN,
    PAWLI_REGION_INFLATED,
    PAWLI_REGION_OPEN
} pawli_region_look;
pawli_paint pawli_theme_region(uint32_t region, pawli_region_look look);

/* The rest of a picture of a level. */
typedef enum pawli_level_role {
    PAWLI_LEVEL_MESH,     /* edges of triangles */
    PAWLI_LEVEL_PLAYER,   /* filled */
    PAWLI_LEVEL_TRAIL,    /* where it went */
    PAWLI_LEVEL_PATH,     /* to a goal */
    PAWLI_LEVEL_CORRIDOR, /* triangles that a path leads through */
    PAWLI_LEVEL_ROLE_COUNT
} pawli_level_role;
pawli_paint pawli_theme_level(pawli_level_role role);

/* Whether it is awake; and which island it fell asleep with (draw.h), pale while awake. */
pawli_paint pawli_theme_sleep(int awake);
pawli_paint pawli_theme_island(uint32_t island);

/* What is drawn over the bodies, by pawl_draw_role. */
pawli_paint pawli_theme_sensor(void);
pawli_paint pawli_theme_role(int role);

/* a where weight is 0, b where it is 256. */
pawli_colour pawli_mix(pawli_colour a, pawli_colour b, int32_t weight);

/* Every colour above with its blends at smooth edges, for pictures with a palette: at most 255.
 * Returns how many. */
int pawli_theme_palette(pawli_colour out[255]);

#endif
