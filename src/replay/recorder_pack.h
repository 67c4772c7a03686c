/* recorder_pack.h - internal: what a recorder calls when its edits and keyframes are packed.
 *
 * By pointer, so that a program that does not call pawl_recorder_pack is not linked with it. */
#ifndef PAWLI_RECORDER_PACK_H
#define PAWLI_RECORDER_PACK_H

#include "replay/codec.h"
#include "replay/chunk.h"

typedef struct pawli_packer {
    /* From recorder->before to recorder->after, which have so many bytes. */
    pawl_status (*edit)(pawl_recorder *recorder, uint64_t tick, size_t before_size,
                        size_t after_size);
    /* In recorder->after. */
    pawl_status (*keyframe)(pawl_recorder *recorder, uint64_t tick, size_t size);
    pawl_status (*flush)(pawl_recorder *recorder);
} pawli_packer;

/* An edit that is not packed, from recorder->before to recorder->after; recorder.c. */
pawl_status pawli_recorder_write_edit(pawl_recorder *recorder, uint64_t tick, size_t before_size,
                                      size_t after_size);

/* Before each edit stand the low bits of the checksum of the state that it changes. */
#define PAWLI_RUN_CHECK_BITS 16u

/* First byte of a run of edits: models begin anew with it. */
#define PAWLI_RUN_RESETS 1u

#endif
