/* port_conf.h - ESP32-C3 boards use the defaults of pawl/config.h. */
