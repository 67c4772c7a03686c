/* board.c - what a board tells over its serial line, for JavaScript: a text that comes in portions,
 * from a file or a port. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/common/heap.h"
#include "cli/runs/board_log.h"
#include "exports.h"

typedef struct board {
    cli_board_log log;
    page page; /* for the text */
} board;

EXPORT(board_open) board *board_open(void) {
    board *const out = cli_heap_allocate(sizeof *out);
    memset(out, 0, sizeof *out);
    return out;
}

EXPORT(board_close) void board_close(board *board) {
    if (board == NULL) return;
    cli_board_log_free(&board->log);
    free(board->page.text);
    free(board);
}

/* Size 0: it ends here. */
EXPORT(board_feed) void board_feed(board *board, const uint8_t *bytes, size_t size) {
    cli_board_log_add(&board->log, bytes, size);
}

/* ---- what is in it ---- */

static void put_part(FILE *out, const cli_board_log_part *part) {
    fprintf(out,
            "{\"type\":\"%s\",\"size\":%zu,\"whole\":%s,\"first\":%" PRIu32 ",\"last\":%" PRIu32
            ",\"lost\":%" PRIu32 "}",
            part->type, part->size, part->is_whole ? "true" : "false", part->first_line,
            part->last_line, part->lost_line);
}

EXPORT(board_text) const char *board_text(board *board) {
    const cli_board_log *const log = &board->log;
    const cli_board_log_hash *const hashes = log->hashes;
    const uint32_t count = log->hash_count;
    FILE *const out = exports_begin_text(&board->page);
    fprintf(out, "{\"lines\":%" PRIu32 ",\"own\":%" PRIu32 ",\"damaged\":%" PRIu32, log->lines,
            log->own, log->damaged);
    fprintf(out, ",\"damagedLine\":%" PRIu32 ",\"parts\":[", log->first_damaged_line);
    for (uint32_t i = 0; i < log->part_count; i++) {
        if (i > 0) fputc(',', out);
        put_part(out, &log->parts[i]);
    }
    fprintf(out, "],\"runs\":%" PRIu32 ",\"hashes\":%" PRIu32, log->runs, count);
    if (count > 0) {
        fprintf(out, ",\"from\":%" PRIu64 ",\"to\":%" PRIu64, hashes[0].tick,
                hashes[count - 1].tick);
    }
    fputc('}', out);
    fclose(out);
    return board->page.text;
}

/* A file of it; good until more is fed. Its size is in the text. */
EXPORT(board_bytes) const uint8_t *board_bytes(const board *board, uint32_t part) {
    return part < board->log.part_count ? board->log.parts[part].bytes : NULL;
}

/* ---- against a run ---- */

/* Hashes of ticks that are known of a run, from the hash `from` on; what was found is in the text.
 */
EXPORT(board_compare)
const char *board_compare(board *board, const page *run, uint32_t from) {
    const cli_board_log *const log = &board->log;
    const cli_studio *const studio = run->studio;
    uint32_t at = from, compared = 0;
    const cli_board_log_hash *differs = NULL;
    for (; at < log->hash_count && differs == NULL; at++) {
        const cli_studio_sample *const sample = cli_studio_sample_of(studio, log->hashes[at].tick);
        if (sample == NULL && log->hashes[at].tick > studio->last) break;
        if (sample == NULL) continue;
        compared++;
        if (sample->hash != log->hashes[at].hash) differs = &log->hashes[at];
    }
    FILE *const out = exports_begin_text(&board->page);
    fprintf(out, "{\"compared\":%" PRIu32 ",\"next\":%" PRIu32 ",\"differs\":", compared, at);
    if (differs == NULL) {
        fputs("null}", out);
    } else {
        fprintf(out,
                "{\"tick\":%" PRIu64 ",\"line\":%" PRIu32 ",\"board\":%" PRIu32 ",\"here\":%" PRIu32
                "}}",
                differs->tick, differs->line, differs->hash,
                cli_studio_sample_of(studio, differs->tick)->hash);
    }
    fclose(out);
    return board->page.text;
}
