/* sized.c - inputs that vary in size: commands, of which most ticks have none.
 *
 * A packet tells which of them are other than in the tick before, a bit each, and of each of these
 * its size and its bytes. No bit at all says that other players are gone: a bit for each of those
 * follows, and then the first bits again. */
#include "session/sized.h"
#include "session/inputs.h"

pawli_sized_form pawli_sized_form_of(const pawl_session *session, uint32_t columns, bool is_row) {
    pawli_sized_form form;
    form.columns = session->def.variable_inputs ? columns : 0;
    form.gone_bytes = is_row ? pawli_mask_size(session->def.players) : 0;
    form.input_size = session->def.input_size;
    return form;
}

uint32_t pawli_sized_row_max(uint32_t players, uint32_t input_size) {
    return 3u * pawli_mask_size(players) + players * (1u + input_size);
}

static bool is_column_equal(const pawli_sized_form *form, const uint8_t *row, const uint8_t *base,
                            uint32_t column) {
    const uint32_t at = form->gone_bytes + form->columns + column * form->input_size;
    const uint32_t size_at = form->gone_bytes + column;
    return row[size_at] == base[size_at] &&
           pawli_bytes_are_equal(row + at, base + at, (size_t)form->input_size);
}

void pawli_sized_pack(const pawli_sized_form *form, pawli_writer *to, const uint8_t *row,
                      const uint8_t *base) {
    uint32_t changed = 0;
    for (uint32_t i = 0; i < form->columns; i++)
        if (!is_column_equal(form, row, base, i)) changed |= UINT32_C(1) << i;
    if (!pawli_bytes_are_equal(row, base, (size_t)form->gone_bytes)) {
        pawli_mask_write(to, form->columns, 0);
        pawli_write_bytes(to, row, form->gone_bytes);
    }
    pawli_mask_write(to, form->columns, changed);
    for (uint32_t i = 0; i < form->columns; i++) {
        if (!pawli_has_player(changed, i)) continue;
        const uint8_t size = row[form->gone_bytes + i];
        pawli_write_u8(to, size);
        pawli_write_bytes(to, row + form->gone_bytes + form->columns + i * form->input_size, size);
    }
}

bool pawli_sized_unpack(const pawli_sized_form *form, pawli_reader *from, uint8_t *row) {
    uint32_t changed = pawli_mask_read(from, form->columns);
    if (changed == 0) {
        const uint8_t *const gone = pawli_read_bytes(from, form->gone_bytes);
        if (form->gone_bytes == 0 || gone == NULL) return false;
        memcpy(row, gone, (size_t)form->gone_bytes);
        changed = pawli_mask_read(from, form->columns);
    }
    if (changed >> form->columns != 0) return false;
    for (uint32_t i = 0; i < form->columns; i++) {
        if (!pawli_has_player(changed, i)) continue;
        uint8_t *const column = row + form->gone_bytes + form->columns + i * form->input_size;
        const uint32_t size = pawli_read_u8(from);
        const uint8_t *const bytes = size <= form->input_size ? pawli_read_bytes(from, size) : NULL;
        if (bytes == NULL || from->bad) return false;
        row[form->gone_bytes + i] = (uint8_t)size;
        memset(column, 0, (size_t)form->input_size);
        memcpy(column, bytes, (size_t)size);
    }
    return !from->bad;
}

bool pawli_sized_is_valid(const pawl_session *session, uint32_t size) {
    return session->def.variable_inputs ? size <= session->def.input_size
                                        : size == session->def.input_size;
}
