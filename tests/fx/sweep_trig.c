/* sweep_trig.c - the error of pawl_rot_from_angle over all 2^32 angles, against sinl and cosl.
 *
 * A program of its own because it takes minutes; the unit tests sweep every 4099th angle. Prints
 * the worst error of either part in raw units of Q2.30, where it occurs, and how far c^2 + s^2 is
 * from one. Exit code 1 if the promise of two raw units is broken. Build on a host:
 *     cc -O2 -Iinclude -Isrc tests/fx/sweep_trig.c src/fx/fx_trig.c -lm */
#include <math.h>
#include <stdio.h>

#include "pawl/vec.h"

static const long double pi = 3.14159265358979323846264338327950288L;

int main(void) {
    long double worst = 0, worst_norm = 0;
    pawl_angle worst_angle = 0;
    unsigned long asymmetric = 0;
    pawl_angle angle = 0;
    do {
        const long double radians = (long double)angle * (pi / 2147483648.0L);
        const pawl_rot r = pawl_rot_from_angle(angle);
        const pawl_rot mirrored = pawl_rot_from_angle(0u - angle);
        const long double c_error = fabsl((long double)r.c - cosl(radians) * PAWL_UNIT);
        const long double s_error = fabsl((long double)r.s - sinl(radians) * PAWL_UNIT);
        const long double error = c_error > s_error ? c_error : s_error;
        const int64_t square = (int64_t)r.c * r.c + (int64_t)r.s * r.s;
        const long double norm = fabsl((long double)(square - (INT64_C(1) << 60)));
        if (error > worst) worst = error, worst_angle = angle;
        if (norm > worst_norm) worst_norm = norm;
        if (mirrored.c != r.c || mirrored.s != -r.s) asymmetric++;
    } while (++angle != 0);
    printf("worst error %.4Lf raw units of Q2.30, at angle 0x%08lx\n", worst,
           (unsigned long)worst_angle);
    printf("worst |c^2 + s^2 - 1| %.4Lf raw units of Q2.30\n", worst_norm / PAWL_UNIT);
    printf("angles not mirrored exactly: %lu\n", asymmetric);
    return worst <= 2 && asymmetric == 0 ? 0 : 1;
}
