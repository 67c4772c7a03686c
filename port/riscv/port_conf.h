/* port_conf.h - RISC-V machines use the defaults of pawl/config.h. */
