/* port_conf.h - WebAssembly uses the defaults of pawl/config.h. */
