/* port_conf.h - AVR: what fits into 128 KB of flash, and how the board runs. */
#ifndef PAWLI_AVR_PORT_CONF_H
#define PAWLI_AVR_PORT_CONF_H

#ifndef PAWL_PROFILE
#define PAWL_PROFILE PAWL_PROFILE_TINY
#endif

#define PAWLI_AVR_CLOCK 16000000UL /* Hz */
#define PAWLI_AVR_BAUD 1000000UL   /* of UART0 */

#endif
