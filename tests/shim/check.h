/* check.h - the part of Check that the unit tests use, for boards: no heap, files, processes or
 * signals. A failed test returns by longjmp; timeouts are ignored. Messages read as Check's do.
 *
 * Boards compile with -Itests/shim, hosts with the header of Check itself. */
#ifndef PAWL_TESTS_SHIM_CHECK_H
#define PAWL_TESTS_SHIM_CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct Suite Suite;
typedef struct TCase TCase;
typedef struct SRunner SRunner;

typedef struct TTest {
    const char *name;
    void (*function)(int);
    const char *file;
    int line;
} TTest;

enum print_output {
    CK_NORMAL,
    CK_ENV
};

Suite *suite_create(const char *name);
void suite_add_tcase(Suite *suite, TCase *tcase);
TCase *tcase_create(const char *name);
void tcase_add_loop_test(TCase *tcase, const TTest *test, int begin, int end);
void tcase_add_checked_fixture(TCase *tcase, void (*setup)(void), void (*teardown)(void));
#define tcase_add_test(tcase, test) tcase_add_loop_test(tcase, test, 0, 1)
#define tcase_set_timeout(tcase, seconds) ((void)(tcase))

/* One suite at a time: srunner_free forgets everything that was created. */
SRunner *srunner_create(Suite *suite);
void srunner_run_all(SRunner *runner, enum print_output mode);
int srunner_ntests_run(SRunner *runner);
int srunner_ntests_failed(SRunner *runner);
void srunner_free(SRunner *runner);

#define START_TEST(test_name)                                                                \
    static void test_name##_fn(int _i);                                                      \
    static const TTest test_name##_ttest = {#test_name, test_name##_fn, __FILE__, __LINE__}; \
    static const TTest *const test_name = &test_name##_ttest;                                \
    static void test_name##_fn(__attribute__((unused)) int _i)
#define END_TEST

/* `message` NULL: the expression is the message. */
__attribute__((noreturn, format(printf, 4, 5))) void
pawli_check_failed(const char *file, int line, const char *expression, const char *message, ...);

#define ck_assert_msg(expression, ...)                                                           \
    ((expression) ? (void)0                                                                      \
                  : pawli_check_failed(__FILE__, __LINE__, "Assertion '" #expression "' failed", \
                                       __VA_ARGS__))
#define ck_abort_msg(...) pawli_check_failed(__FILE__, __LINE__, "Failed", __VA_ARGS__)

#define PAWLI_CHECK_NUMBER(type, form, x, op, y)                                          \
    do {                                                                                  \
        const type ck_x = (x), ck_y = (y);                                                \
        ck_assert_msg(ck_x op ck_y, "Assertion '%s' failed: %s == " form ", %s == " form, \
                      #x " " #op " " #y, #x, ck_x, #y, ck_y);                             \
    } while (0)

#define ck_assert_int_eq(x, y) PAWLI_CHECK_NUMBER(intmax_t, "%jd", x, ==, y)
#define ck_assert_int_ne(x, y) PAWLI_CHECK_NUMBER(intmax_t, "%jd", x, !=, y)
#define ck_assert_int_lt(x, y) PAWLI_CHECK_NUMBER(intmax_t, "%jd", x, <, y)
#define ck_assert_int_le(x, y) PAWLI_CHECK_NUMBER(intmax_t, "%jd", x, <=, y)
#define ck_assert_int_gt(x, y) PAWLI_CHECK_NUMBER(intmax_t, "%jd", x, >, y)
#define ck_assert_int_ge(x, y) PAWLI_CHECK_NUMBER(intmax_t, "%jd", x, >=, y)
#define ck_assert_uint_eq(x, y) PAWLI_CHECK_NUMBER(uintmax_t, "%ju", x, ==, y)
#define ck_assert_uint_ne(x, y) PAWLI_CHECK_NUMBER(uintmax_t, "%ju", x, !=, y)
#define ck_assert_uint_lt(x, y) PAWLI_CHECK_NUMBER(uintmax_t, "%ju", x, <, y)
#define ck_assert_uint_le(x, y) PAWLI_CHECK_NUMBER(uintmax_t, "%ju", x, <=, y)
#define ck_assert_uint_gt(x, y) PAWLI_CHECK_NUMBER(uintmax_t, "%ju", x, >, y)
#define ck_assert_uint_ge(x, y) PAWLI_CHECK_NUMBER(uintmax_t, "%ju", x, >=, y)

#define PAWLI_CHECK_POINTER(x, op, y)                                                \
    do {                                                                             \
        const void *const ck_x = (x), *const ck_y = (y);                             \
        ck_assert_msg(ck_x op ck_y, "Assertion '%s' failed: %s == %#lx, %s == %#lx", \
                      #x " " #op " " #y, #x, (unsigned long)(uintptr_t)ck_x, #y,     \
                      (unsigned long)(uintptr_t)ck_y);                               \
    } while (0)
#define ck_assert_ptr_eq(x, y) PAWLI_CHECK_POINTER(x, ==, y)
#define ck_assert_ptr_ne(x, y) PAWLI_CHECK_POINTER(x, !=, y)

#define PAWLI_CHECK_NULL(x, op)                                                                  \
    do {                                                                                         \
        const void *const ck_x = (x);                                                            \
        ck_assert_msg(ck_x op NULL, "Assertion '%s' failed: %s == %#lx", #x " " #op " NULL", #x, \
                      (unsigned long)(uintptr_t)ck_x);                                           \
    } while (0)
#define ck_assert_ptr_null(x) PAWLI_CHECK_NULL(x, ==)
#define ck_assert_ptr_nonnull(x) PAWLI_CHECK_NULL(x, !=)

/* Neither string may be NULL. */
#define PAWLI_CHECK_STRING(x, op, y)                                                              \
    do {                                                                                          \
        const char *const ck_x = (x), *const ck_y = (y);                                          \
        ck_assert_msg(ck_x != NULL && ck_y != NULL && strcmp(ck_x, ck_y) op 0,                    \
                      "Assertion '%s' failed: %s == \"%s\", %s == \"%s\"", #x " " #op " " #y, #x, \
                      ck_x, #y, ck_y);                                                            \
    } while (0)
#define ck_assert_str_eq(x, y) PAWLI_CHECK_STRING(x, ==, y)
#define ck_assert_str_ne(x, y) PAWLI_CHECK_STRING(x, !=, y)

/* Unlike Check's, the message does not show the bytes. */
#define PAWLI_CHECK_MEMORY(x, op, y, size) \
    ck_assert_msg(memcmp(x, y, size) op 0, "Assertion '%s' failed", #x " " #op " " #y)
#define ck_assert_mem_eq(x, y, size) PAWLI_CHECK_MEMORY(x, ==, y, size)
#define ck_assert_mem_ne(x, y, size) PAWLI_CHECK_MEMORY(x, !=, y, size)

#endif
