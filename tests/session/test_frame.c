/* test_frame.c - frames on a byte stream: there and back, worked examples, lost bytes. */
#include <check.h>
#include <string.h>

#include "pawl/session.h"
#include "support/base/seeded.h"

/* Cheshire and Baker's rules, worked by hand: packet, then its frame. */
static const struct {
    uint32_t packet_size, frame_size;
    uint8_t packet[6], frame[8];
} rows[] = {
    {0, 2, {0}, {0x01, 0}},
    {1, 3, {0}, {0x01, 0x01, 0}},
    {2, 4, {0, 0}, {0x01, 0x01, 0x01, 0}},
    {1, 3, {7}, {0x02, 7, 0}},
    {4, 6, {0x11, 0x22, 0, 0x33}, {0x03, 0x11, 0x22, 0x02, 0x33, 0}},
    {4, 6, {0x11, 0, 0, 0}, {0x02, 0x11, 0x01, 0x01, 0x01, 0}},
};

START_TEST(a_frame_is_what_the_paper_says) {
    uint8_t frame[16];
    const int32_t size = pawl_frame_write(rows[_i].packet, rows[_i].packet_size, frame, 16);
    ck_assert_int_eq(size, rows[_i].frame_size);
    ck_assert_mem_eq(frame, rows[_i].frame, rows[_i].frame_size);
}
END_TEST

static int32_t read_all(pawl_frame_reader *reader, const uint8_t *bytes, int32_t size) {
    int32_t last = 0, frames = 0;
    for (int32_t i = 0; i < size; i++) {
        const int32_t length = pawl_frame_read(reader, bytes[i]);
        if (length > 0) last = length, frames++;
    }
    ck_assert_int_le(frames, 1);
    return last;
}

START_TEST(every_packet_comes_back) {
    uint64_t seed = first_seed(_i);
    pawl_frame_reader reader;
    memset(&reader, 0, sizeof reader);
    for (int n = 0; n < SEEDED_ROUNDS(2000); n++) {
        uint8_t packet[PAWL_SESSION_PACKET_MAX], frame[PAWL_FRAME_MAX(PAWL_SESSION_PACKET_MAX)];
        uint32_t size = 1 + (uint32_t)(seeded_next(&seed) % PAWL_SESSION_PACKET_MAX);
        if (n % 5 == 0) size = 253u + (uint32_t)n / 5u % 4u; /* about the longest block */
        const unsigned zeros = (unsigned)(seeded_next(&seed) % 4) * 33u;
        for (uint32_t i = 0; i < size; i++) {
            const uint64_t draw = seeded_next(&seed);
            packet[i] = draw % 100 < zeros ? 0 : (uint8_t)(draw >> 40 | 1);
        }
        const int32_t length = pawl_frame_write(packet, size, frame, PAWL_FRAME_MAX(size));
        ck_assert_int_gt(length, 0);
        ck_assert_uint_le((uint32_t)length, PAWL_FRAME_MAX(size));
        ck_assert_ptr_eq(memchr(frame, 0, (size_t)length), frame + length - 1);
        ck_assert_int_eq(read_all(&reader, frame, length), size);
        ck_assert_mem_eq(reader.packet, packet, size);
    }
}
END_TEST

START_TEST(a_reader_finds_its_place_again) {
    const uint8_t packet[] = {1, 2, 0, 3, 4, 5};
    uint8_t frame[16];
    pawl_frame_reader reader;
    const int32_t length = pawl_frame_write(packet, sizeof packet, frame, sizeof frame);
    for (int32_t cut = 1; cut < length; cut++) { /* the beginning of a frame is lost */
        memset(&reader, 0, sizeof reader);
        (void)read_all(&reader, frame + cut, length - cut);
        ck_assert_int_eq(read_all(&reader, frame, length), sizeof packet);
        ck_assert_mem_eq(reader.packet, packet, sizeof packet);
    }
    /* A block that ends too early is no packet. */
    memset(&reader, 0, sizeof reader);
    const uint8_t early[] = {5, 1, 2, 0};
    ck_assert_int_eq(read_all(&reader, early, sizeof early), 0);
    /* Nor is one that is longer than any. */
    for (int i = 0; i < 3 * PAWL_SESSION_PACKET_MAX; i++)
        ck_assert_int_eq(pawl_frame_read(&reader, 0x7F), 0);
    ck_assert_int_eq(pawl_frame_read(&reader, 0), 0);
    ck_assert_int_eq(read_all(&reader, frame, length), sizeof packet);
}
END_TEST

START_TEST(misuse_is_answered) {
    uint8_t frame[8], packet[4] = {0};
    ck_assert_int_eq(pawl_frame_write(NULL, 1, frame, 8), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_frame_write(packet, 4, NULL, 8), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_frame_write(packet, PAWL_SESSION_PACKET_MAX + 1, frame, 8),
                     PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_frame_write(packet, 4, frame, 5), PAWL_ERR_MEMORY);
    ck_assert_int_eq(pawl_frame_write(packet, 4, frame, 6), 6);
    ck_assert_int_eq(pawl_frame_read(NULL, 1), 0);
}
END_TEST

Suite *suite_frame(void) {
    Suite *const suite = suite_create("frame");
    TCase *const frames = tcase_create("frames");
    tcase_add_loop_test(frames, a_frame_is_what_the_paper_says, 0,
                        (int)(sizeof rows / sizeof rows[0]));
    tcase_add_loop_test(frames, every_packet_comes_back, 0, 4);
    tcase_add_test(frames, a_reader_finds_its_place_again);
    tcase_add_test(frames, misuse_is_answered);
    suite_add_tcase(suite, frames);
    return suite;
}
