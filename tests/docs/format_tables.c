/* format_tables.c - the tables of docs/format-snapshot.md, from the object and the field table.
 *
 * Usage: format_tables PAGE. Writes the page with all that stands between "<!-- tables: NAME -->"
 * and "<!-- end -->" made anew: NAME is "sections" or the number of an object type. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "state/snapshot.h"
#include "world/objects.h"

#define LINE_SIZE 4096

/* ---- fields --------------------------------------------------------------------------------- */

static void write_default(const pawli_field *field) {
    const double value =
        (double)pawli_fields_default(field) / (double)(INT64_C(1) << field->fraction);
    const long whole = (long)value;
    if ((double)whole == value) {
        printf("%ld", whole);
    } else {
        printf("%.4g", value);
    }
}

static void write_fields(int type) {
    const pawli_fields table = pawli_fields_of((pawli_object_type)type);
    printf("### Object type %d: %s\n\n", type, pawli_objects_names_of(type).name);
    printf("| number | type | value | fraction bits | default |\n|---|---|---|---|---|\n");
    for (uint16_t i = 0; i < table.count; i++) {
        const pawli_field *field = &table.fields[i];
        const char sign = field->coding == PAWLI_CODE_SIGNED ? 'i' : 'u';
        printf("| %d | %c%d | `%s` | ", field->number, sign, 8 * field->size,
               pawli_fields_name((pawli_object_type)type, field->number));
        if (field->fraction != 0) printf("%d", field->fraction);
        printf(" | ");
        write_default(field);
        printf(" |\n");
    }
}

/* ---- sections ------------------------------------------------------------------------------- */

static const char *plural_of(const pawli_objects *all) {
    static char plural[64];
    const pawli_object_names names = pawli_objects_names_of(all->type);
    if (names.plural != NULL) return names.plural;
    const size_t length = strlen(names.name);
    const bool ends_in_y = names.name[length - 1] == 'y';
    snprintf(plural, sizeof plural, "%.*s%s", (int)(ends_in_y ? length - 1 : length), names.name,
             ends_in_y ? "ies" : "s");
    return all->order == PAWLI_ORDER_ONE ? names.name : plural;
}

/* The names of all types of a section of pools or of free slots. */
static void write_types_of(int section, bool only_pools) {
    const char *before = "";
    for (int type = 1; type <= PAWLI_LAST_OBJECT; type++) {
        const pawli_objects all = pawli_objects_of(type);
        const bool is_in = all.pool_section == section || all.free_section == section;
        if (!is_in || (only_pools && all.pool == 0)) continue;
        printf("%s%s", before, plural_of(&all));
        before = ", ";
    }
}

static void write_key(const pawli_section_content *content) {
    const pawli_objects owned = pawli_objects_owned_by(content->type, PAWLI_ORDER_OWNED);
    const pawli_objects shared = pawli_objects_owned_by(content->type, PAWLI_ORDER_SHARED);
    if (content->prefix == 0) return;
    printf("slot u16, serial u32");
    if (owned.type != 0) printf(", number of %s u16", plural_of(&owned));
    if (shared.type != 0) printf(", %s u16", pawli_objects_names_of(shared.type).name);
}

static void write_order(const pawli_objects *all) {
    const char *const owner = all->owner != 0 ? pawli_objects_names_of(all->owner).name : "nothing";
    if (all->order == PAWLI_ORDER_ONE) printf("one");
    if (all->order == PAWLI_ORDER_LIST) printf("in creation order");
    if (all->order == PAWLI_ORDER_OWNED)
        printf("those of the first %s, of the second, ..., each in creation order", owner);
    if (all->order == PAWLI_ORDER_SHARED) printf("each once, in the order of their first use");
    if (all->order == PAWLI_ORDER_ARRAY) printf("in contact order, see below");
    if (all->order == PAWLI_ORDER_RUN)
        printf("of one %s after the other, as many as it says", owner);
}

static void write_section(int section) {
    const pawli_section_content content = pawli_snapshot_open_content(section);
    const pawli_objects all = pawli_objects_of(content.type);
    printf("| %d ", section);
    if (content.what == PAWLI_CONTENT_OBJECTS) {
        printf("%s | ", plural_of(&all));
        write_key(&content);
        printf(" | %d | ", content.type);
        write_order(&all);
    } else if (content.what == PAWLI_CONTENT_POOLS) {
        printf("%s | ",
               content.prefix > 0 ? pawli_objects_names_of(all.type).name : plural_of(&all));
        if (content.prefix > 0) {
            printf("capacities of ");
            write_types_of(section, false);
            printf(", u16 each");
        }
        printf(" | %d | of ", content.type);
        write_types_of(section, true);
    } else if (content.what == PAWLI_CONTENT_FREE) {
        printf("free slots | slot u16, generation u16 | | of ");
        write_types_of(section, true);
        printf(": those that are used again first come first");
    } else {
        printf("late ends | index1 u16, generation u16, of two shapes | | touches, then overlaps "
               "(the sensor first), in the order of the calls");
    }
    printf(" |\n");
}

static void write_sections(void) {
    printf("| section | prefix | object type | records |\n|---|---|---|---|\n");
    for (int section = 1; section <= PAWLI_SECTION_COUNT; section++)
        write_section(section);
}

/* ---- the page ------------------------------------------------------------------------------- */

int main(int argc, char **argv) {
    static const char begin[] = "<!-- tables: ";
    char line[LINE_SIZE];
    bool is_table = false;
    FILE *const page = argc == 2 ? fopen(argv[1], "r") : NULL;
    if (page == NULL) return 1;
    while (fgets(line, sizeof line, page) != NULL) {
        if (strcmp(line, "<!-- end -->\n") == 0) is_table = false;
        if (!is_table) fputs(line, stdout);
        if (strncmp(line, begin, sizeof begin - 1) != 0) continue;
        const int type = atoi(line + sizeof begin - 1);
        is_table = true;
        if (type > PAWLI_LAST_OBJECT) return 1;
        if (type > 0) {
            write_fields(type);
        } else {
            write_sections();
        }
    }
    fclose(page);
    return is_table ? 1 : 0;
}
