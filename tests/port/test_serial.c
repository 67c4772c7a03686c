/* test_serial.c - lines of POSIX systems: pseudo terminals, sockets and numbers of files, and what
 * is none of them. */
#define _XOPEN_SOURCE 600 /* pseudo terminals */
#include <check.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <termios.h>
#include <unistd.h>

#include "pawl_serial.h"

static pawl_serial line;

/* All values of a byte: a terminal must take none of them for a command. */
static void carries_all_bytes(int other) {
    uint8_t bytes[256], back[256];
    int32_t taken = 0, given = 0;
    for (int i = 0; i < 256; i++)
        bytes[i] = (uint8_t)i;
    while (taken < 256) {
        const int32_t more = pawl_serial_send(&line, bytes + taken, (size_t)(256 - taken));
        ck_assert_int_ge(more, 0);
        taken += more;
    }
    while (given < 256) {
        const ssize_t more = read(other, back + given, (size_t)(256 - given));
        ck_assert_int_gt(more, 0);
        given += (int32_t)more;
    }
    ck_assert_mem_eq(bytes, back, 256);
    ck_assert_int_eq(write(other, bytes, 256), 256);
    memset(back, 0, sizeof back);
    for (given = 0; given < 256;) {
        pawl_serial_wait(&line, 1000);
        const int32_t more = pawl_serial_receive(&line, back + given, given % 2 ? 100 : 7);
        ck_assert_int_gt(more, 0);
        given += more;
    }
    ck_assert_mem_eq(bytes, back, 256);
    ck_assert_int_eq(pawl_serial_receive(&line, back, 1), 0);
}

static int open_terminal(char *name, size_t size) {
    const int master = posix_openpt(O_RDWR | O_NOCTTY);
    ck_assert_int_ge(master, 0);
    ck_assert_int_eq(grantpt(master), 0);
    ck_assert_int_eq(unlockpt(master), 0);
    ck_assert_uint_lt(strlen(ptsname(master)), size);
    strcpy(name, ptsname(master));
    return master;
}

START_TEST(a_terminal_is_set_to_raw_bytes) {
    char name[64];
    struct termios state;
    const int master = open_terminal(name, sizeof name - 8);
    if (_i == 1) strcat(name, ":57600");
    ck_assert_int_eq(pawl_serial_open(&line, name), PAWL_SERIAL_OK);
    ck_assert_int_eq(tcgetattr(line.handle, &state), 0);
    ck_assert_int_eq(cfgetospeed(&state), _i == 1 ? B57600 : B115200);
    carries_all_bytes(master);
    close(master);
    uint8_t byte = 1;
    ck_assert_int_eq(pawl_serial_receive(&line, &byte, 1), -1);
    ck_assert_int_eq(pawl_serial_send(&line, &byte, 1), -1);
    pawl_serial_close(&line);
    ck_assert_int_eq(pawl_serial_receive(&line, &byte, 1), -1);
    ck_assert_int_eq(pawl_serial_send(&line, &byte, 1), -1);
    pawl_serial_close(&line);
}
END_TEST

START_TEST(a_socket_by_its_number) {
    int ends[2];
    char name[32];
    ck_assert_int_eq(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    snprintf(name, sizeof name, _i == 1 ? "fd:%d:9600" : "fd:%d", ends[0]);
    ck_assert_int_eq(pawl_serial_open(&line, name), PAWL_SERIAL_OK);
    carries_all_bytes(ends[1]);
    close(ends[1]);
    uint8_t byte = 1;
    ck_assert_int_eq(pawl_serial_receive(&line, &byte, 1), -1);
    ck_assert_int_eq(pawl_serial_send(&line, &byte, 1), -1);
    pawl_serial_close(&line);
}
END_TEST

START_TEST(a_socket_by_its_name_colons_and_all) {
    char folder[] = P_tmpdir "/pawl-serial-XXXXXX";
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(address.sun_path, sizeof address.sun_path, "%s/usb:0:115200", folder);
    const int listener = socket(AF_UNIX, SOCK_STREAM, 0);
    ck_assert_int_eq(bind(listener, (struct sockaddr *)&address, sizeof address), 0);
    ck_assert_int_eq(listen(listener, 1), 0);
    ck_assert_int_eq(pawl_serial_open(&line, address.sun_path), PAWL_SERIAL_OK);
    const int other = accept(listener, NULL, NULL);
    carries_all_bytes(other);
    pawl_serial_close(&line);
    close(other);
    close(listener);
    ck_assert_int_eq(pawl_serial_open(&line, address.sun_path), PAWL_SERIAL_BUSY);
    unlink(address.sun_path);
    rmdir(folder);
}
END_TEST

START_TEST(what_is_no_line_is_refused) {
    char name[64];
    const int master = open_terminal(name, sizeof name - 8);
    strcat(name, ":115201");
    ck_assert_int_eq(pawl_serial_open(&line, name), PAWL_SERIAL_BAUD_UNKNOWN);
    close(master);
    ck_assert_int_eq(pawl_serial_open(&line, "/dev/no-such-port"), PAWL_SERIAL_MISSING);
    ck_assert_int_eq(pawl_serial_open(&line, "/dev/no-such-port:9600"), PAWL_SERIAL_MISSING);
    ck_assert_int_eq(pawl_serial_open(&line, ""), PAWL_SERIAL_MISSING);
    ck_assert_int_eq(pawl_serial_open(&line, "fd:"), PAWL_SERIAL_MISSING);
    ck_assert_int_eq(pawl_serial_open(&line, "fd:1000000"), PAWL_SERIAL_MISSING);
    ck_assert_int_eq(pawl_serial_open(&line, "/dev/null"), PAWL_SERIAL_NO_LINE);
    ck_assert_int_eq(pawl_serial_open(&line, "."), PAWL_SERIAL_NO_LINE);
    ck_assert_int_eq(line.handle, -1);
    for (int status = 0; status <= PAWL_SERIAL_FAILED; status++)
        ck_assert_uint_gt(strlen(pawl_serial_status_text((pawl_serial_status)status)), 1);
}
END_TEST

Suite *suite_serial(void) {
    Suite *const suite = suite_create("serial");
    TCase *const tests = tcase_create("serial");
    tcase_add_loop_test(tests, a_terminal_is_set_to_raw_bytes, 0, 2);
    tcase_add_loop_test(tests, a_socket_by_its_number, 0, 2);
    tcase_add_test(tests, a_socket_by_its_name_colons_and_all);
    tcase_add_test(tests, what_is_no_line_is_refused);
    suite_add_tcase(suite, tests);
    return suite;
}
