/* port_conf.h - RP2040 boards use the defaults of pawl/config.h. */
