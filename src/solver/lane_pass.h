/* lane_pass.h - internal: passes over the batches of a schedule by the kernels of lane_contact.h,
 * behind which it stands. For lane_kernels.c, once for each set of lanes.
 *
 * A pass ends at the first batch that is not its own, or whose numbers leave the range of lanes. */
static const pawli_lane_kernels lane_kernels;

/* A function for each shape of batches: in one for all of them gcc loads the bodies, which all have
 * in common, before it asks which shape it is, and then has too few registers for the rest. */
#if defined(__GNUC__) && !defined(__clang__)
#define LANE_BATCH_FN LANE_TARGET static __attribute__((noinline))
#else
#define LANE_BATCH_FN LANE_FN
#endif
#define LANE_BATCH(name, batch_of, count, equal)                                             \
    LANE_BATCH_FN bool name(const pawli_contact_pass *pass, const pawli_lane_batch *batch) { \
        return batch_of(pass, batch, count, equal);                                          \
    }
#define LANE_PASS(name, batch_of)                                                          \
    LANE_BATCH(name##_equal, batch_of, 2, true)                                            \
    LANE_BATCH(name##_pairs, batch_of, 2, false)                                           \
    LANE_BATCH(name##_single, batch_of, 1, false)                                          \
    LANE_TARGET static uint32_t name(const pawli_contact_pass *pass,                       \
                                     const pawli_lane_schedule *schedule, uint32_t at) {   \
        for (; at < schedule->batch_count; at++) {                                         \
            const pawli_lane_batch *batch = &schedule->batches[at];                        \
            const uint8_t packed = batch->packed;                                          \
            if (packed == PAWLI_LANE_SERIAL || batch->kernels != &lane_kernels) return at; \
            if (!(packed == PAWLI_LANE_EQUAL_PAIRS ? name##_equal(pass, batch)             \
                  : packed == PAWLI_LANE_PAIRS     ? name##_pairs(pass, batch)             \
                                                   : name##_single(pass, batch)))              \
                return at;                                                                 \
        }                                                                                  \
        return at;                                                                         \
    }

LANE_PASS(lane_warm_start, lane_warm_start_batch)
LANE_PASS(lane_solve, lane_solve_batch)
LANE_PASS(lane_relax, lane_relax_batch)
