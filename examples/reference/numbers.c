/* numbers.c - Q16.16: text to numbers and back, saturation, angles, random numbers that repeat, and
 * whether this machine computes as all others do. */
#include <pawl/pawl.h>
#include <pawl/pawl_float.h>
#include <pawl/state.h>
#include <stdio.h>
#include <string.h>

/* Floats have 24 bits: too few to show the largest numbers. */
static double value_of(pawl_fx value) {
    return pawl_wide_to_double(value);
}

static void read_number(const char *text) {
    pawl_fx value;
    char back[PAWL_FX_TEXT_MAX];
    const pawl_status status = pawl_fx_parse(text, strlen(text), &value);
    if (status != PAWL_OK || pawl_fx_print(value, back, sizeof back) != PAWL_OK) {
        printf("%-12s %s\n", text, pawl_status_text(status));
        return;
    }
    printf("%-12s raw %11ld, printed %s\n", text, (long)value, back);
}

int main(void) {
    /* A file of settings: exact, and the same on every machine. */
    read_number("0.1");
    read_number("-12.5");
    read_number("4e4");
    read_number("1,5");
    pawl_wide mass;
    char text[PAWL_WIDE_TEXT_MAX];
    if (pawl_wide_parse("250000.25", 9, &mass) || pawl_wide_print(mass, text, sizeof text))
        return 1;
    printf("a mass of %s is beyond Q16.16: as such it would be %.5f\n", text,
           value_of(pawl_from_wide(mass)));

    /* Nothing wraps. */
    const pawl_fx large = PAWL_UNITS(30000);
    printf("30000 + 30000 = %.5f; sum of a list, saturated once: %.1f\n",
           value_of(pawl_add(large, large)),
           pawl_fx_to_float(pawl_saturate((int64_t)large + large - large)));
    printf("7 / 0 = %.5f, 1000 * 1000 / 500 = %.1f\n", value_of(pawl_div(PAWL_UNITS(7), 0)),
           pawl_fx_to_float(pawl_muldiv(PAWL_UNITS(1000), PAWL_UNITS(1000), PAWL_UNITS(500))));

    /* A health bar that goes from full to empty. */
    for (int i = 0; i <= 4; i++)
        printf("%s%.2f", i == 0 ? "from 3 to 1: " : ", ",
               pawl_fx_to_float(pawl_lerp(PAWL_UNITS(3), PAWL_UNITS(1), pawl_ratio(i, 4))));
    printf("\n");

    /* Angles wrap around, so a turret needs no special case at 180 degrees. */
    const pawl_angle turret = pawl_angle_from_radians(PAWL_DEC(3, 1));
    const pawl_angle target = pawl_angle_from_radians(-PAWL_DEC(3, 1));
    printf("turn by %.3f rad, not by %.1f\n",
           pawl_fx_to_float(pawl_angle_to_radians(target - turret)), -6.2);

    /* A shuffled deck: the state of the generator is a value, to be saved with the game. */
    pawl_random random = pawl_random_make(2024, 1);
    int cards[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    for (uint32_t i = 7; i > 0; i--) {
        const uint32_t j = pawl_random_below(&random, i + 1);
        const int card = cards[i];
        cards[i] = cards[j];
        cards[j] = card;
    }
    printf("deck:");
    for (int i = 0; i < 8; i++)
        printf(" %d", cards[i]);
    printf("\n");

    /* Machines that play together compare this number; it is the same everywhere. */
    printf("arithmetic %08lx, libfixmath %s\n", (unsigned long)pawl_math_fingerprint(),
           pawl_fixmath_self_check() == 0 ? "as it should be" : "built differently");
    return strlen(pawl_build_options()) > 0 ? 0 : 1; /* a line for the log file */
}
