/* mass.c - mass properties of a shape at a density, for the public interface.
 *
 * The sums of moments.c are multiplied by the density in 128 bits and rounded once. */
#include "geom/moments.h"
#include "pawl/convex.h"

/* floor(value / 2^shift) for 0 <= value, 0 <= shift < 128. */
static pawli_int128 int128_shift_right(pawli_int128 value, int shift) {
    pawli_int128 result = {0, 0};
    if (shift >= 64) {
        result.low = value.high >> (shift - 64);
    } else if (shift > 0) {
        result.high = value.high >> shift;
        result.low = value.low >> shift | value.high << (64 - shift);
    } else {
        result = value;
    }
    return result;
}

/* 2 A * density / 2, from units of 2^-(32 + 2 up) times 2^-16 to 2^-16. */
static pawl_wide mass_of_area(const pawli_area_sums *sums, pawl_fx density) {
    const pawli_int128 product =
        pawli_int128_multiply_unsigned((uint64_t)sums->doubled_area, (uint64_t)density);
    return (pawl_wide)pawli_int128_shift_near(product, 33 + 2 * sums->up);
}

/* (12 I) * density / 12, from units of 2^-(64 + 4 up) times 2^-16 to 2^-16: the lowest 64 bits of
 * the product are the fraction. Rounding x / 12 to nearest is floor((floor(x) + 6) / 12), so
 * dropping the fraction first costs nothing. The scale goes first: it is 0 wherever the sums are
 * exact, and what it drops is worth less than 2^-36 of the result's last bit. */
static pawl_wide inertia_of(const pawli_area_sums *sums, pawl_fx density) {
    const pawli_int128 unscaled = int128_shift_right(sums->twelvefold_inertia, 4 * sums->up);
    const pawli_int128 low = pawli_int128_multiply_unsigned(unscaled.low, (uint64_t)density);
    pawli_int128 whole = pawli_int128_multiply_unsigned(unscaled.high, (uint64_t)density);
    whole = pawli_int128_add(whole, int128_shift_right(low, 64));
    whole = pawli_int128_add(whole, pawli_int128_make(6));
    return pawli_int128_divide_floor(whole, 12);
}

pawl_status pawl_convex_mass(const pawl_convex *shape, pawl_fx density, pawl_mass *out) {
    if (shape == NULL || out == NULL) return PAWL_ERR_NULL;
    if (density < 0) return PAWL_ERR_RANGE;
    if (!pawl_convex_is_valid(shape)) return PAWL_ERR_GEOMETRY;
    pawli_area_sums sums;
    pawli_moments_sum_area(shape, &sums);
    out->mass = mass_of_area(&sums, density);
    out->center = sums.center;
    out->inertia = inertia_of(&sums, density);
    return PAWL_OK;
}
