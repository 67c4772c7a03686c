/* main.c - runs one suite, BOARD_SUITE, which must not be empty. */
#include <check.h>

Suite *BOARD_SUITE(void);

int main(void) {
    SRunner *const runner = srunner_create(BOARD_SUITE());
    srunner_run_all(runner, CK_NORMAL);
    const bool passed = srunner_ntests_run(runner) > 0 && srunner_ntests_failed(runner) == 0;
    srunner_free(runner);
    return passed ? 0 : 1;
}
