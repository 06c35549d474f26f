/** The tags in front of a reader: which have come since it last looked. */
#ifndef FIELD_H
#define FIELD_H

#include "reader.h"

class Field {
 public:
  explicit Field(Reader &reader) : reader(reader), isFirst(true), hasBeenSure(false), lyingCount(0), sureAt(0) {}

  /** Keeps in `sight` the tags that have come. */
  void look(Sight &sight);
  /** They lay there when the power came. */
  bool wasFirst() const { return isFirst; }
  /** It has not been sure for too long that it sees everything. */
  bool isBlind() const;

 private:
  struct Lying {
    Tag tag;
    /** The low half of the clock is enough for so short a time. */
    uint16_t seenAt;
  };

  bool isNew(const Tag &tag, uint16_t now);
  void forgetGone(uint16_t now);

  Reader &reader;
  bool isFirst;
  bool hasBeenSure;
  Lying lying[TAGS_MAX];
  uint8_t lyingCount;
  uint32_t sureAt;
};

#endif
