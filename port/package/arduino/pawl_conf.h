/* pawl_conf.h - knobs of the library and of sketches; pawl.h says what there is. */
#ifndef PAWL_CONF_H
#define PAWL_CONF_H

#ifdef __AVR__
#ifndef PAWL_PROFILE
#define PAWL_PROFILE 3 /* TINY: circles and boxes that collide; 2 is SMALL, 1 is FULL */
#endif
/* avr-gcc 5.4 drops shifts of 64-bit values; what splits them into bytes is switched off, in
 * sketches, too. */
#pragma GCC optimize("no-split-wide-types")
#endif

#endif
