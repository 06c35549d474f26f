/**
 * With the jumper in, a shoe says the number of each tag that is shown to it, as the readers do that docs/devices.md calls `m5stack-wired`:
 * `npm run doctor -- --learn` understands it and writes the card file.
 */
#ifndef CARD_TEACHER_H
#define CARD_TEACHER_H

#include "field.h"

class CardTeacher {
 public:
  CardTeacher(Reader &reader, const char *serial) : field(reader), serial(serial), seq(0) {}
  void begin();
  void poll();

 private:
  void open(const char *type);

  Field field;
  const char *const serial;
  uint32_t seq;
};

#endif
