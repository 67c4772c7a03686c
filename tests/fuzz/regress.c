/* regress.c - runs a fuzz target without libFuzzer.
 *
 *   fuzz_NAME FILE...               these inputs, for example one that libFuzzer has found
 *   fuzz_NAME --seeds N [FILE...]   N random inputs, or N variations of the files
 *   fuzz_NAME --seed N [FILE...]    the Nth of them alone */
#include <signal.h>
#include <string.h>

#include "fuzz.h"
#include "pawl/fx.h"

#define RANDOM_SIZE_MAX 4096
#define INPUT_SIZE_MAX (1 << 20)
#define EDITS_MAX 8

static uint8_t input[INPUT_SIZE_MAX];
static volatile uint32_t running_seed;

/* Makes every failure pass through report_seed. */
const char *__asan_default_options(void);
const char *__asan_default_options(void) {
    return "abort_on_error=1";
}

static void report_seed(int number) {
    fprintf(stderr, "the input was --seed %lu\n", (unsigned long)running_seed);
    signal(number, SIG_DFL);
    raise(number);
}

static uint32_t read_input(const char *path) {
    FILE *const file = fopen(path, "rb");
    if (!file) {
        perror(path);
        exit(2);
    }
    const size_t size = fread(input, 1, sizeof input, file);
    fclose(file);
    return (uint32_t)size;
}

static uint32_t make_random_input(pawl_random *random) {
    const uint32_t size = pawl_random_below(random, RANDOM_SIZE_MAX);
    for (uint32_t i = 0; i < size; i++)
        input[i] = (uint8_t)pawl_random_next(random);
    return size;
}

/* A few edits: another byte, a copy of another part, or a part taken out. */
static uint32_t vary_input(uint32_t size, pawl_random *random) {
    for (uint32_t edits = pawl_random_below(random, EDITS_MAX); edits > 0 && size > 0; edits--) {
        const uint32_t at = pawl_random_below(random, size);
        const uint32_t from = pawl_random_below(random, size);
        const uint32_t largest = size - (at > from ? at : from);
        const uint32_t length = 1 + pawl_random_below(random, largest < 32 ? largest : 32);
        switch (pawl_random_below(random, 3)) {
        case 0:
            input[at] = (uint8_t)pawl_random_next(random);
            break;
        case 1:
            memmove(&input[at], &input[from], length);
            break;
        default:
            memmove(&input[at], &input[at + length], size - at - length);
            size -= length;
            break;
        }
    }
    return size;
}

static void run_seed(uint32_t seed, char **paths, uint32_t path_count) {
    pawl_random random = pawl_random_make(seed, 0);
    uint32_t size;
    if (path_count == 0) {
        size = make_random_input(&random);
    } else {
        size = vary_input(read_input(paths[seed % path_count]), &random);
    }
    running_seed = seed;
    LLVMFuzzerTestOneInput(input, size);
}

int main(int count, char **words) {
    if (count >= 3 && strncmp(words[1], "--seed", 6) == 0) {
        const uint32_t last = (uint32_t)strtoul(words[2], NULL, 10);
        const uint32_t first = strcmp(words[1], "--seed") == 0 ? last : 1;
        signal(SIGABRT, report_seed);
        for (uint32_t seed = first; seed <= last; seed++)
            run_seed(seed, &words[3], (uint32_t)(count - 3));
        printf("%s: %lu passed, 0 failed\n", words[0], (unsigned long)(last - first + 1));
        return 0;
    }
    for (int i = 1; i < count; i++)
        LLVMFuzzerTestOneInput(input, read_input(words[i]));
    return 0;
}
