/* board_log.c - lines of boards, as port/common/log.c writes them and cli/runs/board_log.c finds
 * them again: in any portions, between other text, with lines that are damaged, lost or sent twice.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/runs/board_log.h"
#include "common/log.h"
#include "support/base/seeded.h"

#define TEXT_MAX (1u << 18)
#define BYTES_MAX 20000u

static char text[TEXT_MAX];
static size_t length;
static uint8_t bytes[BYTES_MAX];
static uint64_t seed;
static cli_board_log found;

/* The port of these tests: a line that remembers. */
void pawl_port_putc(char c) {
    ck_assert_uint_lt(length, TEXT_MAX);
    text[length++] = c;
}

static void setup(void) {
    length = 0;
    memset(&found, 0, sizeof found);
}

static void teardown(void) {
    cli_board_log_free(&found);
}

static uint32_t drawn(uint32_t limit) {
    return (uint32_t)(seeded_next(&seed) >> 33) % limit;
}

static void say(const char *what) {
    while (*what != 0)
        pawl_port_putc(*what++);
}

static size_t draw_bytes(size_t most) {
    const size_t size = drawn((uint32_t)most + 1);
    for (size_t i = 0; i < size; i++)
        bytes[i] = (uint8_t)drawn(256);
    return size;
}

/* In pieces of any size, as a writer of replays does it. */
static void tell_file(const char *type, size_t size) {
    pawl_log log;
    pawl_log_begin(&log, type);
    const pawl_sink sink = pawl_log_sink(&log);
    for (size_t at = 0; at < size;) {
        const size_t piece = 1 + drawn(200), left = size - at, taken = piece < left ? piece : left;
        ck_assert_int_eq(sink.write(sink.context, bytes + at, taken), true);
        at += taken;
    }
    pawl_log_end(&log);
}

static void feed_all(void) {
    for (size_t at = 0; at < length;) {
        const size_t piece = 1 + drawn(300), left = length - at,
                     taken = piece < left ? piece : left;
        cli_board_log_add(&found, text + at, taken);
        at += taken;
    }
    cli_board_log_add(&found, NULL, 0);
}

static void assert_whole(uint32_t index, const char *type, size_t size) {
    ck_assert_uint_lt(index, found.part_count);
    const cli_board_log_part *const part = &found.parts[index];
    ck_assert_str_eq(part->type, type);
    ck_assert_int_eq(part->is_whole, true);
    ck_assert_uint_eq(part->lost_line, 0);
    ck_assert_uint_eq(part->size, size);
    if (size > 0) ck_assert_mem_eq(part->bytes, bytes, size);
}

/* Where line `number`, from 0 on, begins; its length goes with its end. */
static size_t line_at(uint32_t number, size_t *size) {
    size_t at = 0;
    for (; number > 0; number--)
        at += strcspn(text + at, "\n") + 1;
    *size = strcspn(text + at, "\n") + 1;
    return at;
}

static uint32_t lines_of_text(void) {
    uint32_t count = 0;
    for (size_t i = 0; i < length; i++)
        count += text[i] == '\n';
    return count;
}

/* ---- what is right ---- */

START_TEST(the_lines_are_those_of_the_page) {
    memcpy(bytes, "PAWL-REPLAY", 11);
    tell_file("replay", 11);
    pawl_log_hash(60, 0x1A2B3C4D);
    text[length] = 0;
    ck_assert_str_eq(text, "@pawl begin replay 82e5a662\n"
                           "@pawl 0 UEFXTC1SRVBMQVk= b314d060\n"
                           "@pawl end 11 af374a24\n"
                           "@pawl hash 60 1a2b3c4d 945a60d5\n");
}
END_TEST

START_TEST(files_of_any_size_come_back) {
    for (int round = 0; round < SEEDED_ROUNDS(200); round++) {
        setup();
        const size_t size = draw_bytes(round < 100 ? 200 : BYTES_MAX);
        const bool is_dirty = drawn(2) == 0;
        if (is_dirty) say("boot 1.2\r\nrates: [ok] @paw @pawlx 1\n[00:01.5] ");
        tell_file("replay", size);
        feed_all();
        assert_whole(0, "replay", size);
        ck_assert_uint_eq(found.part_count, 1);
        ck_assert_uint_eq(found.damaged,
                          is_dirty ? 1 : 0); /* "@pawlx": a mark with a letter too many */
        teardown();
    }
}
END_TEST

START_TEST(hashes_are_those_of_the_last_run) {
    for (uint32_t i = 1; i <= 100; i++)
        pawl_log_hash(i, i * 77);
    for (uint64_t i = 0; i < 50; i++)
        pawl_log_hash(UINT64_C(0x7000000000) + 3 * i, (uint32_t)i);
    feed_all();
    ck_assert_uint_eq(found.runs, 1);
    ck_assert_uint_eq(found.hash_count, 150);
    ck_assert_uint_eq(found.hashes[99].hash, 7700);
    ck_assert_uint_eq(found.hashes[149].tick, UINT64_C(0x7000000000) + 147);
    ck_assert_uint_eq(found.hashes[149].line, 150);
    length = 0;
    pawl_log_hash(0, 5);
    pawl_log_hash(0, 6);
    feed_all();
    ck_assert_uint_eq(found.runs, 3);
    ck_assert_uint_eq(found.hash_count, 1);
    ck_assert_uint_eq(found.hashes[0].hash, 6);
}
END_TEST

START_TEST(several_files_are_found_in_their_order) {
    const size_t size = draw_bytes(500);
    tell_file("snapshot", size);
    tell_file("replay", size);
    pawl_log log;
    pawl_log_begin(&log, "replay");
    pawl_log_write(&log, bytes, 0);
    feed_all();
    ck_assert_uint_eq(found.part_count, 3);
    assert_whole(0, "snapshot", size);
    assert_whole(1, "replay", size);
    ck_assert_int_eq(found.parts[2].is_whole, false);
    ck_assert_ptr_eq(cli_board_log_find(&found, NULL), &found.parts[1]);
    ck_assert_ptr_eq(cli_board_log_find(&found, "snapshot"), &found.parts[0]);
    ck_assert_ptr_null(cli_board_log_find(&found, "film"));
}
END_TEST

/* ---- what is not ---- */

/* One character of one line is another: the line is told, and what came before it is kept. */
START_TEST(no_damaged_line_is_taken) {
    for (int round = 0; round < SEEDED_ROUNDS(400); round++) {
        setup();
        bytes[0] = 1;
        const size_t size = 1 + draw_bytes(600);
        tell_file("replay", size);
        const uint32_t number = drawn(lines_of_text());
        size_t of_line;
        const size_t at = line_at(number, &of_line) + drawn((uint32_t)of_line - 1);
        const char old = text[at];
        do {
            text[at] = (char)(1 + drawn(255));
        } while (text[at] == old || text[at] == '\n');
        feed_all();
        const bool is_marked = cli_board_log_is_log(text + line_at(number, &of_line), of_line);
        ck_assert_uint_eq(found.own, lines_of_text() - 1);
        if (is_marked) ck_assert_uint_eq(found.first_damaged_line, number + 1);
        if (found.part_count > 0) {
            const cli_board_log_part *const part = &found.parts[0];
            ck_assert_int_eq(part->is_whole, false);
            ck_assert_uint_le(part->size, size);
            ck_assert_mem_eq(part->bytes, bytes, part->size);
            const bool is_last = number == lines_of_text() - 1;
            ck_assert_int_eq(part->lost_line == 0, is_last);
        }
        teardown();
    }
}
END_TEST

START_TEST(a_lost_line_ends_what_is_kept_and_is_told) {
    for (int round = 0; round < SEEDED_ROUNDS(100); round++) {
        setup();
        const size_t size = 200 + draw_bytes(600);
        tell_file("replay", size);
        const uint32_t number = 1 + drawn(lines_of_text() - 2);
        size_t of_line;
        const size_t at = line_at(number, &of_line);
        memmove(text + at, text + at + of_line, length - at - of_line);
        length -= of_line;
        feed_all();
        ck_assert_uint_eq(found.part_count, 1);
        ck_assert_uint_eq(found.damaged, 0);
        ck_assert_uint_eq(found.parts[0].lost_line, number + 1);
        ck_assert_uint_eq(found.parts[0].size, (size_t)(number - 1) * PAWL_LOG_ROW);
        ck_assert_int_eq(found.parts[0].is_whole, false);
        teardown();
    }
}
END_TEST

START_TEST(lines_that_come_twice_count_once) {
    const size_t size = 200 + draw_bytes(600);
    tell_file("replay", size);
    size_t of_line;
    const size_t at = line_at(2, &of_line);
    memmove(text + at + of_line, text + at, length - at);
    length += of_line;
    feed_all();
    assert_whole(0, "replay", size);
}
END_TEST

/* The end of a line is lost: the next one stands behind its rest, and is found there. */
START_TEST(a_line_behind_the_rest_of_another_is_found) {
    pawl_log_hash(1, 11);
    length -= 3;
    pawl_log_hash(2, 22);
    feed_all();
    ck_assert_uint_eq(found.hash_count, 1);
    ck_assert_uint_eq(found.hashes[0].hash, 22);
}
END_TEST

START_TEST(a_log_that_begins_late_has_no_file) {
    const size_t size = 100 + draw_bytes(600);
    tell_file("replay", size);
    size_t of_line;
    const size_t at = line_at(1, &of_line);
    memmove(text, text + at, length - at);
    length -= at;
    feed_all();
    ck_assert_uint_eq(found.part_count, 0);
    ck_assert_ptr_null(cli_board_log_find(&found, NULL));
}
END_TEST

/* Lines whose checksum is right and which say what no board says. */
START_TEST(what_no_board_says_is_damaged) {
    static const char *const lines[] = {"@pawl  6fd85730",
                                        "@pawl begin 628361ce",
                                        "@pawl begin  95d2a393",
                                        "@pawl begin A1 e04c2acb",
                                        "@pawl begin averylongkind aed06871",
                                        "@pawl 12 a06a327d",
                                        "@pawl 12 ab c6cf767c",
                                        "@pawl 12 ab=c 1a751e4c",
                                        "@pawl 12 abcd= 47edb5e8",
                                        "@pawl x 00== a44954ca",
                                        "@pawl end 72a46dd6",
                                        "@pawl end x 7930cc11",
                                        "@pawl end 99999999999999999999 0279e7b0",
                                        "@pawl hash 1 ae326b36",
                                        "@pawl hash 1 123 cce56dfc",
                                        "@pawl hash 1 1234567G cb78358f",
                                        "@pawl hash x 12345678 ceda77dc",
                                        "@pawl",
                                        "@pawl end 5"};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        setup();
        say(lines[i]);
        feed_all();
        ck_assert_uint_eq(found.damaged, 1);
        ck_assert_uint_eq(found.own, 0);
        ck_assert_uint_eq(found.part_count, 0);
        teardown();
    }
}
END_TEST

START_TEST(noise_does_no_harm) {
    for (int round = 0; round < SEEDED_ROUNDS(300); round++) {
        setup();
        const size_t size = draw_bytes(3000);
        tell_file("replay", size);
        pawl_log_hash(drawn(1000), 1);
        for (uint32_t i = drawn(400); i > 0; i--)
            text[drawn((uint32_t)length)] = (char)drawn(256);
        feed_all();
        for (uint32_t i = 0; i < found.part_count; i++) {
            ck_assert_uint_le(found.parts[i].size, size);
            if (found.parts[i].size > 0)
                ck_assert_mem_eq(found.parts[i].bytes, bytes, found.parts[i].size);
        }
        teardown();
    }
}
END_TEST

int main(void) {
    Suite *const suite = suite_create("board_log");
    TCase *const tests = tcase_create("board_log");
    seed = seeded_fresh("board_log");
    tcase_set_timeout(tests, 120);
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, the_lines_are_those_of_the_page);
    tcase_add_test(tests, files_of_any_size_come_back);
    tcase_add_test(tests, hashes_are_those_of_the_last_run);
    tcase_add_test(tests, several_files_are_found_in_their_order);
    tcase_add_test(tests, no_damaged_line_is_taken);
    tcase_add_test(tests, a_lost_line_ends_what_is_kept_and_is_told);
    tcase_add_test(tests, lines_that_come_twice_count_once);
    tcase_add_test(tests, a_line_behind_the_rest_of_another_is_found);
    tcase_add_test(tests, a_log_that_begins_late_has_no_file);
    tcase_add_test(tests, what_no_board_says_is_damaged);
    tcase_add_test(tests, noise_does_no_harm);
    suite_add_tcase(suite, tests);
    SRunner *const runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
