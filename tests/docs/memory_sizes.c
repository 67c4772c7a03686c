/* memory_sizes.c - bytes of a world by object, as docs/6-memory.md says them: names and numbers for
 * figures.py. Each is the difference of two sizes, so that what all worlds have drops out. */
#include <stdio.h>

#include "pawl/pawl.h"

#define MORE 4096u /* a multiple of 64: whole words of bits */

static pawl_world_def base(void) {
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = def.shape_capacity = def.geometry_capacity = 64;
    def.contact_capacity = def.event_capacity = 64;
    def.joint_capacity = 0;
    def.terrain = false;
    return def;
}

/* What one more takes, without its bits, which are less than a byte. */
static void print_more(const char *name, const pawl_world_def *def, const pawl_world_def *larger) {
    printf("%s %u\n", name,
           (unsigned)((pawl_world_state_size(larger) - pawl_world_state_size(def)) / MORE));
    printf("%s_scratch %u\n", name,
           (unsigned)((pawl_world_scratch_size(larger) - pawl_world_scratch_size(def)) / MORE));
}

#define TELL(name, def, field)             \
    do {                                   \
        pawl_world_def larger = def;       \
        larger.field += MORE;              \
        print_more(name, &(def), &larger); \
    } while (0)

int main(void) {
    pawl_world_def plain = base(), joints = base(), terrain = base(), soft = base();
    pawl_world_def usual = pawl_world_def_default(), more = base();
    joints.joint_capacity = 64;
    terrain.terrain = true;
    soft.soft_capacity = soft.soft_point_capacity = soft.soft_link_capacity = 64;
    TELL("body", plain, body_capacity);
    TELL("body_joints", joints, body_capacity);
    TELL("body_soft", soft, body_capacity);
    TELL("shape", plain, shape_capacity);
    TELL("shape_soft", soft, shape_capacity);
    TELL("geometry", plain, geometry_capacity);
    TELL("contact", plain, contact_capacity);
    TELL("contact_terrain", terrain, contact_capacity);
    TELL("joint", joints, joint_capacity);
    TELL("event", plain, event_capacity);
    TELL("soft", soft, soft_capacity);
    TELL("point", soft, soft_point_capacity);
    TELL("link", soft, soft_link_capacity);
    more.contact_capacity += MORE;
    printf("cache %u\n",
           (unsigned)((pawl_world_cache_size(&more) - pawl_world_cache_size(&plain)) / MORE));
    printf("state_of_64 %u\n", (unsigned)pawl_world_state_size(&plain));
    more = usual;
    more.joint_capacity = 0;
    printf("default_joints %u\n", (unsigned)(pawl_world_size(&usual) - pawl_world_size(&more)));
    return 0;
}
