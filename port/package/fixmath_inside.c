/* fixmath_inside.c - src/fx/fixmath.c and what it takes of libfixmath as one object.
 *
 * libfixmath's functions have names of ours here, so that a program may have another build of it
 * beside: one whose options differ would change results. The names are those of its three files. */
#define fix16_acos pawli_fix16_acos
#define fix16_add pawli_fix16_add
#define fix16_asin pawli_fix16_asin
#define fix16_atan pawli_fix16_atan
#define fix16_atan2 pawli_fix16_atan2
#define fix16_cos pawli_fix16_cos
#define fix16_div pawli_fix16_div
#define fix16_lerp16 pawli_fix16_lerp16
#define fix16_lerp32 pawli_fix16_lerp32
#define fix16_lerp8 pawli_fix16_lerp8
#define fix16_mod pawli_fix16_mod
#define fix16_mul pawli_fix16_mul
#define fix16_sadd pawli_fix16_sadd
#define fix16_sdiv pawli_fix16_sdiv
#define fix16_sin pawli_fix16_sin
#define fix16_sin_parabola pawli_fix16_sin_parabola
#define fix16_smul pawli_fix16_smul
#define fix16_sqrt pawli_fix16_sqrt
#define fix16_ssub pawli_fix16_ssub
#define fix16_sub pawli_fix16_sub
#define fix16_tan pawli_fix16_tan

#include "fx/fixmath.c"

#include <libfixmath/fix16.c>
#include <libfixmath/fix16_sqrt.c>
#include <libfixmath/fix16_trig.c>
