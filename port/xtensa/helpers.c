/* helpers.c - multiplying, dividing, shifting and counting: what compilers take from libgcc. On an
 * ESP8266 these are in the mask ROM, and Debian's library leaves them out. Plain shift and
 * subtract: for tests, not for speed. */
#include <stdint.h>

uint32_t __udivsi3(uint32_t a, uint32_t b);
uint32_t __umodsi3(uint32_t a, uint32_t b);
int32_t __divsi3(int32_t a, int32_t b);
int32_t __modsi3(int32_t a, int32_t b);
uint64_t __umulsidi3(uint32_t a, uint32_t b);
uint64_t __muldi3(uint64_t a, uint64_t b);
uint64_t __ashldi3(uint64_t a, int by);
uint64_t __lshrdi3(uint64_t a, int by);
int64_t __ashrdi3(int64_t a, int by);
uint64_t __udivdi3(uint64_t a, uint64_t b);
uint64_t __umoddi3(uint64_t a, uint64_t b);
int64_t __divdi3(int64_t a, int64_t b);
int64_t __moddi3(int64_t a, int64_t b);
int __clzsi2(uint32_t a);

/* A number of 64 bits and its halves: an operator on the whole could call these functions. */
typedef union whole {
    uint64_t bits;
    struct {
        uint32_t low, high;
    } half;
} whole;

static uint32_t magnitude32(int32_t a) {
    return a < 0 ? 0u - (uint32_t)a : (uint32_t)a;
}

static uint64_t magnitude64(int64_t a) {
    return a < 0 ? 0u - (uint64_t)a : (uint64_t)a;
}

static uint32_t divide32(uint32_t a, uint32_t b, uint32_t *rest) {
    uint32_t quotient = 0, r = 0;
    for (int bit = 31; bit >= 0; bit--) {
        r = r << 1 | (a >> bit & 1u);
        quotient <<= 1;
        if (r >= b) {
            r -= b;
            quotient |= 1u;
        }
    }
    *rest = r;
    return quotient;
}

uint32_t __udivsi3(uint32_t a, uint32_t b) {
    uint32_t rest;
    return divide32(a, b, &rest);
}

uint32_t __umodsi3(uint32_t a, uint32_t b) {
    uint32_t rest;
    divide32(a, b, &rest);
    return rest;
}

int32_t __divsi3(int32_t a, int32_t b) {
    const uint32_t quotient = __udivsi3(magnitude32(a), magnitude32(b));
    return (int32_t)((a ^ b) < 0 ? 0u - quotient : quotient);
}

int32_t __modsi3(int32_t a, int32_t b) {
    const uint32_t rest = __umodsi3(magnitude32(a), magnitude32(b));
    return (int32_t)(a < 0 ? 0u - rest : rest);
}

uint64_t __umulsidi3(uint32_t a, uint32_t b) {
    const uint32_t a0 = a & 0xFFFFu, a1 = a >> 16, b0 = b & 0xFFFFu, b1 = b >> 16;
    const uint32_t low = a0 * b0, cross = a0 * b1, other = a1 * b0;
    const uint32_t middle = (low >> 16) + (cross & 0xFFFFu) + (other & 0xFFFFu);
    whole product;
    product.half.low = middle << 16 | (low & 0xFFFFu);
    product.half.high = a1 * b1 + (cross >> 16) + (other >> 16) + (middle >> 16);
    return product.bits;
}

uint64_t __muldi3(uint64_t a, uint64_t b) {
    const whole x = {a}, y = {b};
    whole product = {__umulsidi3(x.half.low, y.half.low)};
    product.half.high += x.half.low * y.half.high + x.half.high * y.half.low;
    return product.bits;
}

uint64_t __ashldi3(uint64_t a, int by) {
    whole x = {a};
    if (by >= 32) {
        x.half.high = x.half.low << (by - 32);
        x.half.low = 0;
    } else if (by > 0) {
        x.half.high = x.half.high << by | x.half.low >> (32 - by);
        x.half.low <<= by;
    }
    return x.bits;
}

uint64_t __lshrdi3(uint64_t a, int by) {
    whole x = {a};
    if (by >= 32) {
        x.half.low = x.half.high >> (by - 32);
        x.half.high = 0;
    } else if (by > 0) {
        x.half.low = x.half.low >> by | x.half.high << (32 - by);
        x.half.high >>= by;
    }
    return x.bits;
}

int64_t __ashrdi3(int64_t a, int by) {
    whole x = {(uint64_t)a};
    const int32_t high = (int32_t)x.half.high;
    if (by >= 32) {
        x.half.low = (uint32_t)(high >> (by - 32));
        x.half.high = (uint32_t)(high >> 31);
    } else if (by > 0) {
        x.half.low = x.half.low >> by | x.half.high << (32 - by);
        x.half.high = (uint32_t)(high >> by);
    }
    return (int64_t)x.bits;
}

static uint64_t divide64(uint64_t a, uint64_t b, uint64_t *rest) {
    uint64_t quotient = 0, r = 0;
    for (int bit = 0; bit < 64; bit++) {
        r = r << 1 | a >> 63;
        a <<= 1;
        quotient <<= 1;
        if (r >= b) {
            r -= b;
            quotient |= 1u;
        }
    }
    *rest = r;
    return quotient;
}

uint64_t __udivdi3(uint64_t a, uint64_t b) {
    uint64_t rest;
    return divide64(a, b, &rest);
}

uint64_t __umoddi3(uint64_t a, uint64_t b) {
    uint64_t rest;
    divide64(a, b, &rest);
    return rest;
}

int64_t __divdi3(int64_t a, int64_t b) {
    const uint64_t quotient = __udivdi3(magnitude64(a), magnitude64(b));
    return (int64_t)((a < 0) != (b < 0) ? 0u - quotient : quotient);
}

int64_t __moddi3(int64_t a, int64_t b) {
    const uint64_t rest = __umoddi3(magnitude64(a), magnitude64(b));
    return (int64_t)(a < 0 ? 0u - rest : rest);
}

int __clzsi2(uint32_t a) {
    int count = 0;
    for (uint32_t bit = UINT32_C(1) << 31; bit != 0 && (a & bit) == 0; bit >>= 1)
        count++;
    return count;
}
