/* gallery.c - cards of files: their pictures, keys and looks. */
#include "cli/studio/gallery.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CARD_MIN 150 /* pixels */
#define CARD_MAX 420
#define WARM_TICKS 45u   /* a scene in motion shows more than its beginning */
#define WARM_WORK 30000u /* bodies times ticks */

void cli_gallery_free(cli_gallery *gallery) {
    for (uint32_t i = 0; i < gallery->count; i++) {
        free(gallery->entries[i].path);
        cli_canvas_free(&gallery->entries[i].picture);
    }
    free(gallery->entries);
    cli_canvas_free(&gallery->canvas);
    memset(gallery, 0, sizeof *gallery);
}

/* ---- places ---- */

typedef struct layout {
    int32_t letters, gap, head;
    int32_t columns, rows, shown; /* rows of all cards, and those that are whole in the window */
    int32_t card_width, card_height, picture_height;
} layout;

static layout layout_of(const cli_gallery *gallery) {
    const int32_t width = gallery->canvas.width;
    layout out = {.letters = cli_panel_letters(width)};
    const int32_t wanted = pawl_clamp(width / 5, CARD_MIN, CARD_MAX);
    out.gap = out.letters + out.letters / 2;
    out.head = 4 * out.letters;
    out.columns = pawl_max((width - out.gap) / (wanted + out.gap), 1);
    out.card_width = pawl_max((width - out.gap) / out.columns - out.gap, 8);
    out.picture_height = out.card_width * 5 / 8;
    out.card_height = out.picture_height + 5 * out.letters;
    out.rows = ((int32_t)gallery->count + out.columns - 1) / out.columns;
    out.shown = pawl_max((gallery->canvas.height - out.head) / (out.card_height + out.gap), 1);
    return out;
}

static cli_panel_box card_of(const cli_gallery *gallery, const layout *at, uint32_t index) {
    const int32_t row = (int32_t)index / at->columns - gallery->first;
    const int32_t column = (int32_t)index % at->columns;
    const cli_panel_box box = {at->gap + column * (at->card_width + at->gap),
                               at->head + row * (at->card_height + at->gap), at->card_width,
                               at->card_height};
    return box;
}

static bool is_in_sight(const cli_gallery *gallery, const layout *at, uint32_t index) {
    const cli_panel_box card = card_of(gallery, at, index);
    return card.top >= at->head && card.top < gallery->canvas.height;
}

static void show_focus(cli_gallery *gallery) {
    const layout at = layout_of(gallery);
    gallery->first =
        cli_panel_scroll(gallery->first, at.rows, at.shown, (int32_t)gallery->focus / at.columns);
}

void cli_gallery_resize(cli_gallery *gallery, int32_t width, int32_t height) {
    const bool is_other = width != gallery->canvas.width;
    cli_canvas_free(&gallery->canvas);
    gallery->canvas = cli_canvas_make(width, height);
    for (uint32_t i = 0; is_other && i < gallery->count; i++)
        if (gallery->entries[i].look == CLI_GALLERY_DRAWN)
            gallery->entries[i].look = CLI_GALLERY_WAITS;
    show_focus(gallery);
}

/* ---- pictures of entries ---- */

/* Around the box that the scene wants to show. */
static cli_view view_of(const cli_scene *scene, int32_t width, int32_t height) {
    const pawl_box box = cli_drawing_world_view(scene, width).box;
    int64_t across = (int64_t)box.upper.x - box.lower.x, up = (int64_t)box.upper.y - box.lower.y;
    const int64_t x = ((int64_t)box.lower.x + box.upper.x) / 2;
    const int64_t y = ((int64_t)box.lower.y + box.upper.y) / 2;
    if (across * height < up * width) across = up * width / height;
    up = across * height / width;
    const pawl_box wide = {{pawl_saturate(x - across / 2), pawl_saturate(y - up / 2)},
                           {pawl_saturate(x + across / 2), pawl_saturate(y + up / 2)}};
    const cli_view view = {wide, width, height, 0};
    return view;
}

static void warm_up(cli_studio *studio) {
    const pawl_world *const world = cli_studio_world(studio);
    const uint32_t bodies = world == NULL ? 1 : pawl_world_get_counters(world).bodies + 1;
    const uint32_t ticks = WARM_WORK / bodies;
    (void)cli_studio_play(studio, ticks < WARM_TICKS ? ticks : WARM_TICKS);
}

static void describe(cli_gallery_entry *entry, const cli_studio *studio) {
    static const char *const types[] = {"scene", "replay", "snapshot"};
    entry->opens = cli_studio_world(studio) != NULL;
    snprintf(entry->about, sizeof entry->about, "%s",
             !entry->opens                    ? "arcade: pawl run"
             : studio->scene.title[0] != '\0' ? studio->scene.title
                                              : types[studio->type]);
}

static void draw_entry(cli_gallery_entry *entry, const layout *at) {
    const cli_studio_def def = {.path = entry->path};
    const cli_show show = {.layers = PAWL_LAYER_SHAPES | PAWL_LAYER_SOFT | PAWL_LAYER_JOINTS};
    cli_drawing drawing = {0};
    cli_studio *const studio = cli_studio_open(&def);
    entry->look = studio == NULL ? CLI_GALLERY_BAD : CLI_GALLERY_DRAWN;
    entry->opens = studio != NULL;
    if (studio == NULL) return;
    describe(entry, studio);
    const cli_view view = view_of(&studio->scene, at->card_width, at->picture_height);
    warm_up(studio);
    cli_canvas_free(&entry->picture);
    entry->picture = cli_canvas_make(at->card_width, at->picture_height);
    (void)cli_studio_draw(studio, &view, &show, false, &drawing);
    cli_canvas_paint(&entry->picture, &drawing);
    free(drawing.marks);
    cli_studio_close(studio);
}

void cli_gallery_work(cli_gallery *gallery, uint32_t count) {
    const layout at = layout_of(gallery);
    for (uint32_t i = 0; i < gallery->count && count > 0; i++) {
        if (gallery->entries[i].look != CLI_GALLERY_WAITS || !is_in_sight(gallery, &at, i))
            continue;
        draw_entry(&gallery->entries[i], &at);
        count--;
    }
}

/* ---- keys and the mouse ---- */

static void move_focus(cli_gallery *gallery, int64_t to) {
    const int64_t last = (int64_t)gallery->count - 1;
    gallery->focus = (uint32_t)(to < 0 ? 0 : to > last ? last : to);
    show_focus(gallery);
}

static cli_gallery_answer take_key(cli_gallery *gallery, int32_t key) {
    const layout at = layout_of(gallery);
    const int64_t focus = gallery->focus, page = (int64_t)at.columns * at.shown;
    switch (key) {
    case CLI_KEY_ENTER:
    case ' ':
        return CLI_GALLERY_OPEN;
    case CLI_KEY_LEFT:
        move_focus(gallery, focus - 1);
        return CLI_GALLERY_TAKEN;
    case CLI_KEY_RIGHT:
        move_focus(gallery, focus + 1);
        return CLI_GALLERY_TAKEN;
    case CLI_KEY_UP:
        if (focus >= at.columns) move_focus(gallery, focus - at.columns);
        return CLI_GALLERY_TAKEN;
    case CLI_KEY_DOWN:
        move_focus(gallery, focus + at.columns);
        return CLI_GALLERY_TAKEN;
    case CLI_KEY_PAGE_UP:
        move_focus(gallery, focus - page);
        return CLI_GALLERY_TAKEN;
    case CLI_KEY_PAGE_DOWN:
        move_focus(gallery, focus + page);
        return CLI_GALLERY_TAKEN;
    case CLI_KEY_HOME:
        move_focus(gallery, 0);
        return CLI_GALLERY_TAKEN;
    case CLI_KEY_END:
        move_focus(gallery, gallery->count);
        return CLI_GALLERY_TAKEN;
    default:
        return CLI_GALLERY_NOTHING;
    }
}

static cli_gallery_answer take_press(cli_gallery *gallery, int32_t x, int32_t y) {
    const layout at = layout_of(gallery);
    for (uint32_t i = 0; i < gallery->count; i++) {
        if (!is_in_sight(gallery, &at, i) || !cli_panel_has(card_of(gallery, &at, i), x, y))
            continue;
        gallery->focus = i;
        return CLI_GALLERY_OPEN;
    }
    return CLI_GALLERY_TAKEN;
}

cli_gallery_answer cli_gallery_take(cli_gallery *gallery, const cli_keys_event *event) {
    if (event->type == CLI_KEYS_KEY) return take_key(gallery, event->key);
    if (event->type == CLI_KEYS_PRESS) return take_press(gallery, event->x, event->y);
    if (event->type == CLI_KEYS_WHEEL) {
        const layout at = layout_of(gallery);
        gallery->first = cli_panel_scroll(gallery->first - event->amount, at.rows, at.shown, -1);
    }
    return CLI_GALLERY_TAKEN;
}

/* ---- looks ---- */

static void put_picture(cli_canvas *canvas, const cli_canvas *picture, int32_t left, int32_t top) {
    const int32_t width = pawl_min(picture->width, canvas->width - left);
    const int32_t height = pawl_min(picture->height, canvas->height - top);
    for (int32_t y = 0; y < height && width > 0; y++) {
        memcpy(canvas->pixels + 3 * ((size_t)(top + y) * (size_t)canvas->width + (size_t)left),
               picture->pixels + 3 * (size_t)y * (size_t)picture->width, 3 * (size_t)width);
    }
}

static void paint_card(cli_gallery *gallery, const layout *at, uint32_t index) {
    cli_canvas *const canvas = &gallery->canvas;
    const cli_gallery_entry *const entry = &gallery->entries[index];
    const bool is_focus = index == gallery->focus;
    const cli_panel_box card = card_of(gallery, at, index);
    const cli_panel_box picture = {card.left, card.top, card.width, at->picture_height};
    const cli_panel_box name = {card.left + at->letters,
                                card.top + at->picture_height + at->letters,
                                card.width - 2 * at->letters, at->letters};
    cli_panel_box about = name;
    about.top += 7 * at->letters / 4;
    cli_panel_fill(canvas, card, CLI_PANEL_PAPER, 256);
    if (entry->look == CLI_GALLERY_DRAWN && entry->picture.width == picture.width) {
        put_picture(canvas, &entry->picture, picture.left, picture.top);
    } else {
        cli_panel_fill(canvas, picture, CLI_PANEL_TRACK, 256);
    }
    cli_panel_text(canvas, name, CLI_PANEL_LEFT, at->letters, entry->name,
                   entry->opens ? CLI_PANEL_INK : CLI_PANEL_SOFT);
    cli_panel_text(canvas, about, CLI_PANEL_LEFT, at->letters,
                   entry->look == CLI_GALLERY_BAD ? "cannot be opened" : entry->about,
                   CLI_PANEL_SOFT);
    cli_panel_frame(canvas, card, is_focus ? 2 + at->letters / 8 : 1,
                    is_focus ? CLI_PANEL_MARK : CLI_PANEL_RULE);
}

static void paint_head(cli_gallery *gallery, const layout *at) {
    char text[80];
    const int32_t width = gallery->canvas.width - 2 * at->gap;
    const cli_panel_box line = {at->gap, 3 * at->letters / 2, width, at->letters};
    const cli_panel_box rest = {line.left + width / 4, line.top, width - width / 4, at->letters};
    const cli_panel_box head = {0, 0, gallery->canvas.width, at->head - at->gap / 4};
    cli_panel_fill(&gallery->canvas, head, CLI_PANEL_DESK, 256);
    snprintf(text, sizeof text, "%lu of %lu", (unsigned long)gallery->focus + 1,
             (unsigned long)gallery->count);
    cli_panel_text(&gallery->canvas, line, CLI_PANEL_LEFT, at->letters, text, CLI_PANEL_INK);
    cli_panel_text(&gallery->canvas, rest, CLI_PANEL_RIGHT, at->letters,
                   "Enter: open   arrows: choose   Q: quit", CLI_PANEL_SOFT);
}

void cli_gallery_paint(cli_gallery *gallery) {
    const layout at = layout_of(gallery);
    const cli_panel_box all = {0, 0, gallery->canvas.width, gallery->canvas.height};
    const cli_panel_box cards = {0, at.head, all.width - 2, pawl_max(all.height - at.head, 1)};
    cli_panel_fill(&gallery->canvas, all, CLI_PANEL_DESK, 256);
    for (uint32_t i = 0; i < gallery->count; i++)
        if (is_in_sight(gallery, &at, i)) paint_card(gallery, &at, i);
    paint_head(gallery, &at);
    cli_panel_bar(&gallery->canvas, cards, gallery->first, at.rows, at.shown);
}
