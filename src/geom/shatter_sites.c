/* shatter_sites.c - sites scattered around an impact.
 *
 * A point drawn evenly in the box of the parts is drawn towards the impact by a random share. Its
 * distance is then the product of an even one and of t = 1 - focus * (1 - r): at full focus as many
 * sites lie in each ring around the impact as in any other of the same width, so their density
 * falls with the distance. Everything is relative to the box, so shifting shifts. */
#include "geom/cell.h"

#include "geom/piece.h"

#define TRIES 16

static pawl_fx clamp(pawl_fx value, pawl_fx low, pawl_fx high) {
    return value < low ? low : value > high ? high : value;
}

/* from + (to - from) * share, 0 <= share <= 1: down to the next raw unit, or up, towards `from`. */
static pawl_fx draw_towards(pawl_fx from, pawl_fx to, pawl_fx share) {
    return (pawl_fx)(from + ((int64_t)to - from) * share / PAWL_FX_ONE);
}

static pawl_vec2 draw_site(pawl_random *random, const pawl_box *box, pawl_vec2 impact,
                           pawl_fx focus) {
    const pawl_fx x = pawl_random_between(random, 0, box->upper.x - box->lower.x);
    const pawl_fx y = pawl_random_between(random, 0, box->upper.y - box->lower.y);
    const pawl_fx r = pawl_random_between(random, 0, PAWL_FX_ONE);
    const int64_t pull = (int64_t)focus * (PAWL_FX_ONE - r) / PAWL_FX_ONE;
    const pawl_fx share = (pawl_fx)(PAWL_FX_ONE - pull);
    return pawl_vec2_make(draw_towards(impact.x, box->lower.x + x, share),
                          draw_towards(impact.y, box->lower.y + y, share));
}

static bool is_clear(const pawl_vec2 *sites, uint32_t count, pawl_vec2 site, pawl_fx spacing) {
    for (uint32_t i = 0; i < count; i++) {
        const pawl_vec2 apart = pawl_vec2_sub(site, sites[i]);
        if (apart.x == 0 && apart.y == 0) return false;
        if (pawl_vec2_dot(apart, apart) < (int64_t)spacing * spacing) return false;
    }
    return true;
}

int32_t pawl_shatter_sites(const pawl_rings *parts, const pawl_shatter_pattern *pattern,
                           pawl_vec2 *sites) {
    if (pattern == NULL || sites == NULL) return PAWL_ERR_NULL;
    pawl_box box;
    const pawl_status status = pawli_cut_check_parts(parts, &box);
    if (status != PAWL_OK) return status;
    const pawl_vec2 wanted = pattern->impact;
    if (clamp(wanted.x, -PAWL_COORD_MAX, PAWL_COORD_MAX) != wanted.x ||
        clamp(wanted.y, -PAWL_COORD_MAX, PAWL_COORD_MAX) != wanted.y) {
        return PAWL_ERR_RANGE;
    }
    if (pattern->focus < 0 || pattern->focus > PAWL_FX_ONE || pattern->spacing < 0 ||
        pattern->site_count > PAWL_CUT_SITES_MAX) {
        return PAWL_ERR_ARGUMENT;
    }
    const pawl_vec2 impact = pawl_vec2_make(clamp(wanted.x, box.lower.x, box.upper.x),
                                            clamp(wanted.y, box.lower.y, box.upper.y));
    pawl_random random = pawl_random_make(pattern->seed, pattern->stream);
    uint32_t count = 0;
    for (uint32_t i = 0; i < pattern->site_count; i++) {
        for (int tries = 0; tries < TRIES; tries++) {
            const pawl_vec2 site = draw_site(&random, &box, impact, pattern->focus);
            if (pawl_rings_locate(parts, PAWL_FILL_NONZERO, site) == PAWL_SIDE_OUTSIDE) continue;
            if (!is_clear(sites, count, site, pattern->spacing)) continue;
            sites[count++] = site;
            break;
        }
    }
    return (int32_t)count;
}
