/* gbarun.c - runs a Game Boy Advance program without a screen, in the core of the mGBA emulator.
 *
 *   gbarun [OPTIONS] PROGRAM.gba
 *     --frames N           give up after N pictures (default 100000: 28 minutes of its time)
 *     --keys FILE          what a player does: lines "PICTURE KEYS", in ascending order, such as
 *                          "120 RIGHT A"; keys stay down until the next line. # starts a comment
 *     --link SOCKET        where the serial port leads, as a UART: tests/target/gba_uart.h
 *     --save FILE          the cartridge's battery memory, kept in a file
 *     --film FROM TO EVERY FILE  pictures FROM to TO, one in so many, as bytes red, green, blue,
 * for tests/target/film.c
 *     --until TEXT         end with status 0 at a line that begins with this
 *     --shot PICTURE FILE  write a picture as PNG, two pixels for one; PICTURE may be "end". May be
 *                          repeated
 *     --dump ADDRESS SIZE  print memory at the end, both numbers in hexadecimal
 *     --mark ADDRESS FILE  a line "mark CYCLES" for each time the instruction at this hexadecimal
 *                          address is reached: cycles so far
 *     --profile FILE       write the cycles spent at each address: lines "ADDRESS CYCLES"
 *
 * Prints what the program writes to the debug registers. Its line "!EXIT n" ends the run with
 * status n; 124: the pictures ran out; 2: wrong options, no program. Two runs are alike to the
 * cycle. */
#include <mgba/flags.h> /* first: it decides what the structures of the core look like */

#include <mgba/core/core.h>
#include <mgba/core/log.h>
#include <mgba/core/timing.h>
#include <mgba/internal/arm/arm.h>
#include <mgba-util/vfs.h>

#include <fcntl.h>
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gba_uart.h"

#define WIDTH 240
#define HEIGHT 160
#define LINES_MAX 4096
#define SHOTS_MAX 16
#define AT_END UINT32_MAX

typedef struct key_line {
    uint32_t picture, keys;
} key_line;

typedef struct shot {
    uint32_t picture;
    const char *path;
} shot;

static struct {
    const char *program, *profile, *until, *save, *link;
    FILE *film;
    uint32_t film_first, film_last, film_every;
    FILE *marks;
    uint32_t mark;
    uint32_t frames, dump_address, dump_size;
    key_line keys[LINES_MAX];
    int key_count;
    shot shots[SHOTS_MAX];
    int shot_count;
} options;

static int exit_status = -1;
static color_t pixels[WIDTH * HEIGHT];

static void fail(const char *what, const char *which) {
    fprintf(stderr, "gbarun: %s %s\n", what, which);
    exit(2);
}

/* ---- options -------------------------------------------------------------------------------- */

/* In the order of the bits of the console's register. */
static uint32_t key_of(const char *name) {
    static const char *const names[] = {"A",    "B",  "SELECT", "START", "RIGHT",
                                        "LEFT", "UP", "DOWN",   "R",     "L"};
    for (uint32_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0) return UINT32_C(1) << i;
    fail("unknown key", name);
    return 0;
}

static void read_keys(const char *path) {
    static const char *const separators = " \t\r\n";
    char line[256];
    FILE *file = fopen(path, "r");
    if (file == NULL) fail("cannot read", path);
    while (fgets(line, sizeof line, file) != NULL) {
        line[strcspn(line, "#")] = '\0';
        const char *word = strtok(line, separators);
        if (word == NULL) continue;
        if (options.key_count == LINES_MAX) fail("too many lines in", path);
        key_line *entry = &options.keys[options.key_count++];
        entry->picture = (uint32_t)strtoul(word, NULL, 10);
        while ((word = strtok(NULL, separators)) != NULL)
            entry->keys |= key_of(word);
    }
    fclose(file);
}

static void add_shot(const char *picture, const char *path) {
    if (options.shot_count == SHOTS_MAX) fail("too many pictures:", path);
    shot *entry = &options.shots[options.shot_count++];
    entry->picture = strcmp(picture, "end") == 0 ? AT_END : (uint32_t)strtoul(picture, NULL, 10);
    entry->path = path;
}

static void set_film(char **words) {
    options.film_first = (uint32_t)strtoul(words[0], NULL, 10);
    options.film_last = (uint32_t)strtoul(words[1], NULL, 10);
    options.film_every = (uint32_t)strtoul(words[2], NULL, 10);
    options.film = fopen(words[3], "wb");
    if (options.film == NULL || options.film_every == 0) fail("cannot film to", words[3]);
}

static void read_options(int argc, char **argv) {
    options.frames = 100000;
    for (int i = 1; i < argc; i++) {
        const int left = argc - i - 1;
        if (strcmp(argv[i], "--frames") == 0 && left >= 1) {
            options.frames = (uint32_t)strtoul(argv[++i], NULL, 10);
        } else if (strcmp(argv[i], "--keys") == 0 && left >= 1) {
            read_keys(argv[++i]);
        } else if (strcmp(argv[i], "--until") == 0 && left >= 1) {
            options.until = argv[++i];
        } else if (strcmp(argv[i], "--save") == 0 && left >= 1) {
            options.save = argv[++i];
        } else if (strcmp(argv[i], "--link") == 0 && left >= 1) {
            options.link = argv[++i];
        } else if (strcmp(argv[i], "--film") == 0 && left >= 4) {
            set_film(&argv[i + 1]);
            i += 4;
        } else if (strcmp(argv[i], "--shot") == 0 && left >= 2) {
            add_shot(argv[i + 1], argv[i + 2]);
            i += 2;
        } else if (strcmp(argv[i], "--dump") == 0 && left >= 2) {
            options.dump_address = (uint32_t)strtoul(argv[i + 1], NULL, 16);
            options.dump_size = (uint32_t)strtoul(argv[i + 2], NULL, 16);
            i += 2;
        } else if (strcmp(argv[i], "--mark") == 0 && left >= 2) {
            options.mark = (uint32_t)strtoul(argv[i + 1], NULL, 16) & ~UINT32_C(1);
            options.marks = fopen(argv[i + 2], "w");
            if (options.marks == NULL) fail("cannot write", argv[i + 2]);
            i += 2;
        } else if (strcmp(argv[i], "--profile") == 0 && left >= 1) {
            options.profile = argv[++i];
        } else if (argv[i][0] == '-' || options.program != NULL) {
            fail("do not understand", argv[i]);
        } else {
            options.program = argv[i];
        }
    }
    if (options.program == NULL) fail("no program", "given");
}

/* The complement in the header is what a console checks, besides the logo. */
static void check_header(const char *path) {
    unsigned char header[0xC0];
    FILE *file = fopen(path, "rb");
    if (file == NULL || fread(header, sizeof header, 1, file) != 1) fail("cannot read", path);
    fclose(file);
    unsigned sum = 0x19;
    for (int i = 0xA0; i <= 0xBD; i++)
        sum += header[i];
    if ((sum & 0xFF) != 0 || header[0xB2] != 0x96) fail("wrong header in", path);
}

/* ---- the emulator --------------------------------------------------------------------------- */

/* NOLINTNEXTLINE(misc-unused-parameters) the core's type */
static void hear(struct mLogger *logger, int category, enum mLogLevel level, const char *format,
                 va_list arguments) {
    char text[1024];
    const char *name = mLogCategoryId(category);
    (void)logger;
    vsnprintf(text, sizeof text, format, arguments);
    if (name != NULL && strcmp(name, "gba.debug") == 0) {
        if (strncmp(text, "!EXIT ", 6) == 0) {
            exit_status = atoi(text + 6);
        } else {
            puts(text);
            fflush(stdout);
            if (options.until != NULL && strncmp(text, options.until, strlen(options.until)) == 0) {
                exit_status = 0;
            }
        }
    } else if (level & (mLOG_FATAL | mLOG_ERROR | mLOG_GAME_ERROR)) {
        fprintf(stderr, "gbarun: %s: %s\n", name != NULL ? name : "?", text);
    }
}

static struct mCore *load(const char *path) {
    static struct mLogger logger = {.log = hear};
    unsigned width, height;
    mLogSetDefaultLogger(&logger);
    struct mCore *core = mCoreFind(path);
    if (core == NULL || !core->init(core)) fail("not a program:", path);
    mCoreInitConfig(core, NULL);
    core->opts.skipBios = true;
    core->desiredVideoDimensions(core, &width, &height);
    if (width != WIDTH || height != HEIGHT) fail("not for this console:", path);
    core->setVideoBuffer(core, pixels, WIDTH);
    if (!mCoreLoadFile(core, path)) fail("cannot load", path);
    if (options.save != NULL) {
        struct VFile *file = VFileOpen(options.save, O_RDWR | O_CREAT);
        if (file == NULL || !core->loadSave(core, file)) fail("cannot keep", options.save);
    }
    core->reset(core);
    if (options.link != NULL && !gba_uart_open(core, options.link)) {
        fail("nothing listens at", options.link);
    }
    return core;
}

static void write_shot(const char *path) {
    static unsigned char rgb[2 * HEIGHT][2 * WIDTH][3];
    png_image image;
    for (int y = 0; y < 2 * HEIGHT; y++)
        for (int x = 0; x < 2 * WIDTH; x++)
            for (int channel = 0; channel < 3; channel++)
                rgb[y][x][channel] = (unsigned char)(pixels[y / 2 * WIDTH + x / 2] >> 8 * channel);
    memset(&image, 0, sizeof image);
    image.version = PNG_IMAGE_VERSION;
    image.width = 2 * WIDTH;
    image.height = 2 * HEIGHT;
    image.format = PNG_FORMAT_RGB;
    if (!png_image_write_to_file(&image, path, 0, rgb, 0, NULL)) fail("cannot write", path);
}

static void film(uint32_t picture) {
    if (options.film == NULL || picture < options.film_first || picture > options.film_last) return;
    if ((picture - options.film_first) % options.film_every != 0) return;
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        for (int channel = 0; channel < 3; channel++)
            putc((int)(pixels[i] >> 8 * channel & 0xFF), options.film);
}

static void write_shots(uint32_t picture) {
    for (int i = 0; i < options.shot_count; i++)
        if (options.shots[i].picture == picture) write_shot(options.shots[i].path);
}

/* ---- cycles by address ---------------------------------------------------------------------- */

#define SLOTS (UINT32_C(1) << 18) /* of four bytes, in each of two memories */
static uint64_t spent[2][SLOTS];

/* One instruction; its cycles belong to the address it came from. Between two
 * of them the core's program counter is one instruction ahead. */
static void step_counted(struct mCore *core) {
    const struct ARMCore *cpu = core->cpu;
    const uint32_t ahead = cpu->executionMode == MODE_THUMB ? 2 : 4;
    const uint32_t address = (uint32_t)cpu->gprs[ARM_PC] - ahead;
    const uint64_t before = mTimingGlobalTime(core->timing);
    if (options.marks != NULL && address == options.mark) {
        fprintf(options.marks, "mark %llu\n", (unsigned long long)before);
    }
    core->step(core);
    const uint32_t slot = (address & 0x00FFFFFFu) >> 2;
    if (slot >= SLOTS) return;
    if (address >> 24 == 0x03) spent[0][slot] += mTimingGlobalTime(core->timing) - before;
    if (address >> 24 == 0x08) spent[1][slot] += mTimingGlobalTime(core->timing) - before;
}

static void run_picture(struct mCore *core) {
    if (options.profile == NULL && options.marks == NULL) {
        core->runFrame(core);
        return;
    }
    const uint32_t frame = core->frameCounter(core);
    while (core->frameCounter(core) == frame && exit_status < 0)
        step_counted(core);
}

static void write_profile(void) {
    FILE *file = fopen(options.profile, "w");
    if (file == NULL) fail("cannot write", options.profile);
    for (uint32_t memory = 0; memory < 2; memory++) {
        const uint32_t base = memory == 0 ? UINT32_C(0x03000000) : UINT32_C(0x08000000);
        for (uint32_t slot = 0; slot < SLOTS; slot++)
            if (spent[memory][slot] > 0)
                fprintf(file, "%08x %llu\n", base + 4 * slot,
                        (unsigned long long)spent[memory][slot]);
    }
    fclose(file);
}

int main(int argc, char **argv) {
    read_options(argc, argv);
    check_header(options.program);
    struct mCore *core = load(options.program);
    int next = 0;
    for (uint32_t picture = 0; exit_status < 0 && picture < options.frames; picture++) {
        while (next < options.key_count && options.keys[next].picture <= picture)
            core->setKeys(core, options.keys[next++].keys);
        run_picture(core);
        write_shots(picture);
        film(picture);
    }
    write_shots(AT_END);
    gba_uart_close();
    if (options.film != NULL) fclose(options.film);
    if (options.profile != NULL) write_profile();
    if (options.marks != NULL) fclose(options.marks);
    for (uint32_t i = 0; i < options.dump_size; i++)
        printf("%02x%c", core->busRead8(core, options.dump_address + i),
               i % 16 == 15 || i + 1 == options.dump_size ? '\n' : ' ');
    core->deinit(core);
    if (exit_status < 0) fprintf(stderr, "gbarun: no end after %u pictures\n", options.frames);
    return exit_status < 0 ? 124 : exit_status;
}
