/* contact_solver.h - internal: one pass over all contacts in a sub-step, in the order of the rows.
 */
#ifndef PAWLI_CONTACT_SOLVER_H
#define PAWLI_CONTACT_SOLVER_H

#include "solver/contact_row.h"

typedef struct pawli_contact_pass {
    pawli_solver_body *bodies;
    pawli_contact_row *rows;
    uint32_t row_count;
    int32_t per_substep; /* 1/h, Q16.16 */
    const pawli_softness *soft, *stiff;
    bool has_locks; /* some rows may have PAWLI_PRESSED_LOCKED */
    uint32_t faults;
} pawli_contact_pass;

void pawli_contact_solver_warm_start(pawli_contact_pass *pass);
void pawli_contact_solver_solve(pawli_contact_pass *pass);
void pawli_contact_solver_relax(pawli_contact_pass *pass); /* and friction */

#if PAWL_WITH_WORKERS
/* The same for one row, on any thread that has its two bodies for itself, each with a pass of its
 * own. Solver body 0 is only read. */
void pawli_contact_solver_warm_start_row(pawli_contact_pass *pass, uint32_t index);
void pawli_contact_solver_solve_row(pawli_contact_pass *pass, uint32_t index);
void pawli_contact_solver_relax_row(pawli_contact_pass *pass, uint32_t index);
#endif

#endif
