/* cmd_cut.c - pawl cut: a part of a replay as a replay. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/common/command.h"
#include "cli/common/options.h"
#include "cli/common/output.h"
#include "cli/runs/replay_file.h"

#define TICK_MAX UINT64_MAX

static const char help[] =
    "usage: pawl cut FILE -o OUT [OPTION]...\n"
    "\n"
    "Writes a part of a replay as a new one, without playing it: from the last keyframe at or\n"
    "before --from to the first checkpoint at or after --to. Cut there it is complete and\n"
    "verifies; behind the last checkpoint it ends as if it were cut off. The result is one line:\n"
    "  ticks=600..1200 bytes=21872 complete=yes\n"
    "Of players' signatures those of blocks that are whole in the part are kept, and counted:\n"
    "  ticks=600..1200 bytes=21872 complete=yes signatures=20 of 60\n"
    "\n"
    "  -o, --output FILE  the new replay\n"
    "  --from A           tick (default: the first)\n"
    "  --to B             tick (default: the last)\n"
    "  --json             print JSON instead of a line\n"
    "  --help             this text";

typedef struct cut_options {
    const char *input, *output;
    uint64_t from, to;
    bool json;
} cut_options;

static int read_options(cut_options *options, int argc, char **argv) {
    const cli_option table[] = {
        {.name = "o", .text = &options->output},
        {.name = "output", .text = &options->output},
        {.name = "from", .number = &options->from, .high = TICK_MAX},
        {.name = "to", .number = &options->to, .high = TICK_MAX},
        {.name = "json", .flag = &options->json},
        {.operand = &options->input, .missing = "no replay", .surplus = "more than one replay"},
        {.name = NULL},
    };
    const int code = cli_options_read(argc, argv, help, table);
    if (code != CLI_OPTIONS_READ) return code;
    const char *reason = NULL;
    if (options->to < options->from) reason = "--to is before --from";
    if (options->output == NULL) reason = "no output: -o FILE";
    return reason == NULL ? CLI_OPTIONS_READ : cli_command_usage_error("cut", reason, NULL);
}

static bool write_bytes(void *context, const void *bytes, size_t size) {
    return fwrite(bytes, 1, size, context) == size;
}

/* All meta chunks, as they are. */
static pawl_status copy_meta(const pawl_replay *replay, pawl_replay_writer *writer) {
    pawl_chunk chunk;
    uint32_t offset = 0;
    while (pawl_replay_get_chunk(replay, offset, &chunk, &offset) == PAWL_OK) {
        char text[PAWL_REPLAY_META_MAX + 1];
        if (chunk.type != PAWL_CHUNK_META || chunk.content_size >= sizeof text) continue;
        memcpy(text, chunk.content, chunk.content_size);
        text[chunk.content_size] = 0;
        const pawl_status status = pawl_replay_write_meta(writer, text);
        if (status != PAWL_OK) return status;
    }
    return PAWL_OK;
}

static pawl_status write_part(const cut_options *options, const pawl_replay *replay, FILE *out) {
    pawl_replay_writer writer;
    uint8_t buffer[PAWL_REPLAY_BUFFER];
    const pawl_sink sink = {write_bytes, out};
    pawl_status status = pawl_replay_begin(&writer, &replay->header, sink, buffer, sizeof buffer);
    if (status == PAWL_OK) status = copy_meta(replay, &writer);
    if (status == PAWL_OK) {
        status = pawl_replay_cut(replay, options->from, options->to, &writer);
    }
    return status;
}

/* What was written, as a reader sees it. */
static void print_result(const cut_options *options, const pawl_replay *replay,
                         uint32_t signatures) {
    if (options->json) {
        printf("{\"from\": %llu, \"to\": %llu, \"bytes\": %lu, \"complete\": %s",
               (unsigned long long)replay->first_tick, (unsigned long long)replay->last_tick,
               (unsigned long)replay->size, replay->is_complete ? "true" : "false");
        if (signatures > 0)
            printf(", \"signatures\": %lu, \"signatures_of\": %lu",
                   (unsigned long)replay->signatures, (unsigned long)signatures);
        puts("}");
    } else {
        printf("ticks=%llu..%llu bytes=%lu complete=%s", (unsigned long long)replay->first_tick,
               (unsigned long long)replay->last_tick, (unsigned long)replay->size,
               replay->is_complete ? "yes" : "no");
        if (signatures > 0)
            printf(" signatures=%lu of %lu", (unsigned long)replay->signatures,
                   (unsigned long)signatures);
        putchar('\n');
    }
}

static int cut_file(const cut_options *options, const cli_replay_file *in) {
    char *bytes = NULL;
    size_t size = 0;
    uint32_t where = 0;
    pawl_replay made;
    if (options->from > in->replay.last_tick) {
        return cli_command_file_error(options->input, "--from is after the last tick");
    }
    FILE *const part = cli_heap_open_text(&bytes, &size);
    pawl_status status = write_part(options, &in->replay, part);
    if (fclose(part) != 0) cli_heap_out_of_memory();
    if (status == PAWL_OK) status = pawl_replay_open(&made, (const uint8_t *)bytes, size, &where);
    bool good = status == PAWL_OK;
    if (!good) cli_command_file_error(options->input, pawl_status_text(status));
    good = good && cli_output_write(options->output, bytes, size, NULL);
    if (good) print_result(options, &made, in->replay.signatures);
    free(bytes);
    return good ? cli_command_finish_output(CLI_EXIT_OK) : CLI_EXIT_INPUT;
}

int cli_cmd_cut(int argc, char **argv) {
    cut_options options = {.to = TICK_MAX};
    cli_replay_file in;
    char reason[CLI_REPLAY_REASON_MAX];
    const int usage = read_options(&options, argc, argv);
    if (usage != CLI_OPTIONS_READ) return usage;
    int code = cli_replay_file_open(options.input, CLI_REPLAY_MIB * CLI_MIB, &in, reason);
    if (code != CLI_EXIT_OK) {
        cli_command_file_error(options.input, reason);
        return code;
    }
    code = cut_file(&options, &in);
    cli_replay_file_close(&in);
    return code;
}
