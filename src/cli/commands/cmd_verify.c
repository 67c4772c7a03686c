/* cmd_verify.c - pawl verify: whether replays give what they say. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/crc.h"
#include "cli/common/command.h"
#include "cli/runs/games.h"
#include "cli/common/file.h"
#include "cli/common/heap.h"
#include "cli/common/options.h"
#include "cli/runs/verify.h"
#include "cli/sign/ed25519.h"

#define JOBS_MAX 256u
#define NAME_MAX_BYTES 65536u
#define SHARDS_MAX 1000000u

static const char help[] =
    "usage: pawl verify FILE... [OPTION]...\n"
    "       ... | pawl verify --list - [OPTION]...\n"
    "       pawl verify --merge SHARD...\n"
    "\n"
    "Plays replays and compares them with their checkpoints (docs/verify.md): one line for each,\n"
    "in the order of the names.\n"
    "  ok FILE ticks=600 hash=0123abcd checkpoints=13\n"
    "  diverged FILE tick=300 want=0123abcd got=4567cdef parts=contacts equal=240\n"
    "  malformed FILE: offset 123: bytes were damaged\n"
    "  version FILE: recorded by simulation version 2, this is 3\n"
    "  cut FILE: ... (cut off before there is anything to compare)\n"
    "  limit FILE: ..., unknown FILE: ... (a game), error FILE: ... (it cannot be read)\n"
    "  forged FILE: ..., unsigned FILE: ... (with --signatures)\n"
    "\n"
    "  --list FILE      and the replays whose names are in this file, one a line\n"
    "  --signatures KEYS  also, whose inputs they are: each player's signatures (Ed25519) by the\n"
    "                   keys in a file, one a line with a name; what is proven comes in a line "
    "for\n"
    "                   each player, or in the JSON\n"
    "  --min-signed N   with --signatures: percent of each player's ticks that must be proven\n"
    "                   (default 0: one tick)\n"
    "  --no-play        with --signatures: nothing else; for games that this program does not "
    "have\n"
    "  --jobs N         check N files at a time, each in a process of its own (default 1, in\n"
    "                   this process)\n"
    "  --quiet          print nothing about files that are ok\n"
    "  --json           print a JSON object on each line\n"
    "  --shard I/N      with --json: check only every Nth name, from that of place I on (0 to "
    "N-1);\n"
    "                   a last line says that the shard is whole\n"
    "  --merge          put the output of all shards together, in the order of the list; of a "
    "shard\n"
    "                   that was run again, all outputs may be given\n"
    "  --force          play what another version recorded, too\n"
    "  --max-ticks N    refuse longer replays (default 36000000)\n"
    "  --max-work N     stop after this much: the sum over ticks of 1, bodies, joints and "
    "contacts\n"
    "                   (default 0: no limit)\n"
    "  --max-memory N   MiB that a file and its world may take (default 512)\n"
    "  --help           this text\n"
    "\n"
    "exit codes: 0 all are ok; else the worst, in this order: 2 malformed, unreadable or beyond a\n"
    "limit; 3 recorded by another version; 1 diverged, forged or unsigned";

typedef struct verify_options {
    cli_verify_options verify;
    cli_operands files;
    const char *shard, *list, *keys;
    bool merges;
    cli_known_keys known;
    cli_signed_check check;
} verify_options;

/* "3/16" */
static bool read_shard(const char *text, cli_verify_shard *out) {
    const char *const slash = strchr(text, '/');
    char index[24];
    if (slash == NULL || (size_t)(slash - text) >= sizeof index) return false;
    memcpy(index, text, (size_t)(slash - text));
    index[slash - text] = 0;
    return cli_options_parse_number(slash + 1, 1, SHARDS_MAX, &out->count) &&
           cli_options_parse_number(index, 0, out->count - 1, &out->index);
}

static int check_options(verify_options *options) {
    cli_verify_options *verify = &options->verify;
    int lists = 0;
    for (int i = 0; i < options->files.count; i++)
        lists += strcmp(options->files.at[i], "-") == 0;
    if (options->list != NULL && cli_file_is_stdin(options->list)) lists++;
    if (options->files.count == 0 && (options->merges || options->list == NULL)) {
        return cli_command_usage_error("verify", options->merges ? "no shard" : "no replay", NULL);
    }
    if (lists >= 2) {
        return cli_command_usage_error("verify", "standard input can be read only once", NULL);
    }
    if (options->keys == NULL && (verify->plays_not || options->check.share > 0)) {
        return cli_command_usage_error("verify", verify->plays_not ? "--no-play" : "--min-signed",
                                       "needs --signatures");
    }
    if (options->shard == NULL) return CLI_OPTIONS_READ;
    if (options->merges) {
        return cli_command_usage_error("verify", "--merge takes all shards at once", NULL);
    }
    if (!read_shard(options->shard, &verify->shard)) {
        return cli_command_usage_error(
            "verify", "--shard takes a place and a number of shards, such as 0/16", options->shard);
    }
    if (!verify->is_json || verify->is_quiet) {
        return cli_command_usage_error("verify", "--shard needs --json and all lines", NULL);
    }
    return CLI_OPTIONS_READ;
}

static int read_options(verify_options *options, int argc, char **argv) {
    cli_verify_options *verify = &options->verify;
    const cli_option table[] = {
        {.name = "jobs", .number = &verify->jobs, .low = 1, .high = JOBS_MAX},
        {.name = "quiet", .flag = &verify->is_quiet},
        {.name = "json", .flag = &verify->is_json},
        {.name = "shard", .text = &options->shard},
        {.name = "list", .text = &options->list},
        {.name = "signatures", .text = &options->keys},
        {.name = "min-signed", .number = &options->check.share, .high = 100},
        {.name = "no-play", .flag = &verify->plays_not},
        {.name = "merge", .flag = &options->merges},
        CLI_BUDGET_ROWS(&verify->budget),
        {.name = "max-ticks", .number = &verify->budget.ticks, .high = UINT64_MAX},
        {.name = "max-work", .number = &verify->budget.work, .high = UINT64_MAX},
        {.operands = &options->files},
        {.name = NULL},
    };
    char text[sizeof help + 120];
    snprintf(text, sizeof text, "%s\ngames whose replays this program verifies: %s", help,
             cli_games_names());
    const int code = cli_options_read(argc, argv, text, table);
    return code == CLI_OPTIONS_READ ? check_options(options) : code;
}

/* ---- names ---- */

typedef struct source {
    const verify_options *options;
    cli_verify_list list; /* all names until now, with those of other shards */
    int at;
    FILE *names; /* of --list; null before and behind it */
    bool has_read, failed;
} source;

static const char *list_name(const source *from) {
    const char *const list = from->options->list;
    return cli_file_is_stdin(list) ? "standard input" : list;
}

static void fail_list(source *from, const char *reason) {
    cli_command_file_error(list_name(from), reason);
    from->failed = true;
}

/* A line of the list, without its end; null at the end. */
static char *next_line(source *from) {
    char *line = NULL;
    size_t capacity = 0;
    for (;;) {
        const ssize_t length = getline(&line, &capacity, from->names);
        if (length < 0) break;
        size_t used = (size_t)length;
        if (used > 0 && line[used - 1] == '\n') line[--used] = 0;
        if (used == 0) continue;
        if (used <= NAME_MAX_BYTES && strlen(line) == used) return line;
        fail_list(from, "a line is no name of a file");
        break;
    }
    if (ferror(from->names)) fail_list(from, strerror(errno));
    free(line);
    return NULL;
}

static void open_list(source *from) {
    const char *const list = from->options->list;
    char reason[CLI_REASON_MAX];
    from->has_read = true;
    from->names = cli_file_is_stdin(list) ? stdin : cli_file_open(list, reason);
    if (from->names == NULL) fail_list(from, reason);
}

/* A name, whosever it is: first those of the command line. */
static char *next_of_list(source *from) {
    if (from->at < from->options->files.count) {
        const char *file = from->options->files.at[from->at++];
        const size_t size = strlen(file) + 1;
        return memcpy(cli_heap_allocate(size), file, size);
    }
    if (from->options->list == NULL) return NULL;
    if (!from->has_read) open_list(from);
    char *const line = from->names == NULL ? NULL : next_line(from);
    if (line == NULL && from->names != NULL) {
        if (from->names != stdin) fclose(from->names);
        from->names = NULL;
    }
    return line;
}

static cli_verify_name next_name(void *context) {
    source *from = context;
    const cli_verify_shard *const shard = &from->options->verify.shard;
    for (;;) {
        char *path = next_of_list(from);
        if (path == NULL) return (cli_verify_name){NULL, from->list.count};
        const uint64_t index = from->list.count++;
        from->list.crc = pawli_crc_32(from->list.crc, path, strlen(path) + 1);
        if (shard->count == 0 || index % shard->count == shard->index) {
            return (cli_verify_name){path, index};
        }
        free(path);
    }
}

static int verify_here(const cli_verify_names *names, const cli_verify_options *options,
                       uint64_t *count) {
    int code = CLI_EXIT_OK;
    *count = 0;
    for (;;) {
        const cli_verify_name name = names->next(names->context);
        if (name.path == NULL) return code;
        ++*count;
        code = cli_verify_worse_exit(code, cli_verify_file(&name, options, stdout));
        fflush(stdout);
        free(name.path);
    }
}

static int read_known_keys(verify_options *options) {
    if (options->keys == NULL) return CLI_EXIT_OK;
    if (!cli_ed25519_is_there()) {
        fputs("pawl: verify: this pawl was built without libsodium and cannot verify signatures\n",
              stderr);
        return CLI_EXIT_INPUT;
    }
    const int code = cli_known_keys_read(options->keys, &options->known);
    options->check.keys = &options->known;
    options->check.verify = cli_ed25519_verify;
    options->check.ticks_max = options->verify.budget.ticks;
    options->verify.signatures = &options->check;
    return code;
}

static int verify_all(verify_options *options) {
    source from = {.options = options};
    const cli_verify_names names = {next_name, &from};
    uint64_t count = 0;
    uint8_t start[1];
    for (int i = 0; i < options->files.count; i++) /* before there are processes that share it */
        if (cli_file_is_stdin(options->files.at[i])) (void)cli_file_peek("-", start, sizeof start);
    options->verify.shows_progress = options->verify.jobs == 1;
    int code = options->verify.jobs == 1 ? verify_here(&names, &options->verify, &count)
                                         : cli_verify_jobs_run(&names, &options->verify, &count);
    if (from.failed) {
        code = CLI_EXIT_INPUT;
    } else if (from.list.count == 0) {
        code = cli_command_file_error(list_name(&from), "no names of files");
    } else if (options->shard != NULL) {
        cli_verify_merge_put_end(&options->verify.shard, count, &from.list);
    }
    return code;
}

int cli_cmd_verify(int argc, char **argv) {
    verify_options options = {.verify = {.jobs = 1}};
    options.verify.budget = cli_replay_file_default_budget();
    const int usage = read_options(&options, argc, argv);
    if (usage != CLI_OPTIONS_READ) return usage;
    if (options.merges) {
        return cli_command_finish_output(
            cli_verify_merge_run(options.files.at, options.files.count, options.verify.is_quiet));
    }
    int code = read_known_keys(&options);
    if (code == CLI_EXIT_OK) code = verify_all(&options);
    cli_known_keys_free(&options.known);
    return cli_command_finish_output(code);
}
