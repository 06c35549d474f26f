#include "tags.h"

#include <string.h>

#include "settings.h"

// The processor of a Nano reads its program's memory in its own way, and would copy the table to where it has little room.
#ifdef __AVR__
#include <avr/pgmspace.h>
#else
#define PROGMEM
#define memcpy_P memcpy
#endif

namespace {

struct KnownTag {
  uint8_t uid[UID_BYTES];
  uint8_t meaning;
};

#include TAG_FILE

}  // namespace

uint8_t meaningOf(const Tag &tag) {
  uint16_t from = 0;
  uint16_t to = TAG_COUNT;
  while (from < to) {
    const uint16_t middle = (from + to) / 2;
    KnownTag known;
    memcpy_P(&known, &TAGS[middle], sizeof known);
    const int order = memcmp(tag.uid, known.uid, UID_BYTES);
    if (order == 0) return known.meaning;
    if (order < 0) to = middle;
    else from = middle + 1;
  }
  return UNKNOWN_TAG;
}

uint8_t chipKinds() { return CHIP_COUNT; }

uint32_t chipValue(uint8_t kind) {
  uint32_t value;
  memcpy_P(&value, &CHIPS[kind], sizeof value);
  return value;
}
