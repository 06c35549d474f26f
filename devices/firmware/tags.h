/** Which tag is which card or chip: a file made by `src/tools/firmware-tags.ts`, sorted by number, in the memory of the program. */
#ifndef TAGS_H
#define TAGS_H

#include <stdint.h>

#include "reader.h"

/** What a tag that no file names is. */
const uint8_t UNKNOWN_TAG = 0xFF;

/** One of the cards in the order of `CARD_RANKS` and `CARD_SUITS`, or of the chips in the order of their values; or `UNKNOWN_TAG`. */
uint8_t meaningOf(const Tag &tag);

const char CARD_RANKS[] = "A23456789TJQK";
const char CARD_SUITS[] = "SHDC";
const uint8_t CARDS = 52;

/** Kinds of chips that a level counts. */
const uint8_t CHIP_KINDS_MAX = 8;
/** How many kinds the file has. */
uint8_t chipKinds();
/** In the table's minor unit; 0: the lammer. */
uint32_t chipValue(uint8_t kind);

#endif
