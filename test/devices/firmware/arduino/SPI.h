#include <stdint.h>
struct SPISettings {
  SPISettings(uint32_t clock, uint8_t order, uint8_t mode);
};
struct SPIClass {
  void begin();
  void beginTransaction(SPISettings settings);
  uint8_t transfer(uint8_t byte);
};
extern SPIClass SPI;
