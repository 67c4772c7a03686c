/* sound_gba.c - bark and splash are noise, the call is a tone that rises, the rest are short tunes
 * of square waves. Registers are named as in GBATEK. */
#include "sound_gba.h"

#include "game.h"
#include "gba/gba.h"

enum {
    SOUND1CNT_L = 0x04000060, /* tone with sweep */
    SOUND1CNT_H = 0x04000062,
    SOUND1CNT_X = 0x04000064,
    SOUND2CNT_L = 0x04000068, /* tone */
    SOUND2CNT_H = 0x0400006C,
    SOUND4CNT_L = 0x04000078, /* noise */
    SOUND4CNT_H = 0x0400007C,
    SOUNDCNT_L = 0x04000080,
    SOUNDCNT_H = 0x04000082,
    SOUNDCNT_X = 0x04000084
};
#define START 0x8000u

/* A tone of so many hertz, as the registers want it. */
#define TONE(hertz) (2048u - 131072u / (hertz))
/* How loud it begins, 0 to 15, and after how many 64ths of a second it is softer by one. */
#define FADING(volume, pace) ((volume) << 12 | (pace) << 8)
#define HALF_WAVE 0x80u

#define NOTE_TICKS 7
/* Tunes on channel 2: they end with a 0. */
static const uint16_t choice[] = {TONE(880), 0}, home[] = {TONE(988), TONE(1319), 0},
                      won[] = {TONE(659), TONE(784),  TONE(988), TONE(1319),
                               TONE(988), TONE(1319), 0},
                      lost[] = {TONE(523), TONE(466), TONE(392), TONE(311), 0};

static const uint16_t *tune;
static uint32_t note_ticks;

void sound_open(void) {
    PAWLI_GBA_R16(SOUNDCNT_X) = 0x80;   /* first: nothing else can be written before */
    PAWLI_GBA_R16(SOUNDCNT_L) = 0xBB77; /* channels 1, 2 and 4 on both sides */
    PAWLI_GBA_R16(SOUNDCNT_H) = 2;
}

static void begin_tune(const uint16_t *notes) {
    tune = notes;
    note_ticks = 0;
}

static void go_on(void) {
    if (tune == NULL || note_ticks-- > 0) return;
    if (*tune == 0) {
        tune = NULL;
        return;
    }
    PAWLI_GBA_R16(SOUND2CNT_L) = FADING(11, 2) | HALF_WAVE;
    PAWLI_GBA_R16(SOUND2CNT_H) = (uint16_t)(START | *tune++);
    note_ticks = NOTE_TICKS;
}

static void begin_noise(uint32_t envelope, uint32_t pitch) {
    PAWLI_GBA_R16(SOUND4CNT_L) = (uint16_t)envelope;
    PAWLI_GBA_R16(SOUND4CNT_H) = (uint16_t)(START | pitch);
}

void sound_play(uint32_t sounds) {
    if (sounds & GAME_SOUND_BARK) begin_noise(FADING(13, 1), 0x53);
    if (sounds & GAME_SOUND_SPLASH) begin_noise(FADING(11, 3), 0x30);
    if (sounds & GAME_SOUND_CALL) {
        PAWLI_GBA_R16(SOUND1CNT_L) = 0x17; /* higher by 1/128, every 1/128 s */
        PAWLI_GBA_R16(SOUND1CNT_H) = FADING(9, 2) | HALF_WAVE;
        PAWLI_GBA_R16(SOUND1CNT_X) = START | TONE(1200);
    }
    if (sounds & GAME_SOUND_CHOICE) begin_tune(choice);
    if (sounds & GAME_SOUND_HOME) begin_tune(home);
    if (sounds & GAME_SOUND_WON) begin_tune(won);
    if (sounds & GAME_SOUND_LOST) begin_tune(lost);
    go_on();
}
