/* reference.c - writes reference.h: what the stages of portcheck find on this machine. Run by
 * `make portcheck-reference`, after the numbers have changed for a good reason. */
#include "common/put.h"
#include "pawl/pawl.h"
#include "portcheck/check.h"

#include <stdio.h>

#define MARKS_MAX 32

static int faulty;

static void write_stage(const char *name, void (*run)(pawli_check *check)) {
    uint32_t marks[MARKS_MAX] = {0};
    pawli_check check = {.record = marks};
    run(&check);
    if (check.failures > 0) {
        pawli_put_failure(&check);
        putchar('\n');
        faulty = 1;
    }
    printf("#define PAWLI_REFERENCE_%s UINT32_C(0x%08lX)\n", name, (unsigned long)check.hash);
    /* A stage may have a reference of its own. */
    const int count = check.reference != NULL ? 0 : check.mark_count;
    printf("static const uint32_t pawli_reference_%s[] = {", name);
    for (int i = 0; i < count; i++)
        printf("%s0x%08lX%s", i % 8 == 0 ? "\n    " : " ", (unsigned long)marks[i],
               i + 1 < count ? "," : "");
    printf("%s};\n\n", count == 0 ? "0" : "");
}

int main(void) {
    printf(
        "/* reference.h - what every stage of portcheck must find. Written by\n"
        " * `make portcheck-reference` on x86-64 with gcc -O2, simulation version %d. Stages 1, 2\n"
        " * and 4 also know their values from elsewhere (answers.py, constants in the source).\n"
        " * Do not edit. */\n"
        "#ifndef PAWLI_REFERENCE_H\n#define PAWLI_REFERENCE_H\n\n"
        "#include <stdint.h>\n\n/* clang-format off */\n",
        PAWL_SIMULATION_VERSION);
#define STAGE(name, title, section) write_stage(#name, pawli_stage_##name);
#include "portcheck/stages.h"
#undef STAGE
    printf("/* clang-format on */\n\n#endif\n");
    return faulty;
}
