#include "cells.h"

#include "board.h"

namespace tlp {

namespace {

const uint8_t COPY_BYTES = 5;

/** Not 0, for the check of a memory full of zeros would be right. */
const uint8_t START = 0xB0;

/** 0: it is damaged, or was never written. */
uint32_t bootIn(uint16_t at) {
  const uint32_t number = recallNumber(at);
  return board::recall(at + 4) == checkedNumber(START, number) ? number : 0;
}

}  // namespace

uint8_t checked(uint8_t before, uint8_t byte) {
  uint8_t crc = before ^ byte;
  for (uint8_t bit = 0; bit < 8; bit++) crc = static_cast<uint8_t>(crc & 0x80 ? crc << 1 ^ 0x07 : crc << 1);
  return crc;
}

uint8_t checkedNumber(uint8_t before, uint32_t number) {
  uint8_t crc = before;
  for (uint8_t byte = 0; byte < 4; byte++) crc = checked(crc, static_cast<uint8_t>(number >> (8 * byte)));
  return crc;
}

void keepNumber(uint16_t at, uint32_t number) {
  for (uint8_t byte = 0; byte < 4; byte++) board::keep(at + byte, static_cast<uint8_t>(number >> (8 * byte)));
}

uint32_t recallNumber(uint16_t at) {
  uint32_t number = 0;
  for (uint8_t byte = 0; byte < 4; byte++) number |= static_cast<uint32_t>(board::recall(at + byte)) << (8 * byte);
  return number;
}

uint32_t countBoot() {
  const uint32_t first = bootIn(0);
  const uint32_t second = bootIn(COPY_BYTES);
  const uint32_t boot = (first > second ? first : second) + 1;
  const uint16_t at = first > second ? COPY_BYTES : 0;
  keepNumber(at, boot);
  board::keep(at + 4, checkedNumber(START, boot));
  return boot;
}

}  // namespace tlp
