#include <stddef.h>
#include <stdint.h>
struct TwoWire {
  bool begin();
  bool setClock(uint32_t frequency);
  void beginTransmission(uint8_t address);
  size_t write(uint8_t byte);
  uint8_t endTransmission();
  uint8_t requestFrom(uint8_t address, uint8_t count);
  int read();
};
extern TwoWire Wire;
