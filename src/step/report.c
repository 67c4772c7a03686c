/* report.c - what to tell people: names of faults and stages, and how the library was built. */
#include "pawl/config.h"
#include "pawl/world.h"

const char *pawl_fault_text(uint32_t faults) {
    if (faults == 0) return "none";
    if (faults & PAWL_FAULT_WORLD_EDGE) return "body stopped at the world's edge";
    if (faults & PAWL_FAULT_SPEED) return "velocity clamped";
    if (faults & PAWL_FAULT_TRANSLATION) return "movement in one step clamped";
    if (faults & PAWL_FAULT_SOLVER_RANGE) return "solver value saturated";
    if (faults & PAWL_FAULT_CONTACTS_FULL) return "contact dropped for want of capacity";
    if (faults & PAWL_FAULT_FORCE_RANGE) return "applied force saturated";
    if (faults & PAWL_FAULT_NOT_STOPPED) return "fast body not stopped";
    return "unknown fault";
}

const char *pawl_stage_text(pawl_stage stage) {
    switch (stage) {
    case PAWL_STAGE_BEGIN:
        return "begin";
    case PAWL_STAGE_PAIRS:
        return "pairs";
    case PAWL_STAGE_MANIFOLDS:
        return "manifolds";
    case PAWL_STAGE_ISLANDS:
        return "islands";
    case PAWL_STAGE_PREPARE:
        return "prepare";
    case PAWL_STAGE_SOLVE:
        return "solve";
    case PAWL_STAGE_INTEGRATE:
        return "integrate";
    case PAWL_STAGE_RELAX:
        return "relax";
    case PAWL_STAGE_BOUNCE:
        return "bounce";
    case PAWL_STAGE_CONTINUOUS:
        return "continuous";
    case PAWL_STAGE_FINISH:
        return "finish";
    case PAWL_STAGE_SLEEP:
        return "sleep";
    case PAWL_STAGE_END:
        return "end";
    }
    return "unknown stage";
}

#define REPORT_TEXT2(x) #x
#define REPORT_TEXT(x) REPORT_TEXT2(x)

#if defined(__clang__)
#define COMPILER "clang " REPORT_TEXT(__clang_major__)
#elif defined(__GNUC__)
#define COMPILER "gcc " REPORT_TEXT(__GNUC__)
#else
#define COMPILER "another compiler"
#endif
#if PAWL_PROFILE == PAWL_PROFILE_TINY
#define PROFILE "tiny"
#elif PAWL_PROFILE == PAWL_PROFILE_SMALL
#define PROFILE "small"
#else
#define PROFILE "full"
#endif
#define VERSION_TEXT                \
    REPORT_TEXT(PAWL_VERSION_MAJOR) \
    "." REPORT_TEXT(PAWL_VERSION_MINOR) "." REPORT_TEXT(PAWL_VERSION_PATCH)

#define KNOB(name, macro) " " #name "=" REPORT_TEXT(macro)

/* Adjacent texts. */
/* clang-format off */
const char *pawl_build_options(void) {
    return "pawl " VERSION_TEXT " simulation " REPORT_TEXT(PAWL_SIMULATION_VERSION)
        " profile=" PROFILE PAWL_KNOBS(KNOB) " " COMPILER;
}
/* clang-format on */
