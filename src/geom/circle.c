/* circle.c - the maker of circles, apart from the others: it takes the collision of circles into a
 * program, which one without them does not have (base/optional.h). */
#include "base/optional.h"
#include "geom/polygon.h"

PAWLI_PULLS(pulls_circles, pawli_collide_round_mark);

pawl_status pawl_make_circle(pawl_vec2 center, pawl_fx radius, pawl_convex *out) {
    return pawli_polygon_make_circle(center, radius, out);
}
