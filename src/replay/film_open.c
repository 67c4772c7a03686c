/* film_open.c - the bytes of a film: whether they can be one, and how much of it there is. */
#include "replay/film.h"

#include "base/align.h"

const uint8_t pawli_film_open_magic[PAWLI_REPLAY_MAGIC_SIZE] = {'P',  'W',  'L',  'F',
                                                                0x0D, 0x0A, 0x1A, 0x0A};

static pawl_status read_film_head(const pawli_chunk_view *chunk, pawl_film *film) {
    if (chunk->id != PAWLI_ID_HEAD || chunk->size < PAWLI_FILM_HEAD_CONTENT) return PAWL_ERR_FORMAT;
    pawli_reader from = pawli_reader_of(chunk->content, chunk->size);
    if (pawli_read_u16(&from) != PAWL_FILM_FORMAT) return PAWL_ERR_VERSION;
    (void)pawli_read_u16(&from); /* minor: what it adds may be left out */
    film->rate_numerator = pawli_read_u32(&from);
    film->rate_denominator = pawli_read_u32(&from);
    film->app_id = pawli_read_u32(&from);
    film->bodies = pawli_read_u32(&from);
    film->strokes = pawli_read_u32(&from);
    film->precision = pawli_read_u8(&from);
    const bool is_good = film->rate_numerator > 0 && film->rate_denominator > 0 &&
                         film->bodies > 0 && film->bodies <= PAWLI_FILM_SLOTS_MAX &&
                         film->strokes <= PAWLI_FILM_SLOTS_MAX &&
                         film->precision <= PAWLI_FILM_PRECISION_MAX;
    return is_good ? PAWL_OK : PAWL_ERR_FORMAT;
}

static pawl_status check_look(const pawli_chunk_view *chunk, const pawl_film *film) {
    pawli_reader from = pawli_reader_of(chunk->content, chunk->size);
    const pawli_film_look look = pawli_film_look_read_head(&from);
    pawli_film_piece piece;
    if (from.bad || look.slot >= film->bodies) return PAWL_ERR_FORMAT;
    for (uint32_t i = 0; i < look.count; i++) {
        if (!pawli_film_look_read(&from, &piece)) return PAWL_ERR_FORMAT;
    }
    return pawli_bytes_left(&from) == 0 ? PAWL_OK : PAWL_ERR_FORMAT;
}

/* Later than the last one; the first is a keyframe. */
static pawl_status check_frame(const pawli_chunk_view *chunk, pawl_film *film) {
    pawli_reader from = pawli_reader_of(chunk->content, chunk->size);
    const uint64_t tick = pawli_read_u64(&from);
    if (from.bad) return PAWL_ERR_FORMAT;
    const bool is_good =
        film->frames == 0 ? chunk->id == PAWLI_ID_FILM_KEYFRAME : tick > film->last_tick;
    if (!is_good) return PAWL_ERR_FORMAT;
    if (film->frames++ == 0) film->first_tick = tick;
    film->last_tick = tick;
    return PAWL_OK;
}

static pawl_status check_film_chunk(const pawli_chunk_view *chunk, pawl_film *film) {
    switch (chunk->id) {
    case PAWLI_ID_FILM_LOOK:
        return check_look(chunk, film);
    case PAWLI_ID_FILM_KEYFRAME:
    case PAWLI_ID_FILM_FRAME:
        return check_frame(chunk, film);
    default:
        return (chunk->flags & PAWLI_CHUNK_REQUIRED) != 0 ? PAWL_ERR_VERSION : PAWL_OK;
    }
}

/* All chunks behind the first; *at stays at the one that is wrong. */
static pawl_status check_film_chunks(pawl_film *film, uint32_t *at) {
    film->is_cut_off = true;
    while (*at < film->size) {
        pawli_chunk_view chunk;
        const pawl_status status = pawli_chunk_read_view(film->bytes, film->size, *at, &chunk);
        if (status == PAWL_ERR_RANGE) break;
        if (status != PAWL_OK) return status;
        if (!pawli_chunk_read_is_intact(&chunk)) return PAWL_ERR_CORRUPT;
        if (chunk.id == PAWLI_ID_END) {
            film->is_cut_off = false;
            if (chunk.size + PAWLI_CHUNK_FRAME != film->size - *at) return PAWL_ERR_FORMAT;
            break;
        }
        const pawl_status checked = check_film_chunk(&chunk, film);
        if (checked != PAWL_OK) return checked;
        *at += chunk.size + PAWLI_CHUNK_FRAME;
    }
    film->whole = *at;
    return PAWL_OK;
}

static pawl_status open_film(pawl_film *film, uint32_t *at) {
    if (film->size < PAWLI_REPLAY_MAGIC_SIZE ||
        !pawli_bytes_are_equal(film->bytes, pawli_film_open_magic, PAWLI_REPLAY_MAGIC_SIZE)) {
        return PAWL_ERR_FORMAT;
    }
    *at = PAWLI_REPLAY_MAGIC_SIZE;
    pawli_chunk_view head;
    const pawl_status status = pawli_chunk_read_view(film->bytes, film->size, *at, &head);
    if (status != PAWL_OK) return PAWL_ERR_CORRUPT;
    if (!pawli_chunk_read_is_intact(&head)) return PAWL_ERR_CORRUPT;
    const pawl_status read = read_film_head(&head, film);
    if (read != PAWL_OK) return read;
    *at += head.size + PAWLI_CHUNK_FRAME;
    return check_film_chunks(film, at);
}

pawl_status pawl_film_open(const void *bytes, size_t size, pawl_film *out, uint32_t *offset) {
    if (bytes == NULL || out == NULL) return PAWL_ERR_NULL;
    uint32_t at = 0;
    pawl_film film;
    memset(&film, 0, sizeof film);
    film.bytes = (const uint8_t *)bytes;
    film.size = (uint32_t)size;
    const pawl_status status = !pawli_is_size32(size) ? PAWL_ERR_FORMAT : open_film(&film, &at);
    if (offset != NULL) *offset = at;
    if (status == PAWL_OK) *out = film;
    return status;
}
