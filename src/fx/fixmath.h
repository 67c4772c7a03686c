/* fixmath.h - what pawl_fixmath_self_check reports, bit by bit. */
#ifndef PAWLI_FIXMATH_H
#define PAWLI_FIXMATH_H

#define PAWLI_FIXMATH_BAD_MUL UINT32_C(0x01)      /* no rounding, or miscompiled for AVR */
#define PAWLI_FIXMATH_BAD_SIN UINT32_C(0x02)      /* no rounding, sine table or fast sine */
#define PAWLI_FIXMATH_BAD_OVERFLOW UINT32_C(0x04) /* no overflow detection */
#define PAWLI_FIXMATH_BAD_DIV UINT32_C(0x08)      /* the inexact hard divider */
#define PAWLI_FIXMATH_BAD_SERIES UINT32_C(0x10)   /* a sine whose series overflows differently */
#define PAWLI_FIXMATH_BAD_SQRT UINT32_C(0x20)     /* no rounding of the square root */

#endif
