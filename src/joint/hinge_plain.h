/* hinge_plain.h - internal: words of lanes for hinges in plain C, behind solver/lane_plain.h.
 * hinge_x86.h says what they mean; tests compare with them. */

/* ---- numbers of 32 bits ---- */

static inline lane32 lane_right(lane32 x, int bits) {
    LANE_EACH(i) x.lane[i] = (int32_t)((uint32_t)x.lane[i] >> bits);
    return x;
}

static inline void lane_store_pairs(int32_t *pairs, lane32 x, lane32 y) {
    LANE_EACH(i) {
        pairs[2 * i] = x.lane[i];
        pairs[2 * i + 1] = y.lane[i];
    }
}

/* ---- numbers of 64 bits ---- */

static inline lane64 lane64_all(int64_t x) {
    lane64 all;
    LANE_EACH(i) all.lane[i] = x;
    return all;
}

static inline lane64 lane64_is_negative(lane64 x) {
    LANE_EACH(i) x.lane[i] = x.lane[i] < 0;
    return x;
}

static inline lane64 lane64_clear_four(lane64 x) {
    LANE_EACH(i) x.lane[i] &= -16;
    return x;
}

static inline lane64 lane64_right_each(lane64 x, lane64 bits) {
    LANE_EACH(i) x.lane[i] = (int64_t)((uint64_t)x.lane[i] >> bits.lane[i]);
    return x;
}

static inline lane64 lane64_left_each(lane64 x, lane64 bits) {
    LANE_EACH(i) x.lane[i] = (int64_t)((uint64_t)x.lane[i] << bits.lane[i]);
    return x;
}

#define LANE_PLACE(i) (i)
static inline void lane64_store(int64_t *at, lane64 x) {
    LANE_EACH(i) at[i] = x.lane[i];
}
