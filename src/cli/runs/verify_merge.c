/* verify_merge.c - the lines of shards, put together again.
 *
 * A shard ends with a line that says that it is whole, and of which list it is. A shard whose
 * machine died has none, and perhaps half a line: what it has told is worth as much as before, and
 * the rest is in the output of the shard that was run again. So all outputs may be merged, each
 * place of the list must come at least once, and twice only with the same answer. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/common/command.h"
#include "cli/common/heap.h"
#include "cli/runs/verify.h"

#define NAMED_MAX 8u /* of shards that miss lines */

typedef struct answer {
    char *text; /* the line, with its end */
    uint64_t index;
} answer;

typedef struct merge {
    answer *answers;
    size_t count, capacity;
    cli_verify_list list;
    uint64_t shards; /* of the first line that ends a shard; 0: none yet */
    bool is_bad;
} merge;

void cli_verify_merge_put_end(const cli_verify_shard *shard, uint64_t files,
                              const cli_verify_list *list) {
    printf("{\"shard\": \"%" PRIu64 "/%" PRIu64 "\", \"files\": %" PRIu64 ", \"of\": %" PRIu64
           ", \"list\": \"%08" PRIx32 "\"}\n",
           shard->index, shard->count, files, list->count, list->crc);
}

/* ---- reading ---- */

static void report_line(merge *into, const char *path, uint64_t number, const char *reason) {
    char text[120];
    snprintf(text, sizeof text, "line %" PRIu64 ": %s", number, reason);
    (void)cli_command_file_error(path, text);
    into->is_bad = true;
}

static void keep_answer(merge *into, char *text, uint64_t index) {
    if (into->count == into->capacity) {
        into->capacity = into->capacity * 2 + 64;
        into->answers = cli_heap_reallocate(into->answers, into->capacity * sizeof *into->answers);
    }
    into->answers[into->count++] = (answer){text, index};
}

/* Exactly as it was written. */
static bool read_end(const char *text, cli_verify_shard *shard, cli_verify_list *list) {
    uint64_t files;
    int used = 0;
    return sscanf(text,
                  "{\"shard\": \"%" SCNu64 "/%" SCNu64 "\", \"files\": %" SCNu64
                  ", \"of\": %" SCNu64 ", \"list\": \"%" SCNx32 "\"}%n",
                  &shard->index, &shard->count, &files, &list->count, &list->crc, &used) == 5 &&
           text[used] == '\n' && shard->index < shard->count;
}

static const char *take_end(merge *into, const char *text) {
    cli_verify_shard shard;
    cli_verify_list list;
    if (!read_end(text, &shard, &list)) return "not the output of pawl verify --json --shard";
    if (into->shards == 0) {
        into->shards = shard.count;
        into->list = list;
    }
    if (list.count != into->list.count || list.crc != into->list.crc) {
        return "the shard of another list of names";
    }
    return shard.count == into->shards ? NULL : "another number of shards";
}

static void read_lines(merge *into, FILE *from, const char *path) {
    for (uint64_t number = 1;; number++) {
        char *line = NULL;
        size_t capacity = 0;
        const ssize_t length = getline(&line, &capacity, from);
        uint64_t index;
        int used = 0;
        /* What has no end was being written when its machine died. */
        if (length <= 0 || line[length - 1] != '\n') {
            free(line);
            return;
        }
        if (sscanf(line, "{\"index\": %" SCNu64 ", \"file\": \"%n", &index, &used) == 1 &&
            used > 0 && strlen(line) == (size_t)length && strcmp(line + length - 2, "}\n") == 0) {
            keep_answer(into, line, index);
            continue;
        }
        const char *const reason = take_end(into, line);
        free(line);
        if (reason == NULL) continue;
        report_line(into, path, number, reason);
        return;
    }
}

static void read_shard(merge *into, const char *path) {
    char why[CLI_REASON_MAX];
    FILE *from = cli_file_is_stdin(path) ? stdin : cli_file_open(path, why);
    if (from == NULL) {
        (void)cli_command_file_error(path, why);
        into->is_bad = true;
        return;
    }
    read_lines(into, from, path);
    if (ferror(from)) {
        (void)cli_command_file_error(path, strerror(errno));
        into->is_bad = true;
    }
    if (from != stdin) fclose(from);
}

/* ---- putting together ---- */

static int compare_answers(const void *a, const void *b) {
    const answer *const x = a;
    const answer *const y = b;
    if (x->index != y->index) return x->index < y->index ? -1 : 1;
    return strcmp(x->text, y->text);
}

/* In order, and each once; false when two answers differ. */
static void settle_answers(merge *into) {
    size_t kept = 0;
    qsort(into->answers, into->count, sizeof *into->answers, compare_answers);
    for (size_t i = 0; i < into->count; i++) {
        answer *const one = &into->answers[i];
        const answer *const last = kept > 0 ? &into->answers[kept - 1] : NULL;
        if (last == NULL || last->index != one->index) {
            into->answers[kept++] = *one;
            continue;
        }
        if (strcmp(last->text, one->text) != 0) {
            fprintf(stderr, "pawl: two answers for one file:\n%s%s", last->text, one->text);
            into->is_bad = true;
        }
        free(one->text);
    }
    into->count = kept;
}

/* Which shards have to be run again. */
static void report_missing(merge *into) {
    uint64_t missing = 0;
    uint64_t named = 0;
    uint64_t at = 0;
    uint64_t shards[NAMED_MAX];
    for (uint64_t index = 0; index < into->list.count; index++) {
        if (at < into->count && into->answers[at].index == index) {
            at++;
            continue;
        }
        missing++;
        const uint64_t shard = index % into->shards;
        uint64_t i = 0;
        while (i < named && shards[i] != shard)
            i++;
        if (i == named && named < NAMED_MAX) shards[named++] = shard;
    }
    if (missing > 0) {
        fprintf(stderr,
                "pawl: verify: %" PRIu64 " of %" PRIu64 " files are missing; run again:", missing,
                into->list.count);
        for (uint64_t i = 0; i < named; i++)
            fprintf(stderr, " --shard %" PRIu64 "/%" PRIu64, shards[i], into->shards);
        fprintf(stderr, "%s\n", named == NAMED_MAX ? " and perhaps more" : "");
        into->is_bad = true;
    } else if (at < into->count) {
        fprintf(stderr, "pawl: verify: place %" PRIu64 " is behind the end of the list\n",
                into->answers[at].index);
        into->is_bad = true;
    }
}

/* The exit code that the check of a file ended with. */
static int exit_code_of(const char *text) {
    static const char member[] = "\", \"result\": \"";
    const char *const at = strstr(text, member); /* no name has this: its quotes are escaped */
    if (at == NULL) return CLI_EXIT_INPUT;
    const char *const result = at + sizeof member - 1;
    if (strncmp(result, "ok\"", 3) == 0) return CLI_EXIT_OK;
    if (strncmp(result, "diverged\"", 9) == 0) return CLI_EXIT_FAILED;
    if (strncmp(result, "forged\"", 7) == 0) return CLI_EXIT_FAILED;
    if (strncmp(result, "unsigned\"", 9) == 0) return CLI_EXIT_FAILED;
    if (strncmp(result, "version\"", 8) == 0) return CLI_EXIT_VERSION;
    return CLI_EXIT_INPUT;
}

static int print_answers(const merge *from, bool is_quiet) {
    int code = CLI_EXIT_OK;
    for (size_t i = 0; i < from->count; i++) {
        const int one = exit_code_of(from->answers[i].text);
        if (!is_quiet || one != CLI_EXIT_OK) fputs(from->answers[i].text, stdout);
        code = cli_verify_worse_exit(code, one);
    }
    const cli_verify_shard whole = {0, 1};
    if (!is_quiet) cli_verify_merge_put_end(&whole, from->list.count, &from->list);
    return code;
}

int cli_verify_merge_run(char **paths, int count, bool is_quiet) {
    merge into = {0};
    int code = CLI_EXIT_INPUT;
    for (int i = 0; i < count; i++)
        read_shard(&into, paths[i]);
    if (!into.is_bad && into.shards == 0) {
        fprintf(stderr, "pawl: verify: no shard is whole\n");
        into.is_bad = true;
    }
    if (!into.is_bad) settle_answers(&into);
    if (!into.is_bad) report_missing(&into);
    if (!into.is_bad) code = print_answers(&into, is_quiet);
    for (size_t i = 0; i < into.count; i++)
        free(into.answers[i].text);
    free(into.answers);
    return code;
}
