/* stages.h - internal: the search for the stage in which two machines part, for stages.c,
 * stage_packets.c and stage_world.c. All of it lies in memory that the program gives for it. */
#ifndef PAWLI_STAGES_H
#define PAWLI_STAGES_H

#include "pawl/stages.h"
#include "desync/diagnosis.h"
#include "desync/stage_hooks.h"

/* Levels of the search, from the root down. */
enum {
    PAWLI_STAGE_LEVEL_TICKS,  /* states after the ticks since the last agreed one */
    PAWLI_STAGE_LEVEL_STAGES, /* of the first tick that differs; its entry 0 is the rules */
    PAWLI_STAGE_LEVEL_BLOCKS, /* of the first entry that differs, up to 16 objects each */
    PAWLI_STAGE_LEVEL_OBJECTS /* of the first block that differs */
};

/* Of a packet: envelope, head, counts. */
#define PAWLI_STAGE_OVERHEAD (16u + 14u + 3u)
#define PAWLI_STAGE_ITEM_SIZE 4u                                       /* a hash */
#define PAWLI_STAGE_OBJECT_SIZE (4u + 1u + 1u + PAWLI_PACKED_KEY_SIZE) /* of a branch, too */
#define PAWLI_STAGE_ITEMS_MAX ((PAWL_SESSION_PACKET_MAX - PAWLI_STAGE_OVERHEAD) / 4u)
#define PAWLI_STAGE_ENTRIES_MAX 255u

/* Where in the search. */
typedef struct pawli_stage_place {
    uint32_t block;
    uint16_t first;             /* of the items of this level that are asked for */
    uint8_t level, tick, entry; /* tick: counted from the agreed one */
} pawli_stage_place;

/* What one machine has there. */
typedef struct pawli_stage_items {
    uint32_t total; /* of this level */
    uint32_t count; /* from `first` on, here */
    uint32_t hashes[PAWLI_STAGE_ITEMS_MAX];
    pawl_object_key keys[PAWL_BLOCK_SIZE]; /* of objects: from item 0 on */
    uint8_t branches[PAWL_BLOCK_SIZE];
    uint8_t stage, round; /* of the entry */
} pawli_stage_items;

typedef struct pawli_stages {
    pawl_stage_difference found;
    pawli_stage_items items;
    pawli_stage_place place;
    uint32_t from, tick; /* ticks of the state that is kept, and of the one that differs */
    uint32_t begun_ms, sent_ms;
    uint32_t served;    /* host: peers that were told all, a bit each */
    uint32_t at_rows;   /* from here on, in bytes */
    uint32_t at_answer; /* likewise */
    uint16_t answer_size;
    uint16_t questions; /* host: of this search */
    uint8_t state;      /* pawli_diagnosis_state */
    uint8_t peer;
    bool is_kept; /* `from` is held, and its rows are here */
    bool is_sent, is_known;
} pawli_stages;

/* The tick whose state is kept; PAWLI_NEVER: none. */
static inline uint32_t pawli_stages_kept(const pawl_session *session) {
    const pawli_stages *const stages = session->stages;
    return stages != NULL && stages->is_kept ? stages->from : PAWLI_NEVER;
}

static inline uint8_t *pawli_stages_row(const pawl_session *session, uint32_t tick) {
    const pawli_stages *const stages = session->stages;
    return (uint8_t *)(uintptr_t)stages + stages->at_rows +
           (tick - stages->from) * session->row_size;
}

static inline uint8_t *pawli_stages_answer(const pawl_session *session) {
    return (uint8_t *)(uintptr_t)session->stages + session->stages->at_answer;
}

/* ---- stages.c ---- */
/* What is given up is kept no longer. */
void pawli_stages_end(pawl_session *session);
void pawli_stages_ask(pawli_stages *stages, uint32_t level);
void pawli_stages_ask_more(pawli_stages *stages, uint32_t count);
/* Client: all is known; the host is to be told. */
void pawli_stages_finish(pawl_session *session);

/* ---- stage_product.c ---- */
/* What is looked at: the rules, or what a stage has produced. */
typedef struct pawli_stage_product {
    const struct pawli_step *step; /* null: the rules */
    const pawl_rules *rules;
    uint8_t stage;
} pawli_stage_product;

uint32_t pawli_stage_product_block_count(const pawli_stage_product *product);
uint32_t pawli_stage_product_block_hash(const pawli_stage_product *product, uint32_t block);
/* Of all blocks. */
uint32_t pawli_stage_product_hash(const pawli_stage_product *product);
/* How many objects a block has, at most 16. */
uint32_t pawli_stage_product_object_count(const pawli_stage_product *product, uint32_t block);
uint32_t pawli_stage_product_object_hash(const pawli_stage_product *product, uint32_t block,
                                         uint32_t object);
/* Its branch. */
uint8_t pawli_stage_product_object_key(const pawli_stage_product *product, uint32_t block,
                                       uint32_t object, pawl_object_key *key);

#endif
