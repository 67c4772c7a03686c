/* joint_row.c - the inverse of the matrix of a point, with a division: when a step begins, and in a
 * sub-step where Newton's method cannot follow (joint_row.h). */
#include "solver/joint_row.h"

#include "fx/int128.h"
#include "fx/quotient.h"

/* One division serves all three entries of the inverse. */
void pawli_joint_row_invert_matrix(const pawli_point_matrix *k, pawli_point_mass *mass) {
    int64_t determinant = pawli_point_determinant(k, 0); /* >= 1, below 2^40 */
    int shift = 0;
    while (pawli_floor(determinant, shift) >= 2 * PAWLI_LEVER_ONE)
        shift++;
    determinant = pawli_point_determinant(k, shift);
    mass->mean = (int32_t)pawli_floor(k->xx + k->yy, 1);
    mass->det_shift = shift;
    mass->per_det = (int32_t)pawli_quotient(UINT64_C(1) << 50, (uint64_t)determinant);
    pawli_set_point_mass(k, mass);
}

/* Long levers. det K' = trace - 1 + alpha_A alpha_B (lever_A x lever_B)^2: a sum of positive
 * numbers, so nothing cancels. */
static void invert_large_point(const pawli_point_matrix *k, pawli_joint_row *row) {
    const pawli_lever *a = &row->lever_a, *b = &row->lever_b;
    const int64_t cross = (int64_t)a->x * b->y - (int64_t)a->y * b->x;
    const pawli_scaled area = pawli_scaled_make(pawli_magnitude(cross), -40);
    const pawli_scaled shares =
        pawli_scaled_multiply(pawli_scaled_make((uint64_t)row->alpha_a, -30),
                              pawli_scaled_make((uint64_t)row->alpha_b, -30));
    const pawli_scaled product = pawli_scaled_multiply(pawli_scaled_multiply(area, area), shares);
    const pawli_scaled trace = pawli_scaled_make((uint64_t)(k->xx + k->yy - PAWLI_LEVER_ONE), -20);
    const pawli_scaled inverse = pawli_scaled_reciprocal(pawli_scaled_add(trace, product));
    row->mass.per_det = 0;
    row->mass.xx = pawl_saturate(pawli_scaled_apply(inverse, k->yy, 10));
    row->mass.xy = pawl_saturate(pawli_scaled_apply(inverse, -k->xy, 10));
    row->mass.yy = pawl_saturate(pawli_scaled_apply(inverse, k->xx, 10));
}

void pawli_joint_row_invert_point(pawli_joint_row *row) {
    pawli_point_matrix k = {PAWLI_LEVER_ONE, 0, PAWLI_LEVER_ONE};
    pawli_add_lever(&k, row->alpha_a, &row->lever_a);
    pawli_add_lever(&k, row->alpha_b, &row->lever_b);
    if (k.xx < PAWLI_POINT_LARGE && k.yy < PAWLI_POINT_LARGE) {
        pawli_joint_row_invert_matrix(&k, &row->mass);
    } else {
        invert_large_point(&k, row);
    }
}

int32_t pawli_joint_row_bias_far(int32_t velocity, int64_t gap, const pawli_softness *softness,
                                 uint32_t *faults) {
    const int64_t error = pawl_saturate(pawli_near(gap, 8));
    return pawli_narrow_symmetric(velocity + pawli_near(softness->bias_rate * error, 14), faults);
}
