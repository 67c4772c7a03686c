/* config.h - compile-time knobs. Every one has a default; a misspelt value is an error. None of
 * them changes a result: worlds on differently configured builds stay bit-identical. */
#ifndef PAWL_CONFIG_H
#define PAWL_CONFIG_H

/* A header with knobs of a project or a port: -DPAWL_CONFIG_FILE='"port_conf.h"'. A file that is
 * not found is an error of the compiler. */
#ifdef PAWL_CONFIG_FILE
#include PAWL_CONFIG_FILE
#endif

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

#endif
