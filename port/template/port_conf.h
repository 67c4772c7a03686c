/* port_conf.h - how the library is configured on this machine. Every knob of pawl/config.h can be
 * set here; what is not set has its default. */
