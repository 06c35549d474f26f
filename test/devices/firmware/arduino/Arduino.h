/** What `boards/esp32.cpp` uses of the Arduino core, declared and nothing more: it is compiled by the tests, and not run. */
#include <stddef.h>
#include <stdint.h>

#define ARDUINO_ISR_ATTR
const uint8_t LOW = 0, HIGH = 1, OUTPUT = 3, INPUT_PULLUP = 5, FALLING = 2, MSBFIRST = 1, SPI_MODE0 = 0;
void pinMode(uint8_t pin, uint8_t mode);
void digitalWrite(uint8_t pin, uint8_t value);
int digitalRead(uint8_t pin);
void attachInterrupt(uint8_t pin, void (*run)(), int mode);
uint8_t digitalPinToInterrupt(uint8_t pin);
unsigned long millis();
struct HardwareSerial {
  void begin(unsigned long baud);
  void end();
  int read();
  size_t write(uint8_t byte);
};
extern HardwareSerial Serial;
