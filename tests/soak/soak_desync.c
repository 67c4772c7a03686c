/* soak_desync.c - states that become wrong: both sides hear of it, and of the machine, tick, object
 * and field: soak_desync [TWINS [FAULTS [SEED]]]. Fresh seeds in each run. */
#include "support/base/seeded.h"
#include "support/net/net_trial.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>

#define TWINS 1000u
#define FAULTS 200u
#define NEEDED 95u /* per cent */

static uint32_t twins = TWINS, faults = FAULTS;
static uint64_t seed;
static netsim *net;

/* In lockstep no side may stay without news. */
START_TEST(both_twins_hear_of_it) {
    uint32_t failed = 0, exact = 0;
    for (uint32_t i = 0; i < twins; i++) {
        net_twins one;
        net_trial_twins(net, seed + i, &one);
        exact += one.exact == 2;
        if (one.exact < 2) printf("soak_desync: %s\n", one.text);
        failed += one.heard < 2 || one.judged < 2;
    }
    printf("soak_desync: %u games in lockstep, %u without news on a side, %u with the first tick\n",
           twins, failed, exact);
    ck_assert_uint_eq(failed, 0);
    ck_assert_uint_ge(100u * exact, NEEDED * twins);
}
END_TEST

START_TEST(faults_are_named) {
    uint32_t injected = 0, machine = 0, tick = 0, object = 0, field = 0, alarms = 0;
    for (uint32_t i = 0; injected < faults && i < 2 * faults; i++) {
        net_fault one;
        net_trial_fault(net, seed + i, &one);
        if (!one.is_injected) continue;
        injected++;
        machine += one.is_machine, tick += one.is_tick;
        object += one.is_object, field += one.is_field;
        alarms += one.alarms;
        if (!one.is_machine || !one.is_tick || !one.is_field) printf("soak_desync: %s\n", one.text);
        net_trial_calm(net, seed + i, &one);
        alarms += one.alarms;
    }
    printf("soak_desync: %u faults, named: machine %u, tick %u, object %u, field %u; %u false "
           "alarms in as many games without\n",
           injected, machine, tick, object, field, alarms);
    ck_assert_uint_eq(injected, faults);
    ck_assert_uint_eq(alarms, 0);
    ck_assert_uint_ge(100u * machine, NEEDED * faults);
    ck_assert_uint_ge(100u * tick, NEEDED * faults);
    ck_assert_uint_ge(100u * object, NEEDED * faults);
    ck_assert_uint_ge(100u * field, NEEDED * faults);
}
END_TEST

int main(int argc, char **argv) {
    if (argc > 1) twins = (uint32_t)strtoul(argv[1], NULL, 0);
    if (argc > 2) faults = (uint32_t)strtoul(argv[2], NULL, 0);
    seed = argc > 3 ? strtoull(argv[3], NULL, 0) : seeded_fresh("soak_desync");
    net = netsim_make();
    Suite *const suite = suite_create("soak_desync");
    TCase *const all = tcase_create("soak_desync");
    tcase_set_timeout(all, 0);
    tcase_add_test(all, both_twins_hear_of_it);
    tcase_add_test(all, faults_are_named);
    suite_add_tcase(suite, all);
    SRunner *const runner = srunner_create(suite);
    srunner_set_fork_status(runner, CK_NOFORK);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    netsim_free(net);
    return failed != 0;
}
