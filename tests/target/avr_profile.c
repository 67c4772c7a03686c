/* avr_profile.c - cycles by function, from the symbols of the program.
 *
 * Entering is the program counter at the first instruction of a function with the stack pointer
 * just lowered by a return address; leaving is the stack pointer above that address. A jump at the
 * end of a function to another one counts as part of the first in the sums with callees. */
#include "avr_profile.h"

#include <fcntl.h>
#include <gelf.h>
#include <libelf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define DEPTH_MAX 64
#define CALLERS_MAX 24

typedef struct function {
    char *name;
    uint32_t start, end;
    uint64_t own, total, calls;
    uint32_t active; /* calls of it that have not returned: recursion counts once */
    uint32_t callers[CALLERS_MAX];
    uint64_t caller_cycles[CALLERS_MAX], caller_calls[CALLERS_MAX];
    uint32_t caller_count;
} function;

typedef struct frame {
    uint32_t function, caller;
    unsigned stack_pointer; /* after the call */
    uint64_t since;
} frame;

struct avr_profile {
    function *functions;
    uint32_t count;
    uint32_t *function_at; /* by word of flash; count: none */
    uint32_t words;
    frame frames[DEPTH_MAX];
    uint32_t depth;
    unsigned last_stack_pointer;
};

static int by_start(const void *a, const void *b) {
    const function *left = a, *right = b;
    return left->start < right->start ? -1 : left->start > right->start;
}

static int by_own(const void *a, const void *b) {
    const function *left = a, *right = b;
    return left->own > right->own ? -1 : left->own < right->own;
}

static void read_symbols(Elf *elf, Elf_Scn *section, const GElf_Shdr *header, avr_profile *out) {
    Elf_Data *data = elf_getdata(section, NULL);
    const size_t count = header->sh_size / header->sh_entsize;
    out->functions = calloc(count + 1, sizeof *out->functions);
    for (size_t i = 0; i < count; i++) {
        GElf_Sym symbol;
        gelf_getsym(data, (int)i, &symbol);
        const char *name = elf_strptr(elf, header->sh_link, symbol.st_name);
        /* The compiler's helpers are written in assembler and have no size. */
        const int type = GELF_ST_TYPE(symbol.st_info);
        if (type != STT_FUNC && !(type == STT_NOTYPE && strncmp(name, "__", 2) == 0)) continue;
        if (symbol.st_value >= out->words * 2 || symbol.st_shndx == SHN_ABS) continue;
        if (type == STT_NOTYPE && symbol.st_value == 0) continue;
        function *next = &out->functions[out->count++];
        next->name = strdup(name);
        next->start = (uint32_t)symbol.st_value;
        next->end = next->start + (uint32_t)symbol.st_size;
    }
}

static void assign_words(avr_profile *out) {
    qsort(out->functions, out->count, sizeof *out->functions, by_start);
    for (uint32_t i = 0; i < out->words; i++)
        out->function_at[i] = out->count;
    for (uint32_t i = 0; i < out->count; i++) {
        const function *of = &out->functions[i];
        uint32_t end = of->end;
        if (end == of->start && i + 1 < out->count) end = out->functions[i + 1].start;
        for (uint32_t at = of->start; at < end && at / 2 < out->words; at += 2)
            out->function_at[at / 2] = i;
    }
}

avr_profile *profile_open(const char *program, uint32_t flash_size) {
    avr_profile *out = calloc(1, sizeof *out);
    out->words = flash_size / 2;
    out->function_at = calloc(out->words, sizeof *out->function_at);
    elf_version(EV_CURRENT);
    const int file = open(program, O_RDONLY);
    Elf *elf = elf_begin(file, ELF_C_READ, NULL);
    for (Elf_Scn *section = NULL; (section = elf_nextscn(elf, section)) != NULL;) {
        GElf_Shdr header;
        gelf_getshdr(section, &header);
        if (header.sh_type == SHT_SYMTAB) read_symbols(elf, section, &header, out);
    }
    elf_end(elf);
    close(file);
    if (out->count == 0) {
        fprintf(stderr, "avrrun: %s has no symbols\n", program);
        return NULL;
    }
    assign_words(out);
    return out;
}

void profile_count(avr_profile *profile, uint32_t pc, uint64_t cycles) {
    const uint32_t index = profile->function_at[pc / 2 % profile->words];
    profile->functions[index].own += cycles;
}

static void leave(avr_profile *profile, uint64_t cycle) {
    const frame *top = &profile->frames[--profile->depth];
    function *of = &profile->functions[top->function];
    const uint64_t cycles = cycle - top->since;
    if (--of->active == 0) of->total += cycles;
    for (uint32_t i = 0; i < of->caller_count; i++) {
        if (of->callers[i] == top->caller) of->caller_cycles[i] += cycles;
    }
}

static void enter(avr_profile *profile, uint32_t index, unsigned stack_pointer, uint64_t cycle) {
    if (profile->depth == DEPTH_MAX) return;
    const uint32_t caller =
        profile->depth > 0 ? profile->frames[profile->depth - 1].function : profile->count;
    profile->frames[profile->depth++] = (frame){index, caller, stack_pointer, cycle};
    function *of = &profile->functions[index];
    of->active++;
    of->calls++;
    uint32_t i = 0;
    while (i < of->caller_count && of->callers[i] != caller)
        i++;
    if (i == CALLERS_MAX) return;
    if (i == of->caller_count) of->callers[of->caller_count++] = caller;
    of->caller_calls[i]++;
}

void profile_follow(avr_profile *profile, const avr_t *core, unsigned stack_pointer) {
    while (profile->depth > 0 && profile->frames[profile->depth - 1].stack_pointer < stack_pointer)
        leave(profile, core->cycle);
    const unsigned address_size = core->flashend > 0x1FFFF ? 3 : 2;
    if (stack_pointer + address_size == profile->last_stack_pointer) {
        const uint32_t index = profile->function_at[core->pc / 2 % profile->words];
        if (profile->functions[index].start == core->pc)
            enter(profile, index, stack_pointer, core->cycle);
    }
    profile->last_stack_pointer = stack_pointer;
}

static void print_callers(const avr_profile *profile, const function *of, char *const *names,
                          FILE *out) {
    for (uint32_t shown = 0; shown < of->caller_count; shown++) {
        const uint32_t caller = of->callers[shown];
        if (caller == profile->count || of->total == 0) continue;
        const uint64_t share = of->caller_cycles[shown] * 100 / of->total;
        if (share < 5) continue;
        fprintf(out, "  %s %llu%% (%llu calls)", names[caller], (unsigned long long)share,
                (unsigned long long)of->caller_calls[shown]);
    }
}

void profile_print(avr_profile *profile, FILE *out) {
    uint64_t sum = 0;
    char **names = calloc(profile->count + 1, sizeof *names);
    for (uint32_t i = 0; i < profile->count; i++) {
        sum += profile->functions[i].own;
        names[i] = profile->functions[i].name;
    }
    qsort(profile->functions, profile->count, sizeof *profile->functions, by_own);
    fprintf(out, "%14s %6s %14s %10s  %s\n", "own cycles", "share", "with callees", "calls",
            "function  callers");
    for (uint32_t i = 0; i < profile->count; i++) {
        const function *of = &profile->functions[i];
        if (of->own == 0) continue;
        fprintf(out, "%14llu %5.1f%% %14llu %10llu  %s ", (unsigned long long)of->own,
                100.0 * (double)of->own / (double)sum, (unsigned long long)of->total,
                (unsigned long long)of->calls, of->name);
        print_callers(profile, of, names, out);
        fputc('\n', out);
    }
    free(names);
}
