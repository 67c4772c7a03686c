/* icount.c - a plugin of QEMU that counts the instructions of the emulated processor exactly.
 *
 *   qemu-system-arm ... -plugin icount.so,mark=ADDRESS,out=FILE[,profile=on][,align=on]
 *
 * mark=ADDRESS  hexadecimal address of an empty function (tests/target/mark.h); each time it is
 *               called, a line `mark TOTAL` goes to the file: instructions so far
 * profile=on    at the end a line `symbol COUNT NAME` for each function
 * align=on      a line `unaligned PC` for each access that is not aligned to its size, which a
 *               Cortex-M0 would not survive
 *
 * The last line is `total TOTAL`. Counts repeat to the digit. Predicated instructions that are
 * skipped count as executed. Debian's QEMU 7.2 has the plugin interface but ships no header for
 * it, so what is used of it is declared here. */
#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- of QEMU's interface, version 1 ---- */
typedef uint64_t qemu_plugin_id_t;
typedef uint32_t qemu_plugin_meminfo_t;
struct qemu_plugin_tb;
struct qemu_plugin_insn;
struct qemu_info;
enum {
    QEMU_PLUGIN_INLINE_ADD_U64 = 0,
    QEMU_PLUGIN_CB_NO_REGS = 0,
    QEMU_PLUGIN_MEM_RW = 3
};
typedef void (*tb_callback)(qemu_plugin_id_t, struct qemu_plugin_tb *);
typedef void (*exit_callback)(qemu_plugin_id_t, void *);
typedef void (*insn_callback)(unsigned, void *);
typedef void (*memory_callback)(unsigned, qemu_plugin_meminfo_t, uint64_t, void *);
void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t id, tb_callback callback);
void qemu_plugin_register_atexit_cb(qemu_plugin_id_t id, exit_callback callback, void *data);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *tb);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *tb, size_t index);
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *insn);
const char *qemu_plugin_insn_symbol(const struct qemu_plugin_insn *insn);
void qemu_plugin_register_vcpu_insn_exec_inline(struct qemu_plugin_insn *insn, int operation,
                                                void *counter, uint64_t amount);
void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *insn, insn_callback callback,
                                            int flags, void *data);
void qemu_plugin_register_vcpu_mem_cb(struct qemu_plugin_insn *insn, memory_callback callback,
                                      int flags, int access, void *data);
unsigned qemu_plugin_mem_size_shift(qemu_plugin_meminfo_t info);

#define EXPORTED __attribute__((visibility("default")))
extern EXPORTED int qemu_plugin_version;
EXPORTED int qemu_plugin_install(qemu_plugin_id_t id, const struct qemu_info *info, int argc,
                                 char **argv);
EXPORTED int qemu_plugin_version = 1;

/* ---- counting ---- */
typedef struct symbol {
    char *name;
    uint64_t count;
    struct symbol *next;
} symbol;

static uint64_t total, mark_address;
static bool has_mark, has_profile, has_align;
static symbol *symbols;
static FILE *out;

static symbol *find_symbol(const char *name) {
    if (name == NULL) name = "?";
    for (symbol *found = symbols; found != NULL; found = found->next)
        if (strcmp(found->name, name) == 0) return found;
    symbol *made = calloc(1, sizeof *made);
    if (made == NULL) abort();
    made->name = strdup(name);
    made->next = symbols;
    symbols = made;
    return made;
}

static void on_mark(unsigned cpu, void *data) {
    (void)cpu;
    (void)data;
    fprintf(out, "mark %" PRIu64 "\n", total);
}

static void on_access(unsigned cpu, qemu_plugin_meminfo_t info, uint64_t address, void *pc) {
    (void)cpu;
    const uint64_t size = UINT64_C(1) << qemu_plugin_mem_size_shift(info);
    if (address & (size - 1)) fprintf(out, "unaligned %#" PRIxPTR "\n", (uintptr_t)pc);
}

static void on_translation(qemu_plugin_id_t id, struct qemu_plugin_tb *tb) {
    (void)id;
    for (size_t i = 0; i < qemu_plugin_tb_n_insns(tb); i++) {
        struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, i);
        const uint64_t pc = qemu_plugin_insn_vaddr(insn);
        if (has_mark && pc == mark_address)
            qemu_plugin_register_vcpu_insn_exec_cb(insn, on_mark, QEMU_PLUGIN_CB_NO_REGS, NULL);
        qemu_plugin_register_vcpu_insn_exec_inline(insn, QEMU_PLUGIN_INLINE_ADD_U64, &total, 1);
        if (has_profile) {
            symbol *of = find_symbol(qemu_plugin_insn_symbol(insn));
            qemu_plugin_register_vcpu_insn_exec_inline(insn, QEMU_PLUGIN_INLINE_ADD_U64, &of->count,
                                                       1);
        }
        if (has_align) {
            qemu_plugin_register_vcpu_mem_cb(insn, on_access, QEMU_PLUGIN_CB_NO_REGS,
                                             QEMU_PLUGIN_MEM_RW, (void *)(uintptr_t)pc);
        }
    }
}

static void on_end(qemu_plugin_id_t id, void *data) {
    (void)id;
    (void)data;
    for (const symbol *of = symbols; of != NULL; of = of->next)
        fprintf(out, "symbol %" PRIu64 " %s\n", of->count, of->name);
    fprintf(out, "total %" PRIu64 "\n", total);
    fclose(out);
}

/* Bit 0 of an address of Thumb code tells the state of the processor. */
int qemu_plugin_install(qemu_plugin_id_t id, const struct qemu_info *info, int argc, char **argv) {
    (void)info;
    for (int i = 0; i < argc; i++) {
        if (strncmp(argv[i], "mark=", 5) == 0) {
            mark_address = strtoull(argv[i] + 5, NULL, 16) & ~UINT64_C(1);
            has_mark = true;
        } else if (strncmp(argv[i], "out=", 4) == 0) {
            out = fopen(argv[i] + 4, "w");
        } else if (strcmp(argv[i], "profile=on") == 0) {
            has_profile = true;
        } else if (strcmp(argv[i], "align=on") == 0) {
            has_align = true;
        } else {
            fprintf(stderr, "icount: %s is unknown\n", argv[i]);
            return 1;
        }
    }
    if (out == NULL) {
        fprintf(stderr, "icount: out=FILE is missing or cannot be written\n");
        return 1;
    }
    qemu_plugin_register_vcpu_tb_trans_cb(id, on_translation);
    qemu_plugin_register_atexit_cb(id, on_end, NULL);
    return 0;
}
