/* port_conf.h - the Game Boy Advance uses the defaults of pawl/config.h. */
