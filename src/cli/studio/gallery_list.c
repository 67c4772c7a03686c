/* gallery_list.c - which files a list has. */
#include "cli/studio/gallery.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/common/command.h"
#include "cli/common/heap.h"

#define FILES_MAX 10000u

/* What is a scene by its name; replays and snapshots are known by their first bytes. */
static const char *const endings[] = {".json", ".rube", ".tmx", ".tmj", ".ldtk"};

static bool ends_with(const char *name, const char *ending) {
    const size_t length = strlen(name), tail = strlen(ending);
    return length > tail && strcmp(name + length - tail, ending) == 0;
}

static bool is_wanted(const char *path, const char *name) {
    struct stat about;
    if (name[0] == '.' || stat(path, &about) != 0 || !S_ISREG(about.st_mode)) return false;
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++)
        if (ends_with(name, endings[i])) return true;
    return cli_studio_type_of(path) != CLI_STUDIO_SCENE;
}

/* Takes the path. */
static void add_entry(cli_gallery *gallery, char *path) {
    if (gallery->count == gallery->room) {
        gallery->room = gallery->room == 0 ? 32 : 2 * gallery->room;
        gallery->entries =
            cli_heap_reallocate(gallery->entries, gallery->room * sizeof *gallery->entries);
    }
    const char *const slash = strrchr(path, '/');
    const cli_gallery_entry entry = {
        .path = path, .name = slash == NULL ? path : slash + 1, .opens = true};
    gallery->entries[gallery->count++] = entry;
}

static char *join(const char *folder, const char *name) {
    const size_t length = strlen(folder), tail = strlen(name);
    char *const out = cli_heap_allocate(length + tail + 2);
    memcpy(out, folder, length);
    const bool needs_slash = length > 0 && folder[length - 1] != '/';
    if (needs_slash) out[length] = '/';
    memcpy(out + length + (needs_slash ? 1 : 0), name, tail + 1);
    return out;
}

static int compare_entries(const void *left, const void *right) {
    const cli_gallery_entry *const a = left, *const b = right;
    return strcmp(a->name, b->name);
}

bool cli_gallery_list_is_folder(const char *path) {
    struct stat about;
    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

/* `prefix` stands before the names: the folder, or nothing for the one that the program is in. */
static int add_folder(cli_gallery *gallery, const char *folder, const char *prefix) {
    const uint32_t before = gallery->count;
    DIR *const directory = opendir(folder);
    if (directory == NULL) return cli_command_file_error(folder, strerror(errno));
    for (const struct dirent *one = readdir(directory); one != NULL; one = readdir(directory)) {
        char *const path = join(prefix, one->d_name);
        if (gallery->count - before < FILES_MAX && is_wanted(path, one->d_name)) {
            add_entry(gallery, path);
        } else {
            free(path);
        }
    }
    closedir(directory);
    if (gallery->count == before)
        return cli_command_file_error(folder, "no scenes, replays or snapshots in it");
    qsort(gallery->entries + before, gallery->count - before, sizeof *gallery->entries,
          compare_entries);
    return CLI_EXIT_OK;
}

int cli_gallery_list_add(cli_gallery *gallery, const char *path) {
    struct stat about;
    if (cli_gallery_list_is_folder(path)) return add_folder(gallery, path, path);
    /* A part of a file, FILE#PART, is for what opens it. */
    if (stat(path, &about) != 0 && strchr(path, '#') == NULL)
        return cli_command_file_error(path, strerror(errno));
    add_entry(gallery, join("", path));
    return CLI_EXIT_OK;
}

int cli_gallery_list_beside(cli_gallery *gallery, const char *path) {
    const char *const slash = strrchr(path, '/'), *const name = slash == NULL ? path : slash + 1;
    char *const folder = join("", path);
    folder[name - path] = '\0';
    const int code = add_folder(gallery, folder[0] == '\0' ? "." : folder, folder);
    free(folder);
    gallery->focus = 0;
    for (uint32_t i = 0; i < gallery->count; i++)
        if (strcmp(gallery->entries[i].name, name) == 0) gallery->focus = i;
    return code;
}
