/* port_conf.h - OpenRISC uses the defaults of pawl/config.h. */
