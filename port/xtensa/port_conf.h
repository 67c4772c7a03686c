/* port_conf.h - Xtensa uses the defaults of pawl/config.h. */
