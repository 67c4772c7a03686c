/* port_conf.h - Windows uses the defaults of pawl/config.h. */
