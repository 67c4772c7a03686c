/* inspector.c - the values of what is selected as rows; keys move among them. */
#include "cli/studio/inspector.h"

#include <stdlib.h>
#include <string.h>

#include "cli/common/heap.h"
#include "cli/studio/keys.h"
#include "cli/studio/panel.h"
#include "cli/studio/viewer.h"

void cli_inspector_free(cli_inspector *inspector) {
    cli_watch_end(&inspector->watch);
    free(inspector->rows);
    free(inspector->objects);
    memset(inspector, 0, sizeof *inspector);
}

void cli_inspector_forget(cli_inspector *inspector) {
    cli_watch_end(&inspector->watch);
    inspector->is_finding = false;
    inspector->first = 0;
}

/* ---- rows ---- */

static cli_inspector_row *add_row(cli_inspector *inspector) {
    if (inspector->row_count == inspector->row_room) {
        inspector->row_room = inspector->row_room == 0 ? 64 : 2 * inspector->row_room;
        inspector->rows =
            cli_heap_reallocate(inspector->rows, inspector->row_room * sizeof *inspector->rows);
    }
    return &inspector->rows[inspector->row_count++];
}

static void take_object(void *context, const cli_inspect_object *object) {
    cli_inspector *const inspector = context;
    if (inspector->object_count == inspector->object_room) {
        inspector->object_room = inspector->object_room == 0 ? 16 : 2 * inspector->object_room;
        inspector->objects = cli_heap_reallocate(
            inspector->objects, inspector->object_room * sizeof *inspector->objects);
    }
    inspector->objects[inspector->object_count] = *object;
    cli_inspector_row *const row = add_row(inspector);
    row->is_title = true;
    row->object = inspector->object_count++;
}

static void take_field(void *context, const cli_inspect_object *object,
                       const cli_inspect_field *field) {
    cli_inspector *const inspector = context;
    cli_inspector_row *const row = add_row(inspector);
    (void)object;
    row->is_title = false;
    row->object = inspector->object_count - 1;
    row->field = *field;
}

static bool is_watched(const cli_inspector *inspector, uint32_t row) {
    const cli_inspect_watch *const field = &inspector->watch.field;
    if (!inspector->watch.is_on || row >= inspector->row_count) return false;
    const cli_inspector_row *const at = &inspector->rows[row];
    const cli_inspect_object *const object = &inspector->objects[at->object];
    return !at->is_title && object->branch == field->branch &&
           memcmp(&object->key, &field->key, sizeof field->key) == 0 &&
           strcmp(at->field.value.name, field->name) == 0;
}

/* Of several values of one name the first is the one that is watched. */
static uint32_t row_of_watch(const cli_inspector *inspector) {
    uint32_t row = 0;
    while (row < inspector->row_count && !is_watched(inspector, row))
        row++;
    return row;
}

static uint32_t first_value(const cli_inspector *inspector) {
    return inspector->row_count > 1 ? 1 : inspector->row_count;
}

void cli_inspector_refresh(cli_viewer *viewer) {
    cli_inspector *const inspector = &viewer->inspector;
    const pawl_world *const world = viewer->scene->world;
    const cli_inspect_visitor to = {inspector, take_object, take_field};
    inspector->row_count = inspector->object_count = 0;
    cli_watch_note(&inspector->watch, viewer->studio);
    if (world == NULL) return;
    if (inspector->is_finding) {
        if (inspector->part[0] != '\0')
            (void)cli_inspect_search(world, inspector->part, CLI_INSPECTOR_HITS_MAX, &to);
        if (inspector->focus >= inspector->row_count) inspector->focus = first_value(inspector);
    } else if (cli_viewer_side_has_selection(viewer)) {
        (void)cli_inspect_list(world, viewer->selection.branch, viewer->selection.slot, &to);
        inspector->focus = row_of_watch(inspector);
    }
}

void cli_inspector_advance(cli_viewer *viewer) {
    cli_watch *const watch = &viewer->inspector.watch;
    cli_watch_note(watch, viewer->studio);
    cli_watch_fill(watch, viewer->studio, cli_watch_budget(viewer->studio));
}

/* ---- what is chosen ---- */

static void watch_row(cli_viewer *viewer, uint32_t row) {
    cli_inspector *const inspector = &viewer->inspector;
    const cli_inspector_row *const at = &inspector->rows[row];
    const cli_inspect_object *const object = &inspector->objects[at->object];
    cli_inspect_watch field = {
        .branch = object->branch, .key = object->key, .index = at->field.index};
    memcpy(field.name, at->field.value.name, sizeof field.name);
    cli_watch_begin(&inspector->watch, viewer->studio, &field);
    inspector->focus = row;
}

/* The object that tells all of another one: its body, itself, or the world. */
static void select_owner(cli_viewer *viewer, const cli_inspect_object *object) {
    switch (object->branch) {
    case PAWL_BRANCH_SHAPES:
    case PAWL_BRANCH_JOINTS:
    case PAWL_BRANCH_CONTACTS:
        cli_viewer_side_select(viewer, PAWL_BRANCH_BODIES, object->key.body_a);
        return;
    case PAWL_BRANCH_BODIES:
    case PAWL_BRANCH_SOFT:
    case PAWL_BRANCH_CHARACTERS:
        cli_viewer_side_select(viewer, object->branch, object->key.slot);
        return;
    default:
        cli_viewer_side_select(viewer, PAWL_BRANCH_WORLD, 0);
        return;
    }
}

/* Scrolls so that the focus is seen. */
static void show_focus(cli_viewer *viewer) {
    cli_inspector *const inspector = &viewer->inspector;
    int32_t focus = (int32_t)inspector->focus;
    if (focus == 1) focus = 0; /* with the title above it */
    inspector->first = cli_panel_scroll(inspector->first, (int32_t)inspector->row_count,
                                        cli_inspector_paint_shown(viewer),
                                        inspector->focus < inspector->row_count ? focus : -1);
}

void cli_inspector_choose(cli_viewer *viewer, uint32_t row) {
    cli_inspector *const inspector = &viewer->inspector;
    if (row >= inspector->row_count || inspector->rows[row].is_title) return;
    watch_row(viewer, row);
    if (!inspector->is_finding) return;
    const cli_inspect_object owner = inspector->objects[inspector->rows[row].object];
    inspector->is_finding = false;
    select_owner(viewer, &owner);
    cli_inspector_refresh(viewer);
    show_focus(viewer);
}

/* ---- keys ---- */

void cli_inspector_scroll(cli_viewer *viewer, int32_t rows) {
    cli_inspector *const inspector = &viewer->inspector;
    inspector->first = cli_panel_scroll(inspector->first + rows, (int32_t)inspector->row_count,
                                        cli_inspector_paint_shown(viewer), -1);
}

/* To the next value in a direction; titles are passed over. */
static void move_focus(cli_viewer *viewer, int32_t by) {
    cli_inspector *const inspector = &viewer->inspector;
    int64_t row = inspector->focus;
    if (inspector->focus >= inspector->row_count)
        row = by > 0 ? inspector->first - 1 : inspector->first;
    do
        row += by;
    while (row >= 0 && row < inspector->row_count && inspector->rows[row].is_title);
    if (row < 0 || row >= inspector->row_count) return;
    if (inspector->is_finding) {
        inspector->focus = (uint32_t)row;
    } else {
        watch_row(viewer, (uint32_t)row);
    }
    show_focus(viewer);
}

/* A name is letters, digits, and what stands between them. */
static void type_sign(cli_inspector *inspector, char sign) {
    const size_t length = strlen(inspector->part);
    if (sign == '/' || length + 1 >= sizeof inspector->part) return;
    inspector->part[length] = sign;
    inspector->part[length + 1] = '\0';
    inspector->focus = UINT32_MAX;
    inspector->first = 0;
}

static void stop_finding(cli_viewer *viewer) {
    viewer->inspector.is_finding = false;
    viewer->inspector.first = 0;
    cli_inspector_refresh(viewer);
    show_focus(viewer);
}

static void find_key(cli_viewer *viewer, int32_t key) {
    cli_inspector *const inspector = &viewer->inspector;
    const size_t length = strlen(inspector->part);
    if (key == CLI_KEY_ESCAPE) {
        stop_finding(viewer);
    } else if (key == CLI_KEY_ENTER) {
        if (inspector->focus < inspector->row_count) {
            cli_inspector_choose(viewer, inspector->focus);
        } else {
            stop_finding(viewer);
        }
    } else if (key == CLI_KEY_BACKSPACE) {
        if (length > 0) inspector->part[length - 1] = '\0';
        inspector->focus = UINT32_MAX;
        inspector->first = 0;
    } else if (key > ' ' && key < 127) {
        type_sign(inspector, (char)key);
    }
}

static void begin_finding(cli_inspector *inspector) {
    inspector->is_finding = true;
    inspector->part[0] = '\0';
    inspector->focus = UINT32_MAX;
    inspector->first = 0;
}

bool cli_inspector_key(cli_viewer *viewer, int32_t key) {
    cli_inspector *const inspector = &viewer->inspector;
    cli_inspector_refresh(viewer);
    switch (key) {
    case CLI_KEY_UP:
    case CLI_KEY_DOWN:
        move_focus(viewer, key == CLI_KEY_UP ? -1 : 1);
        return true;
    case CLI_KEY_PAGE_UP:
        cli_inspector_scroll(viewer, -cli_inspector_paint_shown(viewer));
        return true;
    case CLI_KEY_PAGE_DOWN:
        cli_inspector_scroll(viewer, cli_inspector_paint_shown(viewer));
        return true;
    case '/':
        if (!inspector->is_finding) begin_finding(inspector);
        return true;
    default:
        if (!inspector->is_finding) return false;
        find_key(viewer, key);
        return true;
    }
}
