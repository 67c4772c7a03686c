/* arcade_save.c - snapshots of an arcade that any machine can read.
 *
 *   0   "PAWA"
 *   4   format version (1), then the simulation version, 16 bits each
 *   8   words of arcade_save.h, low byte first
 *   -4  CRC-32 of all before
 *
 * Reading goes over the bytes twice: the first time it only checks, so that bytes from anywhere do
 * no harm and a failure changes nothing; the second time it takes them over. */
#include "arcade/arcade_save.h"
#include "base/align.h"
#include "base/bytes.h"
#include "base/crc.h"
#include "fx/range.h"

#include <string.h>

#define ARCADE_MAGIC UINT32_C(0x41574150)
#define ARCADE_FORMAT_VERSION 1
#define ARCADE_FRAME_SIZE 12

/* ---- writing -------------------------------------------------------------------------------- */

static void write_word(void *context, uint32_t word, bool is_state) {
    (void)is_state;
    pawli_write_u32((pawli_writer *)context, word);
}

/* What it would take, with null bytes. */
static pawli_writer write_arcade(const pawl_arcade *arcade, void *bytes, uint32_t capacity) {
    pawli_writer writer = pawli_writer_of(bytes, capacity);
    const pawli_arcade_word_sink sink = {write_word, &writer};
    pawli_write_u32(&writer, ARCADE_MAGIC);
    pawli_write_u16(&writer, ARCADE_FORMAT_VERSION);
    pawli_write_u16(&writer, PAWL_SIMULATION_VERSION);
    pawli_arcade_hash_visit(arcade, &sink);
    const uint32_t length = writer.at;
    pawli_write_u32(&writer,
                    bytes == NULL || writer.full ? 0 : pawli_crc_32(0, bytes, (size_t)length));
    return writer;
}

size_t pawl_arcade_encode_size(const pawl_arcade *arcade) {
    return arcade == NULL ? 0 : pawli_size_or_none(write_arcade(arcade, NULL, 0).at);
}

pawl_status pawl_arcade_encode(const pawl_arcade *arcade, void *buffer, size_t capacity,
                               size_t *size) {
    if (arcade == NULL || buffer == NULL || size == NULL) return PAWL_ERR_NULL;
    const uint32_t room = pawli_clamp_size32(capacity);
    const pawli_writer writer = write_arcade(arcade, buffer, room);
    *size = writer.full ? pawl_arcade_encode_size(arcade) : (size_t)writer.at;
    return writer.full ? PAWL_ERR_MEMORY : PAWL_OK;
}

/* ---- reading -------------------------------------------------------------------------------- */

static pawl_vec2 read_vec(pawli_reader *from) {
    const pawl_fx x = (pawl_fx)pawli_read_u32(from);
    return pawl_vec2_make(x, (pawl_fx)pawli_read_u32(from));
}

/* The header, into a copy of the arcade's own. */
static pawl_status read_arcade_header(pawli_reader *from, pawl_arcade *header) {
    header->slot_count = pawli_read_u16(from);
    header->body_count = pawli_read_u16(from);
    header->prototype_count = pawli_read_u16(from);
    header->polygon_count = pawli_read_u16(from);
    header->gravity = read_vec(from);
    header->bounds.lower = read_vec(from);
    header->bounds.upper = read_vec(from);
    for (int i = 0; i < 4; i++)
        header->edges[i] = pawli_read_u8(from);
    header->rate_numerator = pawli_read_u32(from);
    header->rate_denominator = pawli_read_u32(from);
    header->time_frac = pawli_read_u32(from);
    const uint32_t limit = pawli_read_u32(from);
    header->impact_limit = (uint16_t)limit;
    header->tick = pawli_read_u32(from);
    header->faults = pawli_read_u32(from);
    if (from->bad || header->body_count > header->slot_count || limit == 0 || limit > UINT16_MAX ||
        !pawli_vec_in_range(header->gravity, PAWL_ARCADE_SPEED_MAX) ||
        !pawli_arcade_bounds_are_valid(header->bounds) ||
        !pawli_arcade_edges_are_valid(header->edges) ||
        !pawli_arcade_rate_is_valid(header->rate_numerator, header->rate_denominator) ||
        header->time_frac >= header->rate_numerator || header->faults > 15) {
        return PAWL_ERR_FORMAT;
    }
    if (!PAWL_ARCADE_POLYGONS && header->polygon_count != 0) return PAWL_ERR_UNSUPPORTED;
    if (header->slot_count > header->body_capacity ||
        header->prototype_count > header->prototype_capacity ||
        header->polygon_count > header->polygon_capacity) {
        return PAWL_ERR_CAPACITY;
    }
    return PAWL_OK;
}

static pawl_status read_arcade_prototype(pawli_reader *from, const pawl_arcade *header,
                                         pawl_arcade_prototype *prototype) {
    *prototype = pawl_arcade_prototype_default();
    prototype->shape = pawli_read_u8(from);
    prototype->response = pawli_read_u8(from);
    prototype->polygon = pawli_read_u16(from);
    prototype->half = read_vec(from);
    prototype->inverse_mass = (pawl_fx)pawli_read_u32(from);
    prototype->elasticity = (pawl_fx)pawli_read_u32(from);
    prototype->friction = (pawl_fx)pawli_read_u32(from);
    prototype->stick = (pawl_fx)pawli_read_u32(from);
    prototype->air_drag = (pawl_fx)pawli_read_u32(from);
    prototype->gravity_scale = (pawl_fx)pawli_read_u32(from);
    prototype->spring = (pawl_fx)pawli_read_u32(from);
    prototype->category = pawli_read_u16(from);
    prototype->mask = pawli_read_u16(from);
    if (from->bad) return PAWL_ERR_FORMAT;
    const pawl_status status = pawli_arcade_prototype_check(header, prototype);
    return status == PAWL_OK || status == PAWL_ERR_UNSUPPORTED ? status : PAWL_ERR_FORMAT;
}

static bool read_arcade_polygon(pawli_reader *from, pawl_convex *polygon) {
    memset(polygon, 0, sizeof *polygon);
    const uint32_t count = pawli_read_u32(from);
    polygon->radius = (pawl_fx)pawli_read_u32(from);
    if (count > PAWL_POLYGON_MAX) return false;
    polygon->count = (uint8_t)count;
    for (uint32_t i = 0; i < count; i++) {
        polygon->vertices[i] = read_vec(from);
        polygon->normals[i].c = (int32_t)pawli_read_u32(from);
        polygon->normals[i].s = (int32_t)pawli_read_u32(from);
    }
    return !from->bad && pawli_arcade_prototype_check_polygon(polygon) == PAWL_OK;
}

/* A velocity within the limit, whose bits below Q16.16 add to it. */
static bool is_speed(pawl_fx velocity, uint16_t fine) {
    return velocity >= -PAWL_ARCADE_SPEED_MAX &&
           (velocity < PAWL_ARCADE_SPEED_MAX || (velocity == PAWL_ARCADE_SPEED_MAX && fine == 0));
}

static bool read_arcade_body(pawli_reader *from, const pawl_arcade *header, pawli_arcade_body *body,
                             uint16_t *slot) {
    *slot = pawli_read_u16(from);
    body->generation = pawli_read_u16(from);
    body->position = read_vec(from);
    body->velocity = read_vec(from);
    for (int i = 0; i < 2; i++)
        body->frac[i] = (int16_t)pawli_read_u16(from);
    for (int i = 0; i < 2; i++)
        body->fine[i] = pawli_read_u16(from);
    const uint32_t prototype = pawli_read_u32(from), user_data = pawli_read_u32(from);
    body->prototype = (uint16_t)prototype;
    body->user_data = (uint16_t)user_data;
    return !from->bad && *slot < header->slot_count && body->generation != 0 &&
           pawli_is_position(body->position) && is_speed(body->velocity.x, body->fine[0]) &&
           is_speed(body->velocity.y, body->fine[1]) && prototype < header->prototype_count &&
           user_data <= UINT16_MAX;
}

/* Each slot once: marked in the working memory of the step, which means nothing now. */
static bool mark_slot(const pawl_arcade *arcade, uint16_t slot) {
    pawli_arcade_path *const path = pawli_arcade_paths(arcade) + slot;
    if (path->held != 0) return false;
    path->held = 1;
    return true;
}

static bool check_slots(pawl_arcade *arcade, const pawl_arcade *header, pawli_reader *from) {
    memset(pawli_arcade_paths(arcade), 0, header->slot_count * sizeof(pawli_arcade_path));
    for (uint16_t i = 0; i < header->body_count; i++) {
        pawli_arcade_body body;
        uint16_t slot;
        if (!read_arcade_body(from, header, &body, &slot) || !mark_slot(arcade, slot)) return false;
    }
    for (uint16_t i = header->body_count; i < header->slot_count; i++) {
        const uint16_t slot = pawli_read_u16(from), generation = pawli_read_u16(from);
        if (from->bad || slot >= header->slot_count || generation == 0 ||
            !mark_slot(arcade, slot)) {
            return false;
        }
    }
    return true;
}

static pawl_status check_words(pawl_arcade *arcade, pawl_arcade *header, pawli_reader from) {
    pawl_status status = read_arcade_header(&from, header);
    for (uint16_t i = 0; status == PAWL_OK && i < header->prototype_count; i++) {
        pawl_arcade_prototype prototype;
        status = read_arcade_prototype(&from, header, &prototype);
    }
    if (status != PAWL_OK) return status;
    for (uint16_t i = 0; i < header->polygon_count; i++) {
        pawl_convex polygon;
        if (!read_arcade_polygon(&from, &polygon)) return PAWL_ERR_FORMAT;
    }
    if (!check_slots(arcade, header, &from) || pawli_bytes_left(&from) != 0) {
        return PAWL_ERR_FORMAT;
    }
    return PAWL_OK;
}

static void take_over(pawl_arcade *arcade, pawli_reader from) {
    pawli_arcade_body *const bodies = pawli_arcade_bodies(arcade);
    (void)read_arcade_header(&from, arcade);
    memset(pawli_arcade_prototypes(arcade), 0,
           arcade->prototype_capacity * sizeof(pawli_arcade_prototype));
    memset(bodies, 0, arcade->body_capacity * sizeof *bodies);
    memset(pawli_arcade_order(arcade), 0, arcade->body_capacity * sizeof(uint16_t));
    for (uint16_t i = 0; i < arcade->prototype_count; i++) {
        pawl_arcade_prototype prototype;
        (void)read_arcade_prototype(&from, arcade, &prototype);
        pawli_arcade_prototype_store(arcade, i, &prototype);
    }
    for (uint16_t i = 0; i < arcade->polygon_count; i++) {
        (void)read_arcade_polygon(&from, pawli_arcade_polygons(arcade) + i);
    }
    for (uint16_t rank = 0; rank < arcade->body_count; rank++) {
        pawli_arcade_body body;
        uint16_t slot;
        memset(&body, 0, sizeof body);
        (void)read_arcade_body(&from, arcade, &body, &slot);
        body.rank = rank;
        bodies[slot] = body;
        pawli_arcade_order(arcade)[rank] = slot;
    }
    arcade->free_first = arcade->free_last = PAWLI_ARCADE_NO_SLOT;
    for (uint16_t i = arcade->body_count; i < arcade->slot_count; i++) {
        const uint16_t slot = pawli_read_u16(&from);
        bodies[slot].generation = pawli_read_u16(&from);
        pawli_arcade_body_free_slot(arcade, slot);
    }
    arcade->contact_count = 0;
    arcade->contacts_dropped = 0;
}

pawl_status pawl_arcade_decode(pawl_arcade *arcade, const void *bytes, size_t size) {
    if (arcade == NULL || bytes == NULL) return PAWL_ERR_NULL;
    if (size < ARCADE_FRAME_SIZE || !pawli_is_size32(size)) return PAWL_ERR_FORMAT;
    pawli_reader frame = pawli_reader_of(bytes, (uint32_t)size);
    if (pawli_read_u32(&frame) != ARCADE_MAGIC) return PAWL_ERR_FORMAT;
    const uint16_t format = pawli_read_u16(&frame), simulation = pawli_read_u16(&frame);
    if (format != ARCADE_FORMAT_VERSION || simulation != PAWL_SIMULATION_VERSION)
        return PAWL_ERR_VERSION;
    const uint32_t length = (uint32_t)size - 4;
    if (pawli_crc_32(0, bytes, (size_t)length) !=
        pawli_fetch_u32((const uint8_t *)bytes + length)) {
        return PAWL_ERR_CORRUPT;
    }
    const pawli_reader words = pawli_reader_of((const uint8_t *)bytes + 8, length - 8);
    pawl_arcade header = *arcade;
    const pawl_status status = check_words(arcade, &header, words);
    if (status != PAWL_OK) return status;
    take_over(arcade, words);
    return PAWL_OK;
}
