/* dispute.h - a difference between two machines, for session.h: what is known of it. */
#ifndef PAWLI_DISPUTE_H
#define PAWLI_DISPUTE_H

#include "pawl/session.h"

/* Whether a machine that plays the last agreed tick again comes to the state that it had. */
typedef enum pawli_repetition {
    PAWLI_REPETITION_UNKNOWN = 0,
    PAWLI_REPETITION_SAME,
    PAWLI_REPETITION_OTHER,
    PAWLI_REPETITION_CANNOT /* nothing is kept to play it from */
} pawli_repetition;

/* The first tick whose hashes differ from those of a peer, and what is known of the reason: hashes
 * are compared no further with this peer, and with the others as before. */
typedef struct pawli_dispute {
    uint32_t tick, ours, theirs;
    uint32_t since_ms;
    uint8_t repeats_here, repeats_there; /* pawli_repetition */
    uint8_t culprit, evidence;           /* as this side sees it */
    uint8_t votes_here, votes_there;
    bool has_begun : 1;
    bool is_decided : 1;  /* the program was told */
    bool is_settled : 1;  /* host: the other side has the verdict; client: the host's has come */
    bool must_tell : 1;   /* now */
    bool keeps_state : 1; /* that of its tick, for a diagnosis that is to come */
    bool had_turn : 1;    /* host: of being diagnosed */
    bool has_stages_there : 1; /* it has kept what a search for the stage takes */
    bool must_decline : 1; /* host: it has asked, and there is no diagnosis for it, or no more */
} pawli_dispute;

/* What one side tells of a dispute, as that side sees it. */
typedef struct pawli_verdict {
    uint8_t repeats; /* pawli_repetition */
    uint8_t culprit, evidence, votes_here, votes_there;
    bool is_decided;
    bool has_stages;
} pawli_verdict;

/* The last agreed tick is being played again. */
typedef struct pawli_repeat {
    uint32_t end; /* tick of the state that it is to come to; PAWLI_NEVER: none */
    uint32_t at;  /* tick to be played next */
} pawli_repeat;

#endif
