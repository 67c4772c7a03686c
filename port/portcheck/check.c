/* check.c - what stages report, and its text. */
#include "portcheck/check.h"

#include "common/put.h"

/* A bijection of the value for every state of the hash: a single wrong word is always seen. Not
 * XXH32, which is itself under test. */
void pawli_fold(pawli_check *check, uint32_t value) {
    const uint32_t mixed = (check->hash ^ value) * UINT32_C(0x9E3779B1);
    check->hash = mixed ^ mixed >> 15;
}

/* Returns whether this is the failure to remember. */
static bool fail(pawli_check *check, const char *what, int64_t got, int64_t expected) {
    if (check->failures < UINT16_MAX) check->failures++;
    if (check->failures > 1) return false;
    check->what = what;
    check->got = got;
    check->expected = expected;
    return true;
}

void pawli_expect(pawli_check *check, const char *what, int64_t got, int64_t expected) {
    pawli_fold(check, (uint32_t)((uint64_t)got & UINT32_MAX));
    pawli_fold(check, (uint32_t)((uint64_t)got >> 32));
    if (got != expected) (void)fail(check, what, got, expected);
}

void pawli_expect_call(pawli_check *check, const char *function, const int32_t *arguments,
                       int count, int32_t got, int32_t expected) {
    if (got == expected || !fail(check, function, got, expected)) return;
    check->argument_count = (uint8_t)count;
    for (int i = 0; i < count; i++)
        check->arguments[i] = arguments[i];
}

void pawli_mark(pawli_check *check, const char *what, int32_t where) {
    const uint16_t index = check->mark_count++;
    if (check->record != NULL) check->record[index] = check->hash;
    if (check->reference == NULL || check->reference[index] == check->hash) return;
    if (!fail(check, what, check->hash, check->reference[index])) return;
    check->is_hash = 1;
    check->arguments[0] = where;
}

static void put_value(const pawli_check *check, int64_t value) {
    if (check->is_hash) {
        pawli_put_hex((uint32_t)value);
    } else {
        pawli_put_number(value);
    }
}

void pawli_put_failure(const pawli_check *check) {
    pawli_put_text(check->what);
    if (check->is_hash) {
        pawl_port_putc(' ');
        pawli_put_number(check->arguments[0]);
        pawli_put_text(", hash");
    }
    for (int i = 0; i < check->argument_count; i++) {
        pawl_port_putc(i == 0 ? '(' : ',');
        pawli_put_number(check->arguments[i]);
    }
    pawli_put_text(check->argument_count > 0 ? ") = " : " = ");
    put_value(check, check->got);
    pawli_put_text(", expected ");
    put_value(check, check->expected);
    if (check->failures > 1) {
        pawli_put_text(" (first of ");
        pawli_put_number(check->failures);
        pawl_port_putc(')');
    }
}
