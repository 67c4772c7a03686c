/* keys.c - keys and the mouse as a text. */
#include "cli/studio/keys.h"

#include <stddef.h>
#include <string.h>

#define PIXEL_MAX 65535
#define NOTCHES_MAX 1000
#define WAIT_MAX 1000000

static const struct {
    const char *name;
    int32_t key;
} names[] = {
    {"enter", CLI_KEY_ENTER},    {"esc", CLI_KEY_ESCAPE},         {"backspace", CLI_KEY_BACKSPACE},
    {"up", CLI_KEY_UP},          {"down", CLI_KEY_DOWN},          {"left", CLI_KEY_LEFT},
    {"right", CLI_KEY_RIGHT},    {"home", CLI_KEY_HOME},          {"end", CLI_KEY_END},
    {"pageup", CLI_KEY_PAGE_UP}, {"pagedown", CLI_KEY_PAGE_DOWN}, {"space", ' '},
};

/* A whole number in low..high; null when there is none. */
static const char *read_number(const char *text, int32_t low, int32_t high, int32_t *out) {
    const bool is_negative = *text == '-';
    int32_t value = 0;
    if (is_negative) text++;
    if (*text < '0' || *text > '9') return NULL;
    for (; *text >= '0' && *text <= '9'; text++) {
        value = value * 10 + (*text - '0');
        if (value > WAIT_MAX) return NULL;
    }
    *out = is_negative ? -value : value;
    return *out >= low && *out <= high ? text : NULL;
}

/* " X,Y"; null when there is none. */
static const char *read_place(const char *text, cli_keys_event *out) {
    if (text == NULL || *text != ' ') return NULL;
    text = read_number(text + 1, 0, PIXEL_MAX, &out->x);
    return text == NULL || *text != ',' ? NULL : read_number(text + 1, 0, PIXEL_MAX, &out->y);
}

static const char *read_amount(const char *text, int32_t low, int32_t high, int32_t *out) {
    return text == NULL || *text != ' ' ? NULL : read_number(text + 1, low, high, out);
}

/* The text behind a word; null when it does not begin with it. */
static const char *behind(const char *text, const char *word) {
    const size_t length = strlen(word);
    return strncmp(text, word, length) == 0 ? text + length : NULL;
}

static const char *read_mouse(const char *text, cli_keys_event *out, uint32_t *count) {
    static const struct {
        const char *word;
        cli_keys_type types[CLI_KEYS_STEPS_MAX];
        uint32_t count;
        bool has_end; /* a second place, of the last two */
    } words[] = {
        {"press", {CLI_KEYS_PRESS}, 1, false},
        {"move", {CLI_KEYS_MOVE}, 1, false},
        {"release", {CLI_KEYS_RELEASE}, 1, false},
        {"click", {CLI_KEYS_PRESS, CLI_KEYS_RELEASE}, 2, false},
        {"drag", {CLI_KEYS_PRESS, CLI_KEYS_MOVE, CLI_KEYS_RELEASE}, 3, true},
    };
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        const char *rest = read_place(behind(text, words[i].word), &out[0]);
        if (rest == NULL) continue;
        *count = words[i].count;
        for (uint32_t step = 1; step < *count; step++)
            out[step] = out[0];
        if (words[i].has_end) rest = read_place(rest, &out[1]);
        out[2].x = words[i].has_end ? out[1].x : out[2].x;
        out[2].y = words[i].has_end ? out[1].y : out[2].y;
        for (uint32_t step = 0; step < *count; step++)
            out[step].type = words[i].types[step];
        return rest;
    }
    return NULL;
}

/* What stands between the brackets, up to the closing one. */
static const char *read_word(const char *text, cli_keys_event *out, uint32_t *count) {
    *count = 1;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *const rest = behind(text, names[i].name);
        if (rest == NULL || *rest != '>') continue;
        out->key = names[i].key;
        return rest;
    }
    const char *rest = read_amount(behind(text, "wait"), 1, WAIT_MAX, &out->amount);
    out->type = CLI_KEYS_WAIT;
    if (rest != NULL) return rest;
    rest = read_place(behind(text, "wheel"), out);
    out->type = CLI_KEYS_WHEEL;
    rest = read_amount(rest, -NOTCHES_MAX, NOTCHES_MAX, &out->amount);
    return rest != NULL ? rest : read_mouse(text, out, count);
}

const char *cli_keys_read(const char *text, cli_keys_event out[CLI_KEYS_STEPS_MAX],
                          uint32_t *count) {
    memset(out, 0, CLI_KEYS_STEPS_MAX * sizeof *out);
    if (*text == '<') {
        text = read_word(text + 1, out, count);
        return text == NULL || *text != '>' ? NULL : text + 1;
    }
    const char sign = *text;
    if (sign < ' ' || sign > '~') return NULL;
    out->key = sign >= 'A' && sign <= 'Z' ? sign - 'A' + 'a' : sign;
    *count = 1;
    return text + 1;
}

const char *cli_keys_find_mistake(const char *text) {
    cli_keys_event events[CLI_KEYS_STEPS_MAX];
    uint32_t count;
    while (*text != '\0') {
        const char *const rest = cli_keys_read(text, events, &count);
        if (rest == NULL) return text;
        text = rest;
    }
    return NULL;
}
