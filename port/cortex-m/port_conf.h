/* port_conf.h - Cortex-M boards use the defaults of pawl/config.h. */
