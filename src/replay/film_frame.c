/* film_frame.c - the numbers of a frame: what differs from what the last one lets expect.
 *
 *   frame:  count | count times (a body) | count | (strokes)
 *   body:   head u8 | slots skipped - 15, where the head says 15 | role u8 | x | y | angle
 *   stroke: head u8 | role u8 | radius | x | y | x | y
 *
 * Low bits of a head say which of the numbers follow; all others are 0. A number is a difference
 * from the expected value, seven bits to a byte. docs/films.md has every bit. */
#include "replay/film.h"

#define HAS_X 1u
#define HAS_Y 2u
#define HAS_ANGLE 4u
#define HAS_ROLE 8u
#define SKIP_SHIFT 4
#define SKIP_MORE 15u
#define ROLE_GONE 0xFFu
#define STROKE_ENDS 15u /* a bit for each of the four numbers */
#define STROKE_HAS_ROLE 16u
#define STROKE_RUN 128u /* so many and one more are as they were */

void pawli_film_frame_write_number(pawli_writer *to, uint32_t value) {
    while (value > 0x7F) {
        pawli_write_u8(to, (uint8_t)(value | 0x80));
        value >>= 7;
    }
    pawli_write_u8(to, (uint8_t)value);
}

uint32_t pawli_film_frame_read_number(pawli_reader *from) {
    uint32_t value = 0;
    for (uint32_t shift = 0; shift < 35; shift += 7) {
        const uint32_t byte = pawli_read_u8(from);
        if (shift == 28 && byte > 15) break;
        value |= (byte & 0x7F) << shift;
        if (byte <= 0x7F) return value;
    }
    from->bad = true;
    return 0;
}

void pawli_film_frame_write_signed(pawli_writer *to, uint32_t value) {
    pawli_film_frame_write_number(to, value << 1 ^ (0u - (value >> 31)));
}

uint32_t pawli_film_frame_read_signed(pawli_reader *from) {
    const uint32_t value = pawli_film_frame_read_number(from);
    return value >> 1 ^ (0u - (value & 1u));
}

void pawli_film_frame_clear(pawli_film_picture *picture) {
    if (picture->track_count > 0) {
        memset(picture->tracks, 0, (size_t)picture->track_count * sizeof *picture->tracks);
    }
    if (picture->stroke_capacity > 0) {
        memset(picture->strokes, 0, (size_t)picture->stroke_capacity * sizeof *picture->strokes);
    }
    picture->stroke_count = 0;
}

/* ---- bodies ---- */

/* Where it would be next: what is not here, at the origin and at rest. */
static pawli_film_pose expected_pose(const pawli_film_track *last) {
    pawli_film_pose pose = last->pose;
    pose.x = (int32_t)((uint32_t)pose.x + last->dx);
    pose.y = (int32_t)((uint32_t)pose.y + last->dy);
    pose.angle = (uint16_t)(pose.angle + last->turn);
    return pose;
}

static void follow_pose(pawli_film_track *track, const pawli_film_pose *pose) {
    pawli_film_track now = {.pose = *pose};
    if (track->pose.is_here) {
        now.dx = (uint32_t)pose->x - (uint32_t)track->pose.x;
        now.dy = (uint32_t)pose->y - (uint32_t)track->pose.y;
        now.turn = (uint16_t)(pose->angle - track->pose.angle);
    }
    *track = now;
}

static bool is_pose_told(const pawli_film_track *last, const pawli_film_pose *pose) {
    if (!pose->is_here || !last->pose.is_here) return pose->is_here != last->pose.is_here;
    return last->dx != 0 || last->dy != 0 || last->turn != 0 || last->pose.x != pose->x ||
           last->pose.y != pose->y || last->pose.angle != pose->angle ||
           last->pose.role != pose->role;
}

static void write_pose(pawli_writer *to, uint32_t skipped, const pawli_film_track *last,
                       const pawli_film_pose *pose) {
    const pawli_film_pose expected = expected_pose(last);
    const uint32_t dx = (uint32_t)pose->x - (uint32_t)expected.x;
    const uint32_t dy = (uint32_t)pose->y - (uint32_t)expected.y;
    const uint16_t turn = (uint16_t)(pose->angle - expected.angle);
    const bool has_role = !pose->is_here || !last->pose.is_here || pose->role != last->pose.role;
    uint32_t head = has_role ? HAS_ROLE : 0u;
    if (pose->is_here) {
        head |= (dx != 0 ? HAS_X : 0u) | (dy != 0 ? HAS_Y : 0u) | (turn != 0 ? HAS_ANGLE : 0u);
    }
    head |= (skipped < SKIP_MORE ? skipped : SKIP_MORE) << SKIP_SHIFT;
    pawli_write_u8(to, (uint8_t)head);
    if (skipped >= SKIP_MORE) pawli_film_frame_write_number(to, skipped - SKIP_MORE);
    if (has_role) pawli_write_u8(to, pose->is_here ? pose->role : (uint8_t)ROLE_GONE);
    if (head & HAS_X) pawli_film_frame_write_signed(to, dx);
    if (head & HAS_Y) pawli_film_frame_write_signed(to, dy);
    /* With its sign, as all differences. */
    if (head & HAS_ANGLE) {
        pawli_film_frame_write_signed(to, turn < 0x8000u ? turn : turn - UINT32_C(0x10000));
    }
}

static void write_poses(pawli_writer *to, pawli_film_picture *last, const pawli_film_pose *poses) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < last->track_count; i++)
        count += is_pose_told(&last->tracks[i], &poses[i]) ? 1u : 0u;
    pawli_film_frame_write_number(to, count);
    uint32_t next = 0;
    for (uint32_t i = 0; i < last->track_count; i++) {
        if (!is_pose_told(&last->tracks[i], &poses[i])) continue;
        write_pose(to, i - next, &last->tracks[i], &poses[i]);
        next = i + 1u;
        follow_pose(&last->tracks[i], &poses[i]);
    }
}

static bool is_in_limit(int32_t value, int32_t limit) {
    return value >= -limit && value <= limit;
}

/* One that is gone has nothing but its role. */
static bool read_pose(pawli_reader *from, uint32_t head, pawli_film_track *track, int32_t limit) {
    pawli_film_pose pose = expected_pose(track);
    if (head & HAS_ROLE) {
        const uint8_t role = pawli_read_u8(from);
        if (role == ROLE_GONE) {
            const bool is_good = pose.is_here && !(head & (HAS_X | HAS_Y | HAS_ANGLE));
            memset(track, 0, sizeof *track);
            return is_good;
        }
        if (role > PAWL_DRAW_ASLEEP) return false;
        pose.role = role;
        pose.is_here = true;
    }
    if (head & HAS_X) pose.x = (int32_t)((uint32_t)pose.x + pawli_film_frame_read_signed(from));
    if (head & HAS_Y) pose.y = (int32_t)((uint32_t)pose.y + pawli_film_frame_read_signed(from));
    if (head & HAS_ANGLE) {
        pose.angle = (uint16_t)(pose.angle + pawli_film_frame_read_signed(from));
    }
    follow_pose(track, &pose);
    return pose.is_here && is_in_limit(pose.x, limit) && is_in_limit(pose.y, limit);
}

static bool read_poses(pawli_reader *from, pawli_film_picture *picture, int32_t limit) {
    const uint32_t count = pawli_film_frame_read_number(from);
    uint32_t slot = 0;
    for (uint32_t i = 0; i < count && !from->bad; i++) {
        const uint32_t head = pawli_read_u8(from);
        uint32_t skipped = head >> SKIP_SHIFT;
        if (skipped == SKIP_MORE) {
            const uint32_t more = pawli_film_frame_read_number(from);
            if (more > PAWLI_FILM_SLOTS_MAX) return false;
            skipped += more;
        }
        slot += skipped;
        if (slot >= picture->track_count) return false;
        if (!read_pose(from, head, &picture->tracks[slot], limit)) return false;
        slot++;
    }
    return !from->bad;
}

/* ---- strokes ---- */

static bool is_same_stroke(const pawli_film_stroke *a, const pawli_film_stroke *b) {
    return a->ends[0] == b->ends[0] && a->ends[1] == b->ends[1] && a->ends[2] == b->ends[2] &&
           a->ends[3] == b->ends[3] && a->radius == b->radius && a->role == b->role;
}

static void write_stroke(pawli_writer *to, const pawli_film_stroke *last,
                         const pawli_film_stroke *stroke) {
    const bool has_role = stroke->role != last->role || stroke->radius != last->radius;
    uint32_t head = has_role ? STROKE_HAS_ROLE : 0u;
    for (int i = 0; i < 4; i++)
        head |= stroke->ends[i] != last->ends[i] ? 1u << i : 0u;
    pawli_write_u8(to, (uint8_t)head);
    if (has_role) {
        pawli_write_u8(to, (uint8_t)stroke->role);
        pawli_film_frame_write_number(to, stroke->radius);
    }
    for (int i = 0; i < 4; i++) {
        if (!(head >> i & 1u)) continue;
        pawli_film_frame_write_signed(to, (uint32_t)stroke->ends[i] - (uint32_t)last->ends[i]);
    }
}

static void keep_strokes(pawli_film_picture *picture, uint32_t count) {
    for (uint32_t i = count; i < picture->stroke_count; i++)
        memset(&picture->strokes[i], 0, sizeof picture->strokes[i]);
    picture->stroke_count = count;
}

static void write_strokes(pawli_writer *to, pawli_film_picture *last,
                          const pawli_film_stroke *strokes, uint32_t count) {
    pawli_film_frame_write_number(to, count);
    for (uint32_t i = 0; i < count;) {
        uint32_t run = 0;
        while (i + run < count && run < STROKE_RUN &&
               is_same_stroke(&last->strokes[i + run], &strokes[i + run]))
            run++;
        if (run > 0) {
            pawli_write_u8(to, (uint8_t)(STROKE_RUN | (run - 1u)));
            i += run;
            continue;
        }
        write_stroke(to, &last->strokes[i], &strokes[i]);
        last->strokes[i] = strokes[i];
        i++;
    }
    keep_strokes(last, count);
}

static bool read_stroke(pawli_reader *from, uint32_t head, pawli_film_stroke *stroke,
                        int32_t limit) {
    if (head & STROKE_HAS_ROLE) {
        stroke->role = pawli_read_u8(from);
        stroke->radius = pawli_film_frame_read_number(from);
        if (stroke->role >= PAWL_DRAW_ROLE_COUNT || stroke->radius > INT32_MAX) return false;
    }
    for (int i = 0; i < 4; i++) {
        if (!(head >> i & 1u)) continue;
        const uint32_t value = (uint32_t)stroke->ends[i] + pawli_film_frame_read_signed(from);
        stroke->ends[i] = (int32_t)value;
        if (!is_in_limit(stroke->ends[i], limit)) return false;
    }
    return (head & ~(STROKE_ENDS | STROKE_HAS_ROLE)) == 0;
}

static bool read_strokes(pawli_reader *from, pawli_film_picture *picture, int32_t limit) {
    const uint32_t count = pawli_film_frame_read_number(from);
    if (count > picture->stroke_capacity) return false;
    for (uint32_t i = 0; i < count && !from->bad;) {
        const uint32_t head = pawli_read_u8(from);
        if (head & STROKE_RUN) {
            i += (head & ~STROKE_RUN) + 1u;
            if (i > count) return false;
            continue;
        }
        if (!read_stroke(from, head, &picture->strokes[i], limit)) return false;
        i++;
    }
    keep_strokes(picture, count);
    return !from->bad;
}

/* ---- frames ---- */

void pawli_film_frame_write(pawli_writer *to, pawli_film_picture *last,
                            const pawli_film_pose *poses, const pawli_film_stroke *strokes,
                            uint32_t stroke_count) {
    write_poses(to, last, poses);
    write_strokes(to, last, strokes, stroke_count);
}

bool pawli_film_frame_read(pawli_reader *from, pawli_film_picture *picture, int32_t limit) {
    return read_poses(from, picture, limit) && read_strokes(from, picture, limit) &&
           pawli_bytes_left(from) == 0;
}
