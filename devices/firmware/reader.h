/** A reader of tags, whatever its chip. */
#ifndef READER_H
#define READER_H

#include <stdint.h>

/** The number of an ISO 14443A tag: 7 bytes, or 4 and the rest 0. */
const uint8_t UID_BYTES = 7;
struct Tag {
  uint8_t uid[UID_BYTES];
};

inline uint8_t uidLength(const Tag &tag) { return tag.uid[4] == 0 && tag.uid[5] == 0 && tag.uid[6] == 0 ? 4 : UID_BYTES; }

/** More do not answer reliably in the field of such a reader. */
const uint8_t TAGS_MAX = 20;

/** What lies in the field of a reader now. */
struct Sight {
  Tag tags[TAGS_MAX];
  uint8_t count;
  /** It is sure that there is nothing else. */
  bool isWhole;
};

class Reader {
 public:
  virtual void look(Sight &sight) = 0;
};

#endif
