/* delta.c - what turns one snapshot into another.
 *
 *     magic u32, checksum of the base u32, size of the result (packed), then orders until there is
 *     the whole result: a byte with an order in its low two bits and a count in the others, 63
 *     standing for a packed number that follows
 *
 *     COPY   bytes of the base as they are       SKIP   bytes of the base that are not needed
 *     MIX    bytes of the base, xor what follows in runs (base/rle.h)
 *     NEW    what follows in runs
 *
 * A packed number has seven bits a byte, low ones first, and 0x80 in all but the last. Only the
 * writer knows what a record is: it pairs those of the same key, so that one contact more does not
 * shift everything behind it. The end of the result is its own checksum, which tells whether it is
 * right. */
#include "base/crc.h"
#include "base/align.h"
#include "base/bytes.h"
#include "base/rle.h"
#include "state/snapshot.h"

#define DELTA_MAGIC UINT32_C(0x31647770) /* "pwd1" */
#define PACKED_MAX 5u                    /* bytes */
#define ORDER_COUNT_MAX 63u

typedef enum order {
    ORDER_COPY = 0,
    ORDER_SKIP = 1,
    ORDER_MIX = 2,
    ORDER_NEW = 3
} order;

/* Where pairs are looked for, in records. */
#define WINDOW 64u
/* Equal bytes that are worth an order of their own. */
#define COPY_MIN 32u

/* ---- numbers -------------------------------------------------------------------------------- */

static void write_packed(pawli_writer *to, uint32_t number) {
    for (; number >= 0x80; number >>= 7)
        pawli_write_u8(to, (uint8_t)(number & 0x7F) | 0x80u);
    pawli_write_u8(to, (uint8_t)number);
}

static uint32_t read_packed(pawli_reader *from) {
    uint64_t number = 0;
    for (unsigned i = 0; i < PACKED_MAX; i++) {
        const uint8_t byte = pawli_read_u8(from);
        number |= (uint64_t)(byte & 0x7Fu) << 7 * i;
        if (byte >= 0x80) continue;
        if (number > UINT32_MAX) from->bad = true;
        return (uint32_t)(number & UINT32_MAX);
    }
    from->bad = true;
    return 0;
}

static void write_order(pawli_writer *to, order what, uint32_t count) {
    const bool is_long = count >= ORDER_COUNT_MAX;
    const uint32_t field = is_long ? ORDER_COUNT_MAX : count;
    pawli_write_u8(to, (uint8_t)(field << 2 | (uint32_t)what));
    if (is_long) write_packed(to, count);
}

/* ---- writing -------------------------------------------------------------------------------- */

/* The stretch that is being collected: bytes of `next` from `start` to `end`, of which the last
 * `equal` are as in the base; `mixes` when others before them are not. */
typedef struct collector {
    pawli_writer to;
    const uint8_t *base, *next;
    uint32_t base_at; /* what the orders so far have used of the base */
    uint32_t start, end, equal;
    bool is_new, mixes;
} collector;

static void flush_copy(collector *out) {
    if (out->equal > 0) write_order(&out->to, ORDER_COPY, out->equal);
    out->base_at += out->equal;
    out->start += out->equal;
    out->equal = 0;
}

/* Write the stretch without its equal end, if that is long enough for an order, or with it. */
static void flush(collector *out) {
    const bool apart = out->equal >= COPY_MIN;
    const uint32_t length = out->end - out->start - (apart ? out->equal : 0);
    if (out->is_new) {
        write_order(&out->to, ORDER_NEW, length);
        pawli_rle_pack(&out->to, out->next + out->start, NULL, length);
        out->start += length;
    } else if (out->mixes) {
        write_order(&out->to, ORDER_MIX, length);
        pawli_rle_pack(&out->to, out->next + out->start, out->base + out->base_at, length);
        out->base_at += length;
        out->start += length;
        if (!apart) out->equal = 0;
    }
    flush_copy(out);
    out->is_new = out->mixes = false;
    out->start = out->end;
}

static void add_new(collector *out, uint32_t length) {
    if (length == 0) return;
    if (!out->is_new && out->end > out->start) flush(out);
    out->is_new = true;
    out->end += length;
}

/* The next bytes and those of the base at `from`, which is not before what has been used. */
static void add_record_pair(collector *out, uint32_t from, uint32_t length) {
    const bool same = pawli_bytes_are_equal(out->base + from, out->next + out->end, (size_t)length);
    if (length == 0) return;
    if (out->is_new || from != out->base_at + (out->end - out->start)) flush(out);
    if (from > out->base_at && out->start == out->end) {
        write_order(&out->to, ORDER_SKIP, from - out->base_at);
        out->base_at = from;
    }
    if (!same && out->equal >= COPY_MIN) flush(out);
    out->end += length;
    out->equal = same ? out->equal + length : 0;
    if (!same) out->mixes = true;
}

/* ---- which records belong together ---------------------------------------------------------- */

/* Up to three places in a record; none: the records are paired by their numbers. */
typedef struct key_places {
    uint16_t at[3];
    uint8_t size[3];
    uint8_t count;
} key_places;

static void add_place(key_places *key, uint16_t at, uint8_t size) {
    key->at[key->count] = at;
    key->size[key->count++] = size;
}

static void add_member(key_places *key, const pawli_record *record, size_t member) {
    for (uint16_t i = 0; i < record->count; i++) {
        const pawli_move *move = &record->moves[i];
        if (move->member == member && move->at != PAWLI_NONE) {
            add_place(key, move->at, move->size);
        }
    }
}

static key_places key_of(const pawli_snapshot *snapshot, int section) {
    key_places key;
    memset(&key, 0, sizeof key);
    const pawli_section_content content = pawli_snapshot_open_content(section);
    if (content.what == PAWLI_CONTENT_OBJECTS && content.prefix >= PAWLI_KEY_SIZE) {
        add_place(&key, 2, 4); /* the serial */
    } else if (content.what == PAWLI_CONTENT_FREE) {
        add_place(&key, 0, 2);
    } else if (section == PAWLI_SECTION_CONTACTS) {
        pawli_record record;
        (void)pawli_snapshot_open_section(&record, snapshot, section);
        add_member(&key, &record, offsetof(pawli_contact, shape_a));
        add_member(&key, &record, offsetof(pawli_contact, shape_b));
        add_member(&key, &record, offsetof(pawli_whole_contact, edge));
    }
    return key;
}

static bool has_same_key(const key_places *key, const uint8_t *a, const uint8_t *b) {
    for (uint8_t i = 0; i < key->count; i++) {
        if (!pawli_bytes_are_equal(a + key->at[i], b + key->at[i], key->size[i])) return false;
    }
    return true;
}

/* Two sections whose records have the same size. */
typedef struct section_pair {
    const pawli_snapshot *base, *next;
    int section;
    uint32_t base_count, next_count;
    key_places key;
} section_pair;

static bool is_pair(const section_pair *pair, uint32_t in_base, uint32_t in_next) {
    return in_base < pair->base_count && in_next < pair->next_count &&
           has_same_key(&pair->key, pawli_record_at(pair->base, pair->section, in_base),
                        pawli_record_at(pair->next, pair->section, in_next));
}

/* How many records have to go from the base, or come to it, before the next pair: the fewest. Where
 * none is near, the records at hand are a pair for want of a better one. */
static void find_pair(const section_pair *pair, uint32_t in_base, uint32_t in_next, uint32_t *gone,
                      uint32_t *come) {
    *gone = *come = 0;
    for (uint32_t i = 0; i < WINDOW; i++) {
        if (is_pair(pair, in_base + i, in_next)) {
            *gone = i;
            return;
        }
        if (is_pair(pair, in_base, in_next + i)) {
            *come = i;
            return;
        }
    }
}

static void add_records(collector *out, const section_pair *pair) {
    const pawli_section_place *base = &pair->base->sections[pair->section];
    const uint32_t size = base->record;
    uint32_t in_base = 0, in_next = 0;
    while (in_next < pair->next_count && in_base < pair->base_count) {
        uint32_t gone, come;
        find_pair(pair, in_base, in_next, &gone, &come);
        add_new(out, come * size);
        in_base += gone;
        in_next += come;
        if (come > 0) continue;
        add_record_pair(out, base->at + in_base++ * size, size);
        in_next++;
    }
    add_new(out, (pair->next_count - in_next) * size);
}

static void add_section(collector *out, const pawli_snapshot *base, const pawli_snapshot *next,
                        int section) {
    const pawli_section_place *from = &base->sections[section], *to = &next->sections[section];
    add_record_pair(out, from->at - PAWLI_SECTION_HEAD, PAWLI_SECTION_HEAD);
    if (from->record != to->record) {
        add_new(out, to->count * to->record);
        return;
    }
    const section_pair pair = {base, next, section, from->count, to->count, key_of(next, section)};
    add_records(out, &pair);
}

/* Unknown sections would have to be told apart, and other schemas: such snapshots are new as a
 * whole. Equal schemas are of the same sections. */
static bool are_alike(const pawli_snapshot *base, const pawli_snapshot *next) {
    const uint32_t head = base->sections[PAWLI_SECTION_WORLD].at;
    if (base->has_foreign || next->has_foreign) return false;
    return head == next->sections[PAWLI_SECTION_WORLD].at &&
           pawli_bytes_are_equal(base->bytes + PAWLI_SNAPSHOT_HEADER,
                                 next->bytes + PAWLI_SNAPSHOT_HEADER,
                                 (size_t)(head - PAWLI_SECTION_HEAD - PAWLI_SNAPSHOT_HEADER));
}

static void add_all(collector *out, const pawli_snapshot *base, const pawli_snapshot *next) {
    if (!are_alike(base, next)) {
        add_new(out, next->size);
        flush(out);
        return;
    }
    const uint32_t head = base->sections[PAWLI_SECTION_WORLD].at - PAWLI_SECTION_HEAD;
    add_record_pair(out, 0, PAWLI_SNAPSHOT_HEADER);
    add_record_pair(out, PAWLI_SNAPSHOT_HEADER, head - PAWLI_SNAPSHOT_HEADER);
    for (int section = 1; section <= PAWLI_SECTION_COUNT; section++) {
        if (base->sections[section].at != 0) add_section(out, base, next, section);
    }
    add_record_pair(out, base->size - PAWLI_SNAPSHOT_TAIL, PAWLI_SNAPSHOT_TAIL);
    flush(out);
}

static collector begin_delta(const pawli_snapshot *base, const pawli_snapshot *next, void *buffer,
                             uint32_t size) {
    collector out;
    memset(&out, 0, sizeof out);
    out.to = pawli_writer_of(buffer, size);
    out.base = base->bytes;
    out.next = next->bytes;
    pawli_write_u32(&out.to, DELTA_MAGIC);
    pawli_write_u32(&out.to, pawli_fetch_u32(base->bytes + base->size - PAWLI_SNAPSHOT_TAIL));
    write_packed(&out.to, next->size);
    return out;
}

/* Everything as one NEW. */
static uint32_t size_of_diff_max(uint64_t next_size) {
    const uint64_t most = 8u + PACKED_MAX + 1u + PACKED_MAX + PAWLI_RLE_MAX(next_size);
    return most > UINT32_MAX ? UINT32_MAX : (uint32_t)most;
}

size_t pawl_snapshot_diff_size_max(size_t base_size, size_t next_size) {
    (void)base_size;
    return pawli_size_or_none(size_of_diff_max(next_size));
}

PAWLI_STACK_APART pawl_status write_diff(const pawli_snapshot *from, const pawli_snapshot *to,
                                         void *buffer, uint32_t room, size_t *size) {
    collector out = begin_delta(from, to, buffer, room);
    add_all(&out, from, to);
    if (out.to.full) { /* two snapshots that have little in common */
        out = begin_delta(from, to, buffer, room);
        add_new(&out, to->size);
        flush(&out);
    }
    *size = pawli_size_or_none(out.to.full ? size_of_diff_max(to->size) : out.to.at);
    return out.to.full ? PAWL_ERR_MEMORY : PAWL_OK;
}

pawl_status pawl_snapshot_diff(const void *base, size_t base_size, const void *next,
                               size_t next_size, void *buffer, size_t capacity, size_t *size) {
    if (base == NULL || next == NULL || buffer == NULL || size == NULL) return PAWL_ERR_NULL;
    pawli_snapshot from, to;
    pawl_status status = pawli_snapshot_open(base, base_size, &from);
    if (status == PAWL_OK) status = pawli_snapshot_open(next, next_size, &to);
    if (status != PAWL_OK) return status;
    const uint32_t most = size_of_diff_max(next_size);
    return write_diff(&from, &to, buffer, capacity < most ? (uint32_t)capacity : most, size);
}

/* ---- applying ------------------------------------------------------------------------------- */

/* The base and how much of it has been used, and the result so far. */
typedef struct applier {
    pawli_reader from;
    const uint8_t *base;
    uint32_t base_left;
    uint8_t *to;
    uint32_t left;
} applier;

static uint32_t read_delta_header(pawli_reader *from, uint32_t *checksum) {
    if (pawli_read_u32(from) != DELTA_MAGIC) return 0;
    *checksum = pawli_read_u32(from);
    const uint32_t size = read_packed(from);
    return from->bad || size < PAWLI_SNAPSHOT_HEADER + PAWLI_SNAPSHOT_TAIL ? 0 : size;
}

size_t pawl_snapshot_patch_size(const void *delta, size_t delta_size) {
    if (!pawli_is_size32(delta_size)) return 0;
    pawli_reader from = pawli_reader_of(delta, (uint32_t)delta_size);
    uint32_t checksum;
    return pawli_size_or_none(read_delta_header(&from, &checksum));
}

/* False for what does not fit the base or the result. */
static bool follow(applier *in, order what, uint32_t count) {
    const bool uses_base = what != ORDER_NEW, makes = what != ORDER_SKIP;
    if (in->from.bad || count == 0) return false;
    if ((uses_base && count > in->base_left) || (makes && count > in->left)) return false;
    bool good = true;
    if (what == ORDER_COPY) memcpy(in->to, in->base, (size_t)count);
    if (what == ORDER_MIX) good = pawli_rle_unpack(&in->from, in->to, in->base, count);
    if (what == ORDER_NEW) good = pawli_rle_unpack(&in->from, in->to, NULL, count);
    if (uses_base) {
        in->base += count;
        in->base_left -= count;
    }
    if (makes) {
        in->to += count;
        in->left -= count;
    }
    return good;
}

static bool follow_all(applier *in) {
    while (in->left > 0) {
        const uint8_t byte = pawli_read_u8(&in->from);
        uint32_t count = byte >> 2;
        if (count == ORDER_COUNT_MAX) count = read_packed(&in->from);
        if (!follow(in, (order)(byte & 3u), count)) return false;
    }
    return pawli_bytes_left(&in->from) == 0;
}

pawl_status pawl_snapshot_patch(const void *base, size_t base_size, const void *delta,
                                size_t delta_size, void *buffer, size_t capacity, size_t *size) {
    if (base == NULL || delta == NULL || buffer == NULL || size == NULL) return PAWL_ERR_NULL;
    if (!pawli_is_size32(base_size) || !pawli_is_size32(delta_size)) return PAWL_ERR_FORMAT;
    applier in;
    uint32_t checksum = 0;
    in.from = pawli_reader_of(delta, (uint32_t)delta_size);
    const uint32_t result = read_delta_header(&in.from, &checksum);
    if (result == 0) return PAWL_ERR_FORMAT;
    if (base_size < PAWLI_SNAPSHOT_TAIL) return PAWL_ERR_CORRUPT;
    const uint8_t *tail = (const uint8_t *)base + base_size - PAWLI_SNAPSHOT_TAIL;
    if (pawli_fetch_u32(tail) != checksum) return PAWL_ERR_CORRUPT;
    if (capacity < result) {
        *size = pawli_size_or_none(result);
        return PAWL_ERR_MEMORY;
    }
    in.base = (const uint8_t *)base;
    in.base_left = (uint32_t)base_size;
    in.to = (uint8_t *)buffer;
    in.left = result;
    if (!follow_all(&in)) return PAWL_ERR_CORRUPT;
    const uint32_t covered = result - PAWLI_SNAPSHOT_TAIL;
    const uint32_t sum = pawli_fetch_u32((const uint8_t *)buffer + covered);
    if (pawli_crc_32(0, buffer, (size_t)covered) != sum) return PAWL_ERR_CORRUPT;
    *size = (size_t)result;
    return PAWL_OK;
}
