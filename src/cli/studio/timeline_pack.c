/* timeline_pack.c - what differs between two states.
 *
 * Most words stay in their places. When the sizes of two states differ, something was put in or
 * taken out and all behind it has moved: words that are there only once in the first state then
 * tell how far. Three of them in a row that agree are believed. Where they are wrong a packet is
 * longer, never false. */
#include "cli/studio/timeline_pack.h"

#include <stdbool.h>
#include <string.h>

#include "pawl/base.h"

typedef enum order {
    ORDER_SAME = 0,
    ORDER_CHANGED = 1,
    ORDER_LEFT_OUT = 2,
    ORDER_ADDED = 3
} order;

/* So many equal words are worth orders of their own, which take two bytes. */
#define SAME_MIN 8u

/* ---- numbers ---- */

typedef struct writer {
    uint8_t *at, *end;
    bool is_full;
} writer;

/* Whether there is room for so many bytes; else the packet is given up. */
static bool has_room(writer *to, size_t size) {
    if ((size_t)(to->end - to->at) >= size) return true;
    to->is_full = true;
    return false;
}

#define ORDER_SIZE_MAX 5

static void put_order(writer *to, order what, uint32_t count) {
    uint64_t number = (uint64_t)count << 2 | (uint64_t)what;
    if (!has_room(to, ORDER_SIZE_MAX)) return;
    for (; number >= 0x80; number >>= 7)
        *to->at++ = (uint8_t)((number & 0x7F) | 0x80);
    *to->at++ = (uint8_t)number;
}

static uint64_t take_number(const uint8_t **at) {
    uint64_t number = 0;
    for (unsigned shift = 0;; shift += 7) {
        const uint8_t byte = *(*at)++;
        number |= (uint64_t)(byte & 0x7Fu) << shift;
        if (byte < 0x80) return number;
    }
}

/* Small numbers of either sign as small ones without. */
static uint32_t fold(uint32_t word) {
    return word << 1 ^ (0u - (word >> 31));
}

static uint32_t unfold(uint32_t word) {
    return word >> 1 ^ (0u - (word & 1u));
}

static uint32_t width_code(uint32_t word) {
    return word == 0 ? 0 : word < 0x100u ? 1 : word < 0x10000u ? 2 : 3;
}

#define GROUP_SIZE_MAX 17

/* Up to four words. */
static void put_group(writer *to, const uint32_t *from, const uint32_t *words, uint32_t count) {
    uint32_t codes = 0;
    if (!has_room(to, GROUP_SIZE_MAX)) return;
    uint8_t *at = to->at + 1;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t word = fold(words[i] - (from == NULL ? 0 : from[i]));
        const uint32_t code = width_code(word);
        codes |= code << 2 * i;
        at[0] = (uint8_t)(word & 0xFFu);
        if (code >= 2) at[1] = (uint8_t)(word >> 8 & 0xFFu);
        if (code == 3) at[2] = (uint8_t)(word >> 16 & 0xFFu), at[3] = (uint8_t)(word >> 24);
        at += code == 3 ? 4 : code;
    }
    *to->at = (uint8_t)(codes & 0xFFu);
    to->at = at;
}

/* Differences from `from`, which may be null. */
static void put_words(writer *to, order what, const uint32_t *from, const uint32_t *words,
                      uint32_t count) {
    if (count == 0) return;
    put_order(to, what, count);
    for (uint32_t i = 0; i < count; i += 4)
        put_group(to, from == NULL ? NULL : from + i, words + i, count - i < 4 ? count - i : 4);
}

/* Calls of this are what reading a state takes. */
static const uint8_t *take_group(const uint8_t *at, uint32_t *words, uint32_t count) {
    const uint32_t codes = *at++;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t word = 0;
        switch (codes >> 2 * i & 3u) {
        case 1:
            word = *at++;
            break;
        case 2:
            word = at[0] | (uint32_t)at[1] << 8;
            at += 2;
            break;
        case 3:
            word = at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
            at += 4;
            break;
        default:
            break;
        }
        words[i] = unfold(word);
    }
    return at;
}

/* ---- words that stay where they are ---- */

/* How many words are equal from the start; `from` may be null. */
static uint32_t count_same(const uint32_t *from, const uint32_t *next, uint32_t count) {
    uint32_t same = 0;
    if (from == NULL) {
        while (same < count && next[same] == 0)
            same++;
        return same;
    }
    for (uint64_t a, b; same + 2 <= count; same += 2) { /* most of a state does not change */
        memcpy(&a, from + same, sizeof a);
        memcpy(&b, next + same, sizeof b);
        if (a != b) break;
    }
    while (same < count && next[same] == from[same])
        same++;
    return same;
}

/* Words by pairs; `from` may be null. */
static void put_pairs(writer *to, const uint32_t *from, const uint32_t *next, uint32_t count) {
    uint32_t begin = 0, at = 0; /* what is before `begin` is written */
    while (at < count) {
        const uint32_t *const old = from == NULL ? NULL : from + at;
        const uint32_t same = count_same(old, next + at, count - at);
        if (same >= SAME_MIN || (same > 0 && at + same == count)) {
            put_words(to, ORDER_CHANGED, from == NULL ? NULL : from + begin, next + begin,
                      at - begin);
            put_order(to, ORDER_SAME, same);
            begin = at + same;
        }
        at += same == 0 ? 1 : same;
    }
    put_words(to, ORDER_CHANGED, from == NULL ? NULL : from + begin, next + begin, count - begin);
}

/* ---- words that have moved ---- */

/* A word of the first state and one of the next that are thought to be the same. */
typedef struct match {
    uint32_t from, to;
} match;

typedef struct mover {
    writer out;
    cli_words from, to;
    uint32_t *places;
    uint32_t sample; /* of words, one in so many more than this */
    match done;      /* what is before them is written */
    match last;      /* the last ones that agree with it */
    match candidate; /* the first of those that agree with each other */
    uint32_t votes;  /* how many these are */
} mover;

#define VOTES_MIN 3u
#define PLACE_NONE UINT32_MAX
#define PLACE_TWICE (UINT32_MAX - 1u)

PAWL_STATIC_ASSERT(CLI_TIMELINE_PACK_PLACES == (size_t)1 << (32 - 18), "a place for each value");

/* Of the words, few enough for the places are looked at, always the same ones. */
static bool is_sampled(const mover *in, uint32_t word, uint32_t *place) {
    const uint32_t mixed = word * UINT32_C(2654435761);
    *place = mixed >> 18;
    return word != 0 && (mixed >> 4 & in->sample) == 0;
}

static void list_places(mover *in) {
    for (size_t i = 0; i < CLI_TIMELINE_PACK_PLACES; i++)
        in->places[i] = PLACE_NONE;
    while (in->from.count / (in->sample + 1u) > CLI_TIMELINE_PACK_PLACES / 2)
        in->sample = 2 * in->sample + 1u;
    for (uint32_t i = 0; i < in->from.count; i++) {
        uint32_t place;
        if (!is_sampled(in, in->from.at[i], &place)) continue;
        const uint32_t there = in->places[place];
        if (there == PLACE_NONE) {
            in->places[place] = i;
        } else if (there != PLACE_TWICE && in->from.at[there] == in->from.at[i]) {
            in->places[place] = PLACE_TWICE;
        }
    }
}

/* Write all up to a match. Of what lies between two matches as much as both have is written by
 * pairs, the first of them as before it, the others as behind it. */
static void put_until(mover *in, match end) {
    const uint32_t *from = in->from.at + in->done.from, *to = in->to.at + in->done.to;
    const uint32_t from_count = end.from - in->done.from, to_count = end.to - in->done.to;
    const uint32_t pairs = from_count < to_count ? from_count : to_count;
    const uint32_t more_from = from_count - pairs, more_to = to_count - pairs;
    uint32_t best = pairs, split = pairs;
    int64_t gain = 0, most = 0; /* of equal words, by pairing fewer of them as before */
    while (split > in->last.from - in->done.from) {
        split--;
        gain += from[split + more_from] == to[split + more_to] ? 1 : 0;
        gain -= from[split] == to[split] ? 1 : 0;
        if (gain > most) most = gain, best = split;
    }
    put_pairs(&in->out, from, to, best);
    put_words(&in->out, ORDER_LEFT_OUT, NULL, from + best, more_from);
    put_words(&in->out, ORDER_ADDED, NULL, to + best, more_to);
    put_pairs(&in->out, from + best + more_from, to + best + more_to, pairs - best);
    in->done = end;
}

static bool agree(match a, match b) {
    return a.from - a.to == b.from - b.to;
}

static void vote(mover *in, match next) {
    if (agree(next, in->done)) {
        in->last = next;
        in->votes = 0;
        return;
    }
    if (in->votes == 0 || !agree(next, in->candidate)) {
        in->candidate = next;
        in->votes = 0;
    }
    if (++in->votes < VOTES_MIN || in->candidate.from < in->last.from) return;
    put_until(in, in->candidate);
    in->last = next;
    in->votes = 0;
}

static void put_moved(mover *in) {
    list_places(in);
    for (uint32_t i = 0; i < in->to.count; i++) {
        uint32_t place;
        if (!is_sampled(in, in->to.at[i], &place)) continue;
        const match next = {in->places[place], i};
        if (next.from >= PLACE_TWICE || in->from.at[next.from] != in->to.at[i]) continue;
        vote(in, next);
    }
    const match end = {in->from.count, in->to.count};
    put_until(in, end);
}

/* ---- packets ---- */

size_t cli_timeline_pack_write(cli_words from, cli_words to, uint32_t *places, uint8_t *packet,
                               size_t room) {
    mover in = {{packet, packet + room, false}, from, to, places, 0, {0, 0}, {0, 0}, {0, 0}, 0};
    if (from.at == NULL || from.count == to.count) {
        put_pairs(&in.out, from.at, to.at, to.count);
    } else {
        put_moved(&in);
    }
    return in.out.is_full ? SIZE_MAX : (size_t)(in.out.at - packet);
}

void cli_timeline_pack_read(const uint8_t *packet, size_t size, cli_timeline_pack_way way,
                            const uint32_t *from, uint32_t *to) {
    const order skipped = way == CLI_TIMELINE_PACK_FORWARD ? ORDER_LEFT_OUT : ORDER_ADDED;
    const uint8_t *at = packet, *const end = packet + size;
    uint32_t words[4];
    while (at < end) {
        const uint64_t number = take_number(&at);
        const order what = (order)(number & 3u);
        const uint32_t count = (uint32_t)(number >> 2);
        if (what == ORDER_SAME) {
            if (from == NULL) {
                memset(to, 0, count * sizeof *to);
            } else {
                memcpy(to, from, count * sizeof *to);
                from += count;
            }
            to += count;
            continue;
        }
        for (uint32_t i = 0; i < count; i += 4) {
            const uint32_t length = count - i < 4 ? count - i : 4;
            at = take_group(at, words, length);
            for (uint32_t k = 0; k < length; k++) {
                if (what == ORDER_CHANGED) {
                    const uint32_t old = from == NULL ? 0 : *from++;
                    *to++ = way == CLI_TIMELINE_PACK_FORWARD ? old + words[k] : old - words[k];
                } else if (what == skipped) {
                    from++;
                } else {
                    *to++ = words[k];
                }
            }
        }
    }
}
