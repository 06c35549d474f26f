// Before there is a file of tags: every card counts as unread, and no stack has a level.
const uint16_t TAG_COUNT = 0;
const KnownTag TAGS[1] PROGMEM = {};
const uint8_t CHIP_COUNT = 0;
const uint32_t CHIPS[1] PROGMEM = {};
