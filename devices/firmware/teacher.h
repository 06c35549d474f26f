/**
 * With the jumper in, the board says the number of each tag that is shown to it, as the readers do that docs/devices.md calls `m5stack-wired`:
 * `npm run doctor -- --learn` understands it and writes the card file.
 */
#ifndef TEACHER_H
#define TEACHER_H

#include "field.h"

class Teacher {
 public:
  Teacher(Reader &reader, const char *serial) : field(reader), serial(serial), seq(0) {}
  void begin();
  void poll();

 private:
  void open(const char *type);

  Field field;
  const char *const serial;
  uint32_t seq;
};

#endif
