/* math_fingerprint.h - internal: the operations whose results make the fingerprint. */
#ifndef PAWLI_MATH_FINGERPRINT_H
#define PAWLI_MATH_FINGERPRINT_H

#include "fx/scaled.h"
#include "pawl/vec.h"

/* Behind pointers, so that no compiler computes a result in advance, and so that tests can put
 * another operation in the place of one. */
typedef struct pawli_math {
    pawl_fx (*add)(pawl_fx a, pawl_fx b);
    pawl_fx (*sub)(pawl_fx a, pawl_fx b);
    pawl_fx (*mul)(pawl_fx a, pawl_fx b);
    pawl_fx (*div)(pawl_fx a, pawl_fx b);
    pawl_fx (*muldiv)(pawl_fx a, pawl_fx b, pawl_fx c);
    pawl_fx (*sqrt)(pawl_fx value);
    int32_t (*near_to_int)(pawl_fx value);
    int64_t (*near)(int64_t value, int shift);
    int64_t (*dot)(pawl_vec2 a, pawl_vec2 b);
    uint32_t (*quotient)(uint64_t numerator, uint64_t divisor);
    pawl_fx (*sin)(pawl_angle angle);
    pawl_fx (*cos)(pawl_angle angle);
    pawl_angle (*atan2)(pawl_fx y, pawl_fx x);
    pawl_rot (*rot)(pawl_angle angle);
    pawl_rot (*normalize)(pawl_vec2 v);
    pawl_vec2 (*rotate)(pawl_rot rotation, pawl_vec2 v);
    pawli_scaled (*divide)(pawli_scaled a, pawli_scaled b);
    uint32_t (*self_check)(void); /* of libfixmath */
} pawli_math;

pawli_math pawli_math_fingerprint_own(void);
uint32_t pawli_math_fingerprint(const pawli_math *math);

#endif
