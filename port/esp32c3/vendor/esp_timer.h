/* esp_timer.h - as much of ESP-IDF as port.c uses; vendor.c has it. */
#ifndef VENDOR_ESP_TIMER_H
#define VENDOR_ESP_TIMER_H

#include <stdint.h>

int64_t esp_timer_get_time(void); /* microseconds since the start */

#endif
