/* canonical_windows.h - internal: the hashes of objects that lie side by side, in one set of lanes.
 * For canonical_lanes.c, behind each vocabulary.
 *
 * The mixes of the words of an object are added up as the words lie in memory, and are brought
 * together at the end. */

/* Two registers of each row share what a window says, and do not wait for each other. */
#define HASH_SUMS HASH_NAME(sums)
typedef struct HASH_SUMS {
    HASH_ROWS low, high;
} HASH_SUMS;

/* The words of a window of as many objects as there are lanes; `type` is known to the compiler. */
HASH_FN HASH_ROWS HASH_NAME(add_rows)(HASH_ROWS sums, const pawli_hash_window *window,
                                      const uint8_t *at, size_t size, int type) {
    const HASH_WORDS factors = HASH_NAME(four)(&window->factors);
    HASH_ROWS x = sums;
    x.a = HASH_NAME(fourth)(at, size);
    x.b = HASH_NAME(fourth)(at + size, size);
    x.c = HASH_NAME(fourth)(at + 2 * size, size);
    x.d = HASH_NAME(fourth)(at + 3 * size, size);
    if (type == PAWLI_HASH_PACKED) return HASH_NAME(add_packed)(sums, x, window);
    if (type == PAWLI_HASH_FLIPPED) {
        const HASH_WORDS flips = HASH_NAME(four)(&window->flips);
        x.a = HASH_NAME(apart)(x.a, flips);
        x.b = HASH_NAME(apart)(x.b, flips);
        x.c = HASH_NAME(apart)(x.c, flips);
        x.d = HASH_NAME(apart)(x.d, flips);
    }
    sums.a = HASH_NAME(add_row)(sums.a, x.a, factors);
    sums.b = HASH_NAME(add_row)(sums.b, x.b, factors);
    sums.c = HASH_NAME(add_row)(sums.c, x.c, factors);
    sums.d = HASH_NAME(add_row)(sums.d, x.d, factors);
    return sums;
}

HASH_FN HASH_SUMS HASH_NAME(add_of_type)(HASH_SUMS sums, const pawli_hash_window *window,
                                         const uint8_t *at, size_t size, int type) {
    sums.low = HASH_NAME(add_rows)(sums.low, window, at, size, type);
    sums.high = HASH_NAME(add_rows)(sums.high, window, at + HASH_LANES * size, size, type);
    return sums;
}

HASH_FN HASH_SUMS HASH_NAME(no_sums)(void) {
    HASH_SUMS sums;
    sums.low.a = sums.low.b = sums.low.c = sums.low.d = HASH_NAME(all)(0);
    HASH_NO_COLUMNS(sums.low);
    sums.high = sums.low;
    return sums;
}

/* After a few misses nothing is usual in a window. */
#define HASH_MISSES 3

/* The windows of a type, which is known to the compiler. `usual` becomes the sum of what is as
 * usual in all objects of a group. */
HASH_FN HASH_SUMS HASH_NAME(add_windows)(HASH_SUMS sums, pawli_hash_scheme *scheme,
                                         const uint8_t *objects, int type, uint32_t *usual) {
    const size_t size = scheme->size;
    const uint8_t *number = scheme->numbers[type];
    const uint8_t *const end = number + scheme->counts[type];
    for (; number < end; number++) {
        pawli_hash_window *window = &scheme->windows[*number];
        const uint8_t *at = objects + window->at;
        if (window->misses < HASH_MISSES) {
            if (window->misses > 0 && HASH_NAME(is_usual)(window, at, size, 2 * HASH_LANES)) {
                if (!window->is_known) learn(window);
                *usual += window->usual_sum;
                continue;
            }
            /* Where something else begins, more of it follows. */
            note_usual(window, at + (2 * HASH_LANES - 1) * size);
        }
        sums = HASH_NAME(add_of_type)(sums, window, at, size, type);
    }
    return sums;
}

/* ---- a group ---- */

/* As pawli_xxh32_avalanche. */
HASH_FN HASH_WORDS HASH_NAME(end)(HASH_WORDS s) {
    s = HASH_NAME(apart)(s, HASH_NAME(right)(s, 15));
    s = HASH_NAME(product)(s, HASH_NAME(all)(PAWLI_XXH32_PRIME2));
    s = HASH_NAME(apart)(s, HASH_NAME(right)(s, 13));
    s = HASH_NAME(product)(s, HASH_NAME(all)(PAWLI_XXH32_PRIME3));
    return HASH_NAME(fold)(s);
}

/* The hashes of as many objects as there are lanes, the first of them at `at` in `loose`. */
HASH_FN HASH_WORDS HASH_NAME(hashes)(const pawli_hash_scheme *scheme, HASH_WORDS sum,
                                     const pawli_hash_loose *loose, uint32_t at) {
    const HASH_WORDS g = HASH_NAME(all)(PAWLI_CANONICAL_G);
    for (uint32_t i = 0; i < scheme->loose_count; i++) {
        const uint8_t name = scheme->loose[i];
        HASH_WORDS words = HASH_NAME(load)(&loose->words[name][at]);
        if (name == PAWLI_NAME_SLOT) words = HASH_NAME(add)(words, HASH_NAME(all)(scheme->slot));
        const HASH_WORDS factor = HASH_NAME(all)(scheme->loose_factors[i]);
        const HASH_WORDS first = HASH_NAME(fold)(HASH_NAME(product)(words, g));
        sum = HASH_NAME(add)(sum, HASH_NAME(fold)(HASH_NAME(product)(first, factor)));
    }
    return HASH_NAME(end)(sum);
}

/* The sum of the first `count` lanes. */
HASH_FN uint32_t HASH_NAME(sum_of_first)(HASH_WORDS hashes, uint32_t count) {
    uint32_t words[HASH_LANES], sum = 0;
    HASH_NAME(store)(words, hashes);
    for (uint32_t i = 0; i < count && i < HASH_LANES; i++)
        sum += words[i];
    return sum;
}

HASH_TARGET static uint32_t HASH_NAME(hash)(pawli_hash_scheme *scheme, const uint8_t *objects,
                                            const pawli_hash_loose *loose, uint32_t count) {
    const uint32_t step = 2 * HASH_LANES;
    HASH_WORDS all = HASH_NAME(all)(0);
    uint32_t single = 0; /* of less objects than there are lanes */
    for (uint32_t at = 0; at < count; at += step, objects += step * (size_t)scheme->size) {
        uint32_t same = scheme->start;
        HASH_SUMS sums = HASH_NAME(no_sums)();
        sums = HASH_NAME(add_windows)(sums, scheme, objects, PAWLI_HASH_PLAIN, &same);
        sums = HASH_NAME(add_windows)(sums, scheme, objects, PAWLI_HASH_FLIPPED, &same);
        sums = HASH_NAME(add_windows)(sums, scheme, objects, PAWLI_HASH_PACKED, &same);
        const HASH_WORDS start = HASH_NAME(all)(same);
        for (uint32_t g = 0; g < 2; g++) {
            const uint32_t first = at + g * HASH_LANES;
            const HASH_WORDS sum = HASH_NAME(totals)(g == 0 ? sums.low : sums.high);
            const HASH_WORDS hashes =
                HASH_NAME(hashes)(scheme, HASH_NAME(add)(sum, start), loose, first);
            if (count >= first + HASH_LANES) {
                all = HASH_NAME(add)(all, hashes);
            } else if (count > first) {
                single += HASH_NAME(sum_of_first)(hashes, count - first);
            }
        }
    }
    return single + HASH_NAME(sum_of_first)(all, HASH_LANES);
}

#undef HASH_TARGET
#undef HASH_NAME
#undef HASH_LANES
#undef HASH_WORDS
#undef HASH_ROWS
#undef HASH_SUMS
#undef HASH_FN
#undef HASH_MISSES
#undef HASH_NO_COLUMNS
