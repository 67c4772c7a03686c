/* keys.h - what hands do at a window: keys and the mouse, as a window tells it or as a text does.
 *
 * In a text each letter, digit and sign is a key; others stand in pointed brackets:
 * "i<down><enter>",
 * "<click 100,50>", "<wait 30>". docs/view.md lists them. */
#ifndef CLI_KEYS_H
#define CLI_KEYS_H

#include <stdbool.h>
#include <stdint.h>

/* Letters, digits and signs have their ASCII codes, letters the small ones. */
enum cli_key {
    CLI_KEY_ENTER = 256,
    CLI_KEY_ESCAPE,
    CLI_KEY_BACKSPACE,
    CLI_KEY_UP,
    CLI_KEY_DOWN,
    CLI_KEY_LEFT,
    CLI_KEY_RIGHT,
    CLI_KEY_HOME,
    CLI_KEY_END,
    CLI_KEY_PAGE_UP,
    CLI_KEY_PAGE_DOWN
};

typedef enum cli_keys_type {
    CLI_KEYS_KEY,
    CLI_KEYS_PRESS, /* the left button, at a pixel */
    CLI_KEYS_MOVE,
    CLI_KEYS_RELEASE,
    CLI_KEYS_WHEEL, /* `amount` notches, up is positive */
    CLI_KEYS_WAIT   /* `amount` frames of 1/60 second pass */
} cli_keys_type;

typedef struct cli_keys_event {
    cli_keys_type type;
    int32_t key;
    int32_t x, y;
    int32_t amount;
} cli_keys_event;

/* A drag is three of them. */
#define CLI_KEYS_STEPS_MAX 3u

/* What the text begins with: the rest of the text, and how many events in `count`; null when it is
 * nothing known. */
const char *cli_keys_read(const char *text, cli_keys_event out[CLI_KEYS_STEPS_MAX],
                          uint32_t *count);

/* The place in a text that is nothing known; null: all is good. */
const char *cli_keys_find_mistake(const char *text);

#endif
