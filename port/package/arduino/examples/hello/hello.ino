#include <pawl.h>

@FALL@
void setup() {
    Serial.begin(115200);
    Serial.print("hash ");
    Serial.println(fall(), HEX);
}

void loop() {}
