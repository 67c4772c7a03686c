/* port_conf.h - POSIX systems use the defaults of pawl/config.h. */
