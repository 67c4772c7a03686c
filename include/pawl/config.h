/* config.h - compile-time knobs. Every one has a default; a misspelt value is an error. None of
 * them changes a result: worlds on differently configured builds stay bit-identical, as far as
 * they have what a world asks for. */
#ifndef PAWL_CONFIG_H
#define PAWL_CONFIG_H

#include <stdint.h>

/* A header with knobs of a project or a port: -DPAWL_CONFIG_FILE='"port_conf.h"'. A file that is
 * not found is an error of the compiler. */
#ifdef PAWL_CONFIG_FILE
#include PAWL_CONFIG_FILE
#endif

/* ---- checks --------------------------------------------------------------------------------- */

/* 1: PAWL_ASSERT checks programmer errors inside the library and calls pawl_port_assert_failed,
 * which the program must then supply. 0 (default): no checks, no symbol needed. */
#ifndef PAWL_ASSERTS
#define PAWL_ASSERTS 0
#endif
#if PAWL_ASSERTS != 0 && PAWL_ASSERTS != 1
#error "PAWL_ASSERTS must be 0 or 1"
#endif

/* 1: the whole world is validated after every step (slow; needs PAWL_ASSERTS). Default 0. */
#ifndef PAWL_VALIDATE
#define PAWL_VALIDATE 0
#endif
#if PAWL_VALIDATE != 0 && PAWL_VALIDATE != 1
#error "PAWL_VALIDATE must be 0 or 1"
#endif
#if PAWL_VALIDATE && !PAWL_ASSERTS
#error "PAWL_VALIDATE needs PAWL_ASSERTS=1"
#endif

/* 1: the scratch region is filled with 0xA5 before and after each step, to prove that no state
 * hides there. Default 0. */
#ifndef PAWL_POISON
#define PAWL_POISON 0
#endif
#if PAWL_POISON != 0 && PAWL_POISON != 1
#error "PAWL_POISON must be 0 or 1"
#endif

/* 1: each step can tell what every phase has produced, as a hash (`trace` in pawl_step_hooks), so
 * that two machines that differ find the phase where they began to. Default 0: no code for it. */
#ifndef PAWL_TRACE
#define PAWL_TRACE 0
#endif
#if PAWL_TRACE != 0 && PAWL_TRACE != 1
#error "PAWL_TRACE must be 0 or 1"
#endif

/* ---- size ----------------------------------------------------------------------------------- */

/* A profile is a set of defaults for the knobs below, each of which may still be set by itself:
 * FULL (default) has everything; SMALL has no joints and no hooks; TINY has circles and boxes that
 * collide, and no more. docs/profiles.md says what each knob saves.
 *
 * A call that needs what is left out answers PAWL_ERR_UNSUPPORTED and changes nothing. */
#define PAWL_PROFILE_FULL 1
#define PAWL_PROFILE_SMALL 2
#define PAWL_PROFILE_TINY 3
#ifndef PAWL_PROFILE
#define PAWL_PROFILE PAWL_PROFILE_FULL
#endif
#if PAWL_PROFILE != PAWL_PROFILE_FULL && PAWL_PROFILE != PAWL_PROFILE_SMALL && \
    PAWL_PROFILE != PAWL_PROFILE_TINY
#error "PAWL_PROFILE must be PAWL_PROFILE_FULL, PAWL_PROFILE_SMALL or PAWL_PROFILE_TINY"
#endif
#if PAWL_PROFILE == PAWL_PROFILE_FULL
#define PAWLI_IN_FULL 1
#else
#define PAWLI_IN_FULL 0
#endif
#if PAWL_PROFILE == PAWL_PROFILE_TINY
#define PAWLI_IN_SMALL 0
#else
#define PAWLI_IN_SMALL 1
#endif

/* Joints (joint.h). Without them the default of joint_capacity is 0, and must stay so; nor are axes
 * of bodies locked, which are constraints as well. */
#ifndef PAWL_WITH_JOINTS
#define PAWL_WITH_JOINTS PAWLI_IN_FULL
#endif
#if PAWL_WITH_JOINTS != 0 && PAWL_WITH_JOINTS != 1
#error "PAWL_WITH_JOINTS must be 0 or 1"
#endif

/* Functions in pawl_step_hooks (its scratch memory works without), custom_filter and pre_solve of
 * shapes. */
#ifndef PAWL_WITH_HOOKS
#define PAWL_WITH_HOOKS PAWLI_IN_FULL
#endif
#if PAWL_WITH_HOOKS != 0 && PAWL_WITH_HOOKS != 1
#error "PAWL_WITH_HOOKS must be 0 or 1"
#endif

/* Continuous collision: bullets, and stopping what would pass through static shapes. Without it a
 * fast body that others would stop sets PAWL_FAULT_NOT_STOPPED. */
#ifndef PAWL_WITH_CONTINUOUS
#define PAWL_WITH_CONTINUOUS PAWLI_IN_SMALL
#endif
#if PAWL_WITH_CONTINUOUS != 0 && PAWL_WITH_CONTINUOUS != 1
#error "PAWL_WITH_CONTINUOUS must be 0 or 1"
#endif

/* Chains and tile maps (terrain.h). */
#ifndef PAWL_WITH_CHAINS
#define PAWL_WITH_CHAINS PAWLI_IN_SMALL
#endif
#if PAWL_WITH_CHAINS != 0 && PAWL_WITH_CHAINS != 1
#error "PAWL_WITH_CHAINS must be 0 or 1"
#endif

/* Worlds that go round: pawl_world_set_periods. */
#ifndef PAWL_WITH_PERIODS
#define PAWL_WITH_PERIODS PAWLI_IN_SMALL
#endif
#if PAWL_WITH_PERIODS != 0 && PAWL_WITH_PERIODS != 1
#error "PAWL_WITH_PERIODS must be 0 or 1"
#endif

/* Shapes with up to eight vertices, and rounded ones: capsules among them. Without them a shape is
 * a circle, or has two to four vertices and no radius: segments, triangles, boxes. */
#ifndef PAWL_WITH_POLYGONS
#define PAWL_WITH_POLYGONS PAWLI_IN_SMALL
#endif
#if PAWL_WITH_POLYGONS != 0 && PAWL_WITH_POLYGONS != 1
#error "PAWL_WITH_POLYGONS must be 0 or 1"
#endif

/* Sensors. */
#ifndef PAWL_WITH_SENSORS
#define PAWL_WITH_SENSORS PAWLI_IN_SMALL
#endif
#if PAWL_WITH_SENSORS != 0 && PAWL_WITH_SENSORS != 1
#error "PAWL_WITH_SENSORS must be 0 or 1"
#endif

/* One-way platforms. */
#ifndef PAWL_WITH_ONE_WAY
#define PAWL_WITH_ONE_WAY PAWLI_IN_SMALL
#endif
#if PAWL_WITH_ONE_WAY != 0 && PAWL_WITH_ONE_WAY != 1
#error "PAWL_WITH_ONE_WAY must be 0 or 1"
#endif

/* Restitution of shapes. Without it the restitution of all shapes is 0: nothing bounces. */
#ifndef PAWL_WITH_RESTITUTION
#define PAWL_WITH_RESTITUTION PAWLI_IN_SMALL
#endif
#if PAWL_WITH_RESTITUTION != 0 && PAWL_WITH_RESTITUTION != 1
#error "PAWL_WITH_RESTITUTION must be 0 or 1"
#endif

/* Rolling resistance of shapes. Without it that of all shapes is 0. */
#ifndef PAWL_WITH_ROLLING
#define PAWL_WITH_ROLLING PAWLI_IN_SMALL
#endif
#if PAWL_WITH_ROLLING != 0 && PAWL_WITH_ROLLING != 1
#error "PAWL_WITH_ROLLING must be 0 or 1"
#endif

/* Soft bodies (soft.h). Without them their capacities must stay 0. */
#ifndef PAWL_WITH_SOFT
#define PAWL_WITH_SOFT PAWLI_IN_FULL
#endif
#if PAWL_WITH_SOFT != 0 && PAWL_WITH_SOFT != 1
#error "PAWL_WITH_SOFT must be 0 or 1"
#endif

/* Characters (character.h), which need polygons, sensors and one-way platforms. Without them their
 * capacity must stay 0. */
#ifndef PAWL_WITH_CHARACTERS
#if PAWLI_IN_FULL && PAWL_WITH_POLYGONS && PAWL_WITH_SENSORS && PAWL_WITH_ONE_WAY
#define PAWL_WITH_CHARACTERS 1
#else
#define PAWL_WITH_CHARACTERS 0
#endif
#endif
#if PAWL_WITH_CHARACTERS != 0 && PAWL_WITH_CHARACTERS != 1
#error "PAWL_WITH_CHARACTERS must be 0 or 1"
#endif
#if PAWL_WITH_CHARACTERS && !(PAWL_WITH_POLYGONS && PAWL_WITH_SENSORS && PAWL_WITH_ONE_WAY)
#error "PAWL_WITH_CHARACTERS=1 needs PAWL_WITH_POLYGONS, PAWL_WITH_SENSORS and PAWL_WITH_ONE_WAY"
#endif

/* 1: a tree of boxes finds which shapes are near each other; worth its code and its 24 bytes for
 * each shape from some thirty shapes on. 0: each that moves looks at all. */
#ifndef PAWL_WITH_TREE
#define PAWL_WITH_TREE PAWLI_IN_SMALL
#endif
#if PAWL_WITH_TREE != 0 && PAWL_WITH_TREE != 1
#error "PAWL_WITH_TREE must be 0 or 1"
#endif

/* Compilers and machines that have lanes. */
#if (defined(__GNUC__) || defined(__clang__)) &&                                 \
    (defined(__x86_64__) || defined(__i386__) ||                                 \
     (defined(__aarch64__) && defined(__ARM_NEON) && !defined(__AARCH64EB__)) || \
     defined(__wasm_simd128__))
#define PAWLI_CAN_LANES 1
#else
#define PAWLI_CAN_LANES 0
#endif
/* Contacts in lanes (lanes.h), where the compiler knows GNU attributes and the machine is an x86, a
 * 64-bit ARM or WebAssembly with simd128. Without it all are solved one after the other, with the
 * same bits. */
#ifndef PAWL_WITH_LANES
#if PAWLI_IN_FULL && PAWLI_CAN_LANES
#define PAWL_WITH_LANES 1
#else
#define PAWL_WITH_LANES 0
#endif
#endif
#if PAWL_WITH_LANES != 0 && PAWL_WITH_LANES != 1
#error "PAWL_WITH_LANES must be 0 or 1"
#endif
#if PAWL_WITH_LANES && !PAWLI_CAN_LANES
#error "PAWL_WITH_LANES=1: this compiler or machine has no lanes that the library knows"
#endif

#if !defined(__STDC_NO_ATOMICS__) && \
    (defined(__GCC_ATOMIC_INT_LOCK_FREE) && __GCC_ATOMIC_INT_LOCK_FREE == 2)
#define PAWLI_CAN_WORKERS 1
#else
#define PAWLI_CAN_WORKERS 0
#endif
/* Steps on several threads of the program (workers.h), where the compiler has the atomics of C11
 * that need no lock. Without them, and by default on machines of 32 bits, a step is one thread's,
 * with the same bits. */
#ifndef PAWL_WITH_WORKERS
#if PAWLI_IN_FULL && PAWLI_CAN_WORKERS && PAWL_WITH_HOOKS && UINTPTR_MAX > UINT32_MAX
#define PAWL_WITH_WORKERS 1
#else
#define PAWL_WITH_WORKERS 0
#endif
#endif
#if PAWL_WITH_WORKERS != 0 && PAWL_WITH_WORKERS != 1
#error "PAWL_WITH_WORKERS must be 0 or 1"
#endif
#if PAWL_WITH_WORKERS && !PAWLI_CAN_WORKERS
#error "PAWL_WITH_WORKERS=1: this compiler or machine has no atomics without a lock"
#endif
#if PAWL_WITH_WORKERS && !PAWL_WITH_HOOKS
#error "PAWL_WITH_WORKERS=1 needs PAWL_WITH_HOOKS"
#endif

/* Polygons in the arcade layer (arcade.h). Without them its bodies are circles and boxes. */
#ifndef PAWL_ARCADE_POLYGONS
#define PAWL_ARCADE_POLYGONS PAWLI_IN_SMALL
#endif
#if PAWL_ARCADE_POLYGONS != 0 && PAWL_ARCADE_POLYGONS != 1
#error "PAWL_ARCADE_POLYGONS must be 0 or 1"
#endif

/* Bodies of the arcade layer that answer with a spring, or only report. Without them all bounce. */
#ifndef PAWL_ARCADE_RESPONSES
#define PAWL_ARCADE_RESPONSES PAWLI_IN_SMALL
#endif
#if PAWL_ARCADE_RESPONSES != 0 && PAWL_ARCADE_RESPONSES != 1
#error "PAWL_ARCADE_RESPONSES must be 0 or 1"
#endif

/* 1: the arcade layer sorts its bodies along an axis, so that each looks at its neighbors alone;
 * worth its code and memory from some thirty bodies on. 0: each looks at all. */
#ifndef PAWL_ARCADE_SORTED
#define PAWL_ARCADE_SORTED PAWLI_IN_SMALL
#endif
#if PAWL_ARCADE_SORTED != 0 && PAWL_ARCADE_SORTED != 1
#error "PAWL_ARCADE_SORTED must be 0 or 1"
#endif

/* Breaking of bodies (fracture.h), and break_impulse of shapes. */
#ifndef PAWL_WITH_FRACTURE
#define PAWL_WITH_FRACTURE PAWLI_IN_FULL
#endif
#if PAWL_WITH_FRACTURE != 0 && PAWL_WITH_FRACTURE != 1
#error "PAWL_WITH_FRACTURE must be 0 or 1"
#endif

/* 1: what is used everywhere, such as rounding, is one function instead of code in every place, and
 * fields of the state have no names: a fifth smaller, and slower. In SMALL the kernels of the
 * solver keep their code, and nearly all of their speed, and fields their names. */
#ifndef PAWL_SMALL_CODE
#if PAWLI_IN_FULL
#define PAWL_SMALL_CODE 0
#else
#define PAWL_SMALL_CODE 1
#endif
#endif
#if PAWL_SMALL_CODE != 0 && PAWL_SMALL_CODE != 1
#error "PAWL_SMALL_CODE must be 0 or 1"
#endif
/* Only src/fx/shared.c has the code of these functions then; else every file has. */
#define PAWLI_SMALL_KERNELS (PAWL_SMALL_CODE && PAWL_PROFILE != PAWL_PROFILE_SMALL)
#define PAWLI_HAS_NAMES (!PAWLI_SMALL_KERNELS)
#if !PAWL_SMALL_CODE || \
    ((defined(PAWLI_IN_KERNEL) || defined(PAWLI_SOLVER_COPY)) && !PAWLI_SMALL_KERNELS)
#define PAWLI_IS_SHARED 0
#else
#define PAWLI_IS_SHARED 1
#endif
#if !PAWLI_IS_SHARED
#define PAWL_SHARED static inline
#define PAWL_HAS_SHARED 1
#else
#define PAWL_SHARED PAWL_API
#ifdef PAWLI_IN_SHARED_C
#define PAWL_HAS_SHARED 1
#else
#define PAWL_HAS_SHARED 0
#endif
#endif

/* All knobs but the profile, X(name, macro) for each: what pawl_build_options tells. */
#define PAWL_KNOBS(X)                          \
    X(asserts, PAWL_ASSERTS)                   \
    X(validate, PAWL_VALIDATE)                 \
    X(poison, PAWL_POISON)                     \
    X(trace, PAWL_TRACE)                       \
    X(joints, PAWL_WITH_JOINTS)                \
    X(hooks, PAWL_WITH_HOOKS)                  \
    X(continuous, PAWL_WITH_CONTINUOUS)        \
    X(chains, PAWL_WITH_CHAINS)                \
    X(periods, PAWL_WITH_PERIODS)              \
    X(polygons, PAWL_WITH_POLYGONS)            \
    X(sensors, PAWL_WITH_SENSORS)              \
    X(one_way, PAWL_WITH_ONE_WAY)              \
    X(restitution, PAWL_WITH_RESTITUTION)      \
    X(rolling, PAWL_WITH_ROLLING)              \
    X(soft, PAWL_WITH_SOFT)                    \
    X(characters, PAWL_WITH_CHARACTERS)        \
    X(tree, PAWL_WITH_TREE)                    \
    X(lanes, PAWL_WITH_LANES)                  \
    X(workers, PAWL_WITH_WORKERS)              \
    X(arcade_polygons, PAWL_ARCADE_POLYGONS)   \
    X(arcade_responses, PAWL_ARCADE_RESPONSES) \
    X(arcade_sorted, PAWL_ARCADE_SORTED)       \
    X(fracture, PAWL_WITH_FRACTURE)            \
    X(small_code, PAWL_SMALL_CODE)

/* What program and library must agree on: the knobs that change what there is or how it is laid
 * out. pawl_world_init tells the library which ones the program was compiled with. Each
 * knob is a bit that 0x70617700 does not have: of the lowest eight, and bit 11. Later ones are bits
 * that are set where they are left out, so that a build with everything is what it was. */
#define PAWL_CONFIG_ID                                                                            \
    (UINT32_C(0x70617700) | PAWL_WITH_JOINTS | PAWL_WITH_HOOKS << 1 | PAWL_WITH_CONTINUOUS << 2 | \
     PAWL_WITH_CHAINS << 3 | PAWL_WITH_POLYGONS << 4 | PAWL_WITH_SENSORS << 5 |                   \
     PAWL_WITH_ONE_WAY << 6 | PAWL_WITH_SOFT << 7 | PAWL_WITH_FRACTURE << 11 |                    \
     (uint32_t)!PAWL_WITH_RESTITUTION << 15 | (uint32_t)!PAWL_WITH_ROLLING << 17 |                \
     (uint32_t)!PAWL_WITH_TREE << 18 | (uint32_t)!PAWL_WITH_CHARACTERS << 19 |                    \
     (uint32_t)!PAWL_WITH_PERIODS << 20)
#define PAWL_CONFIG_ID_FULL UINT32_C(0x70617FFF) /* of a build that leaves nothing out */

/* Features: what a world may use and a build may lack, a bit each. Snapshots, replays and sessions
 * compare the features that a world uses (pawl_world_get_features) with those of the build, and
 * nothing else of its knobs. */
#define PAWL_FEATURE_JOINTS 1u
#define PAWL_FEATURE_HOOKS 2u
#define PAWL_FEATURE_CONTINUOUS 4u
#define PAWL_FEATURE_CHAINS 8u
#define PAWL_FEATURE_POLYGONS 16u
#define PAWL_FEATURE_SENSORS 32u
#define PAWL_FEATURE_ONE_WAY 64u
#define PAWL_FEATURE_SOFT 128u
#define PAWL_FEATURE_FRACTURE 256u
#define PAWL_FEATURE_RESTITUTION 512u
#define PAWL_FEATURE_ROLLING 1024u
#define PAWL_FEATURE_CHARACTERS 2048u
#define PAWL_FEATURES_ALL 4095u /* of all bits */

/* Those of this build. */
#define PAWL_FEATURES                                                           \
    ((uint32_t)PAWL_WITH_JOINTS | (uint32_t)PAWL_WITH_HOOKS << 1 |              \
     (uint32_t)PAWL_WITH_CONTINUOUS << 2 | (uint32_t)PAWL_WITH_CHAINS << 3 |    \
     (uint32_t)PAWL_WITH_POLYGONS << 4 | (uint32_t)PAWL_WITH_SENSORS << 5 |     \
     (uint32_t)PAWL_WITH_ONE_WAY << 6 | (uint32_t)PAWL_WITH_SOFT << 7 |         \
     (uint32_t)PAWL_WITH_FRACTURE << 8 | (uint32_t)PAWL_WITH_RESTITUTION << 9 | \
     (uint32_t)PAWL_WITH_ROLLING << 10 | (uint32_t)PAWL_WITH_CHARACTERS << 11)

#endif
