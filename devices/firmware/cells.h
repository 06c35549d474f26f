/** Numbers in the memory that survives a power cut, and the count of boots among them. */
#ifndef CELLS_H
#define CELLS_H

#include <stdint.h>

namespace tlp {

/** CRC-8, one byte further: it finds every damage within eight bits. */
uint8_t checked(uint8_t before, uint8_t byte);
uint8_t checkedNumber(uint8_t before, uint32_t number);

void keepNumber(uint16_t at, uint32_t number);
uint32_t recallNumber(uint16_t at);

/** Of the count of boots, at the beginning of the memory. */
const uint16_t BOOT_BYTES = 10;
/** Counts this boot and returns its number, from 1. It lies there twice: a power cut spoils the one that is being written, never both. */
uint32_t countBoot();

}  // namespace tlp

#endif
